// Finds where stops fit best: one small problem for each route that may take them, so that the size of the plan does not matter.
import { setImmediate } from 'node:timers/promises'
import type { OptimizationWarning } from '@routewright/contract'
import {
  evaluate,
  type InsertionOption,
  type Problem,
  type Route,
  rankInsertions,
  type Solution,
} from '@routewright/solver'
import { listStopsWithPackages } from '../../data/packages.sql.ts'
import type { RouteRow } from '../../data/route-table.ts'
import type { StopRow } from '../../data/stop-table.ts'
import { createStraightMeasure } from '../../geography/travel/straight-ways.ts'
import { routeCosts } from '../modelling/costs.ts'
import { getWarning } from '../modelling/evaluate-route.ts'
import { hasPlace } from '../modelling/places.ts'
import { createPlanProblem, type PlanProblem, withTravel } from '../modelling/plan-problem.ts'
import { asDriven } from '../modelling/route-drivers.ts'
import { type Board, layStops } from './board.ts'

/** A route as the optimizer sees it, with the stops that want to join. */
export interface Candidate {
  route: RouteRow
  problem: Problem
  /** Index in the problem by stop id; stops that the problem refuses are absent. */
  indexOf: ReadonlyMap<string, number>
  stopRows: readonly StopRow[]
  /** Its stops now, by index. */
  current: Route
  /** The locations of the problem, and the one way of travelling. */
  travelled: Pick<PlanProblem, 'points' | 'ways'>
}

export interface CandidateOptions {
  /** A dispatcher who insists may let goods join a vehicle that has left without them. */
  mayJoinUnderWay?: boolean
}

/** Routes that may take stops; the problem of each is created on first use. */
export interface Candidates {
  get(routeId: string): Promise<Candidate>
  readonly routeIds: readonly string[]
}

/** Creates the candidates. The routes must be on the board. Later changes of the board reach a candidate only through `takePlace`. */
export async function createCandidates(
  board: Board,
  routeIds: readonly string[],
  stops: readonly StopRow[],
  options: CandidateOptions = {},
): Promise<Candidates> {
  const routes = routeIds.map((id) => board.routes.get(id)!)
  const driven = routes.map((route) => asDriven(route, board.context.drivers))
  const costs = new Map(routeCosts(driven, board.context.settings).map((cost, index) => [routeIds[index]!, cost]))
  const ids = [...stops, ...routeIds.flatMap((id) => board.orders.get(id)!)].map((stop) => stop.id)
  const withPackages = await listStopsWithPackages(board.scope, ids)
  const made = new Map<string, Promise<Candidate>>()
  const make = async (routeId: string): Promise<Candidate> => {
    // Each candidate takes some milliseconds of computing; other requests are served in between.
    await setImmediate()
    const route = board.routes.get(routeId)!
    const order = board.orders.get(routeId)!
    const planProblem = createPlanProblem({
      ...board.context,
      // The caller chose this route, so it may take stops even if it is locked for the optimizer.
      routes: [{ route: { ...route, is_locked: false }, stops: order.map((stop) => ({ ...stop, route_id: routeId })) }],
      unassigned: stops
        .filter((stop) => !order.some(({ id }) => id === stop.id))
        .map((stop) => ({ ...stop, route_id: null })),
      withPackages,
      freedom: 'keep_assignment',
    })
    // One route travels one way.
    const matrix = await board.scope.travel.matrix(planProblem.points, planProblem.ways[0]!)
    const whole = withTravel(planProblem, [matrix])
    const cost = costs.get(routeId)!
    const problem = {
      ...whole,
      vehicles: whole.vehicles.map((vehicle) => ({ ...vehicle, cost })),
      stops: options.mayJoinUnderWay ? whole.stops.map(({ forbiddenVehicles: _, ...stop }) => stop) : whole.stops,
    }
    const indexOf = new Map(planProblem.stopRows.map((row, at) => [row.id, at]))
    const current = evaluate(problem, 0, listIndices(order, indexOf))
    return { route, problem, indexOf, stopRows: planProblem.stopRows, current, travelled: planProblem }
  }
  return {
    routeIds,
    get(routeId) {
      const candidate = made.get(routeId) ?? make(routeId)
      made.set(routeId, candidate)
      return candidate
    },
  }
}

