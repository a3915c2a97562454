// Reads dates and times as tables write them in ten languages: 2026-03-02, 2.3.26, 3/2/2026, Mo 2. März 2026, 02.03.2026 9:15, 46083.
import { findMonth } from './month-names.ts'
import { parseTime } from './written-times.ts'

export interface Moment {
  /** YYYY-MM-DD. */
  date?: string
  /** Seconds since midnight. */
  seconds?: number
  /** Whether the other order of day and month is also possible, and nothing in the column decides. */
  isDoubtful?: boolean
}

/** Meaning of 3/2/2026. `isSure`: some cell of the column can be read only in this order. */
export interface DayOrder {
  isMonthFirst: boolean
  isSure: boolean
  /** Where moments with a zone are told; without it they are read as written. */
  timeZone?: string
}

/** Origin of a column: decides when its cells are ambiguous. */
export interface Setting {
  /** Language of the project: `de`. */
  language?: string
  /** Time zone of the project: America/Sao_Paulo. */
  timeZone?: string
  /** Currency of the project, ISO 4217: for amounts that name none. */
  currency?: string
}

const DAY_MILLISECONDS = 86_400_000
/** Day 0 of spreadsheet dates. */
const SPREADSHEET_EPOCH = Date.UTC(1899, 11, 30)
/** From 2000 to before 2100: other numbers of five digits are no dates. */
const [FIRST_SERIAL, END_SERIAL] = [36_526, 73_051]

/** A weekday before the date, also before a month: `Thursday, December 24`. */
const WEEKDAY = /^\p{L}{2,}[.,]*\s+(?=\d|\p{L}{3,}\.?\s+\d)/u
const LOCAL = /^(\d{1,2})\s*[./-]\s*(\d{1,2})\s*[./-]\s*(\d{4}|\d{2})(?!\d)/

type Part = 'year' | 'month' | 'day'
const FORMS: readonly { pattern: RegExp; parts: readonly Part[] }[] = [
  { pattern: /^(\d{4})\s?[-./年]\s?(\d{1,2})\s?[-./月]\s?(\d{1,2})(?!\d)日?/, parts: ['year', 'month', 'day'] },
  { pattern: /^(20\d{2})(\d{2})(\d{2})(?!\d)/, parts: ['year', 'month', 'day'] },
  { pattern: /^(\d{2})(\d{2})(20\d{2})(?!\d)/, parts: ['day', 'month', 'year'] },
  {
    pattern:
      /^(\d{1,2})(?:\.|st|nd|rd|th|er|e|º|o|ª)?\s*(?:de\s+|of\s+|[-/])?(\p{L}{3,})\.?\s*(?:de[l]?\s+|[-/])?,?\s*(\d{4}|\d{2})(?!\d)/u,
    parts: ['day', 'month', 'year'],
  },
  { pattern: /^(\p{L}{3,})\.?[\s-]+(\d{1,2})(?:st|nd|rd|th)?,?[\s-]+(\d{4})(?!\d)/u, parts: ['month', 'day', 'year'] },
  { pattern: /^(\d{4})[\s-](\p{L}{3,})\.?[\s-](\d{1,2})(?!\d)/u, parts: ['year', 'month', 'day'] },
]

/** `isMonthFirst` false; ambiguity is not reported. */
export const DAY_FIRST: DayOrder = { isMonthFirst: false, isSure: true }

/** The date, the time, or both in a cell; undefined for neither. */
export function readMoment(text: string, order: DayOrder = DAY_FIRST): Moment | undefined {
  const written = text.trim()
  if (isSerial(written)) return momentOfSerial(Number(written.replace(',', '.')))
  if (/^0[.,]\d+$/.test(written)) return { seconds: Math.round(Number(written.replace(',', '.')) * 1_440) * 60 }
  const { timeZone } = order
  const instant = timeZone && readInstant(written)
  if (instant) return localMoment(instant, timeZone)
  const plainText = written.normalize('NFKD').replace(/\p{M}/gu, '')
  const day = readDay(plainText, order) ?? readDay(plainText.replace(WEEKDAY, ''), order)
  if (day) return day
  const seconds = parseTime(written)
  return seconds === undefined ? undefined : { seconds }
}

const UP_TO_FIRST_TIME = /^.*?\d:\d\d(?::\d\d)?/

/** The moment in a cell, or the one that it begins with: 2026-12-24 08:00 - 12:00. Undefined where it names no day beside a time. */
export function readFirstMoment(text: string, order?: DayOrder): Moment | undefined {
  const written = text.trim()
  // Nearly all cells of windows are times alone.
  if (!/\d{5}|\d[./-]\d+[./-]\d|\p{L}{3}/u.test(written)) return undefined
  const [first] = UP_TO_FIRST_TIME.exec(written) ?? []
  for (const part of [written, first]) {
    const moment = part === undefined ? undefined : readMoment(part, order)
    if (moment?.date !== undefined && moment.seconds !== undefined) return moment
  }
  return undefined
}

/** A moment with a zone, or in seconds or milliseconds since 1970; undefined for all others. */
function readInstant(text: string): Date | undefined {
  if (/^1\d{9}(?:\d{3})?$/.test(text)) return new Date(text.length > 11 ? Number(text) : Number(text) * 1_000)
  const match = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d)?)(?:\.\d+)?\s*(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)$/i.exec(text)
  if (!match) return undefined
  const zone = /^[a-z]/i.test(match[3]!) ? 'Z' : match[3]!.length === 3 ? `${match[3]}:00` : match[3]!
  const instant = new Date(`${match[1]}T${match[2]}${zone}`)
  return Number.isNaN(instant.getTime()) ? undefined : instant
}

