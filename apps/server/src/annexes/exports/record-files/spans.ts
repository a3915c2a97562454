// Spans of hours and days of the week, as a cell has them.
import type { weekdays } from '@routewright/contract'
import { Unreadable } from './column.ts'
import { readWeekdays } from './table-words.ts'

type Span = [from: number, to: number]

const clock = (seconds: number) => {
  const minutes = Math.round(seconds / 60)
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
}

/** Formats a span of seconds after midnight. */
export function writeSpan([from, to]: readonly [number, number]): string {
  return `${clock(from)}-${clock(to)}`
}

/** In seconds after midnight. Throws Unreadable. */
export function readSpan(written: string): Span {
  const found = /^(\d{1,2})[:.h](\d\d)\s*[-–—]\s*(\d{1,2})[:.h](\d\d)$/.exec(written)
  if (!found) throw new Unreadable('bad_hours', { text: written })
  const [fromHours, fromMinutes, toHours, toMinutes] = found.slice(1).map(Number) as [number, number, number, number]
  return [(fromHours * 60 + fromMinutes) * 60, (toHours * 60 + toMinutes) * 60]
}

/** Throws Unreadable, which names the first that is no day. */
export function readWeekdayList(written: string): (typeof weekdays)[number][] {
  const read = readWeekdays(written)
  if (typeof read === 'string') throw new Unreadable('bad_day', { text: read })
  return read
}
