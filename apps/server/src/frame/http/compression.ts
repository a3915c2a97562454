// Compresses responses where the caller accepts it and it makes them smaller.
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import type { App } from './server.ts'

/** Text that is written anew for each call. Pictures and tiles are compressed already, and streams of events must not wait. */
const compressibleTypes = /^(?:text\/(?!event-stream)|application\/(?:json|xml|[\w.-]+\+(?:json|xml))|image\/svg)/
/** Below this the headers are the larger part. */
const leastBytes = 1_024
/** Three milliseconds. In a stream of its own, which lets other calls come between, 150 kB take five times as long. */
const mostBytesAtOnce = 1_048_576

/**
 * Compresses what is sent. The fastest levels: a route of 180 stops becomes a seventh in less than a millisecond, and the slowest
 * would save a few per cent more in a hundred times as long. What is received stays as it was: a compressed body would unpack to more
 * than the limit of its operation.
 */
export async function compressAnswers(app: App): Promise<void> {
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } },
    zlibOptions: { level: 3 },
    customTypes: compressibleTypes,
    threshold: leastBytes,
    syncThreshold: mostBytesAtOnce,
    globalDecompression: false,
  })
}
