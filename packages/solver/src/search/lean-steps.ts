/**
 * Compiled version of the annealing's steps (assembly/lean-steps), for single stops. The same seed gives the same plan as the steps of
 * `Annealer`, two to three times as fast: WebAssembly reads one memory without bounds checks per array, and a rejected step is undone by
 * copying records back (docs/decisions/0504).
 */
import type { Model } from '../model/model.ts'
import type { Neighbours } from '../model/neighbours.ts'
import type { Random } from '../model/random.ts'
import { type CompiledExports, CompiledLists, prepareProgram } from './compiled.ts'
import type { LeanKernel } from './lean-kernel.ts'
import { LEAN_STEPS_BYTES } from './lean-steps-bytes.ts'

/** Largest size in bytes of a thread's own travel tables. Above it, the JavaScript steps read the shared ones. */
const mostTableBytes = 32 * 1024 * 1024

/** Probabilities of the search; the names are those of anneal.ts. */
export interface StepRates {
  averageRemoved: number
  longestString: number
  mostTimePrice: number
  longRate: number
  mostLong: number
  splitRate: number
  splitMore: number
  crossRate: number
  boldRate: number
  /** Used instead when the best plan leaves no stop out. */
  boldRateServed: number
  openingRate: number
  thoroughStops: number
  thoroughRate: number
  leastNear: number
  nearPerStop: number
  mostHoles: number
  retypeRate: number
  mostKinds: number
  leastWorth: number
  mostWorth: number
  mostCounted: number
  roomAllowance: number
  mostRetried: number
  /** Share of positions skipped, as a threshold for 32 random bits: in a bold step and otherwise. */
  boldBits: number
  usualBits: number
}

/** Exports of assembly/lean-steps. */
type Compiled = {
  reserve(...sizes: number[]): void
  setRules(kind: number, ...rules: number[]): void
  setPrices(kind: number, ...prices: number[]): void
  setTables(kind: number, ...addresses: number[]): void
  setCapacity(kind: number, dimension: number, amount: number): void
  setWaitLimit(most: number): void
  settle(): void
  clear(): void
  offer(vehicle: number): void
  setRoute(vehicle: number, length: number): void
  setAbsent(length: number): void
  start(routesCost: number, dropCost: number): void
  readCurrent(): void
  run(steps: number, temperature: number): void
} & CompiledExports<CellName>

type CellName =
  | keyof StepRates
  | 'near'
  | 'sides'
  | 'ruinNear'
  | 'opens'
  | 'closes'
  | 'delivered'
  | 'worth'
  | 'dropCosts'
  | 'isRequired'
  | 'isPlaceable'
  | 'otherPlace'
  | 'orderKeys'
  | 'orderWeights'
  | 'kindOf'
  | 'mayServe'
  | 'isAlike'
  | 'movable'
  | 'movableCount'
  | 'currentCost'
  | 'bestCost'
  | 'bestAbsent'
  | 'absent'
  | 'absentCount'
  | 'iterations'
  | 'best'
  | 'exchange'
  | 'randomA'
  | 'randomB'
  | 'randomC'
  | 'randomD'

const beginProgram = prepareProgram(LEAN_STEPS_BYTES)

/** Whether the compiled steps support every rule of the model. */
export function supportsLeanSteps(model: Model): boolean {
  const { features } = model
  if (!features.isLean || features.hasShipments) return false
  if (model.stopCount < 2) return false
  return 4 * model.nodeCount ** 2 * listTables(model).size <= mostTableBytes
}

/** Travel matrices that the steps read. */
function listTables(model: Model): Set<Model['meters'][number]> {
  const ways = [...model.meters, ...model.metersInto]
  return new Set(needsSeconds(model) ? [...ways, ...model.seconds, ...model.secondsInto] : ways)
}

function needsSeconds({ features, typeCount, costPerTravelSecond }: Model): boolean {
  // Whether another kind of vehicle would be in time is checked for its whole day.
  return features.hasWindows || features.hasDuration || typeCount > 1 || costPerTravelSecond[0]! > 0
}

/** Search with its own memory. O(nodes²) bytes, like the tables of the model. */
export class LeanSteps {
  private readonly model: Model
  private readonly compiled: Compiled
  private readonly lists: CompiledLists<CellName>

  /** `orders`: keys for sorting removed stops, and how often each is drawn (insertion-orders.ts). */
  constructor(
    model: Model,
    neighbours: Neighbours,
    kernel: LeanKernel,
    orders: { keys: Float64Array[]; weights: number[] },
    rates: StepRates,
  ) {
    this.model = model
    this.compiled = beginProgram<Compiled>({ log: Math.log })
    this.lists = new CompiledLists<CellName>(this.compiled)
    const { features, stopCount, vehicleCount, nodeCount, loadDimensions } = model
    this.compiled.reserve(
      stopCount,
      vehicleCount,
      nodeCount,
      loadDimensions,
      neighbours.insertSize,
      neighbours.ruinSize,
      orders.keys.length,
      model.typeCount,
      Number(features.hasWindows),
      Number(features.hasDuration || features.hasWaitLimit),
    )
    if (features.hasWaitLimit) this.compiled.setWaitLimit(model.maxWaitSeconds)
    this.writeStops(neighbours, kernel, orders)
    this.writeKinds(kernel)
    for (const [name, value] of Object.entries(rates)) this.compiled[name as keyof StepRates].value = value
  }

