/**
 * The compiled twin of the annealing's steps (assembly/lean-steps.ts), for single stops. The
 * same seed gives the same plan as the steps of `Annealer`, two to three times as soon: WebAssembly reads its one memory without asking
 * each list for its bounds, and a step that failed is undone by copying records back (docs/decisions/0504).
 */
import type { Model } from '../model/model.ts'
import type { Neighbours } from '../model/neighbours.ts'
import type { Random } from '../model/random.ts'
import type { LeanKernel } from './lean-kernel.ts'
import { LEAN_STEPS_BYTES } from './lean-steps-bytes.ts'

/** Bytes that the tables of ways may take for each thread; above, the other steps read them where they are. */
const mostTableBytes = 32 * 1024 * 1024

/** What the search draws by; the names are those of anneal.ts. */
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
  /** Instead, where the best plan leaves nothing out. */
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
  /** Positions overlooked, as 32 random bits below which one is skipped: in a bold step and else. */
  boldBits: number
  usualBits: number
}

interface Cell {
  value: number
}

/** What assembly/lean-steps.ts exports: functions by name, and its numbers and addresses as cells. */
type Compiled = {
  memory: { buffer: ArrayBuffer }
  reserveBytes(bytes: number): number
  reserve(...sizes: number[]): void
  setRules(kind: number, ...rules: number[]): void
  setPrices(kind: number, ...prices: number[]): void
  setTables(kind: number, ...addresses: number[]): void
  setCapacity(kind: number, dimension: number, amount: number): void
  settle(): void
  clear(): void
  offer(vehicle: number): void
  setRoute(vehicle: number, length: number): void
  setAbsent(length: number): void
  start(routesCost: number, dropCost: number): void
  readCurrent(): void
  run(steps: number, temperature: number): void
} & Record<CellName, Cell>

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

/** What is used of WebAssembly, whose types stand with those of browsers. */
interface WebAssemblyParts {
  Module: new (bytes: Uint8Array) => object
  Instance: new (module: object, imports: object) => { exports: unknown }
}

const { Module, Instance } = (globalThis as unknown as { WebAssembly: WebAssemblyParts }).WebAssembly
const program = new Module(Buffer.from(LEAN_STEPS_BYTES, 'base64'))

/** Whether the compiled steps know every rule of the model. */
export function supportsLeanSteps(model: Model): boolean {
  const { features } = model
  if (!features.isLean || features.hasShipments || features.hasWaitLimit) return false
  if (model.stopCount < 2) return false
  return 4 * model.nodeCount ** 2 * listTables(model).size <= mostTableBytes
}

/** Tables of ways that the steps read. */
function listTables(model: Model): Set<Model['meters'][number]> {
  const ways = [...model.meters, ...model.metersInto]
  return new Set(needsSeconds(model) ? [...ways, ...model.seconds, ...model.secondsInto] : ways)
}

function needsSeconds({ features, typeCount, costPerTravelSecond }: Model): boolean {
  // Whether another kind of vehicle would be in time is asked of its whole day.
  return features.hasWindows || features.hasDuration || typeCount > 1 || costPerTravelSecond[0]! > 0
}

/** A search of its own memory. O(nodes²) bytes, as the tables of the model. */
export class LeanSteps {
  private readonly model: Model
  private readonly compiled: Compiled

