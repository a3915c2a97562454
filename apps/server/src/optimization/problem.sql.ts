// The queries that read and write a whole plan for the optimizer.
import { sql } from 'kysely'
import type { WarningValue } from '../platform/schema.ts'
import { json, laterThanBefore, type Scope } from '../platform/scope.ts'
import type { PlanRow } from '../resources/plan.ts'
import type { StopRow } from '../resources/stop.ts'

export async function findPlan(scope: Scope, planId: string): Promise<PlanRow | undefined> {
  return scope.tx
    .selectFrom('plans')
    .selectAll()
    .where('id', '=', planId)
    .where('organization_id', '=', scope.organizationId)
    .where('deleted', '=', false)
    .executeTakeFirst()
}

/** The stops of a plan that are not deleted: those of routes in driving order, the others as they were created. */
export async function selectStopsOfPlan(scope: Scope, planId: string): Promise<StopRow[]> {
  return scope.tx
    .selectFrom('stops')
    .selectAll()
    .where('plan_id', '=', planId)
    .where('organization_id', '=', scope.organizationId)
    .where('deleted', '=', false)
    .orderBy('route_id')
    .orderBy(sql`"order" asc nulls last`)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Those of the stops that are on no route, as they were created. */
export async function selectUnassignedStops(scope: Scope, stopIds: readonly string[]): Promise<StopRow[]> {
  return scope.tx
    .selectFrom('stops')
    .selectAll()
    .where(sql<boolean>`id = any(${stopIds}::text[])`)
    .where('organization_id', '=', scope.organizationId)
    .where('route_id', 'is', null)
    .where('deleted', '=', false)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** The stops of a plan that have packages. */
export async function selectStopsWithPackages(scope: Scope, planId: string): Promise<Set<string>> {
  const rows = await scope.tx
    .selectFrom('stops')
    .select('stops.id')
    .where('plan_id', '=', planId)
    .where('organization_id', '=', scope.organizationId)
    .where('deleted', '=', false)
    .where((eb) =>
      eb.exists(eb.selectFrom('packages').select('packages.id').whereRef('packages.stop_id', '=', 'stops.id')),
    )
    .execute()
  return new Set(rows.map((row) => row.id))
}

/** What dispatchers pinned, by stop id. */
export async function selectPins(scope: Scope, planId: string): Promise<Map<string, 'route' | 'place'>> {
  const rows = await scope.tx
    .selectFrom('stop_pins')
    .select(['stop_id', 'pin'])
    .where('plan_id', '=', planId)
    .where('organization_id', '=', scope.organizationId)
    .execute()
  return new Map(rows.map(({ stop_id, pin }) => [stop_id, pin]))
}

/** Writes why stops are unassigned; rows that say it already stay untouched. */
export async function writeWarnings(
  scope: Scope,
  warnings: ReadonlyMap<string, readonly WarningValue[]>,
): Promise<void> {
  if (warnings.size === 0) return
  const rows = [...warnings].map(([id, optimization_warnings]) => ({ id, optimization_warnings }))
  await sql`
    update stops set optimization_warnings = r.optimization_warnings, updated_at = ${laterThanBefore(scope.now)}
    from jsonb_to_recordset(${json(rows)}::jsonb) as r (id text, optimization_warnings jsonb)
    where stops.id = r.id and stops.organization_id = ${scope.organizationId}
      and stops.optimization_warnings is distinct from r.optimization_warnings`.execute(scope.tx)
}
