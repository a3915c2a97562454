// The queries of results: how a run got on, and what it found, apart from the row that beats every second.

import type { Db } from '../platform/db.ts'
import { json, jsonOrNull, type Scope } from '../platform/scope.ts'
import type { ResultRow, RunRow } from './optimization-tables.ts'

export type CurvePoint = ResultRow['curve'][number]
export type Track = NonNullable<ResultRow['tracks']>[number]

/** Notes how a run is getting on. */
export async function writeProgress(
  db: Db,
  run: RunRow,
  progress: { curve: readonly CurvePoint[]; tracks: readonly Track[] | null },
): Promise<void> {
  const values = { curve: json(progress.curve), tracks: jsonOrNull(progress.tracks) }
  await db
    .insertInto('optimization_results')
    .values({ run_id: run.id, organization_id: run.organization_id, plan_id: run.plan_id, ...values })
    .onConflict((conflict) => conflict.column('run_id').doUpdateSet(values))
    .execute()
}

/** Keeps what a run found until somebody decides. */
export async function writeResult(
  scope: Scope,
  run: RunRow,
  found: { result: object; comparison: object },
): Promise<void> {
  const values = { result: json(found.result), comparison: json(found.comparison), tracks: null }
  await scope.tx
    .insertInto('optimization_results')
    .values({ run_id: run.id, organization_id: run.organization_id, plan_id: run.plan_id, ...values })
    .onConflict((conflict) => conflict.column('run_id').doUpdateSet(values))
    .execute()
}

export async function findResult(scope: Scope, runId: string): Promise<ResultRow | undefined> {
  return scope.tx
    .selectFrom('optimization_results')
    .selectAll()
    .where('run_id', '=', runId)
    .where('organization_id', '=', scope.organizationId)
    .executeTakeFirst()
}

/** Deletes the solution of a run once it was applied or discarded. The curve of its progress stays. */
export async function dropResult(scope: Scope, runId: string): Promise<void> {
  await scope.tx
    .updateTable('optimization_results')
    .set({ result: null })
    .where('run_id', '=', runId)
    .where('organization_id', '=', scope.organizationId)
    .execute()
}
