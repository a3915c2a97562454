// Applies a remedy: changes one route, stop or plan and places the stop, or changes nothing at all.

import type { Remedy, RemedyKind, RestoredValues } from '@routewright/contract'
import { longDaySeconds } from '@routewright/solver'
import { listIds } from '../../data/records.ts'
import type { RouteRow } from '../../data/route-table.ts'
import type { StopRow } from '../../data/stop-table.ts'
import { listTiedStops } from '../../data/stops.sql.ts'
import { apiError, invalidPayload } from '../../frame/platform/api-error.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { asDriven } from '../modelling/route-drivers.ts'
import { listZonesAt } from '../modelling/zones.ts'
import { getPlan } from '../plans/plans.ts'
import { getStop } from '../stops/stops.ts'
import { type Board, layStops, liftStops, openBoard, requireOpen, takeRoutes, takeStops } from './board.ts'
import { type EditOptions, finishEdit } from './effects.ts'
import { findBestPlace, listCandidates, takePlace } from './places.ts'
import { changeValues, isEmpty } from './values.ts'

/** Changes of a remedy, each in the form that its own operation takes. */
interface Change {
  route?: Omit<RestoredValues['routes'][number], 'route_id'>
  stop?: Omit<RestoredValues['stops'][number], 'stop_id'>
  allowLate?: boolean
}

/**
 * Applies the remedy and places the stop on the route where it fits best. Throws highway.stop.error.remedy_not_applicable
 * when the stop does not fit afterwards, and then nothing has changed; and what edits throw.
 */
export async function applyRemedy(scope: Scope, stopId: string, remedy: Remedy, options: EditOptions) {
  const stop = await getStop(scope, stopId)
  if (stop.plan_id === null) throw apiError('highway.stop.error.not_in_plan', { id: stopId })
  if (!remedy.route_id) {
    throw invalidPayload('route_id', 'is required')
  }
  // Locks the plan before anything is read, so that nobody changes it between reading and writing.
  if (!options.preview) await getPlan(scope, stop.plan_id, { lock: true })
  const board = await openBoard(scope, stop.plan_id, { lock: false })
  await takeRoutes(board, [remedy.route_id])
  const [why] = (await takeStops(board, [stopId])).values()
  if (why) throw why
  requireOpen(board.routes.get(remedy.route_id)!)
  const change = getChange(board, remedy, remedy.route_id, stop)
  const restore = await makeChange(board, change, remedy.route_id, stopId, options)
  const along = remedy.kind === 'assign_with_pickup' ? await findPickup(board, stop) : []
  await placeOn(board, remedy.route_id, [...along, board.stops.get(stopId)!], remedy.kind)
  return finishEdit(board, [{ id: stopId, done: true }], { ...options, restore })
}

/** The limit of the route that a remedy raises. */
const limits = {
  raise_max_time: 'max_time',
  raise_max_distance: 'max_distance',
  raise_max_services: 'max_services',
  raise_max_weight: 'max_weight',
  raise_max_volume: 'max_volume',
} as const satisfies Partial<Record<RemedyKind, keyof NonNullable<Change['route']>>>

