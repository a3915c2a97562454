// Hours by weekday as a field of a form: how they are typed, read, and written beside others.
import { weekdays } from '@routewright/contract'
import { parseWindows } from '@routewright/reading/windows'
import { timeText, windowsText } from '@routewright/reading/written-times'
import type { TFunction } from 'i18next'
import { Fault } from './field-kinds.ts'
import type { Field } from './fields.ts'
import { WeekHoursInput } from './week-hours-input.tsx'

type Weekday = (typeof weekdays)[number]

export interface DayHours {
  weekday: Weekday
  time_window: [number, number]
}

/** Hours by weekday, as they are typed. */
export type TypedHours = Partial<Record<Weekday, string>>

export function weekHoursField(t: TFunction, name: string): Field {
  return {
    name,
    kind: 'own',
    isWide: true,
    Own: WeekHoursInput,
    shown: (stored) => typedHours((stored ?? []) as DayHours[]),
    read: (typed) => readHours(typed as TypedHours),
    written: (typed) =>
      Object.entries(typed as TypedHours)
        .map(([day, hours]) => `${t(`records:weekdays.${day}`)} ${hours}`)
        .join(', '),
  }
}

function typedHours(days: readonly DayHours[]): TypedHours {
  return Object.fromEntries(days.map(({ weekday, time_window }) => [weekday, windowsText([time_window])]))
}

/** The hours, or what is wrong with those of a day. */
function readHours(typed: TypedHours): DayHours[] | Fault {
  const days: DayHours[] = []
  for (const [weekday, hours] of Object.entries(typed)) {
    if (!hours.trim()) continue
    const windows = parseWindows(hours)
    if (windows?.length !== 1) return new Fault('records:fault.day_hours', { hours })
    days.push({ weekday: weekday as Weekday, time_window: windows[0]! })
  }
  return days
}

/** Days in the order of the week, three and more in a row as `Mon–Fri`. */
export function daysText(days: readonly Weekday[], name: (day: Weekday) => string): string {
  const rows: Weekday[][] = []
  for (const [place, day] of weekdays.entries()) {
    if (!days.includes(day)) continue
    const last = rows.at(-1)
    if (last && last.at(-1) === weekdays[place - 1]) last.push(day)
    else rows.push([day])
  }
  const written = (row: Weekday[]) =>
    row.length > 2 ? `${name(row[0]!)}–${name(row.at(-1)!)}` : row.map((day) => name(day)).join(' ')
  return rows.map(written).join(' ')
}

/** Days with the same hours together, in the order of the week: each with `05:30–21:00`. */
export function groupedHours(days: readonly DayHours[]): { weekdays: Weekday[]; hours: string }[] {
  const groups = Map.groupBy(days, ({ time_window: [from, to] }) => `${timeText(from)}–${timeText(to)}`)
  return [...groups].map(([hours, some]) => ({ hours, weekdays: some.map(({ weekday }) => weekday) }))
}
