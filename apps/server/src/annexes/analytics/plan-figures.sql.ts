// Queries for the figures of single plans to be stored, and for the plans that lack them.
import { type RawBuilder, sql } from 'kysely'
import {
  figureRevision,
  type PlanFigureRow,
  type PlanGroupFigureRow,
  type PlanWordRow,
  routeCounts,
  stopCounts,
} from '../../data/plan-figure-tables.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { routeFigures } from './route-facts.sql.ts'
import { areaFigures, clientFigures, type Days, noStopCounts, stopFigures, timesAtStops } from './stop-facts.sql.ts'

/** When the day of a plan began where its project is. */
export const midnight = sql`(plans.execution_date at time zone 'UTC')::date::timestamp at time zone projects.timezone`

const ofStops = sql.join(stopCounts.map((name) => sql.ref(name)))
const ofRoutes = sql.join(routeCounts.map((name) => sql.ref(name)))
const sums = sql.join([...stopCounts, ...routeCounts].map((name) => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`))
const noRouteCounts = sql.join(routeCounts.map((name) => sql`0 as ${sql.ref(name)}`))

/** Query for the counts of the plans of `days`, by plan, vehicle and route; stops on no route have neither. */
export function computeFigures(days: Days): RawBuilder<unknown> {
  return sql`
    select plan_id, vehicle_id, route_id, max(fuel_type) as fuel_type, max(consumption) as consumption,
      max(travel_mode) as travel_mode, ${sums}
    from (
      select plan_id, vehicle_id, route_id, null as fuel_type, null::double precision as consumption, null as travel_mode,
        ${ofStops}, ${noRouteCounts} from (${stopFigures(days)}) of_stops
      union all select plan_id, vehicle_id, route_id, fuel_type, consumption, travel_mode, ${noStopCounts}, ${ofRoutes}
      from (${routeFigures(days)}) of_routes
    ) both_kinds group by plan_id, vehicle_id, route_id`
}

/** Why stops of the plans of `days` failed, what recipients said, and how long stops took, by plan. */
export function getWords(days: Days): RawBuilder<unknown> {
  return sql`
    select days.id as plan_id, 'cancel_reason' as kind, r.cancel_reason as word, count(distinct r.stop_id) as count
    from ${days} as days join reports r on r.plan_id = days.id and r.cancel_reason is not null
    join stops s on s.id = r.stop_id and s.plan_id = days.id and s.deleted = false
    where s.report_attempts > 0 or s.status = 'canceled' group by days.id, r.cancel_reason
    union all
    select days.id, 'rating_tag', v.rating_tag, count(*)
    from ${days} as days join stops s on s.plan_id = days.id and s.deleted = false
    join surveys v on v.stop_id = s.id and v.rating_tag is not null group by days.id, v.rating_tag
    union all ${timesAtStops(days)}`
}

/** Query for the counts of the plans of `days` by client or by zone. */
export function getGroups(days: Days, kind: PlanGroupFigureRow['kind']): RawBuilder<unknown> {
  return kind === 'client' ? clientFigures(days) : areaFigures(days)
}

export interface PlanToCount {
  id: string
  organization_id: string
}

/** Plans of all organizations whose day ended before the moment and whose figures are not kept, the newest days first. */
export async function selectPlansToCount(scope: Pick<Scope, 'tx'>, before: Date, most: number): Promise<PlanToCount[]> {
  const { rows } = await sql<PlanToCount>`
    select plans.id, plans.organization_id from plans
    join projects on projects.id = plans.project_id and projects.deleted = false
    where plans.deleted = false and plans.status <> 'draft' and plans.execution_date < ${before}
      and not exists (select 1 from plan_figures f
        where f.plan_id = plans.id and f.midnight = ${midnight} and f.revision = ${sql.lit(figureRevision)})
    order by plans.execution_date desc, plans.id limit ${most}`.execute(scope.tx)
  return rows
}

/** The figures of plans as they are now, by route; a plan without stops and routes has a row of noughts. */
export async function selectPlanFigures(scope: Scope, planIds: readonly string[]): Promise<PlanFigureRow[]> {
  const names = [...stopCounts, ...routeCounts]
  const values = names.map((name) => sql`coalesce(${sql.ref(name)}, 0)::double precision as ${sql.ref(name)}`)
  const { rows } = await sql<PlanFigureRow>`
    with days as materialized (${getDays(scope, planIds)})
    select days.id as plan_id, vehicle_id, route_id, ${sql.lit(figureRevision)} as revision, midnight, fuel_type, consumption,
      travel_mode, ${sql.join(values)}
    from days left join (${computeFigures(sql`days`)}) figures on plan_id = days.id`.execute(scope.tx)
  return rows
}

export async function selectPlanGroups(scope: Scope, planIds: readonly string[]): Promise<PlanGroupFigureRow[]> {
  const values = sql.join(stopCounts.map((name) => sql`${sql.ref(name)}::double precision as ${sql.ref(name)}`))
  const { rows } = await sql<PlanGroupFigureRow>`
    with days as materialized (${getDays(scope, planIds)})
    select plan_id, 'client' as kind, group_id, ${values} from (${getGroups(sql`days`, 'client')}) clients
    union all select plan_id, 'area', group_id, ${values} from (${getGroups(sql`days`, 'area')}) areas`.execute(
    scope.tx,
  )
  return rows
}

export async function selectPlanWords(scope: Scope, planIds: readonly string[]): Promise<PlanWordRow[]> {
  const { rows } = await sql<PlanWordRow>`
    with days as materialized (${getDays(scope, planIds)}) ${getWords(sql`days`)}`.execute(scope.tx)
  return rows
}

function getDays(scope: Scope, planIds: readonly string[]): RawBuilder<unknown> {
  return sql`
    select plans.id, plans.project_id, ${midnight} as midnight from plans join projects on projects.id = plans.project_id
    where plans.organization_id = ${scope.organizationId} and plans.id = any(${planIds}::text[])`
}
