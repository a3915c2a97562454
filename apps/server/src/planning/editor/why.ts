// Why a stop is on no route, or flagged on its own: for each route the rule that binds, and what would let it take the stop.

import type { RemedyKind } from '@routewright/contract'
import { type InsertionOption, rankInsertions, type Violation } from '@routewright/solver'
import { listIds } from '../../data/records.ts'
import type { RouteRow } from '../../data/route-table.ts'
import { listRoutesOfPlan } from '../../data/routes.sql.ts'
import type { StopRow } from '../../data/stop-table.ts'
import { listTiedStops } from '../../data/stops.sql.ts'
import { apiError } from '../../frame/platform/api-error.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { getWarning } from '../modelling/evaluate-route.ts'
import { findLaw } from '../modelling/law/driving-rules.ts'
import { hasPlace } from '../modelling/places.ts'
import { asDriven } from '../modelling/route-drivers.ts'
import { getStop } from '../stops/stops.ts'
import { type Board, liftStops, openBoard, takeRoutes, takeStops } from './board.ts'
import { boundRoute, type Candidate, getSolution, listCandidates, measureAddedStraight } from './places.ts'

export interface OfferedRemedy {
  kind: RemedyKind
  route_id?: string
  amount?: number
  text: string
}

export interface VehicleObstacle {
  route_id: string
  label?: string
  fits: boolean
  rule?: string
  amount?: number
  text: string
  added_time: number
  added_distance: number
  straight_distance?: number
  after_stop_id?: string
  remedies: OfferedRemedy[]
}

const bestRemedies = 3

/** The explanation of a stop. Throws 404, 403, highway.stop.error.{not_in_plan, already_executed}. */
export async function explainStop(scope: Scope, stopId: string) {
  const stop = await getStop(scope, stopId)
  if (stop.plan_id === null) throw apiError('highway.stop.error.not_in_plan', { id: stopId })
  if (stop.status !== 'pending')
    throw apiError('highway.stop.error.already_executed', { id: stopId, status: stop.status })
  const board = await openBoard(scope, stop.plan_id, { lock: false })
  const routes = (await listRoutesOfPlan(scope, stop.plan_id)).filter((route) => route.status !== 'finished')
  await takeRoutes(board, listIds(routes))
  await takeStops(board, [stopId])
  const vehicles = await listObstacles(board, stop, routes)
  return {
    stop_id: stop.id,
    ...(stop.route_id ? { route_id: stop.route_id } : {}),
    warnings: stop.optimization_warnings,
    vehicles,
    remedies: vehicles.flatMap((vehicle) => vehicle.remedies.slice(0, 1)).slice(0, bestRemedies),
  }
}

/** Returns the rule that keeps the stop off each route, nearest route first. The routes and the stop must be on the board. */
async function listObstacles(board: Board, stop: StopRow, routes: readonly RouteRow[]): Promise<VehicleObstacle[]> {
  liftStops(board, [stop.id])
  const tied = await listTiedStops(board.scope, board.plan.id, [stop])
  for (const one of tied) if (!board.stops.has(one.id)) board.stops.set(one.id, one)
  const candidates = await listCandidates(board, listIds(routes), [stop])
  return candidates
    .map((candidate) => getObstacle(board, candidate, stop))
    .sort((judged, other) => judged.severity - other.severity || judged.obstacle.added_time - other.obstacle.added_time)
    .map(({ obstacle }) => obstacle)
}

interface Judged {
  obstacle: VehicleObstacle
  /** 0 when the stop fits; larger for larger violations. */
  severity: number
}

