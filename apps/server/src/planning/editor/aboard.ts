// Goods that are aboard a vehicle under way: no other vehicle can deliver them, unless it takes them over somewhere first.

import { listRoutesOfPlan } from '../../data/routes.sql.ts'
import type { StopRow } from '../../data/stop-table.ts'
import { listStopRows } from '../../data/stops.sql.ts'
import { nameOfRoute, nameOfStop } from '../../frame/conflicts/conflicts.ts'
import { type ApiError, apiError } from '../../frame/platform/api-error.ts'
import type { Board } from './board.ts'

export interface Aboard {
  /** The route whose vehicle has the goods. */
  routeId: string
  /** Why they cannot join another one. */
  why: ApiError
}

/**
 * Returns, by id, those of the stops whose goods are aboard a route under way. A stop whose pickup is still pending is left out:
 * its goods are taken over there.
 */
export async function listAboard(board: Board, stops: readonly StopRow[]): Promise<Map<string, Aboard>> {
  const loaded = stops.filter((stop) => stop.status === 'pending' && stop.aboard_route_id !== null)
  if (loaded.length === 0) return new Map()
  const routeIds = [...new Set(loaded.map((stop) => stop.aboard_route_id!))]
  const routes = await listRoutesOfPlan(board.scope, board.plan.id, routeIds)
  const underWay = new Map(routes.filter(({ status }) => status === 'in_transit').map((route) => [route.id, route]))
  const waiting = await listPendingPickups(board, loaded)
  return new Map(
    loaded.flatMap((stop) => {
      const route = underWay.get(stop.aboard_route_id!)
      if (!route || waiting.has(stop.pickup_id ?? '')) return []
      const details = { id: stop.id, what: nameOfStop(stop), route: nameOfRoute(route) }
      return [[stop.id, { routeId: route.id, why: apiError('highway.stop.error.goods_aboard', details) }] as const]
    }),
  )
}

async function listPendingPickups(board: Board, stops: readonly StopRow[]): Promise<Set<string>> {
  const ids = [...new Set(stops.flatMap((stop) => stop.pickup_id ?? []))]
  const known = ids.flatMap((id) => board.stops.get(id) ?? [])
  const others = ids.filter((id) => !board.stops.has(id))
  const read = others.length === 0 ? [] : await listStopRows(board.scope, others)
  return new Set([...known, ...read].filter(({ status }) => status === 'pending').map(({ id }) => id))
}

/** Throws highway.stop.error.goods_aboard for a stop that would join a route while its goods are aboard another one. */
export async function requireGoodsAtHand(board: Board, routeIds: readonly string[]): Promise<void> {
  const joining = routeIds.flatMap((routeId) => {
    const was = new Set(board.before.get(routeId)!.map(({ id }) => id))
    return board.orders.get(routeId)!.flatMap((stop) => (was.has(stop.id) ? [] : { stop, routeId }))
  })
  const aboard = await listAboard(
    board,
    joining.map(({ stop }) => stop),
  )
  for (const { stop, routeId } of joining) {
    const held = aboard.get(stop.id)
    if (held && held.routeId !== routeId) throw held.why
  }
}
