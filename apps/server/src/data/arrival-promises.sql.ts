// Every statement that writes arrival windows that were told.
import { sql } from 'kysely'
import type { Db } from '../frame/platform/db.ts'
import type { Scope } from '../frame/platform/scope.ts'
import { type ArrivalPromiseRow, arrivalPromiseTable } from './arrival-promise-table.ts'
import { insertRows } from './insert-rows.ts'
import { listRecords, removeRows } from './record-statements.ts'

/**
 * Inserts windows of any organizations. The same window of a stop told again in the same way is no new promise; processes that
 * tell it at the same time may both insert it.
 */
export async function insertPromises(db: Db, rows: readonly ArrivalPromiseRow[]): Promise<number> {
  const isNew = sql`where not exists (
    select from (
      select window_from, window_to from arrival_promises before
      where before.stop_id = r.stop_id and before.told_by = r.told_by and before.plan_id = r.plan_id
      order by before.told_at desc, before.id desc limit 1
    ) last where last.window_from = r.window_from and last.window_to = r.window_to)
    and exists (select from projects where projects.id = r.project_id)`
  return insertRows(db as Scope['tx'], arrivalPromiseTable, rows, isNew)
}

/** Returns the windows of a stop in the order in which they were told. */
export async function listPromisesOfStop(scope: Scope, stopId: string, most: number): Promise<ArrivalPromiseRow[]> {
  const rows = await listRecords(
    scope,
    arrivalPromiseTable,
    { stop_id: stopId },
    sql`order by told_at desc, id desc limit ${most}`,
  )
  return rows.reverse()
}

/** Returns the window told last for each open stop of a plan. */
export async function listLastPromises(scope: Scope, planId: string): Promise<{ stop_id: string; window_to: Date }[]> {
  const { rows } = await sql<{ stop_id: string; window_to: Date }>`
    select distinct on (stop_id) stop_id, window_to from arrival_promises
    where organization_id = ${scope.organizationId} and plan_id = ${planId} and outcome is null
      and stop_id in (select id from stops where plan_id = ${planId} and status = 'pending')
    order by stop_id, told_at desc, id desc`.execute(scope.tx)
  return rows
}

/**
 * Scores windows of finished stops, up to `most`, and returns how many. The arrival is the reported one, else the time of the
 * report less the duration of the visit. Void are unknown arrivals (no report, one typed by a dispatcher, sent by a program or
 * made elsewhere, or one so far off that it was made later), and stops that were deleted, moved to another day or never tried.
 */
export async function scorePromises(db: Db, now: Date, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update arrival_promises p set came_at = f.came_at, route_id = f.route_id, vehicle_id = f.vehicle_id,
      outcome = case
        when f.came_at is null or abs(f.off) > ${mostSecondsOff} then 'void'
        when f.off < 0 then 'early' when f.off > 0 then 'late' else 'kept' end,
      seconds_off = case when abs(f.off) <= ${mostSecondsOff} then f.off end
    from (
      select due.id, facts.*, round(extract(epoch from case
        when facts.came_at < due.window_from then facts.came_at - due.window_from
        when facts.came_at > due.window_to then facts.came_at - due.window_to
        else interval '0' end))::integer as off
      from arrival_promises due
      left join stops s on s.id = due.stop_id and not s.deleted and s.plan_id = due.plan_id
      left join lateral (
        select created_at, time_in_stop, reporter, location_distance from reports
        where stop_id = s.id and stop_moves = s.moves order by created_at desc, id desc limit 1
      ) r on true
      cross join lateral (
        select coalesce(s.route_id, due.route_id) as route_id, coalesce(s.vehicle_id, due.vehicle_id) as vehicle_id,
          case when s.status in ('completed', 'incomplete') then coalesce(s.arrived_at, case
            when coalesce(r.reporter, 'driver') = 'driver' and coalesce(r.location_distance, 0) <= ${farthestMeters}
            then r.created_at - make_interval(secs => coalesce(r.time_in_stop, 0)) end) end as came_at
      ) facts
      where due.outcome is null and due.window_from < ${now}::timestamptz + interval '1 day'
        and (s.id is null or s.status <> 'pending' or due.window_to < ${now}::timestamptz - interval '7 days')
      order by due.window_from limit ${most}
    ) f where p.id = f.id`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** A larger deviation means that the report was made later. */
const mostSecondsOff = sql.lit(4 * 3_600)
/** A report from farther away was made later, or at another door. */
const farthestMeters = sql.lit(250)

export async function removePromises(scope: Scope, ids: readonly string[]): Promise<number> {
  return removeRows(scope, arrivalPromiseTable, { id: ids })
}

export async function removePromisesOfStops(scope: Scope, stopIds: readonly string[]): Promise<number> {
  return removeRows(scope, arrivalPromiseTable, { stop_id: stopIds })
}

export async function removeOldPromises(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('arrival_promises').where('told_at', '<', before).execute()
}
