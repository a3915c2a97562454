// Thread that opens or builds the address index and then runs searches, one after another.

import { parentPort, workerData } from 'node:worker_threads'
import { RoadsError } from '../foundation/errors.ts'
import { AddressIndex } from './address-index.ts'
import type { AddressAnswers, AddressMessage, AddressTask, AddressThreadData } from './address-messages.ts'
import { openAddressData } from './index-file.ts'
import { findNearestAddress } from './nearest-address.ts'
import { searchAddresses } from './search-addresses.ts'

const port = parentPort
if (!port) throw new Error('address-thread runs in a worker thread only')
const { files, cacheDir, stop } = workerData as AddressThreadData
const send = (message: AddressMessage) => port.postMessage(message)

try {
  const stopFlag = new Int32Array(stop)
  const { data, ...opened } = openAddressData(files, cacheDir, () => Atomics.load(stopFlag, 0) !== 0)
  const index = new AddressIndex(data)
  send({ kind: 'opened', facts: index.facts, ...opened })
  port.on('message', ({ id, task }: { id: number; task: AddressTask }) => {
    try {
      send({ kind: 'answer', id, answer: answer(index, task) })
    } catch (error) {
      fail(error, id)
    }
  })
} catch (error) {
  fail(error, undefined)
}

function answer(index: AddressIndex, task: AddressTask): AddressAnswers[AddressTask['kind']] {
  if (task.kind === 'search') return task.queries.map((query) => searchAddresses(index, query, task.limit))
  return task.points.map(({ lat, lng }) => findNearestAddress(index, lat, lng, task.withinMeters))
}

function fail(error: unknown, id: number | undefined): void {
  const code = error instanceof RoadsError ? error.code : 'worker_failed'
  send({ kind: 'failed', id, failure: { code, message: (error as Error).message } })
}
