// Shapes of roads in few bits: points as differences to the previous one, each road with as many bits as its longest step needs. Most roads
// begin where the previous one ends, so roads are grouped, and only the first point of a group is stored in full.

import { BitWriter } from '../foundation/bit-writer.ts'
import { Int32List } from '../foundation/growable.ts'

/** Four roads: eight would save half a byte per edge-node, but reading a road, which reads its group, would take twice as long. */
const GROUP_BITS = 2
const GROUP = 1 << GROUP_BITS
/** Bits for a width; the highest code means 32, for steps across the globe. */
const WIDTH_BITS = 5
const WIDEST_CODE = 2 ** WIDTH_BITS - 1
/** Encoding of a number of points: this many bits at a time, and one that tells whether more follow. */
const COUNT_BITS = 3

export interface ShapeArrays {
  /** First byte of each group, and the end of the last. */
  shapeFirst: Int32Array
  /**
   * Each group begins with its first point (latitude and longitude in 10⁻⁷ degrees, 32 bits each). For each road follow: the number of its
   * points; 0 when it begins at the previous point, otherwise 1 and the step to its start; and the steps to its other points. Steps are
   * preceded by their widths, of latitudes and of longitudes; their lowest bit is the sign. Lowest bits first; a group begins at a byte.
   */
  shapeBits: Int32Array
}

/** Shapes of a graph based on another one: roads from a certain number on are its own, the others those of the other graph. */
export interface RoadShapeArrays extends ShapeArrays {
  own?: ShapeArrays & { sharedEdges: number }
}

export class ShapePacker {
  private readonly first = new Int32List()
  private readonly bits = new BitWriter()
  private roadCount = 0
  private latE7 = 0
  private lngE7 = 0

  /** Adds the next road: points `first` to `end`, exclusive. */
  add(lats: Int32Array, lngs: Int32Array, first: number, end: number): void {
    if ((this.roadCount++ & (GROUP - 1)) === 0) this.beginGroup(lats[first]!, lngs[first]!)
    this.bits.pushInGroups(end - first, COUNT_BITS)
    const continues = lats[first] === this.latE7 && lngs[first] === this.lngE7
    this.bits.push(continues ? 0 : 1, 1)
    if (!continues) this.pushSteps(lats, lngs, first, first + 1)
    this.pushSteps(lats, lngs, first + 1, end)
  }

  finish(): ShapeArrays {
    this.bits.fillByte()
    this.first.push(this.bits.bits / 8)
    return { shapeFirst: this.first.toArray(), shapeBits: this.bits.finish() }
  }

  private beginGroup(latE7: number, lngE7: number): void {
    this.bits.fillByte()
    this.first.push(this.bits.bits / 8)
    this.bits.push(latE7, 32)
    this.bits.push(lngE7, 32)
    this.latE7 = latE7
    this.lngE7 = lngE7
  }

  private pushSteps(lats: Int32Array, lngs: Int32Array, first: number, end: number): void {
    if (first === end) return
    const latCode = widthCode(longestStep(lats, first, end, this.latE7))
    const lngCode = widthCode(longestStep(lngs, first, end, this.lngE7))
    this.bits.push(latCode, WIDTH_BITS)
    this.bits.push(lngCode, WIDTH_BITS)
    for (let point = first; point < end; point++) {
      this.bits.push(codeStep(this.latE7, lats[point]!), measureWidth(latCode))
      this.bits.push(codeStep(this.lngE7, lngs[point]!), measureWidth(lngCode))
      this.latE7 = lats[point]!
      this.lngE7 = lngs[point]!
    }
  }
}

/** The step with its sign in the lowest bit. Steps across the date line wrap. */
function codeStep(from: number, to: number): number {
  const step = (to - from) | 0
  return ((step << 1) ^ (step >> 31)) >>> 0
}

function longestStep(values: Int32Array, first: number, end: number, before: number): number {
  let longest = 0
  for (let point = first, from = before; point < end; from = values[point++]!) {
    const code = codeStep(from, values[point]!)
    if (code > longest) longest = code
  }
  return longest
}

function widthCode(longest: number): number {
  return Math.min(WIDEST_CODE, 32 - Math.clz32(longest))
}

function measureWidth(code: number): number {
  return code === WIDEST_CODE ? 32 : code
}

/** Mask of the lowest bits, up to 32. */
function getMask(bits: number): number {
  return bits === 0 ? 0 : -1 >>> (32 - bits)
}

/** Reads one road after another into the same two arrays; one instance per thread. */
export class RoadShapes {
  /** Points of the road read last, in 10⁻⁷ degrees, are at `first` to `end`, exclusive; valid until the next `read`. */
  lats = new Int32Array(256)
  lngs = new Int32Array(256)
  first = 0
  end = 0
  private readonly shared: ShapeArrays
  private readonly own: ShapeArrays | undefined
  /** The first road of this graph's own. */
  private readonly ownFrom: number
  /** The arrays being read. */
  private shapeFirst: Int32Array
  private bits: Int32Array
  private readonly starts = new Int32Array(GROUP + 1)
  private group = -1
  /** Position of the next bit, for `readGroup`. */
  private word = 0
  private shift = 0
  private used = 0
  private latE7 = 0
  private lngE7 = 0

