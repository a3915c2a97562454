// Worker thread that owns the embedded database: bytes of the PostgreSQL protocol in, bytes out, real fsync.
import { existsSync, fsyncSync, readFileSync, writeFileSync } from 'node:fs'
import { open as openFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { NodeFS } from '@electric-sql/pglite/nodefs'

export interface PgliteWorkerData {
  /** Directory of the database files; absent: in memory. */
  directory?: string
  /** From which a new database is copied. */
  snapshot?: DatabaseSnapshot
}

export interface DatabaseSnapshot {
  /** Written by the `dump` request. */
  file: string
  /** PostgreSQL itself as it was compiled before: who opens many databases in one process compiles once. */
  compiled?: Required<Pick<PGliteOptions, 'pgliteWasmModule' | 'initdbWasmModule'>>
}

export type PgliteRequest =
  /** Protocol bytes of the one session. */
  | { type: 'protocol'; bytes: Uint8Array }
  /** A new client begins: whatever the last one left open or set is dropped. */
  | { type: 'reset' }
  | { type: 'dump'; file: string }
  | { type: 'close' }

export type PgliteReply =
  | { type: 'opened' }
  | { type: 'data'; bytes: Uint8Array }
  /** A request is done; `bytes` is the rest of its response. */
  | { type: 'done'; bytes?: Uint8Array; stats: PgliteStats }
  | { type: 'failed'; request: PgliteRequest['type'] | 'open'; message: string }

/** Since the start of the thread. */
export interface PgliteStats {
  requests: number
  /** Time that the database spent on them. */
  busySeconds: number
  memoryBytes: number
  /** Times that the disk was told to keep what was written. */
  syncCount: number
}

/** Size of the pieces in which responses are sent, so that the main thread parses a large one in short steps. */
const pieceBytes = 64 * 1024

const stats: PgliteStats = { requests: 0, busySeconds: 0, memoryBytes: 0, syncCount: 0 }

/** Node's file system, with the fsync that Emscripten's leaves out; without it a power failure may lose commits. */
class DurableNodeFS extends NodeFS {
  override async init(...[pg, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const prepared = await super.init(pg, options)
    const enableFsync = (module: unknown) => {
      const { NODEFS } = module as { NODEFS: { stream_ops: { fsync?: (stream: { nfd: number }) => void } } }
      NODEFS.stream_ops.fsync = (stream) => {
        fsyncSync(stream.nfd)
        stats.syncCount += 1
      }
    }
    prepared.emscriptenOpts.preRun = [...(prepared.emscriptenOpts.preRun ?? []), enableFsync]
    return prepared
  }
}

/** PGlite starts PostgreSQL with -F, which switches fsync off. */
function durableStartParams(): string[] {
  return [...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'), '-c', 'wal_sync_method=fsync']
}

/** Extensions that migrations create. */
const extensions = { btree_gin, pg_trgm }

async function open({ directory, snapshot }: PgliteWorkerData): Promise<PGlite> {
  const copied = snapshot ? { loadDataDir: new Blob([readFileSync(snapshot.file)]), ...snapshot.compiled } : {}
  if (!directory) return await PGlite.create({ extensions, ...copied })
  const isNew = !existsSync(join(directory, 'PG_VERSION'))
  const fs = new DurableNodeFS(directory)
  const database = await PGlite.create({ fs, startParams: durableStartParams(), extensions, ...copied })
  if (isNew) await syncTree(directory)
  return database
}

/** The files of a new database are written without waiting for the disk; commits must not stand on sand. */
async function syncTree(directory: string): Promise<void> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const paths = [directory, ...entries.map((entry) => join(entry.parentPath, entry.name))]
  await Promise.all(
    paths.map(async (path) => {
      const handle = await openFile(path, 'r')
      await handle.sync().finally(() => handle.close())
    }),
  )
}

async function serve(port: MessagePort, data: PgliteWorkerData): Promise<void> {
  const post = (reply: PgliteReply) => port.postMessage(reply)
  let database: PGlite
  try {
    database = await open(data)
  } catch (error) {
    post({ type: 'failed', request: 'open', message: String(error) })
    return
  }
  const answer = createAnswer(port)
  const handle = async (request: PgliteRequest) => {
    const started = performance.now()
    try {
      if (request.type === 'protocol') await database.execProtocolRawStream(request.bytes, { onRawData: answer.add })
      else if (request.type === 'reset') await reset(database)
      else if (request.type === 'dump') writeFileSync(request.file, await dump(database))
      else await database.close()
      count((performance.now() - started) / 1000)
      answer.finish()
    } catch (error) {
      post({ type: 'failed', request: request.type, message: String(error) })
    }
    if (request.type === 'close') port.close()
  }
  let last: Promise<void> = Promise.resolve()
  port.on('message', (request: PgliteRequest) => {
    last = last.then(() => handle(request))
  })
  post({ type: 'opened' })
}

function count(seconds: number): void {
  // Asking for the memory costs as much as a small query.
  if (stats.requests % 1_000 === 0) stats.memoryBytes = process.memoryUsage().arrayBuffers
  stats.requests += 1
  stats.busySeconds += seconds
}

/** Collects a response: a small one is sent together with its completion, a large one in pieces. */
function createAnswer(port: MessagePort) {
  let chunks: Uint8Array[] = []
  let size = 0
  const take = (): Uint8Array => {
    const bytes = new Uint8Array(size)
    let at = 0
    for (const chunk of chunks) {
      bytes.set(chunk, at)
      at += chunk.length
    }
    chunks = []
    size = 0
    return bytes
  }
  return {
    add(bytes: Uint8Array): void {
      // A copy: the bytes are the database's memory.
      for (let start = 0; start < bytes.length; start += pieceBytes) {
        const piece = bytes.slice(start, start + pieceBytes)
        chunks.push(piece)
        size += piece.length
        if (size < pieceBytes) continue
        const ready = take()
        port.postMessage({ type: 'data', bytes: ready } satisfies PgliteReply, [ready.buffer as ArrayBuffer])
      }
    },
    finish(): void {
      const bytes = size > 0 ? take() : undefined
      const transfer = bytes ? [bytes.buffer as ArrayBuffer] : []
      port.postMessage({ type: 'done', bytes, stats } satisfies PgliteReply, transfer)
    },
  }
}

/** Two messages, because DISCARD ALL refuses to share one with another statement. */
async function reset(database: PGlite): Promise<void> {
  await database.exec('ROLLBACK')
  await database.exec('DISCARD ALL')
}

async function dump(database: PGlite): Promise<Uint8Array> {
  return new Uint8Array(await (await database.dumpDataDir('none')).arrayBuffer())
}

if (parentPort) await serve(parentPort, workerData as PgliteWorkerData)
