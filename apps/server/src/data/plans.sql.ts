// Every statement on plans alone, but for their status (statuses.sql.ts).
import type { PlanStatus } from '@routewright/contract'
import { type Insertable, sql } from 'kysely'
import { noteActor } from '../platform/actor.ts'
import { containsPattern, orderBy, type SortTerm } from '../platform/paging.ts'
import { laterThanBefore, type ProjectReach, type Scope } from '../platform/scope.ts'
import { type Copied, copyRows } from './copy-rows.ts'
import { type PlanRow, planTable } from './plan-table.ts'
import { columnValues } from './records.ts'
import type { Database } from './tables.ts'

/** The plans of the organization that are not deleted. */
function present(scope: Scope) {
  return scope.tx.selectFrom('plans').where('organization_id', '=', scope.organizationId).where('deleted', '=', false)
}

export async function findPlanRow(scope: Scope, planId: string): Promise<PlanRow | undefined> {
  return present(scope).selectAll().where('id', '=', planId).executeTakeFirst()
}

/** The plan, also when it was deleted. */
export async function findPlanEvenDeleted(scope: Scope, planId: string): Promise<PlanRow | undefined> {
  return scope.tx
    .selectFrom('plans')
    .selectAll()
    .where('id', '=', planId)
    .where('organization_id', '=', scope.organizationId)
    .executeTakeFirst()
}

/** Plans behind their locks in the order of their ids; the transaction's later changes are told in the actor's name. */
export async function lockPlanRows(scope: Scope, ids: readonly string[]): Promise<PlanRow[]> {
  if (ids.length === 0) return []
  const rows = await present(scope)
    .selectAll()
    .select(noteActor(scope.actor))
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(({ noted_actor: _, ...plan }) => plan)
}

/** The plan of a stop, shared with others who do so; whoever locks plans is kept out. */
export async function sharePlanRowOfStop(scope: Scope, stopId: string): Promise<PlanRow | undefined> {
  const row = await scope.tx
    .selectFrom('plans')
    .selectAll()
    .select(noteActor(scope.actor))
    .where('id', '=', (eb) => eb.selectFrom('stops').select('plan_id').where('id', '=', stopId))
    .where('organization_id', '=', scope.organizationId)
    .forKeyShare()
    .executeTakeFirst()
  if (!row) return undefined
  const { noted_actor: _, ...plan } = row
  return plan
}

