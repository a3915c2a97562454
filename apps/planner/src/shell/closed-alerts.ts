// Alerts while no page is open: this browser's subscription, made by a click of its person, renewed at each start, ended when they sign out.
import { endPushDevice, getPushKey, setPushDevice } from '@routewright/client/operations'
import { canPush, type PushCalls, renewPush, switchOffPush, switchOnPush } from '@routewright/ui/push'
import { call } from './service.ts'

const home = import.meta.env.BASE_URL

const calls: PushCalls = {
  readKey: async () => (await call(getPushKey, {}).catch(() => undefined))?.public_key,
  keep: async (device) => (await call(setPushDevice, { body: device }).catch(() => undefined))?.is_on === true,
  end: async (endpoint) => (await call(endPushDevice, { body: { endpoint } }).catch(() => undefined))?.is_on === false,
}

async function openWorker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register(`${home}alerts-worker.js`, { scope: home })
  return navigator.serviceWorker.ready
}

/** Asks the person. Where the browser cannot be reached while closed, alerts of the open page remain. */
export async function alertWhenClosed(language: string | undefined): Promise<'on' | 'denied' | 'failed'> {
  if (!canPush) return (await Notification.requestPermission()) === 'granted' ? 'failed' : 'denied'
  return switchOnPush(await openWorker(), calls, language)
}

export async function renewAlerts(language: string | undefined): Promise<void> {
  if (canPush) await renewPush(await openWorker(), calls, language)
}

export async function endAlerts(): Promise<void> {
  if (!canPush) return
  await switchOffPush(await navigator.serviceWorker.getRegistration(home), calls)
}
