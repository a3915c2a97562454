// Whether the result of an optimization says how many stops change their routes.
import type { PlanComparison } from '@routewright/contract'

/** Not in a first plan; and "0 stops change their routes" would mislead where some lose theirs. */
export function saysMoved({
  before,
  after,
  moved_stops,
}: Pick<PlanComparison, 'before' | 'after' | 'moved_stops'>): boolean {
  return before.routes > 0 && (moved_stops > 0 || after.unassigned <= before.unassigned)
}
