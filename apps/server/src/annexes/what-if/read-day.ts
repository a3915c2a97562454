// A plan as a day that has not begun: its stops, its routes and what is known of them, read in one transaction.
import { usualSpreads } from '@routewright/solver'
import { listLastPromises } from '../../data/arrival-promises.sql.ts'
import { listStopsOfPlanWithPackages } from '../../data/packages.sql.ts'
import type { PlanRow } from '../../data/plan-table.ts'
import { listRoutesOfPlan } from '../../data/routes.sql.ts'
import { listPromisedStops } from '../../data/slot-promises.sql.ts'
import type { StopRow } from '../../data/stop-table.ts'
import { listStopsOfPlanByRoute } from '../../data/stops.sql.ts'
import type { JsonObject } from '../../data/values.ts'
import { secondsOfPlanDay } from '../../frame/platform/local-time.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import type { RouteWithStops } from '../../planning/modelling/plan-problem.ts'
import { loadContexts } from '../../planning/sequence/sequence.ts'
import { loadStopSpreads } from '../learning/learning.ts'
import { notBegun, routeBefore, stopBefore, type TrialDay } from './trial.ts'

export interface ReadDay {
  day: TrialDay
  /** Routes as planned, including locked ones. */
  routes: RouteWithStops[]
  /** The stops as they are. */
  rows: StopRow[]
}

/** `config` goes over the settings of the plan. Locked routes stay as they are, or are vehicles like any other. */
export async function readDay(
  scope: Scope,
  plan: PlanRow,
  config: JsonObject,
  { keepsLocked = true } = {},
): Promise<ReadDay> {
  const context = notBegun((await loadContexts(scope, [plan.id], config)).get(plan.id)!)
  const stops = (await listStopsOfPlanByRoute(scope, plan.id)).map((row) => ({ row, stop: stopBefore(row) }))
  const byRoute = Map.groupBy(stops, ({ row }) => row.route_id)
  const routes = (await listRoutesOfPlan(scope, plan.id)).map((route) => ({
    route: routeBefore(route),
    stops: (byRoute.get(route.id) ?? []).map(({ stop }) => stop),
  }))
  const kept = keepsLocked ? routes.filter(({ route }) => route.is_locked) : []
  const held = new Set(kept.flatMap((entry) => entry.stops))
  const { timeZone } = context.settings
  const promises = await listLastPromises(scope, plan.id)
  return {
    day: {
      context,
      stops: stops.flatMap(({ stop }) => (held.has(stop) ? [] : { ...stop, route_id: null })),
      kept,
      withPackages: await listStopsOfPlanWithPackages(scope, plan.id),
      promised: await listPromisedStops(scope, plan.id),
      stopSpreads: await loadStopSpreads(
        scope,
        plan.project_id,
        stops.map(({ row }) => row),
        usualSpreads.service.stop,
      ),
      deadlines: new Map(
        promises.map(({ stop_id, window_to }) => [stop_id, secondsOfPlanDay(window_to, plan.execution_date, timeZone)]),
      ),
    },
    routes,
    rows: stops.map(({ row }) => row),
  }
}
