// The queries for the performance of vehicles: sums over their routes and stops.
import { sql } from 'kysely'
import type { Scope } from '../../frame/platform/scope.ts'

type Sums = Record<string, number>

export async function selectRouteSums(scope: Scope, vehicleIds: readonly string[], start: Date, end: Date) {
  const { rows } = await sql<{ vehicle_id: string } & Record<string, number | null>>`
    select routes.vehicle_id, count(*) as total_routes, sum(planned_distance) as planned_distance,
      sum(straight_distance) as straight_distance, sum(distance_traveled) as distance_traveled,
      sum(greatest(planned_end_time - planned_start_time, 0)) as planned_time,
      sum(greatest(extract(epoch from end_date - start_date), 0)) as real_time
    from routes join plans on plans.id = routes.plan_id and plans.deleted = false
    where routes.organization_id = ${scope.organizationId} and routes.deleted = false
      and routes.vehicle_id = any(${vehicleIds}::text[])
      and plans.execution_date between ${start} and ${end}
    group by routes.vehicle_id`.execute(scope.tx)
  return byVehicle(rows)
}

export async function selectStopSums(scope: Scope, vehicleIds: readonly string[], start: Date, end: Date) {
  // Midnight of the plan's day on the project's clock, so that planned seconds become moments.
  const { rows } = await sql<{ vehicle_id: string } & Record<string, number | null>>`
    with done as (
      select stops.*, (plans.execution_date at time zone 'UTC')::date::timestamp at time zone projects.timezone as midnight
      from stops
      join plans on plans.id = stops.plan_id and plans.deleted = false
      join projects on projects.id = plans.project_id
      where stops.organization_id = ${scope.organizationId} and stops.deleted = false
        and stops.vehicle_id = any(${vehicleIds}::text[])
        and plans.execution_date between ${start} and ${end}
    ), timed as (
      select done.*, midnight + make_interval(secs => planned_departure_time) as planned_at,
        midnight + make_interval(secs => (time_windows -> -1 ->> 1)::integer + coalesce(duration, 0)) as closes_at
      from done
    )
    select vehicle_id, count(*) as total_stops,
      count(*) filter (where status = 'completed') as completed_stops,
      count(*) filter (where status = 'incomplete') as incomplete_stops,
      count(*) filter (where status = 'canceled') as canceled_stops,
      sum(report_attempts) as report_attempts,
      count(*) filter (where status = 'completed' and finished_at <= coalesce(closes_at, planned_at)) as on_time_stops,
      avg(extract(epoch from finished_at - planned_at)) filter (where finished_at is not null) as average_delay,
      (select avg(time_in_stop) from reports
        where stop_id in (select id from timed as own where own.vehicle_id = timed.vehicle_id)) as average_time_in_stop,
      (select avg(rating) from surveys
        where stop_id in (select id from timed as own where own.vehicle_id = timed.vehicle_id)) as average_rating
    from timed group by vehicle_id`.execute(scope.tx)
  return byVehicle(rows)
}

/** Keeps numbers only; null columns are left out. */
function byVehicle(rows: readonly ({ vehicle_id: string } & Record<string, number | null | string>)[]) {
  return new Map(
    rows.map(({ vehicle_id, ...sums }) => [
      vehicle_id,
      Object.fromEntries(
        Object.entries(sums).flatMap(([name, value]) => (value === null ? [] : [[name, Number(value)]])),
      ) as Sums,
    ]),
  )
}
