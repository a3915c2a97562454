/**
 * What is kept of every route's times, so that one more stop is timed without running through the whole route: forward states
 * and latest arrivals (Savelsbergh 1992), with a state for each side of a break. One file, because the pass over a route
 * and the passes that begin inside it must take every step alike.
 */
import type { Model } from '../model.ts'
import type { Plan } from './plan.ts'

/** Number that stands for "cannot happen" in times. */
const never = 1e15
/** Differences of cost below are rounding. */
const tie = 1e-9

/**
 * Times of routes under several or soft windows, releases, reloads, fixed departures and at most one break per vehicle, by the
 * policy of `RouteEvaluator`. Three states per link: the break still to come (0, or none at all), taken (1), and before the route (2),
 * which then starts later. A state on leaving a link has its time, the work since the start (driving, service, break) and the latest start that the stops so far allow; a
 * route that ends at `end` after `work` then starts at min(end - work, latest start). Where a stop has several windows, a later
 * one may let it start later still: there this is a bound, and the reference evaluation decides.
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
  // Per link, on the states that the route is driven by unless it starts behind its break.
  private readonly via: Uint8Array
  private readonly boundBehind: Float64Array
  /** The same for starting behind the break. */
  private readonly boundBehindLater: Float64Array
  /** End, work and cost of lateness per route: with the break on or after it, and with the break before it. */
  private readonly sooner: Float64Array
  private readonly later: Float64Array
  // Trips.
  private readonly tripHead: Int32Array
  private readonly tripRelease: Float64Array
  private readonly headRelease: Float64Array
  private readonly tailRelease: Float64Array
  private readonly needsTrips: boolean
  private readonly hasSeveralWindows: boolean
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
    this.leave = new Float64Array(links * 3)
    this.workAt = new Float64Array(links * 3)
    this.latestStart = new Float64Array(links * 3)
    this.lateAt = new Float64Array(links * 3)
    this.bound = new Float64Array(links * 3)
    this.latest = new Float64Array(links * 3)
    this.isPause = new Uint8Array(links)
    this.via = new Uint8Array(links)
    this.boundBehind = new Float64Array(links)
    this.boundBehindLater = new Float64Array(links)
    this.sooner = new Float64Array(model.vehicleCount * 3)
    this.later = new Float64Array(model.vehicleCount * 3)
    this.hasSeveralWindows = model.windowOpens.length > model.stopCount
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
    return true
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
    let t1 = never
    let w1 = 0
    let l1 = never
    let c1 = 0
    let t2 = hasBreak ? this.openPaused(open, earliest + pause, isFixed) : never
    let w2 = 0
    let l2 = never
    let c2 = 0
    if (open >= earliest + pause) t0 = hasBreak ? never : t0
    let travel = 0
    leave[3 * sentinel] = t0
    leave[3 * sentinel + 1] = t1
    leave[3 * sentinel + 2] = t2
    for (let state = 0; state < 3; state++) {
      workAt[3 * sentinel + state] = 0
      latestStart[3 * sentinel + state] = never
      lateAt[3 * sentinel + state] = 0
    }
    let link = sentinel
    while (true) {
      const element = next[link]!
      const leg = seconds[nodeOut[link]! * nodeCount + nodeIn[element]!]!
      let b0 = never
      let b1 = never
      let b2 = never
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
      t2 += leg
      w2 += leg
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
        bound[3 * sentinel] = b0
        bound[3 * sentinel + 1] = b1
        bound[3 * sentinel + 2] = b2
        break
      }
      if (element >= stopCount) {
        const stay = model.reloadSeconds[v]!
        const ready = this.tripRelease[element]!
        t0 = Math.max(t0 + stay, ready)
        t1 = Math.max(t1 + stay, ready)
        t2 = Math.max(t2 + stay, ready)
        w0 += stay
        w1 += stay
        w2 += stay
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
        if (t2 < never) {
          const begin = this.serve(element, t2)
          if (begin < 0) t2 = never
          else {
            b2 = this.servedBy - w2
            if (b2 < l2) l2 = b2
            if (this.lateBy > 0) c2 += this.lateBy * latePenalty[element]!
            t2 = begin + service
          }
          w2 += service
        }
        if (t0 >= never && t1 >= never && t2 >= never) return false
      }
      if (t0 > never) t0 = never
      if (t1 > never) t1 = never
      if (t2 > never) t2 = never
      isPause[element] = isTaken
      leave[3 * element] = t0
      leave[3 * element + 1] = t1
      leave[3 * element + 2] = t2
      workAt[3 * element] = w0
      workAt[3 * element + 1] = w1
      workAt[3 * element + 2] = w2
      latestStart[3 * element] = l0
      latestStart[3 * element + 1] = l1
      latestStart[3 * element + 2] = l2
      lateAt[3 * element] = c0
      lateAt[3 * element + 1] = c1
      lateAt[3 * element + 2] = c2
      bound[3 * element] = b0
      bound[3 * element + 1] = b1
      bound[3 * element + 2] = b2
      link = element
    }
    // A break not taken must be possible after the route.
    let chosen = 0
    if (hasBreak && (t0 > lastPause || t1 < t0)) chosen = 1
    const start = isFixed ? open : -1
    let isInTime = chosen === 0 ? this.settle(v, start, t0, w0, l0, c0) : this.settle(v, start, t1, w1, l1, c1)
    this.sooner[3 * v] = chosen === 0 ? t0 : t1
    this.sooner[3 * v + 1] = chosen === 0 ? w0 : w1
    this.sooner[3 * v + 2] = chosen === 0 ? c0 : c1
    this.later[3 * v] = t2
    this.later[3 * v + 1] = w2
    this.later[3 * v + 2] = c2
    if (hasBreak) isInTime = this.settleBetter(v, isInTime, start, t2, w2, l2, c2)
    if (!isInTime) return false
    this.via[sentinel] = chosen
    this.end[v] = this.newEnd
    this.start[v] = this.newStart
    this.work[v] = this.newWork
    this.lateCost[v] = this.newLateCost
    this.travel[v] = travel
    return true
  }

  /** Whether starting behind the break is better than what was settled last: keeps the rules, or costs less. */
  private isLaterBetter(
    v: number,
    isInTime: boolean,
    start: number,
    end: number,
    work: number,
    bound: number,
    late: number,
  ): boolean {
    const { shiftEnd, maxSeconds, costPerSecond, balanceTimeWeight } = this.model
    if (end > shiftEnd[v]!) return false
    const duration = end - (start >= 0 ? start : Math.min(end - work, bound))
    if (!isInTime) return duration <= maxSeconds[v]!
    const isTimePriced = costPerSecond[v]! > 0 || balanceTimeWeight > 0
    if (!isTimePriced || duration > maxSeconds[v]!) return false
    const before = this.newEnd - this.newStart
    const hours = (duration * duration - before * before) / 12_960_000
    const more = costPerSecond[v]! * (duration - before) + balanceTimeWeight * hours + late - this.newLateCost
    return more < -tie || (more < tie && end < this.newEnd)
  }

  /** Earliest start behind a break that lies before the route. */
  private openPaused(open: number, after: number, isFixed: boolean): number {
    if (isFixed) return open >= after ? open : never
    return Math.max(open, after)
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
    latest[3 * sentinel] = late0
    latest[3 * sentinel + 1] = late1
    let state = via[sentinel]!
    let behind = bound[3 * sentinel + state]!
    let behindLater = never
    if (state === 1 && isPause[sentinel] === 1) state = 0
    let after = sentinel
    for (let link = prev[sentinel]!; link !== sentinel; after = link, link = prev[link]!) {
      via[link] = state
      boundBehind[link] = behind
      this.boundBehindLater[link] = behindLater
      behind = Math.min(behind, bound[3 * link + state]!)
      behindLater = Math.min(behindLater, bound[3 * link + 2]!)
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
      latest[3 * link] = late0
      latest[3 * link + 1] = late1
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
    let t2: number
    let w2: number
    let l2: number
    let c2: number
    if (from === sentinel && head === sentinel) {
      const open = isFixed ? model.departureSeconds[v]! : Math.max(model.shiftStart[v]!, firstRelease)
      if (firstRelease > open) return false
      t0 = hasBreak && open >= earliest + pause ? never : open
      t1 = never
      t2 = hasBreak ? this.openPaused(open, earliest + pause, isFixed) : never
      w0 = w1 = w2 = c0 = c1 = c2 = 0
      l0 = l1 = l2 = never
    } else {
      t0 = leave[3 * from]!
      w0 = workAt[3 * from]!
      l0 = latestStart[3 * from]!
      c0 = lateAt[3 * from]!
      t1 = leave[3 * from + 1]!
      w1 = workAt[3 * from + 1]!
      l1 = latestStart[3 * from + 1]!
      c1 = lateAt[3 * from + 1]!
      t2 = leave[3 * from + 2]!
      w2 = workAt[3 * from + 2]!
      l2 = latestStart[3 * from + 2]!
      c2 = lateAt[3 * from + 2]!
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
      t2 += leg
      w2 += leg
      if (element === follower && step === steps && !isBehind) {
        const late1 = latest[3 * element + 1]!
        if (t0 > latest[3 * element]! && t1 > late1 && t2 > late1) return false
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
        t2 = Math.max(t2 + stay, release)
        w0 += stay
        w1 += stay
        w2 += stay
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
        if (t2 < never) {
          const begin = this.serve(element, t2)
          if (begin < 0) t2 = never
          else {
            const by = this.servedBy - w2
            if (by < l2) l2 = by
            if (this.lateBy > 0) c2 += this.lateBy * latePenalty[element]!
            t2 = begin + service
          }
          w2 += service
        }
        if (t0 >= never && t1 >= never && t2 >= never) return false
      }
      if (t0 > never) t0 = never
      if (t1 > never) t1 = never
      if (t2 > never) t2 = never
      if (isBehind && t0 === leave[3 * element] && t1 === leave[3 * element + 1] && t2 === leave[3 * element + 2]) {
        // From here on everything is as it was, but for the work and the bounds so far.
        const state = this.via[element]!
        const more = (state === 0 ? w0 : w1) - workAt[3 * element + state]!
        l0 = Math.min(state === 0 ? l0 : l1, this.boundBehind[element]! - more)
        c0 += this.sooner[3 * v + 2]! - lateAt[3 * element + state]! + (state === 0 ? 0 : c1 - c0)
        const isInTime = this.settle(v, start, this.sooner[3 * v]!, this.sooner[3 * v + 1]! + more, l0, c0)
        if (!hasBreak) return isInTime
        const moreLater = w2 - workAt[3 * element + 2]!
        l2 = Math.min(l2, this.boundBehindLater[element]! - moreLater)
        c2 += this.later[3 * v + 2]! - lateAt[3 * element + 2]!
        return this.settleBetter(v, isInTime, start, this.later[3 * v]!, this.later[3 * v + 1]! + moreLater, l2, c2)
      }
      node = element < 0 ? to : nodeOut[element]!
    }
    if (!hasBreak) return this.settle(v, start, t0, w0, l0, c0)
    const isPaused = t0 > lastPause || t1 < t0
    const isInTime = isPaused ? this.settle(v, start, t1, w1, l1, c1) : this.settle(v, start, t0, w0, l0, c0)
    return this.settleBetter(v, isInTime, start, t2, w2, l2, c2)
  }

  /** Starts behind the break instead when that is better than what was settled last. */
  private settleBetter(
    v: number,
    isInTime: boolean,
    start: number,
    end: number,
    work: number,
    bound: number,
    late: number,
  ): boolean {
    if (!this.isLaterBetter(v, isInTime, start, end, work, bound, late)) return isInTime
    return this.settle(v, start, end, work, bound, late)
  }

  /** `start` is that of a fixed departure, or -1. */
  private settle(v: number, start: number, end: number, work: number, bound: number, late: number): boolean {
    if (end > this.model.shiftEnd[v]!) return false
    this.newEnd = end
    this.newWork = work
    this.newStart = start >= 0 ? start : Math.min(end - work, bound)
    this.newLateCost = late
    return this.hasSeveralWindows || end - this.newStart <= this.model.maxSeconds[v]!
  }
}
