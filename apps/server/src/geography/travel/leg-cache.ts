// Remembers legs with their lines on the map, so that of a route that is reordered only the new legs are searched.
import { type LegSource, pointKey, roundedPoint, type TravelLeg } from './leg-source.ts'
import type { TravelOptions, TravelPoint } from './travel.ts'

/** Memory of a leg without its line: two keys, two numbers, an entry of the map. */
const bytesPerLeg = 250

export class LegCache {
  private readonly maxBytes: number
  /** The key names the source and both ends. In the order of their last use, so that the first ones are the first to go. */
  private readonly legs = new Map<string, TravelLeg>()
  private readonly sourceNumbers = new WeakMap<LegSource, number>()
  private lastSourceNumber = 0
  private bytes = 0

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes
  }

  /** The legs between neighbours; runs of unknown ones are asked for together. */
  async path(source: LegSource, points: readonly TravelPoint[], options?: TravelOptions): Promise<TravelLeg[]> {
    const keys = this.keysOf(source, points)
    const legs = keys.map((key) => this.find(key))
    const searches: Promise<void>[] = []
    for (let first = 0; first < legs.length; first++) {
      if (legs[first]) continue
      let end = first
      while (end < legs.length && !legs[end]) end++
      searches.push(this.search(source, points.slice(first, end + 1), keys.slice(first, end), legs, first, options))
      first = end
    }
    await Promise.all(searches)
    return legs as TravelLeg[]
  }

  /** Returns the cached legs, without asking the source. */
  findLegs(source: LegSource, points: readonly TravelPoint[]): (TravelLeg | undefined)[] {
    return this.keysOf(source, points).map((key) => this.find(key))
  }

  private async search(
    source: LegSource,
    points: readonly TravelPoint[],
    keys: readonly string[],
    legs: (TravelLeg | undefined)[],
    first: number,
    options: TravelOptions | undefined,
  ): Promise<void> {
    const found = await source.path(points.map(roundedPoint), options)
    for (const [index, key] of keys.entries()) {
      legs[first + index] = found[index]!
      this.keep(key, found[index]!)
    }
  }

  private keysOf(source: LegSource, points: readonly TravelPoint[]): string[] {
    let number = this.sourceNumbers.get(source)
    if (number === undefined) {
      number = ++this.lastSourceNumber
      this.sourceNumbers.set(source, number)
    }
    const ends = points.map(pointKey)
    return ends.slice(1).map((end, index) => `${number} ${ends[index]} ${end}`)
  }

  private find(key: string): TravelLeg | undefined {
    const leg = this.legs.get(key)
    if (!leg) return undefined
    this.legs.delete(key)
    this.legs.set(key, leg)
    return leg
  }

  private keep(key: string, leg: TravelLeg): void {
    const before = this.legs.get(key)
    if (before) this.bytes -= getBytes(before)
    this.legs.delete(key)
    this.legs.set(key, leg)
    this.bytes += getBytes(leg)
    for (const [oldest, old] of this.legs) {
      if (this.bytes <= this.maxBytes) break
      this.legs.delete(oldest)
      this.bytes -= getBytes(old)
    }
  }
}

function getBytes(leg: TravelLeg): number {
  return bytesPerLeg + leg.geometry.length
}
