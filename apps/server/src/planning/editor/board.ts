// The board: an edit's copy of the routes that it touches with their stops in sequence, changed in memory first and saved as a whole.

import type { PlanRow } from '../../data/plan-table.ts'
import { mapById } from '../../data/records.ts'
import type { RouteRow } from '../../data/route-table.ts'
import { listRoutesOfPlan } from '../../data/routes.sql.ts'
import type { StopRow } from '../../data/stop-table.ts'
import { listStopRows, listStopsOfRoutes } from '../../data/stops.sql.ts'
import { changedMeanwhile, nameOfRoute, nameOfStop, requireAsSeen } from '../../frame/conflicts/conflicts.ts'
import { type ApiError, apiError, notFound } from '../../frame/platform/api-error.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { requirePlanAllows, requireRouteAllows } from '../lifecycle/lifecycle.ts'
import { getPlan } from '../plans/plans.ts'
import { loadContexts, type PlanContext } from '../sequence/sequence.ts'

export interface Board {
  scope: Scope
  plan: PlanRow
  context: PlanContext
  routes: Map<string, RouteRow>
  /** Every stop that the edit has looked at. */
  stops: Map<string, StopRow>
  /** Sequences by route id, when each route was put on the board. */
  before: Map<string, readonly StopRow[]>
  /** Sequences by route id, as the edit wants them. */
  orders: Map<string, StopRow[]>
  /** Stops that the edit reopens, or whose last status it restores: these may change their place. */
  retried?: ReadonlySet<string>
}

/** Opens the board of a plan, locking the plan when the edit will be saved. Throws 404, 403, highway.plan.error.finished. */
export async function openBoard(scope: Scope, planId: string, options: { lock: boolean }): Promise<Board> {
  const plan = await getPlan(scope, planId, { lock: options.lock })
  requirePlanAllows(plan, 'stops_joined')
  const context = (await loadContexts(scope, [plan.id])).get(plan.id)!
  return { scope, plan, context, routes: new Map(), stops: new Map(), before: new Map(), orders: new Map() }
}

/** Puts routes on the board with their stops. Throws 404 for one that the plan does not have. */
export async function takeRoutes(board: Board, routeIds: Iterable<string>): Promise<void> {
  const missing = [...new Set(routeIds)].filter((id) => !board.routes.has(id))
  if (missing.length === 0) return
  const rows = await listRoutesOfPlan(board.scope, board.plan.id, missing)
  const found = mapById(rows)
  const stops = Map.groupBy(await listStopsOfRoutes(board.scope, [...found.keys()]), (stop) => stop.route_id!)
  for (const id of missing) {
    const route = found.get(id)
    if (!route) throw notFound('route', id)
    const own = stops.get(id) ?? []
    board.routes.set(id, route)
    board.before.set(id, own)
    board.orders.set(id, [...own])
    for (const stop of own) board.stops.set(stop.id, stop)
  }
}

/**
 * Puts stops on the board, with their routes and those of `routeIds`, which saves a query. Returns by id why a stop cannot be
 * moved; a caller that moves all or nothing throws the first reason. Throws 404 for a route that the plan does not have.
 */
export async function takeStops(
  board: Board,
  stopIds: readonly string[],
  routeIds: readonly string[] = [],
): Promise<Map<string, ApiError>> {
  const refused = new Map<string, ApiError>()
  const missing = [...new Set(stopIds)].filter((id) => !board.stops.has(id))
  for (const stop of await listStopRows(board.scope, missing)) board.stops.set(stop.id, stop)
  for (const id of stopIds) {
    const stop = board.stops.get(id)
    if (stop?.plan_id !== board.plan.id) {
      refused.set(id, apiError('highway.route.error.stop_not_in_plan', { id, plan_id: board.plan.id }))
    } else if (stop.status !== 'pending') {
      refused.set(id, apiError('highway.stop.error.already_executed', { id, status: stop.status }))
    }
  }
  const own = stopIds.flatMap((id) => (refused.has(id) ? [] : (board.stops.get(id)?.route_id ?? [])))
  await takeRoutes(board, [...own, ...routeIds])
  return refused
}

/** Throws highway.plan.error.changed_meanwhile when a stop or route on the board is not as the caller saw it. */
export async function requireBoardAsSeen(board: Board, seen: Readonly<Record<string, string>> | undefined) {
  if (!seen) return
  const { scope, plan } = board
  const stops = [...board.stops.values()].map((stop) => ({
    id: stop.id,
    updated_at: stop.updated_at,
    plan_id: plan.id,
    what: nameOfStop(stop),
  }))
  const routes = [...board.routes.values()].map((route) => ({
    id: route.id,
    updated_at: route.updated_at,
    plan_id: plan.id,
    what: nameOfRoute(route),
  }))
  await requireAsSeen(scope, [...stops, ...routes], seen)
}

/** The refusal for a route whose stops are not those that the caller saw. */
export async function routeChanged(board: Board, route: RouteRow): Promise<ApiError> {
  const { scope, plan } = board
  const record = { id: route.id, updated_at: route.updated_at, plan_id: plan.id, what: nameOfRoute(route) }
  return changedMeanwhile(scope, record)
}

/** Takes stops off whatever route they are on. */
export function liftStops(board: Board, stopIds: readonly string[]): StopRow[] {
  const lifted = new Set(stopIds)
  for (const [routeId, order] of board.orders) {
    if (order.some((stop) => lifted.has(stop.id))) {
      board.orders.set(
        routeId,
        order.filter((stop) => !lifted.has(stop.id)),
      )
    }
  }
  return stopIds.map((id) => board.stops.get(id)!)
}

/** Inserts stops before the place `index` of a route's sequence, but never before executed stops. */
export function layStops(board: Board, routeId: string, index: number, stops: readonly StopRow[]): void {
  const order = board.orders.get(routeId)!
  const firstFree = order.findLastIndex((stop) => stop.status !== 'pending') + 1
  order.splice(Math.max(firstFree, Math.min(index, order.length)), 0, ...stops)
}

export function listPending(board: Board, routeId: string): StopRow[] {
  return board.orders.get(routeId)!.filter((stop) => stop.status === 'pending')
}

/** Throws highway.route.error.finished for a finished route that would get stops. */
export function requireOpen(route: RouteRow): void {
  requireRouteAllows(route, 'stops_joined')
}

/** Returns the routes whose stops or sequence would change. */
export function touchedRoutes(board: Board): string[] {
  return [...board.orders.keys()].filter((id) => {
    const [was, is] = [board.before.get(id)!, board.orders.get(id)!]
    const isSame = (stop: StopRow, index: number) => stop.id === is[index]!.id && stop.status === is[index]!.status
    return was.length !== is.length || !was.every(isSame)
  })
}
