// A day tried on other vehicles: optimized in threads, timed on the roads, and driven on many days with the luck of each. Nothing is written.
import { availableParallelism } from 'node:os'
import { defaultSolverSeconds, trialLimits } from '@routewright/contract'
import { type Problem, type Solution, usualSpreads } from '@routewright/solver'
import type { RouteRow } from '../../data/route-table.ts'
import type { StopRow } from '../../data/stop-table.ts'
import { apiError } from '../../frame/platform/api-error.ts'
import type { Services } from '../../frame/platform/services.ts'
import type { TravelProvider } from '../../geography/travel/travel.ts'
import { getWaitPrice } from '../../optimizing/solving/patience.ts'
import { startSolve } from '../../optimizing/solving/solve-in-thread.ts'
import { untouchedRoute, untouchedStop } from '../../planning/editor/editor.ts'
import { evaluateRoute, type RouteContext } from '../../planning/modelling/evaluate-route.ts'
import {
  createPlanProblem,
  type PlanProblem,
  type RouteWithStops,
  withTravel,
} from '../../planning/modelling/plan-problem.ts'
import { figuresOfRoute, type RouteFigures } from '../../planning/modelling/route-figures.ts'
import type { PlanSettings } from '../../planning/modelling/settings.ts'
import { playRoutes, type RouteRisk } from '../explanations/risk/risk.ts'

/** How often a day is driven. */
export const playedDays = 200

/** Facts that are the same whoever drives the day. */
export interface TrialDay {
  context: RouteContext
  /** May go to any vehicle. */
  stops: readonly StopRow[]
  /** Routes that stay as they are. */
  kept: readonly RouteWithStops[]
  withPackages: ReadonlySet<string>
  /** Stops whose windows were promised. */
  promised: ReadonlySet<string>
  /** Known variation of the work at stops from day to day. */
  stopSpreads: ReadonlyMap<string, number>
  /** Latest arrivals told to recipients, by stop id, seconds of the day. */
  deadlines: ReadonlyMap<string, number>
}

export interface TrialSearch {
  seconds: number
  isTimeChosen: boolean
  signal: AbortSignal
  onProgress(fraction: number): void
}

/** The routes of a day with their stops in driving order, kept ones first, and the stops that are on none. */
export interface PlannedDay {
  routes: RouteWithStops[]
  left: StopRow[]
}

/** The day counts as not begun: the clock says nothing of it, and no work is done. */
export function notBegun<Context extends RouteContext>(context: Context): Context {
  return { ...context, isLive: false, nowSeconds: Number.NEGATIVE_INFINITY }
}

export function stopBefore(stop: StopRow): StopRow {
  return { ...stop, ...untouchedStop, status: 'pending' }
}

export function routeBefore(route: RouteRow): RouteRow {
  return { ...route, ...untouchedRoute, planned_start_time: null, planned_loading_time: null, planned_end_time: null }
}

/**
 * Time of each of `searches` searches, in seconds: as asked, or by the number of stops, up to `most`, and shorter where all of them
 * together would hold back others for too long.
 */
export function secondsOfSearch(asked: number | undefined, stopCount: number, most: number, searches: number): number {
  const share = Math.max(1, Math.floor(trialLimits.searchSeconds / searches))
  return Math.min(asked ?? Math.min(most, defaultSolverSeconds(stopCount)), share)
}

/** Throws highway.trial.error.too_large for more stops than are tried, or than vehicles can have a use for; without any, nothing is searched. */
export function requireSize(what: string, count: number, vehicles: number): void {
  const { stops: limit, stopsPerVehicle: each } = trialLimits
  const isTooLarge = count > limit || (vehicles > 0 && count > each * vehicles)
  if (isTooLarge) throw apiError('highway.trial.error.too_large', { what, count, vehicles, limit, each })
}

/** Optimizes the day anew for these vehicles. Throws TravelError; rejects when the signal ends it. */
export async function planDay(
  { travel }: Pick<Services, 'travel'>,
  day: TrialDay,
  vehicles: readonly RouteRow[],
  search: TrialSearch,
): Promise<PlannedDay> {
  const { stops, kept } = day
  if (vehicles.length === 0 || stops.length === 0)
    return { routes: [...kept, ...withoutStops(vehicles)], left: [...stops] }
  const planProblem = getProblem(day, vehicles)
  const matrices = []
  for (const way of planProblem.ways)
    matrices.push(await travel.best.matrix(planProblem.points, way, { signal: search.signal }))
  const { routes } = await solve(withTravel(planProblem, matrices), day.context.settings, search)
  const orders = new Map(
    routes.map(({ vehicle, stops: order }) => [
      planProblem.routeRows[vehicle]!.id,
      order.map((stop) => planProblem.stopRows[stop]!),
    ]),
  )
  const placed = new Set([...orders.values()].flat())
  return {
    routes: [...kept, ...vehicles.map((route) => ({ route, stops: orders.get(route.id) ?? [] }))],
    left: stops.filter((stop) => !placed.has(stop)),
  }
}

function getProblem(day: TrialDay, vehicles: readonly RouteRow[]): PlanProblem {
  const { context, stops, kept, withPackages, promised, stopSpreads } = day
  return createPlanProblem({
    ...context,
    withPackages,
    promised,
    stopSpreads,
    routes: [...kept, ...withoutStops(vehicles)],
    unassigned: stops,
    freedom: 'rebuild',
  })
}

async function solve(
  problem: Problem,
  { seed, areasWeight, patience }: PlanSettings,
  { seconds, isTimeChosen, signal, onProgress }: TrialSearch,
): Promise<Solution> {
  const threads = Math.min(2, availableParallelism())
  const waitPrice = getWaitPrice(patience, isTimeChosen)
  const running = startSolve({ problem, seconds, waitPrice, seed, threads, areasWeight }, ({ fraction }) =>
    onProgress(fraction),
  )
  const abort = () => void running.kill()
  signal.addEventListener('abort', abort, { once: true })
  try {
    signal.throwIfAborted()
    return (await running.result).solution
  } finally {
    signal.removeEventListener('abort', abort)
    await running.kill()
  }
}

function withoutStops(vehicles: readonly RouteRow[]): RouteWithStops[] {
  return vehicles.map((route) => ({ route, stops: [] }))
}

/** A route that drives: what it takes as planned, and how it came out on the days. */
export interface TriedRoute extends RouteWithStops {
  figures: RouteFigures
  risk: RouteRisk | undefined
}

/** Times the routes and drives them. Those without stops are left out. Throws TravelError. */
export async function driveDay(
  routes: readonly RouteWithStops[],
  { context, stopSpreads, deadlines }: TrialDay,
  travel: TravelProvider,
): Promise<TriedRoute[]> {
  const driven = routes.filter(({ stops }) => stops.length > 0)
  const facts = { days: playedDays, spreads: usualSpreads, stopSpreads, deadlines }
  const risks = await playRoutes(driven, context, facts, travel)
  const tried: TriedRoute[] = []
  for (const one of driven) {
    const times = await evaluateRoute(one, context, travel)
    const risk = risks.find(({ route }) => route.id === one.route.id)
    tried.push({ ...one, figures: figuresOfRoute(one.route, one.stops, times), risk })
  }
  return tried
}
