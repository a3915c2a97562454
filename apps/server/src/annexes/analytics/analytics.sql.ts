// The statements for the figures: stored sums of plans whose day has passed, and one pass over the stops and routes of the others.
import { type RawBuilder, sql } from 'kysely'
import {
  figureRevision,
  type PlanGroupFigureRow,
  type PlanWordRow,
  routeCounts,
  stopCounts,
} from '../../data/plan-figure-tables.ts'
import type { Energy } from '../../data/values.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { computeFigures, getGroups, getWords, midnight } from './plan-figures.sql.ts'
import { routeFigures } from './route-facts.sql.ts'

export interface Span {
  /** 'all' projects of the organization, or these. */
  projectIds: 'all' | readonly string[]
  start: Date
  end: Date
}

/** Which group a row of sums is of: none, a day, a week, a vehicle or a project. */
export interface GroupKey {
  day: string | null
  /** Its Monday. */
  week: string | null
  vehicle_id: string | null
  project_id: string | null
  /** Bits of `grouping(day, week, vehicle_id, project_id)`: 1 where the column is not part of the group. */
  groups: number
}
export type StopSums = Record<(typeof stopCounts)[number], number>
/** Sums of the counts of stops and routes. */
export type Counts = StopSums & Record<(typeof routeCounts)[number], number>
export type Sums = GroupKey & Counts

const names = [...stopCounts, ...routeCounts]
const joined = (columns: readonly string[]) => sql.join(columns.map((name) => sql.ref(name)))
const summed = (columns: readonly string[]) =>
  sql.join(columns.map((name) => sql`sum(${sql.ref(name)})::double precision as ${sql.ref(name)}`))

/** The plans of the span: by the index on project and execution date where projects are named. */
function getPlans(scope: Scope, { projectIds, start, end }: Span): RawBuilder<unknown> {
  const projects = projectIds === 'all' ? sql`` : sql`and plans.project_id = any(${projectIds}::text[])`
  return sql`
    select plans.id, plans.project_id, (plans.execution_date at time zone 'UTC')::date::text as day,
      date_trunc('week', plans.execution_date at time zone 'UTC')::date::text as week, ${midnight} as midnight,
      coalesce(plans.traffic_options ->> 'mode', projects.traffic_options ->> 'mode') as mode
    from plans join projects on projects.id = plans.project_id and projects.deleted = false
    where plans.organization_id = ${scope.organizationId} and plans.deleted = false and plans.status <> 'draft' ${projects}
      and plans.execution_date between ${start} and ${end}`
}

/** The plans of the span as `days`, and those of them whose figures are not kept as `fresh`. */
function findSpan(scope: Scope, span: Span): RawBuilder<unknown> {
  return sql`
    days as materialized (${getPlans(scope, span)}),
    fresh as materialized (select * from days where not exists (
      select 1 from plan_figures f
      where f.plan_id = days.id and f.midnight = days.midnight and f.revision = ${sql.lit(figureRevision)}
    ))`
}

/** Figures that are kept and still hold. */
const kept = sql`plan_figures join days on days.id = plan_id and days.midnight = plan_figures.midnight
  where revision = ${sql.lit(figureRevision)} and total_stops + total_routes > 0`

/**
 * Returns the counts over the plans of the span: in total, by day, by week, by vehicle and by project. A year has tens of
 * thousands of figures: they are summed twice, by day and project and by vehicle, and the rest is derived from the days.
 */
export async function selectSums(scope: Scope, span: Span): Promise<Sums[]> {
  const { rows } = await sql<Sums>`
    with ${findSpan(scope, span)},
    figures as (
      select plan_id, vehicle_id, ${joined(names)} from ${kept}
      union all select plan_id, vehicle_id, ${joined(names)} from (${computeFigures(sql`fresh`)}) counted_now
    ),
    sums as materialized (
      select day, week, project_id, vehicle_id, grouping(vehicle_id) = 0 as is_of_vehicle, ${summed(names)}
      from figures join days on days.id = plan_id group by grouping sets ((day, week, project_id), (vehicle_id))
    )
    select day, week, null as vehicle_id, project_id, grouping(day) * 8 + grouping(week) * 4 + 2 + grouping(project_id) as groups, ${summed(names)}
    from sums where not is_of_vehicle group by grouping sets ((), (day), (week), (project_id))
    union all select null, null, vehicle_id, null, 13, ${joined(names)} from sums where is_of_vehicle`.execute(scope.tx)
  return rows
}

