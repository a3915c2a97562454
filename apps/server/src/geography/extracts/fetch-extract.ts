// Downloads an extract: into a part file that a later call carries on with, checked by length, checksum and format before it
// gets its name.
import { createHash } from 'node:crypto'
import { createReadStream, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { openExtract } from '@routewright/roads'
import { readJsonFile, writeJsonFile } from '../../frame/platform/json-file.ts'
import { ExtractError } from './extract-error.ts'

export interface FetchOptions {
  folder: string
  /** MD5 or SHA-256 in hex; by default the .md5 file next to the extract is requested. */
  checksum?: string
  onProgress?: (loadedBytes: number, totalBytes: number | undefined) => void
  /** Ends the download; what came stays, to be carried on with. */
  signal?: AbortSignal
  /** Between attempts; tests shorten it. */
  pauseMilliseconds?: number
}

export interface FetchedExtract {
  path: string
  sizeBytes: number
  /** Absent when the server publishes none and none was given. */
  checksum: string | undefined
  /** The file was there already, with the same checksum. */
  wasThere: boolean
  /** Where an earlier or broken download was carried on, bytes. */
  resumedAt: number | undefined
}

/** State of a download, stored next to its partial file. */
interface PartNote {
  url: string
  /** Names the version of the file; without it a download cannot be carried on safely. */
  validator: string | undefined
  totalBytes: number | undefined
}

const ATTEMPTS = 6
/** A connection that brings nothing for this long is given up and carried on anew. */
const IDLE_MILLISECONDS = 30_000

/** Throws ExtractError, which says what to do. */
export async function fetchExtract(url: string, options: FetchOptions): Promise<FetchedExtract> {
  const name = basename(new URL(url).pathname)
  if (name === '') throw new ExtractError('unknown', `${url} names no file.`)
  mkdirSync(options.folder, { recursive: true })
  const path = join(options.folder, name)
  const checksum = options.checksum?.toLowerCase() ?? (await findChecksum(`${url}.md5`))
  if (checksum !== undefined && existsSync(path) && (await computeDigest(path, checksum)) === checksum) {
    return { path, sizeBytes: statSync(path).size, checksum, wasThere: true, resumedAt: undefined }
  }
  const part = `${path}.part`
  const resumedAt = await download(url, part, options)
  await verify(part, url, checksum)
  renameSync(part, path)
  rmSync(getNote(part), { force: true })
  return { path, sizeBytes: statSync(path).size, checksum, wasThere: false, resumedAt }
}

/** Repeats until the whole file is there; every attempt goes on where the one before broke off. */
async function download(url: string, part: string, options: FetchOptions): Promise<number | undefined> {
  let resumedAt: number | undefined
  let reason = ''
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    if (attempt > 1) await pause((options.pauseMilliseconds ?? 1_000) * 2 ** (attempt - 2))
    try {
      const start = await downloadOnce(url, part, options)
      if (start > 0) resumedAt = start
      return resumedAt
    } catch (error) {
      if (error instanceof ExtractError || options.signal?.aborted) throw error
      reason = getReason(error)
    }
  }
  throw new ExtractError(
    'unreachable',
    `${url} could not be loaded (${reason}). Try again: it carries on where it stopped.`,
  )
}

