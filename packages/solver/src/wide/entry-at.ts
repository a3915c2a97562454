/** Reads a list where the index is known to be in it. */

/** The entry at an index. Throws a RangeError when there is none. */
export function entryAt<T>(list: ArrayLike<T>, index: number): T {
  const entry = list[index]
  if (entry === undefined) throw new RangeError(`${index} is no index below ${list.length}`)
  return entry
}
