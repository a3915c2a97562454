// Turn restriction relations: which of them apply to a profile, and their meaning in directed edges of the network.

import type { RelationMember, Tags } from '../pbf/primitive-block.ts'
import { readConditions } from './conditions.ts'
import type { Profile } from './profiles.ts'

/** Turn of a restriction; 'any' when it does not say (no_entry, no_exit). */
export type TurnKind = 'left' | 'right' | 'straight' | 'back' | 'any'

const TURN_OF_NAME: Readonly<Record<string, TurnKind>> = {
  left_turn: 'left',
  right_turn: 'right',
  straight_on: 'straight',
  u_turn: 'back',
}

/** Typical angle of each turn, degrees to the right, and the largest deviation from it. */
const IDEAL_DEGREES = { left: -90, right: 90, straight: 0, back: 180 }
const TOLERANCE_DEGREES = 50

/** A restriction as tagged, in OSM ids. */
export interface RestrictionRelation {
  isOnly: boolean
  turn: TurnKind
  fromWays: number[]
  toWays: number[]
  /** Set when the via is a node; otherwise `viaWays` holds the ways in order. */
  viaNode: number | undefined
  viaWays: number[]
}

/**
 * A restriction on directed edges e0, e1, …, en. no_*: after e0 … e(n-1), continuing to en is forbidden. only_*: after e0 … e(n-1),
 * continuing to en is mandatory, and with n > 1, after e0, e1 the whole sequence is mandatory.
 */
export interface EdgeRestriction {
  edges: number[]
  isOnly: boolean
}

/** Network data needed to resolve restrictions. Directed edge 2k is in way order, 2k + 1 against it. */
export interface RestrictionNetwork {
  /** Edges of a way in order; empty when the profile does not use it. */
  edgesOfWay(wayId: number): readonly number[]
  /** Junction of an OSM node, or -1. */
  junctionOfNode(nodeId: number): number
  edgeFrom: Int32Array
  edgeTo: Int32Array
  isDrivable(directed: number): boolean
  /** Degrees of the turn from one directed edge to another, regardless of what is between them: -180..179, positive to the right. */
  turnDegrees(from: number, to: number): number
}

/**
 * Reads a relation; undefined when it is no restriction, does not apply to the profile, is not in force while it is under way, or is
 * incomplete.
 */
export function readRestriction(
  members: RelationMember[],
  tags: Tags,
  profile: Profile,
): RestrictionRelation | undefined {
  if (!tags.get('type')?.startsWith('restriction')) return undefined
  if (tags.has('day_on') || tags.has('hour_on')) return undefined
  const value = bindingValue(tags, profile)
  const isOnly = value?.startsWith('only_') ?? false
  if (!isOnly && !value?.startsWith('no_')) return undefined
  const name = value!.slice(value!.indexOf('_') + 1)
  // A turn that is forbidden at red is allowed at green.
  if (name.endsWith('_on_red')) return undefined
  const listWays = (role: string) =>
    members.filter((member) => member.role === role && member.type === 'way').map((member) => member.ref)
  const viaNode = members.find((member) => member.role === 'via' && member.type === 'node')?.ref
  const turn = TURN_OF_NAME[name] ?? 'any'
  const restriction = {
    isOnly,
    turn,
    fromWays: listWays('from'),
    toWays: listWays('to'),
    viaNode,
    viaWays: listWays('via'),
  }
  const hasVia = viaNode !== undefined || restriction.viaWays.length > 0
  return hasVia && restriction.fromWays.length > 0 && restriction.toWays.length > 0 ? restriction : undefined
}

/** Translates a relation into sequences of directed edges; empty when a part of it is not in the network. */
export function resolveRestriction(relation: RestrictionRelation, network: RestrictionNetwork): EdgeRestriction[] {
  const resolved: EdgeRestriction[] = []
  for (const fromWay of relation.fromWays) {
    for (const toWay of relation.toWays) {
      const possible =
        relation.viaNode === undefined
          ? sequencesViaWays(fromWay, relation.viaWays, toWay, network)
          : sequencesViaNode(fromWay, network.junctionOfNode(relation.viaNode), toWay, network)
      // A sequence with a direction that cannot be driven can be neither forbidden nor mandatory.
      const drivable = possible.filter((edges) => edges.every((directed) => network.isDrivable(directed)))
      for (const edges of chooseMeant(drivable, relation.turn, network)) {
        resolved.push({ edges, isOnly: relation.isOnly })
      }
    }
  }
  return resolved
}

/**
 * Sequences that a restriction means. A way that continues after the junction arrives and leaves there twice; then those count that turn as
 * the restriction says, or, when none does, the one that comes clearly nearest to it. When several come equally near, nobody can tell which
 * of them is meant, and none is.
 */
