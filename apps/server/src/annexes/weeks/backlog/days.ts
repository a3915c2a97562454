// On which days an order may be served: arithmetic on calendar dates without a time zone.
import type { Terms } from '../../../data/backlog.sql.ts'

const dayMilliseconds = 86_400_000

export function laterDay(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMilliseconds).toISOString().slice(0, 10)
}

export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMilliseconds)
}

/** The first day that the earliest one and the previous visit leave; undefined where neither says anything. */
export function findFirstDay(terms: Omit<Terms, 'latest_on' | 'priority'>): string | undefined {
  const { earliest_on, previous_visit_on, min_days_between } = terms
  const spaced = previous_visit_on && min_days_between ? laterDay(previous_visit_on, min_days_between) : undefined
  return [earliest_on, spaced]
    .filter((day) => typeof day === 'string')
    .sort()
    .at(-1)
}

/** Whether the order may be served on this day. */
export function maySuit(terms: Omit<Terms, 'priority'>, date: string): boolean {
  const first = findFirstDay(terms)
  return (first === undefined || date >= first) && (terms.latest_on === null || date <= terms.latest_on)
}
