/** Travel by the hour: arrival for a departure, latest departure for an arrival, and whole curves composed with a leg. */
import type { CompiledHours } from './compile-hours.ts'
import { between, type Curve, findPoint, through, valueAt } from './curve.ts'

/** Reads the hours of one travel class; keeps only a reference, so any number may share them. */
export class LegTimes {
  private readonly hours: CompiledHours
  private readonly periods: number

  constructor(hours: CompiledHours) {
    this.hours = hours
    this.periods = hours.periodEnd.length
  }

  /** Arrival at node `to` when leaving node `from` at `seconds`. O(periods passed), or O(log points). */
  arrival(from: number, to: number, seconds: number): number {
    const { kind, nodeCount, periodEnd, speed, work } = this.hours
    const cell = from * nodeCount + to
    if (kind === 2) return this.pointArrival(cell, seconds)
    let left = work[cell]!
    if (left === 0) return seconds
    const row = this.speedRow(cell)
    let p = 0
    while (periodEnd[p]! <= seconds) p++
    let time = seconds
    while (true) {
      const v = speed[row + p]!
      const reached = time + left / v
      const end = periodEnd[p]!
      if (reached <= end) return reached
      left -= (end - time) * v
      time = end
      p++
    }
  }

  /** The latest departure from node `from` that arrives at node `to` by `seconds`. */
  latestDeparture(from: number, to: number, seconds: number): number {
    const { kind, nodeCount, periodEnd, speed, work } = this.hours
    const cell = from * nodeCount + to
    if (kind === 2) return this.pointDeparture(cell, seconds)
    let left = work[cell]!
    if (left === 0) return seconds
    const row = this.speedRow(cell)
    let p = 0
    while (periodEnd[p]! < seconds) p++
    let time = seconds
    while (true) {
      const v = speed[row + p]!
      const begun = time - left / v
      if (p === 0 || begun >= periodEnd[p - 1]!) return begun
      const start = periodEnd[p - 1]!
      left -= (time - start) * v
      time = start
      p--
    }
  }

  /** Appends to `out` the arrival at node `to` when leaving node `from` as `leave` says. O(points + periods). */
  drive(leave: Curve, from: number, to: number, out: Curve): void {
    const { kind, nodeCount, departs, arrives, pointFrom, pointTo, work } = this.hours
    const cell = from * nodeCount + to
    if (kind !== 2) {
      if (work[cell] === 0) copyCurve(leave, out)
      else if (leave.count > 0) this.driveSpeeds(leave, cell, out)
    } else if (pointTo[cell] === 0) copyCurve(leave, out)
    else through(leave, departs, arrives, pointFrom[cell]!, pointTo[cell]!, out)
  }

  private speedRow(cell: number): number {
    const { kind, classOf } = this.hours
    return (kind === 0 ? classOf[cell]! : cell) * this.periods
  }

  private pointArrival(cell: number, seconds: number): number {
    const { pointFrom, pointTo, departs, arrives } = this.hours
    if (pointTo[cell] === 0) return seconds
    const last = pointTo[cell]! - 1
    if (seconds > departs[last]!) return seconds + (arrives[last]! - departs[last]!)
    return valueAt(departs, arrives, pointFrom[cell]!, last + 1, seconds)
  }

  private pointDeparture(cell: number, seconds: number): number {
    const { pointFrom, pointTo, departs, arrives } = this.hours
    const to = pointTo[cell]!
    if (to === 0) return seconds
    // The last point that arrives in time, and how long after it one may leave.
    let k = findPoint(arrives, pointFrom[cell]!, to, seconds)
    while (k < to && arrives[k]! <= seconds) k++
    if (k === to) return seconds - (arrives[k - 1]! - departs[k - 1]!)
    if (departs[k] === departs[k - 1]!) return departs[k - 1]!
    return between(seconds, arrives[k - 1]!, arrives[k]!, departs[k - 1]!, departs[k]!)
  }

  /** Corners of the arrival function are the departures at a change of speed and those that arrive at one. */
  private driveSpeeds(leave: Curve, cell: number, out: Curve): void {
    const { periodEnd, speed, nodeCount } = this.hours
    const row = this.speedRow(cell)
    const { x, y, count } = leave
    let time = y[0]!
    let reached = this.arrival(Math.floor(cell / nodeCount), cell % nodeCount, time)
    let p = 0
    while (periodEnd[p]! <= time) p++
    let q = p
    while (periodEnd[q]! <= reached) q++
    out.add(x[0]!, reached)
    for (let i = 1; i < count; i++) {
      const x0 = x[i - 1]!
      const y0 = y[i - 1]!
      const x1 = x[i]!
      const y1 = y[i]!
      while (time < y1) {
        // Until the next corner, arrival changes at the ratio of the speed here to the speed there.
        const ratio = speed[row + p]! / speed[row + q]!
        const untilEnd = periodEnd[p]! - time
        const untilReached = (periodEnd[q]! - reached) / ratio
        const step = Math.min(untilEnd, untilReached)
        if (time + step >= y1) {
          reached += (y1 - time) * ratio
          time = y1
          break
        }
        time += step
        reached = untilReached <= untilEnd ? periodEnd[q]! : reached + step * ratio
        if (untilEnd <= untilReached) time = periodEnd[p++]!
        if (untilReached <= untilEnd) q++
        out.add(between(time, y0, y1, x0, x1), reached)
      }
      out.add(x1, reached)
    }
  }
}

function copyCurve(source: Curve, out: Curve): void {
  for (let k = 0; k < source.count; k++) out.add(source.x[k]!, source.y[k]!)
}
