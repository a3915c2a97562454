// Items stored consecutively in a list, by group.

/** Group that contains an index. `first`: start of each group, ascending, and the end of the last one. */
export function findGroup(first: ArrayLike<number>, place: number): number {
  let low = 0
  let high = first.length - 2
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (first[middle]! <= place) low = middle
    else high = middle - 1
  }
  return low
}
