// Receives an uploaded extract: streamed into its folder, checked before anybody works with it.
import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { limits } from '@routewright/contract'
import { openExtract } from '@routewright/roads'
import type { FastifyRequest } from 'fastify'
import { apiError } from '../../frame/platform/api-error.ts'
import { nameOfFile } from '../extracts/extract-set.ts'
import type { ReceivedFile } from './regions.ts'

/**
 * Stores the file of the field "file" as this version of the extract. Throws highway.map.error.invalid_extract, and
 * highway.request.error.payload_too_large; nothing is left over then.
 */
export async function receiveFile(
  request: FastifyRequest,
  folder: string,
  extract: Pick<ReceivedFile, 'id' | 'version'>,
): Promise<ReceivedFile> {
  if (!request.isMultipart()) throw invalid('must be sent as multipart/form-data')
  const limit = limits.bodyBytes.extract
  const part = await request.file({ throwFileSizeLimit: false, limits: { fileSize: limit } })
  if (!part) throw invalid('is missing: send the extract in the field "file"')
  const name = safeName(part.filename)
  const place = join(extract.id, String(extract.version))
  const draft = join(folder, place, `${name}.part`)
  await mkdir(join(folder, place), { recursive: true })
  try {
    await pipeline(part.file, createWriteStream(draft, { flush: true }))
    if (part.file.truncated) throw apiError('highway.request.error.payload_too_large', { limit })
    requireUsable(draft)
    await rename(draft, join(folder, place, name))
  } catch (error) {
    await rm(join(folder, place), { recursive: true, force: true })
    throw error
  }
  const { size } = await stat(join(folder, place, name))
  return { ...extract, name: nameOfFile(name), file: `${place}/${name}`, sizeBytes: size }
}

function requireUsable(path: string): void {
  try {
    openExtract(path).close()
  } catch (error) {
    throw invalid((error as Error).message.replaceAll(path, basename(path, '.part')))
  }
}

/** Letters, digits, dots, dashes: what every file system takes. */
function safeName(filename: string): string {
  const plain = basename(filename)
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .slice(-100)
  return /\.pbf$/i.test(plain) ? plain : `${plain || 'map'}.osm.pbf`
}

function invalid(reason: string) {
  return apiError('highway.map.error.invalid_extract', { place: 'file', reason })
}
