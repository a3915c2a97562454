// Routes that come to the plan or leave it.
import * as operations from '@routewright/client/operations'
import { call } from '../shell/service.ts'
import { type Step, useHistory } from './history.ts'
import { type KnownOrder, putBack } from './known-orders.ts'
import { currentPlan, usePlanStore } from './plan-store.ts'
import { planId, takeAnswer } from './take-answer.ts'

export async function createRoutes(label: string, vehicleIds: string[]): Promise<void> {
  const body = vehicleIds.map((vehicle_id) => ({ vehicle_id }))
  const routes = await call(operations.createRoutes, { plan_id: planId(), body })
  usePlanStore.getState().apply({ routes })
  const ids = routes.map(({ id }) => id)
  useHistory.getState().note({ label, takeBack: () => removeRoutes(label, ids) })
}

async function restoreRoutes(label: string, routeIds: string[], orders: readonly KnownOrder[]): Promise<Step> {
  const body = { route_ids: routeIds }
  takeAnswer(await call(operations.restoreRecords, { plan_id: planId(), body }))
  await putBack(
    orders.flatMap(({ stop_ids }) => stop_ids),
    orders,
  )
  return { label, takeBack: () => removeRoutes(label, routeIds) }
}

async function removeRoutes(label: string, routeIds: string[]): Promise<Step> {
  const orders = routeIds.map((route_id) => ({ route_id, stop_ids: currentPlan().orders.get(route_id) ?? [] }))
  for (const id of routeIds) {
    const seenUpdatedAt = currentPlan().routes.find((route) => route.id === id)?.updated_at
    await call(operations.deleteRoute, { id }, seenUpdatedAt ? { seenUpdatedAt } : {})
  }
  await usePlanStore.getState().reload()
  return { label, takeBack: () => restoreRoutes(label, routeIds, orders) }
}

export async function deleteRoute(label: string, routeId: string): Promise<void> {
  useHistory.getState().note(await removeRoutes(label, [routeId]))
}
