// Extension points of optimization runs.
import type { RunRow } from '../data/optimization-tables.ts'
import type { PlanRow } from '../data/plan-table.ts'
import type { Scope } from '../frame/platform/scope.ts'
import type { ApplyOutcome, FoundPlan } from './optimization/apply.ts'

/** Decides what happens to a plan that a run found; `revision` is that of the plan when the search began. */
export type UseFoundPlan = (
  scope: Scope,
  run: RunRow,
  revision: PlanRow['revision'],
  found: FoundPlan,
) => Promise<ApplyOutcome>
