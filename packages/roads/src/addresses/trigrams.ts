// An inverted index from three-letter groups to the names that contain them: finds names like a misspelled one.

const BUCKETS = 64 ** 3

export interface TrigramIndex {
  /** Names of group g: names[first[g] .. first[g + 1]). */
  first: Int32Array
  names: Int32Array
  /** Number of distinct groups of each name. */
  sizes: Int32Array
}

/** Six bits for a letter: 0 the border of a word, letters and digits their own, everything else shares the rest. */
function letterCode(code: number): number {
  if (code >= 97 && code <= 122) return code - 96
  if (code >= 48 && code <= 57) return code - 21
  return code === 36 ? 0 : 37 + (code % 27)
}

/** Adds the groups of a text to a set; a `$` stands for the border of a word. */
export function addTrigrams(text: string, groups: Set<number>): void {
  let group = 0
  for (let index = 0; index < text.length; index++) {
    group = ((group << 6) | letterCode(text.charCodeAt(index))) & (BUCKETS - 1)
    if (index >= 2) groups.add(group)
  }
}

export function buildTrigrams(keys: readonly string[]): TrigramIndex {
  const sizes = new Int32Array(keys.length)
  const counts = new Int32Array(BUCKETS + 1)
  const groups = new Set<number>()
  const groupsOf = (key: string) => {
    groups.clear()
    addTrigrams(`$${key}$`, groups)
    return groups
  }
  for (const [index, key] of keys.entries()) {
    for (const group of groupsOf(key)) counts[group + 1]!++
    sizes[index] = groups.size
  }
  for (let group = 0; group < BUCKETS; group++) counts[group + 1]! += counts[group]!
  const names = new Int32Array(counts[BUCKETS]!)
  const cursor = counts.slice(0, BUCKETS)
  for (const [index, key] of keys.entries()) {
    for (const group of groupsOf(key)) names[cursor[group]!++] = index
  }
  return { first: counts, names, sizes }
}

/** Names looked at for one query at most; the rarest groups come first, so that common endings do not use it up. */
const POSTING_BUDGET = 300_000

/** Finds names by their groups. */
export class SimilarNames {
  private readonly index: TrigramIndex
  /** How many groups each name shares with the query; all 0 between two queries. */
  private readonly shared: Uint16Array
  /** The names that share any. */
  private readonly met: Int32Array

  constructor(index: TrigramIndex) {
    this.index = index
    this.shared = new Uint16Array(index.sizes.length)
    this.met = new Int32Array(index.sizes.length)
  }

  /** The names that share most of their groups with the query, best first; of equals the one with the lower number. */
  find(groups: ReadonlySet<number>, limit: number): number[] {
    const { shared, met } = this
    const { sizes } = this.index
    const count = this.countShared(groups)
    const best: { name: number; score: number }[] = []
    for (let at = 0; at < count; at++) {
      const name = met[at]!
      const common = shared[name]!
      shared[name] = 0
      const last = best.length === limit ? best[limit - 1]! : undefined
      // A name has as many groups as it shares, at least: most need no look at their size, which lies anywhere in memory.
      if (last && common / (common + 1.5) < last.score) continue
      const score = common / (sizes[name]! + 1.5)
      if (last && (score < last.score || (score === last.score && name > last.name))) continue
      if (last) best.pop()
      const place = best.findIndex((other) => score > other.score || (score === other.score && name < other.name))
      best.splice(place < 0 ? best.length : place, 0, { name, score })
    }
    return best.map(({ name }) => name)
  }

  /** Answers how many names share a group with the query. */
  private countShared(groups: ReadonlySet<number>): number {
    const { shared, met } = this
    const { first, names } = this.index
    const lengthOf = (group: number) => first[group + 1]! - first[group]!
    let count = 0
    let budget = POSTING_BUDGET
    for (const group of [...groups].sort((a, b) => lengthOf(a) - lengthOf(b))) {
      budget -= lengthOf(group)
      if (budget < 0 && count > 0) break
      for (let at = first[group]!; at < first[group + 1]!; at++) {
        const name = names[at]!
        if (shared[name] === 0) met[count++] = name
        shared[name]!++
      }
    }
    return count
  }
}
