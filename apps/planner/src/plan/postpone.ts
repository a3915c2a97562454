// Stops that go to the plan of another day, which is made where there is none, or to the backlog; taken back they are what they were, also after a reload.
import * as operations from '@routewright/client/operations'
import type { Plan } from '@routewright/contract'
import { call } from '../shell/service.ts'
import { type Step, useHistory } from './history.ts'
import { type KnownOrder, ordersAround, putBack } from './known-orders.ts'
import { planListParameters } from './listed-plans.ts'
import { currentPlan, usePlanStore } from './plan-store.ts'
import { planId, takeAnswer } from './take-answer.ts'

/** All that taking it back needs. */
export interface Postponed {
  /** Null is the backlog, where they have none. */
  day: string | null
  stopIds: string[]
  /** Stops among them that were not delivered, and are so again. */
  failedIds: string[]
  orders: readonly KnownOrder[]
  /** Where it went to a slot: what was promised, what had been promised until then, and the windows of before. */
  promised?: { id: string; slotId: string; previousSlotId?: string; windows: [number, number][] }
}

/** The calendar day after. */
export function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
}

/** The first open plan of a day; undefined where there is none. */
export async function findPlanOn(projectId: string, day: string): Promise<Plan | undefined> {
  const { docs } = await call(operations.listPlans, {
    ...planListParameters(projectId, { from: day, to: day }),
    limit: 20,
  })
  return docs.find(({ id, status }) => status !== 'finished' && id !== planId())
}

export async function postpone(label: string, stopIds: string[], day: string | null): Promise<void> {
  useHistory.getState().note(await sendTo(label, stopIds, day))
}

async function sendTo(label: string, stopIds: string[], day: string | null): Promise<Step> {
  const { plan, stops } = currentPlan()
  const isFailed = (id: string) => ['canceled', 'incomplete'].includes(stops.get(id)!.status)
  const postponed = { day, stopIds, failedIds: stopIds.filter(isFailed), orders: ordersAround(stopIds) }
  const { project_id } = plan
  if (day === null) await call(operations.returnToBacklog, { project_id, body: { stop_ids: stopIds } })
  else await sendToDay(project_id, stopIds, day)
  await usePlanStore.getState().reload()
  return postponedStep(label, postponed)
}

async function sendToDay(project_id: string, stop_ids: string[], day: string): Promise<void> {
  const target =
    (await findPlanOn(project_id, day)) ??
    (await call(operations.createPlan, { project_id, body: { execution_date: day } }))
  await call(operations.moveStops, { body: { plan_id: target.id, stop_ids } })
}

export function postponedStep(label: string, postponed: Postponed): Step {
  const { day, stopIds, failedIds, orders, promised } = postponed
  return {
    label,
    postponed,
    async takeBack() {
      if (promised) await endPromise(stopIds[0]!, promised)
      await call(operations.moveStops, { body: { plan_id: planId(), stop_ids: stopIds } })
      if (failedIds.length > 0) await endAsReported(postponed)
      else await putBack(stopIds, orders)
      await usePlanStore.getState().reload()
      const again = () => (promised ? giveSlot(label, stopIds[0]!, promised.slotId) : sendTo(label, stopIds, day))
      return { label, takeBack: again }
    },
  }
}

/** To the day and the window of a slot, which is promised with it. */
export async function giveSlotTo(label: string, stopId: string, slotId: string): Promise<void> {
  useHistory.getState().note(await giveSlot(label, stopId, slotId))
}

async function giveSlot(label: string, stopId: string, slotId: string): Promise<Step> {
  const { stops } = currentPlan()
  const { status, time_windows: windows, route_id } = stops.get(stopId)!
  const failedIds = ['canceled', 'incomplete'].includes(status) ? [stopId] : []
  const orders = route_id ? ordersAround([stopId]) : []
  const made = await call(operations.promiseStop, { stop_id: stopId, body: { slot_id: slotId } })
  const { id, date, previous_slot_id: previousSlotId } = made
  const promised = { id, slotId, windows, ...(previousSlotId !== undefined && { previousSlotId }) }
  await usePlanStore.getState().reload()
  return postponedStep(label, { day: date, stopIds: [stopId], failedIds, orders, promised })
}

/** Renews the earlier promise; without one the stop keeps the windows that it had, off the route that the slot put it on. */
async function endPromise(
  stopId: string,
  { id, previousSlotId, windows }: NonNullable<Postponed['promised']>,
): Promise<void> {
  if (previousSlotId !== undefined) {
    // Forced by the dispatcher: the rules of today were not asked for it then either.
    await call(operations.promiseStop, { stop_id: stopId, body: { slot_id: previousSlotId, rules: 'ignore' } })
    return
  }
  await call(operations.releaseSlot, { slot_promise_id: id, body: { keep_stop: true } })
  await call(operations.updateStop, { stop_id: stopId, body: { time_windows: windows, route_id: null } })
}

/** The failed ones fail again, on their routes where these still run. */
async function endAsReported({ stopIds, failedIds, orders }: Postponed): Promise<void> {
  const gone = new Set(stopIds)
  const open = new Set(currentPlan().routes.flatMap(({ id, status }) => (status === 'finished' ? [] : id)))
  const routes = orders
    .filter(({ route_id }) => open.has(route_id))
    .map(({ route_id, stop_ids }) => ({
      route_id,
      stop_ids: [...stop_ids],
      was: stop_ids.filter((id) => !gone.has(id)),
    }))
  const retried = failedIds.map((stop_id) => ({ stop_id, retried: false }))
  const body = { routes, restore: { routes: [], stops: [], retried } }
  takeAnswer(await call(operations.arrangePlan, { plan_id: planId(), body }))
}
