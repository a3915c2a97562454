// Things that lie one after the other in a list, by the groups they belong to.

/** The group whose things a place is among, of `first`: where each group begins, ascending, and the end of the last one. */
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
