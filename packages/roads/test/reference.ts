// An independent result to check the engine against: plain Dijkstra over directed edges on the network as read. It obeys turn restrictions
// by looking at the edges driven so far, and computes turn costs again. Shares no code with states, hierarchy, buckets or paths of the
// package.

import type { RoadNetwork } from '../src/graph/network.ts'

/** Flags as the network documents them, written out again so that a change there is noticed here. */
const EDGE_RESTRICTED_FORWARD = 1
const EDGE_RESTRICTED_BACKWARD = 16
const EDGE_ROUNDABOUT = 8
const NODE_BLOCKED = 2
const NODE_SIGNALS = 4 | 8
const NODE_PRIVATE_GATE = 16

export interface ReferenceCost {
  timeCs: number
  lengthDm: number
}

/** A place on the network: an edge and decimetres from its start. */
export interface ReferencePlace {
  edge: number
  offsetDm: number
  /** Directed edges in which the place may be left or reached; default: all open ones. */
  directions?: readonly number[]
}

interface Label extends ReferenceCost {
  key: number
  directed: number
  /** Longest run of recent edges that a restriction could still match, including this one. */
  history: number[]
  /** Whether the trip may still use restricted roads as part of its beginning (true), or only as part of its end. */
  isLeaving: boolean
  hasEntered: boolean
}

export class Reference {
  private readonly network: RoadNetwork
  private readonly leaving: number[][]
  private readonly edgeEnds: number[]
  private readonly isThrough: Uint8Array
  private readonly longestMemory: number
  private readonly historyNumbers = new Map<string, number>()
  private readonly bans = new Map<number, number[][]>()
  private readonly commands = new Map<number, number[][]>()

  constructor(network: RoadNetwork) {
    this.network = network
    this.leaving = Array.from({ length: network.junctionCount }, () => [])
    this.edgeEnds = new Array(network.junctionCount).fill(0)
    for (let edge = 0; edge < network.edgeCount; edge++) {
      this.edgeEnds[network.edgeFrom[edge]!]!++
      this.edgeEnds[network.edgeTo[edge]!]!++
      if (network.durationCs[2 * edge]! > 0) this.leaving[network.edgeFrom[edge]!]!.push(2 * edge)
      if (network.durationCs[2 * edge + 1]! > 0) this.leaving[network.edgeTo[edge]!]!.push(2 * edge + 1)
    }
    for (const { edges, isOnly } of network.restrictions) {
      const table = isOnly ? this.commands : this.bans
      table.set(edges[0]!, [...(table.get(edges[0]!) ?? []), edges])
    }
    this.longestMemory = Math.max(1, ...network.restrictions.map((restriction) => restriction.edges.length - 1))
    this.isThrough = this.findThroughEdges()
  }

  /** Cheapest costs from a place to each of the others; undefined when there is no way. */
  costs(from: ReferencePlace, to: readonly ReferencePlace[]): (ReferenceCost | undefined)[] {
    const found: (ReferenceCost | undefined)[] = to.map((place) => this.direct(from, place))
    const placesOn = new Map<number, number[]>()
    for (const [index, place] of to.entries()) {
      placesOn.set(place.edge, [...(placesOn.get(place.edge) ?? []), index])
    }
    const queue = new LabelQueue()
    const best = new Map<number, Label>()
    const relax = (label: Label) => {
      const known = best.get(label.key)
      if (known && !isLess(label, known)) return
      best.set(label.key, label)
      queue.push(label)
    }
    for (const directed of this.directionsOf(from)) {
      const part = this.partBefore(directed, from)
      const start = this.label(directed, [directed], this.isThrough[directed] === 0, false, {
        timeCs: -part.timeCs,
        lengthDm: -part.lengthDm,
      })
      // The first edge is left at its end: apart from the case of `direct`, nothing on it can be reached without leaving it.
      for (const next of this.continuations(start)) relax(next)
    }
    for (let label = queue.pop(); label; label = queue.pop()) {
      // A better label for the same situation was queued after this one.
      if (best.get(label.key) !== label) continue
      for (const index of placesOn.get(label.directed >> 1) ?? []) {
        if (!this.directionsOf(to[index]!).includes(label.directed)) continue
        const part = this.partBefore(label.directed, to[index]!)
        const total = { timeCs: label.timeCs + part.timeCs, lengthDm: label.lengthDm + part.lengthDm }
        const known = found[index]
        if (!known || isLess(total, known)) found[index] = total
      }
      for (const next of this.continuations(label)) relax(next)
    }
    return found
  }

