// Times of the project's clock, written as the reader writes them.
import type { Times } from './sentence.ts'

export function createTimes(locale: string, timeZone: string | undefined): Times {
  const clock = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', timeZone })
  const day = new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })
  const unit = (name: 'hour' | 'minute') =>
    new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'long' })
  const dateOf = new Intl.DateTimeFormat('en-CA', { timeZone })
  return {
    clock: (moment) => clock.format(new Date(moment)),
    day: (date) => {
      const text = day.format(new Date(date))
      return text.charAt(0).toUpperCase() + text.slice(1)
    },
    duration: (minutes) => {
      const hours = Math.floor(minutes / 60)
      const parts = [hours > 0 && unit('hour').format(hours), minutes % 60 > 0 && unit('minute').format(minutes % 60)]
      return parts.filter(Boolean).join(' ')
    },
    // Execution dates are calendar dates: midnight UTC, whatever the zone.
    daysAhead: (date, now) =>
      Math.round((Date.parse(date.slice(0, 10)) - Date.parse(dateOf.format(new Date(now)))) / 86_400_000),
  }
}

/** A window in seconds of the day, on the project's clock, as 08:00–10:00. */
export function windowText([from, to]: readonly [number, number]): string {
  const clock = (seconds: number) => {
    const minutes = Math.floor(seconds / 60) % 1440
    return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
  }
  return `${clock(from)}–${clock(to)}`
}
