/**
 * What is kept of every route's times, so that one more stop is timed without running through the whole route: forward states
 * and latest arrivals (Savelsbergh 1992), with a state for each side of a break. One file, because the pass over a route
 * and the passes that begin inside it must take every step alike.
 */
import { type Model, unlimited } from '../model.ts'
import type { Plan } from './plan.ts'

/** Number that stands for "cannot happen" in times. */
const never = 1e15

/**
 * Times of routes under several or soft windows, releases, reloads, fixed departures and at most one break per vehicle, by the
 * policy of `RouteEvaluator`. Two states per link: the break still to come (0, or none at all) and taken (1). A state on leaving a
 * link has its time, the work since the start (driving, service, break) and the latest start that the stops so far allow; a
 * route that ends at `end` after `work` then starts at min(end - work, latest start).
 */
export class RouteTimes {
  /** Per route, as of the last `refresh`; `work` is driving, service, reloading and the break. */
  readonly start: Float64Array
  readonly end: Float64Array
  readonly work: Float64Array
  readonly travel: Float64Array
  readonly lateCost: Float64Array
  /** What the last successful `probe` found. */
  newStart = 0
  newEnd = 0
  newWork = 0
  newLateCost = 0

  private readonly model: Model
  private readonly plan: Plan
  // Per link and state.
  private readonly leave: Float64Array
  private readonly workAt: Float64Array
  private readonly latestStart: Float64Array
  private readonly lateAt: Float64Array
  /** Bound on the start that the step to this link alone brings. */
  private readonly bound: Float64Array
  /** Latest arrival from which the rest of the route can be driven. */
  private readonly latest: Float64Array
  /** State 1 on leaving this link came from state 0 on leaving the one before. */
  private readonly isPause: Uint8Array
  // Per link, on the states that the route is driven by.
  private readonly via: Uint8Array
  private readonly boundBehind: Float64Array
  // Trips.
  private readonly tripHead: Int32Array
  private readonly tripRelease: Float64Array
  private readonly headRelease: Float64Array
  private readonly tailRelease: Float64Array
  private readonly needsTrips: boolean
  /** Of the last `serve`. */
  private servedBy = 0
  private lateBy = 0

  constructor(plan: Plan, model: Model) {
    const links = plan.next.length
    this.model = model
    this.plan = plan
    this.start = new Float64Array(model.vehicleCount)
    this.end = new Float64Array(model.vehicleCount)
    this.work = new Float64Array(model.vehicleCount)
    this.travel = new Float64Array(model.vehicleCount)
    this.lateCost = new Float64Array(model.vehicleCount)
    this.leave = new Float64Array(links * 2)
    this.workAt = new Float64Array(links * 2)
    this.latestStart = new Float64Array(links * 2)
    this.lateAt = new Float64Array(links * 2)
    this.bound = new Float64Array(links * 2)
    this.latest = new Float64Array(links * 2)
    this.isPause = new Uint8Array(links)
    this.via = new Uint8Array(links)
    this.boundBehind = new Float64Array(links)
    this.needsTrips = model.features.hasReloads || model.releaseSeconds.some((seconds) => seconds > 0)
    this.tripHead = new Int32Array(this.needsTrips ? links : 0)
    this.tripRelease = new Float64Array(this.needsTrips ? links : 0)
    this.headRelease = new Float64Array(this.needsTrips ? links : 0)
    this.tailRelease = new Float64Array(this.needsTrips ? links : 0)
  }

  /** Whether routes of the vehicle can be timed here. */
  supports(v: number): boolean {
    return this.model.breakFrom[v + 1]! - this.model.breakFrom[v]! <= 1
  }

  /** Recomputes route v; false when it breaks a rule of times other than single waits. O(stops). */
  refresh(v: number): boolean {
    const sentinel = this.model.stopCount + v
    if (this.needsTrips) this.refreshTrips(sentinel)
    const isInTime = this.runForward(v, sentinel)
    if (this.plan.next[sentinel] === sentinel) {
      // Nobody drives it, whatever the way from start to end.
      this.runBack(v, sentinel)
      this.start[v] = this.end[v] = 0
      this.work[v] = this.travel[v] = this.lateCost[v] = 0
      return true
    }
    if (!isInTime) return false
    this.runBack(v, sentinel)
    return this.end[v]! - this.start[v]! <= this.model.maxSeconds[v]!
  }

