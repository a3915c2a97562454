// Days that exchange stops belong together: one alone would lose what it gives, or be given what is still elsewhere.
import type { FoundWeek } from '../../data/week-plan-table.ts'

/** The other days that must be applied with this one, in order. */
export function togetherWith(found: FoundWeek, date: string): string[] {
  const joined = new Set([date])
  const pairs = found.days.flatMap(({ leaving }) =>
    leaving.flatMap(({ from, to }) => (from && to ? [[from, to] as const] : [])),
  )
  for (let size = 0; size < joined.size; ) {
    size = joined.size
    for (const [from, to] of pairs) {
      if (joined.has(from)) joined.add(to)
      else if (joined.has(to)) joined.add(from)
    }
  }
  return [...joined].filter((text) => text !== date).sort()
}
