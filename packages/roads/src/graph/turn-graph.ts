// The edge-based graph: a state is a directed edge together with the restrictions on continuing from it; an arc is a permitted turn. Turn
// restrictions over several ways and roads without through traffic become extra states of the same edge, so a plain shortest-path search on
// states obeys all of them. (Winter 2002; Delling, Goldberg, Pajor, Werneck 2011, section on turns.)

import { combineCost } from '../foundation/cost.ts'
import { RoadsError } from '../foundation/errors.ts'
import { Float64List, Int32List } from '../foundation/growable.ts'
import { markReachable, reverseArcs } from './components.ts'
import { findMainNetworks } from './main-networks.ts'
import {
  EDGE_APART,
  EDGE_CUT_OFF,
  EDGE_RESTRICTED_BACKWARD,
  EDGE_RESTRICTED_FORWARD,
  headJunction,
  NOT_ALLOWED,
  type RoadNetwork,
} from './network.ts'
import { NODE_BLOCKED, NODE_RESTRICTED } from './raw-roads.ts'
import { countEdgeEnds, turnCostCs } from './turn-costs.ts'

export interface TurnGraph {
  stateCount: number
  /** The directed edge of each state. */
  stateEdge: Int32Array
  /** Arcs of state s: arcFirst[s] .. arcFirst[s + 1]. Cost = driving the tail's whole edge + the turn, see cost.ts. */
  arcFirst: Int32Array
  arcHead: Int32Array
  arcCost: Float64Array
  /** State in which a trip starts on a directed edge; -1 when the direction is closed. */
  sourceState: Int32Array
  /** Further states in which a trip may end on a directed edge, besides its starting state; by directed edge, ascending. */
  extraEdge: Int32Array
  extraState: Int32Array
  /**
   * Marks by edge: EDGE_CUT_OFF unless it can be reached from, and can reach, a main network; EDGE_APART when that is not the largest one;
   * otherwise 0.
   */
  belonging: Uint8Array
}

/** Road classes of a directed edge. Restricted edges serve only the first or the last part of a trip. */
const ABSENT = 0
const NORMAL = 1
const RESTRICTED = 2

/**
 * Phases of a trip. Through roads are driven in THROUGH; restricted roads are left in DEPARTING before the first through
 * road and entered in ARRIVING after the last one; no arc leads back from ARRIVING.
 */
const THROUGH = 0
const DEPARTING = 1
const ARRIVING = 2

/** A restriction over several ways that a trip is in the middle of, and the index of its current edge. */
interface Pending {
  restriction: number
  position: number
}

/** Builds states and arcs. Throws no_roads when nothing can be driven. */
export function buildTurnGraph(network: RoadNetwork): TurnGraph {
  const turns = new TurnLister(network)
  const through = throughArcs(network, turns)
  const main = findMainNetworks(network, through)
  const hasMainNetwork = main.members.length > 0
  // Edges cut off from their main network except over restricted roads cannot carry through traffic either. Treating them as restricted
  // makes them reachable for trips that end there.
  for (let directed = 0; hasMainNetwork && directed < turns.classes.length; directed++) {
    if (turns.classes[directed] === NORMAL && !main.contains(directed)) turns.classes[directed] = RESTRICTED
  }
  const expander = new StateExpander(network, turns)
  expander.expand()
  // Without a main network (see `findMainNetworks`), all open roads stay open, and the first of them serves as its member.
  return expander.finish(hasMainNetwork ? main.members : [turns.classes.indexOf(NORMAL)], main.isByLargest)
}

/** Lists permitted turns, apart from restrictions over several ways. */
class TurnLister {
  readonly classes: Uint8Array
  readonly turns: number[] = []
  private readonly network: RoadNetwork
  private readonly outFirst: Int32Array
  private readonly outEdges: Int32Array
  private readonly forbidden = new Set<number>()
  private readonly commanded = new Map<number, number[]>()

  constructor(network: RoadNetwork) {
    this.network = network
    this.classes = classify(network)
    const out = leavingEdges(network)
    this.outFirst = out.first
    this.outEdges = out.edges
    for (const { edges, isOnly } of network.restrictions) {
      if (edges.length !== 2) continue
      const [from, to] = edges as [number, number]
      if (!isOnly) this.forbidden.add(this.pairKey(from, to))
      else this.commanded.set(from, [...(this.commanded.get(from) ?? []), to])
    }
  }

