// Thread that opens or builds the archive of tiles.

import { parentPort, workerData } from 'node:worker_threads'
import { RoadsError } from '../errors.ts'
import { openTileArchive, type TilesMessage, type TilesThreadData } from './open-tiles.ts'

const port = parentPort
if (!port) throw new Error('tiles-thread runs in a worker thread only')
const { files, cacheDir, stop } = workerData as TilesThreadData
const send = (message: TilesMessage) => port.postMessage(message)

try {
  const stopFlag = new Int32Array(stop)
  const archive = openTileArchive(files, cacheDir, {
    shouldStop: () => Atomics.load(stopFlag, 0) !== 0,
    onProgress: (share) => send({ kind: 'progress', share }),
  })
  send({ kind: 'opened', archive })
} catch (error) {
  const code = error instanceof RoadsError ? error.code : 'worker_failed'
  send({ kind: 'failed', code, message: (error as Error).message })
}
