/**
 * Times of every route, kept so that one more stop is timed without running through the whole route: forward states and latest arrivals
 * (Savelsbergh 1992), with a state for each side of a break. Longer than other files because its innermost loop is one function (decision
 * 0063) that is kept together with all the data it reads.
 */
import { canCharge } from '../model/compile-battery.ts'
import type { Model } from '../model/model.ts'
import { findReloadPlace } from '../model/reload-places.ts'
import { computeHold, computeMissing, hasRoom, marginAfter, roomAt, startsBehindBreak } from '../schedule/slack.ts'
import type { KeptTimes } from './kept-times.ts'
import type { Plan } from './plan.ts'
import { TripReleases } from './trip-releases.ts'

/** Time that means "cannot happen". */
const never = 1e15
/** Cost differences below this are rounding. */
const tie = 1e-9

/**
 * Times of routes with several or soft windows, releases, reloads, fixed departures and at most one break per vehicle, by the policy of
 * `RouteEvaluator`. A route is timed in three states in parallel: 0, its break is still to come (or it has none); 1, the break was taken on
 * the way; 2, the route starts after its break. Kept for each link and state are the departure from the link, the work since the start
 * (driving, service, reloading, break), the latest start that the stops so far allow, and the cost of lateness so far; all in seconds. A
 * state that breaks a rule has the time `never`. A route that ends at `end` after `work` starts at min(end - work, latest start). When a
 * stop has several windows, a later window may allow a later start: the result is then a bound, and the reference evaluation decides.
 */
export class RouteTimes implements KeptTimes {
  /** Per route, at the last `refresh`, in seconds; `work` is driving, service, reloading and the break. */
  readonly start: Float64Array
  readonly end: Float64Array
  readonly work: Float64Array
  readonly travel: Float64Array
  readonly lateCost: Float64Array
  /** Results of the last successful `probe`. */
  newStart = 0
  newEnd = 0
  newWork = 0
  newLateCost = 0
  mostDuration = Number.POSITIVE_INFINITY
  readonly isBound = false

  private readonly model: Model
  private readonly plan: Plan
  // Per link and state: entry 3 × link + state.
  private readonly leave: Float64Array
  private readonly workAt: Float64Array
  private readonly latestStart: Float64Array
  private readonly lateAt: Float64Array
  /** Latest start of the route that the step to this link alone allows. */
  private readonly bound: Float64Array
  /** Latest arrival from which the rest of the route can be driven (states 0 and 1). */
  private readonly latest: Float64Array
  /** Per link: whether state 1 on leaving it came from state 0 on leaving the previous link. */
  private readonly isPause: Uint8Array
  /** Per link: state in which the route leaves it, unless the route starts after its break. */
  private readonly via: Uint8Array
  /** Latest start that the steps after a link allow: in the state `via`, and in state 2. */
  private readonly boundBehind: Float64Array
  private readonly boundBehindLater: Float64Array
  /** End, work and cost of lateness per route: with the break on or after it, and with the break before it. */
  private readonly sooner: Float64Array
  private readonly later: Float64Array
  /** Release times per trip; undefined without reloads and releases. */
  private readonly trips: TripReleases | undefined
  private readonly hasSeveralWindows: boolean
  /** When slack has a price: driving, work, and the variation of single legs and stops, summed up to leaving each link. */
  private readonly slackAt: Float64Array
  /** With room for breaks: the part of `lateAt` caused by it, in states 0 and 1 up to each link (entry 2 × link + state). */
  private readonly roomCostAt: Float64Array
  /** Per route with room for its break: cost of lateness and missing margins at the end without that room, in the earliest state. */
  private readonly plainLate: Float64Array
  /** Results of the last `serve`: the window's close that limits a later start, and the lateness. */
  private servedBy = 0
  private lateBy = 0

  constructor(plan: Plan, model: Model) {
    const links = plan.next.length
    const vehicles = model.vehicleCount
    this.model = model
    this.plan = plan
    this.start = new Float64Array(vehicles)
    this.end = new Float64Array(vehicles)
    this.work = new Float64Array(vehicles)
    this.travel = new Float64Array(vehicles)
    this.lateCost = new Float64Array(vehicles)
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
    this.sooner = new Float64Array(vehicles * 3)
    this.later = new Float64Array(vehicles * 3)
    this.slackAt = new Float64Array(model.slackPrice > 0 ? links * 3 : 0)
    this.roomCostAt = new Float64Array(model.roomSince.length > 0 ? links * 2 : 0)
    this.plainLate = new Float64Array(model.roomSince.length > 0 ? vehicles : 0)
    this.hasSeveralWindows = model.windowOpens.length > model.stopCount
    const hasTrips = model.features.hasReloads || model.releaseSeconds.some((seconds) => seconds > 0)
    this.trips = hasTrips ? new TripReleases(plan, model) : undefined
  }

