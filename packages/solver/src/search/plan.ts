/** Mutable routes of a search: circular linked lists with undo, shared by both kernels. */
import type { Model } from '../model/model.ts'
import { createAudit } from './move-audit.ts'

/** Cost of an absent pinned stop: above any cost of broken rules. */
const absentPinnedCost = 1e14

/**
 * Links: stops 0..n-1, then one sentinel per vehicle (n + v: its start and its end), then reload elements.
 * `routeOf[link]` is the vehicle, or -1 while the link is on no route (-2: it belongs to another thread's share).
 */
export abstract class Plan {
  readonly audit = createAudit()
  readonly model: Model
  readonly next: Int32Array
  readonly prev: Int32Array
  readonly routeOf: Int32Array
  /** Number of stops on each route. */
  readonly count: Int32Array
  readonly routeCost: Float64Array
  /** Sum of routeCost. */
  routesCost = 0
  /** Cost of leaving a stop out, as an insertion sees it: a pinned stop is inserted at any price. */
  readonly worth: Float64Array
  /** Sum of dropCost over the absent stops of this share. */
  dropCost = 0
  /** Absent stops that this share may insert, unordered. */
  readonly absent: Int32Array
  absentCount = 0
  /** Number of absent pinned stops; a plan is invalid while one of them could be placed. */
  absentPinned = 0
  /** Vehicles that this share may use. */
  readonly isActive: Uint8Array
  /** Matrix node of a link for departures and for arrivals. */
  readonly nodeOut: Int32Array
  readonly nodeIn: Int32Array
  readonly firstReload: number
  protected readonly linkCount: number
  /** Factor on the price of an empty vehicle; below 1, insertions open routes that pay off only later. */
  openingFactor = 1
  /** Factor on the worth of a stop in an insertion; the plan as a whole is judged by the true worth. */
  worthFactor = 1
  /** Number of neighbours that an insertion considers. */
  nearLimit = Number.POSITIVE_INFINITY
  /** Whether a required stop that fits at no position near it is tried everywhere. */
  isThorough = true
  /** A position is skipped when 32 random bits are below this. */
  protected blinkBits = 0
  private readonly absentAt: Int32Array
  private readonly free: Int32Array
  private readonly freeFrom: Int32Array
  private readonly freeCount: Int32Array
  private readonly freeAt: Int32Array
  private readonly touched: Int32Array
  private touchedCount = 0
  private readonly touchStamp: Int32Array
  private stamp = 1
  private undo: Int32Array
  private readonly undoFrom: Int32Array
  private readonly undoCost: Float64Array
  private readonly undoAbsent: Int32Array
  private undoAbsentCount = 0
  private undoRoutesCost = 0
  private undoDropCost = 0
  private undoAbsentPinned = 0
  private readonly spareReloads: Int32Array
  private spareReloadCount = 0

  constructor(model: Model) {
    const n = model.stopCount
    const vehicles = model.vehicleCount
    this.model = model
    this.firstReload = n + vehicles
    // Enough reloads for one stop per trip, but never more than stops.
    const reloadCount = model.features.hasReloads ? n : 0
    this.linkCount = n + vehicles + reloadCount
    this.next = new Int32Array(this.linkCount)
    this.prev = new Int32Array(this.linkCount)
    this.routeOf = new Int32Array(this.linkCount).fill(-1)
    this.count = new Int32Array(vehicles)
    this.routeCost = new Float64Array(vehicles)
    this.worth = model.dropCost.map((cost, stop) => (model.pinnedTo[stop]! >= 0 ? 1e15 : cost))
    this.absent = new Int32Array(n)
    this.absentAt = new Int32Array(n).fill(-1)
    this.isActive = new Uint8Array(vehicles).fill(1)
    this.nodeOut = new Int32Array(this.linkCount)
    this.nodeIn = new Int32Array(this.linkCount)
    for (let link = 0; link < n; link++) this.nodeOut[link] = this.nodeIn[link] = link
    for (let v = 0; v < vehicles; v++) {
      this.nodeOut[n + v] = model.startNode[v]!
      this.nodeIn[n + v] = model.endNode[v]!
    }
    this.spareReloads = new Int32Array(reloadCount)
    this.free = new Int32Array(vehicles)
    this.freeAt = new Int32Array(vehicles).fill(-1)
    this.freeFrom = new Int32Array(model.typeCount + 1)
    this.freeCount = new Int32Array(model.typeCount)
    for (let v = 0; v < vehicles; v++) this.freeFrom[model.typeOf[v]! + 1]!++
    for (let t = 0; t < model.typeCount; t++) this.freeFrom[t + 1]! += this.freeFrom[t]!
    this.touched = new Int32Array(vehicles)
    this.touchStamp = new Int32Array(vehicles)
    this.undo = new Int32Array(4 * n + 64)
    this.undoFrom = new Int32Array(vehicles + 1)
    this.undoCost = new Float64Array(vehicles)
    this.undoAbsent = new Int32Array(n)
    this.reset()
  }