  private refreshTrips(sentinel: number): void {
    const { stopCount, releaseSeconds, pickupOf } = this.model
    const { next, prev } = this.plan
    const { tripHead, tripRelease, headRelease, tailRelease } = this
    let head = sentinel
    let release = 0
    tripHead[sentinel] = sentinel
    headRelease[sentinel] = 0
    tripRelease[sentinel] = 0
    for (let link = next[sentinel]!; link !== sentinel; link = next[link]!) {
      if (link >= stopCount) {
        head = link
        release = 0
      } else if (pickupOf[link]! < 0 && releaseSeconds[link]! > release) release = releaseSeconds[link]!
      tripHead[link] = head
      headRelease[link] = release
      tripRelease[head] = release
    }
    release = 0
    for (let link = prev[sentinel]!; link !== sentinel; link = prev[link]!) {
      if (link >= stopCount) release = 0
      else if (pickupOf[link]! < 0 && releaseSeconds[link]! > release) release = releaseSeconds[link]!
      tailRelease[link] = release
    }
    tailRelease[sentinel] = 0
  }

  /** Forward states of every link, and what they come to at the end. */
  private runForward(v: number, sentinel: number): boolean {
    const model = this.model
    const { stopCount, nodeCount, serviceSeconds, latePenalty } = model
    const { next, nodeOut, nodeIn } = this.plan
    const { leave, workAt, latestStart, lateAt, bound, isPause } = this
    const seconds = model.seconds[model.classOf[v]!]!
    const k = model.breakFrom[v]!
    const hasBreak = model.breakFrom[v + 1]! > k
    const earliest = hasBreak ? model.breakEarliest[k]! : 0
    const pause = hasBreak ? model.breakDuration[k]! : 0
    const lastPause = hasBreak ? model.breakLatest[k]! - pause : 0
    const isFixed = model.departureSeconds[v]! >= 0
    const release = this.needsTrips ? this.tripRelease[sentinel]! : 0
    const open = isFixed ? model.departureSeconds[v]! : Math.max(model.shiftStart[v]!, release)
    if (release > open) return false
    let t0 = open
    let w0 = 0
    let l0 = never
    let c0 = 0
    let t1 = hasBreak ? this.openPaused(open, earliest + pause, isFixed) : never
    let w1 = 0
    let l1 = never
    let c1 = 0
    let travel = 0
    leave[2 * sentinel] = t0
    leave[2 * sentinel + 1] = t1
    workAt[2 * sentinel] = workAt[2 * sentinel + 1] = 0
    latestStart[2 * sentinel] = latestStart[2 * sentinel + 1] = never
    lateAt[2 * sentinel] = lateAt[2 * sentinel + 1] = 0
    let link = sentinel
    while (true) {
      const element = next[link]!
      const leg = seconds[nodeOut[link]! * nodeCount + nodeIn[element]!]!
      let b0 = never
      let b1 = never
      let isTaken = 0
      if (hasBreak && t0 < never && (isFixed || link !== sentinel)) {
        const done = Math.max(t0, earliest) + pause
        if (t0 <= lastPause && done < t1 && done <= lastPause + pause) {
          b1 = lastPause - w0
          t1 = done
          w1 = w0 + pause
          l1 = Math.min(b1, l0)
          c1 = c0
          isTaken = 1
        }
      }
      t0 += leg
      w0 += leg
      t1 += leg
      w1 += leg
      if (hasBreak && t0 < never) {
        const done = Math.max(t0, earliest) + pause
        if (t0 <= lastPause && done < t1 && done <= lastPause + pause) {
          b1 = lastPause - w0
          t1 = done
          w1 = w0 + pause
          l1 = Math.min(b1, l0)
          c1 = c0
          isTaken = 1
        }
      }
      travel += leg
      if (element === sentinel) {
        isPause[sentinel] = isTaken
        bound[2 * sentinel] = b0
        bound[2 * sentinel + 1] = b1
        break
      }
      if (element >= stopCount) {
        const stay = model.reloadSeconds[v]!
        const ready = this.tripRelease[element]!
        t0 = Math.max(t0 + stay, ready)
        t1 = Math.max(t1 + stay, ready)
        w0 += stay
        w1 += stay
      } else {
        const service = serviceSeconds[element]!
        if (t0 < never) {
          const begin = this.serve(element, t0)
          if (begin < 0) t0 = never
          else {
            b0 = this.servedBy - w0
            if (b0 < l0) l0 = b0
            if (this.lateBy > 0) c0 += this.lateBy * latePenalty[element]!
            t0 = begin + service
          }
          w0 += service
        }
        if (t1 < never) {
          const begin = this.serve(element, t1)
          if (begin < 0) t1 = never
          else {
            const by = this.servedBy - w1
            if (by < b1) b1 = by
            if (by < l1) l1 = by
            if (this.lateBy > 0) c1 += this.lateBy * latePenalty[element]!
            t1 = begin + service
          }
          w1 += service
        }
        if (t0 >= never && t1 >= never) return false
      }
      if (t1 > never) t1 = never
      if (t0 > never) t0 = never
      isPause[element] = isTaken
      leave[2 * element] = t0
      leave[2 * element + 1] = t1
      workAt[2 * element] = w0
      workAt[2 * element + 1] = w1
      latestStart[2 * element] = l0
      latestStart[2 * element + 1] = l1
      lateAt[2 * element] = c0
      lateAt[2 * element + 1] = c1
      bound[2 * element] = b0
      bound[2 * element + 1] = b1
      link = element
    }
    // A break not taken must be possible after the route.
    let chosen = 0
    if (hasBreak && (t0 > lastPause || t1 < t0)) chosen = 1
    const end = chosen === 0 ? t0 : t1
    if (end > model.shiftEnd[v]!) return false
    this.via[sentinel] = chosen
    this.end[v] = end
    const work = chosen === 0 ? w0 : w1
    const latest = chosen === 0 ? l0 : l1
    this.work[v] = work
    this.lateCost[v] = chosen === 0 ? c0 : c1
    this.start[v] = isFixed ? open : Math.min(end - work, latest)
    this.travel[v] = travel
    return true
  }

