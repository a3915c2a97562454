// Change of a measure between two periods, and whether there are enough cases to report it.

/** A share of a whole, or an average over cases; `cases` is the number of cases that it rests on. */
export interface Measured {
  value: number
  cases: number
}

export type Change = { kind: 'points' | 'percent'; value: number } | { kind: 'few' }

/** With fewer cases on either side no change is reported: it would not be significant. */
export const leastCases = 20

/** Change in percentage points, of two shares between 0 and 1. */
export function changeOfShare(now: Measured, before: Measured): Change {
  return isThin(now, before) ? { kind: 'few' } : { kind: 'points', value: (now.value - before.value) * 100 }
}

/** Relative change: 0.05 is five percent more. */
export function changeOfAmount(now: Measured, before: Measured): Change {
  if (isThin(now, before) || before.value === 0) return { kind: 'few' }
  return { kind: 'percent', value: now.value / before.value - 1 }
}

/** Share of a whole as a measured value; 0 with no cases when the whole is 0. */
export function computeShare(part: number, whole: number): Measured {
  return { value: whole === 0 ? 0 : part / whole, cases: whole }
}

/** Average per case; 0 without cases. */
export function averageEach(sum: number, cases: number): Measured {
  return { value: cases === 0 ? 0 : sum / cases, cases }
}

function isThin(now: Measured, before: Measured): boolean {
  return now.cases < leastCases || before.cases < leastCases
}

export const comparisons = ['before', 'year', 'none'] as const
export type Comparison = (typeof comparisons)[number]

/** Calendar dates, both included. */
export interface DaySpan {
  from_date: string
  to_date: string
}

/** The days to compare with: the same number of days before the first, or the same days of the previous year. */
export function comparedSpan({ from_date, to_date }: DaySpan, how: Comparison): DaySpan | undefined {
  if (how === 'none') return undefined
  const moved = (day: string, days: number) =>
    new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
  if (how === 'year') return { from_date: yearEarlier(from_date), to_date: yearEarlier(to_date) }
  const days = Math.round((Date.parse(to_date) - Date.parse(from_date)) / 86_400_000) + 1
  return { from_date: moved(from_date, -days), to_date: moved(from_date, -1) }
}

/** The same date of the previous year; for 29 February the day before. */
function yearEarlier(day: string): string {
  const year = String(Number(day.slice(0, 4)) - 1)
  return day.slice(4) === '-02-29' ? `${year}-02-28` : year + day.slice(4)
}
