// The form of a driver: the person and their vehicle, and behind buttons when they work, what they may drive and what they cost.
import type { DriverAbsence, DriverChannel, DriverRecord } from '@routewright/contract'
import type { TFunction } from 'i18next'
import { drivingFields } from '../forms/driving-fields.ts'
import type { Field, Option, Section } from '../forms/fields.ts'
import { weekHoursField } from '../forms/week-hours.ts'
import { AbsencesInput } from './absences-input.tsx'
import { readAbsences } from './read-absences.ts'

/** Languages of the roads of Europe and its neighbours; others come in by the interface and stay. */
const tongues = [
  ...['ar', 'bg', 'cs', 'da', 'de', 'el', 'en', 'es', 'et', 'fi', 'fr', 'hi', 'hr', 'hu', 'it', 'lt', 'lv', 'nl'],
  ...['no', 'pl', 'pt', 'ro', 'ru', 'sk', 'sl', 'sq', 'sr', 'sv', 'tr', 'uk', 'ur', 'vi', 'zh'],
]

function languageOptions(language: string): Option[] {
  const names = new Intl.DisplayNames([language], { type: 'language' })
  return tongues
    .map((value) => ({ value, label: names.of(value) ?? value }))
    .sort((a, b) => a.label.localeCompare(b.label, language))
}

const channels = ['email', 'sms'] as const satisfies readonly DriverChannel[]

function channelOptions(t: TFunction): Option[] {
  return channels.map((value) => ({ value, label: t(`drivers:reached_by.${value}`) }))
}

/** `driver` is missing for a new one. */
export function driverSections(
  t: TFunction,
  language: string,
  vehicles: readonly Option[],
  driver: DriverRecord | undefined,
): Section[] {
  return [
    {
      word: 'person',
      fields: [
        { name: 'label', kind: 'text', isRequired: true },
        { name: 'usual_vehicle_id', kind: 'choice', options: vehicles },
        { name: 'phone', kind: 'text', input: { type: 'tel' } },
        { name: 'email', kind: 'text', input: { type: 'email' } },
        { name: 'archived', kind: 'switch', isLeftOut: () => !driver },
      ],
    },
    { word: 'work', fields: [weekHoursField(t, 'shifts')], isOptional: true },
    { word: 'absences', fields: [absencesField], isOptional: true },
    {
      word: 'contact',
      fields: [
        { name: 'reached_by', kind: 'choice', options: channelOptions(t) },
        { name: 'languages', kind: 'choices', options: languageOptions(language) },
      ],
      isOptional: true,
    },
    {
      word: 'skills',
      fields: [
        { name: 'provides', kind: 'words' },
        { name: 'licence_classes', kind: 'words' },
      ],
      isOptional: true,
    },
    { word: 'records:sections.driving', fields: drivingFields(''), isOptional: true },
    ...restSections,
  ]
}

const restSections: readonly Section[] = [
  {
    word: 'costs',
    fields: [
      { name: 'cost_per_hour', kind: 'number' },
      { name: 'cost_per_day', kind: 'number' },
    ],
    isOptional: true,
  },
  { word: 'home', fields: [{ name: 'home', kind: 'place', isWide: true }], isOptional: true },
  {
    word: 'notes',
    fields: [
      { name: 'comments', kind: 'long', isWide: true },
      { name: 'external_id', kind: 'text' },
    ],
    isOptional: true,
  },
]

const absencesField: Field = {
  name: 'absences',
  kind: 'own',
  isWide: true,
  Own: AbsencesInput,
  shown: (stored) => (stored as DriverAbsence[] | undefined) ?? [],
  read: (rows) => readAbsences(rows as DriverAbsence[]),
  written: (rows) => (rows as DriverAbsence[]).map(({ from, to }) => `${from}–${to}`).join(', '),
}
