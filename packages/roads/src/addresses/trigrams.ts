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

/** The names that share most of their groups with the query, best first. */
export function findSimilar(index: TrigramIndex, groups: ReadonlySet<number>, limit: number): number[] {
  const bySize = [...groups].sort((a, b) => listLength(index, a) - listLength(index, b))
  const shared = new Map<number, number>()
  let budget = POSTING_BUDGET
  for (const group of bySize) {
    budget -= listLength(index, group)
    if (budget < 0 && shared.size > 0) break
    for (let at = index.first[group]!; at < index.first[group + 1]!; at++) {
      const name = index.names[at]!
      shared.set(name, (shared.get(name) ?? 0) + 1)
    }
  }
  const scored = [...shared].map(([name, count]) => ({ name, score: count / (index.sizes[name]! + 1.5) }))
  scored.sort((a, b) => b.score - a.score || a.name - b.name)
  return scored.slice(0, limit).map(({ name }) => name)
}

function listLength(index: TrigramIndex, group: number): number {
  return index.first[group + 1]! - index.first[group]!
}
