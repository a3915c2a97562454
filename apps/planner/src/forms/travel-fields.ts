// How a vehicle travels, as fields of a form (of the fleet and of a route), and in one line.
import type { Travel } from '@routewright/contract'
import type { Formats } from '@routewright/ui/format'
import type { TFunction } from 'i18next'
import type { Field, Option } from './fields.ts'

type Mode = NonNullable<Travel['mode']>
type Road = NonNullable<Travel['avoid']>[number]

/** All that the contract knows; the page carries its words, not the whole contract. */
const modes = Object.keys({
  car: true,
  van: true,
  truck: true,
  scooter: true,
  bicycle: true,
  pedestrian: true,
} satisfies Record<Mode, true>)
const roads = Object.keys({ tolls: true, ferries: true, motorways: true, unpaved: true } satisfies Record<Road, true>)
const measures = ['height', 'width', 'length', 'weight', 'axle_load'] as const

/** The parts of the field `name`, which is sent as a whole: see `wholeOf`. */
export function travelFields(t: TFunction, name: 'travel' | 'default_travel'): Field[] {
  const part = (key: keyof Travel) => ({
    name: `${name}.${key}`,
    word: `records:travel.${key}`,
    hint: `records:travel.${key}_hint`,
    isWide: false,
  })
  return [
    { ...part('mode'), kind: 'choice', options: modeOptions(t), input: { placeholder: t('records:travel.as_plan') } },
    ...measures.map((key): Field => ({ ...part(key), kind: 'number', input: { min: 0, decimalScale: 2 } })),
    { ...part('trailer'), kind: 'switch', read: (value) => value || null },
    { ...part('hazmat'), kind: 'switch', read: (value) => value || null },
    {
      ...part('low_emission'),
      kind: 'switch',
      shown: (stored) => stored !== false,
      read: (value) => (value === false ? false : null),
    },
    {
      ...part('turns_at_stops'),
      kind: 'choice',
      options: ['yes', 'no'].map((value) => ({ value, label: t(`records:travel.turns_at_stops_is.${value}`) })),
      shown: (stored) => (stored === undefined || stored === null ? stored : stored ? 'yes' : 'no'),
      read: (value) => (value === 'yes' ? true : value === 'no' ? false : null),
      input: { placeholder: t('records:travel.as_plan') },
    },
    { ...part('avoid'), kind: 'choices', isWide: true, options: roadOptions(t) },
  ]
}

export function modeOptions(t: TFunction): Option[] {
  return modes.map((value) => ({ value, label: t(`records:travel.modes.${value}`) }))
}

export function roadOptions(t: TFunction): Option[] {
  return roads.map((value) => ({ value, label: t(`records:travel.roads.${value}`) }))
}

/** "Van · 2.8 m high · 3.5 t · avoids: tolls"; undefined where nothing is said. */
export function travelText(
  travel: Travel | undefined,
  t: TFunction,
  formats: Pick<Formats, 'number'>,
): string | undefined {
  if (!travel) return undefined
  const { mode, trailer, hazmat, low_emission, turns_at_stops: turns, avoid = [] } = travel
  const sizes = measures.flatMap((key) => {
    const value = travel[key]
    return value === undefined
      ? []
      : [t('records:travel.is', { what: t(`records:travel.${key}`), value: formats.number(value, 2) })]
  })
  const parts = [
    mode && t(`records:travel.modes.${mode}`),
    ...sizes,
    trailer && t('records:travel.trailer'),
    hazmat && t('records:travel.hazmat'),
    low_emission === false && t('records:travel.no_low_emission'),
    turns !== undefined && t(`records:travel.turns_at_stops_is.${turns ? 'yes' : 'no'}`),
    avoid.length > 0 &&
      `${t('records:travel.avoid')}: ${avoid.map((road) => t(`records:travel.roads.${road}`)).join(', ')}`,
  ]
  return parts.filter(Boolean).join(' · ') || undefined
}
