// Held results: the progress of a run while it searches, and at the end a comparison of the plan before and after, as a basis for deciding.

import {
  type CurvePoint,
  type FoundAlternative,
  type Track,
  writeProgress,
  writeResult,
} from '../../data/optimization-results.sql.ts'
import { finishRun, lockOwnRun } from '../../data/optimization-runs.sql.ts'
import type { RunRow } from '../../data/optimization-tables.ts'
import { listIds, mapById } from '../../data/records.ts'
import { routeResource } from '../../data/resources/route.ts'
import type { RouteRow } from '../../data/route-table.ts'
import { listRoutesOfPlan } from '../../data/routes.sql.ts'
import { listPromisedWindows } from '../../data/slot-promises.sql.ts'
import type { StopRow } from '../../data/stop-table.ts'
import { listStopsOfPlanByRoute } from '../../data/stops.sql.ts'
import { notFound } from '../../frame/platform/api-error.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { type Services, systemCaller, transactAs } from '../../frame/platform/services.ts'
import { brokenPromises, getArrivals, withNames } from '../../planning/consent/consent.ts'
import { countNewPlaces, loadKnownPlaces } from '../../planning/drivers/drivers.ts'
import { lockPlans, requirePlanAllows } from '../../planning/lifecycle/lifecycle.ts'
import type { ChargingBookings } from '../../planning/modelling/charging/charging.ts'
import { plannedStop, type RouteTimes } from '../../planning/modelling/evaluate-route.ts'
import type { PlanProblem, RouteWithStops } from '../../planning/modelling/plan-problem.ts'
import { figuresOfPlan, figuresOfRoute, type RouteFigures } from '../../planning/modelling/route-figures.ts'
import { unassignedWarning } from '../../planning/modelling/warnings.ts'
import { loadContexts, type PlanContext, previewOrders } from '../../planning/sequence/sequence.ts'
import type { SolveProgress } from '../solving/solve-in-thread.ts'
import { isWorthShowing } from './alternatives.ts'
import { type ApplyOutcome, collectReasons, type FoundForGoal, type FoundPlan } from './apply.ts'

/** Most points of the cost curve; beyond it, every other point is dropped. */
const mostPoints = 200
const writeMilliseconds = 1_000

/** Returns a listener that stores the cost curve and the sequences so far, at most once a second. */
export function recordProgress(services: Services, run: RunRow, planProblem: PlanProblem) {
  const beganAt = performance.now()
  let curve: CurvePoint[] = []
  let tracks: Track[] | null = null
  let writtenAt = 0
  let isWriting = false
  return ({ cost, unassigned, orders }: SolveProgress): void => {
    const last = curve.at(-1)
    if (cost !== last?.cost || unassigned !== last.unassigned) {
      curve.push({ seconds: Math.round((performance.now() - beganAt) / 10) / 100, cost, unassigned })
    }
    if (curve.length > mostPoints) curve = curve.filter((_, index) => index % 2 === 0 || index === curve.length - 1)
    if (orders) tracks = listTracks(planProblem, orders)
    const now = performance.now()
    if (isWriting || now - writtenAt < writeMilliseconds) return
    isWriting = true
    writtenAt = now
    transactAs(services, systemCaller(run.organization_id), (scope) => writeProgress(scope, run, { curve, tracks }))
      .catch((error) => services.log.warn({ err: error, run: run.id }, 'could not note the progress'))
      .finally(() => {
        isWriting = false
      })
  }
}

function listTracks(planProblem: PlanProblem, orders: readonly (readonly number[])[]): Track[] {
  return orders.map((stops, vehicle) => ({
    route_id: planProblem.routeRows[vehicle]!.id,
    stop_ids: stops.map((stop) => planProblem.stopRows[stop]!.id),
  }))
}

/** Stores the result with the alternatives that are worth showing, and releases the plan, which stays unchanged. */
export async function holdSolution(
  scope: Scope,
  run: RunRow,
  found: FoundPlan,
  others: readonly FoundForGoal[],
): Promise<ApplyOutcome> {
  const [plan] = await lockPlans(scope, [run.plan_id])
  if (!(await lockOwnRun(scope, run))) return 'lost'
  if (!plan) throw notFound('plan', run.plan_id)
  requirePlanAllows(plan, 'optimized')
  const before = await readBefore(scope, plan.id, run)
  const comparison = await compareWith(before, found)
  const alternatives: FoundAlternative[] = []
  for (const other of others) {
    const compared = await compareWith(before, other.found)
    if (!isWorthShowing(other.goal, compared, comparison)) continue
    alternatives.push({ goal: other.goal, result: other.found, comparison: compared })
  }
  await writeResult(scope, run, { result: found, comparison, alternatives })
  const { after } = comparison
  await finishRun(scope, run.id, {
    status: 'success',
    cost: found.cost,
    unassigned_stops: after.unassigned,
  })
  return 'applied'
}

/** Compares the plan before and after the result, route by route. */
export async function compare(scope: Scope, planId: string, found: FoundPlan, run: RunRow) {
  return compareWith(await readBefore(scope, planId, run), found)
}

type PlanBefore = Awaited<ReturnType<typeof readBefore>>

