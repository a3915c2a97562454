// Growable typed arrays: amortised appends without boxing, for sizes not known beforehand.

export class Int32List {
  array: Int32Array
  length = 0

  constructor(capacity = 1024) {
    this.array = new Int32Array(capacity)
  }

  push(value: number): void {
    if (this.length === this.array.length) {
      const larger = new Int32Array(this.length * 2)
      larger.set(this.array)
      this.array = larger
    }
    this.array[this.length++] = value
  }

  /** A copy of exactly the used part. */
  toArray(): Int32Array {
    return this.array.slice(0, this.length)
  }
}

export class Uint8List {
  array: Uint8Array
  length = 0

  constructor(capacity = 1024) {
    this.array = new Uint8Array(Math.max(1, capacity))
  }

  push(value: number): void {
    if (this.length === this.array.length) {
      const larger = new Uint8Array(this.length * 2)
      larger.set(this.array)
      this.array = larger
    }
    this.array[this.length++] = value
  }

  /** A copy of exactly the used part. */
  toArray(): Uint8Array {
    return this.array.slice(0, this.length)
  }
}

export class Float64List {
  array: Float64Array
  length = 0

  constructor(capacity = 1024) {
    this.array = new Float64Array(capacity)
  }

  push(value: number): void {
    if (this.length === this.array.length) {
      const larger = new Float64Array(this.length * 2)
      larger.set(this.array)
      this.array = larger
    }
    this.array[this.length++] = value
  }

  /** A copy of exactly the used part. */
  toArray(): Float64Array {
    return this.array.slice(0, this.length)
  }
}

/** This many 4-byte values are a megabyte. */
const CHUNK_BITS = 18

/** A list of millions of values: grows without copying, and is drained into an array without holding both at once. */
export class Int32Chunks {
  length = 0
  private readonly chunks: (Int32Array | undefined)[] = []
  private last = new Int32Array(0)

  push(value: number): void {
    const place = this.length & ((1 << CHUNK_BITS) - 1)
    if (place === 0) {
      this.last = new Int32Array(1 << CHUNK_BITS)
      this.chunks.push(this.last)
    }
    this.last[place] = value
    this.length++
  }

  /** All values as one array; the list must not be used afterwards. */
  drain(change?: (value: number) => number): Int32Array {
    const array = new Int32Array(this.length)
    for (const [index, chunk] of this.chunks.entries()) {
      const start = index << CHUNK_BITS
      const used = chunk!.subarray(0, this.length - start)
      array.set(change ? used.map(change) : used, start)
      this.chunks[index] = undefined
    }
    return array
  }
}

/** Millions of ids in pieces: grows without copying, and returns parts. */
export class IdChunks {
  length = 0
  private readonly chunks: Float64Array[] = []

  push(ids: ArrayLike<number>): void {
    for (let at = 0; at < ids.length; at++) {
      const place = this.length & ((1 << CHUNK_BITS) - 1)
      if (place === 0) this.chunks.push(new Float64Array(1 << CHUNK_BITS))
      this.chunks[this.chunks.length - 1]![place] = ids[at]!
      this.length++
    }
  }

  /** Ids at [start .. end). */
  slice(start: number, end: number): number[] {
    const part: number[] = []
    for (let at = start; at < end; at++) part.push(this.chunks[at >> CHUNK_BITS]![at & ((1 << CHUNK_BITS) - 1)]!)
    return part
  }

  /** Copies all ids into an array, from an index on. */
  copyTo(array: Float64Array, start: number): void {
    for (const [index, chunk] of this.chunks.entries()) {
      const done = index << CHUNK_BITS
      array.set(chunk.subarray(0, this.length - done), start + done)
    }
  }
}