  /** Whether routes of the vehicle can be timed here. */
  supports(v: number): boolean {
    const { breakFrom, drivingRules, batteries, setupSeconds } = this.model
    if (setupSeconds.length > 0) return false
    // Routes that charge are timed by the reference.
    return breakFrom[v + 1]! - breakFrom[v]! <= 1 && drivingRules[v] === undefined && !canCharge(batteries[v])
  }

  /** Recomputes route v. Returns false when it breaks a time rule other than single waits. O(stops). */
  refresh(v: number): boolean {
    const sentinel = this.model.stopCount + v
    this.trips?.refresh(sentinel)
    const isInTime = this.run(v, -1, -1, 0)
    if (this.plan.next[sentinel] === sentinel) {
      // A route without stops is not driven, so the times of the way from its start to its end do not count.
      this.runBack(v, sentinel)
      this.start[v] = this.end[v] = 0
      this.work[v] = this.travel[v] = this.lateCost[v] = 0
      return true
    }
    if (!isInTime) return false
    this.runBack(v, sentinel)
    this.end[v] = this.newEnd
    this.start[v] = this.newStart
    this.work[v] = this.newWork
    this.lateCost[v] = this.newLateCost
    return true
  }

  /** Recomputes latest arrivals, and, for the states in which the route is driven, the bounds after each link. */
  private runBack(v: number, sentinel: number): void {
    const { stopCount, nodeCount, shiftEnd, classOf, reloadSeconds } = this.model
    const { prev, nodeOut, nodeIn } = this.plan
    const { latest, via, bound, boundBehind, boundBehindLater, isPause } = this
    const seconds = this.model.seconds[classOf[v]!]!
    const serviceSeconds = this.model.serviceSeconds[classOf[v]!]!
    const hasBreak = this.model.breakFrom[v + 1]! > this.model.breakFrom[v]!
    // In state 0 the break is still to be taken at the end: after the route, or on arrival.
    let late0 = shiftEnd[v]!
    let late1 = hasBreak ? shiftEnd[v]! : -never
    if (hasBreak) late0 = Math.max(Math.min(late0, this.lastPause(v)), this.latestPause(v, late1))
    latest[3 * sentinel] = late0
    latest[3 * sentinel + 1] = late1
    let state = via[sentinel]!
    let behind = bound[3 * sentinel + state]!
    let behindLater = never
    if (state === 1 && isPause[sentinel] === 1) state = 0
    let after = sentinel
    let travel = 0
    for (let link = prev[sentinel]!; link !== sentinel; after = link, link = prev[link]!) {
      via[link] = state
      boundBehind[link] = behind
      boundBehindLater[link] = behindLater
      behind = Math.min(behind, bound[3 * link + state]!)
      behindLater = Math.min(behindLater, bound[3 * link + 2]!)
      if (state === 1 && isPause[link] === 1) state = 0
      const leg = seconds[nodeOut[link]! * nodeCount + nodeIn[after]!]!
      travel += leg
      // Latest departure.
      let leave0 = late0 - leg
      const leave1 = late1 - leg
      if (hasBreak) leave0 = Math.max(leave0, this.latestPause(v, leave1))
      if (link >= stopCount) {
        const ready = this.trips!.release[link]!
        late0 = ready > leave0 ? -never : leave0 - reloadSeconds[v]!
        late1 = ready > leave1 ? -never : leave1 - reloadSeconds[v]!
      } else {
        late0 = this.latestService(link, leave0 - serviceSeconds[link]!)
        late1 = hasBreak ? this.latestService(link, leave1 - serviceSeconds[link]!) : -never
      }
      if (hasBreak) late0 = Math.max(late0, this.latestPause(v, late1))
      latest[3 * link] = late0
      latest[3 * link + 1] = late1
    }
    this.travel[v] = travel + seconds[nodeOut[sentinel]! * nodeCount + nodeIn[after]!]!
  }

