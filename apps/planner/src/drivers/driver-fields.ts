// The form of a driver: the person, what he may drive, when he works, when he is away, and what he costs.
import type { DriverAbsence, DriverShift } from '@routewright/contract'
import type { TFunction } from 'i18next'
import { Fault } from '../forms/field-kinds.ts'
import type { Option, Section } from '../forms/fields.ts'
import { timeText, windowsText } from '../forms/time-text.ts'
import { parseWindows } from '../forms/window-text.ts'
import { AbsencesInput } from './absences-input.tsx'
import { ShiftsInput } from './shifts-input.tsx'

/** Hours by weekday, as they are typed. */
export type TypedShifts = Partial<Record<DriverShift['weekday'], string>>

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

export function driverSections(t: TFunction, language: string, vehicles: readonly Option[]): Section[] {
  return [
    {
      word: 'person',
      fields: [
        { name: 'label', kind: 'text', isRequired: true },
        { name: 'phone', kind: 'text', input: { type: 'tel' } },
        { name: 'email', kind: 'text', input: { type: 'email' } },
        { name: 'languages', kind: 'choices', options: languageOptions(language) },
        { name: 'usual_vehicle_id', kind: 'choice', options: vehicles },
        { name: 'external_id', kind: 'text' },
      ],
    },
    workSection(t),
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
      {
        name: 'shifts',
        kind: 'own',
        isWide: true,
        Own: ShiftsInput,
        shown: (stored) => typedShifts((stored ?? []) as DriverShift[]),
        read: (typed) => readShifts(typed as TypedShifts),
        written: (typed) =>
          Object.entries(typed as TypedShifts)
            .map(([day, hours]) => writtenShift(t, day, hours))
            .join(', '),
      },
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

function writtenShift(t: TFunction, day: string, hours: string): string {
  return `${t(`records:weekdays.${day}`)} ${hours}`
}

function typedShifts(shifts: readonly DriverShift[]): TypedShifts {
  return Object.fromEntries(shifts.map(({ weekday, time_window }) => [weekday, windowsText([time_window])]))
}

/** The shifts, or what is wrong with the hours of a day. */
function readShifts(typed: TypedShifts): DriverShift[] | Fault {
  const shifts: DriverShift[] = []
  for (const [weekday, hours] of Object.entries(typed)) {
    if (!hours.trim()) continue
    const windows = parseWindows(hours)
    if (windows?.length !== 1) return new Fault('drivers:fault.shift', { hours })
    shifts.push({ weekday: weekday as DriverShift['weekday'], time_window: windows[0]! })
  }
  return shifts
}

/** Rows of which nothing was filled in say nothing. */
function readAbsences(rows: readonly DriverAbsence[]): DriverAbsence[] | Fault {
  const filled = rows.filter(({ from, to }) => from || to)
  for (const { from, to } of filled) {
    if (!from || !to) return new Fault('drivers:fault.absence_open')
    if (to < from) return new Fault('drivers:fault.absence_order', { from, to })
  }
  return filled.map(({ from, to, reason, comments }) => ({
    from,
    to,
    ...(reason && { reason }),
    ...(comments && { comments }),
  }))
}

/** Hours in a list: those of most days, in short. */
export function shortHours(shifts: readonly DriverShift[]): string {
  const hours = new Set(shifts.map(({ time_window: [from, to] }) => `${timeText(from)}–${timeText(to)}`))
  return [...hours].slice(0, 2).join(', ') + (hours.size > 2 ? ' …' : '')
}
