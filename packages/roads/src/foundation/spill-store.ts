// Stores pieces of bytes beyond memory size: the first ones stay in memory, the others go to an unnamed temporary file.

import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { RoadsError } from './errors.ts'
import { Float64List, Int32List } from './growable.ts'

export interface SpillOptions {
  /** Path of the temporary file, created when memory does not suffice; it must not exist. */
  path: string
  /** Number of bytes kept in memory. */
  memoryBytes: number
}

/** A store that must be closed to free its space on disk. */
export class SpillStore {
  private readonly options: SpillOptions
  private readonly kept: Uint8Array[] = []
  private keptBytes = 0
  /** Offsets of the pieces on disk. */
  private readonly offsets = new Float64List()
  private readonly lengths = new Int32List()
  private fileBytes = 0
  private descriptor: number | undefined

  constructor(options: SpillOptions) {
    this.options = options
  }

  /** Whether any pieces are on disk. */
  get isSpilled(): boolean {
    return this.offsets.length > 0
  }

  /** Copies bytes into the store and returns the number of the piece, from 0 on. Throws RoadsError when the disk is full. */
  put(bytes: Uint8Array): number {
    const { options, kept, offsets, lengths } = this
    if (!this.isSpilled && this.keptBytes + bytes.length <= options.memoryBytes) {
      this.keptBytes += bytes.length
      return kept.push(bytes.slice()) - 1
    }
    this.descriptor ??= openTemporary(options.path)
    writeWhole(this.descriptor, bytes, options.path)
    offsets.push(this.fileBytes)
    lengths.push(bytes.length)
    this.fileBytes += bytes.length
    return kept.length + offsets.length - 1
  }

  /** The bytes of a piece, at the start of their buffer. Pieces kept in memory must not be changed. */
  get(piece: number): Uint8Array {
    const { kept, offsets, lengths } = this
    if (piece < kept.length) return kept[piece]!
    const bytes = new Uint8Array(lengths.array[piece - kept.length]!)
    const offset = offsets.array[piece - kept.length]!
    for (let filled = 0; filled < bytes.length; ) {
      const count = readSync(this.descriptor!, bytes, filled, bytes.length - filled, offset + filled)
      if (count === 0) throw new RoadsError('worker_failed', `${this.options.path}: the temporary file is cut off`)
      filled += count
    }
    return bytes
  }

  close(): void {
    this.kept.length = 0
    if (this.descriptor === undefined) return
    closeSync(this.descriptor)
    this.descriptor = undefined
    rmSync(this.options.path, { force: true })
  }
}

/** Writes all bytes at the file's current position. Throws RoadsError when the disk is full. */
export function writeWhole(descriptor: number, bytes: Uint8Array, path: string): void {
  try {
    for (let written = 0; written < bytes.length; ) {
      written += writeSync(descriptor, bytes, written, bytes.length - written)
    }
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code !== 'ENOSPC' && code !== 'EDQUOT' && code !== 'EFBIG') throw cause
    throw new RoadsError('worker_failed', `${path}: the disk is full (${(cause as Error).message})`, { cause })
  }
}

/** Opens a file without a name where the system supports that: it disappears with the process, however that ends. */
function openTemporary(path: string): number {
  const descriptor = openSync(path, 'wx+')
  try {
    rmSync(path)
  } catch {
    // Otherwise it is deleted when the store is closed.
  }
  return descriptor
}
