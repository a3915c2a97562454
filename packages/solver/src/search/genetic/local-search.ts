/**
 * Local search over penalised routes and granular neighbours (Vidal et al. 2013; Vidal 2022), SWAP* included. Its source is in
 * assembly/local-search: WebAssembly makes children about twice as fast (docs/decisions/0506).
 */
import type { Neighbours } from '../../model/neighbours.ts'
import type { Random } from '../../model/random.ts'
import { type CompiledExports, CompiledLists, prepareProgram } from '../compiled.ts'
import { createAudit } from '../move-audit.ts'
import type { MoveName } from '../moves.ts'
import { LOCAL_SEARCH_BYTES } from './local-search-bytes.ts'
import type { GeneticTerms } from './terms.ts'

/** Differences below this are rounding. */
export const epsilon = 1e-6
/** Number of neighbours tried for each stop. */
const granularStops = 20
const granularStopsWithTimes = 32
/** Most pairs of a stop and a route for which SWAP* remembers the best positions; with more pairs, SWAP* is skipped. */
const mostPlaces = 1 << 21
/** Moves by their number in assembly/local-search/moves.ts. */
const moveNames: readonly MoveName[] = [
  'relocate',
  'swap',
  'reverse',
  'swap tails',
  'cross tails',
  'exchange vehicles',
  'swap star',
  'insert at a price',
]

/** Exports of assembly/local-search. */
type Compiled = {
  reserve(...sizes: number[]): void
  setVehicle(v: number, ...values: number[]): void
  setPrices(v: number, ...prices: number[]): void
  setCapacity(v: number, dimension: number, amount: number): void
  forgetPlaces(): void
  clear(): void
  loadPlan(): void
  storePlan(): void
  recompute(): void
  markChanged(v: number): void
  resum(): void
  isFeasible(): number
  run(settledAt: number): void
  insert(stop: number): number
  remove(stop: number): void
} & CompiledExports<CellName>

type CellName =
  | 'near'
  | 'loads'
  | 'opens'
  | 'closes'
  | 'mayServeType'
  | 'typeFrom'
  | 'typeVehicle'
  | 'order'
  | 'loadPenalty'
  | 'warpPenalty'
  | 'flatStops'
  | 'flatFrom'
  | 'followers'
  | 'leaders'
  | 'excess'
  | 'cost'
  | 'moves'
  | 'isAudited'

const beginProgram = prepareProgram(LOCAL_SEARCH_BYTES)

/** One plan, which may break loads and times at a price. O(nodes²) bytes per price list of vehicles. */
export class LocalSearch {
  readonly terms: GeneticTerms
  readonly audit = createAudit()
  /** Price of overload per unit and dimension; call `recompute` after changing one. */
  readonly loadPenalty: Float64Array
  private readonly compiled: Compiled
  private readonly random: Random
  private readonly order: Int32Array
  private readonly flatStops: Int32Array
  private readonly flatFrom: Int32Array
  private readonly followers: Int32Array
  private readonly leaders: Int32Array
  private readonly excess: Float64Array
  private isOver: () => boolean = () => false

  constructor(terms: GeneticTerms, neighbours: Neighbours, random: Random) {
    const { stopCount, vehicleCount } = terms.model
    this.terms = terms
    this.random = random
    const compiled = beginProgram<Compiled>({
      isOver: () => this.isOver(),
      tell: (move: number, change: number, told: number, before: number) =>
        this.audit?.record(moveNames[move]!, change, told, before),
    })
    const lists = new CompiledLists<CellName>(compiled)
    this.compiled = compiled
    reserve(compiled, terms, neighbours)
    writeVehicles(compiled, lists, terms)
    writeStops(lists, terms, neighbours)
    compiled.isAudited.value = this.audit === undefined ? 0 : 1
    // No memory is reserved from here on, so these views stay valid.
    this.loadPenalty = lists.floats('loadPenalty', terms.dimensions).fill(1)
    this.order = lists.ints('order', stopCount)
    for (let stop = 0; stop < stopCount; stop++) this.order[stop] = stop
    this.flatStops = lists.ints('flatStops', stopCount)
    this.flatFrom = lists.ints('flatFrom', vehicleCount + 1)
    this.followers = lists.ints('followers', stopCount)
    this.leaders = lists.ints('leaders', stopCount)
    this.excess = lists.floats('excess', terms.dimensions + 1)
    compiled.forgetPlaces()
    compiled.clear()
  }

  /** Price of a second of time warp; call `recompute` after changing it. */
  get warpPenalty(): number {
    return this.compiled.warpPenalty.value
  }

  set warpPenalty(price: number) {
    this.compiled.warpPenalty.value = price
  }

  /** Cost of the plan, penalties included. */
  get cost(): number {
    return this.compiled.cost.value
  }

  /** Number of changes of the plan so far. */
  get moves(): number {
    return this.compiled.moves.value
  }

  /** Removes every stop from the plan. */
  clear(): void {
    this.compiled.clear()
  }