  private direct(from: ReferencePlace, to: ReferencePlace): ReferenceCost | undefined {
    if (from.edge !== to.edge) return undefined
    let best: ReferenceCost | undefined
    for (const directed of this.directionsOf(from)) {
      if (!this.directionsOf(to).includes(directed)) continue
      const start = this.partBefore(directed, from)
      const end = this.partBefore(directed, to)
      if (end.lengthDm < start.lengthDm) continue
      const cost = { timeCs: end.timeCs - start.timeCs, lengthDm: end.lengthDm - start.lengthDm }
      if (!best || isLess(cost, best)) best = cost
    }
    return best
  }

  private continuations(label: Label): Label[] {
    const from = label.directed
    const next: Label[] = []
    for (const to of this.permitted(from, label)) {
      const cost = {
        timeCs: label.timeCs + this.network.durationCs[from]! + this.turnCs(from, to),
        lengthDm: label.lengthDm + this.network.lengthDm[from >> 1]!,
      }
      const isThrough = this.isThrough[to] === 1
      const history = this.remembered([...label.history, to])
      if (this.breaksRestriction([...label.history, to])) continue
      next.push(this.label(to, history, label.isLeaving && !isThrough, !label.isLeaving && !isThrough, cost))
    }
    return next
  }

  /** Turns allowed by the map alone: no barrier, the trip's part allows the road, back only when nothing else continues. */
  private permitted(from: number, label: Label): number[] {
    const { edgeFrom, edgeTo, junctionFlags } = this.network
    const junction = from % 2 === 0 ? edgeTo[from >> 1]! : edgeFrom[from >> 1]!
    const back = from ^ 1
    const all = this.leaving[junction]!.filter((to) => !this.breaksShortRestriction(from, to))
    const isShut = (to: number) =>
      (junctionFlags[junction]! & NODE_PRIVATE_GATE) !== 0 && this.isThrough[from] === 1 && this.isThrough[to] === 1
    const onward = junctionFlags[junction]! & NODE_BLOCKED ? [] : all.filter((to) => to !== back && !isShut(to))
    const through = onward.filter((to) => this.isThrough[to] === 1)
    const restricted = onward.filter((to) => this.isThrough[to] === 0)
    const canGoBack = all.includes(back)
    if (label.isLeaving) return onward.length > 0 ? onward : canGoBack ? [back] : []
    if (label.hasEntered) {
      if (restricted.length > 0) return restricted
      return canGoBack && this.isThrough[back] === 0 ? [back] : []
    }
    const turns = [...through, ...restricted]
    if (canGoBack && this.isThrough[back] === 1 && through.length === 0) turns.push(back)
    if (canGoBack && this.isThrough[back] === 0 && restricted.length === 0) turns.push(back)
    return turns
  }

  private breaksShortRestriction(from: number, to: number): boolean {
    if (this.bans.get(from)?.some((edges) => edges.length === 2 && edges[1] === to)) return true
    const commands = this.commands.get(from)?.filter((edges) => edges.length === 2) ?? []
    return commands.length > 0 && !commands.some((edges) => edges[1] === to)
  }

  /** Whether the last edge of a history breaks a restriction over several ways. */
  private breaksRestriction(history: readonly number[]): boolean {
    for (let start = 0; start < history.length - 2; start++) {
      const driven = history.slice(start)
      for (const edges of this.bans.get(driven[0]!) ?? []) {
        if (
          edges.length > 2 &&
          edges.length === driven.length &&
          edges.every((edge, place) => edge === driven[place])
        ) {
          return true
        }
      }
      for (const edges of this.commands.get(driven[0]!) ?? []) {
        if (edges.length <= 2 || driven.length > edges.length) continue
        const isOnIt = driven.slice(0, -1).every((edge, place) => edge === edges[place])
        if (isOnIt && driven.at(-1) !== edges[driven.length - 1]) return true
      }
    }
    return false
  }

