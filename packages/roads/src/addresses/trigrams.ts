// Inverted index from three-letter groups to the names that contain them: finds names similar to a misspelt one.

const BUCKETS = 64 ** 3

export interface TrigramIndex {
  /** Names of group g: names[first[g] .. first[g + 1]). */
  first: Int32Array
  names: Int32Array
  /** Number of distinct groups in each name. */
  sizes: Int32Array
}

/** Six-bit code of a letter: 0 for a word border, own codes for letters and digits, shared codes for everything else. */
function letterCode(code: number): number {
  if (code >= 97 && code <= 122) return code - 96
  if (code >= 48 && code <= 57) return code - 21
  return code === 36 ? 0 : 37 + (code % 27)
}

/** Adds the groups of a text to a set; a `$` marks a word border. */
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
  const collectGroups = (key: string) => {
    groups.clear()
    addTrigrams(`$${key}$`, groups)
    return groups
  }
  for (const [index, key] of keys.entries()) {
    for (const group of collectGroups(key)) counts[group + 1]!++
    sizes[index] = groups.size
  }
  for (let group = 0; group < BUCKETS; group++) counts[group + 1]! += counts[group]!
  const names = new Int32Array(counts[BUCKETS]!)
  const cursor = counts.slice(0, BUCKETS)
  for (const [index, key] of keys.entries()) {
    for (const group of collectGroups(key)) names[cursor[group]!++] = index
  }
  return { first: counts, names, sizes }
}

/** Most names visited per query; the rarest groups come first, so that common endings do not use it up. */
const POSTING_BUDGET = 300_000

/** Finds similar names by their groups. */
export class SimilarNames {
  private readonly index: TrigramIndex
  /** Number of groups that each name shares with the query; all 0 between queries. */
  private readonly shared: Uint16Array
  /** Names that share any group. */
  private readonly met: Int32Array

  constructor(index: TrigramIndex) {
    this.index = index
    this.shared = new Uint16Array(index.sizes.length)
    this.met = new Int32Array(index.sizes.length)
  }

  /** Names that share most of their groups with the query, best first; ties by number. */
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
      // A name has at least as many groups as it shares. This bound saves reading the size, which is a random memory access, for most
      // names.
      if (last && common / (common + 1.5) < last.score) continue
      const score = common / (sizes[name]! + 1.5)
      if (last && (score < last.score || (score === last.score && name > last.name))) continue
      if (last) best.pop()
      const place = best.findIndex((other) => score > other.score || (score === other.score && name < other.name))
      best.splice(place < 0 ? best.length : place, 0, { name, score })
    }
    return best.map(({ name }) => name)
  }

  /** Returns the number of names that share a group with the query. */
  private countShared(groups: ReadonlySet<number>): number {
    const { shared, met } = this
    const { first, names } = this.index
    const measureLength = (group: number) => first[group + 1]! - first[group]!
    let count = 0
    let budget = POSTING_BUDGET
    for (const group of [...groups].sort((a, b) => measureLength(a) - measureLength(b))) {
      budget -= measureLength(group)
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