function chooseMeant(sequences: number[][], turn: TurnKind, network: RestrictionNetwork): number[][] {
  if (sequences.length < 2) return sequences
  const isReversal = (edges: readonly number[]) => edges.length === 2 && edges[0] === (edges[1]! ^ 1)
  if (turn === 'back') {
    const reversals = sequences.filter(isReversal)
    if (reversals.length > 0) return reversals
  }
  const onward = sequences.filter((edges) => !isReversal(edges))
  if (turn === 'any') return onward
  const farOff = (edges: readonly number[]) => {
    const degrees = Math.abs(network.turnDegrees(edges[0]!, edges[edges.length - 1]!) - IDEAL_DEGREES[turn])
    return Math.min(degrees, 360 - degrees)
  }
  const matching = onward.filter((edges) => farOff(edges) <= TOLERANCE_DEGREES)
  if (matching.length > 0) return matching
  const nearest = Math.min(...onward.map(farOff))
  const near = onward.filter((edges) => farOff(edges) < nearest + TOLERANCE_DEGREES)
  return near.length === 1 ? near : []
}

function bindingValue(tags: Tags, profile: Profile): string | undefined {
  for (const name of profile.restrictionNames) {
    const value = valueInForce(tags, `restriction:${name}`, profile)
    if (value !== undefined) return value
  }
  if (profile.restrictionNames.length === 0) return undefined
  const exempt = tags.get('except')?.split(/[;,\s]+/) ?? []
  if (exempt.some((name) => profile.restrictionNames.includes(name))) return undefined
  return valueInForce(tags, 'restriction', profile)
}

/** The value of a key, or of its condition when that holds at any time that the vehicle is under way. */
function valueInForce(tags: Tags, key: string, profile: Profile): string | undefined {
  let inForce = tags.get(key)
  for (const { value, isErrand, cover } of readConditions(tags, `${key}:conditional`, profile)) {
    if (!isErrand && (cover === 'always' || (cover === 'partly' && inForce === undefined))) inForce = value
  }
  return inForce
}

function sequencesViaNode(fromWay: number, via: number, toWay: number, network: RestrictionNetwork): number[][] {
  if (via < 0) return []
  const sequences: number[][] = []
  for (const from of arriving(fromWay, via, network)) {
    for (const to of leaving(toWay, via, network)) sequences.push([from, to])
  }
  return sequences
}

function sequencesViaWays(
  fromWay: number,
  viaWays: readonly number[],
  toWay: number,
  network: RestrictionNetwork,
): number[][] {
  const sequences: number[][] = []
  for (const start of listJunctions(viaWays[0]!, network)) {
    const arrivals = arriving(fromWay, start, network)
    if (arrivals.length === 0) continue
    for (const via of followWays(viaWays, toWay, start, network)) {
      const end = getHead(via[via.length - 1]!, network)
      for (const from of arrivals) {
        for (const to of leaving(toWay, end, network)) sequences.push([from, ...via, to])
      }
    }
  }
  return sequences
}

/** Directed edges from a junction along each of the ways, up to the junction with the next one; `toWay` follows the last. */
function followWays(ways: readonly number[], toWay: number, start: number, network: RestrictionNetwork): number[][] {
  const [way, ...rest] = ways
  if (way === undefined) return [[]]
  const next = new Set(listJunctions(rest[0] ?? toWay, network))
  return runsAlong(way, start, network)
    .filter((run) => next.has(getHead(run[run.length - 1]!, network)))
    .flatMap((run) => {
      const end = getHead(run[run.length - 1]!, network)
      return followWays(rest, toWay, end, network).map((others) => [...run, ...others])
    })
}

/** Directed edges from a junction along a way in both directions: every run of edges up to another of its junctions. */
function runsAlong(way: number, start: number, network: RestrictionNetwork): number[][] {
  const edges = network.edgesOfWay(way)
  const runs: number[][] = []
  for (const directed of [edges.map((edge) => 2 * edge), edges.map((edge) => 2 * edge + 1).reverse()]) {
    for (let first = 0; first < directed.length; first++) {
      if (getHead(directed[first]! ^ 1, network) !== start) continue
      for (let end = first + 1; end <= directed.length; end++) runs.push(directed.slice(first, end))
    }
  }
  return runs
}

/** The junctions of a way, in order. */
function listJunctions(way: number, network: RestrictionNetwork): number[] {
  const edges = network.edgesOfWay(way)
  if (edges.length === 0) return []
  return [...new Set([network.edgeFrom[edges[0]!]!, ...edges.map((edge) => network.edgeTo[edge]!)])]
}

function arriving(way: number, junction: number, network: RestrictionNetwork): number[] {
  const directed: number[] = []
  for (const edge of network.edgesOfWay(way)) {
    if (network.edgeTo[edge] === junction) directed.push(2 * edge)
    if (network.edgeFrom[edge] === junction) directed.push(2 * edge + 1)
  }
  return directed
}

function leaving(way: number, junction: number, network: RestrictionNetwork): number[] {
  return arriving(way, junction, network).map((directed) => directed ^ 1)
}

function getHead(directed: number, network: RestrictionNetwork): number {
  return (directed & 1) === 0 ? network.edgeTo[directed >> 1]! : network.edgeFrom[directed >> 1]!
}
