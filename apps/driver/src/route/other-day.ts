// Whether a route is of another day than today, by the calendar where its project works.

/** `date` is the route's, 2026-03-02; `now` in milliseconds since 1970. */
export function isOtherDay(date: string, timeZone: string, now: number): boolean {
  return date.slice(0, 10) !== new Intl.DateTimeFormat('en-CA', { timeZone }).format(now)
}
