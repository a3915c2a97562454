// Formats times, distances, money and quantities for display, in the reader's language and the project's time zone, units and currency.
import { moneyFormatIn } from './money.ts'

export type Units = 'metric' | 'imperial'

export interface FormatSettings {
  /** BCP 47, `de` or `en-GB`. */
  language: string
  /** IANA name of the project's time zone; default: the reader's own. */
  timeZone?: string
  units?: Units
  /** ISO 4217; without it, money is written without a currency sign. */
  currency?: string
}

type Moment = string | number | Date

const METERS_PER_MILE = 1609.344
const METERS_PER_FOOT = 0.3048
const POUNDS_PER_KILOGRAM = 2.204_622_6
const CUBIC_FEET_PER_CUBIC_METER = 35.314_667
const DAY_SECONDS = 86_400
/** True minus, as wide as a plus in tables. */
const MINUS = '−'
const NARROW_SPACE = '\u00a0'

export type Formats = ReturnType<typeof makeFormats>

const made = new Map<string, Formats>()

/**
 * All formatters for one reader and project. Creating and calling them is cheap: equal settings share the same formatters, and their Intl
 * objects are created once. On a slow phone each of those takes a millisecond, and a list has hundreds of lines.
 */
export function createFormats(settings: FormatSettings): Formats {
  const key = JSON.stringify([settings.language, settings.timeZone, settings.units, settings.currency])
  const known = made.get(key)
  if (known) return known
  const formats = makeFormats(settings)
  made.set(key, formats)
  return formats
}

function makeFormats(settings: FormatSettings) {
  const { language, units = 'metric', currency } = settings
  const timeZone = knownZone(settings.timeZone)
  const listFormat = lazily(() => new Intl.ListFormat(language, { style: 'long', type: 'conjunction' }))
  const numbers = numberFormats(language, currency)
  const measures = measureFormats(units, numbers)
  return {
    language,
    timeZone,
    units,
    currency,
    ...numbers,
    ...measures,
    ...dayFormats(language, timeZone),
    ...timeFormats(language, timeZone),
    list: (words: readonly string[]) => listFormat().format(words),
    ...changeFormats(numbers, measures),
  }
}

interface Money {
  amount: string
  /** ISO 4217. */
  currency: string
}

function numberFormats(language: string, currency: string | undefined) {
  const decimals = [0, 1, 2].map((digits) =>
    lazily(() => new Intl.NumberFormat(language, { maximumFractionDigits: digits })),
  )
  const formatsByCurrency = new Map<string, Intl.NumberFormat>()
  const fixedOne = lazily(() => new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }))
  const percentFormat = lazily(() => new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 }))
  const exactPercentFormat = lazily(
    () => new Intl.NumberFormat(language, { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 }),
  )
  const moneyFormat = lazily(() =>
    currency
      ? new Intl.NumberFormat(language, { style: 'currency', currency })
      : new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
  )
  return {
    number: (value: number, digits: 0 | 1 | 2 = 0) => decimals[digits]!().format(value),
    /** With one digit after the decimal point, even a zero. */
    oneDigit: (value: number) => fixedOne().format(value),
    /** 0 to 1 as `85%`, in German `85 %`. */
    percent: (share: number) => percentFormat().format(share),
    /** The percent sign after a number: `%`, in German with the space before it. */
    percentSign: () =>
      percentFormat()
        .format(0)
        .replace(/^\D*\d/u, ''),
    /** 0 to 1 as `94.9%`, rounded down, for comparing a share with another one. */
    exactPercent: (share: number) => exactPercentFormat().format(Math.floor(share * 1_000 + 1e-6) / 1_000),
    money: (amount: number) => moneyFormat().format(amount).replace('-', MINUS),
    /** An amount in a currency of its own, with all of its decimals: `CHF 12.50`. */
    moneyIn: ({ amount, currency: code }: Money) => {
      const format = formatsByCurrency.get(code) ?? moneyFormatIn(language, code)
      formatsByCurrency.set(code, format)
      return format.format(Number(amount))
    },
  }
}
type Numbers = ReturnType<typeof numberFormats>