/** Makes one request; returns at which byte it began. Throws when the connection breaks, and ExtractError when a retry is useless. */
async function downloadOnce(url: string, part: string, { onProgress, signal }: FetchOptions): Promise<number> {
  const note = findNote(part, url)
  const have = note?.validator !== undefined && existsSync(part) ? statSync(part).size : 0
  if (have > 0 && have === note?.totalBytes) return have
  const idle = idleSignal(signal)
  const headers = have > 0 ? { range: `bytes=${have}-`, 'if-range': note!.validator! } : undefined
  const response = await fetch(url, { headers, signal: idle.signal })
  // A range beyond the end, or a server that lost the file: begin anew.
  if (response.status === 416) {
    rmSync(part, { force: true })
    throw new Error('the file changed on the server')
  }
  if (!response.ok || !response.body) {
    await response.body?.cancel()
    const message = `the server answered ${response.status}`
    if (response.status >= 500 || response.status === 429) throw new Error(message)
    throw new ExtractError('unreachable', `${url} cannot be loaded: ${message}.`)
  }
  const start = response.status === 206 ? startOfRange(response.headers.get('content-range'), have) : 0
  const length = Number(response.headers.get('content-length') ?? Number.NaN)
  const totalBytes = Number.isFinite(length) ? start + length : undefined
  const begun: PartNote = { url, validator: findValidator(response.headers), totalBytes }
  writeJsonFile(getNote(part), begun)
  let loaded = start
  const file = await open(part, start > 0 ? 'r+' : 'w')
  try {
    await file.truncate(start)
    for await (const chunk of response.body) {
      idle.touch()
      await file.write(chunk, 0, chunk.length, loaded)
      loaded += chunk.length
      onProgress?.(loaded, totalBytes)
    }
    await file.sync()
  } finally {
    idle.stop()
    await file.close()
  }
  if (totalBytes !== undefined && loaded < totalBytes)
    throw new Error(`it ended after ${loaded} of ${totalBytes} bytes`)
  return start
}

function startOfRange(contentRange: string | null, expected: number): number {
  const start = Number(/^bytes (\d+)-/.exec(contentRange ?? '')?.[1] ?? Number.NaN)
  if (start !== expected) throw new Error('the server sent another part than was asked for')
  return start
}

/** A strong ETag, else the date: both mark the version of the file. */
function findValidator(headers: Headers): string | undefined {
  const tag = headers.get('etag')
  if (tag !== null && !tag.startsWith('W/')) return tag
  return headers.get('last-modified') ?? undefined
}

async function verify(part: string, url: string, checksum: string | undefined): Promise<void> {
  const again = () => {
    rmSync(part, { force: true })
    rmSync(getNote(part), { force: true })
  }
  const digest = checksum === undefined ? undefined : await computeDigest(part, checksum)
  if (digest !== checksum) {
    again()
    throw new ExtractError(
      'unusable',
      `${url}: the checksum is ${digest}, ${checksum} was expected. The download was thrown away.`,
    )
  }
  try {
    openExtract(part).close()
  } catch (error) {
    again()
    throw new ExtractError('unusable', `${url} is no usable extract: ${(error as Error).message}`)
  }
}

/** Returns the checksum that a server publishes next to the file: `<hex>  <name>`. */
async function findChecksum(url: string): Promise<string | undefined> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(IDLE_MILLISECONDS) })
    if (!response.ok) {
      await response.body?.cancel()
      return undefined
    }
    return /^[0-9a-f]{32}\b/i.exec((await response.text()).slice(0, 200))?.[0].toLowerCase()
  } catch {
    return undefined
  }
}

/** Hex digest by the method that the length of the expected one tells. */
async function computeDigest(path: string, expected: string): Promise<string> {
  if (expected.length !== 32 && expected.length !== 64) {
    throw new ExtractError('unknown', 'A checksum has 32 (MD5) or 64 (SHA-256) hexadecimal digits.')
  }
  const hash = createHash(expected.length === 32 ? 'md5' : 'sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

function getNote(part: string): string {
  return `${part}.json`
}

function findNote(part: string, url: string): PartNote | undefined {
  const note = readJsonFile<PartNote>(getNote(part))
  return note?.url === url ? note : undefined
}

/** A signal that aborts when nothing was touched for a while. */
function idleSignal(ended: AbortSignal | undefined) {
  const controller = new AbortController()
  const abort = () => controller.abort(new Error('nothing came for half a minute'))
  let timer = setTimeout(abort, IDLE_MILLISECONDS)
  const stop = () => clearTimeout(timer)
  return {
    signal: ended ? AbortSignal.any([controller.signal, ended]) : controller.signal,
    touch() {
      stop()
      timer = setTimeout(abort, IDLE_MILLISECONDS)
    },
    stop,
  }
}

function getReason(error: unknown): string {
  const { cause, message } = error as Error & { cause?: { code?: string; message?: string } }
  return cause?.code ?? cause?.message ?? message
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