  /** Loads routes from flat lists: stops of vehicle v are stops[from[v]] .. stops[from[v + 1] - 1]. */
  load(stops: Int32Array, from: Int32Array): void {
    this.flatStops.set(stops)
    this.flatFrom.set(from)
    this.compiled.loadPlan()
  }

  /**
   * The routes as flat lists, successor and predecessor of each stop (-1: the depot), overload per dimension and then seconds of time warp.
   */
  store(): Record<'stops' | 'routeFrom' | 'follower' | 'leader', Int32Array> & { excess: Float64Array } {
    this.compiled.storePlan()
    return {
      stops: this.flatStops.slice(),
      routeFrom: this.flatFrom.slice(),
      follower: this.followers.slice(),
      leader: this.leaders.slice(),
      excess: this.excess.slice(),
    }
  }

  /** Recomputes every route after penalties changed. */
  recompute(): void {
    this.compiled.recompute()
  }

  /** Marks a route as changed since it was last improved. */
  markChanged(v: number): void {
    this.compiled.markChanged(v)
  }

  /** Sums the routes' costs anew, without accumulated rounding. */
  resum(): void {
    this.compiled.resum()
  }

  isFeasible(): boolean {
    return this.compiled.isFeasible() !== 0
  }

  /**
   * Improves the plan until no move does. Stops early when `isOver` returns true (asked every few hundred stops): the result is then
   * partial. Routes whose last change is not after `settledAt` (a value of `moves`) are known to need no move among themselves.
   */
  run(isOver: () => boolean, settledAt = -1): void {
    const { order, random } = this
    for (let i = order.length - 1; i > 0; i--) {
      const j = random.below(i + 1)
      const swap = order[i]!
      order[i] = order[j]!
      order[j] = swap
    }
    this.isOver = isOver
    this.compiled.run(settledAt)
  }

  /** Inserts an unplaced stop at its cheapest position, penalties included: next to its neighbours, into an unused vehicle, or anywhere. */
  insert(stop: number): void {
    if (this.compiled.insert(stop) === 0) throw new Error(`no vehicle may serve stop ${stop}`)
  }

  /** Removes a stop from its route. */
  remove(stop: number): void {
    this.compiled.remove(stop)
  }
}

function reserve(compiled: Compiled, terms: GeneticTerms, { insertSize }: Neighbours): void {
  const { stopCount, vehicleCount, nodeCount, typeCount } = terms.model
  compiled.reserve(
    stopCount,
    vehicleCount,
    nodeCount,
    terms.dimensions,
    typeCount,
    insertSize,
    Math.min(insertSize, terms.hasTimes ? granularStopsWithTimes : granularStops),
    Number(terms.hasTimes),
    Number(terms.hasSeveralEnds),
    Number(terms.isSymmetric),
    Number(terms.hasTypeRules),
    Number(!terms.hasTimes && stopCount * vehicleCount <= mostPlaces),
  )
}

function writeVehicles(compiled: Compiled, lists: CompiledLists<CellName>, terms: GeneticTerms): void {
  const { model, arcs, arcOf, dimensions } = terms
  const arcsAt = arcs.map((list) => lists.copyFloats(list))
  // Vehicles of one travel class share their tables.
  const travelAt = terms.hasTimes ? model.seconds.map((table) => lists.copyInts(table)) : []
  const serviceAt = model.serviceSeconds.map((list) => lists.copyInts(list))
  for (let v = 0; v < model.vehicleCount; v++) {
    const travelClass = model.classOf[v]!
    compiled.setVehicle(
      v,
      model.startNode[v]!,
      model.endNode[v]!,
      model.typeOf[v]!,
      arcsAt[arcOf[v]!]!,
      arcOf[v]!,
      travelAt[travelClass] ?? 0,
      serviceAt[travelClass]!,
    )
    compiled.setPrices(
      v,
      terms.fixed[v]!,
      terms.perWait[v]!,
      model.maxSeconds[v]!,
      model.shiftStart[v]!,
      model.shiftEnd[v]!,
    )
    for (let k = 0; k < dimensions; k++) compiled.setCapacity(v, k, terms.capacity[v * dimensions + k]!)
  }
}

function writeStops(lists: CompiledLists<CellName>, terms: GeneticTerms, { insert }: Neighbours): void {
  const { model } = terms
  const { stopCount, vehicleCount, typeCount, typeOf } = model
  lists.ints('near', insert.length).set(insert)
  lists.floats('loads', terms.load.length).set(terms.load)
  lists.ints('opens', stopCount).set(model.opensSeconds)
  lists.ints('closes', stopCount).set(model.closesSeconds)
  lists.bytes('mayServeType', stopCount * typeCount).set(model.isCompatible)
  const typeVehicle = Int32Array.from(typeOf, (_, v) => v).sort((a, b) => typeOf[a]! - typeOf[b]! || a - b)
  lists.ints('typeVehicle', vehicleCount).set(typeVehicle)
  const typeFrom = lists.ints('typeFrom', typeCount + 1).fill(0)
  for (let v = 0; v < vehicleCount; v++) typeFrom[typeOf[v]! + 1]!++
  for (let type = 0; type < typeCount; type++) typeFrom[type + 1]! += typeFrom[type]!
}
