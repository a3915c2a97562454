// The operations on reports and their pictures.
import type { FastifyReply } from 'fastify'
import type { ImageRow } from '../../data/report-tables.ts'
import type { Storage } from '../../frame/files/storage.ts'
import { unknownPath } from '../../frame/http/errors.ts'
import { type App, type Handler, mount, revocable, withStatus } from '../../frame/http/mount.ts'
import { readUpload } from '../../frame/http/upload.ts'
import { notFound } from '../../frame/platform/api-error.ts'
import { findPicture, findPublicPictureOfReport, getPictureOfReport, readPicture } from './pictures.ts'
import { addPicture, fileReport } from './reports.ts'

export function mountReports(app: App): void {
  const file: Handler<'createReport'> = async ({ params, body }, context) => {
    const { status, record } = await fileReport(context, params.stop_id, body)
    return withStatus(status, record)
  }
  // Discards the pictures of a refused report.
  mount(app, 'createReport', file, revocable)

  mount(
    app,
    'createReportOfStop',
    async ({ body }, context) => {
      const { status, record } = await fileReport(context, body.stop_id, body)
      return withStatus(status, record)
    },
    revocable,
  )

  mount(app, 'uploadReportImage', async ({ params }, context) =>
    addPicture(context, params.stop_id, () => readUpload(context.request)),
  )

  mount(app, 'getReportImage', async ({ params, query }, { services, reply }) => {
    const { image_id, access_token } = params
    const row = await services.database.transaction((tx) => findPicture(tx, image_id, access_token))
    return await sendPicture(services.storage, reply, image_id, row, query.size)
  })

  mount(app, 'getPictureOfReport', async ({ params: { report_id, image_id } }, { read, services, reply }) => {
    const row = await read((scope) => getPictureOfReport(scope, report_id, image_id))
    return await sendPicture(services.storage, reply, image_id, row)
  })

  mount(app, 'getPublicPictureOfReport', async ({ params }, { services, reply, request }) => {
    const row = await findPublicPictureOfReport(services, params.report_id, params.image_id)
    if (!row) throw unknownPath(request)
    return await sendPicture(services.storage, reply, params.image_id, row)
  })
}

/** Sends a picture. Throws 404 where there is none, or its bytes are still on the phone. */
async function sendPicture(
  storage: Storage,
  reply: FastifyReply,
  imageId: string,
  row: ImageRow | undefined,
  size: 'large' | 'small' = 'large',
): Promise<FastifyReply> {
  const bytes = row && (await readPicture(storage, row, size))
  // The URL of an awaited picture stays the same once its bytes come, so caches must not store the 404.
  if (!row?.content_type || !bytes) {
    reply.header('cache-control', 'no-store')
    throw notFound('picture', imageId)
  }
  // The content type is always one of a picture, whatever the bytes are.
  return reply
    .header('content-type', row.content_type)
    .header('content-disposition', `inline; filename="${row.id}.${row.content_type.slice(6)}"`)
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('cache-control', 'private, max-age=31536000, immutable')
    .send(bytes)
}
