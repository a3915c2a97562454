// A preview of dispatching: which drivers get their links, and which messages recipients will get.
import type { DispatchPreview } from '@routewright/contract'
import type { PlanRow } from '../../data/plan-table.ts'
import type { RouteRow } from '../../data/route-table.ts'
import { listRoutesOfPlan } from '../../data/routes.sql.ts'
import { notFound } from '../../frame/platform/api-error.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { getPlan } from '../../planning/plans/plans.ts'
import { foreseeMessages } from '../../telling/messages/messages.ts'
import { findReceiver } from './receiver.ts'

/** Returns the messages that dispatching these routes of the plan now would send. Throws 404 for a missing plan or route, and 403. */
export async function previewDispatch(
  scope: Scope,
  planId: string,
  routeIds: readonly string[],
  canSendSms: boolean,
): Promise<DispatchPreview> {
  const plan = await getPlan(scope, planId)
  const routes = await listRoutesOfPlan(scope, plan.id, routeIds)
  const missing = routeIds.find((id) => !routes.some((route) => route.id === id))
  if (missing !== undefined) throw notFound('route', missing)
  const drivers: DispatchPreview['drivers'] = []
  for (const route of routes) drivers.push(await previewDriver(scope, route, plan, canSendSms))
  return { drivers, ...(await foreseeMessages(scope, plan, routes, canSendSms)) }
}

async function previewDriver(
  scope: Scope,
  route: RouteRow,
  plan: PlanRow,
  canSendSms: boolean,
): Promise<DispatchPreview['drivers'][number]> {
  const { driver, receiver } = await findReceiver(scope, route, plan, canSendSms)
  const named = driver ? { driver_label: driver.label } : {}
  if (!receiver) return { route_id: route.id, way: 'none', ...named }
  const sent =
    'phone' in receiver ? { way: 'sms' as const, to: receiver.phone } : { way: 'email' as const, to: receiver.email }
  return { route_id: route.id, ...sent, ...named }
}
