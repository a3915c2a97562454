// Thread that opens or builds the archive of tiles.

import { parentPort, workerData } from 'node:worker_threads'
import { RoadsError } from '../foundation/errors.ts'
import type { TileOptions } from './build-tiles.ts'
import { openTileArchive, openWorldArchive, type TilesMessage, type TilesThreadData } from './open-tiles.ts'

const port = parentPort
if (!port) throw new Error('tiles-thread runs in a worker thread only')
const { files, cacheDir, stop } = workerData as TilesThreadData
const send = (message: TilesMessage) => port.postMessage(message)

try {
  const stopFlag = new Int32Array(stop)
  const options: TileOptions = {
    shouldStop: () => Atomics.load(stopFlag, 0) !== 0,
    onProgress: (share) => send({ kind: 'progress', share }),
  }
  const archive = files === 'world' ? openWorldArchive(cacheDir) : openTileArchive(files, cacheDir, options)
  send({ kind: 'opened', archive })
} catch (error) {
  const code = error instanceof RoadsError ? error.code : 'worker_failed'
  send({ kind: 'failed', code, message: (error as Error).message })
}
