// The embedded database as the rest of the server sees it: a socket that the ordinary PostgreSQL client talks through.
import { Duplex } from 'node:stream'
import { Worker } from 'node:worker_threads'
import type { PgliteReply, PgliteRequest, PgliteStats, PgliteWorkerData } from './pglite-worker.ts'

export interface PgliteProcess {
  /** A socket to the one session; only one may be open at a time (the pool has one place). */
  connect(): PgliteSocket
  /** Writes all files of the database into one archive, from which another can be started (`snapshot`). */
  dump(file: string): Promise<void>
  /** Closes the files cleanly and ends the thread. */
  close(): Promise<void>
  /** Whether the open thread alone keeps this process running; at first it does. */
  keepsRunning(yes: boolean): void
  readonly stats: PgliteStats
  /** How long the request that is being worked on has been waiting; 0 when there is none. */
  busyMilliseconds(): number
}

interface Waiting {
  since: number
  /** The client that asked. When it is given up, responses to it may still arrive; they are not for the next client. */
  socket: PgliteSocket | undefined
  resolve: () => void
  reject: (error: Error) => void
}

/** Starts the thread and opens the database; `onLost` is called if the thread ends by itself. */
export async function startPglite(data: PgliteWorkerData, onLost: (error: Error) => void): Promise<PgliteProcess> {
  const worker = new Worker(new URL('./pglite-worker.ts', import.meta.url), { workerData: data, name: 'pglite' })
  const stats: PgliteStats = { requests: 0, busySeconds: 0, memoryBytes: 0, syncCount: 0 }
  const waiting: Waiting[] = []
  let socket: PgliteSocket | undefined
  let closing = false

  const request = (message: PgliteRequest, from?: PgliteSocket) =>
    new Promise<void>((resolve, reject) => {
      waiting.push({ since: performance.now(), socket: from, resolve, reject })
      worker.postMessage(message)
    })
  const lose = (error: Error) => {
    for (const one of waiting.splice(0)) one.reject(error)
    socket?.destroy(error)
    if (!closing) onLost(error)
  }

  worker.on('message', (reply: PgliteReply) => {
    if (reply.type === 'data') waiting[0]?.socket?.receive(reply.bytes)
    else if (reply.type === 'done') {
      if (reply.bytes) waiting[0]?.socket?.receive(reply.bytes)
      Object.assign(stats, reply.stats)
      waiting.shift()?.resolve()
    } else if (reply.type === 'failed' && reply.request !== 'open') waiting.shift()?.reject(new Error(reply.message))
  })
  worker.once('error', (error) => lose(error as Error))
  worker.once('exit', () => lose(new Error('The thread of the embedded database ended.')))
  await untilOpen(worker)

  return {
    stats,
    busyMilliseconds: () => (waiting[0] ? performance.now() - waiting[0].since : 0),
    connect() {
      socket = new PgliteSocket(request)
      return socket
    },
    keepsRunning: (yes) => (yes ? worker.ref() : worker.unref()),
    dump: (file) => request({ type: 'dump', file }),
    async close() {
      closing = true
      const ended = new Promise((resolve) => worker.once('exit', resolve))
      await request({ type: 'close' })
      await ended
    },
  }
}

/** Rejects when the database cannot be opened. */
function untilOpen(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.on('message', (reply: PgliteReply) => {
      if (reply.type === 'opened') resolve()
      else if (reply.type === 'failed' && reply.request === 'open') {
        reject(new Error(`The embedded database did not open: ${reply.message}`))
      }
    })
    worker.once('error', reject)
  })
}

/** Messages under way at most: the thread works on one while the next one waits for it. */
const mostUnderWay = 2

/** Behaves like a net.Socket for `pg`; writes are collected into one message while two others are under way. */
export class PgliteSocket extends Duplex {
  readonly #request: (message: PgliteRequest, from: PgliteSocket) => Promise<void>
  #underWay = 0
  #next: ((error?: Error) => void) | undefined

  constructor(request: (message: PgliteRequest, from: PgliteSocket) => Promise<void>) {
    super({ readableHighWaterMark: 1024 * 1024 })
    this.#request = request
  }

  connect(): this {
    this.#request({ type: 'reset' }, this).then(
      () => this.emit('connect'),
      (error) => this.destroy(error),
    )
    return this
  }

  setNoDelay(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }

  override _read(): void {}

  /** Takes bytes of a response, unless the client has left. */
  receive(bytes: Uint8Array): void {
    if (this.destroyed || this.writableEnded) return
    this.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error) => void): void {
    this.#send(chunk, done)
  }

  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error) => void): void {
    this.#send(Buffer.concat(chunks.map(({ chunk }) => chunk)), done)
  }

  override _final(done: () => void): void {
    this.push(null)
    done()
  }

  #send(bytes: Buffer, done: (error?: Error) => void): void {
    // 'X' says goodbye. The session outlives its clients, so it is not passed on.
    if (bytes.length === 5 && bytes[0] === 0x58) {
      done()
      return
    }
    this.#underWay += 1
    if (this.#underWay < mostUnderWay) done()
    else this.#next = done
    this.#request({ type: 'protocol', bytes: new Uint8Array(bytes) }, this).then(
      () => this.#goOn(),
      (error) => this.destroy(error),
    )
  }

  #goOn(): void {
    this.#underWay -= 1
    const next = this.#next
    this.#next = undefined
    next?.()
  }
}
