// A solution to its plan, in one transaction: what changed while it was computed is kept, the rest is as the solution says.
import type { Solution } from '@routewright/solver'
import { lockPlans, refreshPlans, requirePlanAllows } from '../lifecycle/lifecycle.ts'
import { unassignedWarning } from '../modelling/warnings.ts'
import { notFound } from '../platform/api-error.ts'
import type { WarningValue } from '../platform/schema.ts'
import type { Scope } from '../platform/scope.ts'
import type { PlanRow } from '../resources/plan.ts'
import type { RouteRow } from '../resources/route.ts'
import type { StopRow } from '../resources/stop.ts'
import { insertRoutes, listRoutesOfPlan } from '../routes/routes.ts'
import { placeOnRoutes, recomputeRoutes } from '../sequence/sequence.ts'
import { selectStopsOfPlan, writeWarnings } from './problem.sql.ts'
import type { PreparedPlan } from './problem.ts'
import { finishRun, lockOwnRun, type RunRow } from './runs.sql.ts'
import type { SolveAnswer } from './solve-in-thread.ts'

export type ApplyOutcome = 'applied' | 'lost'

/**
 * Writes the solution and ends the run, or answers `lost` when the run is no longer this worker's. Routes that were
 * locked, started, finished or deleted meanwhile stay as they are now; stops that were executed, moved by hand or deleted
 * keep their place; stops that came meanwhile stay where they were put. Every unassigned stop gets its reason.
 * Throws highway.optimization.error.plan_finished, or 404 when the plan is gone.
 */
export async function applySolution(
  scope: Scope,
  run: RunRow,
  prepared: PreparedPlan,
  answer: SolveAnswer | undefined,
  status: 'success' | 'canceled',
): Promise<ApplyOutcome> {
  const [plan] = await lockPlans(scope, [run.plan_id])
  if (!(await lockOwnRun(scope.tx, run))) return 'lost'
  if (!plan) throw notFound('plan', run.plan_id)
  requirePlanAllows(plan, 'optimized')
  if (!answer) {
    await finishRun(scope.tx, run.id, scope.now, { status })
    return 'applied'
  }
  const { solution } = answer
  const routes = await usableRoutes(scope, plan, prepared, run)
  const stops = await selectStopsOfPlan(scope, plan.id)
  const orders = ordersOf(prepared, solution, routes, stops)
  await placeOnRoutes(
    scope,
    orders.map(({ route, stopIds }) => ({ route, stopIds })),
    orders.flatMap((one) => one.removed),
  )
  const touched = orders.map(({ route }) => route.id)
  const unassigned = await warnUnassigned(scope, run, prepared, answer)
  await recomputeRoutes(scope, touched)
  await refreshPlans(scope, [plan.id])
  await finishRun(scope.tx, run.id, scope.now, { status, cost: solution.totalCost, unassigned_stops: unassigned })
  return 'applied'
}

/** The problem's routes that the solution may still write to, new ones inserted now. */
async function usableRoutes(
  scope: Scope,
  plan: PlanRow,
  { planProblem, newRoutes }: PreparedPlan,
  run: RunRow,
): Promise<Map<string, RouteRow>> {
  const present = await listRoutesOfPlan(scope, plan.id)
  const usedVehicles = new Set(present.map((route) => route.vehicle_id))
  const added = newRoutes.filter((route) => !usedVehicles.has(route.vehicle_id))
  await insertRoutes(scope, added)
  const now = new Map([...present, ...added].map((route) => [route.id, route]))
  const usable = new Map<string, RouteRow>()
  for (const before of planProblem.routeRows) {
    const route = now.get(before.id)
    if (!route || route.is_locked || route.status !== before.status) continue
    if (run.route_id === null || run.route_id === route.id) usable.set(route.id, route)
  }
  return usable
}

interface RouteOrder {
  route: RouteRow
  /** The whole order, executed stops included. */
  stopIds: string[]
  /** Stops that leave the route for no other. */
  removed: string[]
}

/** The order of each usable route: executed stops, the solution's, then what the problem did not know. */
function ordersOf(
  prepared: PreparedPlan,
  solution: Solution,
  routes: ReadonlyMap<string, RouteRow>,
  stops: readonly StopRow[],
): RouteOrder[] {
  const { planProblem, places } = prepared
  const byId = new Map(stops.map((stop) => [stop.id, stop]))
  /** Still where the problem saw it, and free to go where the solution wants it. */
  const isAsKnown = (stop: StopRow | undefined): stop is StopRow =>
    stop?.status === 'pending' &&
    places.get(stop.id) === stop.route_id &&
    (stop.route_id === null || routes.has(stop.route_id))
  const known = new Set(planProblem.stopRows.filter((row) => isAsKnown(byId.get(row.id))).map((row) => row.id))
  for (const id of planProblem.refused.keys()) if (isAsKnown(byId.get(id))) known.add(id)
  const present = Map.groupBy(stops, (stop) => stop.route_id)
  const wanted = new Map<string, string[]>()
  for (const { vehicle, stops: order } of solution.routes) {
    const route = routes.get(planProblem.routeRows[vehicle]!.id)
    if (!route) continue
    wanted.set(
      route.id,
      order.map((index) => planProblem.stopRows[index]!.id).filter((id) => known.has(id)),
    )
  }
  const placed = new Set([...wanted.values()].flat())
  return [...routes.values()].map((route) => {
    const own = present.get(route.id) ?? []
    const executed = own.filter((stop) => stop.status !== 'pending')
    const unknown = own.filter((stop) => stop.status === 'pending' && !known.has(stop.id))
    return {
      route,
      stopIds: [...executed.map((stop) => stop.id), ...(wanted.get(route.id) ?? []), ...unknown.map((stop) => stop.id)],
      removed: own.filter((stop) => known.has(stop.id) && !placed.has(stop.id)).map((stop) => stop.id),
    }
  })
}

const cameMeanwhile: WarningValue = {
  code: 'no_vehicle_available',
  message: 'The plan changed while it was optimized; optimize again to place the stop.',
}

/** Gives every pending unassigned stop of the plan its reasons, and answers how many there are. */
async function warnUnassigned(scope: Scope, run: RunRow, prepared: PreparedPlan, answer: SolveAnswer): Promise<number> {
  const { planProblem, places } = prepared
  const reasons = new Map<string, WarningValue[]>()
  const remedies = new Map(answer.remedies.map((remedy) => [remedy.stop, remedy]))
  for (const { stop, reasons: codes } of answer.solution.unassigned) {
    const [first, ...others] = codes.map(unassignedWarning)
    if (!first) continue
    const remedy = remedies.get(stop)
    const route = remedy && planProblem.routeRows[remedy.vehicle]!
    const hint = remedy ? ` ${route?.label ?? 'The nearest route'} ${remedy.text}.` : ''
    reasons.set(planProblem.stopRows[stop]!.id, [{ ...first, message: first.message + hint }, ...others])
  }
  for (const [id, code] of planProblem.refused) reasons.set(id, [unassignedWarning(code)])
  const stops = (await selectStopsOfPlan(scope, run.plan_id)).filter(
    (stop) => stop.route_id === null && stop.status === 'pending',
  )
  const concerned = run.route_id === null ? stops : stops.filter((stop) => places.get(stop.id) === run.route_id)
  const warnings = new Map(
    concerned.map((stop) => {
      const found = stop.location?.lat === undefined ? [unassignedWarning('no_location')] : reasons.get(stop.id)
      return [stop.id, found?.length ? found : [cameMeanwhile]]
    }),
  )
  await writeWarnings(scope, warnings)
  return concerned.length
}