  private writeStops(
    neighbours: Neighbours,
    kernel: LeanKernel,
    { keys, weights }: { keys: Float64Array[]; weights: number[] },
  ): void {
    const { model } = this
    const { stopCount } = model
    this.lists.ints('near', neighbours.insert.length).set(neighbours.insert)
    this.lists.ints('ruinNear', neighbours.ruin.length).set(neighbours.ruin)
    this.lists.bytes('sides', kernel.sides.length).set(kernel.sides)
    this.lists.ints('opens', stopCount).set(model.opensSeconds)
    this.lists.ints('closes', stopCount).set(model.closesSeconds)
    this.lists.ints('delivered', model.delivered.length).set(model.delivered)
    this.lists.floats('worth', stopCount).set(kernel.worth)
    this.lists.floats('dropCosts', stopCount).set(model.dropCost)
    this.lists.bytes('isRequired', stopCount).set(model.isRequired)
    this.lists.bytes('isPlaceable', stopCount).set(model.isPlaceable)
    this.lists.ints('otherPlace', stopCount).set(model.otherPlace)
    const orderKeys = this.lists.floats('orderKeys', keys.length * stopCount)
    for (const [order, list] of keys.entries()) orderKeys.set(list, order * stopCount)
    this.lists.floats('orderWeights', weights.length).set(weights)
  }

  /** Writes the data of each vehicle type, taken from one example. */
  private writeKinds(kernel: LeanKernel): void {
    const { model, compiled } = this
    const { typeOf, typeCount, stopCount } = model
    this.lists.ints('kindOf', typeOf.length).set(typeOf)
    this.lists.bytes('mayServe', stopCount * typeCount).set(model.isCompatible)
    this.lists.bytes('isAlike', typeCount ** 2).set(kernel.isAlike)
    const addresses = this.writeTables()
    for (let kind = 0; kind < typeCount; kind++) {
      const v = typeOf.indexOf(kind)
      const travelClass = model.classOf[v]!
      compiled.setRules(
        kind,
        model.startNode[v]!,
        model.endNode[v]!,
        model.shiftStart[v]!,
        model.shiftEnd[v]!,
        model.maxSeconds[v]!,
        model.maxMeters[v]!,
        model.maxServices[v]!,
        travelClass,
      )
      compiled.setPrices(
        kind,
        model.fixedCost[v]! + model.tollCost[v]! + model.vehiclePenalty,
        model.costPerMeter[v]!,
        model.costPerTravelSecond[v]!,
        model.costPerSecond[v]!,
        model.costPerStop[v]!,
      )
      const tables = [model.meters, model.metersInto, model.seconds, model.secondsInto, model.serviceSeconds]
      compiled.setTables(kind, ...tables.map((lists) => addresses.get(lists[travelClass]!) ?? 0))
      for (let k = 0; k < model.loadDimensions; k++) {
        compiled.setCapacity(kind, k, model.capacity[v * model.loadDimensions + k]!)
      }
    }
    compiled.settle()
  }

  /** Copies each travel and service table that is read once. */
  private writeTables(): Map<ArrayLike<number>, number> {
    const { model } = this
    const addresses = new Map<ArrayLike<number>, number>()
    for (const table of [...listTables(model), ...new Set(model.serviceSeconds)]) {
      addresses.set(table, this.lists.copyInts(table))
    }
    return addresses
  }

  /** Takes over the kernel's current plan. `movable`: the stops of its share. */
  take(kernel: LeanKernel, movable: Int32Array, random: Random, iterations: number): void {
    const { model, compiled } = this
    compiled.clear()
    for (let kind = 0; kind < model.typeCount; kind++) for (const v of kernel.listFree(kind)) compiled.offer(v)
    const exchange = this.lists.ints('exchange', model.stopCount)
    for (let v = 0; v < model.vehicleCount; v++) {
      if (kernel.isActive[v] === 1 && kernel.count[v]! > 0) compiled.setRoute(v, kernel.copyRoute(v, exchange, 0))
    }
    exchange.set(kernel.absent.subarray(0, kernel.absentCount))
    compiled.setAbsent(kernel.absentCount)
    this.lists.ints('movable', movable.length).set(movable)
    compiled.movableCount.value = movable.length
    compiled.iterations.value = iterations
    const [a, b, c, d] = random.state
    compiled.randomA.value = a
    compiled.randomB.value = b
    compiled.randomC.value = c
    compiled.randomD.value = d
    compiled.start(kernel.routesCost, kernel.dropCost)
  }

  run(steps: number, temperature: number): void {
    this.compiled.run(steps, temperature)
  }

  get currentCost(): number {
    return this.compiled.currentCost.value
  }

  get bestCost(): number {
    return this.compiled.bestCost.value
  }

  /** Number of stops that the best plan leaves out. */
  get bestAbsent(): number {
    return this.compiled.bestAbsent.value
  }

  /** Sets the random generator to the state of these steps. */
  giveRandom(random: Random): void {
    const { randomA, randomB, randomC, randomD } = this.compiled
    random.state = [randomA.value, randomB.value, randomC.value, randomD.value]
  }

  /** Currently absent stops. */
  get currentAbsent(): Int32Array {
    return this.lists.ints('absent', this.compiled.absentCount.value)
  }

  /** Successor of each link in the best plan; a view that later steps change. */
  get bestNext(): Int32Array {
    return this.lists.ints('best', this.model.stopCount + this.model.vehicleCount)
  }

  /** Successor of each link in the current plan; the next call of any method may change it. */
  get currentNext(): Int32Array {
    this.compiled.readCurrent()
    return this.lists.ints('exchange', this.model.stopCount + this.model.vehicleCount)
  }
}
