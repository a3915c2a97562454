// The week of traffic of a project, and what the ways of a route take at which hour.
import type { LearnedTraffic, RouteHours, TrafficWeek } from '@routewright/contract'
import { TYPICAL_WEEK } from '@routewright/roads'
import { auditRecord } from '../../../accounts/audit/audit.ts'
import { getProject, requireProjectAsSeen, requireProjectManager } from '../../../accounts/projects/projects.ts'
import type { ProjectRow } from '../../../data/project-tables.ts'
import { updateProjectRow } from '../../../data/projects.sql.ts'
import { listStopsOfRoutes } from '../../../data/stops.sql.ts'
import { invalidPayload } from '../../../frame/platform/api-error.ts'
import type { Scope } from '../../../frame/platform/scope.ts'
import { getLegHours, secondsByHour } from '../../../planning/modelling/by-hour.ts'
import { listWaypoints } from '../../../planning/modelling/evaluate-route.ts'
import { findPlace, hasPlace } from '../../../planning/modelling/places.ts'
import type { RouteWithStops } from '../../../planning/modelling/plan-problem.ts'
import type { PlanSettings } from '../../../planning/modelling/settings.ts'
import { getTravelClass } from '../../../planning/modelling/travel-class.ts'
import { getRoute } from '../../../planning/routes/routes.ts'
import { loadContexts } from '../../../planning/sequence/sequence.ts'
import { learnTravel } from '../learning.ts'
import { readTrafficTable, writeTrafficTable } from './traffic-table.ts'

/** Most mistakes listed: nobody reads more. */
const mostMistakes = 10

/** Throws 404, 403. */
export async function findTrafficWeek(scope: Scope, projectId: string): Promise<TrafficWeek> {
  return getWeek(await getProject(scope, projectId))
}

/** Throws 404, 403, highway.validation.error.invalid_payload with the lines that are wrong. */
export async function bringTrafficWeek(scope: Scope, projectId: string, csv: string): Promise<TrafficWeek> {
  const { week, mistakes } = readTrafficTable(csv)
  if (mistakes.length > 0) {
    const more = mistakes.length > mostMistakes ? `; and ${mistakes.length - mostMistakes} more` : ''
    throw invalidPayload('csv', `${mistakes.slice(0, mostMistakes).join('; ')}${more}`)
  }
  return change(scope, projectId, week)
}

/** Throws 404, 403. */
export async function dropTrafficWeek(scope: Scope, projectId: string): Promise<TrafficWeek> {
  return change(scope, projectId, null)
}

/** A week as driven days have it, for somebody to bring. Throws 404, 403 for those who do not manage the project. */
export async function learnTrafficWeek(scope: Scope, projectId: string): Promise<LearnedTraffic> {
  const project = await getProject(scope, projectId)
  requireProjectManager(scope, projectId, 'learn a week of traffic')
  const { state, legs, days, before, trial, week } = await learnTravel(scope, project)
  const mean = (sum: number) => Math.round(sum / trial.visits)
  return {
    state,
    legs,
    days,
    compared_with: before,
    ...(trial.visits > 0 ? { given_error: mean(trial.given), learned_error: mean(trial.learned) } : {}),
    ...(state === 'learned' ? { csv: writeTrafficTable(week) } : {}),
  }
}

async function change(scope: Scope, projectId: string, week: ProjectRow['traffic_week']): Promise<TrafficWeek> {
  const project = await getProject(scope, projectId, 'lock')
  requireProjectManager(scope, projectId, 'change the settings of a project')
  await requireProjectAsSeen(scope, project)
  await auditRecord(scope, 'updated', 'project', { id: projectId, project_id: projectId }, { traffic_week: week })
  return getWeek(await updateProjectRow(scope, projectId, { traffic_week: week }))
}

function getWeek({ traffic_week }: Pick<ProjectRow, 'traffic_week'>): TrafficWeek {
  const { motorway, main, other } = traffic_week ?? TYPICAL_WEEK
  const week = { motorway: [...motorway], main: [...main], other: [...other] }
  return { is_own: traffic_week !== null, week, csv: writeTrafficTable(week) }
}

/** A minute more or less is worth a word. */
const noticedSeconds = 60

/** Returns the times of the legs of a route, at the hours when it may be on the road. Throws 404, 403. */
export async function findRouteHours(scope: Scope, routeId: string): Promise<RouteHours> {
  const route = await getRoute(scope, routeId)
  const stops = await listStopsOfRoutes(scope, [routeId])
  const { settings } = (await loadContexts(scope, [route.plan_id])).get(route.plan_id)!
  const travelClass = getTravelClass(route, settings)
  const one = { route, stops }
  const ends = listLegs(one)
  const points = listWaypoints(one)
  const path = points.length > 1 ? await scope.travel.path(points, travelClass) : undefined
  const hours = getHours(one)
  const legs = ends.map(({ stop_id, departs_at }, leg) => {
    const secondsAt = (departure: number) =>
      Math.round(secondsByHour(settings, travelClass, path!.legSeconds[leg]!, getLegHours(path!, leg), departure))
    const found = hours.map((at) => ({ at, seconds: secondsAt(at) }))
    return {
      ...(stop_id === undefined ? {} : { stop_id }),
      ...(departs_at === undefined ? {} : { departs_at, seconds: secondsAt(departs_at) }),
      ...(path!.legAvoided?.[leg] && { avoided: [...path!.legAvoided[leg]] }),
      hours: found.filter(({ seconds }, at) => seconds !== found[at - 1]?.seconds),
    }
  })
  const range = (all: readonly { seconds: number }[]) =>
    Math.max(...all.map(({ seconds }) => seconds)) - Math.min(...all.map(({ seconds }) => seconds))
  const differing = legs.filter((leg) => leg.hours.length > 1 && range(leg.hours) >= noticedSeconds).length
  return { by_hour: isByHour(settings, travelClass), legs, differing }
}

function isByHour(
  { traffic }: Pick<PlanSettings, 'traffic'>,
  { withMixes }: ReturnType<typeof getTravelClass>,
): boolean {
  return traffic !== undefined && withMixes === true
}

/** In the order of the way: where each leads, and when it is left by the plan. */
function listLegs({ route, stops }: RouteWithStops): { stop_id?: string; departs_at?: number }[] {
  const legs: { stop_id?: string; departs_at?: number }[] = []
  let isSomewhere = findPlace(route.start_location) !== undefined
  const { planned_start_time: starts, planned_loading_time: loading } = route
  let leaves = starts === null ? null : starts + (loading ?? 0)
  for (const stop of stops) {
    if (!hasPlace(stop)) continue
    if (isSomewhere) legs.push({ stop_id: stop.id, ...(leaves === null ? {} : { departs_at: leaves }) })
    isSomewhere = true
    leaves = stop.planned_departure_time
  }
  if (isSomewhere && findPlace(route.end_location)) legs.push(leaves === null ? {} : { departs_at: leaves })
  return legs
}

/** Full hours from the beginning of the working time, or of the route, to its end. */
function getHours({ route }: RouteWithStops): number[] {
  const [from, to] = route.time_window ?? [route.planned_start_time ?? 0, route.planned_end_time ?? 86_400]
  const first = Math.floor(from / 3_600)
  return Array.from({ length: Math.max(1, Math.ceil(to / 3_600) - first + 1) }, (_, at) => (first + at) * 3_600)
}
