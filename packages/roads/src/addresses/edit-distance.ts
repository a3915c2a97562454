// Number of letters to add, remove, change or swap with a neighbour to turn one word into another (optimal string alignment).

const WIDTH = 128
let before = new Int32Array(WIDTH)
let last = new Int32Array(WIDTH)
let current = new Int32Array(WIDTH)

/** The distance, or `limit + 1` as soon as it must exceed `limit`. Words longer than 120 letters are cut. */
export function editDistance(left: string, right: string, limit: number): number {
  if (left === right) return 0
  const leftLength = Math.min(left.length, 120)
  const rightLength = Math.min(right.length, 120)
  if (Math.abs(leftLength - rightLength) > limit) return limit + 1
  for (let column = 0; column <= rightLength; column++) last[column] = column
  for (let row = 1; row <= leftLength; row++) {
    current[0] = row
    let smallest = row
    const letter = left.charCodeAt(row - 1)
    for (let column = 1; column <= rightLength; column++) {
      const other = right.charCodeAt(column - 1)
      let cost = last[column - 1]! + (letter === other ? 0 : 1)
      if (last[column]! + 1 < cost) cost = last[column]! + 1
      if (current[column - 1]! + 1 < cost) cost = current[column - 1]! + 1
      if (
        row > 1 &&
        column > 1 &&
        letter === right.charCodeAt(column - 2) &&
        other === left.charCodeAt(row - 2) &&
        before[column - 2]! + 1 < cost
      ) {
        cost = before[column - 2]! + 1
      }
      current[column] = cost
      if (cost < smallest) smallest = cost
    }
    if (smallest > limit) return limit + 1
    const spare = before
    before = last
    last = current
    current = spare
  }
  return Math.min(last[rightLength]!, limit + 1)
}

/** Number of mistakes tolerated in a word of this length. */
export function forgivenEdits(length: number): number {
  if (length < 3) return 0
  return length <= 4 ? 1 : length <= 9 ? 2 : length <= 16 ? 3 : 4
}

/** 0..1: certainty that a word with mistakes means one of this length. Tolerates one in five letters, two in nine, three in fourteen. */
export function certaintyOfSlips(edits: number, length: number): number {
  if (edits === 0) return 1
  const isFew = (edits === 1 && length >= 5) || (edits === 2 && length >= 9) || (edits === 3 && length >= 14)
  return isFew ? 0.98 : Math.max(0, 1 - (1.8 * edits) / length)
}

/** 0..1: certainty when the mistakes are only in the word for the street's kind. */
export function certaintyOfKind(edits: number): number {
  return edits <= 2 ? 0.98 : 0.7
}
