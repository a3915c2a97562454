// The queries of plans.
import type { UpdateObject } from 'kysely'
import { containsPattern, orderBy, type SortTerm } from '../platform/paging.ts'
import type { Database, PlanStatus } from '../platform/schema.ts'
import { laterThanBefore, type ProjectReach, type Tx } from '../platform/scope.ts'
import type { PlanRow } from '../resources/plan.ts'
import type { RouteRow } from '../resources/route.ts'
import type { StopRow } from '../resources/stop.ts'

export async function findPlan(tx: Tx, organizationId: string, planId: string): Promise<PlanRow | undefined> {
  return tx
    .selectFrom('plans')
    .selectAll()
    .where('id', '=', planId)
    .where('organization_id', '=', organizationId)
    .where('deleted', '=', false)
    .executeTakeFirst()
}

export interface PlanFilter {
  organizationId: string
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

export async function selectPlans(
  tx: Tx,
  filter: PlanFilter,
  sort: readonly SortTerm[],
  limit: number,
  offset: number,
): Promise<PlanPage> {
  if (filter.reach !== 'all' && filter.reach.size === 0) return { rows: [], total: 0 }
  const matching = filteredPlans(tx, filter)
  const { total } = await matching.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await matching.selectAll().orderBy(orderBy('plans', sort)).limit(limit).offset(offset).execute()
  return { rows, total: Number(total) }
}

function filteredPlans(tx: Tx, filter: PlanFilter) {
  let query = tx.selectFrom('plans').where('organization_id', '=', filter.organizationId)
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

/** A new plan's row; its counters and numbers begin by themselves. */
export interface NewPlan {
  id: string
  organization_id: string
  project_id: string
  created_by: string | null
  external_id: string | null
  label: string | null
  execution_date: Date
  status: PlanStatus
  optimizer_config: string | null
  traffic_options: string | null
  created_at: Date
  updated_at: Date
}

export async function insertPlan(tx: Tx, plan: NewPlan): Promise<PlanRow> {
  return tx.insertInto('plans').values(plan).returningAll().executeTakeFirstOrThrow()
}

/** Changes columns of a plan and moves its updated_at. */
export async function updatePlanRow(
  tx: Tx,
  planId: string,
  changes: UpdateObject<Database, 'plans', 'plans'>,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('plans')
    .set({ ...changes, updated_at: laterThanBefore(now) })
    .where('id', '=', planId)
    .execute()
}

export interface DeletedPlan {
  plan: PlanRow
  stops: StopRow[]
  routes: RouteRow[]
}

/** Deletes the plan softly, with its routes and stops, and asks a running optimization of it to stop. */
export async function deletePlanRows(tx: Tx, planId: string, now: Date): Promise<DeletedPlan> {
  const deletion = { deleted: true, deleted_at: now, updated_at: laterThanBefore(now) }
  const stops = tx.updateTable('stops').set(deletion).where('plan_id', '=', planId).where('deleted', '=', false)
  const routes = tx.updateTable('routes').set(deletion).where('plan_id', '=', planId).where('deleted', '=', false)
  const plan = tx.updateTable('plans').set(deletion).where('id', '=', planId)
  const deleted = {
    stops: await stops.returningAll().execute(),
    routes: await routes.returningAll().execute(),
    plan: await plan.returningAll().executeTakeFirstOrThrow(),
  }
  await tx
    .updateTable('optimization_runs')
    .set({ cancel_requested: true })
    .where('plan_id', '=', planId)
    .where('status', '=', 'in progress')
    .execute()
  return deleted
}

/** The routes of every plan of the project whose execution date lies in the window, both ends included. */
export async function selectDayRoutes(tx: Tx, projectId: string, start: Date, end: Date): Promise<RouteRow[]> {
  return tx
    .selectFrom('routes')
    .innerJoin('plans', 'plans.id', 'routes.plan_id')
    .selectAll('routes')
    .where('plans.project_id', '=', projectId)
    .where('plans.deleted', '=', false)
    .where('plans.execution_date', '>=', start)
    .where('plans.execution_date', '<=', end)
    .where('routes.deleted', '=', false)
    .orderBy('plans.execution_date')
    .orderBy('routes.plan_id')
    .orderBy('routes.order')
    .orderBy('routes.id')
    .execute()
}

/** The plans of a project that are not deleted. */
export async function selectPlanIds(tx: Tx, projectId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('plans')
    .select('id')
    .where('project_id', '=', projectId)
    .where('deleted', '=', false)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** The stops of a project that are in no plan and not deleted. */
export async function selectPlanlessStopIds(tx: Tx, projectId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('stops')
    .select('id')
    .where('project_id', '=', projectId)
    .where('plan_id', 'is', null)
    .where('deleted', '=', false)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}
