// Finds the recipient of a route's link and the channel.

import { getProject } from '../../accounts/projects/projects.ts'
import type { DriverRow } from '../../data/driver-table.ts'
import type { PlanRow } from '../../data/plan-table.ts'
import type { RouteRow } from '../../data/route-table.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { findDriverOfRoute } from '../../planning/sequence/sequence.ts'
import { readDriverPhone } from '../../telling/messages/messages.ts'

/** Where a link goes; `number` is the phone number in the gateways' format. */
type Receiver = { email: string } | { phone: string; number: string }

/** Returns the driver of that day and where the link goes: to the driver, else to the route's own address, or nowhere. */
export async function findReceiver(
  scope: Scope,
  route: RouteRow,
  plan: PlanRow,
  canSendSms: boolean,
): Promise<{ driver: DriverRow | undefined; receiver: Receiver | undefined }> {
  const driver = await findDriverOfRoute(scope, route, plan)
  const project = await getProject(scope, route.project_id)
  const number = canSendSms ? readDriverPhone(driver?.phone ?? '', project) : undefined
  return { driver, receiver: chooseReceiver(route, driver, number) }
}

/** Chooses the driver's preferred channel, else one that works. `number`: that of the driver's phone, where an SMS can be sent to it. */
function chooseReceiver(
  route: RouteRow,
  driver: DriverRow | undefined,
  number: string | undefined,
): Receiver | undefined {
  const bySms = number !== undefined && driver?.phone ? { phone: driver.phone, number } : undefined
  if (bySms && driver?.reached_by === 'sms') return bySms
  if (driver?.email) return { email: driver.email }
  // The driver's own phone is preferred to the address of a van.
  return bySms ?? (route.email ? { email: route.email } : undefined)
}
