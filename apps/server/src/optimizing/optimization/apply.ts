// Applies a solution to its plan in one transaction: changes made while it was computed are kept, everything else becomes as in
// the solution.

import type { PlanGoal } from '@routewright/contract'
import type { UnassignedReason } from '@routewright/solver'
import { finishRun, lockOwnRun, settleRun } from '../../data/optimization-runs.sql.ts'
import type { RunRow } from '../../data/optimization-tables.ts'
import type { PlanRow } from '../../data/plan-table.ts'
import { listIds, mapById } from '../../data/records.ts'
import type { RouteRow } from '../../data/route-table.ts'
import { insertRouteRows, listRoutesOfPlan } from '../../data/routes.sql.ts'
import { listPromisedWindows } from '../../data/slot-promises.sql.ts'
import type { StopRow } from '../../data/stop-table.ts'
import { listStopsOfPlanByRoute, writeStopWarnings } from '../../data/stops.sql.ts'
import type { WarningValue } from '../../data/values.ts'
import { notFound } from '../../frame/platform/api-error.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { brokenPromises, getArrivals, requireConsent } from '../../planning/consent/consent.ts'
import { lockPlans, refreshPlans, requirePlanAllows } from '../../planning/lifecycle/lifecycle.ts'
import { type ChargingBooking, listBookings } from '../../planning/modelling/charging/charging.ts'
import { listBarred } from '../../planning/modelling/kinds.ts'
import { outlyingWarnings } from '../../planning/modelling/outlying-stops.ts'
import { unassignedWarning } from '../../planning/modelling/warnings.ts'
import { loadContexts, placeOnRoutes, previewOrders, recomputeRoutes } from '../../planning/sequence/sequence.ts'
import type { SolvedPlan } from '../solving/solve.worker.ts'
import type { SolveAnswer } from '../solving/solve-in-thread.ts'
import type { PreparedPlan } from './problem.ts'

export type ApplyOutcome = 'applied' | 'lost'

/** Result of a run in ids, so that it can be applied at once, or stored and applied later by another process. */
export interface FoundPlan {
  /** Routes of the problem by vehicle index, as they were. */
  routes: { id: string; status: RouteRow['status']; label: string | null }[]
  /** Routes that the plan gets together with the solution. */
  newRoutes: RouteRow[]
  /** Stops of the problem. */
  stopIds: string[]
  /** Former place of each pending stop of the plan: its route, or null. */
  places: [stopId: string, routeId: string | null][]
  refused: [stopId: string, code: UnassignedReason][]
  /** Stop ids by vehicle index, in sequence. */
  orders: string[][]
  unassigned: { stop_id: string; reasons: UnassignedReason[]; hint?: string }[]
  cost: number
  /** Charging of the routes on their way, as the search distributed the points of the charging places. */
  charging?: [routeId: string, bookings: ChargingBooking[]][]
}

export function foundPlan(
  { planProblem, newRoutes, places }: PreparedPlan,
  { solution, remedies }: SolvedPlan,
): FoundPlan {
  const getId = (stop: number) => planProblem.stopRows[stop]!.id
  const hints = new Map(
    remedies.map(({ stop, vehicle, text }) => {
      const label = planProblem.routeRows[vehicle]?.label ?? 'The nearest route'
      return [stop, ` ${label} ${text}.`]
    }),
  )
  const orders = planProblem.routeRows.map((): string[] => [])
  for (const { vehicle, stops } of solution.routes) orders[vehicle] = stops.map(getId)
  return {
    routes: planProblem.routeRows.map(({ id, status, label }) => ({ id, status, label })),
    newRoutes: [...newRoutes],
    stopIds: listIds(planProblem.stopRows),
    places: [...places],
    refused: [...planProblem.refused],
    orders,
    unassigned: solution.unassigned.map(({ stop, reasons }) => {
      const hint = findHint(planProblem, stop, reasons) ?? hints.get(stop)
      return { stop_id: getId(stop), reasons, ...(hint ? { hint } : {}) }
    }),
    cost: solution.totalCost,
    charging: listBookings(solution.routes, listIds(planProblem.routeRows), planProblem.charging),
  }
}

/** A plan found for another goal than that of the settings. */
export interface FoundForGoal {
  goal: PlanGoal
  found: FoundPlan
}

