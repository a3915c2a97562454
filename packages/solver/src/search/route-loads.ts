/**
 * Loads of every route, kept so that one more stop is checked in constant time: the highest load on each part of a trip (Parragh, Doerner &
 * Hartl 2008 call such routes mixed; a trip ends where the vehicle reloads).
 */
import type { Model } from '../model/model.ts'
import type { Plan } from './plan.ts'

/**
 * Loads per link and dimension: direct deliveries are aboard from the trip's start, collections to its end, shipments between their stops.
 */
export class RouteLoads {
  private readonly model: Model
  private readonly plan: Plan
  /** Whether there are only direct deliveries: the sum per route is then enough. */
  private readonly isPlain: boolean
  private readonly sum: Int32Array
  /** Load on leaving a link; highest load from the trip's start to the link, and from the link to the trip's end. */
  private readonly load: Int32Array
  private readonly headMost: Int32Array
  private readonly tailMost: Int32Array
  /** Deliveries of the trip after a link, and collections up to it; shipments aboard on leaving it. */
  private readonly toDeliver: Int32Array
  private readonly gathered: Int32Array
  private readonly shipped: Int32Array

  constructor(plan: Plan, model: Model) {
    const { hasCollected, hasReloads, hasShipments } = model.features
    this.model = model
    this.plan = plan
    this.isPlain = !hasCollected && !hasReloads && !hasShipments
    const cells = this.isPlain ? 0 : plan.next.length * model.loadDimensions
    this.sum = new Int32Array(model.vehicleCount * model.loadDimensions)
    this.load = new Int32Array(cells)
    this.headMost = new Int32Array(cells)
    this.tailMost = new Int32Array(cells)
    this.toDeliver = new Int32Array(cells)
    this.gathered = new Int32Array(cells)
    this.shipped = new Int32Array(cells)
  }

  /** Recomputes route v. Returns false when it is overloaded somewhere. O(stops × dimensions). */
  refresh(v: number): boolean {
    const { loadDimensions: dimensions, capacity, stopCount, delivered } = this.model
    const { next } = this.plan
    const sentinel = stopCount + v
    for (let k = 0; k < dimensions; k++) {
      if (!this.isPlain) {
        if (!this.refreshProfile(v, sentinel, k)) return false
        continue
      }
      let sum = 0
      for (let link = next[sentinel]!; link !== sentinel; link = next[link]!) sum += delivered[link * dimensions + k]!
      this.sum[v * dimensions + k] = sum
      if (sum > capacity[v * dimensions + k]!) return false
    }
    return true
  }

  private refreshProfile(v: number, sentinel: number, k: number): boolean {
    const { loadDimensions: dimensions, capacity, stopCount, delivered, collected, pickupOf } = this.model
    const { next, prev } = this.plan
    const { load, headMost, tailMost, toDeliver, gathered, shipped } = this
    // Backwards: load still to be delivered on the trip.
    let rest = 0
    for (let link = prev[sentinel]!; ; link = prev[link]!) {
      toDeliver[link * dimensions + k] = rest
      if (link === sentinel) break
      if (link >= stopCount) rest = 0
      else if (pickupOf[link]! < 0) rest += delivered[link * dimensions + k]!
    }
    let aboard = 0
    let taken = 0
    let most = 0
    let link = sentinel
    do {
      const cell = link * dimensions + k
      if (link >= stopCount) {
        taken = 0
        most = 0
      } else {
        taken += collected[cell]!
        if (pickupOf[link]! >= 0) aboard -= this.isAboard(link, v) ? delivered[cell]! : 0
        else aboard += this.boarding(link, v, k)
      }
      const now = toDeliver[cell]! + taken + aboard
      load[cell] = now
      gathered[cell] = taken
      shipped[cell] = aboard
      if (now > most) most = now
      headMost[cell] = most
      if (now > capacity[v * dimensions + k]!) return false
      link = next[link]!
    } while (link !== sentinel)
    most = 0
    for (link = prev[sentinel]!; ; link = prev[link]!) {
      const cell = link * dimensions + k
      if (load[cell]! > most) most = load[cell]!
      tailMost[cell] = most
      if (link === sentinel) break
      if (link >= stopCount) most = 0
    }
    return true
  }

  private isAboard(delivery: number, v: number): boolean {
    return this.plan.routeOf[this.model.pickupOf[delivery]!] === v
  }

  /** Load that comes aboard at a pickup for the deliveries on the same route. */
  private boarding(pickup: number, v: number, k: number): number {
    const { shipmentFrom, shipmentDelivery, delivered, loadDimensions: dimensions } = this.model
    let sum = 0
    for (let i = shipmentFrom[pickup]!; i < shipmentFrom[pickup + 1]!; i++) {
      const delivery = shipmentDelivery[i]!
      if (this.plan.routeOf[delivery] === v) sum += delivered[delivery * dimensions + k]!
    }
    return sum
  }

  /**
   * Whether there is room for `stop`, which is no part of a shipment, after `before`, with a reload before the stop (bit 0 of `variant`)
   * and after it (bit 1). O(dimensions).
   */
  hasRoom(v: number, stop: number, before: number, variant: number): boolean {
    const { loadDimensions: dimensions, capacity, delivered, collected } = this.model
    for (let k = 0; k < dimensions; k++) {
      const limit = capacity[v * dimensions + k]!
      const down = delivered[stop * dimensions + k]!
      if (this.isPlain) {
        if (this.sum[v * dimensions + k]! + down > limit) return false
        continue
      }
      const cell = before * dimensions + k
      const up = collected[stop * dimensions + k]!
      const rest = this.toDeliver[cell]!
      const taken = this.gathered[cell]!
      const aboard = this.shipped[cell]!
      // The part of the trip before the stop, the legs to and from it, and the part after it.
      const isCutBefore = (variant & 1) !== 0
      const isCutAfter = (variant & 2) !== 0
      if (!isCutBefore && this.headMost[cell]! - (isCutAfter ? rest : 0) + down > limit) return false
      const ahead = aboard + (isCutBefore ? 0 : taken)
      const behind = isCutAfter ? 0 : rest
      if (ahead + down + behind > limit || ahead + up + behind > limit) return false
      if (!isCutAfter && this.tailMost[cell]! - (isCutBefore ? taken : 0) + up > limit) return false
    }
    return true
  }
}
