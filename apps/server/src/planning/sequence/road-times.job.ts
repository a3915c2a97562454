// Recomputes routes in a job after a change. Routes with straight lines get roads, because a rule cannot ask the network inside
// its transaction. Finished routes under a law on driving get what was really driven, and later routes of the driver in other
// plans follow.

import { lockRouteRows } from '../../data/routes.sql.ts'
import { listStopsOfRoutes } from '../../data/stops.sql.ts'
import type { JobPayloads } from '../../frame/platform/job-queues.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { type Services, systemCaller, transactAs } from '../../frame/platform/services.ts'
import { rememberAnswers } from '../../geography/travel/remembered-answers.ts'
import { lockPlans } from '../lifecycle/lifecycle.ts'
import { evaluateRoute } from '../modelling/evaluate-route.ts'
import type { RouteWithStops } from '../modelling/plan-problem.ts'
import { loadContexts, type PlanContext, recomputeRoutes } from './sequence.ts'

/** Number of routes that one process computes at a time. */
const concurrency = 2

/** Starts the job that `recomputeRoutes` requests. The queue's rule retries a failed query. */
export function startRoadTimes(services: Services): Promise<void> {
  return services.jobs.work('road_times', { concurrency }, (payload, { signal }) =>
    giveRoadTimes(services, payload, signal),
  )
}

/**
 * Asks for roads between two transactions, as the network may take its time. If the second one finds changes, it computes these
 * with straight lines again; that change has sent a job of its own.
 */
async function giveRoadTimes(
  services: Services,
  { organization_id, route_id }: JobPayloads['road_times'],
  signal: AbortSignal,
): Promise<void> {
  const caller = systemCaller(organization_id)
  const found = await transactAs(services, caller, (scope) => findRoute(scope, route_id))
  if (!found) return
  const answers = rememberAnswers(services.travel.best, { signal })
  if (found.route.status !== 'finished') await evaluateRoute(found, found.context, answers.asking)
  await transactAs(services, caller, async (scope) => {
    await lockPlans(scope, [found.route.plan_id])
    await recomputeRoutes({ ...scope, travel: answers.orElse(scope.travel) }, [route_id])
  })
}

/**
 * Returns the route as it is now, or undefined when there is nothing to compute. Locks it first, which waits for a running
 * change: such a change adds no job of its own while this one is queued, so what it writes is read here.
 */
async function findRoute(
  scope: Scope,
  routeId: string,
): Promise<(RouteWithStops & { context: PlanContext }) | undefined> {
  const [route] = await lockRouteRows(scope, [routeId])
  if (!route || (route.status === 'finished' && route.driver_work === null)) return undefined
  const stops = await listStopsOfRoutes(scope, [routeId])
  const contexts = await loadContexts(scope, [route.plan_id])
  return { route, stops, context: contexts.get(route.plan_id)! }
}
