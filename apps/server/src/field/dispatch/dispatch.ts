// The rules of dispatching: a new link for the driver, sent by mail or SMS, and what it opens.

import { getProject } from '../../accounts/projects/projects.ts'
import { findLatestLink, insertLink, listDispatchesOfPlan, revokeLinks } from '../../data/driver-links.sql.ts'
import { noteForMessages } from '../../data/events.ts'
import { listIds } from '../../data/records.ts'
import type { RouteRow } from '../../data/route-table.ts'
import { listStopsOfRoutes } from '../../data/stops.sql.ts'
import { apiError, notFound } from '../../frame/platform/api-error.ts'
import { createId, createSecret } from '../../frame/platform/ids.ts'
import { chooseLanguage } from '../../frame/platform/languages.ts'
import { queueMail } from '../../frame/platform/mail.ts'
import { digestSecret } from '../../frame/platform/password.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { queueSms } from '../../frame/platform/sms.ts'
import { requirePlanAllows, requireRouteAllows } from '../../planning/lifecycle/lifecycle.ts'
import { getPlan } from '../../planning/plans/plans.ts'
import { tellHappening } from '../../planning/ports.ts'
import { lockRouteWithPlan } from '../../planning/routes/routes.ts'
import { findDriverOfRoute } from '../../planning/sequence/sequence.ts'
import { type DispatchFacts, dispatchMail, dispatchSms } from './dispatch-mail.ts'
import { findReceiver } from './receiver.ts'

/** 32 letters and digits: 190 random bits. */
const tokenCharacters = 32

export interface Dispatched {
  email?: string
  phone?: string
  public_link: string
}

/**
 * Creates a new link and sends it once the transaction commits, to the driver of that day, else to the route's own address;
 * earlier links keep working. No status changes. `hasSms`: whether an SMS gateway exists. Throws
 * highway.plan.error.{draft,finished}, highway.route.error.{finished,email_missing}.
 */
export async function dispatchRoute(scope: Scope, routeId: string, hasSms: boolean): Promise<Dispatched> {
  const { route, plan } = await lockRouteWithPlan(scope, routeId)
  requirePlanAllows(plan, 'dispatched')
  requireRouteAllows(route, 'dispatched')
  const { driver, receiver } = await findReceiver(scope, route, plan, hasSms)
  const project = await getProject(scope, route.project_id)
  if (!receiver) throw apiError('highway.route.error.email_missing', { id: route.id })
  const order = await listStopsOfRoutes(scope, [route.id])
  const sentTo = 'phone' in receiver ? receiver.phone : receiver.email
  const link = await createDriverLink(scope, route, { mail: { sentTo, stopIds: listIds(order) } })
  const facts: DispatchFacts = {
    language: chooseLanguage(...(driver?.languages ?? [])),
    driverName: driver?.label,
    link,
    routeName: route.label ?? route.vehicle_label ?? plan.label ?? route.id,
    projectName: project.label,
    date: plan.execution_date.toISOString().slice(0, 10),
    stopCount: order.filter(({ status }) => status === 'pending').length,
    plannedStartTime: route.planned_start_time,
  }
  if ('phone' in receiver)
    await queueSms(scope, { to: receiver.number, text: dispatchSms(facts), id: createId(scope.now) })
  else await queueMail(scope, dispatchMail(sentTo, facts))
  await noteForMessages(scope, [{ note: 'route_dispatched', projectId: project.id, resourceId: route.id }])
  await tellHappening(scope, (listener) => listener.routeDispatched?.(scope, route, driver?.id))
  return { ...('phone' in receiver ? { phone: receiver.phone } : receiver), public_link: link }
}

interface LinkPurpose {
  /** Recipient of the mail and the stops that it mentions. */
  mail?: { sentTo: string; stopIds: string[] }
  /** Signed-in phone that the link is for, and ends with. */
  deviceId?: string
}

/** Creates a new link that opens the route in the driver app. */
export async function createDriverLink(
  scope: Scope,
  route: RouteRow,
  { mail, deviceId }: LinkPurpose = {},
): Promise<string> {
  const token = createSecret('', tokenCharacters)
  await insertLink(scope, {
    id: createId(scope.now),
    route_id: route.id,
    token_digest: digestSecret(token),
    sent_to: mail?.sentTo ?? null,
    stop_ids: mail?.stopIds ?? null,
    device_id: deviceId ?? null,
    created_at: scope.now,
  })
  return `${scope.publicBase}/d/${token}`
}

/**
 * Creates a new link to show or hand over; sends no mail and changes no status. Throws highway.plan.error.{draft,finished},
 * highway.route.error.finished.
 */
export async function createLinkToShow(scope: Scope, routeId: string): Promise<{ public_link: string }> {
  const { route, plan } = await lockRouteWithPlan(scope, routeId)
  requirePlanAllows(plan, 'dispatched')
  requireRouteAllows(route, 'dispatched')
  return { public_link: await createDriverLink(scope, route) }
}

/**
 * Creates a link for the phone of a signed-in driver, to one of their own routes. Throws as `createLinkToShow`, and 404 for
 * another driver's route.
 */
export async function createLinkOfDevice(
  scope: Scope,
  routeId: string,
  device: { id: string; driver_id: string },
): Promise<{ public_link: string }> {
  const { route, plan } = await lockRouteWithPlan(scope, routeId)
  const driver = await findDriverOfRoute(scope, route, plan)
  if (driver?.id !== device.driver_id) throw notFound('route', routeId)
  requirePlanAllows(plan, 'dispatched')
  requireRouteAllows(route, 'dispatched')
  return { public_link: await createDriverLink(scope, route, { deviceId: device.id }) }
}

/**
 * Returns whether a link still opens its route. Every link does until the route is finished, afterwards only the newest, so that
 * a phone that was offline can still send its reports.
 */
export async function isLinkAlive(scope: Scope, route: RouteRow, linkId: string): Promise<boolean> {
  if (route.status !== 'finished') return true
  return (await findLatestLink(scope, route.id))?.id === linkId
}

/** Revokes every link of the route, for instance after a phone was lost; dispatching again creates a new one. */
export async function revokeRouteLinks(scope: Scope, routeId: string): Promise<{ revoked: number }> {
  const { route } = await lockRouteWithPlan(scope, routeId)
  return { revoked: await revokeLinks(scope, route.id) }
}

/** Returns the last message sent to each driver of a plan. Throws 404, or 403 when the caller cannot access the plan. */
export async function listDispatches(scope: Scope, planId: string) {
  const plan = await getPlan(scope, planId)
  const rows = await listDispatchesOfPlan(scope, plan.id)
  return rows.map(({ opened_at, ...row }) => ({ ...row, ...(opened_at && { opened_at }) }))
}