  /** Recomputes the data of a route, `routeCost` included (and `routesCost` with it). */
  abstract refresh(v: number): void

  get cost(): number {
    return this.routesCost + this.dropCost + this.absentPinned * absentPinnedCost
  }

  /** Empties every route; all stops become absent. */
  clear(): void {
    this.reset()
    for (let v = 0; v < this.model.vehicleCount; v++) this.refresh(v)
  }

  private reset(): void {
    const { stopCount, vehicleCount, typeCount } = this.model
    this.routeOf.fill(-1)
    this.count.fill(0)
    this.routeCost.fill(0)
    this.routesCost = 0
    this.dropCost = 0
    this.absentCount = 0
    this.absentPinned = 0
    this.absentAt.fill(-1)
    for (let stop = 0; stop < stopCount; stop++) this.addAbsent(stop)
    this.freeCount.fill(0)
    for (let t = 0; t < typeCount; t++) this.freeCount[t] = 0
    for (let v = 0; v < vehicleCount; v++) {
      this.next[stopCount + v] = this.prev[stopCount + v] = stopCount + v
      this.routeOf[stopCount + v] = v
      this.freeAt[v] = -1
      if (this.isActive[v] === 1) this.addFree(v)
    }
    this.spareReloadCount = 0
    for (let link = this.linkCount - 1; link >= this.firstReload; link--) {
      this.spareReloads[this.spareReloadCount++] = link
    }
    this.stamp++
    this.touchedCount = 0
  }

  /**
   * Loads a share of routes: `sequences[i]` for vehicle `vehicles[i]` (stops, and -1 for a reload), and the absent stops. Everything else
   * is out of bounds until the next call.
   */
  load(vehicles: ArrayLike<number>, sequences: ArrayLike<number>[], absent: ArrayLike<number>): void {
    this.isActive.fill(0)
    for (let i = 0; i < vehicles.length; i++)
      this.isActive[vehicles[i]!] = this.model.isLocked[vehicles[i]!] === 1 ? 0 : 1
    this.clear()
    while (this.absentCount > 0) this.removeAbsent(this.absent[this.absentCount - 1]!)
    this.routeOf.fill(-2, 0, this.model.stopCount)
    for (let i = 0; i < absent.length; i++) {
      this.routeOf[absent[i]!] = -1
      this.addAbsent(absent[i]!)
    }
    for (let i = 0; i < vehicles.length; i++) this.setRoute(vehicles[i]!, sequences[i]!, sequences[i]!.length)
  }

  /** Sets one route to a sequence (-1 or any reload link: a reload), without undo. Its stops must not be on another route. */
  setRoute(v: number, sequence: ArrayLike<number>, length: number, from = 0): void {
    const { stopCount } = this.model
    const sentinel = stopCount + v
    let tail = sentinel
    let stops = 0
    for (let i = from; i < from + length; i++) {
      let link = sequence[i]!
      if (link < 0 || link >= stopCount) {
        link = this.takeReload()
        this.locateReload(link, v)
      } else {
        stops++
        if (this.absentAt[link]! >= 0) this.removeAbsent(link)
      }
      this.next[tail] = link
      this.prev[link] = tail
      this.routeOf[link] = v
      tail = link
    }
    this.next[tail] = sentinel
    this.prev[sentinel] = tail
    this.count[v] = stops
    if (stops > 0) this.removeFree(v)
    else if (this.isActive[v] === 1) this.addFree(v)
    this.refresh(v)
  }

  /** Removes every stop from a route, without undo. */
  emptyRoute(v: number): void {
    const sentinel = this.model.stopCount + v
    for (let link = this.next[sentinel]!; link !== sentinel; ) {
      const after = this.next[link]!
      this.unlink(link)
      link = after
    }
    this.refresh(v)
  }

