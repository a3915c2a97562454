// Keeps the application, the map around the route and photos of earlier visits, sends the queue when the page is gone, and shows alerts.
import { getPath } from '@routewright/client/exchange'
import { getMap, getMapStyle, getReportImage } from '@routewright/client/operations'
import { showAlerts } from '@routewright/ui/push-worker'
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { CacheFirst, NetworkFirst } from 'workbox-strategies'
import { flushAll, OUTBOX } from './outbox/send.ts'

declare const __KEPT_FILES__: { url: string; revision: string | null }[]

interface WaitableEvent extends Event {
  readonly tag?: string
  waitUntil(work: Promise<unknown>): void
}

const TILES = 'routewright-tiles'
/** Where the application lies, and every link below it. */
const home = import.meta.env.BASE_URL
const mapPaths: string[] = [getPath(getMap), getPath(getMapStyle)]
/** The path of every picture begins so. */
const pictures = getPath(getReportImage).replace(/\{.*/, '')

precacheAndRoute(__KEPT_FILES__)
cleanupOutdatedCaches()
// Every link shows the same document; it asks for its data itself.
registerRoute(new NavigationRoute(createHandlerBoundToURL(home), { allowlist: [new RegExp(`^${home}[^./]*$`)] }))
registerRoute(
  ({ url }) => url.origin === location.origin && mapPaths.includes(url.pathname),
  new NetworkFirst({ cacheName: 'routewright-map', networkTimeoutSeconds: 4 }),
)
registerRoute(
  ({ url }) => url.origin === location.origin && url.pathname.startsWith(pictures),
  new CacheFirst({ cacheName: 'routewright-visits' }),
)
registerRoute(
  ({ url }) => url.origin === location.origin && url.pathname.endsWith('.pmtiles'),
  ({ request }) => answerRange(request),
)

/** Parts of the archive are kept one by one: an archive's bytes never change under its address. */
async function answerRange(request: Request): Promise<Response> {
  const range = request.headers.get('range')
  if (!range) return fetch(request)
  const cache = await caches.open(TILES)
  const address = new URL(request.url)
  const key = `${address.pathname}${address.search}${address.search ? '&' : '?'}bytes=${range.replace('bytes=', '')}`
  const kept = await cache.match(key)
  if (kept) return asPart(kept)
  const answer = await fetch(request)
  if (answer.status === 206) {
    const bytes = await answer.clone().arrayBuffer()
    const headers = new Headers(answer.headers)
    // Caches refuse a 206, so it is kept as a whole and given back as a part.
    await cache.put(key, new Response(bytes, { status: 200, headers })).catch(() => {})
  }
  return answer
}

async function asPart(kept: Response): Promise<Response> {
  return new Response(await kept.arrayBuffer(), { status: 206, headers: kept.headers })
}

/** A page that is looked at uploads its pictures itself: it sees whether they move. */
async function isUnwatched(): Promise<boolean> {
  const { clients } = globalThis as unknown as {
    clients: { matchAll(which: { type: 'window' }): Promise<{ visibilityState: string }[]> }
  }
  const pages = await clients.matchAll({ type: 'window' })
  return pages.every(({ visibilityState }) => visibilityState !== 'visible')
}

addEventListener('sync', (event) => {
  const { tag, waitUntil } = event as WaitableEvent
  if (tag === OUTBOX) waitUntil.call(event, flushAll(isUnwatched))
})
addEventListener('message', (event) => {
  if (event.data !== OUTBOX) return // What is left waits for the page, or for the browser to ask.
  ;(event as unknown as WaitableEvent).waitUntil(flushAll(isUnwatched).catch(() => {}))
})

showAlerts(home)

// A new version waits until the app was closed: an open page still needs the files that it was built with.
addEventListener('activate', (event) => {
  const { clients } = globalThis as unknown as { clients: { claim(): Promise<void> } }
  ;(event as WaitableEvent).waitUntil(clients.claim())
})
