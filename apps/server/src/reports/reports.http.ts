// The operations on reports and their pictures.
import { limits } from '@routewright/contract'
import { type App, type Context, mount, withStatus } from '../http/mount.ts'
import { apiError, notFound } from '../platform/api-error.ts'
import { getStop } from '../stops/stops.ts'
import { findPicture, keepPictures, pictureReference, storePicture } from './pictures.ts'
import { createReport, reportRecord } from './reports.ts'

export function mountReports(app: App): void {
  mount(app, 'createReport', async ({ params, body }, context) => report(context, params.stop_id, body))

  mount(app, 'createReportOfStop', async ({ body }, context) => report(context, body.stop_id, body))

  mount(app, 'uploadReportImage', async ({ params }, context) => uploadPicture(context, params.stop_id))

  mount(app, 'getReportImage', async ({ params }, { services, reply }) => {
    const { image_id, access_token } = params
    const row = await services.database.transaction((tx) => findPicture(tx, image_id, access_token))
    const bytes = row && (await services.storage.findFile(row.storage_key))
    if (!row || !bytes) throw notFound('picture', image_id)
    // What is served can be nothing but a picture, whatever its bytes say.
    return reply
      .header('content-type', row.content_type)
      .header('content-disposition', `inline; filename="${row.id}.${row.content_type.slice(6)}"`)
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('cache-control', 'private, max-age=31536000, immutable')
      .send(bytes)
  })
}

type ReportContext = Pick<Context, 'services' | 'transaction' | 'now'>

/** 201 with the report; 200 with the stored one when its client_id was sent before. */
export async function report(context: ReportContext, stopId: string, body: Parameters<typeof createReport>[3]) {
  const { services, transaction, now } = context
  const result = await createReport(services, transaction, stopId, body, now)
  const record = reportRecord({ publicBase: services.publicBase() }, result.report)
  return result.isRepeated ? withStatus(200, record) : record
}

/** Stores the one file of a multipart body for the stop. */
export async function uploadPicture(context: ReportContext & Pick<Context, 'request'>, stopId: string) {
  const { services, transaction, now, request } = context
  await transaction((scope) => getStop(scope, stopId))
  const bytes = await readUpload(request)
  const picture = await storePicture(services.storage, bytes, 'file', now)
  try {
    await transaction(async (scope) => {
      await getStop(scope, stopId)
      await keepPictures(scope, stopId, [picture])
    })
  } catch (error) {
    await services.storage.deleteFile(picture.storage_key)
    throw error
  }
  const { id, url } = pictureReference(picture)
  return { id, url: services.publicBase() + url }
}

async function readUpload(request: Context['request']): Promise<Buffer> {
  const invalid = (reason: string) => apiError('highway.report.error.invalid_image', { place: 'file', reason })
  if (!request.isMultipart()) throw invalid('must be sent as multipart/form-data')
  const upload = await readFile(request).catch((error: Error) => {
    // A form that is cut off or holds no parts is the sender's mistake; the parser throws plain errors.
    throw request.raw.complete === false ? error : invalid(`cannot be read: ${error.message}`)
  })
  if (!upload) throw invalid('is missing: send the picture in the field "file"')
  if (upload.isTruncated || upload.bytes.length > limits.bodyBytes.image) {
    throw apiError('highway.report.error.image_too_large', { limit: limits.bodyBytes.image })
  }
  return upload.bytes
}

async function readFile(request: Context['request']): Promise<{ bytes: Buffer; isTruncated: boolean } | undefined> {
  const part = await request.file({ throwFileSizeLimit: false })
  return part && { bytes: await part.toBuffer(), isTruncated: part.file.truncated }
}