  /** `orders`: keys to sort removed stops by, and how often each is drawn (insertion-orders.ts). */
  constructor(
    model: Model,
    neighbours: Neighbours,
    kernel: LeanKernel,
    orders: { keys: Float64Array[]; weights: number[] },
    rates: StepRates,
  ) {
    this.model = model
    this.compiled = new Instance(program, { env: { log: Math.log, abort } }).exports as Compiled
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
      Number(features.hasDuration),
    )
    this.writeStops(neighbours, kernel, orders)
    this.writeKinds(kernel)
    for (const [name, value] of Object.entries(rates)) this.compiled[name as keyof StepRates].value = value
  }

  private ints(name: CellName, length: number): Int32Array {
    return new Int32Array(this.compiled.memory.buffer, this.compiled[name].value, length)
  }

  private bytes(name: CellName, length: number): Uint8Array {
    return new Uint8Array(this.compiled.memory.buffer, this.compiled[name].value, length)
  }

  private floats(name: CellName, length: number): Float64Array {
    return new Float64Array(this.compiled.memory.buffer, this.compiled[name].value, length)
  }

  private writeStops(
    neighbours: Neighbours,
    kernel: LeanKernel,
    { keys, weights }: { keys: Float64Array[]; weights: number[] },
  ): void {
    const { model } = this
    const { stopCount } = model
    this.ints('near', neighbours.insert.length).set(neighbours.insert)
    this.ints('ruinNear', neighbours.ruin.length).set(neighbours.ruin)
    this.bytes('sides', kernel.sides.length).set(kernel.sides)
    this.ints('opens', stopCount).set(model.opensSeconds)
    this.ints('closes', stopCount).set(model.closesSeconds)
    this.ints('delivered', model.delivered.length).set(model.delivered)
    this.floats('worth', stopCount).set(kernel.worth)
    this.floats('dropCosts', stopCount).set(model.dropCost)
    this.bytes('isRequired', stopCount).set(model.isRequired)
    this.bytes('isPlaceable', stopCount).set(model.isPlaceable)
    const orderKeys = this.floats('orderKeys', keys.length * stopCount)
    for (const [order, list] of keys.entries()) orderKeys.set(list, order * stopCount)
    this.floats('orderWeights', weights.length).set(weights)
  }

  /** One example of each kind tells of all. */
  private writeKinds(kernel: LeanKernel): void {
    const { model, compiled } = this
    const { typeOf, typeCount, stopCount } = model
    this.ints('kindOf', typeOf.length).set(typeOf)
    this.bytes('mayServe', stopCount * typeCount).set(model.isCompatible)
    this.bytes('isAlike', typeCount ** 2).set(kernel.isAlike)
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

  /** Copies every table of ways and services that is read, each once. */
  private writeTables(): Map<ArrayLike<number>, number> {
    const { model, compiled } = this
    const addresses = new Map<ArrayLike<number>, number>()
    for (const table of [...listTables(model), ...new Set(model.serviceSeconds)]) {
      const address = compiled.reserveBytes(table.length * 4)
      new Int32Array(compiled.memory.buffer, address, table.length).set(table)
      addresses.set(table, address)
    }
    return addresses
  }

  /** Takes over where the kernel stands. `movable`: the stops of its share. */
  take(kernel: LeanKernel, movable: Int32Array, random: Random, iterations: number): void {
    const { model, compiled } = this
    compiled.clear()
    for (let kind = 0; kind < model.typeCount; kind++) for (const v of kernel.listFree(kind)) compiled.offer(v)
    const exchange = this.ints('exchange', model.stopCount)
    for (let v = 0; v < model.vehicleCount; v++) {
      if (kernel.isActive[v] === 1 && kernel.count[v]! > 0) compiled.setRoute(v, kernel.copyRoute(v, exchange, 0))
    }
    exchange.set(kernel.absent.subarray(0, kernel.absentCount))
    compiled.setAbsent(kernel.absentCount)
    this.ints('movable', movable.length).set(movable)
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

  /** How many stops the best plan leaves out. */
  get bestAbsent(): number {
    return this.compiled.bestAbsent.value
  }

  /** Has the random numbers go on where these steps are. */
  giveRandom(random: Random): void {
    const { randomA, randomB, randomC, randomD } = this.compiled
    random.state = [randomA.value, randomB.value, randomC.value, randomD.value]
  }

  /** Stops that are absent now. */
  get currentAbsent(): Int32Array {
    return this.ints('absent', this.compiled.absentCount.value)
  }

  /** After whom each link comes in the best plan; a view that later steps change. */
  get bestNext(): Int32Array {
    return this.ints('best', this.model.stopCount + this.model.vehicleCount)
  }

  /** Likewise now; the next call of any method may change it. */
  get currentNext(): Int32Array {
    this.compiled.readCurrent()
    return this.ints('exchange', this.model.stopCount + this.model.vehicleCount)
  }
}

function abort(): never {
  throw new Error('the compiled steps found no memory')
}
