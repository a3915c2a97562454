// Every statement on optimization runs alone: a run in progress is the lease of its plan.

import { sql } from 'kysely'
import type { Db } from '../platform/db.ts'
import { json, jsonOrNull, type Scope, type Tx } from '../platform/scope.ts'
import { optimizationRunTable, type RunRow } from './optimization-tables.ts'
import { hasId, listRecords } from './record-statements.ts'
import type { JsonObject } from './values.ts'

export type RunError = NonNullable<RunRow['error']>

export interface NewRun {
  id: string
  project_id: string
  plan_id: string
  route_id: string | null
  keep_current_assignment: boolean
  mode: RunRow['mode']
  hold: boolean
  /** Settings of this run only. */
  config: JsonObject | null
}

/** Takes the lease; undefined when another run of the plan holds it. */
export async function insertRun(scope: Scope, run: NewRun): Promise<RunRow | undefined> {
  const { rows } = await sql<RunRow>`
    insert into optimization_runs (id, organization_id, project_id, plan_id, route_id, status,
      keep_current_assignment, mode, hold, config, actor, started_at, heartbeat_at)
    values (${run.id}, ${scope.organizationId}, ${run.project_id}, ${run.plan_id}, ${run.route_id}, 'in progress',
      ${run.keep_current_assignment}, ${run.mode}, ${run.hold}, ${jsonOrNull(run.config)}::jsonb, ${json(scope.actor)}::jsonb, ${scope.now}, now())
    on conflict (plan_id) where status = 'in progress' do nothing
    returning *`.execute(scope.tx)
  return rows[0]
}

/**
 * Ends the lease of a run whose worker is gone: one that gave a heartbeat before, and none for `seconds`. Runs that still
 * wait in the queue never gave one and are left alone.
 */
export async function failDeadRun(scope: Scope, planId: string, seconds: number, error: RunError): Promise<void> {
  await sql`
    update optimization_runs set status = 'failed', error = ${json(error)}::jsonb, finished_at = ${scope.now}
    where plan_id = ${planId} and organization_id = ${scope.organizationId} and status = 'in progress'
      and attempts > 0 and heartbeat_at < now() - make_interval(secs => ${seconds})`.execute(scope.tx)
}