/** The plan behind a lock that those who share it do not wait for. */
export async function lockSharedPlanRow(scope: Scope, planId: string): Promise<PlanRow> {
  return scope.tx
    .selectFrom('plans')
    .selectAll()
    .where('id', '=', planId)
    .where('organization_id', '=', scope.organizationId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

/** The plans of a project. */
export async function listPlanIds(scope: Scope, projectId: string): Promise<string[]> {
  const rows = await present(scope).select('id').where('project_id', '=', projectId).orderBy('id').execute()
  return rows.map(({ id }) => id)
}

export type PlanHead = Pick<PlanRow, 'id' | 'label' | 'execution_date'>

/** What the records of stops and routes need of their plans, by plan id; deleted plans too. */
export async function findPlanHeads(scope: Scope, planIds: Iterable<string>): Promise<Map<string, PlanHead>> {
  const ids = [...new Set(planIds)]
  if (ids.length === 0) return new Map()
  const plans = await scope.tx
    .selectFrom('plans')
    .select(['id', 'label', 'execution_date'])
    .where(sql<boolean>`id = any(${ids}::text[])`)
    .where('organization_id', '=', scope.organizationId)
    .execute()
  return new Map(plans.map((plan) => [plan.id, plan]))
}

export interface PlanFilter {
  /** The projects whose plans may be seen. */
  reach: ProjectReach
  projectId?: string
  status?: PlanStatus
  text?: string
  /** Bounds of execution_date, both included. */
  from?: Date
  to?: Date
  includeDeleted: boolean
}

export interface PlanPage {
  rows: PlanRow[]
  total: number
}

export async function listPlanRows(
  scope: Scope,
  filter: PlanFilter,
  sort: readonly SortTerm[],
  limit: number,
  offset: number,
): Promise<PlanPage> {
  if (filter.reach !== 'all' && filter.reach.size === 0) return { rows: [], total: 0 }
  const matching = filteredPlans(scope, filter)
  const { total } = await matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await matching.selectAll().orderBy(orderBy('plans', sort)).limit(limit).offset(offset).execute()
  return { rows, total }
}

function filteredPlans(scope: Scope, filter: PlanFilter) {
  let query = scope.tx.selectFrom('plans').where('organization_id', '=', scope.organizationId)
  if (!filter.includeDeleted) query = query.where('deleted', '=', false)
  if (filter.projectId !== undefined) query = query.where('project_id', '=', filter.projectId)
  else if (filter.reach !== 'all') query = query.where('project_id', 'in', [...filter.reach])
  if (filter.status !== undefined) query = query.where('status', '=', filter.status)
  if (filter.from) query = query.where('execution_date', '>=', filter.from)
  if (filter.to) query = query.where('execution_date', '<=', filter.to)
  if (filter.text) {
    const pattern = containsPattern(filter.text)
    query = query.where((eb) => eb.or([eb('label', 'ilike', pattern), eb('external_id', 'ilike', pattern)]))
  }
  return query
}

// --- what changes plans ------------------------------------------------------------------------------------------------

export async function insertPlanRow(scope: Scope, plan: Insertable<Database['plans']>): Promise<PlanRow> {
  return scope.tx.insertInto('plans').values(plan).returningAll().executeTakeFirstOrThrow()
}

/** A copy of the plan's row with what differs in it. */
export async function copyPlanRow(scope: Scope, copy: Copied): Promise<void> {
  await copyRows(scope, planTable, [copy])
}

/** Changes a plan, but never its status, and moves its updated_at. */
export async function updatePlanRow(
  scope: Scope,
  planId: string,
  changes: Partial<Omit<PlanRow, 'status'>>,
): Promise<PlanRow> {
  return scope.tx
    .updateTable('plans')
    .set({ ...columnValues(planTable, changes), updated_at: laterThanBefore(scope.now) })
    .where('id', '=', planId)
    .where('organization_id', '=', scope.organizationId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function deletePlanRow(scope: Scope, planId: string): Promise<PlanRow> {
  return updatePlanRow(scope, planId, { deleted: true, deleted_at: scope.now })
}

/** Takes `count` numbers of the plan's stops and answers the first; they are never given again. The plan is locked. */
export async function takeFixedIds(scope: Scope, planId: string, count: number): Promise<number> {
  const { next } = await scope.tx
    .updateTable('plans')
    .set((eb) => ({ next_fixed_id: eb('next_fixed_id', '+', count) }))
    .where('id', '=', planId)
    .where('organization_id', '=', scope.organizationId)
    .returning('next_fixed_id as next')
    .executeTakeFirstOrThrow()
  return next - count
}

type StopCounter = 'pending_stops' | 'incomplete_stops' | 'completed_stops' | 'canceled_stops'
export type StopCounters = Record<StopCounter, number>

/** Writes how many stops and routes the plan has, and moves its revision on. */
export async function writePlanCounters(scope: Scope, planId: string, counters: StopCounters): Promise<void> {
  const { pending_stops, incomplete_stops, completed_stops, canceled_stops } = counters
  await scope.tx
    .updateTable('plans')
    .set((eb) => ({
      ...counters,
      total_stops: pending_stops + incomplete_stops + completed_stops + canceled_stops,
      total_routes: eb
        .selectFrom('routes')
        .select((count) => count.fn.countAll<number>().as('count'))
        .where('plan_id', '=', planId)
        .where('deleted', '=', false),
      revision: eb('revision', '+', 1),
    }))
    .where('id', '=', planId)
    .where('organization_id', '=', scope.organizationId)
    .execute()
}

/** Counts one stop of the plan from one status to another, and moves the plan's revision on. */
export async function countStopOver(scope: Scope, planId: string, from: StopCounter, to: StopCounter): Promise<void> {
  await scope.tx
    .updateTable('plans')
    .set((eb) => ({
      revision: eb('revision', '+', 1),
      ...(from === to ? {} : { [from]: eb(from, '-', 1), [to]: eb(to, '+', 1) }),
    }))
    .where('id', '=', planId)
    .where('organization_id', '=', scope.organizationId)
    .execute()
}
