// The form of a driver: the person, what he may drive, when he works, when he is away, and what he costs.
import type { DriverAbsence, DriverChannel } from '@routewright/contract'
import type { TFunction } from 'i18next'
import { drivingFields } from '../forms/driving-fields.ts'
import type { Option, Section } from '../forms/fields.ts'
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

export function driverSections(t: TFunction, language: string, vehicles: readonly Option[]): Section[] {
  return [
    {
      word: 'person',
      fields: [
        { name: 'label', kind: 'text', isRequired: true },
        { name: 'phone', kind: 'text', input: { type: 'tel' } },
        { name: 'email', kind: 'text', input: { type: 'email' } },
        { name: 'reached_by', kind: 'choice', options: channelOptions(t) },
        { name: 'languages', kind: 'choices', options: languageOptions(language) },
        { name: 'usual_vehicle_id', kind: 'choice', options: vehicles },
        { name: 'external_id', kind: 'text' },
      ],
    },
    workSection(t),
    { word: 'driving', fields: drivingFields('') },
    {
      word: 'skills',
      fields: [
        { name: 'provides', kind: 'words' },
        { name: 'licence_classes', kind: 'words' },
      ],
    },
    {
      word: 'costs',
      fields: [
        { name: 'cost_per_hour', kind: 'number' },
        { name: 'cost_per_day', kind: 'number' },
      ],
    },
    { word: 'home', fields: [{ name: 'home', kind: 'place', isWide: true }] },
    {
      word: 'notes',
      fields: [
        { name: 'comments', kind: 'long', isWide: true },
        { name: 'archived', kind: 'switch' },
      ],
    },
  ]
}

function workSection(t: TFunction): Section {
  return {
    word: 'work',
    fields: [
      weekHoursField(t, 'shifts'),
      {
        name: 'absences',
        kind: 'own',
        isWide: true,
        Own: AbsencesInput,
        shown: (stored) => (stored as DriverAbsence[] | undefined) ?? [],
        read: (rows) => readAbsences(rows as DriverAbsence[]),
        written: (rows) => (rows as DriverAbsence[]).map(({ from, to }) => `${from}–${to}`).join(', '),
      },
    ],
  }
}