  /** Earliest start behind a break that lies before the route. */
  private openPaused(open: number, after: number, isFixed: boolean): number {
    return open >= after ? open : isFixed ? never : after
  }

  /** Latest arrivals, and on the states that the route is driven by, the bounds that come behind each link. */
  private runBack(v: number, sentinel: number): void {
    const model = this.model
    const { stopCount, nodeCount, serviceSeconds } = model
    const { prev, nodeOut, nodeIn } = this.plan
    const { latest, via, bound, boundBehind, isPause } = this
    const seconds = model.seconds[model.classOf[v]!]!
    const k = model.breakFrom[v]!
    const hasBreak = model.breakFrom[v + 1]! > k
    const earliest = hasBreak ? model.breakEarliest[k]! : 0
    const pause = hasBreak ? model.breakDuration[k]! : 0
    const lastPause = hasBreak ? model.breakLatest[k]! - pause : 0
    const shiftEnd = model.shiftEnd[v]!
    let late0 = shiftEnd
    let late1 = hasBreak ? shiftEnd : -never
    if (hasBreak) {
      late0 = Math.min(shiftEnd, lastPause)
      if (earliest + pause <= shiftEnd) late0 = Math.max(late0, Math.min(lastPause, shiftEnd - pause))
    }
    latest[2 * sentinel] = late0
    latest[2 * sentinel + 1] = late1
    let state = via[sentinel]!
    let behind = bound[2 * sentinel + state]!
    if (state === 1 && isPause[sentinel] === 1) state = 0
    let after = sentinel
    for (let link = prev[sentinel]!; link !== sentinel; after = link, link = prev[link]!) {
      via[link] = state
      boundBehind[link] = behind
      behind = Math.min(behind, bound[2 * link + state]!)
      if (state === 1 && isPause[link] === 1) state = 0
      const leg = seconds[nodeOut[link]! * nodeCount + nodeIn[after]!]!
      // Latest leaving.
      let d0 = late0 - leg
      const d1 = late1 - leg
      if (hasBreak && earliest + pause <= d1) d0 = Math.max(d0, Math.min(lastPause, d1 - pause))
      if (link >= stopCount) {
        const stay = model.reloadSeconds[v]!
        late0 = d0 - stay
        late1 = d1 - stay
        if (this.tripRelease[link]! > d0) late0 = -never
        if (this.tripRelease[link]! > d1) late1 = -never
      } else {
        late0 = this.latestService(link, d0 - serviceSeconds[link]!)
        late1 = hasBreak ? this.latestService(link, d1 - serviceSeconds[link]!) : -never
      }
      if (hasBreak && earliest + pause <= late1) late0 = Math.max(late0, Math.min(lastPause, late1 - pause))
      latest[2 * link] = late0
      latest[2 * link + 1] = late1
    }
  }

