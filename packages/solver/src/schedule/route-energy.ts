/** What one route takes from the battery, and how long each reload has to charge so that the next trip can be driven. */
import { type CompiledBattery, roundingWh } from '../model/compile-battery.ts'
import type { Model } from '../model/model.ts'
import { chargeAfter, secondsToCharge } from './charging.ts'

/** O(stops × dimensions). Nothing is allocated after construction. */
export class RouteEnergy {
  /** The most that is missing at any place, in watt-hours; 0 when the route can be driven. */
  missingWh = 0
  /** Element at which it is missing first; -1: on the way to the end. */
  missingAt = -1
  /** Seconds that each reload element takes. */
  readonly stays: Int32Array
  /** Some reload takes longer for the sake of charging. */
  isAnyLonger = false
  private readonly model: Model
  private readonly usedWh: Float64Array
  private readonly tripWh: Float64Array

  constructor(model: Model, longest: number) {
    this.model = model
    this.stays = new Int32Array(longest + 2)
    this.usedWh = new Float64Array(longest + 2)
    this.tripWh = new Float64Array(longest + 2)
  }

  /**
   * Measures vehicle v on `sequence`, over `node` with `load` on leaving the start and each element. A trip that the battery could not
   * hold even full is missing what it lacks; every other one is charged for where it begins.
   */
  measure(v: number, sequence: ArrayLike<number>, length: number, node: Int32Array, load: Int32Array): void {
    this.fillUse(v, sequence, length, node, load)
    this.missingWh = 0
    this.missingAt = -1
    const { reserveWh } = this.model.batteries[v]!
    this.charge(v, sequence, length, undefined, (e, arrivalWh) => {
      const missing = reserveWh - arrivalWh
      if (missing <= roundingWh) return
      if (this.missingWh === 0) this.missingAt = e < length ? e : -1
      this.missingWh = Math.max(this.missingWh, missing)
    })
  }

  /** As `measure`, with what each reload charges beside its own time: `spare(e)` is time at its place. */
  shorten(v: number, sequence: ArrayLike<number>, length: number, spare: (e: number) => Spare): void {
    this.charge(v, sequence, length, spare, () => {})
  }

  /** Whether the route can be driven when each reload is `seconds(e)` at its place. */
  isEnough(v: number, sequence: ArrayLike<number>, length: number, seconds: (e: number) => number): boolean {
    const battery = this.model.batteries[v]!
    let charged = battery.startWh
    for (let e = 0; e <= length; e++) {
      charged -= this.usedWh[e]!
      if (charged < battery.reserveWh - roundingWh) return false
      if (e < length && sequence[e]! >= this.model.stopCount) charged = chargeAfter(battery, charged, seconds(e))
    }
    return true
  }

  private charge(
    v: number,
    sequence: ArrayLike<number>,
    length: number,
    spare: ((e: number) => Spare) | undefined,
    arrive: (e: number, arrivalWh: number) => void,
  ): void {
    const { stopCount, reloadSeconds } = this.model
    const battery = this.model.batteries[v]!
    this.isAnyLonger = false
    let charged = battery.startWh
    for (let e = 0; e <= length; e++) {
      charged -= this.usedWh[e]!
      arrive(e, charged)
      if (e === length || sequence[e]! < stopCount) continue
      const needed = secondsToCharge(battery, charged, this.tripWh[e]! + battery.reserveWh)
      const { pauseSeconds, freeSeconds } = spare?.(e) ?? nothingToSpare
      const stay = Math.max(reloadSeconds[v]!, Math.ceil(needed - pauseSeconds))
      if (stay > reloadSeconds[v]!) this.isAnyLonger = true
      const untilFull = secondsToCharge(battery, charged, Number.POSITIVE_INFINITY) - stay - pauseSeconds
      const more = Math.min(freeSeconds, Math.max(0, Math.ceil(untilFull)))
      this.stays[e] = stay + more
      charged = chargeAfter(battery, charged, stay + more + pauseSeconds)
    }
  }

  /** What each leg takes, and all legs from a reload to the next one or the end. */
  private fillUse(v: number, sequence: ArrayLike<number>, length: number, node: Int32Array, load: Int32Array): void {
    const { nodeCount, stopCount, classOf, startNode } = this.model
    const battery = this.model.batteries[v]!
    const meters = this.model.meters[classOf[v]!]!
    let previous = startNode[v]!
    for (let gap = 0; gap <= length; gap++) {
      this.usedWh[gap] = meters[previous * nodeCount + node[gap]!]! * this.whPerMeter(battery, v, load, gap)
      previous = node[gap]!
    }
    let trip = 0
    for (let gap = length; gap >= 0; gap--) {
      if (gap < length && sequence[gap]! >= stopCount) {
        this.tripWh[gap] = trip
        trip = 0
      }
      trip += this.usedWh[gap]!
    }
  }

  private whPerMeter(battery: CompiledBattery, v: number, load: Int32Array, entry: number): number {
    if (!battery.hasLoad) return battery.whPerMeter
    const { loadDimensions, aboard } = this.model
    let sum = battery.whPerMeter
    for (let k = 0; k < Math.min(loadDimensions, battery.whPerMeterOfLoad.length); k++) {
      const units = load[entry * loadDimensions + k]! + aboard[v * loadDimensions + k]!
      if (units > 0) sum += battery.whPerMeterOfLoad[k]! * units
    }
    return sum
  }
}

/** Time at the place of a reload beside the reload itself: breaks, and what may be added to it without coming later and is of use. */
export interface Spare {
  pauseSeconds: number
  freeSeconds: number
}

const nothingToSpare: Spare = { pauseSeconds: 0, freeSeconds: 0 }
