// Roads for a server: built and queried in worker threads on shared memory, so that the calling thread never waits.

import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { BuildProgress } from '../engine/build-image.ts'
import type { RoadOptions } from '../engine/open-image.ts'
import { isFewToMany } from '../engine/road-graph.ts'
import { RoadsError } from '../foundation/errors.ts'
import { MatrixTable } from '../foundation/matrix-table.ts'
import { imageBytes, type RoadFacts } from '../image/image.ts'
import type { TellOptions } from '../places/driven-way.ts'
import type { PlacedPoint } from '../places/placed-point.ts'
import {
  assertPoint,
  type RoadDrive,
  type RoadMatrix,
  type RoadPath,
  type RoadPoint,
  type RoadSnap,
  type RoadTrace,
  type TrackLeg,
  type TrackPosition,
} from '../places/road-point.ts'
import type { Reach } from '../reach/reach-search.ts'
import type { ArcShares } from '../traffic/arc-shares.ts'
import type { BuildData, BuildMessage } from './messages.ts'
import { SharedMemory } from './shared-memory.ts'
import { ThreadPool } from './thread-pool.ts'

export interface RoadServiceOptions extends RoadOptions {
  /** Number of query threads; default: as many as the machine runs at once, up to four. */
  threads?: number
  onProgress?: (progress: BuildProgress) => void
  /** Services of the same files: one of them is returned when its roads equal the requested ones. */
  among?: readonly RoadService[]
  /**
   * A service of the same files: when the roads nearly equal its own, only the differences are kept, and its graph is used for the rest.
   */
  beside?: RoadService
  /** Aborts opening with RoadsError aborted. */
  signal?: AbortSignal
}

export interface QueryOptions {
  /** Aborts the query with RoadsError aborted. */
  signal?: AbortSignal
}

export interface MatrixOptions extends QueryOptions {
  /** Finished share of the rows, 0..1. */
  onProgress?: (share: number) => void
  /** Also returns the kinds of roads used on each way. */
  withMixes?: boolean
}

/** A matrix up to this many entries is one task of one thread. */
const SMALL_MATRIX_ENTRIES = 40_000
/** Entries per step of a large matrix: about ten milliseconds, so that quick tasks need not wait long. */
const STEP_ENTRIES = 200_000

/** Opens a service: from the cache within a moment, or by building in a thread of its own. Throws RoadsError. */
export async function openRoadService(files: readonly string[], options: RoadServiceOptions): Promise<RoadService> {
  const { threads, onProgress, signal, among = [], beside, ...roadOptions } = options
  const knownHashes = among.map(({ facts }) => facts.networkHash)
  const base = beside?.lendMemory()
  const data = { files, options: roadOptions, stop: new SharedArrayBuffer(4), base: base?.image, knownHashes }
  let isUsed = false
  try {
    const opened = await openInThread(data, onProgress, signal)
    if (opened.kind === 'known') return among[knownHashes.indexOf(opened.hash)]!
    const size = Math.max(1, threads ?? Math.min(4, availableParallelism()))
    isUsed = opened.image.base !== undefined
    return new RoadService(opened, new ThreadPool(opened.image, size), isUsed ? base : undefined)
  } finally {
    if (!isUsed) base?.release()
  }
}

type Opened = BuildMessage & { kind: 'opened' | 'known' }

export class RoadService {
  readonly facts: RoadFacts
  readonly source: 'cache' | 'build'
  /** Reason why the built graph could not be saved to disk; undefined when it was. */
  readonly saveProblem: string | undefined
  /**
   * Bytes of the graph for all threads together, without those of the graph that it is based on; of a mapped file only the pages in use
   * need be in memory.
   */
  readonly memoryBytes: number
  /** Its own memory, and that of the graph that it is based on; undefined once it is closed. */
  private memory: { own: SharedMemory; base: SharedMemory | undefined } | undefined
  private readonly pool: ThreadPool
  /** Large matrices run one after another: each holds its targets in every thread. */
  private lastLargeMatrix: Promise<unknown> = Promise.resolve()

