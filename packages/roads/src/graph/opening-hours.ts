// Reads hours and days in tags ("Mo-Fr 06:00-11:00", "Nov-Apr", "Mar 15 - Sep 15", "22:00-06:00") and computes how much of a time span on
// one day they cover. Supports a part of the opening_hours specification: fixed hours, weekdays, dates with and without years, several
// rules, and "off". Texts with anything else (weeks, sunset, school holidays, comments) are not understood. The caller gives public
// holidays; rules for them take precedence on such a day, and without any it counts as an ordinary day.

/** Share of the time covered: all, some, or nothing. */
export type Cover = 'always' | 'partly' | 'never'

/** Time when a vehicle is under way: seconds from midnight of a day, which may be on the following days. */
export interface TravelDay {
  /** YYYY-MM-DD. */
  date: string
  fromSeconds: number
  toSeconds: number
  /** Whether it is a public holiday where the roads are. */
  isHoliday?: true
}

interface Rule {
  /** Empty: every day of the year. */
  dates: DateRange[]
  /** Sunday is 0. Undefined: every day of the week. */
  weekdays: ReadonlySet<number> | undefined
  /** Whether it also applies to public holidays. */
  namesHolidays: boolean
  /** Seconds from midnight; ends may be on the next day. Empty when closed. */
  spans: [from: number, to: number][]
}

/** Both ends included; month · 100 + day, with year · 10,000 on top where years are named. */
interface DateRange {
  from: number
  to: number
  hasYear: boolean
}

const DAY_SECONDS = 86_400
const WEEKDAYS = ['su', 'mo', 'tu', 'we', 'th', 'fr', 'sa']
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Undefined when the text is not understood. */
export function coverOfHours(text: string, day: TravelDay): Cover | undefined {
  const rules = readRules(text)
  if (!rules) return undefined
  const { fromSeconds, toSeconds } = day
  const spans: [number, number][] = []
  const lastDay = Math.floor(Math.max(toSeconds - 1, 0) / DAY_SECONDS)
  for (let offset = -1; offset <= lastDay; offset++) {
    const shift = offset * DAY_SECONDS
    for (const [from, to] of spansOfDay(rules, day.date, offset, offset === 0 && day.isHoliday === true)) {
      const clipped: [number, number] = [Math.max(from + shift, fromSeconds), Math.min(to + shift, toSeconds)]
      if (clipped[0] < clipped[1]) spans.push(clipped)
    }
  }
  if (spans.length === 0) return 'never'
  spans.sort((a, b) => a[0] - b[0])
  let covered = fromSeconds
  for (const [from, to] of spans) {
    if (from > covered) return 'partly'
    covered = Math.max(covered, to)
  }
  return covered >= toSeconds ? 'always' : 'partly'
}

/** The last rule for a day decides; on a holiday the last rule for holidays, if there is one. */
function spansOfDay(rules: readonly Rule[], date: string, offset: number, isHoliday: boolean): Rule['spans'] {
  const day = new Date(Date.parse(`${date}T00:00:00Z`) + offset * DAY_SECONDS * 1000)
  const monthDay = (day.getUTCMonth() + 1) * 100 + day.getUTCDate()
  const weekday = day.getUTCDay()
  const isDated = ({ dates }: Rule) =>
    dates.length === 0 || dates.some((range) => isWithin(range, day.getUTCFullYear() * 10_000 + monthDay))
  const ofHolidays = isHoliday ? rules.findLast((rule) => rule.namesHolidays && isDated(rule)) : undefined
  const rule = ofHolidays ?? rules.findLast((rule) => (!rule.weekdays || rule.weekdays.has(weekday)) && isDated(rule))
  return rule?.spans ?? []
}

function isWithin({ from, to, hasYear }: DateRange, date: number): boolean {
  if (hasYear) return date >= from && date <= to
  const monthDay = date % 10_000
  return from <= to ? monthDay >= from && monthDay <= to : monthDay >= from || monthDay <= to
}

function readRules(text: string): Rule[] | undefined {
  const rules: Rule[] = []
  for (const part of text.toLowerCase().split(';')) {
    if (part.trim() === '') continue
    const rule = readRule(part.trim())
    if (!rule) return undefined
    rules.push(rule)
  }
  return rules.length > 0 ? rules : undefined
}