  /**
   * Lower bound on the cost of lateness and missing margins of route v, which has room for its break, with `stop` after `before`. The added
   * stop may make the room needless, because the route may gain its break by it. But in every state everything begins no sooner than with
   * the break still to come. So the cost without room is a bound: of the whole route when the stop reduces no margin after it, otherwise up
   * to `before`.
   */
  leastLate(v: number, stop: number, before: number): number {
    const { stopCount, nodeCount, reloadNode, slackOfLeg, slackOfStop, classOf } = this.model
    const { nodeOut, nodeIn, next } = this.plan
    // Reloads change which releases a trip waits for.
    if (reloadNode[v]! >= 0) return 0
    const seconds = this.model.seconds[classOf[v]!]!
    const from = nodeOut[before]! * nodeCount
    const to = nodeIn[next[before]!]!
    const [there, onward, leg] = [seconds[from + stop]!, seconds[stop * nodeCount + to]!, seconds[from + to]!]
    const luck = slackOfLeg ** 2 * (there ** 2 + onward ** 2 - leg ** 2) + slackOfStop[classOf[v]!]![stop]!
    if (there + onward >= leg && luck >= 0) return this.plainLate[v]!
    if (before === stopCount + v) return 0
    // A route that starts after its break has no other state.
    if (this.leave[3 * (stopCount + v)]! >= never) return this.lateAt[3 * before + 2]!
    return this.lateAt[3 * before]! - this.roomCostAt[2 * before]!
  }

  /** Latest start of the break of vehicle v, which has one. */
  private lastPause(v: number): number {
    const { breakFrom, breakLatest, breakDuration } = this.model
    return breakLatest[breakFrom[v]!]! - breakDuration[breakFrom[v]!]!
  }

  /** Latest time from which the break of vehicle v, which has one, still ends by `time`; very early when there is none. */
  private latestPause(v: number, time: number): number {
    const { breakFrom, breakEarliest, breakDuration } = this.model
    const pause = breakDuration[breakFrom[v]!]!
    if (breakEarliest[breakFrom[v]!]! + pause > time) return -never
    return Math.min(this.lastPause(v), time - pause)
  }

  /** Latest arrival at a stop whose service must begin by `time`; very early when there is none. */
  private latestService(stop: number, time: number): number {
    const { windowFrom, windowOpens, windowCloses, latePenalty } = this.model
    const last = windowFrom[stop + 1]! - 1
    if (time >= windowCloses[last]! && latePenalty[stop]! >= 0) return time
    for (let w = last; w >= windowFrom[stop]!; w--) {
      if (time >= windowOpens[w]!) return Math.min(time, windowCloses[w]!)
    }
    return -never
  }

  /**
   * Times route v with `stop` after `before`, with a reload before the stop (bit 0 of `variant`) and after it (bit 1). Returns false when a
   * time rule other than single waits forbids it. Ends as soon as the rest of the route is unchanged: O(stops) at most.
   */
  probe(v: number, stop: number, before: number, variant: number): boolean {
    return this.run(v, stop, before, variant)
  }

