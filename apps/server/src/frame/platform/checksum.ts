// The checksum that stored bytes are known by again.
import { createHash } from 'node:crypto'

/** SHA-256 in 64 lower-case hexadecimal digits; a text counts as its UTF-8. */
export function computeChecksum(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}