  constructor(opened: BuildMessage & { kind: 'opened' }, pool: ThreadPool, base?: SharedMemory) {
    this.facts = opened.image.facts
    this.source = opened.source
    this.saveProblem = opened.saveProblem
    this.memoryBytes = imageBytes(opened.image.lengths)
    this.memory = { own: new SharedMemory(opened.image), base }
    this.pool = pool
  }

  /** Like `RoadGraph.matrix`. Throws invalid_point, aborted, closed, worker_failed. */
  async matrix(
    sources: readonly RoadPoint[],
    targets: readonly RoadPoint[] = sources,
    options: MatrixOptions = {},
  ): Promise<RoadMatrix> {
    sources.forEach(assertPoint)
    if (targets !== sources) targets.forEach(assertPoint)
    throwIfAborted(options.signal)
    if (sources.length * targets.length <= SMALL_MATRIX_ENTRIES) {
      return abortable(this.smallMatrix(sources, targets, options), options.signal)
    }
    const turn = this.lastLargeMatrix.then(() => this.largeMatrix(sources, targets, options))
    this.lastLargeMatrix = turn.catch(() => {})
    return abortable(turn, options.signal)
  }

  /** Like `RoadGraph.path`. Throws invalid_point, aborted, closed, worker_failed. */
  async path(points: readonly RoadPoint[], options: QueryOptions = {}): Promise<RoadPath> {
    points.forEach(assertPoint)
    throwIfAborted(options.signal)
    return abortable(this.pool.runQuick({ kind: 'path', points }), options.signal)
  }

  /** Like `RoadGraph.match`. Throws invalid_point, aborted, closed, worker_failed. */
  async match(positions: readonly TrackPosition[], options: QueryOptions = {}): Promise<TrackLeg[]> {
    positions.forEach(assertPoint)
    throwIfAborted(options.signal)
    return abortable(this.pool.runQuick({ kind: 'match', positions }), options.signal)
  }

  /** Like `RoadGraph.drive`. Throws invalid_point, aborted, closed, worker_failed. */
  async drive(
    points: readonly RoadPoint[],
    { signal, ...options }: QueryOptions & TellOptions = {},
  ): Promise<RoadDrive> {
    points.forEach(assertPoint)
    throwIfAborted(signal)
    return abortable(this.pool.runQuick({ kind: 'drive', points, ...options }), signal)
  }

  /** Like `RoadGraph.trace`. Throws invalid_point, aborted, closed, worker_failed. */
  async trace(
    positions: readonly TrackPosition[],
    { signal, ...options }: QueryOptions & TellOptions = {},
  ): Promise<RoadTrace> {
    positions.forEach(assertPoint)
    throwIfAborted(signal)
    return abortable(this.pool.runQuick({ kind: 'trace', positions, ...options }), signal)
  }

  /** Like `RoadGraph.nearest`. Throws invalid_point, closed, worker_failed. */
  async nearest(point: RoadPoint, most: number): Promise<RoadSnap[]> {
    assertPoint(point, 0)
    return this.pool.runQuick({ kind: 'nearest', point, most })
  }

  /** Like `RoadGraph.reach`. Throws invalid_point, aborted, closed, worker_failed. */
  async reach(point: RoadPoint, times: readonly number[], options: QueryOptions = {}): Promise<Reach | undefined> {
    assertPoint(point, 0)
    throwIfAborted(options.signal)
    return abortable(this.pool.runQuick({ kind: 'reach', point, times }), options.signal)
  }

  /** Like `RoadGraph.snap`, for many points. Throws invalid_point, closed, worker_failed. */
  async snap(points: readonly RoadPoint[]): Promise<(RoadSnap | undefined)[]> {
    points.forEach(assertPoint)
    return this.pool.runQuick({ kind: 'snap', points })
  }

  /** Memory of a whole graph, for a graph based on it until that releases it; undefined when it is closed. */
  lendMemory(): SharedMemory | undefined {
    const whole = this.memory?.base ?? this.memory?.own
    return whole?.retain() ? whole : undefined
  }

