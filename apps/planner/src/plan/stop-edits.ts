// Stops that come to the plan, leave it, or go to another one; what left comes back when it is undone.
import * as operations from '@routewright/client/operations'
import type { StopInput } from '@routewright/contract'
import { call } from '../shell/service.ts'
import { type Step, useHistory } from './history.ts'
import { type KnownOrder, ordersAround, putBack } from './known-orders.ts'
import { currentPlan, usePlanStore } from './plan-store.ts'
import { readRoute } from './record-edits.ts'
import { planId, takeAnswer } from './take-answer.ts'

async function restoreStops(label: string, stopIds: string[], orders: readonly KnownOrder[]): Promise<Step> {
  const body = { stop_ids: stopIds }
  takeAnswer(await call(operations.restoreRecords, { plan_id: planId(), body }))
  await putBack(stopIds, orders)
  return { label, takeBack: () => removeStops(label, stopIds) }
}

async function removeStops(label: string, stopIds: string[]): Promise<Step> {
  const { stops } = currentPlan()
  const orders = ordersAround(stopIds)
  const routes = new Set(stopIds.map((id) => stops.get(id)?.route_id))
  await call(operations.deleteStops, { body: { stop_ids: stopIds } })
  usePlanStore.getState().apply({ removed_stops: stopIds })
  for (const routeId of routes) if (routeId) void readRoute(routeId)
  return { label, takeBack: () => restoreStops(label, stopIds, orders) }
}

export async function deleteStops(label: string, stopIds: string[]): Promise<void> {
  useHistory.getState().note(await removeStops(label, stopIds))
}

export async function createStop(label: string, stop: StopInput): Promise<string> {
  const created = await call(operations.createStops, { plan_id: planId(), body: [stop] })
  usePlanStore.getState().apply({ stops: created })
  const ids = created.map(({ id }) => id)
  useHistory.getState().note({ label, takeBack: () => removeStops(label, ids) })
  return ids[0]!
}

/** To another plan, which may be another day. */
export async function moveToPlan(label: string, stopIds: string[], toPlanId: string): Promise<void> {
  const from = planId()
  const orders = ordersAround(stopIds)
  await call(operations.moveStops, { body: { plan_id: toPlanId, stop_ids: stopIds } })
  usePlanStore.getState().apply({ removed_stops: stopIds })
  await usePlanStore.getState().reload()
  const back: Step = {
    label,
    async takeBack() {
      await call(operations.moveStops, { body: { plan_id: from, stop_ids: stopIds } })
      await putBack(stopIds, orders)
      await usePlanStore.getState().reload()
      return { label, takeBack: () => moveToPlan(label, stopIds, toPlanId).then(() => back) }
    },
  }
  useHistory.getState().note(back)
}
