// The address index in its own thread: builds, batches of thousands and single queries never block the caller.

import { Worker } from 'node:worker_threads'
import { RoadsError } from '../foundation/errors.ts'
import { type KeptMemory, releaseKept } from '../foundation/kept-file.ts'
import type { AddressFacts } from './address-index.ts'
import type { AddressAnswers, AddressMessage, AddressTask, AddressThreadData } from './address-messages.ts'
import type { NearestAddress } from './nearest-address.ts'
import type { AddressQuery } from './query-words.ts'
import type { AddressHit } from './search-addresses.ts'

export interface AddressServiceOptions {
  /** Folder for the built index; without it, the index is not kept. */
  cacheDir?: string
  /** Aborts opening with RoadsError aborted. */
  signal?: AbortSignal
}

/** Queries sent to the thread at a time: about ten milliseconds, so that a single query need not wait for a batch. */
const BATCH_SIZE = 100
const DEFAULT_REACH_METERS = 250

interface Waiting {
  resolve(answer: unknown): void
  reject(error: RoadsError): void
}

/** Opens a service, from the cache within a moment or by building the index. Throws RoadsError. */
export async function openAddressService(
  files: readonly string[],
  { cacheDir, signal }: AddressServiceOptions = {},
): Promise<AddressService> {
  if (files.length === 0) throw new RoadsError('file_not_found', 'no extract was named')
  const data: AddressThreadData = { files, cacheDir, stop: new SharedArrayBuffer(4) }
  const worker = new Worker(new URL('./address-thread.ts', import.meta.url), { workerData: data })
  const stop = () => Atomics.store(new Int32Array(data.stop), 0, 1)
  if (signal?.aborted) stop()
  signal?.addEventListener('abort', stop)
  try {
    const opened = await new Promise<AddressMessage & { kind: 'opened' }>((resolve, reject) => {
      worker.once('message', (message: AddressMessage) => {
        if (message.kind === 'opened') resolve(message)
        else if (message.kind === 'failed') reject(new RoadsError(message.failure.code, message.failure.message))
      })
      worker.once('error', (cause) => reject(workerFailure(cause)))
      worker.once('exit', () => reject(workerFailure(undefined)))
    })
    return new AddressService(worker, opened)
  } catch (error) {
    await worker.terminate()
    throw error
  } finally {
    signal?.removeEventListener('abort', stop)
  }
}

export class AddressService {
  readonly facts: AddressFacts
  readonly source: 'cache' | 'build'
  /** Reason why the built index could not be saved to disk; undefined when it was. */
  readonly saveProblem: string | undefined
  private readonly worker: Worker
  private memory: KeptMemory | undefined
  private readonly waiting = new Map<number, Waiting>()
  private lastId = 0
  private failure: RoadsError | undefined

  constructor(worker: Worker, opened: AddressMessage & { kind: 'opened' }) {
    this.worker = worker
    this.facts = opened.facts
    this.source = opened.source
    this.saveProblem = opened.saveProblem
    this.memory = opened.memory
    worker.unref()
    worker.on('message', (message: AddressMessage) => this.settle(message))
    worker.on('error', (cause) => this.end(workerFailure(cause)))
    worker.on('exit', () => this.end(workerFailure(undefined)))
  }

  /** The best hits of each query, in the order of the queries. Throws closed, worker_failed. */
  async search(queries: readonly AddressQuery[], limit = 1): Promise<AddressHit[][]> {
    const hits: AddressHit[][] = []
    for (let first = 0; first < queries.length; first += BATCH_SIZE) {
      const part = queries.slice(first, first + BATCH_SIZE)
      for (const found of await this.ask({ kind: 'search', queries: part, limit })) hits.push(found)
    }
    return hits
  }

  /** The nearest address within a distance (250 m) of each point. Throws closed, worker_failed. */
  async nearest(
    points: readonly { lat: number; lng: number }[],
    withinMeters = DEFAULT_REACH_METERS,
  ): Promise<(NearestAddress | undefined)[]> {
    return this.ask({ kind: 'nearest', points, withinMeters })
  }

  /** Ends the thread. Pending queries are rejected with `closed`. */
  async close(): Promise<void> {
    this.end(new RoadsError('closed', 'the address service was closed'))
    await this.worker.terminate()
    // Release the memory only now, when no thread reads it; a second close does nothing.
    if (this.memory) releaseKept(this.memory)
    this.memory = undefined
  }

  private ask<Kind extends AddressTask['kind']>(task: AddressTask & { kind: Kind }): Promise<AddressAnswers[Kind]> {
    if (this.failure) return Promise.reject(this.failure)
    const id = ++this.lastId
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve: resolve as (answer: unknown) => void, reject })
      // Only a busy thread keeps the process alive.
      this.worker.ref()
      this.worker.postMessage({ id, task })
    })
  }

  private settle(message: AddressMessage): void {
    if (message.kind === 'opened' || message.id === undefined) return
    const waiting = this.waiting.get(message.id)
    this.waiting.delete(message.id)
    if (this.waiting.size === 0) this.worker.unref()
    if (message.kind === 'answer') waiting?.resolve(message.answer)
    else waiting?.reject(new RoadsError(message.failure.code, message.failure.message))
  }

  private end(error: RoadsError): void {
    this.failure ??= error
    for (const waiting of this.waiting.values()) waiting.reject(this.failure)
    this.waiting.clear()
  }
}

function workerFailure(cause: unknown): RoadsError {
  const reason = cause instanceof Error ? cause.message : 'it ended without an answer'
  return new RoadsError('worker_failed', `the address thread failed: ${reason}`, { cause })
}
