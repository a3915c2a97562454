// Days and moments as tables write them in five languages: 2026-03-02, 2.3.26, 3/2/2026, Mo 2. März 2026, 02.03.2026 9:15, 46083.
import { parseTime } from '../forms/time-text.ts'

export interface Moment {
  /** YYYY-MM-DD. */
  date?: string
  /** Seconds since midnight. */
  seconds?: number
}

const dayMilliseconds = 86_400_000
/** Spreadsheets count days from here. */
const spreadsheetEpoch = Date.UTC(1899, 11, 30)
/** 2000 to 2099: other numbers of five digits are none. */
const [firstSerial, lastSerial] = [36_526, 73_050]

/** The beginnings of the names of months, without accents. */
const months = [
  ...['jan|ene', 'feb|fev', 'mar|mrz|mae', 'apr|abr|avr', 'may|mai', 'jun|juin'],
  ...['jul|juil', 'aug|ago|aou', 'sep|set', 'oct|okt|out', 'nov', 'dec|dez|dic'],
].map((names) => names.split('|'))

const weekday = /^\p{L}{2,}[.,]*\s+(?=\d)/u
const local = /^(\d{1,2})\s*[./-]\s*(\d{1,2})\s*[./-]\s*(\d{4}|\d{2})(?!\d)/
const forms: readonly { pattern: RegExp; parts: readonly ('year' | 'month' | 'day')[] }[] = [
  { pattern: /^(\d{4})[-./](\d{1,2})[-./](\d{1,2})(?!\d)/, parts: ['year', 'month', 'day'] },
  { pattern: /^(20\d{2})(\d{2})(\d{2})(?!\d)/, parts: ['year', 'month', 'day'] },
  {
    pattern: /^(\d{1,2})(?:\.|st|nd|rd|th|er)?\s*(?:de\s+|-)?(\p{L}{3,})\.?\s*(?:de\s+|-)?,?\s*(\d{4}|\d{2})(?!\d)/u,
    parts: ['day', 'month', 'year'],
  },
  { pattern: /^(\p{L}{3,})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?!\d)/u, parts: ['month', 'day', 'year'] },
]

/** The day, the time, or both of them that a cell holds; undefined for what is neither. `isMonthFirst`: 3/2/2026 is in March. */
export function readMoment(text: string, isMonthFirst = false): Moment | undefined {
  if (isSerial(text)) return momentOfSerial(Number(text.replace(',', '.')))
  if (/^0[.,]\d+$/.test(text)) return { seconds: Math.round(Number(text.replace(',', '.')) * 1_440) * 60 }
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').trim()
  const day = readDay(plain, isMonthFirst) ?? readDay(plain.replace(weekday, ''), isMonthFirst)
  if (day) return day
  const seconds = parseTime(text)
  return seconds === undefined ? undefined : { seconds }
}

function readDay(plain: string, isMonthFirst: boolean): Moment | undefined {
  for (const { pattern, parts } of [{ pattern: local, parts: localParts(isMonthFirst) }, ...forms]) {
    const match = pattern.exec(plain)
    if (!match) continue
    const part = (name: 'year' | 'month' | 'day') => match[1 + parts.indexOf(name)]!
    const date = dateOf(part('year'), part('month'), part('day'))
    if (date === undefined) continue
    const time = timeAfter(plain.slice(match[0].length))
    return { date, ...(time !== undefined && { seconds: time }) }
  }
  return undefined
}

function localParts(isMonthFirst: boolean) {
  return isMonthFirst ? (['month', 'day', 'year'] as const) : (['day', 'month', 'year'] as const)
}

function isSerial(text: string): boolean {
  const value = /^\d{5}(?:[.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : 0
  return value >= firstSerial && value <= lastSerial
}

function momentOfSerial(serial: number): Moment {
  const days = Math.floor(serial)
  const date = new Date(spreadsheetEpoch + days * dayMilliseconds).toISOString().slice(0, 10)
  const seconds = Math.round((serial - days) * 1_440) * 60
  return { date, ...(seconds > 0 && { seconds }) }
}

/** Undefined for a day that no calendar has. */
function dateOf(year: string, month: string, day: string): string | undefined {
  const number = /^\d+$/.test(month) ? Number(month) : monthOf(month)
  const full = year.length === 2 ? `20${year}` : year
  const date = `${full}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`
  const moment = new Date(`${date}T00:00:00Z`)
  return Number.isNaN(moment.getTime()) || moment.toISOString().slice(0, 10) !== date ? undefined : date
}

function monthOf(name: string): number {
  const plain = name.toLowerCase()
  const fits = (beginning: string) => plain.startsWith(beginning)
  return 1 + months.findIndex((names) => names.some(fits))
}

/** What stands behind a day: T09:15:00Z, " 9.15 Uhr", ", 2:15 pm". */
function timeAfter(rest: string): number | undefined {
  const time = rest
    .replace(/^[\sT,;-]+/, '')
    .replace(/(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})?$/, '')
    .replace(/^(?:um|at|a las?|as|a)\s+/i, '')
  return time === '' ? undefined : parseTime(time)
}

/** Whether days of these cells are written month first: some have a day where the month would stand, and none the other way. */
export function isMonthFirst(cells: readonly string[]): boolean {
  const pairs = cells.flatMap((cell) => {
    const match = local.exec(cell.trim().replace(weekday, ''))
    return match ? [[Number(match[1]), Number(match[2])] as const] : []
  })
  return pairs.some(([, second]) => second > 12) && !pairs.some(([first]) => first > 12)
}
