// The queries of routes.
import { sql, type UpdateObject } from 'kysely'
import { bulkInsert } from '../platform/bulk-insert.ts'
import type { Database } from '../platform/schema.ts'
import { laterThanBefore, type Tx } from '../platform/scope.ts'
import type { RouteRow } from '../resources/route.ts'

export async function findRoute(tx: Tx, organizationId: string, routeId: string): Promise<RouteRow | undefined> {
  return tx
    .selectFrom('routes')
    .selectAll()
    .where('id', '=', routeId)
    .where('organization_id', '=', organizationId)
    .where('deleted', '=', false)
    .executeTakeFirst()
}

/** The rows whatever became of them, deleted ones too, in the order of the ids. */
export async function selectRoutesById(tx: Tx, organizationId: string, ids: readonly string[]): Promise<RouteRow[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .selectFrom('routes')
    .selectAll()
    .where(sql<boolean>`id = any(${ids}::text[])`)
    .where('organization_id', '=', organizationId)
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** The routes of a plan that are not deleted, in their order. */
export async function selectPlanRoutes(tx: Tx, planId: string): Promise<RouteRow[]> {
  return tx
    .selectFrom('routes')
    .selectAll()
    .where('plan_id', '=', planId)
    .where('deleted', '=', false)
    .orderBy('order')
    .orderBy('id')
    .execute()
}

type PlanHead = { id: string; label: string | null; execution_date: Date }

/** What the records of routes need of their plans, by plan id. */
export async function selectPlanHeads(tx: Tx, planIds: readonly string[]): Promise<Map<string, PlanHead>> {
  if (planIds.length === 0) return new Map()
  const plans = await tx
    .selectFrom('plans')
    .select(['id', 'label', 'execution_date'])
    .where(sql<boolean>`id = any(${planIds}::text[])`)
    .execute()
  return new Map(plans.map((plan) => [plan.id, plan]))
}

const insertedColumns = {
  id: 'text',
  organization_id: 'text',
  project_id: 'text',
  plan_id: 'text',
  vehicle_id: 'text',
  created_by: 'text',
  external_id: 'text',
  label: 'text',
  vehicle_label: 'text',
  comments: 'text',
  phone: 'text',
  email: 'text',
  plate: 'text',
  vehicle_model: 'text',
  brand: 'text',
  color: 'text',
  start_location: 'jsonb',
  end_location: 'jsonb',
  vehicle: 'jsonb',
  is_locked: 'boolean',
  geo_fences: 'jsonb',
  time_window: 'jsonb',
  max_distance: 'double precision',
  min_distance: 'double precision',
  max_time: 'integer',
  min_time: 'integer',
  max_weight: 'double precision',
  max_volume: 'double precision',
  max_services: 'integer',
  provides: 'jsonb',
  order: 'integer',
  custom_fields: 'jsonb',
  price_per_minute: 'double precision',
  price_per_distance: 'double precision',
  price_per_stop: 'double precision',
  toll_price: 'double precision',
  toll_price_currency: 'text',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
}

export async function insertRouteRows(tx: Tx, rows: readonly RouteRow[]): Promise<void> {
  await bulkInsert(tx, 'routes', insertedColumns, rows)
}

/** Changes columns of a route (never its status) and moves its updated_at. */
export async function updateRouteRow(
  tx: Tx,
  routeId: string,
  changes: UpdateObject<Database, 'routes', 'routes'>,
  now: Date,
): Promise<RouteRow> {
  return tx
    .updateTable('routes')
    .set({ ...changes, updated_at: laterThanBefore(now) })
    .where('id', '=', routeId)
    .returningAll()
    .executeTakeFirstOrThrow()
}