/** The plan as it is, read once for all results that are compared with it. */
async function readBefore(scope: Scope, planId: string, run: RunRow) {
  const routes = await listRoutesOfPlan(scope, planId)
  const stops = await listStopsOfPlanByRoute(scope, planId)
  const present = Map.groupBy(stops, (stop) => stop.route_id)
  const orders = routes.map((route) => ({ route, stops: present.get(route.id) ?? [] }))
  const context = (await loadContexts(scope, [planId], run.config ?? {})).get(planId)!
  return {
    scope,
    planId,
    routes,
    stops,
    present,
    orders,
    context,
    figures: await computeFigures(scope, planId, orders, context),
    promised: await listPromisedWindows(scope, planId),
    newPlaces: await newPlacesCounter(scope, run.project_id, context),
  }
}

async function compareWith(plan: PlanBefore, found: FoundPlan) {
  const { scope, planId, routes, stops, present, context, promised, newPlaces, figures: figuresBefore } = plan
  const byId = mapById(stops)
  const added = found.newRoutes.filter((route) => !routes.some(({ id }) => id === route.id))
  const wanted = wantedOrders(found, present, byId)
  const after = [...routes, ...added].map((route) => ({
    route,
    stops: wanted.get(route.id) ?? present.get(route.id) ?? [],
  }))
  const figuresAfter = await computeFigures(scope, planId, after, context, new Map(found.charging))
  const placed = new Set(after.flatMap((entry) => listIds(entry.stops)))
  const unassigned = stops.filter((stop) => stop.status === 'pending' && !placed.has(stop.id))
  const wasUnassigned = stops.filter((stop) => stop.status === 'pending' && stop.route_id === null)
  const reasons = collectReasons(found)
  const broken = brokenPromises(promised, getArrivals(listTimes(figuresBefore)), getArrivals(listTimes(figuresAfter)))
  return {
    before: { ...figuresOfPlan(listFigures(figuresBefore), wasUnassigned.length), ...newPlaces(plan.orders) },
    after: { ...figuresOfPlan(listFigures(figuresAfter), unassigned.length), ...newPlaces(after) },
    routes: after.map(({ route, stops: order }) => {
      const { figures: now, times } = figuresAfter.get(route.id)!
      const label = route.label ?? route.vehicle_label
      return {
        route_id: route.id,
        is_new: added.includes(route),
        ...(added.includes(route) ? { route: routeResource(route, undefined) } : {}),
        ...(label === null ? {} : { label }),
        before: figuresBefore.get(route.id)?.figures ?? nothing(),
        after: now,
        stop_ids: listIds(order),
        stops: order.map((stop) => plannedStop(stop, times)),
      }
    }),
    unassigned: unassigned.map((stop) => ({
      stop_id: stop.id,
      warnings: reasons.get(stop.id) ?? [
        unassignedWarning(stop.location?.lat === undefined ? 'no_location' : 'no_vehicle_available'),
      ],
    })),
    moved_stops: after.flatMap(({ route, stops: order }) => order.filter((stop) => stop.route_id !== route.id)).length,
    ...(broken.length > 0 && { broken_promises: await withNames(scope, broken) }),
  }
}

/** Returns a function that counts places new to their drivers, for runs that consider familiarity. */
async function newPlacesCounter(scope: Scope, projectId: string, { settings, drivers }: PlanContext) {
  const known = settings.familiarSeconds > 0 ? await loadKnownPlaces(scope, projectId) : undefined
  return (orders: readonly RouteWithStops[]) => known && { new_places: countNewPlaces(known, orders, drivers) }
}

/** Whole sequence of each route of the problem: its executed stops, then those of the solution. */
function wantedOrders(
  found: FoundPlan,
  present: ReadonlyMap<string | null, readonly StopRow[]>,
  byId: ReadonlyMap<string, StopRow>,
): Map<string, StopRow[]> {
  return new Map(
    found.routes.map(({ id }, vehicle) => {
      const executed = (present.get(id) ?? []).filter((stop) => stop.status !== 'pending')
      const order = (found.orders[vehicle] ?? []).flatMap((stopId) => byId.get(stopId) ?? [])
      return [id, [...executed, ...order]]
    }),
  )
}

async function computeFigures(
  scope: Scope,
  planId: string,
  orders: readonly { route: RouteRow; stops: readonly StopRow[] }[],
  context: Parameters<typeof previewOrders>[3],
  booked?: ChargingBookings,
): Promise<Map<string, ComparedFigures>> {
  const all = await previewOrders(scope, planId, orders, context, booked)
  return new Map(
    orders.map(({ route, stops }) => {
      const times = all.get(route.id)!
      return [route.id, { figures: figuresOfRoute(route, stops, times), times }]
    }),
  )
}

interface ComparedFigures {
  figures: RouteFigures
  times: RouteTimes
}

function listTimes(compared: ReadonlyMap<string, ComparedFigures>): RouteTimes[] {
  return [...compared.values()].map(({ times }) => times)
}

function listFigures(compared: ReadonlyMap<string, ComparedFigures>): RouteFigures[] {
  return [...compared.values()].map(({ figures }) => figures)
}

function nothing(): RouteFigures {
  const zero = { stops: 0, duration: 0, travel_time: 0, wait_time: 0, distance: 0, cost: 0 }
  return { ...zero, late_stops: 0, late_seconds: 0, broken_rules: 0, weight: 0, volume: 0 }
}
