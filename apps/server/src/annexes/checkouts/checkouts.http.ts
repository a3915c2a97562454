// Mounts checkouts: the shop's calls with its key, and those of its customer's page, which stands on another site.

import { type App, mount, mountChange, mountRead } from '../../frame/http/mount.ts'
import { privately } from '../../frame/http/privately.ts'
import { chooseGeocoder } from '../../geography/geocoding/choose-geocoder.ts'
import { asCustomer, chooseWindow, getView, letGo, offeredWindows, setPlace } from './checkout-page.ts'
import { bookCheckout, endCheckout, getCheckout, openCheckout } from './checkouts.ts'
import { readWidgetScript, sendWidgetScript } from './widget-script.ts'

export function mountCheckouts(app: App): void {
  const { config, mapData } = app.services
  const geocoder = chooseGeocoder(config, mapData)
  mount(app, 'openCheckout', ({ params, body }, context) => openCheckout(context, geocoder, params.project_id, body))
  mountRead(app, 'getCheckout', (scope, { params }) => getCheckout(scope, params.checkout_id))
  mount(app, 'bookCheckout', ({ params, body }, { transaction, services }) =>
    transaction((scope) => bookCheckout(scope, services, params.checkout_id, body)),
  )
  mountChange(app, 'endCheckout', (scope, { params }) => endCheckout(scope, params.checkout_id))
  const script = readWidgetScript()
  mount(app, 'getSlotsScript', async (_, { request, reply }) => sendWidgetScript(request, reply, script))
  app.register(async (own: App) => {
    allowOtherSites(own)
    mountPage(own)
  })
}

/**
 * Lets browsers call from pages of other sites and read the response. This grants no access: `asCustomer` refuses every call from
 * a site that the shop did not name. Without credentials, so no cookie is ever sent.
 */
function allowOtherSites(own: App): void {
  own.addHook('onRequest', async ({ headers }, reply) => {
    reply.headers({ vary: 'origin', ...privately })
    if (headers.origin !== undefined) reply.header('access-control-allow-origin', headers.origin)
  })
  for (const path of ['/checkout/v1/:token', '/checkout/v1/:token/:part']) {
    own.options(path, { config: { operationId: 'checkoutPreflight' }, logLevel: 'warn' }, async (_request, reply) =>
      reply
        .headers({
          'access-control-allow-methods': 'GET, PUT, DELETE',
          'access-control-allow-headers': 'content-type',
          'access-control-max-age': '7200',
        })
        .code(204)
        .send(),
    )
  }
}

function mountPage(own: App): void {
  const { services } = own
  const geocoder = chooseGeocoder(services.config, services.mapData)
  mount(own, 'getCheckoutView', ({ params }, { request }) => asCustomer(services, params.token, request, getView))
  mount(own, 'setCheckoutPlace', ({ params, body }, { request }) =>
    setPlace(services, geocoder, { token: params.token, request }, body.address),
  )
  mount(own, 'getCheckoutSlots', ({ params }, { request }) =>
    asCustomer(services, params.token, request, (scope, id) => offeredWindows(scope, services, id)),
  )
  mount(own, 'chooseCheckoutSlot', ({ params, body }, { request }) =>
    asCustomer(services, params.token, request, (scope, id) => chooseWindow(scope, services, id, body)),
  )
  mount(own, 'releaseCheckoutSlot', ({ params }, { request }) => asCustomer(services, params.token, request, letGo))
}
