/**
 * Selective route exchange (SREX; Nagata & Kobayashi, PPSN 2010): a child of two plans has neighbouring routes of one parent replaced by the
 * other parent's routes over much the same stops.
 */
import type { Model } from '../../model/model.ts'
import type { Neighbours } from '../../model/neighbours.ts'
import type { Random } from '../../model/random.ts'

/** A plan as flat lists: stops of vehicle v are stops[routeFrom[v]] .. stops[routeFrom[v + 1] - 1]. */
export interface FlatPlan {
  stops: Int32Array
  routeFrom: Int32Array
}

/** Makes children. Both halves of a pair are on one route of each parent, so a child has both or neither. */
export class RouteCrossing {
  /** Routes of the last child, as in `FlatPlan`. */
  readonly stops: Int32Array
  readonly from: Int32Array
  /** Per vehicle: 1 when the child's route is not the first parent's. */
  readonly isChanged: Uint8Array
  /** Stops that are on no route of the child: the first `missingCount` entries. */
  readonly missing: Int32Array
  missingCount = 0
  private readonly model: Model
  private readonly random: Random
  private readonly near: Int32Array
  private readonly nearWidth: number
  private readonly vehicleA: Int32Array
  private readonly isTakenA: Uint8Array
  private readonly isTakenB: Uint8Array
  private readonly inA: Uint8Array
  private readonly inB: Uint8Array
  private readonly isPlaced: Uint8Array
  private readonly freed: Int32Array
  private readonly routeStart: Int32Array
  private readonly routeEnd: Int32Array
  private readonly routeOwner: Uint8Array

  constructor(model: Model, neighbours: Neighbours, random: Random) {
    const { stopCount, vehicleCount } = model
    this.model = model
    this.random = random
    this.near = neighbours.ruin
    this.nearWidth = neighbours.ruinSize
    this.stops = new Int32Array(stopCount)
    this.from = new Int32Array(vehicleCount + 1)
    this.isChanged = new Uint8Array(vehicleCount)
    this.missing = new Int32Array(stopCount)
    this.vehicleA = new Int32Array(stopCount)
    this.isTakenA = new Uint8Array(vehicleCount)
    this.isTakenB = new Uint8Array(vehicleCount)
    this.inA = new Uint8Array(stopCount)
    this.inB = new Uint8Array(stopCount)
    this.isPlaced = new Uint8Array(stopCount)
    this.freed = new Int32Array(vehicleCount)
    this.routeStart = new Int32Array(vehicleCount)
    this.routeEnd = new Int32Array(vehicleCount)
    this.routeOwner = new Uint8Array(vehicleCount)
  }

  /** Makes a child of two plans that serve every stop. */
  cross(a: FlatPlan, b: FlatPlan): void {
    const moved = this.chooseRoutes(a, b)
    const keepsB = this.random.bits() < 0
    this.assignVehicles(a, b, moved)
    this.build(a, b, keepsB)
  }

  /** Marks neighbouring routes of a, and as many of b that cover them best. */
  private chooseRoutes(a: FlatPlan, b: FlatPlan): number {
    const { random, near, nearWidth, vehicleA, isTakenA, isTakenB, inA, inB } = this
    const { stopCount: n, vehicleCount: vehicles } = this.model
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
  private assignVehicles(a: FlatPlan, b: FlatPlan, moved: number): void {
    const { isTakenA, isTakenB, routeStart, routeEnd, routeOwner, freed } = this
    const { typeOf, vehicleCount: vehicles } = this.model
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

  private giveRoute(v: number, b: FlatPlan, w: number): void {
    this.routeStart[v] = b.routeFrom[w]!
    this.routeEnd[v] = b.routeFrom[w + 1]!
    this.routeOwner[v] = 1
  }

  /** Builds the child. With `keepsB`, stops that both parts contain stay on b's routes, otherwise on a's. */
  private build(a: FlatPlan, b: FlatPlan, keepsB: boolean): void {
    const { inA, inB, isPlaced, stops, from, routeStart, routeEnd, routeOwner, missing } = this
    const { stopCount, vehicleCount, typeCount, typeOf, isCompatible } = this.model
    isPlaced.fill(0)
    let at = 0
    for (let v = 0; v < vehicleCount; v++) {
      from[v] = at
      const isB = routeOwner[v] === 1
      const source = isB ? b.stops : a.stops
      for (let i = routeStart[v]!; i < routeEnd[v]!; i++) {
        const stop = source[i]!
        // The exchanged parts do not contain the same stops, so some stops are on a route of each. They stay on only one of them: with
        // `keepsB` on b's.
        if (isB ? !keepsB && inA[stop] === 0 : keepsB && inB[stop] === 1) continue
        if (isPlaced[stop] === 1 || isCompatible[stop * typeCount + typeOf[v]!] === 0) continue
        isPlaced[stop] = 1
        stops[at++] = stop
      }
      const kept = isB ? 0 : a.routeFrom[v + 1]! - a.routeFrom[v]!
      this.isChanged[v] = at - from[v]! === kept ? 0 : 1
    }
    from[vehicleCount] = at
    this.missingCount = 0
    for (let stop = 0; stop < stopCount; stop++) if (isPlaced[stop] === 0) missing[this.missingCount++] = stop
  }
}
