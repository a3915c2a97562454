// All data that queries need, as flat arrays in one block of memory: threads use it without copies, and the block is written to disk and
// used from there unchanged.

import { type ArraysOf, type ArrayTypes, blockBytes, viewArrays } from '../foundation/array-block.ts'
import { getBytes, type KeptMemory } from '../foundation/kept-file.ts'

/** Element type of each array, in file order. Widest types first so that every array is aligned. */
const ARRAY_TYPES = {
  /** Costs of arcs that are too long to be packed, see packed-cost.ts. */
  longCost: 'f64',
  /** Lengths and durations that do not fit in 16 bits, see edge-values.ts. */
  longLengthOf: 'i32',
  longLengthDm: 'i32',
  longDurationOf: 'i32',
  longDurationCs: 'i32',
  /** Bit list: index of each edge's name, 0 for none. */
  edgeName: 'i32',
  /** Shapes of edges, followed by the segments of closed streets as roads of two points, see road-shapes.ts. */
  shapeFirst: 'i32',
  shapeBits: 'i32',
  /** Bit list: roads to which points may snap (road-index.ts), that is edges, followed by the segments of closed streets. */
  indexItem: 'i32',
  indexCount: 'i32',
  indexBox: 'i32',
  /** Edges that the vehicle avoids, ascending; their kinds are in `avoidedKinds`. */
  avoidedEdge: 'i32',
  /** Barriers between places and roads, see barrier-index.ts. */
  barrierShapeFirst: 'i32',
  barrierShapeBits: 'i32',
  barrierOpenings: 'i32',
  barrierCount: 'i32',
  barrierItem: 'i32',
  barrierBox: 'i32',
  /** Mapping of states and directed edges, see edge-states.ts. */
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

/** Arrays of an image based on another one, in place of arcs, shapes and names of its own, see own-arcs.ts and OwnRoads. */
const OWN_TYPES = {
  longCost: 'f64',
  marks: 'i32',
  markCount: 'i32',
  arcFirst: 'i32',
  arcCost: 'i32',
  farFirst: 'i32',
  farNode: 'i32',
  via: 'i32',
  loopCost: 'i32',
  loopVia: 'i32',
  shapeFirst: 'i32',
  shapeBits: 'i32',
  nameFirst: 'i32',
  arcNode: 'u16',
  nameBytes: 'u8',
} as const

type ArrayName = keyof typeof ARRAY_TYPES
type OwnName = keyof typeof OWN_TYPES
type SharedArrays = ArraysOf<typeof ARRAY_TYPES>
type OwnArrays = ArraysOf<typeof OWN_TYPES>
type AnyArray = SharedArrays[ArrayName]

/** For an image based on another one: arcs of marked nodes, and shapes of roads and names that follow those of the other image. */
export interface OwnRoads extends OwnArrays {
  /** Number of all nodes. */
  nodeCount: number
  /** Number of edges of the other image; the roads after them, edges and then closed streets, have shapes of their own. */
  sharedEdges: number
}

/** `own` is set in an image based on another one; the other arrays are then that one's arcs, shapes and names. */
export type RoadArrays = SharedArrays & { own?: OwnRoads }

/** Facts about the graph that are not arrays. */
export interface RoadFacts {
  profile: string
  drivesOnLeft: boolean
  bounds: { minLat: number; minLng: number; maxLat: number; maxLng: number }
  edgeCount: number
  stateCount: number
  arcCount: number
  shortcutCount: number
  /** Hash of the network it was made of: equal networks give equal results. */
  networkHash: string
  /** Texts of hours that the roads depend on, sorted. */
  hours: readonly string[]
}

export interface RoadImage {
  facts: RoadFacts
  arrays: RoadArrays
  /** Holds all arrays except those of `base`. */
  memory: KeptMemory
  /** Length of each array, from which another thread or a file computes their positions. */
  lengths: Record<string, number>
  /** The whole image that it is based on, which holds what `memory` does not. */
  base?: RoadImage
}

/** An image on its way between threads: they share the memory itself, without copying. */
export interface SharedImage {
  facts: RoadFacts
  lengths: Record<string, number>
  memory: KeptMemory
  base?: SharedImage
}

/** Views the image of another thread. */
export function viewShared({ facts, lengths, memory, base }: SharedImage): RoadImage {
  return viewImage(facts, lengths, memory, base && viewShared(base))
}

/** Data for another thread: everything but the arrays, which it views itself. */
export function shareImage({ facts, lengths, memory, base }: RoadImage): SharedImage {
  return { facts, lengths, memory, ...(base && { base: shareImage(base) }) }
}

/** Copies arrays into one shared block. */
export function packImage(facts: RoadFacts, arrays: SharedArrays): RoadImage {
  return pack(facts, arrays)
}

/**
 * Like `packImage`, for an image based on another one. Those of `arrays` that equal the other image's, or are missing, are taken from
 * there.
 */
export function packBeside(
  facts: RoadFacts,
  arrays: Partial<SharedArrays>,
  own: OwnArrays,
  base: RoadImage,
): RoadImage {
  const kept = Object.entries(arrays).filter(([name, array]) => !isEqual(array, base.arrays[name as ArrayName]))
  const prefixed = Object.entries(own).map(([name, array]) => [OWN + name, array])
  return pack(facts, Object.fromEntries([...kept, ...prefixed]), base)
}

function pack(facts: RoadFacts, arrays: Record<string, AnyArray>, base?: RoadImage): RoadImage {
  const lengths = Object.fromEntries(listNames(arrays).map((name) => [name, arrays[name]!.length]))
  const image = viewImage(facts, lengths, new SharedArrayBuffer(imageBytes(lengths)), base)
  for (const name of listNames(lengths)) arrayAt(image.arrays, name).set(arrays[name]!)
  return image
}

function arrayAt(arrays: RoadArrays, name: string): AnyArray {
  return name.startsWith(OWN) ? arrays.own![name.slice(OWN.length) as OwnName] : arrays[name as ArrayName]
}

function isEqual(one: AnyArray, other: AnyArray): boolean {
  const bytes = ({ buffer, byteOffset, byteLength }: AnyArray) => Buffer.from(buffer, byteOffset, byteLength)
  return bytes(one).equals(bytes(other))
}

/**
 * Views the arrays of a block made by packImage or packBeside, in this or another thread or from a file. `base` is the image that it is
 * based on. Throws when the size of the block is wrong.
 */
export function viewImage(
  facts: RoadFacts,
  lengths: Record<string, number>,
  memory: KeptMemory,
  base?: RoadImage,
): RoadImage {
  const body = getBytes(memory)
  if (imageBytes(lengths) !== body.byteLength) throw new Error('a road graph has other arrays than this version knows')
  const views: Record<string, AnyArray> = {}
  const ownViews: Record<string, AnyArray> = {}
  for (const [name, view] of Object.entries(viewArrays(getTypes(lengths), lengths, body))) {
    if (name.startsWith(OWN)) ownViews[name.slice(OWN.length)] = view
    else views[name] = view
  }
  if (!base) return { facts, arrays: views as unknown as RoadArrays, memory, lengths }
  const own = { ...(ownViews as unknown as OwnArrays), nodeCount: facts.stateCount, sharedEdges: base.facts.edgeCount }
  return { facts, arrays: { ...base.arrays, ...views, own }, memory, lengths, base }
}

/** Size of the block that holds arrays of these lengths. */
export function imageBytes(lengths: Record<string, number>): number {
  return blockBytes(getTypes(lengths), lengths)
}

/** Whether these are array lengths of an image based on another one. */
export function standsBeside(lengths: Record<string, unknown>): boolean {
  return OWN_NAMES.some((name) => name in lengths)
}

/** Whether `lengths` names exactly the arrays of this version, each with a valid length; an image based on another one may omit some. */
export function hasAllArrays(lengths: Record<string, unknown>): lengths is Record<string, number> {
  const names = Object.keys(lengths)
  const isBeside = standsBeside(lengths)
  const [wanted, known] = isBeside ? [OWN_NAMES, ALL_NAMES] : [SHARED_NAMES, SHARED_NAMES]
  if (!names.every((name) => known.includes(name) && Number.isSafeInteger(lengths[name]))) return false
  return wanted.every((name) => name in lengths)
}

/** Prefix in lengths for the arrays that an image has in place of the other's. */
const OWN = 'own.'
const OWN_PREFIXED = Object.fromEntries(Object.entries(OWN_TYPES).map(([name, type]) => [OWN + name, type]))
const ALL_TYPES: ArrayTypes = { ...ARRAY_TYPES, ...OWN_PREFIXED }
const SHARED_NAMES = Object.keys(ARRAY_TYPES)
const OWN_NAMES = Object.keys(OWN_PREFIXED)
const ALL_NAMES = Object.keys(ALL_TYPES)

/** Names of the arrays present, in the order of the block. */
function listNames(arrays: Record<string, unknown>): string[] {
  return ALL_NAMES.filter((name) => name in arrays)
}

/** Types of the arrays present, in the order of the block. */
function getTypes(lengths: Record<string, unknown>): ArrayTypes {
  return Object.fromEntries(listNames(lengths).map((name) => [name, ALL_TYPES[name]!]))
}
