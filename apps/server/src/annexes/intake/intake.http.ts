// Mounts the sources of orders, and the address that shops send to.

import { parseJsonBody, readBody } from '../../frame/http/body.ts'
import { type App, mount, mountChange, mountRead } from '../../frame/http/mount.ts'
import { chooseGeocoder } from '../../geography/geocoding/choose-geocoder.ts'
import {
  createSource,
  deleteSource,
  listMessages,
  listSources,
  renewAddress,
  requireSourceManager,
  retryMessage,
  updateSource,
} from './intake.ts'
import { presets } from './presets/presets.ts'
import { previewOrder } from './preview.ts'
import { receiveMessage } from './receive.ts'
import { createTableReader } from './table-reader.ts'

export function mountIntake(app: App): void {
  const { secrets } = app.services
  mountRead(app, 'listOrderSources', (scope) => listSources(scope))
  mountRead(app, 'listOrderSourcePresets', async (scope) => {
    requireSourceManager(scope)
    return presets
  })
  mountChange(app, 'createOrderSource', (scope, { body }) => createSource(scope, secrets, body))
  mountChange(app, 'updateOrderSource', (scope, { params, body }) =>
    updateSource(scope, secrets, params.order_source_id, body),
  )
  mountChange(app, 'deleteOrderSource', (scope, { params }) => deleteSource(scope, params.order_source_id))
  mountChange(app, 'renewOrderSourceAddress', (scope, { params }) => renewAddress(scope, params.order_source_id))
  mountRead(app, 'listOrderMessages', (scope, { params, query }) => listMessages(scope, params.order_source_id, query))
  mountChange(app, 'retryOrderMessage', (scope, { params }) =>
    retryMessage(scope, params.order_source_id, params.message_id),
  )
  mountPreview(app)
  mountReceiving(app)
}

function mountPreview(app: App): void {
  const geocoder = chooseGeocoder(app.services.config, app.services.mapData)
  mount(app, 'previewOrder', ({ body }, { caller, services }) => previewOrder(services, caller, geocoder, body))
}

/** Signatures are made over the bytes as they came, so this call has a parser of its own. */
function mountReceiving(app: App): void {
  const readTables = createTableReader()
  app.register(async (own: App) => {
    own.removeAllContentTypeParsers()
    own.addContentTypeParser(
      '*',
      async (request: { routeOptions: { bodyLimit: number } }, stream: AsyncIterable<Buffer>) =>
        readBody(stream, request.routeOptions.bodyLimit),
    )
    mount(own, 'receiveOrder', ({ params }, { request, services }) => {
      const bytes = (request.body as Buffer | undefined) ?? Buffer.alloc(0)
      return receiveMessage(services, readTables, params.source_token, {
        headers: request.headers,
        bytes,
        parse: () => parseJsonBody(bytes),
      })
    })
  })
}