function getObstacle(board: Board, candidate: Candidate, stop: StopRow): Judged {
  const { route } = candidate
  const base = { route_id: route.id, ...getName(route), added_time: 0, added_distance: 0 }
  const hopeless = (rule: string, text: string, remedies: OfferedRemedy[] = []): Judged => ({
    obstacle: { ...base, fits: false, rule, amount: 1, text, remedies },
    severity: 1e9,
  })
  if (!hasPlace(stop)) return hopeless('no_location', 'The stop has no coordinates.')
  const index = candidate.indexOf.get(stop.id)
  const place = index === undefined ? undefined : rankInsertions(candidate.problem, getSolution(candidate), index, 1)[0]
  const bound = boundRoute(board, stop)
  if (bound !== undefined && bound !== route.id)
    return hopeless('cluster', boundText(board, bound, stop), [
      ...(stop.cluster ? [remedy('leave_cluster', 'Take the stop out of its cluster and place it here.', route)] : []),
      remedy('assign_anyway', anyway, route),
    ])
  const pickup = stop.pickup_id === null ? undefined : board.stops.get(stop.pickup_id)
  if (pickup?.status === 'pending' && pickup.route_id === null) {
    const text = 'Its pickup is on no route yet.'
    return hopeless('pickup_unassigned', text, [remedy('assign_with_pickup', 'Place the pickup here, too.', route)])
  }
  if (!place)
    return hopeless('no_vehicle_available', 'The route cannot take it.', [remedy('assign_anyway', anyway, route)])
  return judge(board, candidate, stop, place, base)
}

const anyway = 'Place it here all the same; the broken rule is flagged.'

function judge(
  board: Board,
  candidate: Candidate,
  stop: StopRow,
  place: InsertionOption,
  base: { route_id: string; added_time: number; added_distance: number },
): Judged {
  const { route, current, stopRows } = candidate
  const before = place.position > 0 ? stopRows[current.stops[place.position - 1]!]!.id : undefined
  const straight = measureAddedStraight(board, candidate, stop.id, place)
  const found = {
    ...base,
    added_time: Math.round(place.addedSeconds),
    added_distance: Math.round(place.addedMeters),
    ...(straight !== 0 && { straight_distance: Math.round(straight) }),
    ...(before === undefined ? {} : { after_stop_id: before }),
  }
  const violations = place.violations
  const [first] = violations
  if (!first) {
    if (route.is_locked) {
      const remedies = [remedy('unlock_route', 'Open the route and place it here.', route)]
      return {
        obstacle: { ...found, fits: false, rule: 'locked', amount: 1, text: 'The route is locked.', remedies },
        severity: 1,
      }
    }
    const text = `Fits: ${minutes(place.addedSeconds)} and ${kilometers(place.addedMeters)} more.`
    return {
      obstacle: { ...found, fits: true, text, remedies: [remedy('assign', 'Place it here.', route)] },
      severity: 0,
    }
  }
  const isOwn = first.stop === null || stopRows[first.stop]?.id === stop.id
  const single = violations.length === 1 ? remediesFor(board, route, stop, first, isOwn) : []
  const toWarning = getWarning(route, board.context)
  const text = violations.map((violation) => toWarning(violation).message).join(' ')
  return {
    obstacle: {
      ...found,
      fits: false,
      rule: toWarning(first).code,
      amount: Math.ceil(first.amount - 1e-6),
      text,
      remedies: [...single, remedy('assign_anyway', anyway, route)],
    },
    severity: violations.reduce((sum, violation) => sum + 1 + weigh(violation), 0),
  }
}

/** Returns the remedies for this rule. `isOwn`: the stop itself breaks it, not a later stop. */
function remediesFor(
  board: Board,
  route: RouteRow,
  stop: StopRow,
  { code, amount }: Violation,
  isOwn: boolean,
): OfferedRemedy[] {
  const time = Math.ceil(amount / 60) * 60
  switch (code) {
    case 'time_window':
      return [
        ...(isOwn
          ? [
              remedy('widen_window', `Let the time window end ${minutes(time)} later.`, route, time),
              remedy('drop_windows', 'Deliver at any time.', route),
            ]
          : []),
        ...(board.context.settings.allowLate
          ? []
          : [remedy('allow_late', 'Let the plan be late where it must, and flag it.', route)]),
      ]
    case 'shift':
      // Longer working hours do not open a depot.
      if (getWarning(route, board.context)({ code, amount, vehicle: 0, stop: null }).code === 'depot_hours') return []
      return [remedy('extend_shift', `Let the working hours end ${minutes(time)} later.`, route, time)]
    case 'max_time':
      return [remedy('raise_max_time', `Allow ${minutes(time)} more work.`, route, time)]
    case 'max_distance': {
      const meters = Math.ceil(amount / 100) * 100
      return [remedy('raise_max_distance', `Allow ${kilometers(meters)} more.`, route, meters)]
    }
    case 'driving_time':
      return longDay(board, route)
    case 'max_services':
      return [remedy('raise_max_services', `Allow ${amount} more.`, route, amount)]
    case 'capacity':
      return overloads(board, route, stop)
    case 'skill_missing':
      return skills(board, route, stop)
    case 'zone':
      return [remedy('add_zone', 'Let this route serve the zone.', route)]
    default:
      return []
  }
}

