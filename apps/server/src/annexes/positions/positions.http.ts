// Mounts the sources of positions, and the address that trackers send to.
import { parseJsonBody, readBody } from '../../frame/http/body.ts'
import { type App, mount, mountChange, mountRead } from '../../frame/http/mount.ts'
import {
  addTrack,
  createSource,
  deleteSource,
  listDevicesOfSource,
  listSources,
  renewAddress,
  updateDevice,
  updateSource,
} from './positions.ts'
import { isOwnTracks, readFormPosition, readJsonPositions } from './read-positions.ts'
import { receivePositions } from './receive-positions.ts'

export function mountPositions(app: App): void {
  mountRead(app, 'listPositionSources', (scope) => listSources(scope))
  mountChange(app, 'createPositionSource', (scope, { body }) => createSource(scope, body))
  mountChange(app, 'updatePositionSource', (scope, { params, body }) =>
    updateSource(scope, params.position_source_id, body),
  )
  mountChange(app, 'deletePositionSource', (scope, { params }) => deleteSource(scope, params.position_source_id))
  mountChange(app, 'renewPositionSourceAddress', (scope, { params }) => renewAddress(scope, params.position_source_id))
  mountRead(app, 'listPositionDevices', (scope, { params }) => listDevicesOfSource(scope, params.position_source_id))
  mountChange(app, 'updatePositionDevice', (scope, { params, body }) =>
    updateDevice(scope, params.position_source_id, params.device_id, body),
  )
  mountChange(app, 'addRouteTrack', (scope, { params, body }) => addTrack(scope, params.route_id, body))
  mountReceiving(app)
}

/** Trackers send forms, JSON, or nothing but a query string, and call it what they like: this call reads the bytes itself. */
function mountReceiving(app: App): void {
  mount(app, 'receivePosition', ({ params }, { request, services }) =>
    receivePositions(services, params.source_token, (now) => readFormPosition(getQuery(request.url), now)),
  )
  app.register(async (own: App) => {
    own.removeAllContentTypeParsers()
    own.addContentTypeParser(
      '*',
      async (request: { routeOptions: { bodyLimit: number } }, stream: AsyncIterable<Buffer>) =>
        readBody(stream, request.routeOptions.bodyLimit),
    )
    mount(own, 'receivePositions', async ({ params }, { request, reply, services }) => {
      const bytes = (request.body as Buffer | undefined) ?? Buffer.alloc(0)
      const text = bytes.toString('utf8').trim()
      const isJson = /^[[{]/.test(text)
      const body = isJson ? parseJsonBody(bytes) : undefined
      const answer = await receivePositions(services, params.source_token, (now) =>
        isJson
          ? readJsonPositions(body, request.headers, now)
          : readFormPosition(text === '' ? getQuery(request.url) : new URLSearchParams(text), now),
      )
      return isOwnTracks(body) ? reply.send([]) : answer
    })
  })
}

function getQuery(url: string): URLSearchParams {
  const at = url.indexOf('?')
  return new URLSearchParams(at < 0 ? '' : url.slice(at))
}
