// Routes that are computed anew behind a change: those that a rule gave straight lines, because it could not ask a network inside its transaction, get
// their roads; routes under a law on driving that are over get what was driven, and routes behind them in other plans follow.

import { lockRouteRows } from '../../data/routes.sql.ts'
import { listStopsOfRoutes } from '../../data/stops.sql.ts'
import type { JobPayloads } from '../../frame/platform/jobs.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { type Services, systemCaller, transactAs } from '../../frame/platform/services.ts'
import { rememberAnswers } from '../../geography/travel/remembered-answers.ts'
import { lockPlans } from '../lifecycle/lifecycle.ts'
import { evaluateRoute } from '../modelling/evaluate-route.ts'
import type { RouteWithStops } from '../modelling/plan-problem.ts'
import { loadContexts, type PlanContext, recomputeRoutes } from './sequence.ts'

/** Routes that one process asks about at a time. */
const concurrency = 2

/** Begins to work off what `recomputeRoutes` asked for. A failed query is repeated by the rule of the queue. */
export function startRoadTimes(services: Services): Promise<void> {
  return services.jobs.work('road_times', { concurrency }, (payload, { signal }) =>
    giveRoadTimes(services, payload, signal),
  )
}

/**
 * Asks between two transactions, as the network may take its time. What the second one finds changed it computes by
 * straight lines again; that change has sent a job of its own.
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
 * The route as it stands, or undefined when there is nothing to compute. Locking it waits for a change under way whose job
 * was not added because this one was still queued: what that change writes is read here.
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