export function foundAlternatives(prepared: PreparedPlan, { alternatives }: SolveAnswer): FoundForGoal[] {
  return alternatives.map(({ goal, ...solved }) => ({ goal, found: foundPlan(prepared, solved) }))
}

/**
 * Returns a hint for a stop that is left out, in addition to the reason: that it is far away, which skills it needs, or that its
 * goods are aboard.
 */
function findHint(
  { stopRows, routeRows, vehicles, stops }: PreparedPlan['planProblem'],
  stop: number,
  reasons: readonly UnassignedReason[],
): string | undefined {
  const row = stopRows[stop]!
  const starts = routeRows.map(({ start_location }) => start_location)
  const far = outlyingWarnings(starts, [row]).get(row.id)
  if (far) return ` ${far.message}`
  if (reasons[0] === 'skill_missing') {
    const nobodys = row.requires.filter((skill) => !vehicles.some(({ skills = [] }) => skills.includes(skill)))
    return ` It needs ${(nobodys.length > 0 ? nobodys : row.requires).join(', ')}.`
  }
  if (reasons[0] === 'apart') {
    const barred = listBarred(row, stopRows)
    return barred.length > 0 ? ` It is never on a route with ${barred.join(', ')}.` : undefined
  }
  const carrier = row.pickup_id !== null && stops[stop]!.pickup === undefined ? stops[stop]!.allowedVehicles : undefined
  if (carrier?.length !== 1) return undefined
  return ` Its goods are aboard ${routeRows[carrier[0]!]?.label ?? 'a vehicle'}, and stay owed.`
}

/**
 * Writes the solution and ends the run. Returns `lost` when the run no longer belongs to this worker. Throws
 * highway.optimization.error.plan_finished, highway.plan.error.promises_broken, or 404 when the plan was deleted.
 */
export async function applySolution(
  scope: Scope,
  run: RunRow,
  found: FoundPlan | undefined,
  status: 'success' | 'canceled',
): Promise<ApplyOutcome> {
  const [plan] = await lockPlans(scope, [run.plan_id])
  if (!(await lockOwnRun(scope, run))) return 'lost'
  if (!plan) throw notFound('plan', run.plan_id)
  requirePlanAllows(plan, 'optimized')
  if (!found) {
    await finishRun(scope, run.id, { status })
    // Without a solution there is nothing for a dispatcher to decide.
    if (run.hold) await settleRun(scope, run.id, 'applied_at')
    return 'applied'
  }
  const unassigned = await applyWithConsent(scope, plan, run.route_id, found)
  await finishRun(scope, run.id, { status, cost: found.cost, unassigned_stops: unassigned })
  return 'applied'
}

/**
 * Works like `applyFound`, but breaks promises to customers only if the caller agrees by name; otherwise it throws, and the rollback
 * undoes everything. Throws highway.plan.error.promises_broken.
 */
export async function applyWithConsent(
  scope: Scope,
  plan: PlanRow,
  onlyRouteId: string | null,
  found: FoundPlan,
): Promise<number> {
  const promised = await listPromisedWindows(scope, plan.id)
  if (promised.length === 0) return applyFound(scope, plan, onlyRouteId, found)
  const before = await arrivalsNow(scope, plan.id)
  const unassigned = await applyFound(scope, plan, onlyRouteId, found)
  await requireConsent(scope, brokenPromises(promised, before, await arrivalsNow(scope, plan.id)))
  return unassigned
}

/** Returns the arrivals of the present plan, computed at the present time. */
async function arrivalsNow(scope: Scope, planId: string) {
  const byRoute = Map.groupBy(await listStopsOfPlanByRoute(scope, planId), (stop) => stop.route_id)
  const routes = await listRoutesOfPlan(scope, planId)
  const orders = routes.map((route) => ({ route, stops: byRoute.get(route.id) ?? [] }))
  const context = (await loadContexts(scope, [planId])).get(planId)!
  return getArrivals((await previewOrders(scope, planId, orders, context)).values())
}

/**
 * Applies the result to a locked plan, and returns the number of unassigned stops. Routes that were locked, started, finished or
 * deleted meanwhile stay as they are now; stops that were executed, moved by hand or deleted keep their place; new stops stay
 * where they were put. Every unassigned stop gets its reason.
 */
