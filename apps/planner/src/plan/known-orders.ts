// The orders of routes before stops went away, so that stops which come back stand at their places again.
import * as operations from '@routewright/client/operations'
import { call } from '../shell/service.ts'
import { currentPlan } from './plan-store.ts'
import { planId, takeAnswer } from './take-answer.ts'

export type KnownOrder = { route_id: string; stop_ids: readonly string[] }

/** The orders of the routes that these stops are on, to put them back at their places later. */
export function ordersAround(stopIds: readonly string[]): KnownOrder[] {
  const { stops, orders } = currentPlan()
  const routeIds = new Set(stopIds.flatMap((id) => stops.get(id)?.route_id ?? []))
  return [...routeIds].map((route_id) => ({ route_id, stop_ids: orders.get(route_id) ?? [] }))
}

/** Puts stops that came back into these orders, unless somebody changed those routes meanwhile. */
export async function putBack(stopIds: readonly string[], orders: readonly KnownOrder[]): Promise<void> {
  if (orders.length === 0) return
  const gone = new Set(stopIds)
  const routes = orders.map(({ route_id, stop_ids }) => ({
    route_id,
    stop_ids: [...stop_ids],
    was: stop_ids.filter((id) => !gone.has(id)),
  }))
  takeAnswer(await call(operations.arrangePlan, { plan_id: planId(), body: { routes } }))
}
