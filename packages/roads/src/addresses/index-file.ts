// Keeps the address index on disk next to the graphs: one file per set of extracts, verified before use, memory-mapped, replaced
// atomically.

import { createHash } from 'node:crypto'
import { basename, join } from 'node:path'
import {
  type ArrayLengths,
  areLengthsFor,
  blockBytes,
  getLengths,
  getPieces,
  viewArrays,
} from '../foundation/array-block.ts'
import { findKept, getBytes, type KeptMemory, writeKept } from '../foundation/kept-file.ts'
import { hashOnce } from '../pbf/known-content.ts'
import { ADDRESS_ARRAYS, type AddressData } from './address-data.ts'
import { buildAddressData } from './build-address-index.ts'

/** Raise with every change of the data's shape or meaning. */
const FORMAT_VERSION = 5
const MAGIC = 'RWADDRS\n'

interface Header {
  key: string
  /** Lengths for the index of streets and, if present, for the index of points of interest that follows it. */
  parts: ArrayLengths[]
}

export interface OpenedAddresses {
  data: AddressData
  source: 'cache' | 'build'
  /** The memory that holds the data, if it was kept on disk. */
  memory: KeptMemory | undefined
  /** Reason why the index could not be saved to disk; it can be used anyway. */
  saveProblem: string | undefined
}

/**
 * Loads the index of these extracts from disk, or builds it and, when a folder is given, saves it. Blocks the thread. Throws RoadsError.
 */
export function openAddressData(
  files: readonly string[],
  cacheDir: string | undefined,
  shouldStop?: () => boolean,
): OpenedAddresses {
  if (cacheDir === undefined) {
    return { data: buildAddressData(files, shouldStop), source: 'build', memory: undefined, saveProblem: undefined }
  }
  const names = files.map((file) => basename(file)).join('+')
  const path = join(cacheDir, `${names.slice(0, 200)}.addresses`)
  const key = createHash('sha256')
    .update(`${FORMAT_VERSION}\n${files.map((file) => hashOnce(file, cacheDir)).join('\n')}`)
    .digest('hex')
  const kept = findAddressData(path, key)
  if (kept) return { ...kept, source: 'cache', saveProblem: undefined }
  const data = buildAddressData(files, shouldStop)
  const saveProblem = trySave(path, key, data)
  // Use the saved file from now on, as after the next start.
  const saved = saveProblem === undefined ? findAddressData(path, key) : undefined
  return { ...(saved ?? { data, memory: undefined }), source: 'build', saveProblem }
}

/** Data of a file, or undefined when the file is missing, damaged or belongs to other content. */
function findAddressData(path: string, key: string): { data: AddressData; memory: KeptMemory } | undefined {
  const file = findKept(path, MAGIC, (header) => (isHeader(header, key) ? measureSize(header.parts) : undefined))
  if (!file) return undefined
  const { memory } = file
  const [streets, landmarks] = (file.header as Header).parts
  const bytes = getBytes(memory)
  const data: AddressData = viewArrays(ADDRESS_ARRAYS, streets!, bytes)
  if (!landmarks) return { data, memory }
  const behind = bytes.subarray(blockBytes(ADDRESS_ARRAYS, streets!))
  return { data: { ...data, landmarks: viewArrays(ADDRESS_ARRAYS, landmarks, behind) }, memory }
}

function isHeader(header: unknown, key: string): header is Header {
  const { key: known, parts } = header as Partial<Header>
  return known === key && Array.isArray(parts) && parts.every((lengths) => areLengthsFor(ADDRESS_ARRAYS, lengths))
}

function measureSize(parts: readonly ArrayLengths[]): number {
  return parts.reduce((sum, lengths) => sum + blockBytes(ADDRESS_ARRAYS, lengths), 0)
}

function trySave(path: string, key: string, data: AddressData): string | undefined {
  const { landmarks, ...streets } = data
  const parts = landmarks ? [streets, landmarks] : [streets]
  const header: Header = { key, parts: parts.map((part) => getLengths(ADDRESS_ARRAYS, part)) }
  try {
    writeKept(
      path,
      MAGIC,
      header,
      parts.flatMap((part) => [...getPieces(ADDRESS_ARRAYS, part)]),
    )
    return undefined
  } catch (error) {
    return `${path}: ${(error as Error).message}`
  }
}
