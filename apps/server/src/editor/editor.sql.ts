// The queries of the plan editor.
import { sql } from 'kysely'
import { json, laterThanBefore, type Scope } from '../platform/scope.ts'
import type { RouteRow } from '../resources/route.ts'
import type { StopRow } from '../resources/stop.ts'

/** Stops of the organization by id, deleted ones left out, in no order. */
export async function selectStops(scope: Scope, ids: readonly string[]): Promise<StopRow[]> {
  if (ids.length === 0) return []
  return scope.tx
    .selectFrom('stops')
    .selectAll()
    .where(sql<boolean>`id = any(${ids}::text[])`)
    .where('organization_id', '=', scope.organizationId)
    .where('deleted', '=', false)
    .execute()
}

/** Routes of the plan, by the order of the plan. */
export async function selectRoutes(scope: Scope, planId: string, ids: readonly string[]): Promise<RouteRow[]> {
  if (ids.length === 0) return []
  return scope.tx
    .selectFrom('routes')
    .selectAll()
    .where(sql<boolean>`id = any(${ids}::text[])`)
    .where('plan_id', '=', planId)
    .where('organization_id', '=', scope.organizationId)
    .where('deleted', '=', false)
    .orderBy('order')
    .orderBy('id')
    .execute()
}

/** Stops of the plan that share a cluster or a pickup with these, these included. */
export async function selectTied(scope: Scope, planId: string, stops: readonly StopRow[]): Promise<StopRow[]> {
  const clusters = stops.flatMap((stop) => stop.cluster ?? [])
  const pickups = stops.flatMap((stop) => stop.pickup_id ?? [])
  const ids = stops.map((stop) => stop.id)
  if (clusters.length + pickups.length === 0 && !stops.some((stop) => stop.type === 'pickup')) return []
  return scope.tx
    .selectFrom('stops')
    .selectAll()
    .where('plan_id', '=', planId)
    .where('organization_id', '=', scope.organizationId)
    .where('deleted', '=', false)
    .where(
      sql<boolean>`(cluster = any(${clusters}::text[]) or id = any(${pickups}::text[]) or pickup_id = any(${ids}::text[]))`,
    )
    .execute()
}

export async function selectPins(scope: Scope, planId: string) {
  return scope.tx
    .selectFrom('stop_pins')
    .innerJoin('stops', 'stops.id', 'stop_pins.stop_id')
    .select(['stop_pins.stop_id', 'stop_pins.pin'])
    .where('stop_pins.plan_id', '=', planId)
    .where('stop_pins.organization_id', '=', scope.organizationId)
    .where('stops.deleted', '=', false)
    .where('stops.status', '=', 'pending')
    .whereRef('stops.plan_id', '=', 'stop_pins.plan_id')
    .where('stops.route_id', 'is not', null)
    .orderBy('stop_pins.stop_id')
    .execute()
}

export async function putPins(
  scope: Scope,
  planId: string,
  stopIds: readonly string[],
  pin: 'route' | 'place' | null,
): Promise<void> {
  await scope.tx
    .deleteFrom('stop_pins')
    .where(sql<boolean>`stop_id = any(${stopIds}::text[])`)
    .where('organization_id', '=', scope.organizationId)
    .execute()
  if (pin === null || stopIds.length === 0) return
  await sql`
    insert into stop_pins (stop_id, organization_id, plan_id, pin, created_by, created_at)
    select id, ${scope.organizationId}, ${planId}, ${pin}, ${scope.userId ?? null}, ${scope.now}::timestamptz
    from unnest(${stopIds}::text[]) as pinned(id)`.execute(scope.tx)
}

/** Brings deleted stops of the plan back, on no route; answers those that were deleted. */
export async function restoreStops(scope: Scope, planId: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await scope.tx
    .updateTable('stops')
    .set({
      deleted: false,
      deleted_at: null,
      route_id: null,
      vehicle_id: null,
      order: null,
      planned_arrival_time: null,
      planned_departure_time: null,
      estimated_arrival_time: null,
      estimated_departure_time: null,
      distance_to_previous_stop: null,
      distance_to_next_stop: null,
      optimization_warnings: json([]),
      updated_at: laterThanBefore(scope.now),
    })
    .where(sql<boolean>`id = any(${ids}::text[])`)
    .where('plan_id', '=', planId)
    .where('organization_id', '=', scope.organizationId)
    .where('deleted', '=', true)
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}

export async function restoreRoutes(scope: Scope, planId: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await scope.tx
    .updateTable('routes')
    .set({ deleted: false, deleted_at: null, updated_at: laterThanBefore(scope.now) })
    .where(sql<boolean>`id = any(${ids}::text[])`)
    .where('plan_id', '=', planId)
    .where('organization_id', '=', scope.organizationId)
    .where('deleted', '=', true)
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}

export async function setLocks(scope: Scope, routeIds: readonly string[], isLocked: boolean): Promise<void> {
  await scope.tx
    .updateTable('routes')
    .set({ is_locked: isLocked, updated_at: laterThanBefore(scope.now) })
    .where(sql<boolean>`id = any(${routeIds}::text[])`)
    .where('organization_id', '=', scope.organizationId)
    .where('is_locked', '!=', isLocked)
    .execute()
}

/** Which stops of the plan have packages, among these. */
export async function selectWithPackages(scope: Scope, stopIds: readonly string[]): Promise<Set<string>> {
  if (stopIds.length === 0) return new Set()
  const rows = await scope.tx
    .selectFrom('packages')
    .select('stop_id')
    .distinct()
    .where(sql<boolean>`stop_id = any(${stopIds}::text[])`)
    .where('organization_id', '=', scope.organizationId)
    .execute()
  return new Set(rows.map((row) => row.stop_id))
}

/** Of which plan this one is a copy. */
export async function selectOrigin(scope: Scope, planId: string) {
  const row = await scope.tx
    .selectFrom('plan_copies')
    .select(['origin_plan_id', 'origin_label', 'copied_at'])
    .where('plan_id', '=', planId)
    .where('organization_id', '=', scope.organizationId)
    .executeTakeFirst()
  if (!row) return undefined
  const { origin_plan_id: plan_id, origin_label: label, copied_at } = row
  return { plan_id, copied_at, ...(label === null ? {} : { label }) }
}

/** The copies of a plan that are still there, oldest first. */
export async function selectCopies(scope: Scope, planId: string) {
  const rows = await scope.tx
    .selectFrom('plan_copies')
    .innerJoin('plans', 'plans.id', 'plan_copies.plan_id')
    .select(['plan_copies.plan_id', 'plans.label', 'plan_copies.copied_at'])
    .where('plan_copies.origin_plan_id', '=', planId)
    .where('plan_copies.organization_id', '=', scope.organizationId)
    .where('plans.deleted', '=', false)
    .orderBy('plan_copies.copied_at')
    .orderBy('plan_copies.plan_id')
    .execute()
  return rows.map(({ label, ...row }) => ({ ...row, ...(label === null ? {} : { label }) }))
}

/** A text for each route of the plan that changes whenever its stops or their times do. */
export async function selectFingerprints(scope: Scope, planId: string): Promise<Map<string, string>> {
  const { rows } = await sql<{ route_id: string; print: string }>`
    select route_id, md5(string_agg(concat(id, ' ', updated_at, ' ', planned_arrival_time), ',' order by "order", id)) as print
    from stops where plan_id = ${planId} and organization_id = ${scope.organizationId} and route_id is not null
      and not deleted
    group by route_id`.execute(scope.tx)
  return new Map(rows.map(({ route_id, print }) => [route_id, print]))
}
