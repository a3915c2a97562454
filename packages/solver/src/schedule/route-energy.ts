/** Energy used on one route, and how long it charges at each place so that the way to the next one can be driven. */
import { type ChargePieces, type CompiledBattery, roundingWh } from '../model/compile-battery.ts'
import { firstCharge, type Model } from '../model/model.ts'
import { chargeAfter, secondsToCharge, wholeSeconds } from './charging.ts'

/** O(stops × dimensions). Nothing is allocated after construction. */
export class RouteEnergy {
  /** Largest shortage at any place, in watt-hours; 0 when the route can be driven. */
  missingWh = 0
  /** Element at which energy is first missing; -1: on the way to the end. */
  missingAt = -1
  /** Seconds spent at each reload and charging place. */
  readonly stays: Int32Array
  /** Whether any stay is longer because of charging. */
  isAnyLonger = false
  /** Per gap: consumption per metre with the load aboard. */
  readonly whPerMeter: Float64Array
  private readonly model: Model
  private readonly usedWh: Float64Array
  private readonly tripWh: Float64Array

  constructor(model: Model, longest: number) {
    this.model = model
    this.stays = new Int32Array(longest + 2)
    this.usedWh = new Float64Array(longest + 2)
    this.tripWh = new Float64Array(longest + 2)
    this.whPerMeter = new Float64Array(longest + 2)
  }

  /**
   * Measures vehicle v on `sequence`, over `node` with `load` on leaving the start and each element. A trip that exceeds even a full
   * battery counts as short by the excess; every other trip is charged for where it begins.
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

  /** Like `measure`, with charging outside of each place's own time, which `spare(e)` gives. */
  shorten(v: number, sequence: ArrayLike<number>, length: number, spare: (e: number) => Spare): void {
    this.charge(v, sequence, length, spare, () => {})
  }

  /** Whether the route can be driven when it charges `seconds(e)` at each place; calls `charged` with the energy charged at each. */
  isEnough(
    v: number,
    sequence: ArrayLike<number>,
    length: number,
    seconds: (e: number) => number,
    charged: (e: number, wh: number) => void = () => {},
  ): boolean {
    const battery = this.model.batteries[v]!
    let left = battery.startWh
    let isFine = true
    for (let e = 0; e <= length; e++) {
      left -= this.usedWh[e]!
      if (left < battery.reserveWh - roundingWh) isFine = false
      if (e === length || sequence[e]! < this.model.stopCount) continue
      const before = left
      left = chargeAfter(piecesAt(battery, sequence[e]!), left, seconds(e))
      charged(e, left - before)
    }
    return isFine
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
      const pieces = piecesAt(battery, sequence[e]!)
      const isReload = sequence[e]! < firstCharge
      const least = isReload ? reloadSeconds[v]! : 0
      const needed = secondsToCharge(pieces, charged, this.tripWh[e]! + battery.reserveWh)
      const { pauseSeconds, freeSeconds } = spare?.(e) ?? nothingToSpare
      const stay = Math.max(least, isReload ? Math.ceil(needed - pauseSeconds) : wholeSeconds(needed - pauseSeconds))
      if (stay > least) this.isAnyLonger = true
      const untilFull = secondsToCharge(pieces, charged, Number.POSITIVE_INFINITY) - stay - pauseSeconds
      const more = Math.min(freeSeconds, Math.max(0, Math.ceil(untilFull)))
      this.stays[e] = stay + more
      charged = chargeAfter(pieces, charged, stay + more + pauseSeconds)
    }
  }

  /** Computes the energy of each leg, and of all legs from one charging place to the next one or the end. */
  private fillUse(v: number, sequence: ArrayLike<number>, length: number, node: Int32Array, load: Int32Array): void {
    const { nodeCount, stopCount, classOf, startNode } = this.model
    const battery = this.model.batteries[v]!
    const meters = this.model.meters[classOf[v]!]!
    let previous = startNode[v]!
    for (let gap = 0; gap <= length; gap++) {
      this.whPerMeter[gap] = this.useAt(battery, v, load, gap)
      this.usedWh[gap] = meters[previous * nodeCount + node[gap]!]! * this.whPerMeter[gap]!
      previous = node[gap]!
    }
    let trip = 0
    for (let gap = length; gap >= 0; gap--) {
      if (gap < length && sequence[gap]! >= stopCount && piecesAt(battery, sequence[gap]!).length > 0) {
        this.tripWh[gap] = trip
        trip = 0
      }
      trip += this.usedWh[gap]!
    }
  }

  private useAt(battery: CompiledBattery, v: number, load: Int32Array, entry: number): number {
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

/** Charging curve of the battery at an element that is no stop. */
export function piecesAt(battery: CompiledBattery, element: number): ChargePieces {
  return element < firstCharge ? battery.pieces : battery.piecesAtPlace[element - firstCharge]!
}

/** Time for charging besides a place's own: breaks, and useful extra time that delays nothing. */
export interface Spare {
  pauseSeconds: number
  freeSeconds: number
}

const nothingToSpare: Spare = { pauseSeconds: 0, freeSeconds: 0 }
