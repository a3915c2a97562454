// Keeps the address index on disk beside the graphs: one file for a set of extracts, checked before use, replaced in one step.

import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { crc32 } from 'node:zlib'
import { hashOnce } from '../pbf/known-content.ts'
import type { AddressData } from './address-index.ts'
import { buildAddressData } from './build-address-index.ts'

/** Raise with every change of the data's shape or meaning. */
const FORMAT_VERSION = 3
const MAGIC = Buffer.from('RWADDR\n')
const KEY_BYTES = 32

export interface OpenedAddresses {
  data: AddressData
  source: 'cache' | 'build'
  /** Why the index could not be kept on disk; it works all the same. */
  saveProblem: string | undefined
}

/** The index of these extracts from disk, or built and, where a folder is named, kept. Blocks the thread. Throws RoadsError. */
export function openAddressData(
  files: readonly string[],
  cacheDir: string | undefined,
  shouldStop?: () => boolean,
): OpenedAddresses {
  if (cacheDir === undefined) {
    return { data: buildAddressData(files, shouldStop), source: 'build', saveProblem: undefined }
  }
  const names = files.map((file) => basename(file)).join('+')
  const path = join(cacheDir, `${names.slice(0, 200)}.addresses`)
  const key = createHash('sha256')
    .update(`${FORMAT_VERSION}\n${files.map((file) => hashOnce(file, cacheDir)).join('\n')}`)
    .digest()
  const kept = findAddressData(path, key)
  if (kept) return { data: kept, source: 'cache', saveProblem: undefined }
  const data = buildAddressData(files, shouldStop)
  return { data, source: 'build', saveProblem: trySave(path, key, data) }
}

/** The data of a file, or undefined when there is none, it belongs to other content, or it is damaged. */
function findAddressData(path: string, key: Buffer): AddressData | undefined {
  let bytes: Buffer
  try {
    bytes = readFileSync(path)
  } catch {
    return undefined
  }
  const bodyStart = MAGIC.length + KEY_BYTES + 4
  if (bytes.length < bodyStart || !bytes.subarray(0, MAGIC.length).equals(MAGIC)) return undefined
  if (!bytes.subarray(MAGIC.length, MAGIC.length + KEY_BYTES).equals(key)) return undefined
  const body = bytes.subarray(bodyStart)
  if (crc32(body) !== bytes.readUInt32LE(bodyStart - 4)) return undefined
  return deserialize(body) as AddressData
}

/** Writes beside the goal, then renames: readers find the old file or the new one. */
function trySave(path: string, key: Buffer, data: AddressData): string | undefined {
  const draft = `${path}.${randomBytes(6).toString('hex')}.draft`
  try {
    const body = serialize(data)
    const sum = Buffer.alloc(4)
    sum.writeUInt32LE(crc32(body))
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(draft, Buffer.concat([MAGIC, key, sum, body]), { flush: true })
    renameSync(draft, path)
    return undefined
  } catch (error) {
    rmSync(draft, { force: true })
    return `${path}: ${(error as Error).message}`
  }
}
