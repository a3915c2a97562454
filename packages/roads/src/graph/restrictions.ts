// Turn restriction relations: which of them bind a profile, and what they say in directed edges of the network.

import type { RelationMember, Tags } from '../pbf/primitive-block.ts'
import type { Profile } from './profiles.ts'

/** A restriction as tagged, in OSM ids. */
export interface RestrictionRelation {
  isOnly: boolean
  fromWays: number[]
  toWays: number[]
  /** Present when the via is a node, else `viaWays` has the ways in order. */
  viaNode: number | undefined
  viaWays: number[]
}

/**
 * A restriction on directed edges e0, e1, …, en.
 * no_*: whoever came e0 … e(n-1) must not go on to en. only_*: whoever came e0 … e(n-1) must go on to en,
 * and with n > 1 whoever came e0, e1 must stay on the sequence.
 */
export interface EdgeRestriction {
  edges: number[]
  isOnly: boolean
}

/** What resolving needs to know of the network. Directed edge 2k runs along way order, 2k + 1 against it. */
export interface RestrictionNetwork {
  /** Edges of a way in order, or none when the profile does not use it. */
  edgesOfWay(wayId: number): readonly number[]
  /** Junction made from an OSM node, or -1. */
  junctionOfNode(nodeId: number): number
  edgeFrom: Int32Array
  edgeTo: Int32Array
}

/** Reads a relation; undefined when it is no restriction, does not bind the profile, holds at certain hours only, or is incomplete. */
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
  const waysOf = (role: string) =>
    members.filter((member) => member.role === role && member.type === 'way').map((member) => member.ref)
  const viaNode = members.find((member) => member.role === 'via' && member.type === 'node')?.ref
  const restriction = { isOnly, fromWays: waysOf('from'), toWays: waysOf('to'), viaNode, viaWays: waysOf('via') }
  const hasVia = viaNode !== undefined || restriction.viaWays.length > 0
  return hasVia && restriction.fromWays.length > 0 && restriction.toWays.length > 0 ? restriction : undefined
}

/** Translates a relation into sequences of directed edges; empty when a part of it is not in the network. */
export function resolveRestriction(relation: RestrictionRelation, network: RestrictionNetwork): EdgeRestriction[] {
  const resolved: EdgeRestriction[] = []
  for (const fromWay of relation.fromWays) {
    for (const toWay of relation.toWays) {
      const sequences =
        relation.viaNode === undefined
          ? sequencesViaWays(fromWay, relation.viaWays, toWay, network)
          : sequencesViaNode(fromWay, network.junctionOfNode(relation.viaNode), toWay, network)
      for (const edges of sequences) resolved.push({ edges, isOnly: relation.isOnly })
    }
  }
  return resolved
}

function bindingValue(tags: Tags, profile: Profile): string | undefined {
  for (const name of profile.restrictionNames) {
    const value = tags.get(`restriction:${name}`)
    if (value !== undefined) return value
  }
  if (profile.restrictionNames.length === 0) return undefined
  const exempt = tags.get('except')?.split(/[;,\s]+/) ?? []
  if (exempt.some((name) => profile.restrictionNames.includes(name))) return undefined
  return tags.get('restriction')
}

function sequencesViaNode(fromWay: number, via: number, toWay: number, network: RestrictionNetwork): number[][] {
  if (via < 0) return []
  const sequences: number[][] = []
  for (const from of arriving(fromWay, via, network)) {
    for (const to of leaving(toWay, via, network)) {
      // From and to may be one way that passes through the node: then turning on the spot is only meant by no_u_turn,
      // which is never an arc except at a dead end, so the sequence "back along the same edge" is kept and does no harm.
      sequences.push([from, to])
    }
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
  for (const start of endJunctions(viaWays[0]!, network)) {
    const via = followWays(viaWays, start, network)
    if (!via) continue
    const end = headOf(via[via.length - 1]!, network)
    for (const from of arriving(fromWay, start, network)) {
      for (const to of leaving(toWay, end, network)) sequences.push([from, ...via, to])
    }
  }
  return sequences
}

/** Directed edges along whole ways from a junction, each way entered at one of its ends; undefined when they do not join. */
function followWays(ways: readonly number[], start: number, network: RestrictionNetwork): number[] | undefined {
  const path: number[] = []
  let at = start
  for (const way of ways) {
    const edges = network.edgesOfWay(way)
    if (edges.length === 0) return undefined
    const isForward = network.edgeFrom[edges[0]!] === at
    const isBackward = network.edgeTo[edges[edges.length - 1]!] === at
    if (!isForward && !isBackward) return undefined
    const directed = isForward ? edges.map((edge) => 2 * edge) : edges.map((edge) => 2 * edge + 1).reverse()
    path.push(...directed)
    at = headOf(path[path.length - 1]!, network)
  }
  return path
}

function endJunctions(way: number, network: RestrictionNetwork): number[] {
  const edges = network.edgesOfWay(way)
  if (edges.length === 0) return []
  const start = network.edgeFrom[edges[0]!]!
  const end = network.edgeTo[edges[edges.length - 1]!]!
  return start === end ? [start] : [start, end]
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

function headOf(directed: number, network: RestrictionNetwork): number {
  return (directed & 1) === 0 ? network.edgeTo[directed >> 1]! : network.edgeFrom[directed >> 1]!
}