function readRule(text: string): Rule | undefined {
  const [, head = '', ending] = /^(.*?)(?:\s*\b(off|closed|open))?$/.exec(text) ?? []
  const dates = takeDates(head)
  if (!dates) return undefined
  const days = takeWeekdays(dates.rest)
  if (!days) return undefined
  const spans = readSpans(days.rest)
  if (!spans) return undefined
  const isOff = ending === 'off' || ending === 'closed'
  const { weekdays, namesHolidays } = days
  return { dates: dates.ranges, weekdays, namesHolidays, spans: isOff ? [] : spans }
}

const DATE = `(?:(\\d{4}) )?(${MONTHS.join('|')})(?: ([0-3]?\\d)(?![\\d:]))?`
const DATE_RANGE = new RegExp(`^${DATE}(?:\\s*-\\s*(?:${DATE}|([0-3]?\\d)(?![\\d:])))?\\s*(,|:|(?=\\s|$))\\s*`)

function takeDates(text: string): { ranges: DateRange[]; rest: string } | undefined {
  const ranges: DateRange[] = []
  let rest = text
  for (let match = DATE_RANGE.exec(rest); match; match = DATE_RANGE.exec(rest)) {
    ranges.push(getDateRange(match))
    rest = rest.slice(match[0].length)
    if (match[8] !== ',') break
  }
  return { ranges, rest: rest.trim() }
}

function getDateRange([, yearA, monthA = '', dayA, yearB, monthB, dayB, dayAlone]: RegExpExecArray): DateRange {
  const number = (month: string, day: string | undefined, usual: number) =>
    (MONTHS.indexOf(month) + 1) * 100 + Number(day ?? usual)
  const from = number(monthA, dayA, 1)
  // "Dec 24" is one day, "Dec" the month, "Dec 24-26" and "Nov-Apr" are ranges.
  const to = dayAlone
    ? number(monthA, dayAlone, 31)
    : monthB
      ? number(monthB, dayB, 31)
      : number(monthA, dayA, dayA ? 1 : 31)
  if (yearA === undefined) return { from, to, hasYear: false }
  const lastYear = yearB !== undefined ? Number(yearB) : Number(yearA) + (to < from ? 1 : 0)
  return { from: Number(yearA) * 10_000 + from, to: lastYear * 10_000 + to, hasYear: true }
}

const WEEKDAY_RANGE = new RegExp(`^(${WEEKDAYS.join('|')}|ph)(?:\\s*-\\s*(${WEEKDAYS.join('|')}))?(,|:|(?=\\s|$))\\s*`)

function takeWeekdays(
  text: string,
): { weekdays: ReadonlySet<number> | undefined; namesHolidays: boolean; rest: string } | undefined {
  const weekdays = new Set<number>()
  let namesHolidays = false
  let rest = text
  for (let match = WEEKDAY_RANGE.exec(rest); match; match = WEEKDAY_RANGE.exec(rest)) {
    const [taken, first = '', last] = match
    if (first === 'ph') namesHolidays = true
    else {
      const from = WEEKDAYS.indexOf(first)
      const count = last === undefined ? 1 : ((WEEKDAYS.indexOf(last) - from + 7) % 7) + 1
      for (let step = 0; step < count; step++) weekdays.add((from + step) % 7)
    }
    rest = rest.slice(taken.length)
    if (match[3] !== ',') break
  }
  // A rule only for holidays contains no weekday.
  const isOfDays = weekdays.size > 0 || namesHolidays
  return { weekdays: isOfDays ? weekdays : undefined, namesHolidays, rest: rest.trim() }
}

function readSpans(text: string): Rule['spans'] | undefined {
  if (text === '' || text === '24/7') return [[0, DAY_SECONDS]]
  const spans: Rule['spans'] = []
  for (const part of text.split(',')) {
    const match = /^\s*(\d{1,2}):(\d\d)\s*-\s*(\d{1,2}):(\d\d)\s*$/.exec(part)
    if (!match) return undefined
    const [fromHour, fromMinute, toHour, toMinute] = match.slice(1).map(Number) as [number, number, number, number]
    if (fromHour > 24 || toHour > 48 || fromMinute > 59 || toMinute > 59) return undefined
    const from = fromHour * 3600 + fromMinute * 60
    const to = toHour * 3600 + toMinute * 60
    spans.push([from, to > from ? to : to + DAY_SECONDS])
  }
  return spans
}
