// Reads protocol-buffer wire format from a byte array: varints, lengths and field skipping, with every length checked.

import { RoadsError } from '../foundation/errors.ts'

const TWO_POW_32 = 4294967296

/** A cursor over one protobuf message. Sub-messages are read by moving `end` (see `enter`). */
export class WireReader {
  bytes: Uint8Array
  position: number
  end: number

  constructor(bytes: Uint8Array, start = 0, end = bytes.length) {
    this.bytes = bytes
    this.position = start
    this.end = end
  }

  /** True while fields are left; throws file_corrupt when a value ran over the end of its message. */
  hasMore(): boolean {
    if (this.position > this.end) throw corrupt('a value runs over the end of its message')
    return this.position < this.end
  }

  /** An int64 varint as a number; exact within ±2^53. */
  varint(): number {
    const bytes = this.bytes
    let position = this.position
    let byte = bytes[position++]!
    if (byte < 128) {
      this.position = position
      return byte
    }
    let low = byte & 127
    byte = bytes[position++]!
    low |= (byte & 127) << 7
    if (byte < 128) {
      this.position = position
      return low
    }
    byte = bytes[position++]!
    low |= (byte & 127) << 14
    if (byte < 128) {
      this.position = position
      return low
    }
    byte = bytes[position++]!
    low |= (byte & 127) << 21
    this.position = position
    if (byte < 128) return low
    return this.longVarint(low)
  }

  /** A zigzag sint64 varint as a number; exact within ±2^52. */
  signedVarint(): number {
    const value = this.varint()
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2
  }

  /** Length prefix of a string, bytes, packed or message field; returns its end, checked. */
  lengthEnd(): number {
    const length = this.varint()
    const end = this.position + length
    if (length < 0 || !(end <= this.end)) throw corrupt('a length points outside its message')
    return end
  }

  /** The bytes of a length-delimited field, without copying. */
  slice(): Uint8Array {
    const end = this.lengthEnd()
    const slice = this.bytes.subarray(this.position, end)
    this.position = end
    return slice
  }

  /** A reader for the length-delimited field at the cursor; this cursor moves past it. */
  enter(): WireReader {
    const end = this.lengthEnd()
    const inner = new WireReader(this.bytes, this.position, end)
    this.position = end
    return inner
  }

  /** Skips the value of a field whose tag was just read. */
  skip(tag: number): void {
    const wireType = tag & 7
    if (wireType === 0) this.varint()
    else if (wireType === 1) this.position += 8
    else if (wireType === 2) this.position = this.lengthEnd()
    else if (wireType === 5) this.position += 4
    else throw corrupt(`wire type ${wireType} is not used by this format`)
  }

  private longVarint(first28Bits: number): number {
    const bytes = this.bytes
    let low = first28Bits
    let byte = bytes[this.position++]!
    low |= (byte & 127) << 28
    let high = (byte & 127) >> 4
    let shift = 3
    while (byte >= 128) {
      if (shift > 31) throw corrupt('a varint is longer than ten bytes')
      byte = bytes[this.position++]!
      high |= (byte & 127) << shift
      shift += 7
    }
    // An index past the buffer gives undefined, which ends the loop above; the position shows it.
    if (!(this.position <= bytes.length)) throw corrupt('a varint runs over the end of the data')
    return high * TWO_POW_32 + (low >>> 0)
  }
}

/** A file_corrupt error without a position; the block reader adds file and offset. */
export function corrupt(what: string): RoadsError {
  return new RoadsError('file_corrupt', what)
}