  /**
   * Sets `turns` to the directed edges of the wanted classes (bit 1 normal, bit 2 restricted) that may follow `from`. Turning back on the
   * spot is permitted only when nothing else is.
   */
  list(from: number, wantedClasses: number): void {
    this.turns.length = 0
    const junction = headJunction(this.network, from)
    const back = from ^ 1
    const flags = this.network.junctionFlags[junction]!
    // A private gate has no through traffic: only trips that begin or end beyond it pass it.
    const isGate = (flags & NODE_RESTRICTED) !== 0 && this.classes[from] === NORMAL
    const wanted = isGate ? wantedClasses & ~NORMAL : wantedClasses
    if ((flags & NODE_BLOCKED) === 0) {
      for (let place = this.outFirst[junction]!; place < this.outFirst[junction + 1]!; place++) {
        const to = this.outEdges[place]!
        if (to !== back && this.classes[to]! & wanted && this.isPermitted(from, to)) this.turns.push(to)
      }
    }
    if (this.turns.length > 0 || !(this.classes[back]! & wantedClasses)) return
    if (this.isPermitted(from, back)) this.turns.push(back)
  }

  private isPermitted(from: number, to: number): boolean {
    const commanded = this.commanded.get(from)
    if (commanded && !commanded.includes(to)) return false
    return this.forbidden.size === 0 || !this.forbidden.has(this.pairKey(from, to))
  }

  private pairKey(from: number, to: number): number {
    return from * (2 * this.network.edgeCount) + to
  }
}

/** Creates the states and their arcs. */
class StateExpander {
  private readonly network: RoadNetwork
  private readonly turns: TurnLister
  private readonly edgeEnds: Int32Array
  private readonly stateEdge = new Int32List()
  private readonly statePhase = new Int32List()
  /** First state of a directed edge, or -1; a restricted edge's ARRIVING state follows its DEPARTING state. */
  private readonly baseState: Int32Array
  private readonly pendingOfState = new Map<number, Pending[]>()
  private readonly stateOfKey = new Map<string, number>()
  private readonly startingAt = new Map<number, number[]>()
  private readonly arcFirst = new Int32List()
  private readonly arcHead = new Int32List()
  private readonly arcCost = new Float64List()

  constructor(network: RoadNetwork, turns: TurnLister) {
    this.network = network
    this.turns = turns
    this.edgeEnds = countEdgeEnds(network)
    this.baseState = new Int32Array(2 * network.edgeCount).fill(-1)
    for (const [index, { edges }] of network.restrictions.entries()) {
      if (edges.length < 3) continue
      this.startingAt.set(edges[0]!, [...(this.startingAt.get(edges[0]!) ?? []), index])
    }
  }

  expand(): void {
    for (let directed = 0; directed < this.baseState.length; directed++) {
      const roadClass = this.turns.classes[directed]
      if (roadClass === ABSENT) continue
      this.baseState[directed] = this.stateEdge.length
      if (roadClass === NORMAL) this.addState(directed, THROUGH)
      else {
        this.addState(directed, DEPARTING)
        this.addState(directed, ARRIVING)
      }
    }
    // States found on the way are appended and processed later in this same loop.
    for (let state = 0; state < this.stateEdge.length; state++) this.addArcs(state)
    this.arcFirst.push(this.arcHead.length)
  }

  finish(mainEdges: readonly number[], isByLargest: (edge: number) => boolean): TurnGraph {
    const stateCount = this.stateEdge.length
    const stateEdge = this.stateEdge.toArray()
    const arcFirst = this.arcFirst.toArray()
    const arcHead = this.arcHead.toArray()
    const mainStates = mainEdges.map((directed) => this.baseState[directed]!)
    const isReached = markReachable(mainStates, stateCount, arcFirst, arcHead)
    const reversed = reverseArcs(stateCount, arcFirst, arcHead)
    const reachesMain = markReachable(mainStates, stateCount, reversed.first, reversed.heads)
    const canArrive = new Uint8Array(this.network.edgeCount)
    const canDepart = new Uint8Array(this.network.edgeCount)
    for (let state = 0; state < stateCount; state++) {
      if (isReached[state]) canArrive[stateEdge[state]! >> 1] = 1
      if (reachesMain[state]) canDepart[stateEdge[state]! >> 1] = 1
    }
    const belonging = canArrive.map((arrives, edge) => {
      if (!arrives || !canDepart[edge]) return EDGE_CUT_OFF
      return isByLargest(edge) ? 0 : EDGE_APART
    })
    const arcCost = this.arcCost.toArray()
    return {
      stateCount,
      stateEdge,
      arcFirst,
      arcHead,
      arcCost,
      sourceState: this.baseState,
      ...this.listExtra(),
      belonging,
    }
  }

  private listExtra() {
    const { array: stateEdge, length } = this.stateEdge
    const extra: number[] = []
    for (let state = 0; state < length; state++) if (this.baseState[stateEdge[state]!] !== state) extra.push(state)
    extra.sort((a, b) => stateEdge[a]! - stateEdge[b]! || a - b)
    return { extraEdge: Int32Array.from(extra, (state) => stateEdge[state]!), extraState: Int32Array.from(extra) }
  }

  private addState(directed: number, phase: number): number {
    this.stateEdge.push(directed)
    this.statePhase.push(phase)
    return this.stateEdge.length - 1
  }

