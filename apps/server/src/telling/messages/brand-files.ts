// The sender's own logo and font: checks of uploaded files, and their stored form.
import { FONT_BYTES, LOGO_BYTES } from '@routewright/contract'
import { bytesOfDataUrl } from '../../frame/pictures/data-url.ts'
import { InvalidImage } from '../../frame/pictures/inspect.ts'
import type { Pictures } from '../../frame/pictures/prepare.ts'
import { apiError } from '../../frame/platform/api-error.ts'
import { computeChecksum } from '../../frame/platform/checksum.ts'
import type { Scope } from '../../frame/platform/scope.ts'

/** A logo to be stored; null removes it, undefined leaves it. */
export type NewLogo = { content_type: string; bytes: Buffer } | null | undefined

/** Converts an uploaded logo. Throws highway.message.error.invalid_logo. Must not run inside a transaction. */
export async function prepareLogo(pictures: Pictures, logo: string | null | undefined): Promise<NewLogo> {
  if (!logo) return logo === null ? null : undefined
  const refuse = (reason: string) => apiError('highway.message.error.invalid_logo', { place: 'branding.logo', reason })
  const requireSmall = (picture: Buffer) => {
    if (picture.length > LOGO_BYTES) throw refuse(`must not be larger than ${LOGO_BYTES / 1_000} kB`)
    return picture
  }
  const bytes = bytesOfDataUrl(logo)
  if (!bytes) throw refuse('must be a base64 data URL')
  try {
    const { contentType, small } = await pictures.prepare(requireSmall(bytes))
    return { content_type: contentType, bytes: requireSmall(small) }
  } catch (error) {
    throw error instanceof InvalidImage ? refuse(error.message) : error
  }
}

/** Signature `wOF2` of every such file (WOFF2, section 4.1); the length is at offset 8. */
const signature = 0x774f4632
const headerBytes = 48

/** Returns the uploaded font; null removes it, undefined leaves it. Throws highway.message.error.invalid_font. */
export function readFont(font: string | null | undefined): { bytes: Buffer } | null | undefined {
  if (!font) return font === null ? null : undefined
  const refuse = (reason: string) =>
    apiError('highway.message.error.invalid_font', { place: 'branding.font_file', reason })
  const bytes = bytesOfDataUrl(font)
  if (!bytes) throw refuse('must be a base64 data URL')
  if (bytes.length > FONT_BYTES) throw refuse(`must not be larger than ${FONT_BYTES / 1_000} kB`)
  if (bytes.length < headerBytes || bytes.readUInt32BE(0) !== signature) throw refuse('must be a WOFF2 file')
  if (bytes.readUInt32BE(8) !== bytes.length) throw refuse('must be a whole WOFF2 file: its length is not what it says')
  return { bytes }
}

interface Files<File> {
  put(
    scope: Scope,
    projectId: string,
    file: File & { project_id: string; digest: string; created_at: Date },
  ): Promise<void>
  remove(scope: Scope, projectId: string): Promise<void>
}

/** Replaces the stored file; null removes it, undefined leaves it. Locks the project. */
export async function keepFile<File extends { bytes: Buffer }>(
  scope: Scope,
  projectId: string,
  files: Files<File>,
  file: File | null | undefined,
): Promise<void> {
  if (file === null) await files.remove(scope, projectId)
  if (!file) return
  const digest = computeChecksum(file.bytes).slice(0, 16)
  await files.put(scope, projectId, { ...file, project_id: projectId, digest, created_at: scope.now })
}
