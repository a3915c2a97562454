// Calendar files (RFC 5545): of one delivery, and of all that a vehicle has to do.

export interface CalendarEvent {
  uid: string
  summary: string
  location?: string
  description?: string
  url?: string
  /** Degrees. */
  place?: { lat: number; lng: number }
  window?: { from: Date; to: Date }
  /** Midnight UTC of the calendar date, for an entry of the whole day. */
  day?: Date
  /** When it was changed last: programs replace what they have by what was changed later. */
  changedAt?: Date
  isCanceled?: boolean
}

interface CalendarEntry extends Omit<CalendarEvent, 'uid'> {
  id: string
  /** The moment of the file. */
  now: Date
  url: string
}

/** Returns a calendar file with one entry, to be imported. */
export function calendarFile({ id, now, ...entry }: CalendarEntry): string {
  const uid = `${id}@${new URL(entry.url).hostname}`
  return getFile([
    ...head('Tracking'),
    'METHOD:PUBLISH',
    ...eventLines({ ...entry, uid, ...(entry.window || entry.day ? {} : { window: { from: now, to: now } }) }, now),
    'END:VCALENDAR',
  ])
}

export interface Subscription {
  name: string
  /** Where the calendar is at home; its moments are written in UTC. */
  timeZone: string
  now: Date
  events: readonly CalendarEvent[]
}

/** Returns a calendar that programs fetch repeatedly: entries that are missing disappear there, too. */
export function subscribedCalendar({ name, timeZone, now, events }: Subscription): string {
  return getFile([
    ...head('Vehicle'),
    'METHOD:PUBLISH',
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    `X-WR-TIMEZONE:${escapeText(timeZone)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT15M',
    'X-PUBLISHED-TTL:PT15M',
    ...events.flatMap((event) => eventLines(event, now)),
    'END:VCALENDAR',
  ])
}

function head(product: string): string[] {
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', `PRODID:-//Routewright//${product}//EN`]
}

function getFile(lines: readonly string[]): string {
  return `${lines.map(fold).join('\r\n')}\r\n`
}

function eventLines(event: CalendarEvent, now: Date): string[] {
  const { uid, summary, location, description, url, place, changedAt, isCanceled } = event
  return [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${stamp(now)}`,
    ...timeLines(event, now),
    `SUMMARY:${escapeText(summary)}`,
    ...(location ? [`LOCATION:${escapeText(location)}`] : []),
    ...(place ? [`GEO:${place.lat.toFixed(6)};${place.lng.toFixed(6)}`] : []),
    ...(description ? [`DESCRIPTION:${escapeText(description)}`] : []),
    ...(url ? [`URL:${url}`] : []),
    ...(changedAt ? [`LAST-MODIFIED:${stamp(changedAt)}`, `SEQUENCE:${getSequence(changedAt)}`] : []),
    ...(isCanceled ? ['STATUS:CANCELLED'] : []),
    'END:VEVENT',
  ]
}

function timeLines({ window, day }: CalendarEvent, now: Date): string[] {
  if (window && window.to > window.from) return [`DTSTART:${stamp(window.from)}`, `DTEND:${stamp(window.to)}`]
  if (window) return [`DTSTART:${stamp(window.from)}`]
  if (day) return [`DTSTART;VALUE=DATE:${stamp(day).slice(0, 8)}`]
  return [`DTSTART:${stamp(now)}`]
}

/** A number that only grows with changes: seconds of this decade fit a number of the format. */
function getSequence(changedAt: Date): number {
  return Math.max(0, Math.floor((changedAt.getTime() - Date.UTC(2020, 0, 1)) / 1_000))
}

/** 20260302T140000Z. */
function stamp(moment: Date): string {
  return moment.toISOString().replace(/[-:]|\.\d{3}/g, '')
}

/** Control characters but for line breaks have no place in the format. */
function escapeText(text: string): string {
  const plain = [...text.replace(/\r\n?/g, '\n')].filter((mark) => mark >= ' ' || mark === '\n').join('')
  return plain.replace(/[\\;,]/g, (mark) => `\\${mark}`).replace(/\n/g, '\\n')
}

/** Lines are at most 75 bytes long; what follows begins with a blank. */
function fold(line: string): string {
  const parts: string[] = []
  let part = ''
  for (const character of line) {
    if (Buffer.byteLength(part + character) > (parts.length === 0 ? 75 : 74)) {
      parts.push(part)
      part = ''
    }
    part += character
  }
  return [...parts, part].join('\r\n ')
}
