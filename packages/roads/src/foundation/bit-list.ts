// Whole numbers that each take only as many bits as the largest of them needs. The first word holds that number of bits.

/** Packs integers from 0 to 2^30 - 1. */
export function packBits(values: ArrayLike<number>): Int32Array {
  let largest = 1
  for (let index = 0; index < values.length; index++) if (values[index]! > largest) largest = values[index]!
  const width = 32 - Math.clz32(largest)
  // One extra word: reading may access the next one.
  const packed = new Int32Array(2 + Math.ceil((values.length * width) / 32))
  packed[0] = width
  for (let index = 0; index < values.length; index++) {
    const bit = index * width
    const word = 1 + (bit >>> 5)
    const shift = bit & 31
    packed[word] = packed[word]! | (values[index]! << shift)
    if (shift + width > 32) packed[word + 1] = values[index]! >>> (32 - shift)
  }
  return packed
}

/** The number at an index, which must be within the list. */
export function readBits(packed: Int32Array, index: number): number {
  const width = packed[0]!
  const bit = index * width
  const word = 1 + (bit >>> 5)
  const shift = bit & 31
  let value = packed[word]! >>> shift
  if (shift + width > 32) value |= packed[word + 1]! << (32 - shift)
  return value & ((1 << width) - 1)
}

/** Number of set bits in a word. */
export function countBits(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555)
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