  private addArcs(state: number): void {
    this.arcFirst.push(this.arcHead.length)
    const phase = this.statePhase.array[state]!
    const from = this.stateEdge.array[state]!
    if (phase === DEPARTING) this.addTurns(state, from, NORMAL | RESTRICTED, DEPARTING)
    else if (phase === ARRIVING) this.addTurns(state, from, RESTRICTED, ARRIVING)
    else {
      this.addTurns(state, from, NORMAL, ARRIVING)
      this.addTurns(state, from, RESTRICTED, ARRIVING)
    }
  }

  private addTurns(state: number, from: number, wantedClasses: number, restrictedPhase: number): void {
    this.turns.list(from, wantedClasses)
    for (const to of this.turns.turns) {
      const pending = this.pendingAfter(state, from, to)
      if (!pending) continue
      const isRestricted = this.turns.classes[to] === RESTRICTED
      const head = this.stateOf(to, isRestricted ? restrictedPhase : THROUGH, pending)
      const timeCs = this.network.durationCs[from]! + turnCostCs(this.network, this.edgeEnds, from, to)
      this.arcHead.push(head)
      this.arcCost.push(combineCost(timeCs, this.network.lengthDm[from >> 1]!))
    }
  }

  /** Restrictions over several ways that apply after the turn, or undefined when one of them forbids it. */
  private pendingAfter(state: number, from: number, to: number): Pending[] | undefined {
    if (this.startingAt.size === 0) return NONE_PENDING
    const { restrictions } = this.network
    const after: Pending[] = []
    for (const { restriction, position } of this.pendingOfState.get(state) ?? NONE_PENDING) {
      const { edges, isOnly } = restrictions[restriction]!
      const isFollowed = edges[position + 1] === to
      const isLast = position + 2 === edges.length
      if (isFollowed ? isLast && !isOnly : isOnly) return undefined
      if (isFollowed && !isLast) after.push({ restriction, position: position + 1 })
    }
    for (const restriction of this.startingAt.get(from) ?? []) {
      if (restrictions[restriction]!.edges[1] === to) after.push({ restriction, position: 1 })
    }
    return after.length === 0 ? NONE_PENDING : after
  }

  private stateOf(directed: number, phase: number, pending: readonly Pending[]): number {
    const base = this.baseState[directed]! + (phase === ARRIVING ? 1 : 0)
    if (pending.length === 0) return base
    const marks = pending.map(({ restriction, position }) => `${restriction}:${position}`).sort()
    const key = `${base}|${marks.join()}`
    const known = this.stateOfKey.get(key)
    if (known !== undefined) return known
    const state = this.addState(directed, phase)
    this.stateOfKey.set(key, state)
    this.pendingOfState.set(state, [...pending])
    return state
  }
}

const NONE_PENDING: Pending[] = []

function classify(network: RoadNetwork): Uint8Array {
  const classes = new Uint8Array(2 * network.edgeCount)
  let hasNormal = false
  for (let directed = 0; directed < classes.length; directed++) {
    if (network.durationCs[directed] === NOT_ALLOWED) continue
    const restricted = (directed & 1) === 0 ? EDGE_RESTRICTED_FORWARD : EDGE_RESTRICTED_BACKWARD
    classes[directed] = network.edgeFlags[directed >> 1]! & restricted ? RESTRICTED : NORMAL
    if (classes[directed] === NORMAL) hasNormal = true
  }
  if (!hasNormal) throw new RoadsError('no_roads', `the files hold no road open to ${network.profile.name}`)
  return classes
}

function leavingEdges(network: RoadNetwork): { first: Int32Array; edges: Int32Array } {
  const first = new Int32Array(network.junctionCount + 1)
  const directedCount = 2 * network.edgeCount
  const getTail = (directed: number) => headJunction(network, directed ^ 1)
  for (let directed = 0; directed < directedCount; directed++) first[getTail(directed) + 1]!++
  for (let junction = 0; junction < network.junctionCount; junction++) first[junction + 1]! += first[junction]!
  const cursor = first.slice()
  const edges = new Int32Array(directedCount)
  for (let directed = 0; directed < directedCount; directed++) edges[cursor[getTail(directed)]!++] = directed
  return { first, edges }
}

/** Turns among roads open to through traffic, by directed edge. */
function throughArcs(network: RoadNetwork, turns: TurnLister): { first: Int32Array; heads: Int32Array } {
  const directedCount = 2 * network.edgeCount
  const first = new Int32Array(directedCount + 1)
  const heads = new Int32List(directedCount)
  for (let directed = 0; directed < directedCount; directed++) {
    if (turns.classes[directed] === NORMAL) {
      turns.list(directed, NORMAL)
      for (const to of turns.turns) heads.push(to)
    }
    first[directed + 1] = heads.length
  }
  return { first, heads: heads.toArray() }
}
