// Named arrays of fixed types, concatenated in one block of memory or of a file. Each begins at a multiple of eight bytes.

const WIDTHS = { f64: 8, i32: 4, u16: 2, u8: 1 } as const
type ElementType = keyof typeof WIDTHS

/** Element type of each array, in the order of the block. */
export type ArrayTypes = Readonly<Record<string, ElementType>>

type ArrayOf<Type extends ElementType> = Type extends 'f64'
  ? Float64Array
  : Type extends 'i32'
    ? Int32Array
    : Type extends 'u16'
      ? Uint16Array
      : Uint8Array
type AnyArray = ArrayOf<ElementType>

export type ArraysOf<Types extends ArrayTypes> = { [Name in keyof Types]: ArrayOf<Types[Name]> }

/** Number of elements of each array, which determines its position in the block. */
export type ArrayLengths = Readonly<Record<string, number>>

export function getLengths<Types extends ArrayTypes>(types: Types, arrays: ArraysOf<Types>): ArrayLengths {
  return Object.fromEntries(Object.keys(types).map((name) => [name, arrays[name]!.length]))
}

/** Whether exactly the arrays of these types are named, each with a valid length. */
export function areLengthsFor(types: ArrayTypes, lengths: unknown): lengths is ArrayLengths {
  if (typeof lengths !== 'object' || lengths === null) return false
  const names = Object.keys(types)
  const known = lengths as Record<string, unknown>
  return Object.keys(known).length === names.length && names.every((name) => Number.isSafeInteger(known[name]))
}

/** Size of the block that holds arrays of these lengths. */
export function blockBytes(types: ArrayTypes, lengths: ArrayLengths): number {
  let offset = 0
  for (const name in types) offset += paddedBytes(types[name]!, lengths[name]!)
  return offset
}

/** Views on the arrays of a block, without copying. */
export function viewArrays<Types extends ArrayTypes>(
  types: Types,
  lengths: ArrayLengths,
  block: Uint8Array,
): ArraysOf<Types> {
  const views: Record<string, AnyArray> = {}
  let offset = block.byteOffset
  for (const name in types) {
    const length = lengths[name]!
    views[name] = createView(types[name]!, block.buffer, offset, length)
    offset += paddedBytes(types[name]!, length)
  }
  return views as ArraysOf<Types>
}

/** The bytes of a block with these arrays, in pieces, without copying. */
export function* getPieces<Types extends ArrayTypes>(types: Types, arrays: ArraysOf<Types>): Generator<Uint8Array> {
  for (const name in types) {
    const array = arrays[name]!
    yield new Uint8Array(array.buffer, array.byteOffset, array.byteLength)
    yield new Uint8Array(paddedBytes(types[name]!, array.length) - array.byteLength)
  }
}

function createView(type: ElementType, buffer: ArrayBufferLike, offset: number, length: number): AnyArray {
  if (type === 'f64') return new Float64Array(buffer, offset, length)
  if (type === 'i32') return new Int32Array(buffer, offset, length)
  if (type === 'u16') return new Uint16Array(buffer, offset, length)
  return new Uint8Array(buffer, offset, length)
}

function paddedBytes(type: ElementType, length: number): number {
  return Math.ceil((length * WIDTHS[type]) / 8) * 8
}
