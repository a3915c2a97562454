/** Start of a route with the shortest duration, when travel times depend on the hour. */
import { Curve, cut, serve } from '../hours/curve.ts'
import type { LegTimes } from '../hours/leg-times.ts'
import type { Model } from '../model/model.ts'

/**
 * Composes a route's legs and windows to its end as a function of its start. With constant travel times, the latest start that keeps the
 * earliest end is best; with hours, a route may be shorter before or after the rush. Hard windows only; no breaks, no reloads.
 */
export class BestStart {
  /** Set by `find`: the earliest start with the shortest duration. */
  startSeconds = 0
  private readonly model: Model
  private here = new Curve()
  private there = new Curve()

  constructor(model: Model) {
    this.model = model
  }

  /** Duration of the shortest route over stops `sequence[0..length-1]` that starts at `open` or later; Infinity when none is in time. */
  find(v: number, legTimes: LegTimes, sequence: ArrayLike<number>, length: number, open: number): number {
    const { windowFrom, windowOpens, windowCloses, startNode, endNode, shiftEnd } = this.model
    const serviceSeconds = this.model.serviceSeconds[this.model.classOf[v]!]!
    this.there.count = 0
    this.there.add(open, open)
    if (shiftEnd[v]! > open) this.there.add(shiftEnd[v]!, shiftEnd[v]!)
    this.turn()
    let previous = startNode[v]!
    for (let e = 0; e < length; e++) {
      const stop = sequence[e]!
      legTimes.drive(this.here, previous, stop, this.there)
      this.turn()
      serve(
        this.here,
        windowOpens,
        windowCloses,
        windowFrom[stop]!,
        windowFrom[stop + 1]!,
        serviceSeconds[stop]!,
        this.there,
      )
      this.turn()
      previous = stop
    }
    legTimes.drive(this.here, previous, endNode[v]!, this.there)
    this.turn()
    cut(this.here, shiftEnd[v]!, this.there)
    this.turn()
    return this.shortest()
  }

  private turn(): void {
    const full = this.there
    this.there = this.here
    this.here = full
    this.there.count = 0
  }

  private shortest(): number {
    const { x, y, count } = this.here
    let least = Number.POSITIVE_INFINITY
    for (let k = 0; k < count; k++) {
      if (y[k]! - x[k]! >= least - 1e-9) continue
      least = y[k]! - x[k]!
      this.startSeconds = x[k]!
    }
    return least
  }
}
