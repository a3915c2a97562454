// Consent to what breaks promises: for edits that compare before and after themselves, and around changes of a plan that put nobody in
// another order: other hours of a van, another place of a stop, a route or a plan that is deleted.
import { listIds } from '../../data/records.ts'
import { findRouteRow, listRoutesOfPlan } from '../../data/routes.sql.ts'
import { listPromisedWindows } from '../../data/slot-promises.sql.ts'
import { findStopRow, listStopsOfRoutes } from '../../data/stops.sql.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { lockPlans } from '../lifecycle/lifecycle.ts'
import { loadContexts, previewOrders } from '../sequence/sequence.ts'
import {
  type Arrivals,
  brokenPromises,
  getArrivals,
  leftOut,
  requireConsent,
  requireUnpromised,
} from './broken-promises.ts'

export {
  brokenPromises,
  type Consent,
  getArrivals,
  requireConsent,
  requireUnpromised,
  withNames,
} from './broken-promises.ts'
export { tellBooking, tellPromiseChange } from './told-promises.ts'

/** Asks before the route is deleted with promised stops on it, which nobody would drive to. Throws highway.plan.error.promises_broken. */
export async function requireNoPromisesOnRoute(
  scope: Scope,
  planId: string,
  stopIds: readonly string[],
): Promise<void> {
  const ids = new Set(stopIds)
  const promised = (await listPromisedWindows(scope, planId)).filter(({ stop_id }) => ids.has(stop_id))
  await requireConsent(scope, promised.map(leftOut))
}

/** Asks before the plan is deleted with all its stops, of which some were promised. Throws highway.plan.error.promises_broken. */
export async function requireNoPromisesOnPlan(scope: Scope, planId: string): Promise<void> {
  await requireConsent(scope, (await listPromisedWindows(scope, planId)).map(leftOut))
}

/** Asks before all stops of the plan get another day. Throws highway.stop.error.promised. */
export async function requireDayUnpromised(scope: Scope, planId: string): Promise<void> {
  const promised = await listPromisedWindows(scope, planId)
  await requireUnpromised(
    scope,
    promised.map(({ stop_id }) => stop_id),
  )
}

/** Changes a route as `change` does. Throws highway.plan.error.promises_broken where a promised stop of it would be later than it is. */
export async function keepingPromisesOfRoute<Answer>(
  scope: Scope,
  routeId: string,
  change: () => Promise<Answer>,
): Promise<Answer> {
  const route = await findRouteRow(scope, routeId)
  return route ? keepingPromises(scope, route.plan_id, [routeId], change) : change()
}

/** Changes a stop as `change` does; `routeId` is the route that it comes to. Throws as `keepingPromisesOfRoute`. */
export async function keepingPromisesOfStop<Answer>(
  scope: Scope,
  stopId: string,
  routeId: string | null | undefined,
  change: () => Promise<Answer>,
): Promise<Answer> {
  const stop = await findStopRow(scope, stopId)
  const routeIds = [stop?.route_id, routeId].filter((id) => typeof id === 'string')
  return stop?.plan_id && routeIds.length > 0 ? keepingPromises(scope, stop.plan_id, routeIds, change) : change()
}

/** Compares times before and after the change at the same moment, so that a delay that exists anyway needs nobody's consent. */
async function keepingPromises<Answer>(
  scope: Scope,
  planId: string,
  routeIds: readonly string[],
  change: () => Promise<Answer>,
): Promise<Answer> {
  if ((await listPromisedWindows(scope, planId)).length === 0) return change()
  await lockPlans(scope, [planId])
  const before = await arrivalsNow(scope, planId, routeIds)
  const answer = await change()
  const after = await plannedArrivals(scope, routeIds)
  const promised = await listPromisedWindows(scope, planId)
  const looked = promised.filter(({ stop_id }) => before.has(stop_id) || after.has(stop_id))
  await requireConsent(scope, brokenPromises(looked, before, after))
  return answer
}

async function arrivalsNow(scope: Scope, planId: string, routeIds: readonly string[]): Promise<Arrivals> {
  const routes = await listRoutesOfPlan(scope, planId, routeIds)
  const stops = Map.groupBy(await listStopsOfRoutes(scope, listIds(routes)), ({ route_id }) => route_id)
  const context = (await loadContexts(scope, [planId])).get(planId)!
  const orders = routes.map((route) => ({ route, stops: stops.get(route.id) ?? [] }))
  return getArrivals((await previewOrders(scope, planId, orders, context)).values())
}

/** Planned arrivals as stored after the change. */
async function plannedArrivals(scope: Scope, routeIds: readonly string[]): Promise<Arrivals> {
  const stops = await listStopsOfRoutes(scope, routeIds)
  return new Map(stops.map(({ id, planned_arrival_time }) => [id, planned_arrival_time]))
}
