// The records of optimization runs: the short one of the interface, and the one of the editor with curve and comparison.

import { withoutEmpty } from '../../frame/platform/compact.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { findResult } from '../optimization-results.sql.ts'
import { findLatestRun } from '../optimization-runs.sql.ts'
import { optimizationRunTable, type RunRow } from '../optimization-tables.ts'
import { recordMaker } from '../records.ts'

const ownRecord = recordMaker(optimizationRunTable)

/** Returns the state of a run in the interface's form. */
export function runRecord(run: RunRow) {
  const { id, plan_id, route_id, mode, hold, after_bookings, ...progress } = ownRecord(run)
  return { finished: run.status !== 'in progress', ...progress }
}

/** Returns the latest run of the plan with its result, if it ever had one. */
export async function latestOptimization(scope: Scope, planId: string) {
  const run = await findLatestRun(scope, planId)
  return run && (await getRecord(scope, run))
}

/** Returns the state of a run for the person who decides about its result. */
export function getState(run: RunRow): 'running' | 'ready' | 'applied' | 'discarded' | 'canceled' | 'failed' {
  if (run.status === 'in progress') return 'running'
  if (run.status !== 'success') return run.status
  if (!run.hold || run.applied_at) return 'applied'
  return run.discarded_at ? 'discarded' : 'ready'
}

/** Returns the editor's record of a run. */
export async function getRecord(scope: Scope, run: RunRow) {
  const stored = await findResult(scope, run.id)
  const { route_id, ...record } = ownRecord(run)
  return {
    ...record,
    state: getState(run),
    curve: stored?.curve ?? [],
    ...withoutEmpty({
      tracks: stored?.tracks,
      comparison: stored?.comparison,
      alternatives: stored?.alternatives?.map(({ goal, comparison }) => ({ goal, comparison })),
      undo: stored?.undo,
    }),
    ...(run.actor.type === 'user' && run.actor.id ? { started_by: run.actor.id } : {}),
  }
}
