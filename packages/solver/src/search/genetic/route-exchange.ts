/**
 * Selective route exchange (SREX; Nagata & Kobayashi, PPSN 2010): replaces neighbouring routes of one parent by the other parent's routes
 * over much the same stops; remaining stops are inserted at their cheapest positions.
 */
import type { Neighbours } from '../../model/neighbours.ts'
import type { Random } from '../../model/random.ts'
import type { LocalSearch } from './local-search.ts'
import type { Individual } from './population.ts'

/** Number of stops that a perturbation removes: at least, at most, at most as a share; and the probability that a near one stays. */
const leastRemoved = 8
const mostRemoved = 60
const mostRemovedShare = 0.3
const keepRate = 0.3

export class RouteExchange {
  private readonly plan: LocalSearch
  private readonly random: Random
  private readonly near: Int32Array
  private readonly nearWidth: number
  private readonly n: number
  private readonly vehicles: number
  private readonly vehicleA: Int32Array
  private readonly isTakenA: Uint8Array
  private readonly isTakenB: Uint8Array
  private readonly inA: Uint8Array
  private readonly inB: Uint8Array
  private readonly isPlaced: Uint8Array
  private readonly freed: Int32Array
  private readonly stops: Int32Array
  private readonly from: Int32Array
  private readonly routeStart: Int32Array
  private readonly routeEnd: Int32Array
  private readonly routeOwner: Uint8Array
  private readonly missing: Int32Array

  constructor(plan: LocalSearch, neighbours: Neighbours, random: Random) {
    const { model } = plan.terms
    this.plan = plan
    this.random = random
    this.near = neighbours.ruin
    this.nearWidth = neighbours.ruinSize
    this.n = model.stopCount
    this.vehicles = model.vehicleCount
    this.vehicleA = new Int32Array(this.n)
    this.isTakenA = new Uint8Array(this.vehicles)
    this.isTakenB = new Uint8Array(this.vehicles)
    this.inA = new Uint8Array(this.n)
    this.inB = new Uint8Array(this.n)
    this.isPlaced = new Uint8Array(this.n)
    this.freed = new Int32Array(this.vehicles)
    this.stops = new Int32Array(this.n)
    this.from = new Int32Array(this.vehicles + 1)
    this.routeStart = new Int32Array(this.vehicles)
    this.routeEnd = new Int32Array(this.vehicles)
    this.routeOwner = new Uint8Array(this.vehicles)
    this.missing = new Int32Array(this.n)
  }

  /** Builds a child of the two as the current plan, with all stops placed, not yet improved. Returns the same as `perturb`. */
  cross(a: Individual, b: Individual): number {
    const moved = this.chooseRoutes(a, b)
    if (moved === 0) {
      this.plan.load(a.stops, a.routeFrom)
      return this.plan.moves
    }
    const keepsB = this.random.bits() < 0
    this.assignVehicles(a, b, moved)
    return this.build(a, b, keepsB)
  }

  /**
   * Builds a plan with some stops around one place removed and inserted again in random order. Returns the value of the plan's `moves`
   * after which a route counts as changed.
   */
  perturb(a: Individual): number {
    const { n, plan, random, near, nearWidth, missing } = this
    plan.load(a.stops, a.routeFrom)
    const settledAt = plan.moves
    const seed = random.below(n)
    const wanted = Math.min(
      n - 1,
      leastRemoved + random.below(Math.max(1, Math.min(mostRemoved, Math.floor(n * mostRemovedShare)) - leastRemoved)),
    )
    let count = 0
    missing[count++] = seed
    for (let k = 0; k < nearWidth && count < wanted; k++) {
      const stop = near[seed * nearWidth + k]!
      if (stop < 0) break
      if (random.unit() < keepRate) continue
      missing[count++] = stop
    }
    for (let i = 0; i < count; i++) plan.remove(missing[i]!)
    this.insertMissing(count)
    return settledAt
  }

  private insertMissing(remaining: number): void {
    const { random, missing } = this
    let count = remaining
    while (count > 0) {
      const pick = random.below(count)
      const stop = missing[pick]!
      missing[pick] = missing[--count]!
      this.plan.insert(stop)
    }
  }

