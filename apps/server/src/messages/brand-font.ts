// The sender's own font: taken only as what browsers load without doubt, a whole WOFF2 file of modest size.
import { FONT_BYTES } from '@routewright/contract'
import { deleteFont, putFont } from '../data/project-fonts.sql.ts'
import { bytesOfDataUrl } from '../pictures/data-url.ts'
import { apiError } from '../platform/api-error.ts'
import { checksumOf } from '../platform/checksum.ts'
import type { Scope } from '../platform/scope.ts'

/** `wOF2`, as every such file begins (WOFF2, section 4.1); at 8 its length stands. */
const signature = 0x774f4632
const headerBytes = 48

/** The font that was sent; null where it is taken away, undefined where it stays. Throws highway.message.error.invalid_font. */
export function readFont(font: string | null | undefined): Buffer | null | undefined {
  if (!font) return font === null ? null : undefined
  const refuse = (reason: string) =>
    apiError('highway.message.error.invalid_font', { place: 'branding.font_file', reason })
  const bytes = bytesOfDataUrl(font)
  if (!bytes) throw refuse('must be a base64 data URL')
  if (bytes.length > FONT_BYTES) throw refuse(`must not be larger than ${FONT_BYTES / 1_000} kB`)
  if (bytes.length < headerBytes || bytes.readUInt32BE(0) !== signature) throw refuse('must be a WOFF2 file')
  if (bytes.readUInt32BE(8) !== bytes.length) throw refuse('must be a whole WOFF2 file: its length is not what it says')
  return bytes
}

export async function storeFont(scope: Scope, projectId: string, bytes: Buffer | null | undefined): Promise<void> {
  if (bytes === null) await deleteFont(scope, projectId)
  if (!bytes) return
  const digest = checksumOf(bytes).slice(0, 16)
  await putFont(scope, {
    project_id: projectId,
    bytes,
    digest,
    created_at: scope.now,
  })
}
