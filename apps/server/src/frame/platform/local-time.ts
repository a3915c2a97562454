// Times of day as in the interface: seconds from midnight of the plan's day in the project's time zone.

const daySeconds = 86_400

const formats = new Map<string, Intl.DateTimeFormat>()

/** Seconds from midnight of the plan's day to `moment` on the clock of `timeZone`; negative before that day, above 86,400 after it. */
export function secondsOfPlanDay(moment: Date, executionDate: Date, timeZone: string): number {
  const clock = wallClock(moment, timeZone)
  const days = Math.round((clock.midnight - getDay(executionDate)) / (daySeconds * 1000))
  return days * daySeconds + clock.seconds
}

/** Returns the moment at which the clock of `timeZone` shows this many seconds from midnight of the plan's day. */
export function momentOfPlanDay(seconds: number, executionDate: Date, timeZone: string): Date {
  const target = getDay(executionDate) + seconds * 1000
  // Corrects the offset twice, because the first guess may lie on the other side of a clock change.
  let moment = target
  for (let round = 0; round < 2; round++) moment = target - offsetMilliseconds(new Date(moment), timeZone)
  return new Date(moment)
}

export type Weekday = 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday'
const weekdays: readonly Weekday[] = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

/** The weekday of the plan's calendar date. */
export function getWeekday(executionDate: Date): Weekday {
  return weekdays[executionDate.getUTCDay()]!
}

/** Midnight UTC of the plan's calendar date: an execution date is a calendar date, whatever the zone. */
function getDay(executionDate: Date): number {
  return Date.UTC(executionDate.getUTCFullYear(), executionDate.getUTCMonth(), executionDate.getUTCDate())
}

/** Local minus UTC, milliseconds. */
function offsetMilliseconds(moment: Date, timeZone: string): number {
  const clock = wallClock(moment, timeZone)
  return clock.midnight + clock.seconds * 1000 - Math.floor(moment.getTime() / 1000) * 1000
}

/** The wall clock's calendar date (as midnight UTC, milliseconds) and seconds since its midnight. */
function wallClock(moment: Date, timeZone: string): { midnight: number; seconds: number } {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
    formats.set(timeZone, format)
  }
  const parts: Record<string, number> = {}
  for (const { type, value } of format.formatToParts(moment)) if (type !== 'literal') parts[type] = Number(value)
  return {
    midnight: Date.UTC(parts.year!, parts.month! - 1, parts.day!),
    seconds: parts.hour! * 3600 + parts.minute! * 60 + parts.second!,
  }
}
