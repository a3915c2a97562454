// Reads the one file of a multipart upload, or refuses it in the words of the interface.
import { limits } from '@routewright/contract'
import type { FastifyRequest } from 'fastify'
import { apiError } from '../platform/api-error.ts'

/** The bytes of the field "file". Throws highway.report.error.{invalid_image, image_too_large}. */
export async function readUpload(request: FastifyRequest): Promise<Buffer> {
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

async function readFile(request: FastifyRequest): Promise<{ bytes: Buffer; isTruncated: boolean } | undefined> {
  const part = await request.file({ throwFileSizeLimit: false })
  return part && { bytes: await part.toBuffer(), isTruncated: part.file.truncated }
}
