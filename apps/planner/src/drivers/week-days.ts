// Calendar dates of weeks, without a time zone.

export function laterDay(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

/** The Monday of the week that the date is in. */
export function getMonday(date: string): string {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay()
  return laterDay(date, -((weekday + 6) % 7))
}
