// Counts the attempts of orders, and finds those that may not be tried again.
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../frame/platform/scope.ts'

/** Stops of the same order as `s`: those with its external id, type and client, else itself. */
const ordersOfStop = sql`
  select s.id union select o.id from stops o
  where o.organization_id = s.organization_id and o.project_id = s.project_id and o.external_id = s.external_id
    and o.type = s.type and o.client_id is not distinct from s.client_id and not o.deleted`

/** Counts reports of visits; one that a dispatcher canceled without a visit does not count (report-rules.ts, isAttempt). */
const visits = sql`
  (select count(*) from reports r where r.stop_id in (${ordersOfStop})
    and (r.type <> 'service_report_canceled' or r.reporter is distinct from 'dispatcher'))`

const limitOf = sql`
  coalesce((select c.max_attempts from clients c where c.id = s.client_id),
    (select (p.settings ->> 'max_attempts')::integer from projects p where p.id = s.project_id))`

export async function countAttempts(
  scope: Scope,
  stopId: string,
): Promise<{ attempts: number; max_attempts: number | null }> {
  const { rows } = await sql<{ attempts: number; max_attempts: number | null }>`
    select ${visits}::integer as attempts, ${limitOf} as max_attempts from stops s
    where s.id = ${stopId} and s.organization_id = ${scope.organizationId}`.execute(scope.tx)
  return rows[0]!
}

/** Returns the failed deliveries without attempts left that do not go back to their sender yet. */
export async function selectUsedUp(scope: Scope, which: { stopId: string } | { planId: string }): Promise<string[]> {
  const isMeant: RawBuilder<unknown> =
    'stopId' in which ? sql`s.id = ${which.stopId}` : sql`s.plan_id = ${which.planId}`
  // The evaluation order of `case` is guaranteed: visits are counted only where there is a limit.
  const { rows } = await sql<{ id: string }>`
    select s.id from stops s
    where ${isMeant} and s.organization_id = ${scope.organizationId} and not s.deleted and s.type = 'delivery'
      and s.status in ('canceled', 'incomplete') and s.return_to_sender_at is null
      and case when ${limitOf} is null then false else ${visits} >= ${limitOf} end
    order by s.id`.execute(scope.tx)
  return rows.map(({ id }) => id)
}
