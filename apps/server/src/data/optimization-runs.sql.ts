// Every statement on optimization runs alone: a run in progress is the lease of its plan.

import { sql } from 'kysely'
import { withoutUndefined } from '../frame/platform/compact.ts'
import type { Db } from '../frame/platform/db.ts'
import type { Scope, Tx } from '../frame/platform/scope.ts'
import { optimizationRunTable, type RunRow } from './optimization-tables.ts'
import { findRecord, insertRecords, listColumns, listRecords, setColumns } from './record-statements.ts'
import { listIds } from './records.ts'
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
  after_bookings: boolean
  /** Settings of this run only. */
  config: JsonObject | null
}

/** Takes the lease; returns undefined when another run of the plan holds it. */
export async function insertRun(scope: Scope, run: NewRun): Promise<RunRow | undefined> {
  const begun = { status: 'in progress', actor: scope.actor, started_at: scope.now, heartbeat_at: sql`now()` } as const
  const unlessHeld = sql`on conflict (plan_id) where status = 'in progress' do nothing`
  return (await insertRecords(scope, optimizationRunTable, [{ ...run, ...begun }], unlessHeld))[0]
}

/**
 * Fails a run whose worker is gone: one without a heartbeat for `seconds` after an earlier one. Runs that still wait in the queue
 * never had a heartbeat and are left alone.
 */
export async function failDeadRun(scope: Scope, planId: string, seconds: number, error: RunError): Promise<void> {
  const isDead = sql`attempts > 0 and heartbeat_at < now() - make_interval(secs => ${seconds})`
  const failed = { status: 'failed', error, finished_at: scope.now } as const
  await setColumns(scope, optimizationRunTable, [{ plan_id: planId, status: 'in progress' }, isDead], failed)
}

/** Returns the latest run of a plan that somebody requested; runs of single routes do not count. */
export async function findLatestRun(scope: Scope, planId: string): Promise<RunRow | undefined> {
  const which = { plan_id: planId, route_id: null, after_bookings: false }
  return findRecord(scope, optimizationRunTable, which, sql`order by started_at desc, id desc limit 1`)
}

/** Cancels a run that the service itself started, for somebody who requests one. */
export async function cancelRunAfterBookings(scope: Scope, planId: string): Promise<void> {
  const which = { plan_id: planId, status: 'in progress', after_bookings: true } as const
  await setColumns(scope, optimizationRunTable, which, { status: 'canceled', finished_at: scope.now })
}

export async function findRun(scope: Scope, id: string): Promise<RunRow | undefined> {
  return findRecord(scope, optimizationRunTable, { id })
}

/** Returns the run for its worker, which learns the organization from it. */
export async function findRunOfAnyone(db: Db, id: string): Promise<RunRow | undefined> {
  return db.selectFrom('optimization_runs').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Asks the worker of a run to stop and to apply its best solution. */
export async function requestCancel(scope: Scope, id: string): Promise<void> {
  const asked = { cancel_requested: true, apply_on_cancel: true }
  await setColumns(scope, optimizationRunTable, { id, status: 'in progress' }, asked)
}

/**
 * Assigns the run to this worker, unless another one still sends heartbeats for it. Each claim increases the count of attempts; a
 * worker that later finds another count knows that it has lost the run.
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

/** Renews the lease and stores the progress; returns the state of the run, or undefined when it no longer belongs to this worker. */
export async function beatRun(db: Db, run: RunRow, beat: Beat): Promise<{ cancel_requested: boolean } | undefined> {
  const { rows } = await sql<{ cancel_requested: boolean }>`
    update optimization_runs set heartbeat_at = now(), progress = ${beat.progress}, cost = ${beat.cost},
      unassigned_stops = ${beat.unassigned_stops}
    where id = ${run.id} and status = 'in progress' and attempts = ${run.attempts}
    returning cancel_requested`.execute(db)
  return rows[0]
}

/** Locks and returns the run, if it still belongs to this worker. */
export async function lockOwnRun(scope: Scope, { id, attempts }: RunRow): Promise<RunRow | undefined> {
  return findRecord(scope, optimizationRunTable, { id, attempts, status: 'in progress' }, sql`for update`)
}

export interface RunEnd {
  status: 'success' | 'failed' | 'canceled'
  cost?: number | null
  unassigned_stops?: number | null
  error?: RunError
}

/** Ends the run and releases its plan; does nothing to an ended one. */
export async function finishRun(scope: Scope, id: string, end: RunEnd): Promise<void> {
  const complete = end.status === 'success' ? { progress: 1 } : {}
  const ended = { ...withoutUndefined(end), ...complete, finished_at: scope.now }
  await setColumns(scope, optimizationRunTable, { id, status: 'in progress' }, ended)
}

/** Records that a held result was applied or discarded. */
export async function settleRun(scope: Scope, id: string, what: 'applied_at' | 'discarded_at'): Promise<void> {
  await setColumns(scope, optimizationRunTable, { id }, { [what]: scope.now })
}

/** Releases the run, so that another worker can take it at once. */
export async function releaseRun(db: Db, run: RunRow): Promise<void> {
  await sql`
    update optimization_runs set heartbeat_at = now() - interval '1 hour'
    where id = ${run.id} and status = 'in progress' and attempts = ${run.attempts}`.execute(db)
}

/**
 * Returns runs without a heartbeat and without a waiting job: their worker died, or their job was lost. Those that never began
 * are marked, so that each is returned once a minute at most.
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
  await setColumns(scope, optimizationRunTable, { plan_id: planId, status: 'in progress' }, { cancel_requested: true })
}

/** Returns the ids of all runs of the organization. */
export async function listRunIds(scope: Scope): Promise<string[]> {
  return listIds(await listColumns(scope, optimizationRunTable, ['id'], {}))
}

/** Returns runs by id, in the order of their ids. */
export async function listRuns(scope: Scope, ids: readonly string[]): Promise<RunRow[]> {
  return listRecords(scope, optimizationRunTable, { id: ids }, sql`order by id`)
}
