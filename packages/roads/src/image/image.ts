// Everything a query needs, as flat arrays in one block of memory: threads use it without copies, and the block is written to disk as
// it stands and used from there.

import { type FileMapping, unmapFile, viewMapping } from '../foundation/mapped-file.ts'

/** Element type of each array, in file order. Widths first so that every array is aligned. */
const ARRAY_TYPES = {
  /** Costs of arcs that are too long to be packed, see packed-cost.ts. */
  longCost: 'f64',
  /** Lengths and durations that do not fit, see edge-values.ts. */
  longLengthOf: 'i32',
  longLengthDm: 'i32',
  longDurationOf: 'i32',
  longDurationCs: 'i32',
  /** By edge, as bits (bit-list.ts): place of its name, 0 for none. */
  edgeName: 'i32',
  /** Shapes of edges, and behind them the segments of closed streets as roads of two points, see road-shapes.ts. */
  shapeFirst: 'i32',
  shapeBits: 'i32',
  /** As bits: roads that places may lie at, see road-index.ts: edges, and behind their numbers the segments of closed streets. */
  indexItem: 'i32',
  indexCount: 'i32',
  indexBox: 'i32',
  /** Edges that the vehicle avoids, ascending; what they are stands in `avoidedKinds`. */
  avoidedEdge: 'i32',
  /** What stands between places and roads, see barrier-index.ts. */
  barrierShapeFirst: 'i32',
  barrierShapeBits: 'i32',
  barrierOpenings: 'i32',
  barrierCount: 'i32',
  barrierItem: 'i32',
  barrierBox: 'i32',
  /** Which state drives which directed edge, see edge-states.ts. */
  edgeOfRank: 'i32',
  rankMarks: 'i32',
  rankMarkCount: 'i32',
  rankBack: 'i32',
  extraEdge: 'i32',
  /** The hierarchy, see packed-arcs.ts. */
  arcRun: 'i32',
  arcCost: 'i32',
  farFirst: 'i32',
  farNode: 'i32',
  viaGroups: 'i32',
  viaFirst: 'i32',
  /** Round trips over lower ranks, see contract.ts. */
  loopMarks: 'i32',
  loopMarkCount: 'i32',
  loopCost: 'i32',
  loopVia: 'i32',
  nameFirst: 'i32',
  edgeLength: 'u16',
  edgeDuration: 'u16',
  arcOffset: 'u16',
  arcNode: 'u16',
  upCount: 'u8',
  /** See vehicle-access.ts. */
  avoidedKinds: 'u8',
  nameBytes: 'u8',
  edgeFlags: 'u8',
} as const

type ArrayName = keyof typeof ARRAY_TYPES
const WIDTHS = { f64: 8, i32: 4, u16: 2, u8: 1 } as const
type ArrayOf<T> = T extends 'f64'
  ? Float64Array
  : T extends 'i32'
    ? Int32Array
    : T extends 'u16'
      ? Uint16Array
      : Uint8Array
type AnyArray = Float64Array | Int32Array | Uint16Array | Uint8Array

export type RoadArrays = { [Name in ArrayName]: ArrayOf<(typeof ARRAY_TYPES)[Name]> }

/** Facts about the graph that are not arrays. */
export interface RoadFacts {
  profile: string
  drivesOnLeft: boolean
  bounds: { minLat: number; minLng: number; maxLat: number; maxLng: number }
  edgeCount: number
  stateCount: number
  arcCount: number
  shortcutCount: number
  /** Hash of the network it was made of: equal networks answer alike. */
  networkHash: string
  /** Texts of hours that the roads depend on, in order. */
  hours: readonly string[]
}

export interface RoadImage {
  facts: RoadFacts
  arrays: RoadArrays
  /** Holds all arrays. */
  memory: ImageMemory
  /** Length of each array, by which another thread or a file finds them in the memory. */
  lengths: Record<string, number>
}

/** What an image was built in, or the file that keeps it. Either goes to another thread without a copy. */
export type ImageMemory = SharedArrayBuffer | KeptImage

export interface KeptImage {
  file: FileMapping
  /** Where the first array begins, a multiple of eight. */
  offset: number
}

/** Copies arrays into one shared block. */
export function packImage(facts: RoadFacts, arrays: RoadArrays): RoadImage {
  const lengths = Object.fromEntries(arrayNames().map((name) => [name, arrays[name].length]))
  const image = viewImage(facts, lengths, new SharedArrayBuffer(imageBytes(lengths)))
  for (const name of arrayNames()) image.arrays[name].set(arrays[name])
  return image
}

/** The arrays of a block made by packImage, in this or another thread or from a file. Throws where the block is not of their size. */
export function viewImage(facts: RoadFacts, lengths: Record<string, number>, memory: ImageMemory): RoadImage {
  const body = bodyOf(memory)
  if (imageBytes(lengths) !== body.byteLength) throw new Error('a road graph has other arrays than this version knows')
  const views: Partial<Record<ArrayName, AnyArray>> = {}
  let offset = 0
  for (const name of arrayNames()) {
    const length = lengths[name]!
    views[name] = createView(ARRAY_TYPES[name], body.buffer, body.byteOffset + offset, length)
    offset = alignedEnd(offset, name, length)
  }
  return { facts, arrays: views as RoadArrays, memory, lengths }
}

/** All arrays as bytes. */
export function bodyOf(memory: ImageMemory): Uint8Array {
  if (memory instanceof SharedArrayBuffer) return new Uint8Array(memory)
  return new Uint8Array(viewMapping(memory.file), memory.offset)
}

/** Ends the use of an image in all threads: none of its arrays may be read any more. */
export function releaseMemory(memory: ImageMemory): void {
  if (!(memory instanceof SharedArrayBuffer)) unmapFile(memory.file)
}

/** Size of the block that holds arrays of these lengths. */
export function imageBytes(lengths: Record<string, number>): number {
  let offset = 0
  for (const name of arrayNames()) offset = alignedEnd(offset, name, lengths[name]!)
  return offset
}

/** True when `lengths` names exactly the arrays of this version, each with a usable length. */
export function hasAllArrays(lengths: Record<string, unknown>): lengths is Record<string, number> {
  const names = arrayNames()
  return Object.keys(lengths).length === names.length && names.every((name) => Number.isSafeInteger(lengths[name]))
}

function arrayNames(): ArrayName[] {
  return Object.keys(ARRAY_TYPES) as ArrayName[]
}

function createView(type: keyof typeof WIDTHS, buffer: ArrayBufferLike, offset: number, length: number): AnyArray {
  if (type === 'f64') return new Float64Array(buffer, offset, length)
  if (type === 'i32') return new Int32Array(buffer, offset, length)
  if (type === 'u16') return new Uint16Array(buffer, offset, length)
  return new Uint8Array(buffer, offset, length)
}

function alignedEnd(offset: number, name: ArrayName, length: number): number {
  return Math.ceil((offset + length * WIDTHS[ARRAY_TYPES[name]]) / 8) * 8
}