/** The latest run of a plan; runs of single routes are not the plan's. */
export async function findLatestRun(scope: Scope, planId: string): Promise<RunRow | undefined> {
  return scope.tx
    .selectFrom('optimization_runs')
    .selectAll()
    .where('plan_id', '=', planId)
    .where('organization_id', '=', scope.organizationId)
    .where('route_id', 'is', null)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function findRun(db: Db | Tx, runId: string): Promise<RunRow | undefined> {
  return db.selectFrom('optimization_runs').selectAll().where('id', '=', runId).executeTakeFirst()
}

/** Asks the worker of a run to stop and to apply the best that it has. */
export async function requestCancel(scope: Scope, runId: string): Promise<void> {
  await scope.tx
    .updateTable('optimization_runs')
    .set({ cancel_requested: true, apply_on_cancel: true })
    .where('id', '=', runId)
    .where('status', '=', 'in progress')
    .execute()
}

/**
 * Makes this worker the one that runs it, unless another one still gives heartbeats for it. Each taking counts one attempt more,
 * and a worker that later finds another count than its own knows that it has lost the run.
 */
export async function claimRun(db: Db, runId: string, deadSeconds: number): Promise<RunRow | undefined> {
  const { rows } = await sql<RunRow>`
    update optimization_runs set attempts = attempts + 1, heartbeat_at = now()
    where id = ${runId} and status = 'in progress'
      and (attempts = 0 or heartbeat_at < now() - make_interval(secs => ${deadSeconds}))
    returning *`.execute(db)
  return rows[0]
}

export interface Beat {
  progress: number
  cost: number | null
  unassigned_stops: number | null
}

/** Keeps the lease, shows progress, and tells what became of the run; undefined when it is no longer this worker's. */
export async function beatRun(db: Db, run: RunRow, beat: Beat): Promise<{ cancel_requested: boolean } | undefined> {
  const { rows } = await sql<{ cancel_requested: boolean }>`
    update optimization_runs set heartbeat_at = now(), progress = ${beat.progress}, cost = ${beat.cost},
      unassigned_stops = ${beat.unassigned_stops}
    where id = ${run.id} and status = 'in progress' and attempts = ${run.attempts}
    returning cancel_requested`.execute(db)
  return rows[0]
}

/** Locks the run and answers it, if it is still this worker's. */
export async function lockOwnRun(tx: Tx, run: RunRow): Promise<RunRow | undefined> {
  return tx
    .selectFrom('optimization_runs')
    .selectAll()
    .where('id', '=', run.id)
    .where('status', '=', 'in progress')
    .where('attempts', '=', run.attempts)
    .forUpdate()
    .executeTakeFirst()
}

export interface RunEnd {
  status: 'success' | 'failed' | 'canceled'
  cost?: number | null
  unassigned_stops?: number | null
  error?: RunError
}

/** Ends the run and frees its plan; does nothing to one that has ended. */
export async function finishRun(db: Db | Tx, runId: string, now: Date, end: RunEnd): Promise<void> {
  await db
    .updateTable('optimization_runs')
    .set({
      status: end.status,
      finished_at: now,
      error: jsonOrNull(end.error),
      ...(end.status === 'success' ? { progress: 1 } : {}),
      ...(end.cost === undefined ? {} : { cost: end.cost }),
      ...(end.unassigned_stops === undefined ? {} : { unassigned_stops: end.unassigned_stops }),
    })
    .where('id', '=', runId)
    .where('status', '=', 'in progress')
    .execute()
}

/** Notes that a result that was kept aside was applied or discarded. */
export async function settleRun(tx: Tx, runId: string, what: 'applied_at' | 'discarded_at', now: Date): Promise<void> {
  await tx
    .updateTable('optimization_runs')
    .set({ [what]: now })
    .where('id', '=', runId)
    .execute()
}

/** Gives the run back, so that another worker can take it at once. */
export async function releaseRun(db: Db, run: RunRow): Promise<void> {
  await sql`
    update optimization_runs set heartbeat_at = now() - interval '1 hour'
    where id = ${run.id} and status = 'in progress' and attempts = ${run.attempts}`.execute(db)
}

/**
 * Runs without a heartbeat and without a waiting job: their worker died, or their job was lost. Those that never began are
 * marked, so that each is answered once a minute at most.
 */
export async function takeAbandonedRuns(tx: Tx, deadSeconds: number): Promise<RunRow[]> {
  const { rows } = await sql<RunRow>`
    select * from optimization_runs
    where status = 'in progress'
      and heartbeat_at < now() - make_interval(secs => case when attempts = 0 then 60 else ${deadSeconds}::integer end)
      and not exists (
        select 1 from jobs.job
        where name = 'optimization' and state in ('created', 'retry') and data->>'run_id' = optimization_runs.id)
    order by id for update skip locked`.execute(tx)
  const waiting = rows.filter((run) => run.attempts === 0).map((run) => run.id)
  if (waiting.length > 0) {
    await sql`update optimization_runs set heartbeat_at = now() where id = any(${waiting}::text[])`.execute(tx)
  }
  return rows
}

/** Asks the running optimization of a plan to stop. */
export async function cancelRunsOfPlan(scope: Scope, planId: string): Promise<void> {
  await scope.tx
    .updateTable('optimization_runs')
    .set({ cancel_requested: true })
    .where('plan_id', '=', planId)
    .where('organization_id', '=', scope.organizationId)
    .where('status', '=', 'in progress')
    .execute()
}

/** Runs by id, in the order of their ids. */
export async function listRuns(scope: Scope, ids: readonly string[]): Promise<RunRow[]> {
  return ids.length === 0 ? [] : listRecords(scope, optimizationRunTable, [hasId(ids)], sql`order by id`)
}