/** Durations, distances, weights and volumes, in the units of the project. */
function measureFormats(units: Units, { number, oneDigit }: Numbers) {
  const isImperial = units === 'imperial'
  return {
    /** `1 h 25 min`, `8 min`, `40 s`. */
    duration(seconds: number) {
      const size = Math.abs(seconds)
      const sign = seconds < 0 ? MINUS : ''
      if (size > 0 && size < 60) return `${sign}${Math.round(size)}${NARROW_SPACE}s`
      const minutes = Math.round(size / 60)
      const hours = Math.floor(minutes / 60)
      if (hours === 0) return `${sign}${minutes}${NARROW_SPACE}min`
      const rest = minutes % 60
      return `${sign}${number(hours)}${NARROW_SPACE}h${rest === 0 ? '' : ` ${rest}${NARROW_SPACE}min`}`
    },
    /** `6 m`, `123 m`: the distance between two places, where ten metres matter; feet when the project uses them. */
    closeDistance: (meters: number) =>
      isImperial
        ? `${number(Math.round(meters / METERS_PER_FOOT))}${NARROW_SPACE}ft`
        : `${number(Math.round(meters))}${NARROW_SPACE}m`,
    /** `8.4 km`, `350 m`, `0 km`; miles and feet when the project uses them. */
    distance(meters: number) {
      const sign = meters < 0 ? MINUS : ''
      const size = Math.abs(meters)
      const [small, smallUnit, large, largeUnit] = isImperial
        ? ([size / METERS_PER_FOOT, 'ft', size / METERS_PER_MILE, 'mi'] as const)
        : ([size, 'm', size / 1000, 'km'] as const)
      if (size === 0) return `0${NARROW_SPACE}${largeUnit}`
      if (large < (isImperial ? 0.2 : 1)) {
        return `${sign}${number(Math.round(small / 10) * 10)}${NARROW_SPACE}${smallUnit}`
      }
      return `${sign}${large < 100 ? oneDigit(large) : number(large)}${NARROW_SPACE}${largeUnit}`
    },
    weight: (kilograms: number) =>
      isImperial
        ? `${number(kilograms * POUNDS_PER_KILOGRAM, 1)}${NARROW_SPACE}lb`
        : `${number(kilograms, 1)}${NARROW_SPACE}kg`,
    volume: (cubicMeters: number) =>
      isImperial
        ? `${number(cubicMeters * CUBIC_FEET_PER_CUBIC_METER, 1)}${NARROW_SPACE}ft³`
        : `${number(cubicMeters, 2)}${NARROW_SPACE}m³`,
  }
}
type Measures = ReturnType<typeof measureFormats>

/** Two digits for `09:05`, but one for `9:05 AM`. */
function hourStyle(language: string): 'numeric' | '2-digit' {
  return new Intl.DateTimeFormat(language, { hour: 'numeric' }).resolvedOptions().hour12 ? 'numeric' : '2-digit'
}

/** Days and months, in the project's time zone. */
function dayFormats(language: string, timeZone: string | undefined) {
  const zoned = (options: Intl.DateTimeFormatOptions) => {
    const format = lazily(() => new Intl.DateTimeFormat(language, { ...options, timeZone }))
    return (moment: Moment) => format().format(new Date(moment))
  }
  const shortDay = { weekday: 'short', day: 'numeric', month: 'short' } as const
  // Calendar dates name a day, not an instant: no zone may shift them.
  const calendarFormat = lazily(
    () => new Intl.DateTimeFormat(language, { ...shortDay, year: 'numeric', timeZone: 'UTC' }),
  )
  const shortCalendarFormat = lazily(() => new Intl.DateTimeFormat(language, { ...shortDay, timeZone: 'UTC' }))
  const dayKeyFormat = lazily(
    () => new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }),
  )
  return {
    date: zoned({ ...shortDay, year: 'numeric' }),
    shortDate: zoned(shortDay),
    month: zoned({ month: 'long', year: 'numeric' }),
    dateTime: zoned({ day: 'numeric', month: 'short', hour: hourStyle(language), minute: '2-digit' }),
    /** `2026-01-31` as `Sat, 31 Jan 2026`. */
    calendarDate: (day: string) => calendarFormat().format(new Date(`${day.slice(0, 10)}T12:00:00Z`)),
    /** `2026-01-31` as `Sat, 31 Jan`, where the year is shown next to it. */
    shortCalendarDate: (day: string) => shortCalendarFormat().format(new Date(`${day.slice(0, 10)}T12:00:00Z`)),
    /** `2026-01-31`: the calendar date of an instant in the project's time zone. */
    dayKey: (moment: Moment) => dayKeyFormat().format(new Date(moment)),
  }
}

