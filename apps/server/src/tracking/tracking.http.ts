// Mounts the recipient's page and its calls.
import { type App, mount } from '../http/mount.ts'
import { readPage, sendClosedPage, sendPage } from '../http/page.ts'
import {
  asRecipient,
  confirmLocation,
  isOpenTracking,
  leaveInstructions,
  rateDelivery,
  trackingView,
} from './tracking.ts'

const closed = {
  title: 'This page is no longer available',
  text: 'The delivery that this link belonged to is over, or the link is not complete. Please ask the sender.',
}

export function mountTracking(app: App): void {
  const page = readPage(new URL('page/', import.meta.url), 'tracking-page')

  mount(app, 'getTrackingPage', async ({ params }, { services, reply, now }) =>
    (await isOpenTracking(services, params.token, now)) ? sendPage(reply, page) : sendClosedPage(reply, closed),
  )

  mount(app, 'getTracking', ({ params }, { services, reply, now }) => {
    reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex')
    return asRecipient(services, params.token, now, trackingView)
  })

  mount(app, 'setTrackingInstructions', ({ params, body }, { services, now }) =>
    asRecipient(services, params.token, now, (scope, stopId) =>
      leaveInstructions(scope, stopId, body.customer_text_field),
    ),
  )

  mount(app, 'setTrackingLocation', ({ params, body }, { services, now }) =>
    asRecipient(services, params.token, now, (scope, stopId) => confirmLocation(scope, stopId, body)),
  )

  mount(app, 'rateDelivery', ({ params, body }, { services, now }) =>
    asRecipient(services, params.token, now, (scope, stopId) => rateDelivery(scope, stopId, body)),
  )
}
