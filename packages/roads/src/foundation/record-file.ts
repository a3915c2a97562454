// Records of whole numbers stored consecutively, in chunks that may be on disk: read in order, or one by its position.

import type { SpillStore } from './spill-store.ts'

/** 64 KB: chunks are read and written whole. */
const CHUNK_WORDS = 1 << 14
/** Chunks from disk kept in the read cache: 64 MB. */
const CACHED_CHUNKS = 1 << 10

export class RecordFile {
  /** Words in all records. */
  words = 0
  private readonly store: SpillStore
  /** Number in the store, by chunk. */
  private readonly pieces: number[] = []
  private chunk = new Int32Array(256)
  private used = 0
  private readonly cachedChunk = new Int32Array(CACHED_CHUNKS).fill(-1)
  private cached: (Int32Array | undefined)[] = []

  /** Several record files may share a store. */
  constructor(store: SpillStore) {
    this.store = store
  }

  /** Appends the first `length` words and returns the record's position. */
  append(words: Int32Array, length: number): number {
    if (this.used > 0 && this.used + length + 1 > CHUNK_WORDS) this.flush()
    this.need(this.used + length + 1)
    this.words += length
    const place = this.pieces.length * CHUNK_WORDS + this.used
    this.chunk[this.used++] = length
    for (let index = 0; index < length; index++) this.chunk[this.used++] = words[index]!
    return place
  }

  /** The record at a position returned by `append`. It must not be changed. */
  read(place: number): Int32Array {
    const start = place % CHUNK_WORDS
    const chunk = this.chunkAt(Math.floor(place / CHUNK_WORDS))
    return chunk.subarray(start + 1, start + 1 + chunk[start]!)
  }

  /** Visits all records in the order they were added; a record is valid only during its call. */
  forEach(use: (record: Int32Array) => void): void {
    for (let index = 0; index <= this.pieces.length; index++) {
      const piece = this.pieces[index]
      const chunk = piece === undefined ? this.chunk.subarray(0, this.used) : asWords(this.store.get(piece))
      for (let start = 0; start < chunk.length; start += chunk[start]! + 1) {
        use(chunk.subarray(start + 1, start + 1 + chunk[start]!))
      }
    }
  }

  private chunkAt(index: number): Int32Array {
    const piece = this.pieces[index]
    if (piece === undefined) return this.chunk
    const slot = index % CACHED_CHUNKS
    if (this.cachedChunk[slot] !== index) {
      this.cached[slot] = asWords(this.store.get(piece))
      this.cachedChunk[slot] = index
    }
    return this.cached[slot]!
  }

  private flush(): void {
    this.pieces.push(this.store.put(new Uint8Array(this.chunk.buffer, 0, 4 * this.used)))
    this.used = 0
  }

  private need(words: number): void {
    if (words <= this.chunk.length) return
    const larger = new Int32Array(Math.max(words, Math.min(CHUNK_WORDS, 4 * this.chunk.length)))
    larger.set(this.chunk.subarray(0, this.used))
    this.chunk = larger
  }
}

function asWords(bytes: Uint8Array): Int32Array {
  return new Int32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >> 2)
}
