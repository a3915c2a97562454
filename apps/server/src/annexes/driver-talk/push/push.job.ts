// Sends an alert to one device: what is true when the job runs, encrypted for it, outside of any transaction.
import type { PushPayload } from '@routewright/contract'
import type { Dispatcher } from 'undici'
import { listDispatchesOfPlan } from '../../../data/driver-links.sql.ts'
import { findOrganization } from '../../../data/organizations.sql.ts'
import type { PushDeviceRow } from '../../../data/push-device-table.ts'
import { findPushDevice, removePushDevice } from '../../../data/push-devices.sql.ts'
import { listMessageRows } from '../../../data/route-messages.sql.ts'
import { listStopsOfRoutes } from '../../../data/stops.sql.ts'
import type { JobPayloads } from '../../../frame/platform/job-queues.ts'
import { createOutgoingAgents } from '../../../frame/platform/public-targets.ts'
import type { Scope } from '../../../frame/platform/scope.ts'
import { readingScope, type Services, systemCaller, transactAs } from '../../../frame/platform/services.ts'
import { mayTargetPrivate } from '../../../frame/platform/trial.ts'
import { getPlan } from '../../../planning/plans/plans.ts'
import { getRoute } from '../../../planning/routes/routes.ts'
import { alertAboutDispatch, alertAboutMessage } from './alerts.ts'
import { getSubscription, listSigners } from './push.ts'
import { authorizationFor, encryptFor } from './web-push.ts'

/** How long the push service keeps an alert; after that, people look at the app anyway. */
const keptSeconds = 12 * 3_600
const timeoutMilliseconds = 15_000

/** Starts sending; returns a function that ends it. */
export async function startPushing(services: Services): Promise<() => Promise<void>> {
  const agents = createOutgoingAgents()
  await services.jobs.work('push', { concurrency: 4 }, async (job) => {
    const ready = await prepare(services, job)
    if (!ready) return
    const { organization_id, device_id } = job
    const agent = agents.find(mayTargetPrivate(services, organization_id))
    const status = await send(services, agent, ready)
    if (status === 404 || status === 410) {
      await transactAs(services, systemCaller(organization_id), (scope) => removePushDevice(scope, { id: device_id }))
    } else if (status === 429 || status >= 500) {
      throw new Error(`the push service answered ${status}`)
    } else if (status >= 300) {
      services.log.warn({ status, device: device_id }, 'a push service refused an alert')
    }
  })
  return () => agents.destroy()
}

interface Ready {
  device: PushDeviceRow
  payload: PushPayload
}

/** Undefined where there is nothing to tell any more, and in sandboxes, which nothing leaves. */
async function prepare(services: Services, job: JobPayloads['push']): Promise<Ready | undefined> {
  const scope = readingScope(services, systemCaller(job.organization_id))
  const device = await findPushDevice(scope, job.device_id)
  if (!device || (await findOrganization(scope))?.is_sandbox) return undefined
  const payload =
    'message_id' in job
      ? await aboutMessage(scope, device, job.message_id)
      : await aboutRoute(scope, device, job.route_id)
  return payload && { device, payload }
}

async function aboutMessage(scope: Scope, device: PushDeviceRow, messageId: string): Promise<PushPayload | undefined> {
  const [message] = await listMessageRows(scope, [messageId])
  // Read meanwhile on another device, or on a page that is open.
  if (!message || message.read_at) return undefined
  const route = await getRoute(scope, message.route_id)
  return alertAboutMessage(device, message, route, await getPlan(scope, message.plan_id))
}

async function aboutRoute(scope: Scope, device: PushDeviceRow, routeId: string): Promise<PushPayload | undefined> {
  const route = await getRoute(scope, routeId)
  if (route.deleted || route.status === 'finished') return undefined
  const plan = await getPlan(scope, route.plan_id)
  const stops = await listStopsOfRoutes(scope, [route.id])
  const sent = (await listDispatchesOfPlan(scope, plan.id)).find(({ route_id }) => route_id === route.id)
  const stopCount = stops.filter(({ status }) => status === 'pending').length
  return alertAboutDispatch(device, route, plan, { stopCount, isSentAgain: sent?.opened_at != null })
}

/** Returns the status of the push service's response. Rejects without one. */
async function send(services: Services, dispatcher: Dispatcher, { device, payload }: Ready): Promise<number> {
  const { secrets, clock } = services
  const signer = listSigners(secrets).find(({ publicKey }) => publicKey === device.public_key)
  // Its key is gone, and the device will subscribe anew.
  if (!signer) return 410
  const subscription = getSubscription(secrets, device)
  const { origin, pathname, search } = new URL(subscription.endpoint)
  const { statusCode, body } = await dispatcher.request({
    origin,
    path: pathname + search,
    method: 'POST',
    headers: {
      authorization: authorizationFor(subscription.endpoint, signer, getSubject(services), clock.now()),
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl: String(keptSeconds),
      urgency: 'high',
    },
    body: encryptFor(subscription, JSON.stringify(payload)),
    signal: AbortSignal.timeout(timeoutMilliseconds),
  })
  await body.dump()
  return statusCode
}

/** Whom a push service may ask about what we send. */
function getSubject({ config, publicBase }: Services): string {
  const base = publicBase()
  if (base.startsWith('https:')) return base
  return `mailto:${/<([^>]+)>/.exec(config.mailFrom)?.[1] ?? config.mailFrom}`
}
