// The two passes over the extracts: first the ways and turn restrictions that a profile needs, then the coordinates of their nodes.

import { Float64List, Int32List, Uint8List } from '../foundation/growable.ts'
import { findId, IdCursor, sortDistinct } from '../foundation/sorted-ids.ts'
import { openExtract } from '../pbf/extract.ts'
import type { RelationMember, Tags } from '../pbf/primitive-block.ts'
import {
  BARRIER_KEYS,
  type Barriers,
  isBarrier,
  isOpening,
  isWideBarrier,
  layBarriers,
  NO_BARRIERS,
} from './barriers.ts'
import { isZoneInForce, readLowEmissionZones, type Zone } from './low-emission-zones.ts'
import type { Profile } from './profiles.ts'
import { type RestrictionRelation, readRestriction } from './restrictions.ts'
import {
  isClosedStreet,
  ROUTABLE_KEYS,
  readNodeAccess,
  readWayRule,
  signalDirections,
  type WayRule,
} from './way-rules.ts'

export const NODE_MISSING = 1
export const NODE_BLOCKED = 2
/** Signals along / against the way that passes the node. */
export const NODE_SIGNALS_FORWARD = 4
export const NODE_SIGNALS_BACKWARD = 8
/** Passed only to reach or leave a place beyond it. */
export const NODE_RESTRICTED = 16
/** A gate or a crossing for walkers; only for nodes of barriers. */
const NODE_OPENING = 32

/** All data read from the files for building the network. Way w has refs[wayFirstRef[w] .. wayFirstRef[w + 1]). */
export interface RawRoads {
  wayIds: Float64Array
  wayRules: WayRule[]
  wayFirstRef: Int32Array
  /** Node indexes. */
  refs: Int32Array
  /** Node indexes of the ends of each segment of streets that are closed to the profile, in pairs. */
  closedRefs: Int32Array
  nodeLatE7: Int32Array
  nodeLngE7: Int32Array
  /** NODE_* bits. */
  nodeFlags: Uint8Array
  /** OSM node ids, ascending; a node's index is its position in this array. */
  nodeIds: Float64Array
  restrictions: RestrictionRelation[]
  /** Zones that the vehicle may not enter. */
  zones: Zone[]
  barriers: Barriers
}

export interface RawProgress {
  onProgress?: (share: number) => void
  shouldStop?: () => boolean
}

/** Reads the files for a profile. Elements may be in any order and in several files. Throws RoadsError. */
export function readRawRoads(paths: readonly string[], profile: Profile, progress: RawProgress = {}): RawRoads {
  const extracts = paths.map(openExtract)
  try {
    const ways = new WayCollector(profile, extracts.length > 1)
    for (const [index, extract] of extracts.entries()) {
      extract.read(ways, {
        shouldStop: progress.shouldStop,
        onProgress: (share) => progress.onProgress?.((0.6 * (index + share)) / extracts.length),
      })
    }
    const nodeIds = sortDistinct(ways.listNodeIds())
    const nodes = new NodeCollector(nodeIds, profile)
    for (const [index, extract] of extracts.entries()) {
      extract.read(nodes, {
        shouldStop: progress.shouldStop,
        onProgress: (share) => progress.onProgress?.(0.6 + (0.4 * (index + share)) / extracts.length),
      })
    }
    const refs = getIndexes(ways.refIds, nodeIds)
    return {
      wayIds: ways.ids.toArray(),
      wayRules: ways.rules,
      wayFirstRef: ways.firstRefs(),
      refs,
      closedRefs: getIndexes(ways.closedRefIds, nodeIds),
      nodeLatE7: nodes.latE7,
      nodeLngE7: nodes.lngE7,
      nodeFlags: nodes.flags,
      nodeIds,
      restrictions: [...ways.restrictions.values()],
      zones: readLowEmissionZones(extracts, profile),
      barriers: getBarriers(ways, nodes, refs),
    }
  } finally {
    for (const extract of extracts) extract.close()
  }
}

class WayCollector {
  readonly wayKeys = [...ROUTABLE_KEYS, ...BARRIER_KEYS]
  readonly relationKeys = ['type']
  readonly ids = new Float64List()
  readonly rules: WayRule[] = []
  readonly firstRef = new Int32List()
  readonly refIds = new Float64List(16384)
  readonly closedRefIds = new Float64List()
  readonly barrierFirstRef = new Int32List()
  readonly barrierIsWide = new Uint8List()
  readonly barrierRefIds = new Float64List()
  /** Nodes of roads and paths that the profile does not use: people walk there. */
  readonly pathRefIds = new Float64List()
  /** Relations by id, so that a relation in two files counts once. */
  readonly restrictions = new Map<number, RestrictionRelation>()
  private readonly profile: Profile
  /** Way id → its index, kept only when several files may contain the same way. */
  private readonly indexOfId: Map<number, number> | undefined
  /** Equal rules are stored once: a country has millions of ways but only a few thousand distinct rules. */
  private readonly sharedRules = new Map<string, WayRule>()

  constructor(profile: Profile, hasSeveralFiles: boolean) {
    this.profile = profile
    this.indexOfId = hasSeveralFiles ? new Map() : undefined
  }

