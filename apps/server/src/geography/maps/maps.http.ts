// Mounts what the map of the applications is made of.
import { createReadStream } from 'node:fs'
import type { TileArchive } from '@routewright/roads'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type App, mount } from '../../frame/http/mount.ts'
import { apiError } from '../../frame/platform/api-error.ts'
import { MapPictures } from './map-picture.ts'
import { currentStyle, describeMap, findTiles, findWorld, readRange } from './maps.ts'

/** Addresses of the archive carry its key, so its bytes never change under one address. */
const TILES_CACHING = 'public, max-age=604800, immutable'
/** Pictures are drawn anew when the extract changes. */
const PICTURE_CACHING = 'public, max-age=86400'

export function mountMaps(app: App): void {
  const { mapData } = app.services
  const pictures = new MapPictures()
  mount(app, 'getMap', async () => describeMap(app.services))
  mount(app, 'listMapLooks', async () => app.services.config.mapLooks.map(({ origins: _, ...look }) => look))
  mount(app, 'getMapStyle', async ({ query }) => currentStyle(query.theme, mapData))
  mount(app, 'getMapPicture', async ({ query }, { reply }) => {
    const archive = findTiles(mapData)
    const bytes = await pictures.picture(archive, query)
    return reply
      .headers({ 'content-type': 'image/svg+xml', 'content-encoding': 'gzip' })
      .header('cache-control', archive ? PICTURE_CACHING : 'no-cache')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .send(bytes)
  })
  mount(app, 'getMapTiles', async (_input, { request, reply }) =>
    sendArchive(findTiles(mapData), 'tiles', request, reply),
  )
  mount(app, 'getWorldTiles', async (_input, { request, reply }) =>
    sendArchive(await findWorld(mapData), 'world', request, reply),
  )
}

function sendArchive(
  archive: TileArchive | undefined,
  id: string,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (!archive) throw apiError('highway.domain.error.not_found', { resource: 'map', id })
  const { path, key, sizeBytes } = archive
  const range = readRange(request.headers.range, sizeBytes)
  reply.headers({ 'accept-ranges': 'bytes', etag: `"${key}"`, 'content-type': 'application/vnd.pmtiles' })
  if (range === 'none') return reply.code(416).header('content-range', `bytes */${sizeBytes}`).send()
  reply.header('cache-control', TILES_CACHING)
  if (range === 'whole') return reply.header('content-length', sizeBytes).send(createReadStream(path))
  const { first, last } = range
  return reply
    .code(206)
    .headers({ 'content-range': `bytes ${first}-${last}/${sizeBytes}`, 'content-length': last - first + 1 })
    .send(createReadStream(path, { start: first, end: last }))
}
