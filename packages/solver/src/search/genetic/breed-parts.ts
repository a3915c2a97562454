/**
 * Improves a large plan by parts: some neighbouring routes at a time become a problem of their own, a population that knows these
 * routes breeds on it, and what it finds takes their place (Taillard & Voß 2002; Santini, Schneider, Vidal & Vigo 2023).
 */
import type { Model } from '../../model.ts'
import { buildNeighbours, type Neighbours } from '../../neighbours.ts'
import { Random } from '../../random.ts'
import type { Annealer } from '../anneal.ts'
import { GeneticSearch } from './genetic-search.ts'
import { extractPart, type Part } from './part.ts'
import { epsilon } from './route-state.ts'
import { leastGeneticStops } from './terms.ts'

/** Stops of a part, drawn between these. */
const leastPartStops = 60
export const mostPartStops = 200
/** Children of one part: so many, and so many more per stop. */
const leastChildren = 100
const childrenPerStop = 4
/** Neighbours of a stop within its part, near in space, and in space and time. */
const ruinNeighbours = 250
const insertNeighbours = 40
/** Unused vehicles that a part may take into use: one of each type, and no more than this. */
const mostSpare = 12
/** Choices in a row that were all bred before, until nothing new is expected. */
const mostRepeats = 50
/** What a unit of work takes until it has been measured. */
export const millisecondsPerWork = 0.02

export interface PartLimits {
  /** Work at most: children times the stops of their part. A unit takes about as long as a step of the annealing. */
  work: number
  /** Clock of the calling thread; the search ends when it reaches `deadlineMilliseconds`. */
  clock?: (() => number) | undefined
  deadlineMilliseconds: number
  cancel?: Int32Array | undefined
  /** Called after every part with the plan's cost by then. */
  onPause?: (doneWork: number, cost: number) => void
}

/** Children times stops: what a part of so many stops takes. */
export function workOfPart(stops: number): number {
  return childrenOfPart(stops) * stops
}

function childrenOfPart(stops: number): number {
  return leastChildren + childrenPerStop * stops
}

export class PartBreeder {
  /** Children made since construction. */
  iterations = 0
  private readonly model: Model
  private readonly neighbours: Neighbours
  private readonly random: Random
  /** Hashes of the routes that were bred together. */
  private readonly tried = new Set<number>()
  private routes: Int32Array[] = []
  private readonly routeOf: Int32Array
  private readonly isTaken: Uint8Array
  /** Milliseconds per unit of work as measured. */
  private pace = millisecondsPerWork
  /** Where the penalties of the last part ended: the next begins there, for they take hundreds of children to settle. */
  private penalties: Float64Array | undefined
  /** Work and cost of the present run. */
  private work = 0
  private cost = 0

  /** The model must keep to rules that populations know (`knowsRules`). */
  constructor(model: Model, neighbours: Neighbours, seed: number) {
    this.model = model
    this.neighbours = neighbours
    this.random = new Random(seed ^ 0x7a57)
    this.routeOf = new Int32Array(model.stopCount)
    this.isTaken = new Uint8Array(model.vehicleCount)
  }

  /**
   * Improves the annealer's best plan until a limit is reached, and makes it the annealer's present one. What is absent stays so.
   * Ends early when no part fits into what is left, or all that were drawn had been bred before.
   */
  run(annealer: Annealer, limits: PartLimits): void {
    const { model } = this
    const { kernel } = annealer
    this.routes = Array.from({ length: model.vehicleCount }, () => new Int32Array(0))
    this.routeOf.fill(-1)
    annealer.readBest((v, stops) => this.setRoute(v, stops))
    const vehicles: number[] = []
    for (let v = 0; v < model.vehicleCount; v++) if (kernel.isActive[v] === 1) vehicles.push(v)
    const absent: number[] = []
    const served: number[] = []
    for (let stop = 0; stop < model.stopCount; stop++) {
      if (kernel.routeOf[stop] === -2) continue
      if (this.routeOf[stop]! < 0) absent.push(stop)
      else served.push(stop)
    }
    this.work = 0
    this.cost = annealer.bestCost
    if (served.length > 0) this.breedParts(vehicles, served, limits)
    const routes = vehicles.map((v) => this.routes[v]!)
    kernel.load(vehicles, routes, absent)
    annealer.start()
  }

  private setRoute(v: number, stops: Int32Array): void {
    this.routes[v] = stops
    for (const stop of stops) this.routeOf[stop] = v
  }

