// The records of optimization runs: the short one of the interface, and the one of the editor with curve and comparison.

import { findResult } from '../data/optimization-results.sql.ts'
import { findLatestRun } from '../data/optimization-runs.sql.ts'
import type { RunRow } from '../data/optimization-tables.ts'
import type { Scope } from '../platform/scope.ts'

/** The wire record of a run. */
export function runRecord(run: RunRow) {
  return {
    finished: run.status !== 'in progress',
    status: run.status,
    progress: run.progress,
    started_at: run.started_at,
    ...(run.cost === null ? {} : { cost: run.cost }),
    ...(run.unassigned_stops === null ? {} : { unassigned_stops: run.unassigned_stops }),
    ...(run.finished_at ? { finished_at: run.finished_at } : {}),
    ...(run.error ? { error: run.error } : {}),
  }
}

/** The latest run of the plan with its result, if it ever had one. */
export async function latestOptimization(scope: Scope, planId: string) {
  const run = await findLatestRun(scope, planId)
  return run && (await recordOf(scope, run))
}

/** Where a run stands for whoever decides about its result. */
export function stateOf(run: RunRow): 'running' | 'ready' | 'applied' | 'discarded' | 'canceled' | 'failed' {
  if (run.status === 'in progress') return 'running'
  if (run.status !== 'success') return run.status
  if (!run.hold || run.applied_at) return 'applied'
  return run.discarded_at ? 'discarded' : 'ready'
}

/** The record of the editor. */
export async function recordOf(scope: Scope, run: RunRow) {
  const stored = await findResult(scope, run.id)
  const { finished: _, ...progress } = runRecord(run)
  return {
    id: run.id,
    plan_id: run.plan_id,
    mode: run.mode,
    hold: run.hold,
    state: stateOf(run),
    ...progress,
    curve: stored?.curve ?? [],
    ...(stored?.tracks ? { tracks: stored.tracks } : {}),
    ...(stored?.comparison ? { comparison: stored.comparison } : {}),
    ...(run.actor.type === 'user' && run.actor.id ? { started_by: run.actor.id } : {}),
  }
}