/** Times of day, windows, and the distance of an instant from now. */
function timeFormats(language: string, timeZone: string | undefined) {
  const clockStyle = { hour: hourStyle(language), minute: '2-digit' } as const
  const clockFormat = lazily(() => new Intl.DateTimeFormat(language, { ...clockStyle, timeZone }))
  // Seconds since midnight are already wall-clock time: no zone may shift them.
  const wallFormat = lazily(() => new Intl.DateTimeFormat(language, { ...clockStyle, timeZone: 'UTC' }))
  const relativeFormat = lazily(() => new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' }))
  /** `09:05`, in the project's zone. */
  const clock = (moment: Moment) => clockFormat().format(new Date(moment))
  /** Seconds since midnight as `09:05`; on the next day with `+1`. */
  const timeOfDay = (seconds: number) => {
    const days = Math.floor(seconds / DAY_SECONDS)
    const text = wallFormat().format(new Date((seconds - days * DAY_SECONDS) * 1000))
    return days === 0 ? text : `${text}${NARROW_SPACE}${days > 0 ? '+' : MINUS}${Math.abs(days)}`
  }
  const timeWindow = ([from, to]: readonly [number, number]) => `${timeOfDay(from)}–${timeOfDay(to)}`
  return {
    clock,
    timeOfDay,
    timeWindow,
    timeWindows: (windows: readonly (readonly [number, number])[]) => windows.map(timeWindow).join(', '),
    /** `in 5 min.`, `3 hr. ago`. */
    relative(moment: Moment, now: Moment) {
      const seconds = (new Date(moment).getTime() - new Date(now).getTime()) / 1000
      const size = Math.abs(seconds)
      if (size < 3_570) return relativeFormat().format(Math.round(seconds / 60), 'minute')
      if (size < 86_100) return relativeFormat().format(Math.round(seconds / 3600), 'hour')
      return relativeFormat().format(Math.round(seconds / DAY_SECONDS), 'day')
    },
    /** The expected arrival window: wide while it is far off, narrow when it is near. Rounded to five minutes. */
    arrivalWindow(eta: Moment, now: Moment) {
      const at = new Date(eta).getTime()
      const aheadMinutes = Math.max(0, (at - new Date(now).getTime()) / 60_000)
      const half = aheadMinutes > 180 ? 30 : aheadMinutes > 60 ? 20 : aheadMinutes > 20 ? 10 : 5
      const step = 300_000
      const from = Math.floor((at - half * 60_000) / step) * step
      const to = Math.ceil((at + half * 60_000) / step) * step
      return `${clock(from)}–${clock(to)}`
    },
  }
}

/** Differences with their sign; negligible ones are `±0`. */
function changeFormats({ number, percent, money }: Numbers, { duration, distance }: Measures) {
  return {
    /** `+6 min`, `−2 min`, `±0`. */
    durationChange: (seconds: number) => signed(Math.abs(seconds) < 30 ? 0 : seconds, duration),
    distanceChange: (meters: number) => signed(Math.abs(meters) < 50 ? 0 : meters, distance),
    moneyChange: (amount: number) => signed(Math.abs(amount) < 0.005 ? 0 : amount, money),
    numberChange: (value: number, digits: 0 | 1 = 0) =>
      signed(rounded(value, digits), (size) => number(size, digits).replace('-', MINUS)),
    percentChange: (share: number) => signed(rounded(share, 2), (size) => percent(size).replace('-', MINUS)),
  }
}

const rounded = (value: number, digits: number) => Math.round(value * 10 ** digits) / 10 ** digits

function signed(value: number, write: (value: number) => string): string {
  if (value === 0) return '±0'
  return value > 0 ? `+${write(value)}` : write(value)
}

function lazily<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** Validates the time zone: an unknown one must not break a page, so the browser's own is used. */
function knownZone(timeZone: string | undefined): string | undefined {
  if (timeZone === undefined) return undefined
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone && timeZone
  } catch {
    return undefined
  }
}
