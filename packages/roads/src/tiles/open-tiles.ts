// The archive of vector tiles for a set of extracts: loaded from disk when present and complete, otherwise built in a thread and saved. Its
// name contains the key of its content, and it is served from disk: without a writable folder there is none.

import { createHash, randomBytes } from 'node:crypto'
import { closeSync, mkdirSync, openSync, readdirSync, readSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { gunzipSync } from 'node:zlib'
import { RoadsError, type RoadsErrorCode } from '../foundation/errors.ts'
import { Workspace } from '../foundation/workspace.ts'
import { hashOnce } from '../pbf/known-content.ts'
import { type BuildOptions, buildTileArchive, type TileOptions } from './build-tiles.ts'
import { buildWorldArchive, WORLD_FILE } from './world-tiles.ts'

/** Increase with every change of the tiles' content. */
const FORMAT_VERSION = 4
const HEADER_BYTES = 127

export interface TileArchive {
  path: string
  sizeBytes: number
  /** Changes with the content of the extracts. */
  key: string
  /** Degrees. */
  bounds: { minLat: number; minLng: number; maxLat: number; maxLng: number }
  /** Whether it includes the seas within its bounds. */
  hasCoast: boolean
  source: 'cache' | 'build'
}

/** Sources of an archive, and how to build it. */
interface Recipe {
  /** Beginning of the file's name. */
  stem: string
  sources: readonly string[]
  folder: string
  build(options: BuildOptions): void
}

/** Opens or builds the map of extracts. Blocks the thread. Throws RoadsError, or the reason why the archive cannot be written. */
export function openTileArchive(files: readonly string[], cacheDir: string, options: TileOptions): TileArchive {
  if (files.length === 0) throw new RoadsError('file_not_found', 'no extract was named')
  const stem = files
    .map((file) => basename(file))
    .join('+')
    .slice(0, 150)
  return openRecipe({ stem, sources: files, folder: cacheDir, build: (run) => buildTileArchive(files, run) }, options)
}

/** Opens or builds the world map for low zooms. Blocks the thread. */
export function openWorldArchive(cacheDir: string): TileArchive {
  return openRecipe({ stem: 'world', sources: [WORLD_FILE], folder: cacheDir, build: buildWorldArchive }, {})
}

function openRecipe({ stem, sources, folder, build }: Recipe, options: TileOptions): TileArchive {
  const content = `${FORMAT_VERSION}\n${sources.map((file) => hashOnce(file, folder)).join('\n')}`
  const key = createHash('sha256').update(content).digest('hex').slice(0, 16)
  const path = join(folder, `${stem}.${key}.pmtiles`)
  const kept = findArchive(path)
  if (kept) return { ...kept, key, source: 'cache' }
  mkdirSync(folder, { recursive: true })
  removeAbandoned(folder)
  const draft = `${path}.${randomBytes(6).toString('hex')}.draft`
  const workspace = new Workspace({ path: draft })
  try {
    build({ ...options, path: draft, workspace })
    renameSync(draft, path)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  } finally {
    workspace.closeAll()
  }
  removeOlder(folder, stem, path)
  return { ...findArchive(path)!, key, source: 'build' }
}

/** Data of the header, if the file exists and has the length given in the header. */
function findArchive(path: string): Pick<TileArchive, 'path' | 'sizeBytes' | 'bounds' | 'hasCoast'> | undefined {
  let descriptor: number
  try {
    descriptor = openSync(path, 'r')
  } catch {
    return undefined
  }
  try {
    const header = Buffer.alloc(HEADER_BYTES)
    if (readSync(descriptor, header, 0, HEADER_BYTES, 0) < HEADER_BYTES) return undefined
    if (header.toString('latin1', 0, 7) !== 'PMTiles' || header[7] !== 3) return undefined
    const sizeBytes = Number(header.readBigUInt64LE(56) + header.readBigUInt64LE(64))
    if (statSync(path).size !== sizeBytes) return undefined
    const degrees = (offset: number) => header.readInt32LE(offset) / 1e7
    const bounds = { minLng: degrees(102), minLat: degrees(106), maxLng: degrees(110), maxLat: degrees(114) }
    return { path, sizeBytes, bounds, hasCoast: readMetadata(descriptor, header).has_coast === true }
  } catch {
    return undefined
  } finally {
    closeSync(descriptor)
  }
}

function readMetadata(descriptor: number, header: Buffer): Record<string, unknown> {
  const bytes = Buffer.alloc(Number(header.readBigUInt64LE(32)))
  readSync(descriptor, bytes, 0, bytes.length, Number(header.readBigUInt64LE(24)))
  return JSON.parse(gunzipSync(bytes).toString()) as Record<string, unknown>
}

/** A build that has written nothing for this long is considered dead. */
const ABANDONED_MS = 3600 * 1000

/** Deletes drafts of killed builds, and their temporary files when these have a name. */
function removeAbandoned(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (!/\.[0-9a-f]{16}\.pmtiles\.[0-9a-f]{12}\.draft(\.[a-z]+)?$/.test(name)) continue
    const path = join(folder, name)
    const changedMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs
    if (changedMs !== undefined && Date.now() - changedMs > ABANDONED_MS) rmSync(path, { force: true })
  }
}

