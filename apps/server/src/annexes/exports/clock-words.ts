// Days, times of day and moments as tables and paper show them: on the clock of the project.

/** 30600 as 08:30; past midnight with the days that have passed, 01:30 +1. */
export function timeOfDay(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  const days = Math.floor(minutes / 1_440)
  const text = `${pad(Math.floor((minutes % 1_440) / 60))}:${pad(minutes % 60)}`
  return days === 0 ? text : `${text} +${days}`
}

/** [[28800, 36000], …] as 08:00-10:00, …: the same text that an import reads. */
export function windowsText(windows: readonly (readonly [number, number])[]): string {
  return windows.map(([start, end]) => `${clock(start)}-${clock(end)}`).join(', ')
}

/** The same for reading on paper: 08:00–10:00, … */
export function windowsOnPaper(windows: readonly (readonly [number, number])[]): string {
  return windows.map(([start, end]) => `${timeOfDay(start)}–${timeOfDay(end)}`).join(', ')
}

/** Past midnight the hours go on, 25:30, as an import reads them. */
function clock(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  return `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`
}

/** A moment as 2026-03-02 08:30 in the zone. */
export function createMomentText(timeZone: string): (moment: Date | string | null | undefined) => string | undefined {
  const parts = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  return (moment) => (moment ? parts.format(new Date(moment)) : undefined)
}

function pad(value: number): string {
  return String(value).padStart(2, '0')
}
