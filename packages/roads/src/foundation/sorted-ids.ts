// OSM ids as ascending lists: an element's index in the list is its number in all other arrays.

/** Sorts the ids in place and returns them without repetitions. */
export function sortDistinct(ids: Float64Array): Float64Array {
  ids.sort()
  let count = 0
  for (let index = 0; index < ids.length; index++) {
    if (index === 0 || ids[index] !== ids[index - 1]) ids[count++] = ids[index]!
  }
  return ids.slice(0, count)
}

/** Index of an id in an ascending list, or -1. */
export function findId(ids: Float64Array | Int32Array, id: number): number {
  let low = 0
  let high = ids.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const candidate = ids[middle]!
    if (candidate === id) return middle
    if (candidate < id) low = middle + 1
    else high = middle - 1
  }
  return -1
}

/** Finds ids that mostly come in ascending order, as in files: tries the next index before a search. */
export class IdCursor {
  private readonly ids: Float64Array
  private next = 0

  constructor(ids: Float64Array) {
    this.ids = ids
  }

  /** Index of the id, or -1. */
  find(id: number): number {
    const { ids, next } = this
    const expected = ids[next]!
    if (id === expected) return this.next++
    // No id exists between the last one found and the expected one.
    if (id < expected && (next === 0 || id > ids[next - 1]!)) return -1
    const index = findId(ids, id)
    if (index >= 0) this.next = index + 1
    return index
  }
}
