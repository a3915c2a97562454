// Every statement on what dispatchers pinned.
import { sql } from 'kysely'
import type { Scope } from '../platform/scope.ts'

/** What dispatchers pinned, by stop id. */
export async function findPins(scope: Scope, planId: string): Promise<Map<string, 'route' | 'place'>> {
  const rows = await scope.tx
    .selectFrom('stop_pins')
    .select(['stop_id', 'pin'])
    .where('plan_id', '=', planId)
    .where('organization_id', '=', scope.organizationId)
    .execute()
  return new Map(rows.map(({ stop_id, pin }) => [stop_id, pin]))
}

/** The pins of a plan that still hold: of pending stops on its routes. */
export async function listHoldingPins(scope: Scope, planId: string) {
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
