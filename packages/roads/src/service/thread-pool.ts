// A few query threads and the queue of their tasks. Quick tasks overtake the steps of large matrices. A thread starts with its first task:
// of five modes of travel most installations use one.

import { Worker } from 'node:worker_threads'
import { RoadsError } from '../foundation/errors.ts'
import type { SharedImage } from '../image/image.ts'
import type { QueryAnswer, QueryResults, QueryTask } from './messages.ts'

interface QueuedTask {
  task: QueryTask
  /** Thread that must run it, or undefined for any. */
  thread: number | undefined
  resolve(result: unknown): void
  reject(error: RoadsError): void
}

interface Thread {
  worker: Worker
  current: QueuedTask | undefined
}

/** After this many threads have died in a row without any result, none is restarted. */
const MOST_DEATHS_IN_A_ROW = 3

export class ThreadPool {
  readonly size: number
  private readonly image: SharedImage
  /** Undefined until its first task. */
  private readonly threads: (Thread | undefined)[]
  private readonly quickTasks: QueuedTask[] = []
  private readonly longTasks: QueuedTask[] = []
  private isClosed = false
  private deathsInARow = 0

  constructor(image: SharedImage, size: number) {
    this.image = image
    this.size = size
    this.threads = Array.from({ length: size }, () => undefined)
  }

  /** Runs a task on the next free thread, or on a given one, before any step of a large matrix. */
  runQuick<Kind extends QueryTask['kind']>(
    task: QueryTask & { kind: Kind },
    thread?: number,
  ): Promise<QueryResults[Kind]> {
    return this.enqueue(this.quickTasks, task, thread)
  }

  /** Runs a step of a large matrix, on a given thread if named. */
  runLong<Kind extends QueryTask['kind']>(
    task: QueryTask & { kind: Kind },
    thread?: number,
  ): Promise<QueryResults[Kind]> {
    return this.enqueue(this.longTasks, task, thread)
  }

  /** Cancels steps that have not begun; their promises are rejected with the error. */
  cancelLong(error: RoadsError): void {
    for (const queued of this.longTasks.splice(0)) queued.reject(error)
  }

  /** Ends all threads; unfinished tasks are rejected with `closed`. */
  async close(): Promise<void> {
    this.isClosed = true
    const error = new RoadsError('closed', 'the road service was closed')
    for (const queued of [...this.quickTasks.splice(0), ...this.longTasks.splice(0)]) queued.reject(error)
    for (const thread of this.threads) {
      if (!thread) continue
      thread.current?.reject(error)
      thread.current = undefined
    }
    await Promise.all(this.threads.map((thread) => thread?.worker.terminate()))
  }

  private enqueue<Kind extends QueryTask['kind']>(
    queue: QueuedTask[],
    task: QueryTask,
    thread: number | undefined,
  ): Promise<QueryResults[Kind]> {
    if (this.isClosed) return Promise.reject(new RoadsError('closed', 'the road service was closed'))
    return new Promise((resolve, reject) => {
      queue.push({ task, thread, resolve: resolve as (result: unknown) => void, reject })
      this.dispatch()
    })
  }

  private dispatch(): void {
    for (const [index, started] of this.threads.entries()) {
      if (started?.current) continue
      const next = takeFor(index, this.quickTasks) ?? takeFor(index, this.longTasks)
      if (!next) continue
      const thread = started ?? this.startThread(index)
      this.threads[index] = thread
      thread.current = next
      // Idle threads must not keep the process alive, working ones must.
      thread.worker.ref()
      thread.worker.postMessage(next.task)
    }
  }

  private startThread(index: number): Thread {
    const worker = new Worker(new URL('./query.worker.ts', import.meta.url), { workerData: this.image })
    worker.unref()
    worker.on('message', (answer: QueryAnswer) => this.settle(index, answer))
    worker.on('error', (cause) => this.replaceThread(index, cause))
    return { worker, current: undefined }
  }

  private settle(index: number, answer: QueryAnswer): void {
    const thread = this.threads[index]!
    const { current } = thread
    this.deathsInARow = 0
    thread.current = undefined
    thread.worker.unref()
    if ('result' in answer) current?.resolve(answer.result)
    else current?.reject(new RoadsError(answer.failure.code, answer.failure.message))
    this.dispatch()
  }

  /** Handles the death of a thread, which loses its task and the targets of the large matrix; later tasks get a new thread. */
  private replaceThread(index: number, cause: unknown): void {
    const message = `a road thread failed: ${cause instanceof Error ? cause.message : String(cause)}`
    const error = new RoadsError('worker_failed', message, { cause })
    this.threads[index]?.current?.reject(error)
    // A new thread replaces it with the next task.
    this.threads[index] = undefined
    if (this.isClosed) return
    this.cancelLong(error)
    if (++this.deathsInARow > MOST_DEATHS_IN_A_ROW) {
      this.isClosed = true
      for (const queued of this.quickTasks.splice(0)) queued.reject(error)
      return
    }
    this.dispatch()
  }
}

function takeFor(thread: number, queue: QueuedTask[]): QueuedTask | undefined {
  const place = queue.findIndex((queued) => queued.thread === undefined || queued.thread === thread)
  return place < 0 ? undefined : queue.splice(place, 1)[0]
}