  private breedParts(vehicles: number[], served: number[], limits: PartLimits): void {
    const { clock, cancel, deadlineMilliseconds } = limits
    for (let repeats = 0; repeats < mostRepeats; repeats++) {
      if (cancel && Atomics.load(cancel, 0) !== 0) return
      const work = Math.min(
        limits.work - this.work,
        clock ? (deadlineMilliseconds - clock()) / this.pace : Number.POSITIVE_INFINITY,
      )
      if (work < workOfPart(leastPartStops)) return
      const chosen = this.chooseRoutes(served, largestPart(work))
      const stopCount = chosen.reduce((sum, v) => sum + this.routes[v]!.length, 0)
      const hash = this.hashRoutes(chosen)
      if (stopCount < leastGeneticStops || this.tried.has(hash)) continue
      this.tried.add(hash)
      this.breedPart(chosen, vehicles, work, limits)
      repeats = 0
      limits.onPause?.(this.work, this.cost)
    }
  }

  /** Routes around a stop drawn at random, in the order of its nearest stops, until they have as many stops as a part should have. */
  private chooseRoutes(served: number[], most: number): number[] {
    const { random, neighbours, routeOf, isTaken, routes } = this
    const { ruin: near, ruinSize } = neighbours
    const wanted = leastPartStops + random.below(most - leastPartStops + 1)
    const seed = served[random.below(served.length)]!
    const chosen: number[] = []
    let stops = 0
    for (let k = -1; k < ruinSize && (stops < wanted || chosen.length < 2); k++) {
      const stop = k < 0 ? seed : near[seed * ruinSize + k]!
      if (stop < 0) break
      const v = routeOf[stop]!
      if (v < 0 || isTaken[v] === 1) continue
      const length = routes[v]!.length
      if (chosen.length > 1 && stops + length > most) break
      isTaken[v] = 1
      chosen.push(v)
      stops += length
    }
    for (const v of chosen) isTaken[v] = 0
    return chosen.sort((a, b) => a - b)
  }

  /** 53 bits that tell routes apart, their order included. */
  private hashRoutes(chosen: number[]): number {
    let low = 0
    let high = 0
    for (const v of chosen) {
      low = Math.imul(low ^ v, 0x01000193)
      for (const stop of this.routes[v]!) {
        low = Math.imul(low ^ (stop + 1), 0x01000193)
        high = (Math.imul(high, 31) + stop) | 0
      }
    }
    return (high & 0x1fffff) * 2 ** 32 + (low >>> 0)
  }

  private breedPart(chosen: number[], vehicles: number[], work: number, limits: PartLimits): void {
    const { clock } = limits
    const startedAt = clock?.() ?? 0
    const stops = Int32Array.from(chosen.flatMap((v) => Array.from(this.routes[v]!))).sort()
    const part = extractPart(this.model, stops, Int32Array.from([...chosen, ...this.listSpare(vehicles)]))
    const neighbours = buildNeighbours(part.model, ruinNeighbours, Math.min(insertNeighbours, stops.length - 2))
    const search = new GeneticSearch(part.model, neighbours, this.random.bits())
    if (this.penalties) search.startPenalties(this.penalties)
    search.admit(this.routesWithin(part, chosen))
    const before = search.bestCost
    search.run({
      iterations: Math.min(Math.floor(work / stops.length), childrenOfPart(stops.length)),
      clock,
      deadlineMilliseconds: limits.deadlineMilliseconds,
      cancel: limits.cancel,
    })
    if (search.bestCost < before - epsilon) {
      this.takeOver(search, part)
      this.cost += search.bestCost - before
    }
    this.penalties = search.readPenalties()
    const done = search.iterations * stops.length
    this.iterations += search.iterations
    this.work += done
    if (clock && done > 0) this.pace = (this.pace + (clock() - startedAt) / done) / 2
  }

  private routesWithin(part: Part, chosen: number[]): Int32Array[] {
    const placeOf = new Map<number, number>()
    part.stops.forEach((stop, place) => {
      placeOf.set(stop, place)
    })
    return chosen.map((v) => this.routes[v]!.map((stop) => placeOf.get(stop)!))
  }

  private takeOver(search: GeneticSearch, { vehicles, stops }: Part): void {
    for (const v of vehicles) this.routes[v] = new Int32Array(0)
    search.readBest((v, order) => {
      this.setRoute(
        vehicles[v]!,
        order.map((stop) => stops[stop]!),
      )
    })
  }

  /** An unused vehicle of each type, of as many types as a part may take. */
  private listSpare(vehicles: number[]): number[] {
    const { model, routes, random } = this
    const seen = new Set<number>()
    const spare = vehicles.filter((v) => {
      const type = model.typeOf[v]!
      if (routes[v]!.length > 0 || seen.has(type)) return false
      seen.add(type)
      return true
    })
    while (spare.length > mostSpare) spare.splice(random.below(spare.length), 1)
    return spare
  }
}

/** Stops of the largest part that the work suffices for. */
function largestPart(work: number): number {
  let stops = leastPartStops
  while (stops < mostPartStops && workOfPart(stops + 1) <= work) stops++
  return stops
}
