// The queries of stops and of what hangs on them.
import { sql, type UpdateObject } from 'kysely'
import { bulkInsert } from '../platform/bulk-insert.ts'
import type { Database, StopStatus } from '../platform/schema.ts'
import { laterThanBefore, type Tx } from '../platform/scope.ts'
import type { PlanRow } from '../resources/plan.ts'
import type { ReportRow } from '../resources/report.ts'
import type { RouteRow } from '../resources/route.ts'
import type { StopRow, SurveyRow } from '../resources/stop.ts'

const insertedColumns = {
  id: 'text',
  organization_id: 'text',
  project_id: 'text',
  plan_id: 'text',
  client_id: 'text',
  pickup_id: 'text',
  created_by: 'text',
  fixed_id: 'text',
  external_id: 'text',
  client_external_id: 'text',
  tracking_token: 'text',
  type: 'text',
  location: 'jsonb',
  location_details: 'text',
  label: 'text',
  comments: 'text',
  phone: 'text',
  email: 'text',
  url: 'text',
  reference_person: 'text',
  cluster: 'text',
  duration: 'integer',
  requires: 'jsonb',
  reward: 'double precision',
  time_windows: 'jsonb',
  volume: 'double precision',
  weight: 'double precision',
  price: 'double precision',
  max_delivery_time: 'integer',
  status: 'text',
  custom_fields: 'jsonb',
  pin: 'text',
  customer_text_field: 'text',
  supervisors: 'jsonb',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
}

export async function insertStopRows(tx: Tx, rows: readonly StopRow[]): Promise<void> {
  await bulkInsert(tx, 'stops', insertedColumns, rows)
}

const idIn = (ids: readonly string[]) => sql<boolean>`id = any(${ids}::text[])`
const stopIdIn = (ids: readonly string[]) => sql<boolean>`stop_id = any(${ids}::text[])`

export async function findStop(tx: Tx, organizationId: string, stopId: string): Promise<StopRow | undefined> {
  return (await selectStopsById(tx, organizationId, [stopId]))[0]
}

export async function selectStopsById(tx: Tx, organizationId: string, ids: readonly string[]): Promise<StopRow[]> {
  if (ids.length === 0) return []
  return tx
    .selectFrom('stops')
    .selectAll()
    .where(idIn(ids))
    .where('organization_id', '=', organizationId)
    .where('deleted', '=', false)
    .execute()
}

/** The rows whatever became of them, deleted ones too, in the order of the ids. */
export async function selectStopRows(tx: Tx, ids: readonly string[]): Promise<StopRow[]> {
  if (ids.length === 0) return []
  const rows = await tx.selectFrom('stops').selectAll().where(idIn(ids)).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => byId.get(id)).filter((row) => row !== undefined)
}

export interface PlanStopFilter {
  status?: StopStatus
  /** Null: stops without one. */
  routeId?: string | null
  vehicleId?: string | null
}

/** The stops of a plan in the order of their creation. */
export async function selectPlanStops(tx: Tx, planId: string, filter: PlanStopFilter = {}): Promise<StopRow[]> {
  let query = tx.selectFrom('stops').selectAll().where('plan_id', '=', planId).where('deleted', '=', false)
  if (filter.status) query = query.where('status', '=', filter.status)
  if (filter.routeId !== undefined)
    query = query.where('route_id', filter.routeId === null ? 'is' : '=', filter.routeId)
  if (filter.vehicleId !== undefined) {
    query = query.where('vehicle_id', filter.vehicleId === null ? 'is' : '=', filter.vehicleId)
  }
  return query.orderBy('created_at').orderBy('id').execute()
}

/** The stops of every plan of the project whose execution date lies in the window, both ends included. */
export async function selectDayStops(tx: Tx, projectId: string, start: Date, end: Date): Promise<StopRow[]> {
  return tx
    .selectFrom('stops')
    .innerJoin('plans', 'plans.id', 'stops.plan_id')
    .selectAll('stops')
    .where('plans.project_id', '=', projectId)
    .where('plans.deleted', '=', false)
    .where('plans.execution_date', '>=', start)
    .where('plans.execution_date', '<=', end)
    .where('stops.deleted', '=', false)
    .orderBy('plans.execution_date')
    .orderBy('stops.plan_id')
    .orderBy('stops.created_at')
    .orderBy('stops.id')
    .execute()
}

