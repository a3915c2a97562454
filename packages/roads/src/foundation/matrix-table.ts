// A large table of seconds or metres in shared memory that is filled in parts: in 16 bits per entry while all of them fit, then in 32.

export type Table = Int32Array | Uint16Array

/** Below this many entries (1,000 places), halving a few megabytes is not worth a second form. */
const LEAST_SHORT_ENTRIES = 1_000_000
/** Largest value in 16 bits: 18 hours, 65 km. */
const MOST_OF_SHORT = 65_535

export class MatrixTable {
  /** Entries written so far, 0 elsewhere. Replaced by another array once an entry does not fit. */
  table: Table

  constructor(entries: number) {
    this.table =
      entries >= LEAST_SHORT_ENTRIES
        ? new Uint16Array(new SharedArrayBuffer(entries * 2))
        : new Int32Array(new SharedArrayBuffer(entries * 4))
  }

  /** Writes entries from `offset` on. The first one below 0 or above 65,535 copies the table, once. */
  put(entries: Int32Array, offset: number): void {
    if (this.table instanceof Uint16Array && !entries.every(fitsShort)) {
      const wide = new Int32Array(new SharedArrayBuffer(this.table.length * 4))
      wide.set(this.table)
      this.table = wide
    }
    this.table.set(entries, offset)
  }
}

function fitsShort(entry: number): boolean {
  return entry >= 0 && entry <= MOST_OF_SHORT
}
