// The visits of past days, as plans, stops, reports and the address book tell them together.
import { sql } from 'kysely'
import { followsDays } from '../../data/day-paces.sql.ts'
import type {
  BreakStopValue,
  LocationValue,
  RouteBreakValue,
  RouteVehicleValue,
  TimeWindow,
} from '../../data/values.ts'
import type { Scope } from '../../frame/platform/scope.ts'

/**
 * Lets the transaction compute for longer than a connection may be idle between two statements: what a large fleet's visits teach takes minutes on a busy machine,
 * and the night would be lost.
 */
export async function allowLongComputing({ tx }: Pick<Scope, 'tx'>): Promise<void> {
  await sql`select set_config('idle_in_transaction_session_timeout', '0', true)`.execute(tx)
}

/** A completed stop with its last report, as the tables hold it. */
export interface VisitRow {
  client_id: string | null
  client_label: string | null
  client_since: Date | null
  default_duration: number | null
  route_id: string | null
  vehicle_id: string | null
  vehicle_label: string | null
  time_window: TimeWindow | null
  break_stop: BreakStopValue | null
  breaks: RouteBreakValue[]
  vehicle: RouteVehicleValue | null
  type: string
  weight: number | null
  volume: number | null
  lat: number | null
  lng: number | null
  location: LocationValue | null
  reported_at: Date
  time_in_stop: number
  location_distance: number | null
  reporter: string | null
  day: string
  execution_date: Date
  /** Seconds of the plan's day. */
  planned_arrival_time: number | null
  planned_departure_time: number | null
  planned_start_time: number | null
  drive_factor: number | null
  /** Position of the stop on its route. */
  order: number | null
  /** It is planned for the moment at which it opens: who is there before waits. */
  may_wait: boolean
}

/** Returns the latest visits since a day whose time was reported by a driver or a program. Reports typed by dispatchers say nothing. */
export async function selectVisits(scope: Scope, projectId: string, since: Date, most: number): Promise<VisitRow[]> {
  const { rows } = await sql<VisitRow>`
    select c.id as client_id, c.label as client_label, c.created_at as client_since, c.default_duration,
      s.route_id, rt.vehicle_id, rt.vehicle_label, rt.time_window, rt.vehicle, rt.break_stop, rt.breaks, s.type, s.weight, s.volume,
      (s.location ->> 'lat')::double precision as lat, (s.location ->> 'lng')::double precision as lng,
      s.location, r.reported_at, r.time_in_stop, r.location_distance, r.reporter,
      p.execution_date, s.planned_arrival_time, s.planned_departure_time, rt.planned_start_time, rt.drive_factor, s."order",
      exists (select from jsonb_array_elements(s.time_windows) w where (w ->> 0)::numeric = s.planned_arrival_time) as may_wait,
      to_char(p.execution_date at time zone 'UTC', 'YYYY-MM-DD') as day
    from plans p
    join stops s on s.plan_id = p.id and not s.deleted and s.status = 'completed'
    join lateral (
      select created_at as reported_at, time_in_stop, location_distance, reporter from reports
      where stop_id = s.id and type = 'service_report_completed' and time_in_stop is not null and stop_moves = s.moves
        and reporter is distinct from 'dispatcher'
      order by created_at desc, id desc limit 1
    ) r on true
    left join routes rt on rt.id = s.route_id
    left join clients c on c.id = s.client_id and not c.deleted
    where p.organization_id = ${scope.organizationId} and p.project_id = ${projectId} and not p.deleted
      and p.execution_date >= ${since}
    order by p.execution_date desc, s.id limit ${most}`.execute(scope.tx)
  return rows
}

/** A completed stop with a place, and where its last report was made. */
export interface PlaceVisitRow {
  client_id: string | null
  client_label: string | null
  route_id: string | null
  lat: number
  lng: number
  location: LocationValue
  location_validated: boolean
  reported_at: Date
  report_lat: number | null
  report_lng: number | null
  has_proof: boolean
  /** Sent by a program: when says nothing of how it was made. */
  is_of_program: boolean
  day: string
}

/** Returns the latest visits since a day as reported by drivers or programs, latest first. */
export async function selectPlaceVisits(
  scope: Scope,
  projectId: string,
  since: Date,
  most: number,
): Promise<PlaceVisitRow[]> {
  const { rows } = await sql<PlaceVisitRow>`
    select c.id as client_id, c.label as client_label, s.route_id, s.location, s.location_validated,
      (s.location ->> 'lat')::double precision as lat, (s.location ->> 'lng')::double precision as lng,
      r.reported_at, r.has_proof, r.is_of_program,
      (r.place ->> 'lat')::double precision as report_lat, (r.place ->> 'lng')::double precision as report_lng,
      to_char(p.execution_date at time zone 'UTC', 'YYYY-MM-DD') as day
    from plans p
    join stops s on s.plan_id = p.id and not s.deleted and s.status = 'completed' and s.location ->> 'lat' is not null
    join lateral (
      select created_at as reported_at, location as place, images <> '[]' or signature is not null as has_proof,
        reporter is not distinct from 'program' as is_of_program
      from reports where stop_id = s.id and type = 'service_report_completed' and stop_moves = s.moves
        and reporter is distinct from 'dispatcher'
      order by created_at desc, id desc limit 1
    ) r on true
    left join clients c on c.id = s.client_id and not c.deleted
    where p.organization_id = ${scope.organizationId} and p.project_id = ${projectId} and not p.deleted
      and p.execution_date >= ${since}
    order by p.execution_date desc, s.id limit ${most}`.execute(scope.tx)
  return rows
}

/** Days with a route under way, of all projects that follow how their days go. */
export async function listDaysUnderWay({
  tx,
}: Pick<Scope, 'tx'>): Promise<{ project_id: string; organization_id: string; day: string }[]> {
  const { rows } = await sql<{ project_id: string; organization_id: string; day: string }>`
    select distinct p.project_id, p.organization_id, to_char(p.execution_date at time zone 'UTC', 'YYYY-MM-DD') as day
    from projects pr join plans p on p.project_id = pr.id and not p.deleted and p.status = 'in_progress'
    where not pr.deleted and ${followsDays('pr')}
    order by p.organization_id, p.project_id, day`.execute(tx)
  return rows
}

/** Projects of all organizations that drove since a day: those that have something to learn. */
export async function listDrivingProjects(
  { tx }: Pick<Scope, 'tx'>,
  since: Date,
): Promise<{ id: string; organization_id: string }[]> {
  const { rows } = await sql<{ id: string; organization_id: string }>`
    select id, organization_id from projects where not deleted and exists (
      select 1 from plans where plans.project_id = projects.id and not plans.deleted and plans.status <> 'draft'
        and plans.execution_date >= ${since})
    order by organization_id, id`.execute(tx)
  return rows
}
