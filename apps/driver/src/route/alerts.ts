// Alerts while the app is closed: this phone's subscription, created by a tap of the driver, renewed with each route opened.
import { endDriverPushDevice, getDriverPushKey, setDriverPushDevice } from '@routewright/client/operations'
import { canPush, type PushCalls, renewPush, switchOffPush, switchOnPush } from '@routewright/ui/push'
import { callService } from '../outbox/call.ts'
import { database } from '../store/database.ts'
import { keepSetting, readSettings } from '../store/settings.ts'

/** Safari on the phone can only do it from the home screen. */
export const mustBeInstalled = !canPush && /iPhone|iPad/.test(navigator.userAgent)
export { canPush as canAlert } from '@routewright/ui/push'

async function findCalls(routeId: string): Promise<PushCalls | undefined> {
  const links = await database.links.where('route_id').equals(routeId).sortBy('opened_at')
  const token = links.findLast(({ is_dead }) => !is_dead)?.token
  if (!token) return undefined
  return {
    async readKey() {
      const answer = await callService(token, getDriverPushKey, {})
      return answer.kind === 'done' ? answer.body.public_key : undefined
    },
    keep: async (device) => (await callService(token, setDriverPushDevice, { body: device })).kind === 'done',
    end: async (endpoint) => (await callService(token, endDriverPushDevice, { body: { endpoint } })).kind === 'done',
  }
}

/** Asks the driver; the choice is kept when it worked. */
export async function switchAlertsOn(
  routeId: string,
  language: string | undefined,
): Promise<'on' | 'denied' | 'failed'> {
  const calls = await findCalls(routeId)
  if (!calls) return 'failed'
  const outcome = await switchOnPush(await navigator.serviceWorker.ready, calls, language)
  await keepSetting('alerts', outcome === 'on')
  return outcome
}

export async function switchAlertsOff(routeId: string): Promise<void> {
  await keepSetting('alerts', false)
  const calls = await findCalls(routeId)
  if (calls) await switchOffPush(await navigator.serviceWorker.ready, calls)
}

/** The route that is open now is the one that this phone is told of. */
export async function renewAlerts(routeId: string, language: string | undefined): Promise<void> {
  const calls = canPush && (await readSettings()).alerts ? await findCalls(routeId) : undefined
  if (calls) await renewPush(await navigator.serviceWorker.ready, calls, language)
}