/** Returns the candidates of these routes with problems that include the stops, in the order of the routes. */
export async function listCandidates(
  board: Board,
  routeIds: readonly string[],
  stops: readonly StopRow[],
  options: CandidateOptions = {},
): Promise<Candidate[]> {
  const candidates = await createCandidates(board, routeIds, stops, options)
  const all: Candidate[] = []
  for (const id of routeIds) all.push(await candidates.get(id))
  return all
}

function listIndices(order: readonly StopRow[], indexOf: ReadonlyMap<string, number>): number[] {
  return order
    .filter((stop) => stop.status === 'pending' && hasPlace(stop))
    .flatMap((stop) => indexOf.get(stop.id) ?? [])
}

/** The candidate's route as a whole solution. */
export function getSolution({ current }: Candidate): Solution {
  return { routes: [current], unassigned: [], cost: current.cost, totalCost: current.totalCost }
}

/** Metres of straight lines that a stop adds to the candidate's route at this place. */
export function measureAddedStraight(
  { scope }: Board,
  { problem, indexOf, current, travelled }: Candidate,
  stopId: string,
  { position }: InsertionOption,
): number {
  const index = indexOf.get(stopId)
  if (index === undefined) return 0
  const measureStraight = createStraightMeasure(scope.travel, travelled.points, travelled.ways)
  const after = evaluate(problem, 0, current.stops.toSpliced(position, 0, index))
  return measureStraight(after.steps) - measureStraight(current.steps)
}

export interface BestPlace {
  candidate: Candidate
  place: InsertionOption
}

/** The best place for the stop over all candidates: allowed ones first, then cheapest. */
export function findBestPlace(candidates: readonly Candidate[], stop: StopRow): BestPlace | undefined {
  let best: BestPlace | undefined
  for (const candidate of candidates) {
    const index = candidate.indexOf.get(stop.id)
    if (index === undefined || !hasPlace(stop)) continue
    const [place] = rankInsertions(candidate.problem, getSolution(candidate), index, 1)
    if (place && (!best || isBetter(place, best.place))) best = { candidate, place }
  }
  return best
}

function isBetter(one: InsertionOption, other: InsertionOption): boolean {
  const [a, b] = [one.violations.length, other.violations.length]
  return a < b || (a === b && one.addedCost < other.addedCost)
}

/** Inserts the stop at the place, on the board and in the candidate's own problem. */
export function takePlace(board: Board, { candidate, place }: BestPlace, stop: StopRow): void {
  const order = board.orders.get(candidate.route.id)!
  const following = candidate.current.stops[place.position]
  const next = following === undefined ? undefined : candidate.stopRows[following]!.id
  const at = next === undefined ? order.length : order.findIndex((row) => row.id === next)
  layStops(board, candidate.route.id, at, [stop])
  const { problem, indexOf } = candidate
  candidate.current = evaluate(problem, 0, listIndices(board.orders.get(candidate.route.id)!, indexOf))
}

/** Inserts each stop where it fits best on the route; stops without coordinates go to the end. */
export async function layWhereBest(board: Board, routeId: string, stops: readonly StopRow[]): Promise<void> {
  const candidates = await listCandidates(board, [routeId], stops)
  for (const stop of stops) {
    const best = findBestPlace(candidates, stop)
    if (best) takePlace(board, best, stop)
    else layStops(board, routeId, Number.POSITIVE_INFINITY, [stop])
  }
}

/** Outcome of placing stops. */
export interface Placed {
  placed: StopRow[]
  /** Stops that were not placed, each with the warning code of the rule that prevented it. */
  left: { stop: StopRow; reason: WarningCode }[]
}

export interface PlacingRules extends CandidateOptions {
  /** Place and flag what fits nowhere. */
  allowBroken: boolean
}