  constructor({ shapeFirst, shapeBits, own }: RoadShapeArrays) {
    this.shared = { shapeFirst, shapeBits }
    this.own = own
    this.ownFrom = own ? own.sharedEdges : Infinity
    this.shapeFirst = shapeFirst
    this.bits = shapeBits
  }

  read(road: number): void {
    const isOwn = road >= this.ownFrom
    const at = isOwn ? road - this.ownFrom : road
    const arrays = isOwn ? this.own! : this.shared
    if (arrays.shapeBits !== this.bits) this.turnTo(arrays)
    const group = at >> GROUP_BITS
    // Consecutive requests are often for roads of the same group.
    if (group !== this.group) this.readGroup(group)
    this.first = this.starts[at & (GROUP - 1)]!
    this.end = this.starts[(at & (GROUP - 1)) + 1]!
  }

  private turnTo({ shapeFirst, shapeBits }: ShapeArrays): void {
    this.shapeFirst = shapeFirst
    this.bits = shapeBits
    this.group = -1
  }

  private readGroup(group: number): void {
    const { starts, shapeFirst } = this
    const endByte = shapeFirst[group + 1]!
    this.word = shapeFirst[group]! >> 2
    this.shift = (shapeFirst[group]! & 3) << 3
    this.latE7 = this.next(32) | 0
    this.lngE7 = this.next(32) | 0
    this.used = 0
    starts[0] = 0
    // Less than a byte may be left, which is padding.
    for (let road = 0; road < GROUP && 32 * this.word + this.shift + 7 < 8 * endByte; road++) {
      const points = this.nextInGroups()
      while (this.used + points > this.lats.length) this.grow()
      const jumps = this.next(1)
      if (jumps === 1) this.readSteps(1)
      else this.addPoint()
      if (points > 1) this.readSteps(points - 1)
      starts[road + 1] = this.used
    }
    this.group = group
  }

  private readSteps(count: number): void {
    const latBits = measureWidth(this.next(WIDTH_BITS))
    const lngBits = measureWidth(this.next(WIDTH_BITS))
    // Mostly both fit in one read.
    if (latBits + lngBits <= 32) this.readShortSteps(count, latBits, lngBits)
    else this.readLongSteps(count, latBits, lngBits)
  }

  private readShortSteps(count: number, latBits: number, lngBits: number): void {
    const { bits, lats, lngs } = this
    const width = latBits + lngBits
    const [latMask, lngMask] = [getMask(latBits), getMask(lngBits)]
    let { word, shift, used, latE7, lngE7 } = this
    for (const end = used + count; used < end; used++) {
      let both = bits[word]! >>> shift
      shift += width
      if (shift > 32) both |= bits[word + 1]! << (32 - shift + width)
      word += shift >> 5
      shift &= 31
      const north = both & latMask
      const east = (latBits === 32 ? 0 : both >>> latBits) & lngMask
      latE7 = (latE7 + ((north >>> 1) ^ -(north & 1))) | 0
      lngE7 = (lngE7 + ((east >>> 1) ^ -(east & 1))) | 0
      lats[used] = latE7
      lngs[used] = lngE7
    }
    this.word = word
    this.shift = shift
    this.used = used
    this.latE7 = latE7
    this.lngE7 = lngE7
  }

  private readLongSteps(count: number, latBits: number, lngBits: number): void {
    for (let step = 0; step < count; step++) {
      const north = this.next(latBits)
      const east = this.next(lngBits)
      this.latE7 = (this.latE7 + ((north >>> 1) ^ -(north & 1))) | 0
      this.lngE7 = (this.lngE7 + ((east >>> 1) ^ -(east & 1))) | 0
      this.addPoint()
    }
  }

  private addPoint(): void {
    this.lats[this.used] = this.latE7
    this.lngs[this.used++] = this.lngE7
  }

  private nextInGroups(): number {
    for (let [value, shift] = [0, 0]; ; shift += COUNT_BITS) {
      const bits = this.next(COUNT_BITS + 1)
      value |= (bits >> 1) << shift
      if ((bits & 1) === 0) return value
    }
  }

  /** The next 0 to 32 bits as a number. */
  private next(width: number): number {
    if (width === 0) return 0
    const { bits, word, shift } = this
    let value = bits[word]! >>> shift
    const end = shift + width
    if (end > 32) value |= bits[word + 1]! << (32 - shift)
    this.word = word + (end >> 5)
    this.shift = end & 31
    return (value << (32 - width)) >>> (32 - width)
  }

  private grow(): void {
    const [lats, lngs] = [new Int32Array(2 * this.lats.length), new Int32Array(2 * this.lats.length)]
    lats.set(this.lats)
    lngs.set(this.lngs)
    this.lats = lats
    this.lngs = lngs
  }
}