  /** Part of a history that some restriction over several ways still matches, otherwise only the last edge. */
  private remembered(history: number[]): number[] {
    const recent = history.slice(-this.longestMemory)
    for (let start = 0; start < recent.length - 1; start++) {
      const driven = recent.slice(start)
      const tables = [...(this.bans.get(driven[0]!) ?? []), ...(this.commands.get(driven[0]!) ?? [])]
      const isPending = tables.some(
        (edges) => edges.length > driven.length && driven.every((edge, place) => edge === edges[place]),
      )
      if (isPending) return driven
    }
    return recent.slice(-1)
  }

  private label(
    directed: number,
    history: number[],
    isLeaving: boolean,
    hasEntered: boolean,
    cost: ReferenceCost,
  ): Label {
    const phase = isLeaving ? 1 : hasEntered ? 2 : 0
    const key = 3 * (history.length === 1 ? directed : this.historyNumber(history)) + phase
    return { timeCs: cost.timeCs, lengthDm: cost.lengthDm, key, directed, history, isLeaving, hasEntered }
  }

  /** A number for a history of several edges, above all edge numbers. */
  private historyNumber(history: readonly number[]): number {
    const text = history.join()
    const known = this.historyNumbers.get(text)
    if (known !== undefined) return known
    const fresh = 2 * this.network.edgeCount + this.historyNumbers.size
    this.historyNumbers.set(text, fresh)
    return fresh
  }

  private turnCs(from: number, to: number): number {
    const { profile, leavingDegrees, junctionFlags, edgeFrom, edgeTo, edgeFlags, drivesOnLeft } = this.network
    const { nearSide, farSide, uTurn, signals, roundaboutEntry } = profile.turnSeconds
    if (to === (from ^ 1)) return uTurn * 100
    const junction = from % 2 === 0 ? edgeTo[from >> 1]! : edgeFrom[from >> 1]!
    const waiting = junctionFlags[junction]! & NODE_SIGNALS ? signals * 100 : 0
    if (this.edgeEnds[junction]! < 3) return waiting
    if (edgeFlags[from >> 1]! & EDGE_ROUNDABOUT) return waiting
    if (edgeFlags[to >> 1]! & EDGE_ROUNDABOUT) return waiting + roundaboutEntry * 100
    let degrees = leavingDegrees[to]! - (leavingDegrees[from ^ 1]! + 180)
    while (degrees >= 180) degrees -= 360
    while (degrees < -180) degrees += 360
    const isNear = drivesOnLeft ? degrees <= 0 : degrees > 0
    const share = Math.max(0, Math.min(Math.abs(degrees), 135) - 30) / 60
    return waiting + Math.round((isNear ? nearSide : farSide) * 100 * share)
  }

  private partBefore(directed: number, place: ReferencePlace): ReferenceCost {
    const length = this.network.lengthDm[place.edge]!
    const driven = directed % 2 === 0 ? place.offsetDm : length - place.offsetDm
    return { timeCs: Math.round((this.network.durationCs[directed]! * driven) / length), lengthDm: driven }
  }

  private directionsOf({ edge, directions }: ReferencePlace): readonly number[] {
    return directions ?? [2 * edge, 2 * edge + 1].filter((directed) => this.network.durationCs[directed]! > 0)
  }

  /**
   * Open roads that can reach each other over open roads, in each part of the map separately; all others serve only a trip's beginning or
   * end.
   */
  private findThroughEdges(): Uint8Array {
    const { network } = this
    const count = 2 * network.edgeCount
    const isOpen = (directed: number) =>
      network.durationCs[directed]! > 0 &&
      (network.edgeFlags[directed >> 1]! &
        (directed % 2 === 0 ? EDGE_RESTRICTED_FORWARD : EDGE_RESTRICTED_BACKWARD)) ===
        0
    const next: number[][] = []
    const previous: number[][] = Array.from({ length: count }, () => [])
    for (let from = 0; from < count; from++) {
      next.push(isOpen(from) ? this.openTurns(from, isOpen) : [])
      for (const to of next[from]!) previous[to]!.push(from)
    }
    const through = new Uint8Array(count)
    for (const part of this.parts()) {
      const seen = new Set<number>()
      let largest: number[] = []
      for (const seed of part) {
        if (seen.has(seed) || !isOpen(seed) || next[seed]!.length === 0) continue
        const forward = flood(seed, next)
        const both = [...flood(seed, previous)].filter((edge) => forward.has(edge))
        for (const edge of both) seen.add(edge)
        if (both.length > largest.length) largest = both
        // More than half of the part: nothing larger can follow.
        if (largest.length > part.length / 2) break
      }
      if (largest.length > 1) for (const edge of largest) through[edge] = 1
    }
    // No circuit at all: then nothing is cut off.
    return through.includes(1) ? through : Uint8Array.from(through, (_, directed) => (isOpen(directed) ? 1 : 0))
  }