  /** Marks neighbouring routes of a, and as many of b that cover them best. */
  private chooseRoutes(a: Individual, b: Individual): number {
    const { n, vehicles, random, near, nearWidth, vehicleA, isTakenA, isTakenB, inA, inB } = this
    let usedA = 0
    let usedB = 0
    for (let v = 0; v < vehicles; v++) {
      if (a.routeFrom[v + 1]! > a.routeFrom[v]!) usedA++
      if (b.routeFrom[v + 1]! > b.routeFrom[v]!) usedB++
      for (let i = a.routeFrom[v]!; i < a.routeFrom[v + 1]!; i++) vehicleA[a.stops[i]!] = v
    }
    const most = Math.min(usedA, usedB)
    const wanted = most <= 1 ? most : 1 + random.below(most - 1)
    isTakenA.fill(0)
    isTakenB.fill(0)
    inA.fill(0)
    inB.fill(0)
    const seed = random.below(n)
    let count = 0
    for (let k = -1; k < nearWidth && count < wanted; k++) {
      const stop = k < 0 ? seed : near[seed * nearWidth + k]!
      if (stop < 0) break
      const v = vehicleA[stop]!
      if (isTakenA[v] === 1) continue
      isTakenA[v] = 1
      count++
      for (let i = a.routeFrom[v]!; i < a.routeFrom[v + 1]!; i++) inA[a.stops[i]!] = 1
    }
    for (let round = 0; round < count; round++) {
      let best = -1
      let most = Number.NEGATIVE_INFINITY
      for (let v = 0; v < vehicles; v++) {
        if (isTakenB[v] === 1 || b.routeFrom[v + 1] === b.routeFrom[v]) continue
        // Stops in common count for a route, other stops against it.
        let score = random.unit()
        for (let i = b.routeFrom[v]!; i < b.routeFrom[v + 1]!; i++) score += inA[b.stops[i]!] === 1 ? 1 : -1
        if (score > most) {
          most = score
          best = v
        }
      }
      isTakenB[best] = 1
      for (let i = b.routeFrom[best]!; i < b.routeFrom[best + 1]!; i++) inB[b.stops[i]!] = 1
    }
    return count
  }

  /** Routes of b keep their vehicles when these are free, otherwise take one of the same type, otherwise any that a freed. */
  private assignVehicles(a: Individual, b: Individual, moved: number): void {
    const { vehicles, isTakenA, isTakenB, routeStart, routeEnd, routeOwner, freed } = this
    const { typeOf } = this.plan.terms.model
    for (let v = 0; v < vehicles; v++) {
      const isKept = isTakenA[v] === 0
      routeStart[v] = isKept ? a.routeFrom[v]! : 0
      routeEnd[v] = isKept ? a.routeFrom[v + 1]! : 0
      routeOwner[v] = 0
    }
    let waiting = 0
    for (let w = 0; w < vehicles; w++) {
      if (isTakenB[w] === 0) continue
      if (routeEnd[w] === routeStart[w]) this.giveRoute(w, b, w)
      else freed[waiting++] = w
    }
    for (let i = 0; i < waiting && i < moved; i++) {
      const w = freed[i]!
      let target = -1
      for (let v = 0; v < vehicles; v++) {
        if (routeEnd[v]! > routeStart[v]!) continue
        if (typeOf[v] === typeOf[w]) {
          target = v
          break
        }
        if (target < 0 && isTakenA[v] === 1) target = v
      }
      if (target >= 0) this.giveRoute(target, b, w)
    }
  }

  private giveRoute(v: number, b: Individual, w: number): void {
    this.routeStart[v] = b.routeFrom[w]!
    this.routeEnd[v] = b.routeFrom[w + 1]!
    this.routeOwner[v] = 1
  }

  /** Builds the child. With `keepsB`, stops that both parts contain stay on b's routes, otherwise on a's. */
  private build(a: Individual, b: Individual, keepsB: boolean): number {
    const { n, vehicles, plan, inA, inB, isPlaced, stops, from, routeStart, routeEnd, routeOwner, missing } = this
    isPlaced.fill(0)
    let at = 0
    for (let v = 0; v < vehicles; v++) {
      from[v] = at
      const isB = routeOwner[v] === 1
      const source = isB ? b.stops : a.stops
      for (let i = routeStart[v]!; i < routeEnd[v]!; i++) {
        const stop = source[i]!
        // The exchanged parts do not contain the same stops, so some stops are on a route of each. They stay on only one of them: with
        // `keepsB` on b's.
        if (isB ? !keepsB && inA[stop] === 0 : keepsB && inB[stop] === 1) continue
        if (isPlaced[stop] === 1 || !plan.mayServe(stop, v)) continue
        isPlaced[stop] = 1
        stops[at++] = stop
      }
    }
    from[vehicles] = at
    plan.load(stops, from)
    const settledAt = plan.moves
    for (let v = 0; v < vehicles; v++) {
      const kept = routeOwner[v] === 1 ? 0 : a.routeFrom[v + 1]! - a.routeFrom[v]!
      if (from[v + 1]! - from[v]! !== kept) plan.markChanged(v)
    }
    let count = 0
    for (let stop = 0; stop < n; stop++) if (isPlaced[stop] === 0) missing[count++] = stop
    this.insertMissing(count)
    return settledAt
  }
}