  /**
   * Ends the threads. Pending queries are rejected with `closed`. Its memory stays while another service is based on it. May be called
   * again.
   */
  async close(): Promise<void> {
    const { memory } = this
    this.memory = undefined
    await this.pool.close()
    memory?.own.release()
    memory?.base?.release()
  }

  private async smallMatrix(
    sources: readonly RoadPoint[],
    targets: readonly RoadPoint[],
    { withMixes }: MatrixOptions,
  ): Promise<RoadMatrix> {
    const task = { kind: 'matrix' as const, sources, targets, ...(withMixes && { shares: await this.arcShares() }) }
    if (!isFewToMany(sources.length, targets.length)) return this.pool.runQuick(task)
    // One thread caches ends and another starts, so that both tables of a place are computed in parallel, and nothing is cached twice.
    return this.pool.runQuick(task, sources.length <= targets.length ? 0 : this.pool.size - 1)
  }

  /** Sums of the whole graph are the same for all services that use it. */
  private async arcShares(): Promise<ArcShares> {
    if (!this.memory) throw new RoadsError('closed', 'the road service was closed')
    const { own, base } = this.memory
    const find = () => this.pool.runQuick({ kind: 'shares' })
    if (!base) return own.findShares(find)
    return own.findShares(async () => this.pool.runQuick({ kind: 'shares', beside: await base.findShares(find) }))
  }

  private async largeMatrix(
    sources: readonly RoadPoint[],
    targets: readonly RoadPoint[],
    { signal, onProgress, withMixes }: MatrixOptions,
  ): Promise<RoadMatrix> {
    throwIfAborted(signal)
    const also = withMixes ? { shares: await this.arcShares() } : {}
    const stop = () => this.pool.cancelLong(new RoadsError('aborted', 'the matrix was stopped'))
    signal?.addEventListener('abort', stop)
    try {
      const ends = await this.placeAll(targets)
      const starts = sources === targets ? ends : await this.placeAll(sources)
      const parts = { starts, ends, part: await this.pool.runLong({ kind: 'cut', starts, ends, ...also }) }
      await this.inEveryThread((thread) => this.pool.runLong({ kind: 'load', parts }, thread))
      return await this.gatherRows(sources.length, targets.length, { signal, onProgress, withMixes }, also)
    } finally {
      signal?.removeEventListener('abort', stop)
      await this.inEveryThread((thread) => this.pool.runLong({ kind: 'unload' }, thread)).catch(() => {})
    }
  }

  /** Every thread places a part of the points. */
  private async placeAll(points: readonly RoadPoint[]): Promise<PlacedPoint[]> {
    const parts = slices(points, Math.ceil(points.length / this.pool.size))
    const placed = parts.map(({ items, first }) => this.pool.runLong({ kind: 'place', points: items, first }))
    return (await Promise.all(placed)).flat()
  }

  /**
   * Collects the rows, step by step. Each step is written to one of a few small reused tables, because threads keep references to shared
   * memory that they have seen, and copied from there to the whole.
   */
  private async gatherRows(
    sourceCount: number,
    targetCount: number,
    { signal, onProgress, withMixes = false }: MatrixOptions,
    also: { shares?: ArcShares },
  ): Promise<RoadMatrix> {
    const whole = new WholeMatrix(sourceCount, targetCount, withMixes)
    const step = Math.max(1, Math.floor(STEP_ENTRIES / targetCount))
    let nextRow = 0
    let doneRows = 0
    let hasFailed = false
    const takeSteps = async () => {
      const matrix = makeStep(step, targetCount, withMixes)
      while (nextRow < sourceCount && !hasFailed && !signal?.aborted) {
        const firstStart = nextRow
        const rows = Math.min(step, sourceCount - firstStart)
        nextRow += rows
        await this.pool.runLong({ kind: 'rows', firstStart, rows, matrix, ...also })
        whole.put(matrix, firstStart, rows)
        doneRows += rows
        onProgress?.(doneRows / sourceCount)
      }
    }
    // Two per thread, so that none waits. Every step must have ended before the next matrix may load its targets, even when one failed.
    const turns = Array.from({ length: 2 * this.pool.size }, () =>
      takeSteps().catch((error) => {
        hasFailed = true
        throw error
      }),
    )
    const failed = (await Promise.allSettled(turns)).find((result) => result.status === 'rejected')
    if (failed) throw failed.reason
    throwIfAborted(signal)
    return whole.matrix
  }

