// Stops that go to the plan of another day, which is made where there is none; taken back they are what they were, also after a reload.
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
  day: string
  stopIds: string[]
  /** Those of them that were not delivered, and are so again. */
  failedIds: string[]
  orders: readonly KnownOrder[]
}

/** The calendar day after. */
export function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
}

/** The first open plan of a day; undefined where there is none. */
export async function findPlanOf(projectId: string, day: string): Promise<Plan | undefined> {
  const { docs } = await call(operations.listPlans, {
    ...planListParameters(projectId, { from: day, to: day }),
    limit: 20,
  })
  return docs.find(({ id, status }) => status !== 'finished' && id !== planId())
}

export async function postpone(label: string, stopIds: string[], day: string): Promise<void> {
  useHistory.getState().note(await sendTo(label, stopIds, day))
}

async function sendTo(label: string, stopIds: string[], day: string): Promise<Step> {
  const { plan, stops } = currentPlan()
  const isFailed = (id: string) => ['canceled', 'incomplete'].includes(stops.get(id)!.status)
  const postponed = { day, stopIds, failedIds: stopIds.filter(isFailed), orders: ordersAround(stopIds) }
  const { project_id } = plan
  const target =
    (await findPlanOf(project_id, day)) ??
    (await call(operations.createPlan, { project_id, body: { execution_date: day } }))
  await call(operations.moveStops, { body: { plan_id: target.id, stop_ids: stopIds } })
  await usePlanStore.getState().reload()
  return postponedStep(label, postponed)
}

export function postponedStep(label: string, postponed: Postponed): Step {
  const { day, stopIds, failedIds, orders } = postponed
  return {
    label,
    postponed,
    async takeBack() {
      await call(operations.moveStops, { body: { plan_id: planId(), stop_ids: stopIds } })
      if (failedIds.length > 0) await endAsReported(postponed)
      else await putBack(stopIds, orders)
      await usePlanStore.getState().reload()
      return { label, takeBack: () => sendTo(label, stopIds, day) }
    },
  }
}

/** The failed ones fail again, on their routes where these still run. */
async function endAsReported({ stopIds, failedIds, orders }: Postponed): Promise<void> {
  const gone = new Set(stopIds)
  const open = new Set(currentPlan().routes.flatMap(({ id, status }) => (status === 'finished' ? [] : id)))
  const routes = orders
    .filter(({ route_id }) => open.has(route_id))
    .map(({ route_id, stop_ids }) => ({
      ...{ route_id, stop_ids: [...stop_ids] },
      was: stop_ids.filter((id) => !gone.has(id)),
    }))
  const retried = failedIds.map((stop_id) => ({ stop_id, retried: false }))
  const body = { routes, restore: { routes: [], stops: [], retried } }
  takeAnswer(await call(operations.arrangePlan, { plan_id: planId(), body }))
}
