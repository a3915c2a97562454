// The routes that a charging place may matter to on days that are still to come: plans and routes in one statement.
import { sql } from 'kysely'
import type { Scope } from '../../frame/platform/scope.ts'

/** Default reserve (docs/electric-vans.md). */
const usualReserve = 0.15

/**
 * Returns routes of plans from a calendar date on that have not begun and charge at the place, and, with `alsoShort`, those whose
 * battery does not suffice.
 */
export async function listRoutesToCharge(
  scope: Scope,
  projectId: string,
  from: string,
  { placeId, alsoShort }: { placeId?: string; alsoShort: boolean },
): Promise<{ id: string; plan_id: string }[]> {
  const chargesHere =
    placeId === undefined
      ? sql`false`
      : sql`coalesce(r.planned_charge -> 'charging' @> ${JSON.stringify([{ charging_place_id: placeId }])}::jsonb, false)`
  const isShort = alsoShort
    ? sql`(r.planned_charge ->> 'lowest')::double precision
        < coalesce((r.battery ->> 'reserve')::double precision, ${usualReserve}) - 0.0005`
    : sql`false`
  const { rows } = await sql<{ id: string; plan_id: string }>`
    select r.id, r.plan_id from plans p join routes r on r.plan_id = p.id and not r.deleted and r.status = 'not_started'
    where p.organization_id = ${scope.organizationId} and p.project_id = ${projectId} and not p.deleted
      and p.status <> 'finished' and p.execution_date >= ${`${from}T00:00:00Z`}::timestamptz
      and r.planned_charge is not null and (${chargesHere} or ${isShort})
    order by r.id`.execute(scope.tx)
  return rows
}