export async function applyFound(
  scope: Scope,
  plan: PlanRow,
  onlyRouteId: string | null,
  found: FoundPlan,
): Promise<number> {
  const routes = await usableRoutes(scope, plan, found, onlyRouteId)
  const stops = await listStopsOfPlanByRoute(scope, plan.id)
  const orders = listOrders(found, routes, stops)
  await placeOnRoutes(
    scope,
    orders.map(({ route, stopIds }) => ({ route, stopIds })),
    orders.flatMap((order) => order.removed),
  )
  const touched = orders.map(({ route }) => route.id)
  const unassigned = await warnUnassigned(scope, plan.id, onlyRouteId, found)
  await recomputeRoutes(scope, touched, new Map(), new Map(found.charging))
  await refreshPlans(scope, [plan.id])
  return unassigned
}

/** Returns the problem's routes that may still be written to; inserts the new ones. */
async function usableRoutes(
  scope: Scope,
  plan: PlanRow,
  { routes, newRoutes }: FoundPlan,
  onlyRouteId: string | null,
): Promise<Map<string, RouteRow>> {
  const present = await listRoutesOfPlan(scope, plan.id)
  const usedVehicles = new Set(present.map((route) => route.vehicle_id))
  const added = newRoutes.filter((route) => !usedVehicles.has(route.vehicle_id))
  await insertRouteRows(scope, added)
  const now = new Map([...present, ...added].map((route) => [route.id, route]))
  const usable = new Map<string, RouteRow>()
  for (const before of routes) {
    const route = now.get(before.id)
    if (!route || route.is_locked || route.status !== before.status) continue
    if (onlyRouteId === null || onlyRouteId === route.id) usable.set(route.id, route)
  }
  return usable
}

interface RouteOrder {
  route: RouteRow
  /** Whole sequence, including executed stops. */
  stopIds: string[]
  /** Stops that leave the route and join no other. */
  removed: string[]
}

/** Returns the sequence of each usable route: executed stops, then the solution's, then those that the problem did not contain. */
function listOrders(found: FoundPlan, routes: ReadonlyMap<string, RouteRow>, stops: readonly StopRow[]): RouteOrder[] {
  const places = new Map(found.places)
  const byId = mapById(stops)
  /** Returns whether the stop is still where it was when the problem was built, and may go where the solution puts it. */
  const isAsKnown = (stop: StopRow | undefined): stop is StopRow =>
    stop?.status === 'pending' &&
    places.get(stop.id) === stop.route_id &&
    (stop.route_id === null || routes.has(stop.route_id))
  const known = new Set(found.stopIds.filter((id) => isAsKnown(byId.get(id))))
  for (const [id] of found.refused) if (isAsKnown(byId.get(id))) known.add(id)
  const present = Map.groupBy(stops, (stop) => stop.route_id)
  const wanted = new Map<string, string[]>()
  for (const [vehicle, order] of found.orders.entries()) {
    const route = routes.get(found.routes[vehicle]!.id)
    if (!route) continue
    wanted.set(
      route.id,
      order.filter((id) => known.has(id)),
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

/** Returns the reasons of left-out stops, by stop id. */
export function collectReasons(found: FoundPlan): Map<string, WarningValue[]> {
  const reasons = new Map<string, WarningValue[]>()
  for (const { stop_id, reasons: codes, hint = '' } of found.unassigned) {
    const [first, ...others] = codes.map(unassignedWarning)
    if (first) reasons.set(stop_id, [{ ...first, message: first.message + hint }, ...others])
  }
  for (const [id, code] of found.refused) reasons.set(id, [unassignedWarning(code)])
  return reasons
}

/** Writes the reasons of every pending unassigned stop of the plan, and returns the number of these stops. */
async function warnUnassigned(
  scope: Scope,
  planId: string,
  onlyRouteId: string | null,
  found: FoundPlan,
): Promise<number> {
  const places = new Map(found.places)
  const reasons = collectReasons(found)
  const stops = (await listStopsOfPlanByRoute(scope, planId)).filter(
    (stop) => stop.route_id === null && stop.status === 'pending',
  )
  const concerned = onlyRouteId === null ? stops : stops.filter((stop) => places.get(stop.id) === onlyRouteId)
  const warnings = new Map(
    concerned.map((stop) => {
      const own = stop.location?.lat === undefined ? [unassignedWarning('no_location')] : reasons.get(stop.id)
      return [stop.id, own?.length ? own : [cameMeanwhile]]
    }),
  )
  await writeStopWarnings(scope, warnings)
  return concerned.length
}