/** Metres by what drove them, for the same groups. */
export async function selectEnergy(scope: Scope, span: Span): Promise<(GroupKey & Energy)[]> {
  const { rows } = await sql<GroupKey & Energy>`
    with ${findSpan(scope, span)},
    figures as (
      select plan_id, vehicle_id, fuel_type, consumption, travel_mode, planned_distance, driven_distance from ${kept}
      union all select plan_id, vehicle_id, fuel_type, consumption, travel_mode, planned_distance, driven_distance
      from (${routeFigures(sql`fresh`)}) counted_now
    ),
    used as (
      select days.*, vehicle_id, fuel_type, consumption, coalesce(travel_mode, mode) as travel_mode, planned_distance,
        driven_distance
      from figures join days on days.id = plan_id where planned_distance > 0 or driven_distance > 0
    )
    select day, week, vehicle_id, project_id, grouping(day, week, vehicle_id, project_id)::integer as groups,
      fuel_type, consumption, travel_mode, ${summed(['planned_distance', 'driven_distance'])}
    from used group by grouping sets (
      (fuel_type, consumption, travel_mode), (fuel_type, consumption, travel_mode, day),
      (fuel_type, consumption, travel_mode, week), (fuel_type, consumption, travel_mode, vehicle_id),
      (fuel_type, consumption, travel_mode, project_id))`.execute(scope.tx)
  return rows
}

export interface RouteSums extends Counts, Pick<Energy, 'fuel_type' | 'consumption' | 'travel_mode'> {
  day: string
  project_id: string
  route_id: string | null
  vehicle_id: string | null
  time_window: [number, number] | null
}

/** The same by route, with what it takes to tell who drove it. */
export async function selectRouteSums(scope: Scope, span: Span): Promise<RouteSums[]> {
  const columns = sql`plan_id, vehicle_id, route_id, fuel_type, consumption, travel_mode, ${joined(names)}`
  const values = sql.join(names.map((name) => sql`${sql.ref(`figures.${name}`)}::double precision as ${sql.ref(name)}`))
  const { rows } = await sql<RouteSums>`
    with ${findSpan(scope, span)},
    figures as (
      select ${columns} from ${kept} union all select ${columns} from (${computeFigures(sql`fresh`)}) counted_now
    )
    select day, days.project_id, figures.vehicle_id, figures.route_id, routes.time_window, fuel_type, consumption,
      coalesce(travel_mode, mode) as travel_mode, ${values}
    from figures join days on days.id = figures.plan_id left join routes on routes.id = figures.route_id
    order by day, figures.plan_id, figures.route_id`.execute(scope.tx)
  return rows
}

/** Returns the counts of the stops of the span by client or by zone, most stops first. */
export async function selectGroupSums(
  scope: Scope,
  span: Span,
  kind: PlanGroupFigureRow['kind'],
): Promise<(StopSums & { group_id: string | null })[]> {
  const columns = sql`group_id, ${joined(stopCounts)}`
  const { rows } = await sql<StopSums & { group_id: string | null }>`
    with ${findSpan(scope, span)},
    figures as (
      select ${columns} from plan_group_figures
      where kind = ${kind} and plan_id in (select id from days) and plan_id not in (select id from fresh)
      union all select ${columns} from (${getGroups(sql`fresh`, kind)}) counted_now
    )
    select group_id, ${summed(stopCounts)} from figures group by group_id
    order by sum(total_stops) desc, group_id`.execute(scope.tx)
  return rows
}

/** Words that were said of the stops of the span, those said most often first. */
export async function selectWords(scope: Scope, span: Span): Promise<Pick<PlanWordRow, 'kind' | 'word' | 'count'>[]> {
  const { rows } = await sql<Pick<PlanWordRow, 'kind' | 'word' | 'count'>>`
    with ${findSpan(scope, span)},
    words as (
      select kind, word, count from plan_words
      where plan_id in (select id from days) and plan_id not in (select id from fresh)
      union all select kind, word, count from (${getWords(sql`fresh`)}) counted_now
    )
    select kind, word, sum(count)::integer as count from words group by kind, word order by 3 desc, 2`.execute(scope.tx)
  return rows
}
