// Thread that opens or builds an image and passes it to the service.

import { parentPort, workerData } from 'node:worker_threads'
import type { BuildProgress } from '../engine/build-image.ts'
import { openUnlessKnown } from '../engine/open-image.ts'
import { RoadsError } from '../foundation/errors.ts'
import { shareImage, viewShared } from '../image/image.ts'
import type { BuildData, BuildMessage } from './messages.ts'

const port = parentPort
if (!port) throw new Error('build.worker runs in a worker thread only')
const { files, options, stop, base, knownHashes } = workerData as BuildData
const stopFlag = new Int32Array(stop)
const send = (message: BuildMessage) => port.postMessage(message)

try {
  let lastShare = -1
  const run = {
    shouldStop: () => Atomics.load(stopFlag, 0) !== 0,
    onProgress: (progress: BuildProgress) => {
      // A hundred steps of progress are enough.
      if (progress.share - lastShare < 0.01) return
      lastShare = progress.share
      send({ kind: 'progress', progress })
    },
  }
  const opened = openUnlessKnown(files, options, run, { base: base && viewShared(base), knownHashes })
  if ('knownHash' in opened) send({ kind: 'known', hash: opened.knownHash })
  else {
    const { image, source, saveProblem } = opened
    send({ kind: 'opened', image: shareImage(image), source, saveProblem })
  }
} catch (error) {
  const code = error instanceof RoadsError ? error.code : 'worker_failed'
  send({ kind: 'failed', failure: { code, message: (error as Error).message } })
}