/** Number of routes tried at a time, nearest first. The next group is tried only when every place of this one breaks a rule. */
const nearestRoutes = 8

/**
 * Places stops one by one where they fit best over several routes. A pickup goes before its deliveries, and they follow it;
 * members of a cluster stay together. The routes and whatever the stops are tied to must be on the board.
 */
export async function placeAmong(
  board: Board,
  routeIds: readonly string[],
  stops: readonly StopRow[],
  rules: PlacingRules,
): Promise<Placed> {
  const candidates = await createCandidates(board, routeIds, stops, rules)
  const result: Placed = { placed: [], left: [] }
  for (const stop of inPlacingOrder(stops)) {
    const bound = boundRoute(board, stop)
    const allowed = bound === undefined ? byNearness(board, routeIds, stop) : routeIds.filter((id) => id === bound)
    const best = await findNearPlace(candidates, allowed, stop)
    if (best && (best.place.violations.length === 0 || rules.allowBroken)) {
      takePlace(board, best, stop)
      result.placed.push(stop)
    } else {
      result.left.push({ stop, reason: getReason(board, best, stop) })
    }
  }
  return result
}

export type WarningCode = OptimizationWarning['code']

/** Warning code of the rule that the best place breaks. */
export function getReason(board: Board, best: BestPlace | undefined, stop: StopRow): WarningCode {
  const [broken] = best?.place.violations ?? []
  if (broken) return getWarning(best!.candidate.route, board.context)(broken).code
  return hasPlace(stop) ? 'no_vehicle_available' : 'no_location'
}

/** The best place on the nearest routes, or, when every place there breaks a rule, on the next ones. */
async function findNearPlace(
  candidates: Candidates,
  routeIds: readonly string[],
  stop: StopRow,
): Promise<BestPlace | undefined> {
  let best: BestPlace | undefined
  for (let first = 0; first < routeIds.length; first += nearestRoutes) {
    const group: Candidate[] = []
    for (const id of routeIds.slice(first, first + nearestRoutes)) group.push(await candidates.get(id))
    const found = findBestPlace(group, stop)
    if (found && (!best || isBetter(found.place, best.place))) best = found
    if (best?.place.violations.length === 0) return best
    await setImmediate()
  }
  return best
}

/** Routes by how near the nearest of their stops, or their depot, is; routes without a stop come among the first. */
export function byNearness(board: Board, routeIds: readonly string[], stop: StopRow): string[] {
  const { lat, lng } = stop.location ?? {}
  if (lat === undefined || lng === undefined) return [...routeIds]
  const shrink = Math.cos((lat * Math.PI) / 180)
  const away = (location: StopRow['location']) =>
    location?.lat === undefined || location.lng === undefined
      ? Number.POSITIVE_INFINITY
      : Math.hypot(location.lat - lat, (location.lng - lng) * shrink)
  const distances = new Map(
    routeIds.map((id) => {
      const order = board.orders.get(id)!
      const nearest = order.reduce((least, row) => Math.min(least, away(row.location)), Number.POSITIVE_INFINITY)
      return [id, order.length === 0 ? 0 : nearest]
    }),
  )
  return [...routeIds].sort((a, b) => distances.get(a)! - distances.get(b)!)
}

/** Pickups first, then by reward, then as they came. */
function inPlacingOrder(stops: readonly StopRow[]): StopRow[] {
  const rank = (stop: StopRow) => (stop.type === 'pickup' ? 0 : 1)
  return [...stops].sort((a, b) => rank(a) - rank(b) || (b.reward ?? 0) - (a.reward ?? 0))
}

/** The route that a stop must be on because of its pickup or cluster; undefined when it is free. */
export function boundRoute(board: Board, stop: StopRow): string | undefined {
  for (const [routeId, order] of board.orders) {
    const isTied = order.some(
      (other) => other.id === stop.pickup_id || (stop.cluster !== null && other.cluster === stop.cluster),
    )
    if (isTied) return routeId
  }
  return undefined
}
