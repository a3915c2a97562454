/** Matrices of seconds or metres, stored in 16 bits per entry where all entries fit. */

/**
 * Entries are exact in both forms. 16 bits hold 0 to 65,535 and no unreachable pairs. 32 bits hold longer distances, and negative numbers
 * for unreachable pairs.
 */
export type Matrix = Int32Array | Uint16Array

/** Largest value in 16 bits: 18 hours in seconds, 65 km in metres. */
export const mostOfShort = 65_535

/** Below this many entries (1,000 places), halving a few megabytes is not worth a second form. */
export const leastShortEntries = 1_000_000

/** Zeroed matrix in shared memory, so that threads can use it without a copy. */
export function makeMatrix(entries: number, isShort: boolean): Matrix {
  return isShort
    ? new Uint16Array(new SharedArrayBuffer(entries * 2))
    : new Int32Array(new SharedArrayBuffer(entries * 4))
}

/** Whether a matrix should be stored in 16 bits: it is large, and all its entries fit. */
export function isShortEnough(entries: number, least: number, most: number): boolean {
  return entries >= leastShortEntries && least >= 0 && most <= mostOfShort
}

/** Lowest and highest entry; [0, 0] for an empty matrix. O(n). */
export function computeRange(matrix: Matrix): { least: number; most: number } {
  let least = matrix[0] ?? 0
  let most = least
  for (let index = 1; index < matrix.length; index++) {
    const entry = matrix[index]!
    if (entry < least) least = entry
    else if (entry > most) most = entry
  }
  return { least, most }
}

/**
 * Returns the same entries in shared memory: in 16 bits where they fit, otherwise the given matrix, copied only when it is not shared yet.
 * O(n).
 */
export function packMatrix(matrix: Matrix): Matrix {
  const { least, most } = computeRange(matrix)
  const isShort = matrix instanceof Uint16Array || isShortEnough(matrix.length, least, most)
  if (matrix.buffer instanceof SharedArrayBuffer && isShort === matrix instanceof Uint16Array) return matrix
  const packed = makeMatrix(matrix.length, isShort)
  packed.set(matrix)
  return packed
}
