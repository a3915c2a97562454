/** Times of one route with goods whose ride time is limited: the vehicle waits before loading them. */
import { type Model, unlimited } from '../model/model.ts'
import { ChargedSchedule } from './charged-schedule.ts'

/** Moves waits of the forward pass; the end of the route stays. O(stops). */
export abstract class RideSchedule extends ChargedSchedule {
  /** Whether some delivery of a shipment has a limited ride time. */
  protected readonly hasRides: boolean
  /** Position of each stop in the current order; -1: not in it. Only with shipments. */
  protected readonly position: Int32Array

  constructor(model: Model, longest: number) {
    super(model, longest)
    this.hasRides = model.features.hasShipments && model.maxRideSeconds.some((seconds) => seconds < unlimited)
    this.position = new Int32Array(model.stopCount).fill(-1)
  }

  /**
   * Moves waits from the time when goods with a limited ride time are aboard to before their pickup: each stop from such a pickup to its
   * delivery begins as late as what follows it allows. Breaks and the end stay unchanged.
   */
  protected waitEmpty(v: number, sequence: ArrayLike<number>, length: number, hasBreaks: boolean): void {
    const { model, arrival, begin, departure } = this
    if (this.legTimes[model.classOf[v]!] || model.slackPrice > 0) return
    let aboard = 0
    for (let e = length - 1; e >= 0; e--) {
      const element = sequence[e]!
      if (element >= model.stopCount) return
      const wait = e + 1 < length ? begin[e + 1]! - arrival[e + 1]! : 0
      const isPause = hasBreaks && (this.breaksBefore[e + 1]! | this.breaksAfter[e + 1]!) !== 0
      if (aboard > 0 && wait > 0 && !isPause && this.late[e] === 0) {
        const latest = Math.min(this.latestBegin(element, begin[e]! + wait), arrival[e]! + model.maxWaitSeconds)
        const later = Math.max(0, latest - begin[e]!)
        begin[e]! += later
        departure[e]! += later
        arrival[e + 1]! += later
      }
      if (this.isTimedDelivery(element)) aboard++
      for (let i = model.shipmentFrom[element]!; i < model.shipmentFrom[element + 1]!; i++) {
        const delivery = model.shipmentDelivery[i]!
        if (this.isTimedDelivery(delivery) && this.position[delivery]! > e) aboard--
      }
    }
  }

  private isTimedDelivery(stop: number): boolean {
    return this.model.maxRideSeconds[stop]! < unlimited && this.model.pickupOf[stop]! >= 0
  }
}
