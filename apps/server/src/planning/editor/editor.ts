// The editor's rules other than sequences: its state, locks, pins, and restoring deleted records.
import type { LockRequest, PinRequest, RestoreRequest } from '@routewright/contract'
import { findOrigin, listCopies } from '../../data/plan-copies.sql.ts'
import { latestOptimization } from '../../data/resources/optimization-runs.ts'
import { restoreRouteRows, setRouteLocks } from '../../data/routes.sql.ts'
import { listHoldingPins, putPins } from '../../data/stop-pins.sql.ts'
import { restoreStopRows } from '../../data/stops.sql.ts'
import { invalidPayload, notFound } from '../../frame/platform/api-error.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { refreshPlans, requirePlanAllows } from '../lifecycle/lifecycle.ts'
import { getPlan } from '../plans/plans.ts'
import { openBoard, takeRoutes, takeStops } from './board.ts'
import { changedRecords } from './effects.ts'
import { type FigureMemory, planFigures } from './figures.ts'

export {
  beginCopiedStop,
  copyPlan,
  type PlanCopy,
  untouchedPackage,
  untouchedRoute,
  untouchedStop,
  untouchedTask,
} from './copies.ts'

/** Revision, pins, figures, origin and copies of a plan. */
export async function editorState(scope: Scope, planId: string, memory: FigureMemory) {
  const plan = await getPlan(scope, planId)
  const origin = await findOrigin(scope, planId)
  const optimization = await latestOptimization(scope, planId)
  return {
    plan_id: plan.id,
    revision: plan.revision,
    pins: await listHoldingPins(scope, planId),
    figures: await planFigures(scope, planId, memory),
    copies: await listCopies(scope, planId),
    ...(origin ? { origin } : {}),
    ...(optimization ? { optimization } : {}),
  }
}

/** Locks or unlocks routes. Throws 404 for a route that the plan does not have. */
export async function lockRoutes(scope: Scope, planId: string, { route_ids, locked }: LockRequest) {
  const board = await openBoard(scope, planId, { lock: true })
  await takeRoutes(board, route_ids)
  await setRouteLocks(scope, route_ids, locked)
  await refreshPlans(scope, [planId])
  return emptyAnswer(scope, planId, route_ids, await changedRecords(board, route_ids, []))
}

/**
 * Pins stops for the optimizer: to their route, or to their place on it. Throws highway.route.error.stop_not_in_plan,
 * highway.stop.error.already_executed, and invalid_payload for a stop on no route.
 */
export async function pinStops(scope: Scope, planId: string, { stop_ids, pin }: PinRequest, memory: FigureMemory) {
  const board = await openBoard(scope, planId, { lock: true })
  const [why] = (await takeStops(board, stop_ids)).values()
  if (why) throw why
  const loose = stop_ids.findIndex((id) => board.stops.get(id)!.route_id === null)
  if (pin !== null && loose >= 0) {
    const reason = `stop ${stop_ids[loose]} is on no route`
    throw invalidPayload(`stop_ids[${loose}]`, reason)
  }
  await putPins(scope, planId, stop_ids, pin)
  await refreshPlans(scope, [planId])
  return editorState(scope, planId, memory)
}

/** Restores deleted stops and routes of the plan: stops unassigned, routes empty. Throws 404 for records that are not there. */
export async function restoreRecords(scope: Scope, planId: string, request: RestoreRequest) {
  const plan = await getPlan(scope, planId, { lock: true })
  requirePlanAllows(plan, 'stops_joined')
  const { stop_ids = [], route_ids = [] } = request
  const stops = new Set(await restoreStopRows(scope, planId, stop_ids))
  const routes = new Set(await restoreRouteRows(scope, planId, route_ids))
  for (const id of stop_ids) if (!stops.has(id)) throw notFound('deleted stop', id)
  for (const id of route_ids) if (!routes.has(id)) throw notFound('deleted route', id)
  await refreshPlans(scope, [planId])
  const board = await openBoard(scope, planId, { lock: false })
  await takeRoutes(board, route_ids)
  await takeStops(board, stop_ids)
  const restored = stop_ids.map((id) => board.stops.get(id)!)
  // `changedRecords` returns what differs from the board. With an empty board that is every restored stop.
  board.stops.clear()
  return emptyAnswer(scope, planId, [...stop_ids, ...route_ids], await changedRecords(board, route_ids, restored))
}

/** Result of an edit that moves nothing. */
async function emptyAnswer(
  scope: Scope,
  planId: string,
  ids: readonly string[],
  changed: Awaited<ReturnType<typeof changedRecords>>,
) {
  const { revision } = await getPlan(scope, planId)
  const results = ids.map((id) => ({ id, done: true }))
  return { preview: false, revision, results, effects: [], unassigned: [], ...changed }
}
