// Reads of one plan or of all plans of a day: their routes and stops as plain arrays.

import type { QueryOf } from '@routewright/contract'
import { getProject, getVisibleProject } from '../../accounts/projects/projects.ts'
import { listIds } from '../../data/records.ts'
import type { RouteRow } from '../../data/route-table.ts'
import { listRoutesOfPlan } from '../../data/routes.sql.ts'
import { listRoutedStops, listStopsOfPlan } from '../../data/stops.sql.ts'
import { endInstant, startInstant } from '../../frame/platform/calendar.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { getPlan } from '../plans/plans.ts'
import { buildRouteRecords, routeRecords } from '../routes/routes.ts'
import { buildStopRecords, findAttachments, isSeen, type StopRecord, stopRecords } from '../stops/stops.ts'
import { listDayRoutes, listDayStops } from './day.sql.ts'

export type PlanStopQuery = QueryOf<'listPlanStops'>

/** An id, or null where the query says so in words. */
const wanted = (id: string | undefined) => (id === 'null' ? null : id)

/** The part of a list that was asked for. */
function getPart<T>(list: readonly T[], { offset, limit }: { offset: number; limit?: number }): T[] {
  return list.slice(offset, limit === undefined ? undefined : offset + limit)
}

/** GET /v2/plan/{id}/stops: the stops in the order of their creation, with tasks, reports and packages. */
export async function planStops(scope: Scope, planId: string, query: PlanStopQuery): Promise<StopRecord[]> {
  const filter = { status: query.status, route_id: wanted(query.route_id), vehicle_id: wanted(query.vehicle_id) }
  const isWhole = Object.values(filter).every((value) => value === undefined) && query.offset === 0 && !query.limit
  const [, all, attachments] = await Promise.all([
    getPlan(scope, planId),
    listStopsOfPlan(scope, planId, filter),
    isWhole ? findAttachments(scope, { planId }) : undefined,
  ])
  const stops = getPart(all, query)
  return attachments ? buildStopRecords(scope, stops, attachments) : stopRecords(scope, stops)
}

export type PlanRouteQuery = QueryOf<'listPlanRoutes'>

/** GET /v2/plan/{id}/routes: the routes, each with its stops in driving order. */
export async function planRoutes(scope: Scope, planId: string, query: PlanRouteQuery) {
  const vehicleId = wanted(query.vehicle_id)
  const [plan, routes, stops, attachments] = await Promise.all([
    getPlan(scope, planId),
    listRoutesOfPlan(scope, planId),
    listRoutedStops(scope, planId),
    findAttachments(scope, { planId, isRouted: true }),
  ])
  const isWanted = (route: RouteRow) =>
    (query.status === undefined || route.status === query.status) &&
    (vehicleId === undefined || route.vehicle_id === vehicleId)
  const wantedRoutes = getPart(routes.filter(isWanted), query)
  const ofRoutes = new Set<string | null>(listIds(wantedRoutes))
  const wantedStops = stops.filter((stop) => ofRoutes.has(stop.route_id))
  return buildRouteRecords(wantedRoutes, new Map([[plan.id, plan]]), {
    rows: wantedStops,
    records: await buildStopRecords(scope, wantedStops, attachments),
  })
}

export type DayQuery = QueryOf<'listDayStops'>

/** GET /v2/plans/stops: the stops of all plans of the project that are executed in the window, with their proof. */
export async function dayStops(scope: Scope, query: DayQuery): Promise<StopRecord[]> {
  const project = await getVisibleProject(scope, query.project_id)
  const { start, end } = getWindow(query)
  const stops = await listDayStops(scope, project.id, start, end)
  return stopRecords(
    scope,
    stops.filter((stop) => isSeen(scope, stop)),
  )
}

/** GET /v2/plans/routes: the routes of the same plans; without their stops unless they are asked for. */
export async function dayRoutes(scope: Scope, query: DayQuery & { stops: boolean }) {
  const project = await getProject(scope, query.project_id)
  const { start, end } = getWindow(query)
  return routeRecords(scope, await listDayRoutes(scope, project.id, start, end), { stops: query.stops })
}

/** The day in UTC, or the part of it that was asked for; both ends belong to it. */
function getWindow({ date, start, end }: DayQuery): { start: Date; end: Date } {
  const day = startInstant(date).toISOString().slice(0, 10)
  return { start: startInstant(start ?? day), end: endInstant(end ?? day) }
}