  /**
   * Simulates route v with `stop` inserted as in `probe`; with `before` -1, simulates the route unchanged and stores the data of its links.
   * One long function, because it is the innermost loop of rich problems: with its twelve running values in typed arrays and a function for
   * each step, the search made 12 to 14 % fewer steps (decision 0063).
   */
  private run(v: number, stop: number, before: number, variant: number): boolean {
    const model = this.model
    const { stopCount, nodeCount, latePenalty } = model
    const { next, nodeOut, nodeIn } = this.plan
    const { leave, workAt, latestStart, lateAt, latest, bound, trips } = this
    const seconds = model.seconds[model.classOf[v]!]!
    const serviceSeconds = model.serviceSeconds[model.classOf[v]!]!
    const slackOfStop = model.slackOfStop[model.classOf[v]!]!
    const sentinel = stopCount + v
    const k = model.breakFrom[v]!
    const hasBreak = model.breakFrom[v + 1]! > k
    const pause = hasBreak ? model.breakDuration[k]! : 0
    const earliest = hasBreak ? model.breakEarliest[k]! : 0
    const lastPause = hasBreak ? model.breakLatest[k]! - pause : 0
    const fixedStart = model.departureSeconds[v]!
    const isKept = before < 0
    const follower = isKept ? -1 : next[before]!
    // Elements inserted after `before` so far, and how many there will be.
    let put = 0
    const mostPut = isKept ? 0 : variant === 0 ? 1 : variant === 3 ? 3 : 2
    let link = isKept ? sentinel : trips ? trips.change(sentinel, stop, before, variant) : before
    let node = nodeOut[link]!
    const hasSlack = model.slackPrice > 0
    let driving = hasSlack && link !== sentinel ? this.slackAt[3 * link]! : 0
    let worked = hasSlack && link !== sentinel ? this.slackAt[3 * link + 1]! : 0
    let own = hasSlack && link !== sentinel ? this.slackAt[3 * link + 2]! : 0
    let margin = 0
    const isRoomy = hasSlack && hasRoom(model, v)
    // Part of the cost of lateness in states 0 and 1 that is caused by room for the break.
    let r0 = isRoomy && link !== sentinel ? this.roomCostAt[2 * link]! : 0
    let r1 = isRoomy && link !== sentinel ? this.roomCostAt[2 * link + 1]! : 0
    let mayPause = fixedStart >= 0 || link !== sentinel

    // Time, work, latest start and cost of lateness in each state.
    let t0: number
    let w0 = 0
    let l0 = never
    let c0 = 0
    let t1 = never
    let w1 = 0
    let l1 = never
    let c1 = 0
    let t2 = never
    let w2 = 0
    let l2 = never
    let c2 = 0
    if (isKept || (link === sentinel && trips?.changedHead === sentinel)) {
      const release = !trips ? 0 : isKept ? trips.release[sentinel]! : trips.changed[0]!
      const open = fixedStart >= 0 ? fixedStart : Math.max(model.shiftStart[v]!, release)
      if (release > open) return false
      t0 = open
      if (hasBreak) {
        // A break whose interval has passed is not due. The route may always start after its break, unless its departure is fixed.
        const isPast = open >= earliest + pause
        t2 = isPast ? open : fixedStart >= 0 ? never : earliest + pause
        if (isPast) t0 = never
      }
      if (isKept) this.keepStart(sentinel, t0, t2)
    } else {
      const cell = 3 * link
      t0 = leave[cell]!
      w0 = workAt[cell]!
      l0 = latestStart[cell]!
      c0 = lateAt[cell]!
      t1 = leave[cell + 1]!
      w1 = workAt[cell + 1]!
      l1 = latestStart[cell + 1]!
      c1 = lateAt[cell + 1]!
      t2 = leave[cell + 2]!
      w2 = workAt[cell + 2]!
      l2 = latestStart[cell + 2]!
      c2 = lateAt[cell + 2]!
    }

    let isBehind = false
    while (true) {
      // The next element: an inserted one (-1: a reload), or the next one of the route.
      let element: number
      let release = 0
      if (link === before && put < mostPut) {
        const isStop = put === (variant & 1)
        element = isStop ? stop : -1
        if (!isStop) release = trips!.changed[put < 2 ? 1 : 2]!
        put++
      } else {
        element = next[link]!
        link = element
        if (element >= stopCount && element !== sentinel) {
          release = !isKept && element === trips!.changedHead ? trips!.changed[0]! : trips!.release[element]!
        }
      }
      const to =
        element >= 0
          ? nodeIn[element]!
          : findReloadPlace(model, v, node, put === 1 && (variant & 1) === 1 ? stop : nodeIn[next[link]!]!)
      const leg = seconds[node * nodeCount + to]!
      if (hasSlack) {
        driving += leg
        own += (model.slackOfLeg * leg) ** 2
        margin = marginAfter(model, driving, worked, own)
      }
      // Latest starts that this step alone allows.
      let b0 = never
      let b1 = never
      let b2 = never
      let isPaused = false
      // The break may come before the drive and after it.
      for (let side = 0; side < 2; side++) {
        if (hasBreak && mayPause && t0 <= lastPause) {
          const done = Math.max(t0, earliest) + pause
          if (done < t1 && done <= lastPause + pause) {
            b1 = lastPause - w0
            t1 = done
            w1 = w0 + pause
            l1 = Math.min(b1, l0)
            c1 = c0
            r1 = r0
            isPaused = true
          }
        }
        if (side === 1) break
        mayPause = true
        t0 += leg
        w0 += leg
        t1 += leg
        w1 += leg
        t2 += leg
        w2 += leg
        if (element === follower && put === mostPut && !isBehind) {
          const latest1 = latest[3 * follower + 1]!
          if (t0 > latest[3 * follower]! && t1 > latest1 && t2 > latest1) return false
          isBehind = true
        }
      }
      if (isKept) this.isPause[element] = isPaused ? 1 : 0
      if (element === sentinel) {
        if (isKept) bound[3 * sentinel + 1] = b1
        break
      }
      if (element < 0 || element >= stopCount) {
        const stay = model.reloadSeconds[v]!
        t0 = Math.max(t0 + stay, release)
        t1 = Math.max(t1 + stay, release)
        t2 = Math.max(t2 + stay, release)
        w0 += stay
        w1 += stay
        w2 += stay
        if (hasSlack) {
          worked += stay
          own += model.slackOfReload[v]!
        }
      } else {
        const service = serviceSeconds[element]!
        if (t0 < never) {
          const begin = this.serve(element, t0)
          if (begin < 0) t0 = never
          else {
            if (isRoomy) {
              const cost = this.missingWithRoom(v, element, begin, margin)
              r0 += cost - model.slackPrice * computeMissing(margin, begin, model.closesSeconds[element]!)
              c0 += cost
            } else if (hasSlack) c0 += this.missingAt(element, begin, margin)
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
            if (hasSlack) c1 += this.missingAt(element, begin, margin)
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
            if (hasSlack) c2 += this.missingAt(element, begin, margin)
            b2 = this.servedBy - w2
            if (b2 < l2) l2 = b2
            if (this.lateBy > 0) c2 += this.lateBy * latePenalty[element]!
            t2 = begin + service
          }
          w2 += service
        }
        if (t0 >= never && t1 >= never && t2 >= never) return false
        if (hasSlack) {
          worked += service
          own += slackOfStop[element]!
        }
      }
      if (t0 > never) t0 = never
      if (t1 > never) t1 = never
      if (t2 > never) t2 = never
      const cell = 3 * element
      if (isKept) {
        leave[cell] = t0
        leave[cell + 1] = t1
        leave[cell + 2] = t2
        workAt[cell] = w0
        workAt[cell + 1] = w1
        workAt[cell + 2] = w2
        latestStart[cell] = l0
        latestStart[cell + 1] = l1
        latestStart[cell + 2] = l2
        lateAt[cell] = c0
        lateAt[cell + 1] = c1
        lateAt[cell + 2] = c2
        bound[cell] = b0
        bound[cell + 1] = b1
        bound[cell + 2] = b2
        if (hasSlack) {
          this.slackAt[cell] = driving
          this.slackAt[cell + 1] = worked
          this.slackAt[cell + 2] = own
        }
        if (isRoomy) {
          this.roomCostAt[2 * element] = r0
          this.roomCostAt[2 * element + 1] = r1
        }
      } else if (!hasSlack && isBehind && t0 === leave[cell] && t1 === leave[cell + 1] && t2 === leave[cell + 2]) {
        // From here on everything is unchanged except for the work and the bounds so far.
        const state = this.via[element]!
        const more = (state === 0 ? w0 : w1) - workAt[cell + state]!
        l0 = Math.min(state === 0 ? l0 : l1, this.boundBehind[element]! - more)
        c0 += this.sooner[3 * v + 2]! - lateAt[cell + state]! + (state === 0 ? 0 : c1 - c0)
        const isInTime = this.settle(v, this.sooner[3 * v]!, this.sooner[3 * v + 1]! + more, l0, c0)
        if (!hasBreak) return isInTime
        const moreLater = w2 - workAt[cell + 2]!
        l2 = Math.min(l2, this.boundBehindLater[element]! - moreLater)
        c2 += this.later[3 * v + 2]! - lateAt[cell + 2]!
        return this.settleBetter(v, isInTime, this.later[3 * v]!, this.later[3 * v + 1]! + moreLater, l2, c2)
      }
      node = element < 0 ? to : nodeOut[element]!
    }
    if (hasSlack) {
      if (isRoomy) {
        const plain = this.missingAtEnd(v, t0, margin)
        const room = this.missingAtEnd(v, t0, margin + roomAt(model, v, t0)) - plain
        if (isKept) this.plainLate[v] = t0 < never ? c0 - r0 + plain : c2
        c0 += room
        r0 += room
      }
      c0 += this.missingAtEnd(v, t0, margin)
      c1 += this.missingAtEnd(v, t1, margin)
      c2 += this.missingAtEnd(v, t2, margin)
    }
    // A break not taken must be possible after the route.
    if (hasBreak && (t0 > lastPause || t1 < t0)) {
      t0 = t1
      w0 = w1
      l0 = l1
      c0 = c1
      r0 = r1
      if (isKept) this.via[sentinel] = 1
    }
    if (isKept) {
      this.keepEnd(this.sooner, v, t0, w0, c0)
      this.keepEnd(this.later, v, t2, w2, c2)
    }
    const isInTime = this.settle(v, t0, w0, l0, c0)
    // When the start moves to after the break, room for the break is not needed.
    if (isRoomy && startsBehindBreak(model, v, this.newStart)) this.newLateCost -= r0
    return hasBreak ? this.settleBetter(v, isInTime, t2, w2, l2, c2) : isInTime
  }

