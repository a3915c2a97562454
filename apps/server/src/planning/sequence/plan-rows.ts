// The rows of a plan from which the optimizer's problem is built.
import { listStopsOfPlanWithPackages } from '../../data/packages.sql.ts'
import type { RouteRow } from '../../data/route-table.ts'
import { listRoutesOfPlan } from '../../data/routes.sql.ts'
import { listPromisedStops } from '../../data/slot-promises.sql.ts'
import { findPins } from '../../data/stop-pins.sql.ts'
import type { StopRow } from '../../data/stop-table.ts'
import { listStopsOfPlanByRoute } from '../../data/stops.sql.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import type { RouteWithStops } from '../modelling/plan-problem.ts'

export interface PlanRows {
  stops: StopRow[]
  routes: RouteRow[]
  /** Returns these routes, each with its stops in driving order. */
  withStops(routes: readonly RouteRow[]): RouteWithStops[]
  /** Pending stops on no route. */
  unassigned: StopRow[]
  /** Marks of stops that are stored outside their rows, in the form of `PlanPicture`. */
  marks: { withPackages: Set<string>; pins: Map<string, 'route' | 'place'>; promised: Set<string> }
}

export async function loadPlanRows(scope: Scope, planId: string): Promise<PlanRows> {
  const stops = await listStopsOfPlanByRoute(scope, planId)
  const byRoute = Map.groupBy(stops, (stop) => stop.route_id)
  return {
    stops,
    routes: await listRoutesOfPlan(scope, planId),
    withStops: (routes) => routes.map((route) => ({ route, stops: byRoute.get(route.id) ?? [] })),
    unassigned: (byRoute.get(null) ?? []).filter((stop) => stop.status === 'pending'),
    marks: {
      withPackages: await listStopsOfPlanWithPackages(scope, planId),
      pins: await findPins(scope, planId),
      promised: await listPromisedStops(scope, planId),
    },
  }
}
