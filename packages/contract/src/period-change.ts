// How a measure changed between two periods, and whether enough cases stand behind it to say so.

/** A part of a whole, or a sum over cases; `cases` is what it rests on. */
export interface Measured {
  value: number
  cases: number
}

export type Change = { kind: 'points' | 'percent'; value: number } | { kind: 'few' }

/** From fewer cases on either side no change is told: it would say more than is known. */
export const leastCases = 20

/** In percentage points, of two shares between 0 and 1. */
export function changeOfShare(now: Measured, before: Measured): Change {
  return isThin(now, before) ? { kind: 'few' } : { kind: 'points', value: (now.value - before.value) * 100 }
}

/** As a share of what was before: 0.05 is five percent more. */
export function changeOfAmount(now: Measured, before: Measured): Change {
  if (isThin(now, before) || before.value === 0) return { kind: 'few' }
  return { kind: 'percent', value: now.value / before.value - 1 }
}

/** Part of a whole as a measured share; of nothing it is nought with no cases. */
export function shareOf(part: number, whole: number): Measured {
  return { value: whole === 0 ? 0 : part / whole, cases: whole }
}

/** A sum for each case; of none it is nought. */
export function eachOf(sum: number, cases: number): Measured {
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

/** The days to compare with: as many that end before the first, or the same ones of the year before. */
export function comparedSpan({ from_date, to_date }: DaySpan, how: Comparison): DaySpan | undefined {
  if (how === 'none') return undefined
  const moved = (day: string, days: number) =>
    new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
  if (how === 'year') return { from_date: yearEarlier(from_date), to_date: yearEarlier(to_date) }
  const days = Math.round((Date.parse(to_date) - Date.parse(from_date)) / 86_400_000) + 1
  return { from_date: moved(from_date, -days), to_date: moved(from_date, -1) }
}

/** 29 February has none: then the day before. */
function yearEarlier(day: string): string {
  const year = String(Number(day.slice(0, 4)) - 1)
  return day.slice(4) === '-02-29' ? `${year}-02-28` : year + day.slice(4)
}
