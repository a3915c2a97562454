// The sequences of a plan's routes before and after a result was applied, and the undo step.
import { listRoutesOfPlan } from '../../data/routes.sql.ts'
import { listStopsOfPlanByRoute } from '../../data/stops.sql.ts'
import type { Scope } from '../../frame/platform/scope.ts'

type Orders = Map<string, string[]>

/** Returns the present sequence of each route of the plan. */
export async function ordersNow(scope: Scope, planId: string): Promise<Orders> {
  const routes = await listRoutesOfPlan(scope, planId)
  const orders: Orders = new Map(routes.map((route) => [route.id, []]))
  for (const stop of await listStopsOfPlanByRoute(scope, planId))
    if (stop.route_id) orders.get(stop.route_id)?.push(stop.id)
  return orders
}

/** Returns stops that lost their route. */
export function leftBy(before: Orders, after: Orders): string[] {
  const placed = new Set([...after.values()].flat())
  return [...before.values()].flat().filter((id) => !placed.has(id))
}

/** Returns the arrangement that restores the earlier sequences. */
export function getUndo(before: Orders, after: Orders) {
  const changed = [...after].filter(([id, order]) => JSON.stringify(order) !== JSON.stringify(before.get(id) ?? []))
  const was = new Set([...before.values()].flat())
  return {
    routes: changed.map(([route_id, order]) => ({ route_id, stop_ids: before.get(route_id) ?? [], was: order })),
    unassigned: changed.flatMap(([, order]) => order).filter((id) => !was.has(id)),
  }
}