/** Offers ten hours of driving, which EU law allows, where no log says what is left of the day. */
function longDay({ context: { settings, drivers } }: Board, route: RouteRow): OfferedRemedy[] {
  const driven = asDriven(route, drivers)
  const isAllowed = findLaw(driven, settings)?.law === 'eu' && driven.driving_log === null
  const text = 'Let the driver drive ten hours, which the law allows twice a week.'
  return isAllowed ? [remedy('extend_driving_day', text, route)] : []
}

/** Offers to add the missing skills to the route, or to drop them from the stop. */
function skills(board: Board, route: RouteRow, stop: StopRow): OfferedRemedy[] {
  const { provides } = asDriven(route, board.context.drivers)
  const missing = stop.requires.filter((skill) => !provides.includes(skill)).join(', ')
  return [
    remedy('add_skills', `This route does have: ${missing}.`, route),
    remedy('drop_skills', `It needs no ${missing}.`, route),
  ]
}

/** Amounts by which the route's weight and volume, with the stop, exceed its limits. */
function overloads(board: Board, route: RouteRow, stop: StopRow): OfferedRemedy[] {
  const carried = [...board.orders.get(route.id)!, stop].filter((order) => order.type === stop.type)
  const over = (field: 'weight' | 'volume', limit: number | null) =>
    limit === null ? 0 : Math.round((carried.reduce((sum, row) => sum + (row[field] ?? 0), 0) - limit) * 1e6) / 1e6
  const weight = over('weight', route.max_weight)
  const volume = over('volume', route.max_volume)
  return [
    ...(weight > 0 ? [remedy('raise_max_weight', `Allow ${weight} kg more.`, route, weight)] : []),
    ...(volume > 0 ? [remedy('raise_max_volume', `Allow ${volume} m³ more.`, route, volume)] : []),
  ]
}

function boundText(board: Board, routeId: string, stop: StopRow): string {
  const holder = board.routes.get(routeId)
  const name = holder?.label ?? holder?.vehicle_label ?? 'another route'
  const isPickup = board.orders.get(routeId)!.some((order) => order.id === stop.pickup_id)
  return isPickup ? `Its pickup is on ${name}.` : `Stops of its cluster are on ${name}.`
}

/**
 * Scale that makes violations of different rules comparable: a minute, a hundred metres, the energy used on them and a kilogram
 * weigh alike.
 */
function weigh({ code, amount }: Violation): number {
  if (code === 'max_distance') return amount / 100
  if (code === 'battery') return amount / 20
  if (code === 'skill_missing' || code === 'zone' || code === 'vehicle_forbidden') return 1e6
  if (code === 'max_services') return amount * 10
  return amount / 60
}

function remedy(kind: RemedyKind, text: string, route: RouteRow, amount?: number): OfferedRemedy {
  return { kind, route_id: route.id, ...(amount === undefined ? {} : { amount }), text }
}

function getName(route: RouteRow): { label?: string } {
  const label = route.label ?? route.vehicle_label
  return label === null ? {} : { label }
}

function minutes(seconds: number): string {
  return `${Math.ceil(seconds / 60)} min`
}

function kilometers(meters: number): string {
  return `${(meters / 1000).toFixed(1)} km`
}