  private async inEveryThread(run: (thread: number) => Promise<unknown>): Promise<void> {
    await Promise.all(Array.from({ length: this.pool.size }, (_, thread) => run(thread)))
  }
}

/** A matrix assembled from its rows. */
class WholeMatrix {
  private readonly size: Pick<RoadMatrix, 'sourceCount' | 'targetCount'>
  private readonly seconds: MatrixTable
  private readonly meters: MatrixTable
  private readonly mixes: Uint8Array | undefined

  constructor(sourceCount: number, targetCount: number, withMixes: boolean) {
    const entries = sourceCount * targetCount
    this.size = { sourceCount, targetCount }
    this.seconds = new MatrixTable(entries)
    this.meters = new MatrixTable(entries)
    this.mixes = withMixes ? new Uint8Array(new SharedArrayBuffer(entries)) : undefined
  }

  put(step: StepMatrix, firstRow: number, rows: number): void {
    const { targetCount } = this.size
    const [offset, entries] = [firstRow * targetCount, rows * targetCount]
    this.seconds.put(step.seconds.subarray(0, entries), offset)
    this.meters.put(step.meters.subarray(0, entries), offset)
    if (step.mixes) this.mixes?.set(step.mixes.subarray(0, entries), offset)
  }

  get matrix(): RoadMatrix {
    const { size, seconds, meters, mixes } = this
    return { ...size, seconds: seconds.table, meters: meters.table, ...(mixes && { mixes }) }
  }
}

/** Rows that a thread fills. */
type StepMatrix = RoadMatrix & Record<'seconds' | 'meters', Int32Array>

function makeStep(sourceCount: number, targetCount: number, withMixes: boolean): StepMatrix {
  const entries = sourceCount * targetCount
  return {
    sourceCount,
    targetCount,
    seconds: new Int32Array(new SharedArrayBuffer(entries * 4)),
    meters: new Int32Array(new SharedArrayBuffer(entries * 4)),
    ...(withMixes && { mixes: new Uint8Array(new SharedArrayBuffer(entries)) }),
  }
}

function openInThread(
  data: BuildData,
  onProgress: RoadServiceOptions['onProgress'],
  signal: AbortSignal | undefined,
): Promise<Opened> {
  if (signal?.aborted) return Promise.reject(new RoadsError('aborted', 'opening the roads was stopped'))
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./build.worker.ts', import.meta.url), { workerData: data })
    const stop = () => Atomics.store(new Int32Array(data.stop), 0, 1)
    signal?.addEventListener('abort', stop)
    worker.on('message', (message: BuildMessage) => {
      if (message.kind === 'progress') onProgress?.(message.progress)
      else if (message.kind === 'failed') reject(new RoadsError(message.failure.code, message.failure.message))
      else resolve(message)
    })
    worker.on('error', (cause) => {
      reject(new RoadsError('worker_failed', `the build thread failed: ${(cause as Error).message}`, { cause }))
    })
    worker.on('exit', () => {
      signal?.removeEventListener('abort', stop)
      // Has no effect after a result.
      reject(new RoadsError('worker_failed', 'the build thread ended without an answer'))
    })
  })
}

/** Rejects as soon as the signal aborts; the thread's result is then dropped. */
function abortable<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise
  return new Promise((resolve, reject) => {
    const abort = () => reject(new RoadsError('aborted', 'the query was stopped'))
    signal.addEventListener('abort', abort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new RoadsError('aborted', 'the query was stopped')
}

function slices<T>(items: readonly T[], size: number): { items: readonly T[]; first: number }[] {
  const parts: { items: readonly T[]; first: number }[] = []
  for (let first = 0; first < items.length; first += size)
    parts.push({ items: items.slice(first, first + size), first })
  return parts
}