  /** Latest arrival at a stop of which the service must begin by `time`; very early when there is none. */
  private latestService(stop: number, time: number): number {
    const { windowFrom, windowOpens, windowCloses, latePenalty } = this.model
    const last = windowFrom[stop + 1]! - 1
    if (time >= windowCloses[last]! && latePenalty[stop]! >= 0) return time
    for (let w = last; w >= windowFrom[stop]!; w--) {
      if (time >= windowOpens[w]!) return Math.min(time, windowCloses[w]!)
    }
    return -never
  }

  /** Earliest service start of a stop reached at `time`, or -1; sets the close that holds it there and how late it is. */
  private serve(stop: number, time: number): number {
    const { windowFrom, windowOpens, windowCloses, latePenalty } = this.model
    const last = windowFrom[stop + 1]!
    for (let w = windowFrom[stop]!; w < last; w++) {
      const closes = windowCloses[w]!
      if (time > closes) continue
      const opens = windowOpens[w]!
      this.servedBy = closes
      this.lateBy = 0
      return Math.max(time, opens)
    }
    if (latePenalty[stop]! < 0) return -1
    // Late is late: the start may not move.
    this.servedBy = time
    this.lateBy = time - windowCloses[last - 1]!
    return time
  }

  /**
   * Times route v with `stop` behind `before`, after a reload (bit 0 of `variant`) and before one (bit 1). False when a rule of
   * times other than single waits forbids it. Ends as soon as the rest of the route is as it was.
   */
  probe(v: number, stop: number, before: number, variant: number): boolean {
    const model = this.model
    const { stopCount, nodeCount, serviceSeconds, latePenalty } = model
    const { next, prev, nodeOut, nodeIn } = this.plan
    const { leave, workAt, latestStart, lateAt, latest } = this
    const seconds = model.seconds[model.classOf[v]!]!
    const sentinel = stopCount + v
    const k = model.breakFrom[v]!
    const hasBreak = model.breakFrom[v + 1]! > k
    const earliest = hasBreak ? model.breakEarliest[k]! : 0
    const pause = hasBreak ? model.breakDuration[k]! : 0
    const lastPause = hasBreak ? model.breakLatest[k]! - pause : 0
    const isFixed = model.departureSeconds[v]! >= 0
    const follower = next[before]!

    // A changed release moves the whole trip.
    let from = before
    let head = -1
    let firstRelease = 0
    let secondRelease = 0
    let thirdRelease = 0
    if (this.needsTrips) {
      head = this.tripHead[before]!
      const own = model.pickupOf[stop]! < 0 ? model.releaseSeconds[stop]! : 0
      const old = this.tripRelease[head]!
      if (variant === 0) firstRelease = Math.max(old, own)
      else {
        const ahead = this.headRelease[before]!
        const behind = follower === sentinel ? 0 : this.tailRelease[follower]!
        firstRelease = variant === 2 ? Math.max(ahead, own) : ahead
        secondRelease = variant === 1 ? Math.max(own, behind) : variant === 2 ? behind : own
        thirdRelease = behind
      }
      if (firstRelease !== old) from = head === sentinel ? sentinel : prev[head]!
      else head = -1
    }
    let t0: number
    let w0: number
    let l0: number
    let c0: number
    let t1: number
    let w1: number
    let l1: number
    let c1: number
    if (from === sentinel && head === sentinel) {
      const open = isFixed ? model.departureSeconds[v]! : Math.max(model.shiftStart[v]!, firstRelease)
      if (firstRelease > open) return false
      t0 = open
      t1 = hasBreak ? this.openPaused(open, earliest + pause, isFixed) : never
      w0 = w1 = c0 = c1 = 0
      l0 = l1 = never
    } else {
      t0 = leave[2 * from]!
      w0 = workAt[2 * from]!
      l0 = latestStart[2 * from]!
      c0 = lateAt[2 * from]!
      t1 = leave[2 * from + 1]!
      w1 = workAt[2 * from + 1]!
      l1 = latestStart[2 * from + 1]!
      c1 = lateAt[2 * from + 1]!
    }
    const start = isFixed ? model.departureSeconds[v]! : -1

    let link = from
    let node = nodeOut[from]!
    let step = 0
    const steps = variant === 0 ? 1 : variant === 3 ? 3 : 2
    let mayPause = isFixed || from !== sentinel
    let isBehind = false
    while (true) {
      let element: number
      let release = 0
      if (link === before && step < steps) {
        const isStop = step === (variant & 1)
        element = isStop ? stop : -1
        if (!isStop) release = step < 2 ? secondRelease : thirdRelease
        step++
      } else {
        element = next[link]!
        link = element
        if (element >= stopCount && element !== sentinel) {
          release = element === head ? firstRelease : this.tripRelease[element]!
        }
      }
      const to = element < 0 ? model.reloadNode[v]! : nodeIn[element]!
      const leg = seconds[node * nodeCount + to]!
      if (hasBreak && mayPause && t0 < never) {
        const done = Math.max(t0, earliest) + pause
        if (t0 <= lastPause && done < t1 && done <= lastPause + pause) {
          t1 = done
          w1 = w0 + pause
          l1 = Math.min(l0, lastPause - w0)
          c1 = c0
        }
      }
      mayPause = true
      t0 += leg
      w0 += leg
      t1 += leg
      w1 += leg
      if (element === follower && step === steps && !isBehind) {
        if (t0 > latest[2 * element]! && t1 > latest[2 * element + 1]!) return false
        isBehind = true
      }
      if (hasBreak && t0 < never) {
        const done = Math.max(t0, earliest) + pause
        if (t0 <= lastPause && done < t1 && done <= lastPause + pause) {
          t1 = done
          w1 = w0 + pause
          l1 = Math.min(l0, lastPause - w0)
          c1 = c0
        }
      }
      if (element === sentinel) break
      if (element < 0 || element >= stopCount) {
        const stay = model.reloadSeconds[v]!
        t0 = Math.max(t0 + stay, release)
        t1 = Math.max(t1 + stay, release)
        w0 += stay
        w1 += stay
      } else {
        const service = serviceSeconds[element]!
        if (t0 < never) {
          const begin = this.serve(element, t0)
          if (begin < 0) t0 = never
          else {
            const by = this.servedBy - w0
            if (by < l0) l0 = by
            if (this.lateBy > 0) c0 += this.lateBy * latePenalty[element]!
            t0 = begin + service
          }
          w0 += service
        }
        if (t1 < never) {
          const begin = this.serve(element, t1)
          if (begin < 0) t1 = never
          else {
            const by = this.servedBy - w1
            if (by < l1) l1 = by
            if (this.lateBy > 0) c1 += this.lateBy * latePenalty[element]!
            t1 = begin + service
          }
          w1 += service
        }
        if (t0 >= never && t1 >= never) return false
      }
      if (t1 > never) t1 = never
      if (t0 > never) t0 = never
      if (isBehind && t0 === leave[2 * element] && t1 === leave[2 * element + 1]) {
        // From here on everything is as it was, but for the work and the bounds so far.
        const state = this.via[element]!
        const more = (state === 0 ? w0 : w1) - workAt[2 * element + state]!
        const bound = Math.min(state === 0 ? l0 : l1, this.boundBehind[element]! - more)
        const late = this.lateCost[v]! - lateAt[2 * element + state]! + (state === 0 ? c0 : c1)
        return this.settle(v, start, this.end[v]!, this.work[v]! + more, bound, late)
      }
      node = element < 0 ? to : nodeOut[element]!
    }
    if (hasBreak && (t0 > lastPause || t1 < t0)) return this.settle(v, start, t1, w1, l1, c1)
    return this.settle(v, start, t0, w0, l0, c0)
  }

  /** `start` is that of a fixed departure, or -1. */
  private settle(v: number, start: number, end: number, work: number, bound: number, late: number): boolean {
    if (end > this.model.shiftEnd[v]!) return false
    this.newEnd = end
    this.newWork = work
    this.newStart = start >= 0 ? start : Math.min(end - work, bound)
    this.newLateCost = late
    return end - this.newStart <= this.model.maxSeconds[v]! || this.model.maxSeconds[v]! >= unlimited
  }
}