type PlanHead = Pick<PlanRow, 'id' | 'label' | 'execution_date'>

export async function selectPlanHeads(tx: Tx, planIds: readonly string[]): Promise<PlanHead[]> {
  if (planIds.length === 0) return []
  return tx.selectFrom('plans').select(['id', 'label', 'execution_date']).where(idIn(planIds)).execute()
}

/** The reports of the stops, each stop's in the order in which they were made. */
export async function selectReports(tx: Tx, stopIds: readonly string[]): Promise<ReportRow[]> {
  if (stopIds.length === 0) return []
  return tx
    .selectFrom('reports')
    .selectAll()
    .where(stopIdIn(stopIds))
    .orderBy('stop_id')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export async function selectSurveys(tx: Tx, stopIds: readonly string[]): Promise<SurveyRow[]> {
  if (stopIds.length === 0) return []
  return tx.selectFrom('surveys').selectAll().where(stopIdIn(stopIds)).execute()
}

/** Which of these are users of the organization. */
export async function selectUserIds(tx: Tx, organizationId: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const users = tx.selectFrom('users').select('id').where(idIn(ids)).where('organization_id', '=', organizationId)
  return new Set((await users.execute()).map((row) => row.id))
}

/** Takes `count` numbers of the plan's stops and answers the first; they are never given again. The plan is locked. */
export async function takeFixedIds(tx: Tx, planId: string, count: number): Promise<number> {
  const { next } = await tx
    .updateTable('plans')
    .set((eb) => ({ next_fixed_id: eb('next_fixed_id', '+', count) }))
    .where('id', '=', planId)
    .returning('next_fixed_id as next')
    .executeTakeFirstOrThrow()
  return next - count
}

/** Changes columns of stops (never their status) and moves their updated_at. */
export async function updateStopRows(
  tx: Tx,
  ids: readonly string[],
  changes: UpdateObject<Database, 'stops', 'stops'>,
  now: Date,
): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('stops')
    .set({ ...changes, updated_at: laterThanBefore(now) })
    .where(idIn(ids))
    .execute()
}

/** Gives the stops their place in another plan (or none): a number each, and no route, order or times. */
export async function placeStops(
  tx: Tx,
  stops: readonly { id: string; fixed_id: string | null }[],
  planId: string | null,
  now: Date,
): Promise<void> {
  await sql`
    update stops set plan_id = ${planId}, fixed_id = r.fixed_id, updated_at = ${laterThanBefore(now)},
      route_id = null, vehicle_id = null, "order" = null, planned_arrival_time = null, planned_departure_time = null,
      estimated_arrival_time = null, estimated_departure_time = null, distance_to_previous_stop = null,
      distance_to_next_stop = null, optimization_warnings = '[]'
    from jsonb_to_recordset(${JSON.stringify(stops)}::jsonb) as r(id text, fixed_id text)
    where stops.id = r.id`.execute(tx)
}

/** The deliveries that are linked to these pickups, without deleted ones. */
export async function selectLinkedDeliveries(
  tx: Tx,
  organizationId: string,
  pickupIds: readonly string[],
): Promise<Pick<StopRow, 'id' | 'pickup_id' | 'route_id'>[]> {
  if (pickupIds.length === 0) return []
  return tx
    .selectFrom('stops')
    .select(['id', 'pickup_id', 'route_id'])
    .where(sql<boolean>`pickup_id = any(${pickupIds}::text[])`)
    .where('organization_id', '=', organizationId)
    .where('deleted', '=', false)
    .orderBy('id')
    .execute()
}

export async function deleteStopRows(tx: Tx, ids: readonly string[], now: Date): Promise<void> {
  await updateStopRows(tx, ids, { deleted: true, deleted_at: now }, now)
}

/** A route to put a stop on. */
export async function findRouteOfStop(tx: Tx, organizationId: string, routeId: string): Promise<RouteRow | undefined> {
  return tx
    .selectFrom('routes')
    .selectAll()
    .where('id', '=', routeId)
    .where('organization_id', '=', organizationId)
    .where('deleted', '=', false)
    .executeTakeFirst()
}
