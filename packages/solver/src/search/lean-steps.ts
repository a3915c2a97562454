/**
 * The compiled twin of the annealing's steps (assembly/lean-steps.ts), for plans with one kind of vehicle in which every stop is served. The
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
  openingRate: number
  thoroughStops: number
  thoroughRate: number
  leastNear: number
  nearPerStop: number
  mostHoles: number
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
  reserve(...sizes: number[]): void
  settlePrices(): void
  clear(): void
  offer(vehicle: number): void
  setRoute(vehicle: number, length: number): void
  start(cost: number): void
  readCurrent(): void
  run(steps: number, temperature: number): void
} & Record<CellName, Cell>

type CellName =
  | keyof StepRates
  | 'meters'
  | 'metersInto'
  | 'seconds'
  | 'secondsInto'
  | 'near'
  | 'sides'
  | 'ruinNear'
  | 'opens'
  | 'closes'
  | 'service'
  | 'delivered'
  | 'worth'
  | 'capacity'
  | 'orderKeys'
  | 'orderWeights'
  | 'startNode'
  | 'endNode'
  | 'shiftStart'
  | 'shiftEnd'
  | 'mostSeconds'
  | 'mostMeters'
  | 'mostServices'
  | 'basePrice'
  | 'perMeter'
  | 'perTravelSecond'
  | 'perSecond'
  | 'perStop'
  | 'movable'
  | 'movableCount'
  | 'routesCost'
  | 'currentCost'
  | 'bestCost'
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
  if (!features.isLean || features.hasShipments || features.hasWaitLimit || features.hasClusters) return false
  if (model.typeCount !== 1 || model.seconds.length !== 1 || model.stopCount < 2) return false
  if (model.isRequired.includes(0) || model.isFrozen.includes(1) || model.isLocked.includes(1)) return false
  if (model.pinnedTo.some((vehicle) => vehicle >= 0)) return false
  return tableBytes(model) <= mostTableBytes
}

function tableBytes(model: Model): number {
  const tables = (isSymmetric(model) ? 1 : 2) * (needsSeconds(model) ? 2 : 1)
  return tables * 4 * model.nodeCount ** 2
}

function isSymmetric(model: Model): boolean {
  return model.meters[0] === model.metersInto[0] && model.seconds[0] === model.secondsInto[0]
}

function needsSeconds({ features, costPerTravelSecond }: Model): boolean {
  return features.hasWindows || features.hasDuration || costPerTravelSecond[0]! > 0
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
      Number(isSymmetric(model)),
      Number(needsSeconds(model)),
      Number(features.hasWindows),
      Number(features.hasDuration),
    )
    this.writeTables()
    this.writeStops(neighbours, kernel, orders)
    this.writeVehicles()
    for (const [name, value] of Object.entries(rates)) this.compiled[name as keyof StepRates].value = value
  }

  private ints(name: CellName, length: number): Int32Array {
    return new Int32Array(this.compiled.memory.buffer, this.compiled[name].value, length)
  }

  private floats(name: CellName, length: number): Float64Array {
    return new Float64Array(this.compiled.memory.buffer, this.compiled[name].value, length)
  }

  private writeTables(): void {
    const { model } = this
    const cells = model.nodeCount ** 2
    this.ints('meters', cells).set(model.meters[0]!)
    this.ints('metersInto', cells).set(model.metersInto[0]!)
    if (!needsSeconds(model)) return
    this.ints('seconds', cells).set(model.seconds[0]!)
    this.ints('secondsInto', cells).set(model.secondsInto[0]!)
  }

  private writeStops(
    neighbours: Neighbours,
    kernel: LeanKernel,
    { keys, weights }: { keys: Float64Array[]; weights: number[] },
  ): void {
    const { model, compiled } = this
    const { stopCount } = model
    this.ints('near', neighbours.insert.length).set(neighbours.insert)
    this.ints('ruinNear', neighbours.ruin.length).set(neighbours.ruin)
    new Uint8Array(compiled.memory.buffer, compiled.sides.value, kernel.sides.length).set(kernel.sides)
    this.ints('opens', stopCount).set(model.opensSeconds)
    this.ints('closes', stopCount).set(model.closesSeconds)
    this.ints('service', stopCount).set(model.serviceSeconds[0]!)
    this.ints('delivered', model.delivered.length).set(model.delivered)
    this.floats('worth', stopCount).set(kernel.worth)
    const orderKeys = this.floats('orderKeys', keys.length * stopCount)
    for (const [order, list] of keys.entries()) orderKeys.set(list, order * stopCount)
    this.floats('orderWeights', weights.length).set(weights)
  }

  private writeVehicles(): void {
    const { model, compiled } = this
    const rules: Partial<Record<CellName, number>> = {
      startNode: model.startNode[0]!,
      endNode: model.endNode[0]!,
      shiftStart: model.shiftStart[0]!,
      shiftEnd: model.shiftEnd[0]!,
      mostSeconds: model.maxSeconds[0]!,
      mostMeters: model.maxMeters[0]!,
      mostServices: model.maxServices[0]!,
      basePrice: model.fixedCost[0]! + model.tollCost[0]! + model.vehiclePenalty,
      perMeter: model.costPerMeter[0]!,
      perTravelSecond: model.costPerTravelSecond[0]!,
      perSecond: model.costPerSecond[0]!,
      perStop: model.costPerStop[0]!,
    }
    for (const [name, value] of Object.entries(rules)) compiled[name as CellName].value = value
    this.ints('capacity', model.loadDimensions).set(model.capacity.subarray(0, model.loadDimensions))
    compiled.settlePrices()
  }

  /** Takes over where the kernel stands; no stop that the search may serve is absent. `movable`: the stops of its share. */
  take(kernel: LeanKernel, movable: Int32Array, current: number, random: Random, iterations: number): void {
    const { model, compiled } = this
    compiled.clear()
    for (const v of kernel.listFree(0)) compiled.offer(v)
    const exchange = this.ints('exchange', model.stopCount)
    for (let v = 0; v < model.vehicleCount; v++) {
      if (kernel.isActive[v] === 1 && kernel.count[v]! > 0) compiled.setRoute(v, kernel.copyRoute(v, exchange, 0))
    }
    this.ints('movable', movable.length).set(movable)
    compiled.movableCount.value = movable.length
    compiled.iterations.value = iterations
    const [a, b, c, d] = random.state
    compiled.randomA.value = a
    compiled.randomB.value = b
    compiled.randomC.value = c
    compiled.randomD.value = d
    compiled.start(current)
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

  /** Has the random numbers go on where these steps are. */
  giveRandom(random: Random): void {
    const { randomA, randomB, randomC, randomD } = this.compiled
    random.state = [randomA.value, randomB.value, randomC.value, randomD.value]
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
