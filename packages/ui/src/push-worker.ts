// Service worker part of push alerts: shows them, and opens their page on a tap.
import type { PushPayload } from '@routewright/contract'

interface PushedEvent extends Event {
  readonly data: { json(): PushPayload } | null
  readonly notification: Notification
  waitUntil(work: Promise<unknown>): void
}

interface OpenPage {
  readonly url: string
  readonly visibilityState: DocumentVisibilityState
  focus(): Promise<OpenPage>
  navigate(url: string): Promise<unknown>
}

interface WorkerScope {
  readonly registration: ServiceWorkerRegistration
  readonly clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<OpenPage[]>
    openWindow(url: string): Promise<unknown>
  }
}

/** Handles push alerts. `home` is the application's path, such as `/d/`. */
export function showAlerts(home: string): void {
  const worker = globalThis as unknown as WorkerScope
  const pages = async () => {
    const all = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
    return all.filter(({ url }) => new URL(url).pathname.startsWith(home))
  }
  const show = async ({ title, body, tag, path }: PushPayload) => {
    // Browsers revoke the permission when a push shows no alert; while the application is visible, the alert need not sound.
    const silent = (await pages()).some(({ visibilityState }) => visibilityState === 'visible')
    await worker.registration.showNotification(title, { body, tag, silent, data: path })
  }
  const open = async (path: string) => {
    const page = (await pages())[0]
    if (!page) return worker.clients.openWindow(getAddress(path, home))
    // A path relative to the open page keeps that page's own address.
    const url = path.startsWith('/') ? getAddress(path, home) : new URL(path, page.url).href
    await page.focus()
    return page.navigate(url)
  }
  addEventListener('push', (event) => {
    const { data } = event as PushedEvent
    if (data) (event as PushedEvent).waitUntil(show(data.json()))
  })
  addEventListener('notificationclick', (event) => {
    const { notification } = event as PushedEvent
    notification.close()
    ;(event as PushedEvent).waitUntil(open(String(notification.data ?? '')))
  })
}

/** Address within the application, wherever a payload would lead. */
function getAddress(path: string, home: string): string {
  return new URL(home + path.replace(/^\/+/, ''), location.origin).href
}
