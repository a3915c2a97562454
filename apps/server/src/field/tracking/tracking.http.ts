// Mounts the recipient's page and its calls.

import { findLanguage } from '../../data/resources/recipients.ts'
import { followPlan, openEventStream } from '../../frame/http/live.ts'
import { type App, mount, mountChange } from '../../frame/http/mount.ts'
import { privately } from '../../frame/http/privately.ts'
import { addWebApp, type WebApp } from '../../frame/http/web-app.ts'
import { ApiError, notFound } from '../../frame/platform/api-error.ts'
import { chooseGeocoder } from '../../geography/geocoding/choose-geocoder.ts'
import { suggestPlaces } from '../../planning/addresses/addresses.ts'
import { readPicture } from '../reports/reports.ts'
import { followView } from './follow.ts'
import {
  asRecipient,
  confirmLocation,
  endTrackingLink,
  followedView,
  getCalendar,
  getFont,
  getLogo,
  getPicture,
  leaveInstructions,
  rateDelivery,
  renewTrackingLink,
  setMessages,
  shownToRecipient,
  trackingDocument,
  trackingView,
} from './tracking.ts'
import { closedPageParts, cutLinkPageParts, pageParts } from './tracking-page.ts'

/** The map draws in a worker and keeps pictures in memory; nothing is loaded from other hosts. */
const policy = [
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
]

/** Mounts the page: a document that contains the view already, so that the first paint needs no call. */
export async function addTrackingPage(app: App): Promise<void> {
  const page = await addWebApp(app, { name: 'tracking', base: '/t/', policy, mayUse: ['geolocation'] })
  mountCutLink(app, page)
  mount(app, 'getTrackingPage', async ({ params }, { services, request, reply }) => {
    const wished = wishedLanguage(request.headers['accept-language'])
    try {
      const { view, words } = await shownToRecipient(services, params.token, (scope, stopId) =>
        trackingDocument(scope, stopId, wished),
      )
      return page.sendFilled(reply, pageParts(view, words, services.publicBase()))
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 404)) throw error
      return page.sendFilled(reply.code(404), closedPageParts())
    }
  })
}

/** Mounts the page for a link without its token, which says so. */
function mountCutLink(app: App, page: WebApp): void {
  mount(app, 'getTrackingPageWithoutLink', async (_input, { reply }) => page.sendFilled(reply, cutLinkPageParts()))
  // Most links are cut behind the slash.
  app.get('/t/', { config: { operationId: 'getTrackingPageWithoutLink' } }, async (_request, reply) =>
    page.sendFilled(reply, cutLinkPageParts()),
  )
}

/** Returns the first supported language of the Accept-Language header. */
function wishedLanguage(header: string | undefined): string | undefined {
  for (const wish of (header ?? '').slice(0, 500).split(',')) {
    const language = findLanguage(wish.trim().split(';')[0])
    if (language) return language
  }
  return undefined
}

export function mountTracking(app: App): void {
  mountViews(app)
  mountFiles(app)
  mountPictures(app)
  mountWishes(app)
  mountUnsubscribing(app)
  mountChange(app, 'renewTrackingLink', (scope, { params }) => renewTrackingLink(scope, params.stop_id))
  mountChange(app, 'endTrackingLink', (scope, { params }) => endTrackingLink(scope, params.stop_id))
}

/** Mounts the view, read once and as a stream. */
function mountViews(app: App): void {
  const { services } = app
  mount(app, 'getTracking', ({ params }, { reply }) => {
    reply.headers(privately)
    return shownToRecipient(services, params.token, trackingView)
  })

  mount(app, 'streamTracking', async ({ params }, { reply }) => {
    reply.headers(privately)
    const read = () => shownToRecipient(services, params.token, followedView)
    const first = await shownToRecipient(services, params.token, followedView)
    followView({
      first,
      read,
      open: (onClose) => openEventStream(app, reply, onClose),
      follow: (planId, onNews) => followPlan(app, planId, onNews),
    })
    return reply
  })
}

function mountFiles(app: App): void {
  const { services } = app
  mount(app, 'getTrackingCalendar', async ({ params }, { reply }) => {
    const file = await shownToRecipient(services, params.token, getCalendar)
    return reply
      .headers(privately)
      .header('content-type', 'text/calendar; charset=utf-8')
      .header('content-disposition', 'attachment; filename="delivery.ics"')
      .send(file)
  })

  mount(app, 'getTrackingLogo', async ({ params }, { reply }) => {
    const logo = await shownToRecipient(services, params.token, getLogo)
    return reply
      .header('content-type', logo.content_type)
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cache-control', 'private, max-age=86400')
      .send(logo.bytes)
  })

  mount(app, 'getTrackingFont', async ({ params }, { reply }) => {
    const font = await shownToRecipient(services, params.token, getFont)
    return reply
      .header('content-type', 'font/woff2')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cache-control', 'private, max-age=86400')
      .send(font.bytes)
  })
}

/** Mounts photos and the signature: not cached, because they end with the link. */
function mountPictures(app: App): void {
  const { services } = app
  mount(app, 'getTrackingPicture', async ({ params: { token, image_id } }, { reply }) => {
    const row = await shownToRecipient(services, token, (scope, stopId) => getPicture(scope, stopId, image_id))
    const bytes = await readPicture(services.storage, row, 'large')
    // An awaited picture is still on the driver's phone.
    if (!row.content_type || !bytes) throw notFound('picture', image_id)
    return reply
      .headers(privately)
      .header('content-type', row.content_type)
      .header('content-security-policy', "default-src 'none'; sandbox")
      .send(bytes)
  })
}

/** Mounts the recipient's input. */
function mountWishes(app: App): void {
  const { services } = app
  const geocoder = chooseGeocoder(services.config, services.mapData)
  mount(app, 'findTrackingAddresses', async ({ params, query }, { reply }) => {
    const { location } = await shownToRecipient(services, params.token, trackingView).then(
      (view) => view as { location?: { country_code?: string } },
    )
    reply.headers(privately)
    // Without a geocoder there are no suggestions; recipients describe the place in words, or set the pin.
    return suggestPlaces(geocoder, query.text, location?.country_code).catch((error) => {
      if (error instanceof ApiError && error.messageId === 'highway.geocoding.error.unavailable') return []
      throw error
    })
  })

  mount(app, 'setTrackingInstructions', ({ params, body }) =>
    asRecipient(services, params.token, (scope, stopId) => leaveInstructions(scope, stopId, body.customer_text_field)),
  )

  mount(app, 'setTrackingLocation', ({ params, body }) =>
    asRecipient(services, params.token, (scope, stopId) => confirmLocation(scope, stopId, body)),
  )

  mount(app, 'rateDelivery', ({ params, body }) =>
    asRecipient(services, params.token, (scope, stopId) => rateDelivery(scope, stopId, body)),
  )

  mount(app, 'setTrackingMessages', ({ params, body }) =>
    asRecipient(services, params.token, (scope, stopId) => setMessages(scope, stopId, body.off)),
  )
}

/** Mounts unsubscribing. Mail programs send a form while all other bodies are JSON, so this call has its own parser. */
function mountUnsubscribing(app: App): void {
  app.register(async (own: App) => {
    own.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, async () => undefined)
    mount(own, 'unsubscribe', async ({ params }, { services }) => {
      await asRecipient(services, params.token, (scope, stopId) => setMessages(scope, stopId, true))
      return { off: true }
    })
  })
}
