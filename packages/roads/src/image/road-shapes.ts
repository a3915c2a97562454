// The shapes of roads in few bytes: points as differences to the one before. A road begins where the one before it ends, more often than not,
// so roads stand in groups, and only the first point of a group is written out.

import { Int32List, Uint8List } from '../foundation/growable.ts'

/** Four roads: more would save little, and reading a road reads its group. */
const GROUP_BITS = 2
const GROUP = 1 << GROUP_BITS

export interface ShapeArrays {
  /** First byte of each group, and the end of the last. */
  shapeFirst: Int32Array
  /**
   * By group its first point (latitude and longitude in 10⁻⁷ degrees, 4 bytes each, the lowest first), then for each road the number of its points and
   * each of them less the one before: signs in the lowest bit, 7 bits a byte, the lowest first.
   */
  shapeBytes: Uint8Array
}

export class ShapePacker {
  private readonly first = new Int32List()
  private readonly bytes = new Uint8List(1 << 16)
  private roadCount = 0
  private latE7 = 0
  private lngE7 = 0

  /** The next road: points `first` to `end`, without it. */
  add(lats: Int32Array, lngs: Int32Array, first: number, end: number): void {
    if ((this.roadCount++ & (GROUP - 1)) === 0) this.beginGroup(lats[first]!, lngs[first]!)
    this.push(end - first)
    for (let point = first; point < end; point++) {
      this.pushSigned((lats[point]! - this.latE7) | 0)
      this.pushSigned((lngs[point]! - this.lngE7) | 0)
      this.latE7 = lats[point]!
      this.lngE7 = lngs[point]!
    }
  }

  finish(): ShapeArrays {
    this.first.push(this.bytes.length)
    return { shapeFirst: this.first.toArray(), shapeBytes: this.bytes.toArray() }
  }

  private beginGroup(latE7: number, lngE7: number): void {
    this.first.push(this.bytes.length)
    for (const value of [latE7, lngE7]) {
      for (let shift = 0; shift < 32; shift += 8) this.bytes.push((value >>> shift) & 255)
    }
    this.latE7 = latE7
    this.lngE7 = lngE7
  }

  private pushSigned(value: number): void {
    this.push(((value << 1) ^ (value >> 31)) >>> 0)
  }

  private push(value: number): void {
    let rest = value
    for (; rest > 127; rest >>>= 7) this.bytes.push((rest & 127) | 128)
    this.bytes.push(rest)
  }
}

/** Reads one road after the other into the same two arrays; one for each thread. */
export class RoadShapes {
  /** Points of the road that was read last, in 10⁻⁷ degrees, are at `first` to `end`, without it; until the next `read`. */
  lats = new Int32Array(256)
  lngs = new Int32Array(256)
  first = 0
  end = 0
  private readonly shapeFirst: Int32Array
  private readonly bytes: Uint8Array
  private readonly starts = new Int32Array(GROUP + 1)
  private group = -1

  constructor({ shapeFirst, shapeBytes }: ShapeArrays) {
    this.shapeFirst = shapeFirst
    this.bytes = shapeBytes
  }

  read(road: number): void {
    const group = road >> GROUP_BITS
    // Roads that are looked at one after the other are often neighbours.
    if (group !== this.group) this.readGroup(group)
    this.first = this.starts[road & (GROUP - 1)]!
    this.end = this.starts[(road & (GROUP - 1)) + 1]!
  }

  private readGroup(group: number): void {
    const { bytes, starts } = this
    const end = this.shapeFirst[group + 1]!
    let at = this.shapeFirst[group]!
    let lat = bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)
    let lng = bytes[at + 4]! | (bytes[at + 5]! << 8) | (bytes[at + 6]! << 16) | (bytes[at + 7]! << 24)
    at += 8
    let used = 0
    for (let road = 0; at < end; road++) {
      let byte = bytes[at++]!
      let points = byte & 127
      for (let shift = 7; byte > 127; shift += 7) {
        byte = bytes[at++]!
        points |= (byte & 127) << shift
      }
      starts[road] = used
      while (used + points > this.lats.length) this.grow()
      const { lats, lngs } = this
      for (const last = used + points; used < last; used++) {
        byte = bytes[at++]!
        let north = byte & 127
        for (let shift = 7; byte > 127; shift += 7) {
          byte = bytes[at++]!
          north |= (byte & 127) << shift
        }
        byte = bytes[at++]!
        let east = byte & 127
        for (let shift = 7; byte > 127; shift += 7) {
          byte = bytes[at++]!
          east |= (byte & 127) << shift
        }
        lat = (lat + ((north >>> 1) ^ -(north & 1))) | 0
        lng = (lng + ((east >>> 1) ^ -(east & 1))) | 0
        lats[used] = lat
        lngs[used] = lng
      }
      starts[road + 1] = used
    }
    this.group = group
  }

  private grow(): void {
    const [lats, lngs] = [new Int32Array(2 * this.lats.length), new Int32Array(2 * this.lats.length)]
    lats.set(this.lats)
    lngs.set(this.lngs)
    this.lats = lats
    this.lngs = lngs
  }
}