  /** Directed edges by the part of the map they belong to: parts are joined by no road, or only by closed barriers. */
  private parts(): number[][] {
    const { edgeCount, edgeFrom, edgeTo, durationCs, junctionFlags } = this.network
    const edgesAt: number[][] = Array.from({ length: this.network.junctionCount }, () => [])
    const isDrivable = (edge: number) => durationCs[2 * edge]! > 0 || durationCs[2 * edge + 1]! > 0
    for (let edge = 0; edge < edgeCount; edge++) {
      if (isDrivable(edge)) for (const junction of [edgeFrom[edge]!, edgeTo[edge]!]) edgesAt[junction]!.push(edge)
    }
    const next = Array.from({ length: edgeCount }, (_, edge) =>
      [edgeFrom[edge]!, edgeTo[edge]!].flatMap((junction) =>
        junctionFlags[junction]! & NODE_BLOCKED ? [] : edgesAt[junction]!,
      ),
    )
    const seen = new Set<number>()
    const parts: number[][] = []
    for (let edge = 0; edge < edgeCount; edge++) {
      if (seen.has(edge) || !isDrivable(edge)) continue
      const part = flood(edge, next)
      for (const each of part) seen.add(each)
      // In the order of the edges: among networks of equal size, the one with the lowest edge counts.
      parts.push([...part].sort((a, b) => a - b).flatMap((each) => [2 * each, 2 * each + 1]))
    }
    return parts
  }

  private openTurns(from: number, isOpen: (directed: number) => boolean): number[] {
    const { edgeFrom, edgeTo, junctionFlags } = this.network
    const junction = from % 2 === 0 ? edgeTo[from >> 1]! : edgeFrom[from >> 1]!
    const all = this.leaving[junction]!.filter((to) => isOpen(to) && !this.breaksShortRestriction(from, to))
    const isClosed = (junctionFlags[junction]! & (NODE_BLOCKED | NODE_PRIVATE_GATE)) !== 0
    const onward = isClosed ? [] : all.filter((to) => to !== (from ^ 1))
    return onward.length > 0 ? onward : all.filter((to) => to === (from ^ 1))
  }
}

function flood(start: number, next: readonly number[][]): Set<number> {
  const reached = new Set([start])
  for (const edge of reached) for (const to of next[edge]!) reached.add(to)
  return reached
}

function isLess(a: ReferenceCost, b: ReferenceCost): boolean {
  return a.timeCs < b.timeCs || (a.timeCs === b.timeCs && a.lengthDm < b.lengthDm)
}

class LabelQueue {
  private readonly labels: Label[] = []

  push(label: Label): void {
    const { labels } = this
    let place = labels.length
    labels.push(label)
    while (place > 0) {
      const parent = (place - 1) >> 1
      if (!isLess(label, labels[parent]!)) break
      labels[place] = labels[parent]!
      place = parent
    }
    labels[place] = label
  }

  pop(): Label | undefined {
    const { labels } = this
    const least = labels[0]
    const last = labels.pop()
    if (!least || !last || labels.length === 0) return least
    let place = 0
    for (;;) {
      let child = 2 * place + 1
      if (child >= labels.length) break
      if (child + 1 < labels.length && isLess(labels[child + 1]!, labels[child]!)) child++
      if (!isLess(labels[child]!, last)) break
      labels[place] = labels[child]!
      place = child
    }
    labels[place] = last
    return least
  }
}
