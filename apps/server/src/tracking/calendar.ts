// The delivery as a calendar file (RFC 5545).

export interface CalendarEntry {
  id: string
  /** The moment of the file. */
  now: Date
  summary: string
  location?: string
  url: string
  window?: { from: Date; to: Date }
  /** Midnight UTC of the calendar date, for an entry of the whole day. */
  day?: Date
}

export function calendarFile({ id, now, summary, location, url, window, day }: CalendarEntry): string {
  const times = window
    ? [`DTSTART:${stamp(window.from)}`, `DTEND:${stamp(window.to)}`]
    : day
      ? [`DTSTART;VALUE=DATE:${stamp(day).slice(0, 8)}`]
      : [`DTSTART:${stamp(now)}`]
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Routewright//Tracking//EN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${id}@${new URL(url).hostname}`,
    `DTSTAMP:${stamp(now)}`,
    ...times,
    `SUMMARY:${escapeText(summary)}`,
    ...(location ? [`LOCATION:${escapeText(location)}`] : []),
    `URL:${url}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return `${lines.map(fold).join('\r\n')}\r\n`
}

/** 20260302T140000Z. */
function stamp(moment: Date): string {
  return moment.toISOString().replace(/[-:]|\.\d{3}/g, '')
}

function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, (mark) => `\\${mark}`).replace(/\r?\n/g, '\\n')
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