  /** Records that the route may leave its start at `t0` with the break to come, or at `t2` after it. */
  private keepStart(sentinel: number, t0: number, t2: number): void {
    for (let state = 0, cell = 3 * sentinel; state < 3; state++, cell++) {
      this.leave[cell] = state === 0 ? t0 : state === 1 ? never : t2
      this.workAt[cell] = 0
      this.latestStart[cell] = never
      this.lateAt[cell] = 0
      this.bound[cell] = never
    }
    this.via[sentinel] = 0
  }

  private keepEnd(target: Float64Array, v: number, end: number, work: number, late: number): void {
    target[3 * v] = end
    target[3 * v + 1] = work
    target[3 * v + 2] = late
  }

  /** Earliest service start of a stop reached at `time`, or -1. Sets the window's close that limits a later start, and the lateness. */
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
    // The stop is served after its last window, which costs per second. A later start of the route would make it even later, so `servedBy`
    // is the current time and allows no later start.
    this.servedBy = time
    this.lateBy = time - windowCloses[last - 1]!
    return time
  }

  /** Cost of the missing margin of a stop that was just served; limits a later start, so that it does not reduce the stop's slack. */
  private missingAt(stop: number, begin: number, margin: number): number {
    const closes = this.model.closesSeconds[stop]!
    this.servedBy = Math.min(this.servedBy, computeHold(margin, begin, closes))
    return this.model.slackPrice * computeMissing(margin, begin, closes)
  }

  /** Like `missingAt`, with the break still to come; the start is limited as at the end of the window. */
  private missingWithRoom(v: number, stop: number, begin: number, margin: number): number {
    const { model } = this
    const closes = model.closesSeconds[stop]!
    this.servedBy = Math.min(this.servedBy, computeHold(margin + roomAt(model, v, closes), begin, closes))
    return model.slackPrice * computeMissing(margin + roomAt(model, v, begin), begin, closes)
  }

  private missingAtEnd(v: number, end: number, margin: number): number {
    return this.model.slackPrice * computeMissing(margin, end, this.model.shiftEnd[v]!)
  }

  /** Takes this end of the route as the result. Returns false when it comes after the shift, or the route is too long. */
  private settle(v: number, end: number, work: number, bound: number, late: number): boolean {
    if (end > this.model.shiftEnd[v]!) return false
    const fixedStart = this.model.departureSeconds[v]!
    this.newEnd = end
    this.newWork = work
    this.newStart = fixedStart >= 0 ? fixedStart : Math.min(end - work, bound)
    this.newLateCost = late
    return this.hasSeveralWindows || end - this.newStart <= this.model.maxSeconds[v]!
  }

  /** Takes a route that starts after its break as the result instead, when that is better than the last result. */
  private settleBetter(v: number, isInTime: boolean, end: number, work: number, bound: number, late: number): boolean {
    if (!this.isLaterBetter(v, isInTime, end, work, bound, late)) return isInTime
    return this.settle(v, end, work, bound, late)
  }

  /** Whether starting after the break is better than the last result: keeps the rules, or costs less. */
  private isLaterBetter(v: number, isInTime: boolean, end: number, work: number, bound: number, late: number): boolean {
    const { shiftEnd, maxSeconds, costPerSecond, balanceTimeWeight } = this.model
    if (end > shiftEnd[v]!) return false
    const fixedStart = this.model.departureSeconds[v]!
    const duration = end - (fixedStart >= 0 ? fixedStart : Math.min(end - work, bound))
    if (!isInTime) return duration <= maxSeconds[v]!
    const isTimePriced = costPerSecond[v]! > 0 || balanceTimeWeight > 0
    if (!isTimePriced || duration > maxSeconds[v]!) return false
    const before = this.newEnd - this.newStart
    const hours = (duration * duration - before * before) / 12_960_000
    const more = costPerSecond[v]! * (duration - before) + balanceTimeWeight * hours + late - this.newLateCost
    return more < -tie || (more < tie && end < this.newEnd)
  }
}
