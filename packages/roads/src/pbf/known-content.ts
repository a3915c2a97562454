// Caches the hash of an extract, so that a file of gigabytes is not hashed at every start.

import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { hashFile } from './extract.ts'

/**
 * Like `hashFile`, cached in `folder` with the file's size, number and times, the last of which changes with every write; while these are
 * unchanged, the cached hash is returned. When the cache cannot be written, it is skipped.
 */
export function hashOnce(path: string, folder: string | undefined): string {
  if (folder === undefined) return hashFile(path)
  const before = lookAt(path)
  const note = join(folder, `${basename(path)}.content.json`)
  const known = findNote(note)
  if (before && known?.mark === before.mark) return known.hash
  const hash = hashFile(path)
  // A file written meanwhile is hashed again next time.
  if (before && lookAt(path)?.mark === before.mark) tryWrite(note, { mark: before.mark, hash }, before.changedNs)
  return hash
}

/** File times have a limited resolution: a file written this recently could be written again without a new time. */
const SETTLED_NS = 100_000_000n

interface Note {
  mark: string
  hash: string
}

function lookAt(path: string): { mark: string; changedNs: bigint } | undefined {
  const status = statSync(path, { bigint: true, throwIfNoEntry: false })
  if (!status) return undefined
  const { size, ino, mtimeNs, ctimeNs } = status
  return { mark: [resolve(path), size, ino, mtimeNs, ctimeNs].join(' '), changedNs: ctimeNs }
}

function findNote(path: string): Note | undefined {
  try {
    const note = JSON.parse(readFileSync(path, 'utf8')) as Partial<Note> | null
    if (typeof note?.mark !== 'string' || !/^[0-9a-f]{64}$/.test(note.hash ?? '')) return undefined
    return note as Note
  } catch {
    return undefined
  }
}

function tryWrite(path: string, note: Note, changedNs: bigint): void {
  const draft = `${path}.${randomBytes(6).toString('hex')}.draft`
  try {
    mkdirSync(dirname(path), { recursive: true })
  } catch {
    return
  }
  try {
    writeFileSync(draft, JSON.stringify(note))
    if (statSync(draft, { bigint: true }).mtimeNs - changedNs >= SETTLED_NS) renameSync(draft, path)
  } catch {
    // Without a cache entry, the file is hashed next time.
  }
  rmSync(draft, { force: true })
}
