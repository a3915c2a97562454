// What vehicles did in a span of days: counts, punctuality, distances and ratings of their routes.
import { sql } from 'kysely'
import { endInstant, startInstant } from '../platform/calendar.ts'
import type { Scope } from '../platform/scope.ts'
import { getVehiclesOfProject } from './vehicles.ts'

export interface PerformanceQuery {
  vehicle_ids: readonly string[]
  start?: string | null
  end?: string | null
}

const defaultMilliseconds = 30 * 86_400_000

/**
 * Performance by vehicle id over the plans whose execution date lies in the span (the last 30 days by default). A stop is
 * on time when it was finished before its last time window closed, or without windows before its planned departure. The
 * delay is finish minus planned departure, by the clock of the project. Throws 404 for a vehicle that is not of the project.
 */
export async function getPerformance(scope: Scope, projectId: string, query: PerformanceQuery) {
  const vehicles = await getVehiclesOfProject(scope, projectId, query.vehicle_ids)
  const end = query.end ? endInstant(query.end) : scope.now
  const start = query.start ? startInstant(query.start) : new Date(end.getTime() - defaultMilliseconds)
  const ids = vehicles.map((vehicle) => vehicle.id)
  const routes = await selectRouteSums(scope, ids, start, end)
  const stops = await selectStopSums(scope, ids, start, end)
  const performance = Object.fromEntries(
    ids.map((id) => [id, { ...emptyRoutes, ...routes.get(id), ...emptyStops, ...stops.get(id) }]),
  )
  return { performance }
}

const emptyRoutes = { total_routes: 0, planned_distance: 0, distance_traveled: 0, planned_time: 0, real_time: 0 }
const emptyStops = {
  total_stops: 0,
  completed_stops: 0,
  incomplete_stops: 0,
  canceled_stops: 0,
  report_attempts: 0,
  on_time_stops: 0,
}

type Sums = Record<string, number>

async function selectRouteSums(scope: Scope, vehicleIds: readonly string[], start: Date, end: Date) {
  const { rows } = await sql<{ vehicle_id: string } & Record<string, number | null>>`
    select routes.vehicle_id, count(*) as total_routes, sum(planned_distance) as planned_distance,
      sum(distance_traveled) as distance_traveled,
      sum(greatest(planned_end_time - planned_start_time, 0)) as planned_time,
      sum(greatest(extract(epoch from end_date - start_date), 0)) as real_time
    from routes join plans on plans.id = routes.plan_id and plans.deleted = false
    where routes.organization_id = ${scope.organizationId} and routes.deleted = false
      and routes.vehicle_id = any(${vehicleIds}::text[])
      and plans.execution_date between ${start} and ${end}
    group by routes.vehicle_id`.execute(scope.tx)
  return byVehicle(rows)
}

async function selectStopSums(scope: Scope, vehicleIds: readonly string[], start: Date, end: Date) {
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

/** Numbers only; what is null has no value and stays out. */
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
