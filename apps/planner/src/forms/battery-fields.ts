// The battery of an electric vehicle, as fields of a form (of the fleet and of a route), and what is left in it along a route in one line.
import type { Battery, PlannedCharge } from '@routewright/contract'
import type { Formats } from '@routewright/ui/format'
import type { TFunction } from 'i18next'
import type { Field } from './fields.ts'

/** Value of one unit of the form in the service's unit: kWh, per cent, kWh by 100 km. */
const units = {
  capacity: 1_000,
  charge: 0.01,
  reserve: 0.01,
  consumption: 10,
  consumption_per_100_kg: 10,
  temperature: 1,
} as const satisfies Record<keyof Battery, number>

const keys = Object.keys(units) as (keyof Battery)[]

/** Values that the service assumes where a field is empty. */
const usual: Partial<Record<keyof Battery, string>> = {
  charge: '100',
  reserve: '15',
  consumption: '20',
  consumption_per_100_kg: '0.3',
}

/** The parts of the field `name`, which is sent as a whole: see `wholeOf`. */
export function batteryFields(name: 'battery' | 'default_battery'): Field[] {
  const capacity = `${name}.capacity`
  return keys.map((key): Field => {
    const unit = units[key]
    return {
      name: `${name}.${key}`,
      kind: 'number',
      isWide: false,
      word: `records:battery.${key}`,
      hint: `records:battery.${key}_hint`,
      input: {
        min: key === 'temperature' ? -60 : 0,
        ...(unit === 0.01 && { max: 100 }),
        decimalScale: 2,
        ...(usual[key] && { placeholder: usual[key] }),
      },
      shown: (stored) => (typeof stored === 'number' ? rounded(stored / unit) : stored),
      read: (value) => (value === '' || value === null || value === undefined ? null : rounded(Number(value) * unit)),
      ...(key !== 'capacity' && { isLeftOut: (values) => !values[capacity] }),
    }
  })
}

/** The same for several vehicles at once, which may have a capacity already. */
export const batteryFieldsOfSeveral: Field[] = batteryFields('default_battery').map(
  ({ isLeftOut: _any, ...field }) => field,
)

function rounded(value: number): number {
  return Number(value.toFixed(6))
}

/** "75 kWh · 20 kWh/100 km"; undefined without a battery. */
export function batteryText(
  battery: Battery | undefined,
  t: TFunction,
  formats: Pick<Formats, 'number'>,
): string | undefined {
  if (!battery?.capacity) return undefined
  const parts = keys.flatMap((key) => {
    const value = battery[key]
    if (value === undefined) return []
    return [
      t('records:battery.is', { what: t(`records:battery.${key}`), value: formats.number(value / units[key], 2) }),
    ]
  })
  return parts.join(' · ')
}

/** "100 % → 22 %", or "100 % → 22 %, lowest 18 %"; undefined where no charge is planned. */
export function chargeText(
  charge: PlannedCharge | undefined,
  t: TFunction,
  formats: Pick<Formats, 'percent'>,
): string | undefined {
  if (!charge) return undefined
  const { start, lowest, end } = charge
  const values = { start: formats.percent(start), end: formats.percent(end), lowest: formats.percent(lowest) }
  return t(lowest < end ? 'records:battery.along_lower' : 'records:battery.along', values)
}