function localMoment(instant: Date, timeZone: string): Moment {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  } as Intl.DateTimeFormatOptions).formatToParts(instant)
  const part = (type: string) => parts.find((part) => part.type === type)!.value
  return {
    date: `${part('year')}-${part('month')}-${part('day')}`,
    seconds: Number(part('hour')) * 3_600 + Number(part('minute')) * 60 + Number(part('second')),
  }
}

function readDay(text: string, order: DayOrder): Moment | undefined {
  return readLocalDay(text, order) ?? readNamedDay(text)
}

/** 24/12/2026 and 12/24/2026 can be read in only one order, whatever the column is. */
function readLocalDay(text: string, { isMonthFirst, isSure }: DayOrder): Moment | undefined {
  const match = LOCAL.exec(text)
  if (!match) return undefined
  const [whole, first, second, year] = match as unknown as [string, string, string, string]
  const [dayFirst, monthFirst] = [findDate(year, second, first), findDate(year, first, second)]
  const date = isMonthFirst ? (monthFirst ?? dayFirst) : (dayFirst ?? monthFirst)
  if (date === undefined) return undefined
  const isOpen = dayFirst !== undefined && monthFirst !== undefined && dayFirst !== monthFirst && !isSure
  // With points the day comes first nearly everywhere.
  if (/^\d+\s*\./.test(whole) && dayFirst !== undefined && !(isMonthFirst && isSure))
    return withTime(dayFirst, text.slice(whole.length), false)
  return withTime(date, text.slice(whole.length), isOpen)
}

function readNamedDay(text: string): Moment | undefined {
  for (const { pattern, parts } of FORMS) {
    const match = pattern.exec(text)
    if (!match) continue
    const part = (name: Part) => match[1 + parts.indexOf(name)]!
    const date = findDate(part('year'), part('month'), part('day'))
    if (date !== undefined) return withTime(date, text.slice(match[0].length), false)
  }
  return undefined
}

/** Undefined when the date is followed by something other than a time. */
function withTime(date: string, rest: string, isDoubtful: boolean): Moment | undefined {
  const time = rest
    .replace(/^[\sT,;-]+/, '')
    .replace(/\s*\(\p{L}+\.?\)$/u, '')
    .replace(/(?<=:\d\d)(?:\.\d+)?\s*(?:Z|UTC|GMT|[+-]\d{2}:?(?:\d{2})?)?$/, '')
    .replace(/^(?:um|at|a las?|as|a)\s+/i, '')
    .replace(/^(?:г\.?|r\.|de|,|\.)$/u, '')
    .trim()
  const doubt = isDoubtful ? { isDoubtful } : {}
  if (time === '') return { date, ...doubt }
  const seconds = parseTime(time)
  return seconds === undefined ? undefined : { date, seconds, ...doubt }
}

function isSerial(text: string): boolean {
  const value = /^\d{5}(?:[.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : 0
  return value >= FIRST_SERIAL && value < END_SERIAL
}

function momentOfSerial(serial: number): Moment {
  const minutes = Math.round((serial - Math.floor(serial)) * 1_440)
  const date = new Date(SPREADSHEET_EPOCH + Math.floor(serial) * DAY_MILLISECONDS).toISOString().slice(0, 10)
  return { date, ...(minutes > 0 && { seconds: minutes * 60 }) }
}

/** Undefined for a date that does not exist. Two-digit years are in this century up to 2069. */
function findDate(year: string, month: string, day: string): string | undefined {
  const number = /^\d+$/.test(month) ? Number(month) : findMonth(month)
  if (number === undefined) return undefined
  const full = year.length === 2 ? `${Number(year) < 70 ? '20' : '19'}${year}` : year
  const date = `${full}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`
  const moment = new Date(`${date}T00:00:00Z`)
  return Number.isNaN(moment.getTime()) || moment.toISOString().slice(0, 10) !== date ? undefined : date
}

/** Regions that write the month first. */
const MONTH_FIRST_ZONES =
  /^(?:US\/|America\/(?:New_York|Chicago|Denver|Los_Angeles|Phoenix|Anchorage|Detroit|Boise|Juneau|Indiana|Kentucky|North_Dakota|Menominee|Nome|Sitka|Adak|Metlakatla|Yakutat)|Pacific\/Honolulu)/

/** Order of day and month in a column: one in which all cells can be read, otherwise the usual one of the project's region. */
export function judgeDays(cells: readonly string[], { language, timeZone }: Setting = {}): DayOrder {
  let [dayFirst, monthFirst] = [0, 0]
  for (const cell of cells) {
    const match = LOCAL.exec(cell.trim().replace(WEEKDAY, ''))
    if (!match) continue
    if (Number(match[1]) > 12) dayFirst += 1
    if (Number(match[2]) > 12) monthFirst += 1
  }
  const where = timeZone === undefined ? {} : { timeZone }
  if (dayFirst > 0 !== monthFirst > 0) return { isMonthFirst: monthFirst > 0, isSure: true, ...where }
  const isUsual = (language ?? 'en').startsWith('en') && MONTH_FIRST_ZONES.test(timeZone ?? '')
  return { isMonthFirst: isUsual, isSure: false, ...where }
}