  /** Sets how much insertions may spend on an optional stop, as a factor of the cost of leaving it out. */
  setOptionalWorth(factor: number): void {
    const { stopCount, isRequired, pinnedTo, dropCost } = this.model
    for (let stop = 0; stop < stopCount; stop++) {
      if (isRequired[stop] === 0 && pinnedTo[stop]! < 0) this.worth[stop] = factor * dropCost[stop]!
    }
  }

  /** Sets the share of positions that insertions skip (blinks), so that greedy choices vary. */
  setBlinkRate(rate: number): void {
    this.blinkBits = getBlinkBits(rate)
  }

  /** Copies route v into `target` (reloads as -1) from `offset`; returns the number of elements. */
  copyRoute(v: number, target: Int32Array, offset: number): number {
    const { stopCount } = this.model
    const sentinel = stopCount + v
    let at = offset
    for (let link = this.next[sentinel]!; link !== sentinel; link = this.next[link]!) {
      target[at++] = link < stopCount ? link : -1
    }
    return at - offset
  }

  // Absent stops.

  isAbsent(stop: number): boolean {
    return this.absentAt[stop]! >= 0
  }

  protected addAbsent(stop: number): void {
    this.absentAt[stop] = this.absentCount
    this.absent[this.absentCount++] = stop
    this.dropCost += this.model.dropCost[stop]!
    if (this.model.pinnedTo[stop]! >= 0) this.absentPinned++
  }

  protected removeAbsent(stop: number): void {
    const at = this.absentAt[stop]!
    const last = this.absent[--this.absentCount]!
    this.absent[at] = last
    this.absentAt[last] = at
    this.absentAt[stop] = -1
    this.dropCost -= this.model.dropCost[stop]!
    if (this.model.pinnedTo[stop]! >= 0) this.absentPinned--
  }

  /** Makes another place of the same group absent instead of an absent stop. */
  protected replaceAbsent(stop: number, place: number): void {
    if (stop === place) return
    const at = this.absentAt[stop]!
    this.absent[at] = place
    this.absentAt[place] = at
    this.absentAt[stop] = -1
    this.routeOf[place] = -1
  }

  /** Removes an absent stop from the plan: leaving it out costs nothing then. */
  retire(stop: number): void {
    this.removeAbsent(stop)
    this.routeOf[stop] = -1
  }

  /** Adds a stop that is in no part of the plan as an absent one. */
  offer(stop: number): void {
    this.routeOf[stop] = -1
    this.addAbsent(stop)
  }

  // Empty vehicles, per type.

  /** An unused vehicle of the type that this share may use, or -1. */
  findFree(type: number): number {
    const count = this.freeCount[type]!
    return count === 0 ? -1 : this.free[this.freeFrom[type]! + count - 1]!
  }

  /** Unused vehicles of the type that this share may use; the last is used first. */
  listFree(type: number): Int32Array {
    const from = this.freeFrom[type]!
    return this.free.subarray(from, from + this.freeCount[type]!)
  }

  protected addFree(v: number): void {
    if (this.freeAt[v]! >= 0) return
    const type = this.model.typeOf[v]!
    const at = this.freeFrom[type]! + this.freeCount[type]!++
    this.free[at] = v
    this.freeAt[v] = at
  }

  protected removeFree(v: number): void {
    const at = this.freeAt[v]!
    if (at < 0) return
    const type = this.model.typeOf[v]!
    const last = this.free[this.freeFrom[type]! + --this.freeCount[type]!]!
    this.free[at] = last
    this.freeAt[last] = at
    this.freeAt[v] = -1
  }

  // Reload elements.

  takeReload(): number {
    if (this.spareReloadCount === 0) throw new Error('more reloads than stops')
    return this.spareReloads[--this.spareReloadCount]!
  }

  /** Sets the location of a reload link for now, when it is linked into a route of v. */
  protected locateReload(link: number, v: number): void {
    this.nodeOut[link] = this.nodeIn[link] = this.model.reloadNode[v]!
  }

  private giveReload(link: number): void {
    this.routeOf[link] = -1
    this.spareReloads[this.spareReloadCount++] = link
  }

  // Changes with undo.

  /** Begins a step that can be undone as a whole. */
  begin(): void {
    if (!this.model.features.isLean) this.resumRoutes()
    this.stamp++
    this.touchedCount = 0
    this.undoFrom[0] = 0
    this.undoRoutesCost = this.routesCost
    this.undoDropCost = this.dropCost
    this.undoAbsentPinned = this.absentPinned
    this.undoAbsentCount = this.absentCount
    if (this.absentCount > 0) {
      for (let i = 0; i < this.absentCount; i++) this.undoAbsent[i] = this.absent[i]!
    }
  }