function getChange(board: Board, remedy: Remedy, routeId: string, stop: StopRow): Change {
  const route = board.routes.get(routeId)!
  const refuse = (reason: string) =>
    apiError('highway.stop.error.remedy_not_applicable', { kind: remedy.kind, id: stop.id, reason })
  const amount = () => {
    if (remedy.amount) return remedy.amount
    throw invalidPayload('amount', 'is required')
  }
  const raised = (limit: number | null) => {
    if (limit === null) throw refuse('the route has no such limit')
    return Math.round((limit + amount()) * 1e6) / 1e6
  }
  switch (remedy.kind) {
    case 'assign':
    case 'assign_anyway':
    case 'assign_with_pickup':
      return {}
    case 'extend_shift': {
      if (!route.time_window) throw refuse('the route has no working hours')
      return { route: { time_window: [route.time_window[0], route.time_window[1] + amount()] } }
    }
    case 'raise_max_time':
    case 'raise_max_distance':
    case 'raise_max_services':
    case 'raise_max_weight':
    case 'raise_max_volume': {
      const limit = limits[remedy.kind]
      return { route: { [limit]: raised(route[limit]) } }
    }
    case 'extend_driving_day':
      return { route: { driving_log: longDay(board, route, refuse) } }
    case 'add_skills':
      return { route: { provides: [...new Set([...route.provides, ...stop.requires])] } }
    case 'drop_skills':
      return {
        stop: {
          requires: stop.requires.filter((skill) => asDriven(route, board.context.drivers).provides.includes(skill)),
        },
      }
    case 'add_zone':
      return { route: { geo_fences: [...new Set([...route.geo_fences, ...listZones(board, stop)])] } }
    case 'widen_window': {
      const [start, end] = stop.time_windows.at(-1) ?? []
      if (start === undefined || end === undefined) throw refuse('the stop has no time window')
      return { stop: { time_windows: [...stop.time_windows.slice(0, -1), [start, end + amount()]] } }
    }
    case 'drop_windows':
      return { stop: { time_windows: [] } }
    case 'allow_late':
      return { allowLate: true }
    case 'unlock_route':
      return { route: { is_locked: false } }
    case 'leave_cluster':
      return { stop: { cluster: null } }
  }
}

/** Driving log that leaves ten hours of driving on the day of the plan. Refused where another log says what is left. */
function longDay({ context: { settings, drivers } }: Board, route: RouteRow, refuse: (reason: string) => Error) {
  const { date } = settings
  if (date === undefined || asDriven(route, drivers).driving_log) throw refuse('a log says what is left')
  return { date, driving_left_today: longDaySeconds }
}

function listZones(board: Board, { location }: StopRow): string[] {
  if (location?.lat === undefined || location.lng === undefined) return []
  return [...listZonesAt({ lat: location.lat, lng: location.lng }, board.context.zones)]
}

/** Makes the change, or in a preview only on the board; returns the values that undo it. */
async function makeChange(
  board: Board,
  change: Change,
  routeId: string,
  stopId: string,
  options: EditOptions,
): Promise<RestoredValues> {
  const wanted: RestoredValues = {
    routes: change.route ? [{ ...change.route, route_id: routeId }] : [],
    stops: change.stop ? [{ ...change.stop, stop_id: stopId }] : [],
    ...(change.allowLate ? { allow_late: true } : {}),
  }
  const before = await changeValues(board, wanted, options)
  if (options.preview || isEmpty(wanted)) return before
  // The board starts anew here, because effects of the change itself on times and warnings are no effects of the move that follows.
  const fresh = await openBoard(board.scope, board.plan.id, { lock: false })
  await takeRoutes(fresh, board.routes.keys())
  await takeStops(fresh, [stopId])
  Object.assign(board, fresh)
  return before
}

async function findPickup(board: Board, stop: StopRow): Promise<StopRow[]> {
  const tied = await listTiedStops(board.scope, board.plan.id, [stop])
  const pickup = tied.find((row) => row.id === stop.pickup_id && row.status === 'pending' && row.route_id === null)
  if (!pickup) return []
  await takeStops(board, [pickup.id])
  return [board.stops.get(pickup.id)!]
}

/** Places the stops; only `assign_anyway` may break a rule. */
async function placeOn(board: Board, routeId: string, stops: readonly StopRow[], kind: RemedyKind): Promise<void> {
  liftStops(board, listIds(stops))
  const mayJoinUnderWay = kind === 'assign_anyway'
  const candidates = await listCandidates(board, [routeId], stops, { mayJoinUnderWay })
  for (const stop of stops) {
    const best = findBestPlace(candidates, stop)
    const broken = best ? best.place.violations[0] : undefined
    if (kind !== 'assign_anyway' && (!best || broken)) {
      const reason = broken ? `it still breaks ${broken.code.replaceAll('_', ' ')}` : 'the route cannot take it'
      throw apiError('highway.stop.error.remedy_not_applicable', { kind, id: stop.id, reason })
    }
    if (best) takePlace(board, best, stop)
    else layStops(board, routeId, Number.POSITIVE_INFINITY, [stop])
  }
}
