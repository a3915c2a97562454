// Push alerts to a closed page or app: subscribes this browser after the user's choice, renews the subscription at later starts, and ends
// it.
import type { PushDeviceInput } from '@routewright/contract'

/** Calls to the service, made by the application. Each returns undefined or false without a connection. */
export interface PushCalls {
  readKey(): Promise<string | undefined>
  keep(device: PushDeviceInput): Promise<boolean>
  end(endpoint: string): Promise<boolean>
}

/** Whether this browser supports push; on an iPhone only once the app is on the home screen. */
export const canPush = 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis

/** Asks the user for permission, so call it only after a click. `failed`: no push service, or no connection to ours. */
export async function switchOnPush(
  registration: ServiceWorkerRegistration,
  calls: PushCalls,
  language: string | undefined,
): Promise<'on' | 'denied' | 'failed'> {
  if ((await Notification.requestPermission()) !== 'granted') return 'denied'
  return (await subscribe(registration, calls, language)) ? 'on' : 'failed'
}

/** Tells the service that this device is still in use, under a new key when that changed. Returns whether alerts still arrive. */
export async function renewPush(
  registration: ServiceWorkerRegistration,
  calls: PushCalls,
  language: string | undefined,
): Promise<boolean> {
  return Notification.permission === 'granted' && (await subscribe(registration, calls, language))
}

export async function switchOffPush(
  registration: ServiceWorkerRegistration | undefined,
  calls: Pick<PushCalls, 'end'>,
): Promise<void> {
  const known = await registration?.pushManager.getSubscription()
  if (!known) return
  await calls.end(known.endpoint)
  await known.unsubscribe()
}

async function subscribe(
  { pushManager }: ServiceWorkerRegistration,
  calls: PushCalls,
  language: string | undefined,
): Promise<boolean> {
  const publicKey = await calls.readKey()
  if (!publicKey) return false
  try {
    const subscription = (await ownSubscription(pushManager, publicKey)).toJSON()
    const { endpoint, keys } = subscription
    if (!endpoint || !keys?.p256dh || !keys.auth) return false
    const { p256dh, auth } = keys
    return await calls.keep({ endpoint, p256dh, auth, public_key: publicKey, ...(language ? { language } : {}) })
  } catch (error) {
    console.warn('no subscription to alerts', error)
    return false
  }
}

/** A subscription is bound to the key it was created with. */
async function ownSubscription(pushManager: PushManager, publicKey: string): Promise<PushSubscription> {
  const known = await pushManager.getSubscription()
  const key = known?.options.applicationServerKey
  if (known && key && toBase64url(key) === publicKey) return known
  await known?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
}

function toBase64url(bytes: ArrayBuffer): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
