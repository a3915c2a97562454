// The rules of alerts to closed pages and apps: which devices get them, and what is queued for them inside the transaction that they tell of.
import type { PushDeviceInput } from '@routewright/contract'
import type { PushDeviceRow } from '../../../data/push-device-table.ts'
import { forgetOldPushDevices, keepPushDevice, removePushDevice } from '../../../data/push-devices.sql.ts'
import type { RouteMessageRow } from '../../../data/route-message-table.ts'
import type { RouteRow } from '../../../data/route-table.ts'
import { invalidPayload } from '../../../frame/platform/api-error.ts'
import { createId } from '../../../frame/platform/ids.ts'
import { chooseLanguage } from '../../../frame/platform/languages.ts'
import { digestSecret } from '../../../frame/platform/password.ts'
import { targetTrouble } from '../../../frame/platform/public-targets.ts'
import type { Scope } from '../../../frame/platform/scope.ts'
import type { SecretKeys } from '../../../frame/platform/secret-keys.ts'
import type { Services } from '../../../frame/platform/services.ts'
import { mayTargetPrivate } from '../../../frame/platform/trial.ts'
import { getPlan } from '../../../planning/plans/plans.ts'
import { findDriverOfRoute } from '../../../planning/sequence/sequence.ts'
import { selectDevicesOfPlanners, selectDevicesOfRoute } from './push.sql.ts'
import { canEncryptFor, getSigner, type PushSigner, type Subscription, seedBytes } from './web-push.ts'

/** A device that was not heard of for so long is not written to any more. */
const silentMilliseconds = 90 * 86_400_000

/** The pairs of this installation, that of the first of its secret keys first. */
export function listSigners(secrets: SecretKeys): PushSigner[] {
  return secrets.derive('push', seedBytes).map(getSigner)
}

export function pushKey(secrets: SecretKeys) {
  return { public_key: listSigners(secrets)[0]!.publicKey }
}

/** Whose device it is: of the caller who plans, or of the driver whose link it is. */
type Owner = { userId: string } | { route: RouteRow; linkId: string }

type PushServices = Pick<Services, 'secrets' | 'config' | 'trial'>

/** Alerts go to this device from now on. Throws invalid_payload for an address that nothing may be sent to, or another key. */
export async function switchOn(scope: Scope, services: PushServices, owner: Owner, input: PushDeviceInput) {
  const { endpoint, p256dh, auth, public_key, language } = input
  const trouble = targetTrouble(endpoint, mayTargetPrivate(services, scope.organizationId))
  if (trouble) throw invalidPayload('endpoint', trouble)
  if (!canEncryptFor({ p256dh })) throw invalidPayload('p256dh', 'must be a point of P-256, 65 bytes as base64url')
  if (!listSigners(services.secrets).some(({ publicKey }) => publicKey === public_key)) {
    throw invalidPayload('public_key', 'must be the key that GET of this address answers')
  }
  const digest = digestSecret(endpoint)
  await keepPushDevice(scope, {
    ...(await ownerColumns(scope, owner)),
    id: createId(scope.now),
    created_at: scope.now,
    updated_at: scope.now,
    endpoint_digest: digest,
    sealed: services.secrets.seal(JSON.stringify({ endpoint, p256dh, auth }), getPurpose(digest)),
    public_key,
    language: chooseLanguage(language),
  })
  return { is_on: true }
}

async function ownerColumns(scope: Scope, owner: Owner) {
  if ('userId' in owner) return { user_id: owner.userId, route_id: null, link_id: null, driver_id: null }
  const { route, linkId } = owner
  const driver = await findDriverOfRoute(scope, route, await getPlan(scope, route.plan_id))
  return { user_id: null, route_id: route.id, link_id: linkId, driver_id: driver?.id ?? null }
}

/** No alerts go to this device of the caller's any more. */
export async function switchOff(scope: Scope, own: { user_id: string } | { link_id: string }, endpoint: string) {
  await removePushDevice(scope, { ...own, endpoint_digest: digestSecret(endpoint) })
  return { is_on: false }
}

const getPurpose = (endpointDigest: Buffer) => `subscription to alerts ${endpointDigest.toString('hex')}`

/** Where the device is reached. Throws UnknownSecretKey. */
export function getSubscription(secrets: SecretKeys, { sealed, endpoint_digest }: PushDeviceRow): Subscription {
  return JSON.parse(secrets.open(sealed, getPurpose(endpoint_digest))) as Subscription
}

/** Alerts the other side's devices of a new message, after the commit. */
export async function alertOfMessage(scope: Scope, route: RouteRow, { id, sender }: RouteMessageRow): Promise<void> {
  const devices =
    sender === 'driver'
      ? await selectDevicesOfPlanners(scope, route.project_id)
      : await selectDevicesOfDriver(scope, route)
  await queueAlerts(scope, devices, { message_id: id })
}

/** Alerts the devices of the route's driver after it was sent, after the commit. */
export async function alertOfDispatch(scope: Scope, route: RouteRow, driverId: string | undefined): Promise<void> {
  await queueAlerts(scope, await selectDevicesOfRoute(scope, route.id, driverId), { route_id: route.id })
}

async function selectDevicesOfDriver(scope: Scope, route: RouteRow): Promise<string[]> {
  const driver = await findDriverOfRoute(scope, route, await getPlan(scope, route.plan_id))
  return selectDevicesOfRoute(scope, route.id, driver?.id)
}

async function queueAlerts(scope: Scope, devices: string[], about: { message_id: string } | { route_id: string }) {
  const organization_id = scope.organizationId
  const jobs = devices.map((device_id) => ({
    key: createId(scope.now),
    payload: { organization_id, device_id, ...about },
  }))
  await scope.jobs.sendEach(scope.tx, 'push', jobs)
}

/** The hourly clean-up of devices that are gone. */
export async function cleanUpPushDevices({ database, clock }: Services): Promise<void> {
  await forgetOldPushDevices(database.db, new Date(clock.now().getTime() - silentMilliseconds))
}
