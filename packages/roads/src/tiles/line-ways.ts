// Ways drawn as lines: collected until all are read; then consecutive ones that look the same are joined.

import { Float64List, Int32List } from '../foundation/growable.ts'
import { RecordFile } from '../foundation/record-file.ts'
import type { SpillStore } from '../foundation/spill-store.ts'
import type { PlacesE7 } from './feature-file.ts'
import { joinLines } from './join-lines.ts'

/** Takes the place of the coordinates of a node that is not in the files, because the extract was cut there. */
export const MISSING = 0x7fff_ffff

export class LineWays {
  private readonly places: RecordFile
  private readonly kinds = new Int32List()
  private readonly recordOf = new Float64List()
  private readonly firsts = new Float64List()
  private readonly lasts = new Float64List()

  constructor(store: SpillStore) {
    this.places = new RecordFile(store)
  }

  /** Adds a way with the first `length` numbers of `places`: alternating longitudes and latitudes of its nodes, 1e-7 degrees. */
  add(kind: number, refs: readonly number[], places: Int32Array, length: number): void {
    this.kinds.push(kind)
    this.recordOf.push(this.places.append(places, length))
    this.firsts.push(refs[0]!)
    this.lasts.push(refs[refs.length - 1]!)
  }

  /** Visits all lines, those of lower kinds first. A line is valid only during its call. */
  forEach(kindCount: number, use: (kind: number, line: PlacesE7) => void): void {
    const { firstOfKind, ways } = this.sortByKind(kindCount)
    const line: number[] = []
    for (let kind = 0; kind < kindCount; kind++) {
      const alike = ways.subarray(firstOfKind[kind]!, firstOfKind[kind + 1]!)
      if (alike.length === 0) continue
      const [firsts, lasts] = [this.firsts, this.lasts].map((list) =>
        Float64Array.from(alike, (way) => list.array[way]!),
      )
      joinLines(firsts!, lasts!, (chain) => {
        line.length = 0
        for (const link of chain) this.append(line, alike[link < 0 ? -1 - link : link]!, link < 0)
        forEachKnownPart(line, (part) => use(kind, part))
      })
    }
  }

  /** Extends a line by a way whose first node is the line's end. */
  private append(line: number[], way: number, isReversed: boolean): void {
    const places = this.places.read(this.recordOf.array[way]!)
    const skipped = line.length > 0 ? 2 : 0
    if (isReversed) {
      for (let at = places.length - 2 - skipped; at >= 0; at -= 2) line.push(places[at]!, places[at + 1]!)
    } else {
      for (let at = skipped; at < places.length; at++) line.push(places[at]!)
    }
  }

  /** Ways of each kind in the order in which they were added. */
  private sortByKind(kindCount: number): { firstOfKind: Int32Array; ways: Int32Array } {
    const { array, length } = this.kinds
    const firstOfKind = new Int32Array(kindCount + 1)
    for (let way = 0; way < length; way++) firstOfKind[array[way]! + 1]!++
    for (let kind = 0; kind < kindCount; kind++) firstOfKind[kind + 1]! += firstOfKind[kind]!
    const next = firstOfKind.slice()
    const ways = new Int32Array(length)
    for (let way = 0; way < length; way++) ways[next[array[way]!]!++] = way
    return { firstOfKind, ways }
  }
}

/** Splits a line at missing nodes, where the extract is cut, and visits the remaining parts. */
export function forEachKnownPart(
  line: PlacesE7 & { slice(start: number, end: number): PlacesE7 },
  use: (part: PlacesE7) => void,
): void {
  let start = 0
  for (let at = 0; at <= line.length; at += 2) {
    if (at < line.length && line[at] !== MISSING) continue
    if (at - start >= 4) use(start === 0 && at === line.length ? line : line.slice(start, at))
    start = at + 2
  }
}
