// Every statement on stop pins.
import { sql } from 'kysely'
import type { Scope } from '../frame/platform/scope.ts'
import { stopPinTable } from './editor-tables.ts'
import { insertRows } from './insert-rows.ts'
import { listRecords, removeRows } from './record-statements.ts'

/** Returns the pins of a plan, by stop id. */
export async function findPins(scope: Scope, planId: string): Promise<Map<string, 'route' | 'place'>> {
  const rows = await listRecords(scope, stopPinTable, { plan_id: planId })
  return new Map(rows.map(({ stop_id, pin }) => [stop_id, pin]))
}

/** Returns the effective pins of a plan: those of pending stops on its routes. */
export async function listHoldingPins(scope: Scope, planId: string) {
  const { rows } = await sql<{ stop_id: string; pin: 'route' | 'place' }>`
    select p.stop_id, p.pin from stop_pins p join stops s on s.id = p.stop_id and s.plan_id = p.plan_id
    where p.plan_id = ${planId} and p.organization_id = ${scope.organizationId}
      and not s.deleted and s.status = 'pending' and s.route_id is not null
    order by p.stop_id`.execute(scope.tx)
  return rows
}

export async function putPins(
  scope: Scope,
  planId: string,
  stopIds: readonly string[],
  pin: 'route' | 'place' | null,
): Promise<void> {
  await removeRows(scope, stopPinTable, { stop_id: stopIds })
  if (pin === null) return
  const made = { organization_id: scope.organizationId, plan_id: planId, created_at: scope.now }
  const rows = stopIds.map((stop_id) => ({ stop_id, pin, created_by: scope.userId ?? null, ...made }))
  await insertRows(scope.tx, stopPinTable, rows)
}
