// Days and moments as callers write them: a calendar date or an instant.

const DATE_ONLY = /^\d{4}-\d{2}-\d{2}$/

/** The instant of a date or timestamp as the contract accepts it; a date means 00:00 UTC. */
export function startInstant(text: string): Date {
  return new Date(DATE_ONLY.test(text) ? `${text}T00:00:00.000Z` : text)
}

/** The last instant that a date or timestamp takes in; a date means 23:59:59.999 UTC. */
export function endInstant(text: string): Date {
  return new Date(DATE_ONLY.test(text) ? `${text}T23:59:59.999Z` : text)
}

/** The calendar date at this moment in an IANA time zone; UTC when the zone is unknown. */
export function dateInZone(now: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone: knownZone(timeZone), dateStyle: 'short' })
  return parts.format(now)
}

function knownZone(timeZone: string): string {
  try {
    new Intl.DateTimeFormat('en', { timeZone })
    return timeZone
  } catch {
    return 'UTC'
  }
}
