// The moment at which a calendar day begins in a zone.

/** Milliseconds since 1970. */
export function midnightOf(day: string, timeZone: string | undefined): number {
  const utc = Date.parse(`${day}T00:00:00Z`)
  // Twice, because the offset at UTC midnight may differ from that at the zone's own.
  const first = utc - offsetAt(utc, timeZone)
  return utc - offsetAt(first, timeZone)
}

function offsetAt(moment: number, timeZone: string | undefined): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(moment)
  const part = (type: string) => Number(parts.find((entry) => entry.type === type)?.value)
  const local = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
  return local - Math.floor(moment / 1000) * 1000
}
