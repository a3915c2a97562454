// Every statement on results of runs: progress and solution, separate from the row whose heartbeat changes every second.
import type { Arrangement, PlanGoal } from '@routewright/contract'
import { sql } from 'kysely'
import type { Scope } from '../frame/platform/scope.ts'
import { optimizationResultTable, type ResultRow, type RunRow } from './optimization-tables.ts'
import { addRows, findRecord, setColumns } from './record-statements.ts'
import type { JsonObject } from './values.ts'

export type CurvePoint = ResultRow['curve'][number]
export type Track = NonNullable<ResultRow['tracks']>[number]

/** A plan that a run found for another goal than the cheapest. */
export interface FoundAlternative {
  goal: PlanGoal
  result: object
  comparison: object
}

/** Stores the progress of a run. */
export async function writeProgress(
  scope: Scope,
  run: RunRow,
  progress: Pick<ResultRow, 'curve' | 'tracks'>,
): Promise<void> {
  const replace = sql`on conflict (run_id) do update set curve = excluded.curve, tracks = excluded.tracks`
  const row = { run_id: run.id, plan_id: run.plan_id, ...progress }
  await addRows(scope, optimizationResultTable, [row], replace)
}

/** Stores the result of a run until somebody decides. */
export async function writeResult(
  scope: Scope,
  run: RunRow,
  found: { result: object | null; comparison: object; alternatives?: FoundAlternative[]; undo?: Arrangement },
): Promise<void> {
  const replace = sql`on conflict (run_id) do update set result = excluded.result, comparison = excluded.comparison,
    alternatives = excluded.alternatives, undo = excluded.undo, tracks = null`
  const { result, comparison } = found as { result: JsonObject | null; comparison: JsonObject }
  const row = {
    run_id: run.id,
    plan_id: run.plan_id,
    result,
    comparison,
    alternatives: (found.alternatives as ResultRow['alternatives']) ?? null,
    undo: found.undo ?? null,
  }
  await addRows(scope, optimizationResultTable, [row], replace)
}

export async function findResult(scope: Scope, runId: string): Promise<ResultRow | undefined> {
  return findRecord(scope, optimizationResultTable, { run_id: runId })
}

/** Deletes the solutions of a run once one was applied or all were discarded. Its progress curve stays, and the comparison given, if any. */
export async function dropResult(scope: Scope, runId: string, comparison?: JsonObject): Promise<void> {
  const kept = comparison && { comparison }
  await setColumns(scope, optimizationResultTable, { run_id: runId }, { result: null, alternatives: null, ...kept })
}
