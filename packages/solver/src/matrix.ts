/** Tables of seconds or metres, in 16 bits an entry where all of them fit. */

/**
 * Entries are exact in both forms. 16 bits hold 0 to 65,535 and no way that cannot be driven; such a table has none. 32 bits hold the rest:
 * longer ways, and negative numbers for those that cannot be driven.
 */
export type Matrix = Int32Array | Uint16Array

/** The most that 16 bits hold: 18 hours in seconds, 65 km in metres. */
export const mostOfShort = 65_535

/** Below this many entries (1,000 places) the half of a few megabytes is not worth a second form. */
export const leastShortEntries = 1_000_000

/** Zeros in shared memory, so that threads get the table without a copy. */
export function makeMatrix(entries: number, isShort: boolean): Matrix {
  return isShort
    ? new Uint16Array(new SharedArrayBuffer(entries * 2))
    : new Int32Array(new SharedArrayBuffer(entries * 4))
}

/** Whether a table of so many entries goes in 16 bits: it is large, and nothing in it is below 0 or above what they hold. */
export function isShortEnough(entries: number, least: number, most: number): boolean {
  return entries >= leastShortEntries && least >= 0 && most <= mostOfShort
}

/** The lowest and the highest entry; [0, 0] of none. O(n). */
export function rangeOf(matrix: Matrix): { least: number; most: number } {
  let least = matrix[0] ?? 0
  let most = least
  for (let index = 1; index < matrix.length; index++) {
    const entry = matrix[index]!
    if (entry < least) least = entry
    else if (entry > most) most = entry
  }
  return { least, most }
}

/** The same entries in shared memory: in 16 bits where that goes, else those given, copied only when they are not shared yet. O(n). */
export function packMatrix(matrix: Matrix): Matrix {
  const { least, most } = rangeOf(matrix)
  const isShort = matrix instanceof Uint16Array || isShortEnough(matrix.length, least, most)
  if (matrix.buffer instanceof SharedArrayBuffer && isShort === matrix instanceof Uint16Array) return matrix
  const packed = makeMatrix(matrix.length, isShort)
  packed.set(matrix)
  return packed
}