/** Deletes archives of earlier content of the same files; one that is still being read exists until it is closed. */
function removeOlder(folder: string, stem: string, path: string): void {
  for (const name of readdirSync(folder)) {
    const isOlder = name.startsWith(`${stem}.`) && name.endsWith('.pmtiles') && join(folder, name) !== path
    if (isOlder && /^[0-9a-f]{16}\.pmtiles$/.test(name.slice(stem.length + 1)))
      rmSync(join(folder, name), { force: true })
  }
}

export interface OpenTilesOptions {
  /** Folder for the built archive. */
  cacheDir: string
  /** Aborts building with RoadsError aborted. */
  signal?: AbortSignal
  /** Share of the whole, 0..1. */
  onProgress?: (share: number) => void
}

export interface TilesThreadData {
  /** Extracts, or the world. */
  files: readonly string[] | 'world'
  cacheDir: string
  /** stop[0] = 1 aborts the build. */
  stop: SharedArrayBuffer
}

export type TilesMessage =
  | { kind: 'progress'; share: number }
  | { kind: 'opened'; archive: TileArchive }
  | { kind: 'failed'; code: RoadsErrorCode; message: string }

/** Opens the map of extracts in a thread of its own, building it if needed. Throws RoadsError. */
export function openTiles(files: readonly string[], options: OpenTilesOptions): Promise<TileArchive> {
  return openInThread(files, options)
}

/** Opens the world map for low zooms (coasts, borders, countries; zooms 0 to 5) in a thread of its own. Throws RoadsError. */
export function openWorldTiles(options: OpenTilesOptions): Promise<TileArchive> {
  return openInThread('world', options)
}

function openInThread(files: TilesThreadData['files'], options: OpenTilesOptions): Promise<TileArchive> {
  const { cacheDir, signal, onProgress } = options
  const data: TilesThreadData = { files, cacheDir, stop: new SharedArrayBuffer(4) }
  const stop = () => Atomics.store(new Int32Array(data.stop), 0, 1)
  if (signal?.aborted) stop()
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./tiles-thread.ts', import.meta.url), { workerData: data })
    signal?.addEventListener('abort', stop)
    worker.on('message', (message: TilesMessage) => {
      if (message.kind === 'progress') onProgress?.(message.share)
      else if (message.kind === 'opened') resolve(message.archive)
      else reject(new RoadsError(message.code, message.message))
    })
    worker.on('error', (cause) =>
      reject(new RoadsError('worker_failed', `the map thread failed: ${(cause as Error).message}`, { cause })),
    )
    worker.on('exit', () => {
      signal?.removeEventListener('abort', stop)
      // Has no effect after a result.
      reject(new RoadsError('worker_failed', 'the map thread ended without an answer'))
    })
  })
}