  way(id: number, refs: readonly number[], tags: Tags): void {
    if (refs.length < 2) return
    const rule = readWayRule(tags, this.profile)
    if (!rule) {
      if (isClosedStreet(tags, this.profile)) this.addClosed(refs)
      if (isBarrier(tags)) this.addBarrier(refs, isWideBarrier(tags))
      else if (tags.has('highway')) for (const ref of refs) this.pathRefIds.push(ref)
      return
    }
    const known = this.indexOfId?.get(id)
    // A way cut at one file's border may be whole in the other: keep the first unless the later one is longer.
    if (known !== undefined && this.refCount(known) >= refs.length) return
    this.indexOfId?.set(id, this.ids.length)
    if (known !== undefined) this.ids.array[known] = 0
    this.ids.push(id)
    this.rules.push(this.shareRule(rule))
    this.firstRef.push(this.refIds.length)
    let previous = Number.NaN
    for (const ref of refs) {
      if (ref !== previous) this.refIds.push(ref)
      previous = ref
    }
  }

  relation(id: number, members: RelationMember[], tags: Tags): void {
    isZoneInForce(tags, this.profile)
    const restriction = readRestriction(members, tags, this.profile)
    if (restriction) this.restrictions.set(id, restriction)
  }

  /** Ids of all needed nodes, in any order and with duplicates. */
  listNodeIds(): Float64Array {
    const lists = [this.refIds, this.closedRefIds, this.barrierRefIds]
    const ids = new Float64Array(lists.reduce((sum, { length }) => sum + length, 0))
    let used = 0
    for (const { array, length } of lists) {
      ids.set(array.subarray(0, length), used)
      used += length
    }
    return ids
  }

  firstRefs(): Int32Array {
    const first = new Int32Array(this.ids.length + 1)
    first.set(this.firstRef.array.subarray(0, this.ids.length))
    first[this.ids.length] = this.refIds.length
    return first
  }

  private addClosed(refs: readonly number[]): void {
    for (let place = 1; place < refs.length; place++) {
      this.closedRefIds.push(refs[place - 1]!)
      this.closedRefIds.push(refs[place]!)
    }
  }

  private addBarrier(refs: readonly number[], isWide: boolean): void {
    this.barrierIsWide.push(isWide ? 1 : 0)
    this.barrierFirstRef.push(this.barrierRefIds.length)
    for (const ref of refs) this.barrierRefIds.push(ref)
  }

  private refCount(way: number): number {
    const next = way + 1 < this.ids.length ? this.firstRef.array[way + 1]! : this.refIds.length
    return next - this.firstRef.array[way]!
  }

  private shareRule(rule: WayRule): WayRule {
    const key = Object.values(rule).join('\u0000')
    const shared = this.sharedRules.get(key)
    if (shared) return shared
    this.sharedRules.set(key, rule)
    return rule
  }
}

class NodeCollector {
  /** OSM node ids, ascending. */
  readonly ids: Float64Array
  readonly latE7: Int32Array
  readonly lngE7: Int32Array
  readonly flags: Uint8Array
  private readonly wanted: IdCursor
  private readonly profile: Profile

  constructor(nodeIds: Float64Array, profile: Profile) {
    this.ids = nodeIds
    this.wanted = new IdCursor(nodeIds)
    this.profile = profile
    this.latE7 = new Int32Array(nodeIds.length)
    this.lngE7 = new Int32Array(nodeIds.length)
    this.flags = new Uint8Array(nodeIds.length).fill(NODE_MISSING)
  }

  node(id: number, latE7: number, lngE7: number, tags: Tags): void {
    const index = this.wanted.find(id)
    if (index < 0) return
    this.latE7[index] = latE7
    this.lngE7[index] = lngE7
    let flags = 0
    if (tags.size > 0) {
      const access = readNodeAccess(tags, this.profile)
      if (access === 'closed') flags |= NODE_BLOCKED
      if (access === 'restricted') flags |= NODE_RESTRICTED
      flags |= signalDirections(tags) * NODE_SIGNALS_FORWARD
      if (isOpening(tags)) flags |= NODE_OPENING
    }
    this.flags[index] = flags
  }
}

function getIndexes({ array, length }: Float64List, sorted: Float64Array): Int32Array {
  const indexes = new Int32Array(length)
  for (let place = 0; place < length; place++) indexes[place] = findId(sorted, array[place]!)
  return indexes
}

/** `roadRefs` are node indexes of the roads that the profile uses. */
function getBarriers(ways: WayCollector, nodes: NodeCollector, roadRefs: Int32Array): Barriers {
  const { barrierFirstRef, barrierIsWide, barrierRefIds, pathRefIds } = ways
  if (barrierRefIds.length === 0) return NO_BARRIERS
  barrierFirstRef.push(barrierRefIds.length)
  const isWalked = new Uint8Array(nodes.ids.length)
  for (const node of roadRefs) isWalked[node] = 1
  for (const node of getIndexes(pathRefIds, nodes.ids)) if (node >= 0) isWalked[node] = 1
  return layBarriers(
    {
      firstRef: barrierFirstRef.toArray(),
      isWide: barrierIsWide.toArray(),
      refs: getIndexes(barrierRefIds, nodes.ids),
    },
    {
      ...nodes,
      isKnown: (node) => (nodes.flags[node]! & NODE_MISSING) === 0,
      isPassed: (node) => isWalked[node] === 1 || (nodes.flags[node]! & NODE_OPENING) !== 0,
    },
  )
}