  /**
   * Sums the costs of all routes anew. The cost of a route that breaks a rule because of pins is so large that adding and subtracting it
   * loses the small digits of the sum.
   */
  protected resumRoutes(): void {
    let sum = 0
    for (let v = 0; v < this.model.vehicleCount; v++) sum += this.routeCost[v]!
    this.routesCost = sum
  }

  isTouched(v: number): boolean {
    return this.touchStamp[v] === this.stamp
  }

  /** Saves route v before its first change in this step. */
  touch(v: number): void {
    if (this.touchStamp[v] === this.stamp) return
    this.touchStamp[v] = this.stamp
    const index = this.touchedCount++
    this.touched[index] = v
    this.undoCost[index] = this.routeCost[v]!
    let at = this.undoFrom[index]!
    const sentinel = this.model.stopCount + v
    for (let link = this.next[sentinel]!; link !== sentinel; link = this.next[link]!) {
      if (at >= this.undo.length) {
        const longer = new Int32Array(this.undo.length * 2)
        longer.set(this.undo)
        this.undo = longer
      }
      this.undo[at++] = link
    }
    this.undoFrom[index + 1] = at
  }

  /** Number of routes changed since `begin`, and the i-th of them. */
  get touchedRoutes(): number {
    return this.touchedCount
  }

  touchedRoute(index: number): number {
    return this.touched[index]!
  }

  /** Undoes everything since `begin`. */
  rollback(): void {
    const { stopCount } = this.model
    // Restores the absent list first, exactly.
    for (let i = 0; i < this.absentCount; i++) this.absentAt[this.absent[i]!] = -1
    for (let index = 0; index < this.touchedCount; index++) {
      const v = this.touched[index]!
      const sentinel = stopCount + v
      for (let link = this.next[sentinel]!; link !== sentinel; link = this.next[link]!) {
        if (link >= stopCount) this.giveReload(link)
        else this.routeOf[link] = -1
      }
    }
    for (let index = 0; index < this.touchedCount; index++) {
      const v = this.touched[index]!
      const sentinel = stopCount + v
      let tail = sentinel
      let stops = 0
      for (let i = this.undoFrom[index]!; i < this.undoFrom[index + 1]!; i++) {
        let link = this.undo[i]!
        if (link < stopCount) stops++
        else {
          link = this.takeReload()
          this.locateReload(link, v)
        }
        this.next[tail] = link
        this.prev[link] = tail
        this.routeOf[link] = v
        tail = link
      }
      this.next[tail] = sentinel
      this.prev[sentinel] = tail
      this.count[v] = stops
      if (stops > 0) this.removeFree(v)
      else this.addFree(v)
      this.refresh(v)
    }
    this.absentCount = this.undoAbsentCount
    for (let i = 0; i < this.absentCount; i++) {
      const stop = this.undoAbsent[i]!
      this.absent[i] = stop
      this.absentAt[stop] = i
      this.routeOf[stop] = -1
    }
    // Restores the exact value, without rounding.
    this.routesCost = this.undoRoutesCost
    this.dropCost = this.undoDropCost
    this.absentPinned = this.undoAbsentPinned
  }

  /** Removes a stop or reload from its route, without refreshing the route. */
  unlink(link: number): void {
    const v = this.routeOf[link]!
    const before = this.prev[link]!
    const after = this.next[link]!
    this.next[before] = after
    this.prev[after] = before
    if (link < this.model.stopCount) {
      this.routeOf[link] = -1
      this.addAbsent(link)
      if (--this.count[v]! === 0) this.addFree(v)
    } else this.giveReload(link)
  }

  /** Inserts an absent stop (or a new reload) into route v after `before`, without refreshing the route. */
  link(link: number, before: number, v: number): void {
    const after = this.next[before]!
    this.next[before] = link
    this.prev[link] = before
    this.next[link] = after
    this.prev[after] = link
    this.routeOf[link] = v
    if (link < this.model.stopCount) {
      this.removeAbsent(link)
      if (this.count[v]!++ === 0) this.removeFree(v)
    } else this.locateReload(link, v)
  }

  /** Sets a route's cost and updates the sum. */
  protected setRouteCost(v: number, cost: number): void {
    this.routesCost += cost - this.routeCost[v]!
    this.routeCost[v] = cost
  }
}

/** Threshold below which 32 random bits fall at the given rate. */
export function getBlinkBits(rate: number): number {
  return Math.floor(rate * 4294967296)
}
