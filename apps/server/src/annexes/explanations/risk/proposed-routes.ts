// The routes of a plan as a result that is kept aside would leave them.
import { findResult } from '../../../data/optimization-results.sql.ts'
import { findRun } from '../../../data/optimization-runs.sql.ts'
import { mapById } from '../../../data/records.ts'
import type { RouteRow } from '../../../data/route-table.ts'
import { listRoutesOfPlan } from '../../../data/routes.sql.ts'
import type { StopRow } from '../../../data/stop-table.ts'
import type { JsonObject } from '../../../data/values.ts'
import { apiError, notFound } from '../../../frame/platform/api-error.ts'
import type { Scope } from '../../../frame/platform/scope.ts'
import { getState } from '../../../optimizing/optimization/optimization.ts'
import type { RouteWithStops } from '../../../planning/modelling/plan-problem.ts'

export interface Proposal {
  /** The settings that the run was asked with. */
  config: JsonObject
  newRoutes: readonly RouteRow[]
  /** Sequences by route id. */
  orders: ReadonlyMap<string, readonly string[]>
}

/** Throws 404 for a run that the plan does not have, highway.optimization.error.not_ready. */
export async function readProposal(scope: Scope, planId: string, runId: string): Promise<Proposal> {
  const run = await findRun(scope, runId)
  if (run?.plan_id !== planId) throw notFound('optimization', runId)
  const stored = await findResult(scope, runId)
  const state = getState(run)
  if (state !== 'ready' || !stored?.result || !stored.comparison)
    throw apiError('highway.optimization.error.not_ready', { id: runId, state })
  const { newRoutes } = stored.result as unknown as { newRoutes: RouteRow[] }
  const { routes } = stored.comparison as unknown as { routes: { route_id: string; stop_ids: string[] }[] }
  const orders = new Map(routes.map(({ route_id, stop_ids }) => [route_id, stop_ids]))
  return { config: run.config ?? {}, newRoutes, orders }
}

/** Returns the routes as planned; with a proposal in its sequences, and with the routes that it adds. */
export async function listRoutes(
  scope: Scope,
  planId: string,
  stops: readonly StopRow[],
  proposal: Proposal | undefined,
): Promise<RouteWithStops[]> {
  const present = await listRoutesOfPlan(scope, planId)
  const byRoute = Map.groupBy(stops, (stop) => stop.route_id)
  const asNow = present.map((route) => ({ route, stops: byRoute.get(route.id) ?? [] }))
  if (!proposal) return asNow
  const byId = mapById(stops)
  const added = proposal.newRoutes.filter(({ id }) => !present.some((route) => route.id === id))
  return [...asNow, ...added.map((route) => ({ route, stops: [] }))].map(({ route, stops: own }) => ({
    route,
    stops: proposal.orders.get(route.id)?.flatMap((id) => byId.get(id) ?? []) ?? own,
  }))
}
