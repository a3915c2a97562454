/**
 * Times of one route whose driver has driving rules: places breaks where the law requires them and so that the route ends earliest. A
 * forward pass follows the possible states of the counters; then the start moves as late as the breaks found allow.
 */

import type { CompiledRules } from '../model/compile-rules.ts'
import { unlimited, unreachableTravel } from '../model/model.ts'
import { type BreakState, copyState, keepBest, listLengths, type Pause, rest, restBehindWait } from './break-states.ts'
import { type Course, LawfulCourse } from './lawful-course.ts'

/** Most states kept at one moment: real laws produce a few dozen. */
const mostStates = 400
/** Time that never comes. */
const never = 1e15
/** How often a route that is too long is tried with a later start. */
const mostStarts = 50
/** Seconds of driving kept between a whole break and a wait that is the first part of the next one: without driving they would be one break. */
const mostBetween = 900

/** Like `RouteSchedule`, for vehicles with driving rules. O(stops × states²). */
export abstract class LawfulSchedule extends LawfulCourse {
  /** Breaks by rule of a route, in order; empty for vehicles without rules. */
  pauses: Pause[] = []

  /**
   * Places times and breaks, with the first `skipped` breaks by clock before the route. Returns false when a strict evaluation finds no
   * way.
   */
  protected placeLawful(
    v: number,
    sequence: ArrayLike<number>,
    length: number,
    isStrict: boolean,
    skipped: number,
    travelSeconds: number,
  ): boolean {
    const { model } = this
    const rules = model.drivingRules[v]!
    const isFixed = model.departureSeconds[v]! >= 0
    if (travelSeconds > rules.drivingLeft) {
      if (!this.broken('driving_time', -1, travelSeconds - rules.drivingLeft, isStrict)) return false
    }
    const course = { ...this.measureCourse(v, sequence, length, rules), isStrict, skipped }
    let open = this.opening(v, length)
    if (isFixed && this.release[length]! > open) {
      if (!this.broken('release', -1, this.release[length]! - open, isStrict)) return false
    }
    if (open < rules.restUntil && !this.broken('work_time', -1, rules.restUntil - open, isStrict)) return false
    for (let k = model.breakFrom[v]!; k < model.breakFrom[v]! + skipped; k++) {
      open = Math.max(open, model.breakEarliest[k]! + model.breakDuration[k]!)
    }
    const mostSeconds = isFixed ? unlimited : Math.min(rules.spanLeft, model.maxSeconds[v]!)
    // Breaks only delay: what is late without them is late with them.
    if (isStrict && !this.isInTime(course, open)) return false
    let found = this.findEarliestEnd(course, open)
    if (!found) return false
    this.place(course, found, open)
    // A later start never ends earlier, so any start must be at least the end minus the longest allowed duration.
    for (let more = 0; more < mostStarts && this.endSeconds - this.startSeconds > mostSeconds; more++) {
      const later = this.endSeconds - mostSeconds
      const next = later > open ? this.findEarliestEnd({ ...course, isStrict: true }, later) : undefined
      if (!next || next.time > model.shiftEnd[v]! + this.slack) break
      open = later
      found = next
      this.place(course, found, open)
    }
    return this.checkLawful(course, found)
  }

  /** The state in which the route ends earliest when it starts at `open` or later. */
  private findEarliestEnd(course: Course, open: number): BreakState | undefined {
    const { v, length, rules, isStrict } = course
    let states: BreakState[] = [
      {
        time: open,
        counts: rules.breaks.map(({ spentSeconds }) => spentSeconds),
        parts: rules.breaks.map(({ partsTaken }) => partsTaken),
        rested: Math.min(course.totalNeeded, rules.totals[0]?.takenSeconds ?? 0),
        clock: course.skipped,
        isRested: !rules.hasSpent,
        begun: undefined,
        still: 0,
        paused: 0,
        over: 0,
        pause: undefined,
        parent: undefined,
      },
    ]
    const isFixed = this.model.departureSeconds[v]! >= 0
    const isFree = this.isFreeOfBreaks(course)
    for (let gap = 0; gap <= length; gap++) {
      if (isFree) {
        this.passFree(course, states[0]!, gap)
        if (states[0]!.time >= never) return undefined
        continue
      }
      this.forgetSettled(course, states, gap)
      if (gap > 0 || isFixed || rules.hasSpent) states = this.takePauses(course, states, gap, 'before')
      states = this.driveTo(course, states, gap)
      states = this.takePauses(course, states, gap, 'after')
      if (gap === length) break
      states = this.serve(course, states, gap)
      if (states.length === 0) return undefined
    }
    return this.chooseState(course, states, isStrict)
  }

  /** Passes one gap of a route that needs no break; a late one never ends in a strict evaluation. */
  private passFree({ v, sequence, length, isStrict }: Course, state: BreakState, gap: number): void {
    const { model, node } = this
    const from = gap === 0 ? model.startNode[v]! : node[gap - 1]!
    state.time += model.seconds[model.classOf[v]!]![from * model.nodeCount + node[gap]!]!
    if (gap === length) return
    const element = sequence[gap]!
    const stay = this.stayAt(v, element, gap)
    if (element >= model.stopCount) {
      state.time = this.leaveSpot(v, element, gap, state.time)
      return
    }
    const start = this.serviceStart(element, state.time)
    if (start >= 0) state.time = start + stay
    else state.time = isStrict ? never : state.time + stay
  }

  /** Resets counters that can no longer reach their limit to 0, so that more states are equal. */
  private forgetSettled({ rules, drivingFrom, workFrom }: Course, states: BreakState[], gap: number): void {
    rules.breaks.forEach((rule, r) => {
      const rest = rule.counts === 'driving' ? drivingFrom[gap]! : workFrom[gap]!
      for (const state of states) {
        if (state.counts[r]! + rest > rule.afterSeconds) continue
        state.counts[r] = 0
        state.parts[r] = 0
      }
    })
  }

  /** Adds the states that result from taking breaks here, by rule and by clock. */
  private takePauses(course: Course, states: BreakState[], gap: number, place: 'before' | 'after'): BreakState[] {
    const { model } = this
    const { v, length, rules, totalNeeded } = course
    const all = [...states]
    // A break without work after it interrupts none.
    const behind = place === 'before' ? course.workFrom[gap]! : course.workFrom[gap + 1]!
    const isInterrupting =
      behind > 0 || (place === 'after' && gap < length && this.stayAt(v, course.sequence[gap]!, gap) > 0)
    const mayTakeClock = place === 'after' || gap > 0 || model.departureSeconds[v]! >= 0
    // States after a break by clock are also tried with the next one.
    for (let i = 0; i < all.length; i++) {
      const state = all[i]!
      const mayRest = isInterrupting && !state.isRested && i < states.length
      if (mayRest && (place === 'after' || this.isWorthLeavingLate(course, state, gap)))
        this.addLawful(course, all, state, gap, place)
      const k = model.breakFrom[v]! + state.clock
      if (!mayTakeClock || k >= model.breakFrom[v + 1]!) continue
      const seconds = model.breakDuration[k]!
      const end = Math.max(state.time, model.breakEarliest[k]!) + seconds
      if (end > model.breakLatest[k]!) continue
      const next = copyState(state, { gap, place, drivenSeconds: 0, seconds, clock: state.clock })
      if (isInterrupting && state.isRested && end - seconds > state.time)
        restBehindWait(next, rules, seconds, totalNeeded)
      else if (isInterrupting) rest(next, rules, seconds, totalNeeded)
      next.isRested = true
      next.time = end
      next.clock++
      all.push(next)
    }
    return all.length === states.length ? all : keepBest(all, mostStates)
  }

  /**
   * Whether a break before the leg can be better than one at its end: the leg cannot be driven in one go, is the last, or leads to a wait.
   */
  private isWorthLeavingLate(course: Course, state: BreakState, gap: number): boolean {
    const { model, node } = this
    const { v, rules, length } = course
    if (gap === length || this.legTimes[model.classOf[v]!]) return true
    const from = gap === 0 ? model.startNode[v]! : node[gap - 1]!
    const leg = model.seconds[model.classOf[v]!]![from * model.nodeCount + node[gap]!]!
    if (rules.breaks.some((rule, r) => rule.isAnyHalt || state.counts[r]! + leg > rule.afterSeconds)) return true
    return leg <= mostBetween && this.isWaitForTwo(course, state, gap, 0, leg)
  }

  /**
   * Whether the wait after the leg is longer than a whole break. That break then ends before the last stretch of the leg, and the rest of
   * the wait is the first part of the next break. Without driving in between, they would be one break.
   */
  private isWaitForTwo(course: Course, state: BreakState, gap: number, done: number, leg: number): boolean {
    const { rules, sequence, length, drivingFrom, workFrom } = course
    if (!rules.isDivisible || gap === length || sequence[gap]! >= this.model.stopCount) return false
    const arrival = state.time + leg - done
    const wait = this.serviceStart(sequence[gap]!, arrival) - arrival
    return rules.breaks.some((rule, r) => {
      const parts = rule.partSeconds.length
      if (rule.isAnyHalt || parts === 0) return false
      // When the rest of the route needs no further break, a whole one at the stop suffices.
      if ((rule.counts === 'driving' ? drivingFrom : workFrom)[gap + 1]! <= rule.afterSeconds) return false
      return wait > (state.parts[r] === parts - 1 ? rule.partSeconds[parts - 1]! : rule.breakSeconds)
    })
  }

  private addLawful(
    course: Course,
    all: BreakState[],
    state: BreakState,
    gap: number,
    place: 'before' | 'after',
  ): void {
    const { rules, totalNeeded, v, sequence, length } = course
    const upcoming = place === 'after' && gap < length ? this.stayAt(v, sequence[gap]!, gap) : 0
    const lengths = listLengths(state, rules, totalNeeded, upcoming)
    if (rules.totals.length > 0 && place === 'after' && gap < length && sequence[gap]! < this.model.stopCount) {
      // A whole wait can be one break.
      const wait = this.serviceStart(sequence[gap]!, state.time) - state.time
      if (wait >= rules.totals[0]!.leastPartSeconds) lengths.push(wait)
    }
    for (const seconds of lengths) {
      const next = copyState(state, { gap, place, drivenSeconds: 0, seconds, clock: -1 })
      const isUseful = rest(next, rules, seconds, totalNeeded)
      if (!isUseful && !this.isHaltWith(rules, next, upcoming)) continue
      next.time += seconds
      all.push(next)
    }
  }

  /** Whether the following service makes the halt long enough. */
  private isHaltWith(rules: CompiledRules, state: BreakState, upcoming: number): boolean {
    return rules.breaks.some((rule, r) => {
      return rule.isAnyHalt && state.counts[r]! > 0 && state.still + upcoming >= rule.breakSeconds
    })
  }

  /** Drives the leg of the gap, with breaks on the way when a rule allows not one second more. */
  private driveTo(course: Course, states: BreakState[], gap: number): BreakState[] {
    const driven: BreakState[] = []
    for (const state of states) this.driveLeg(course, state, gap, driven, false)
    // No state may drive on: a manual order is driven anyway, and the excess is reported.
    if (driven.length === 0 && !course.isStrict) {
      for (const state of states) this.driveLeg(course, state, gap, driven, true)
    }
    return keepBest(driven, mostStates)
  }

  private driveLeg(course: Course, state: BreakState, gap: number, driven: BreakState[], isForced: boolean): void {
    const { model, node } = this
    const { v, rules, totalNeeded } = course
    const from = gap === 0 ? model.startNode[v]! : node[gap - 1]!
    const legTimes = this.legTimes[model.classOf[v]!]
    const leg = legTimes
      ? legTimes.arrival(from, node[gap]!, state.time) - state.time
      : model.seconds[model.classOf[v]!]![from * model.nodeCount + node[gap]!]!
    const isEndless = leg >= unreachableTravel
    let here = copyState(state)
    const open = [{ state: here, done: 0 }]
    const halt = (driven: BreakState, done: number): void => {
      for (const seconds of rules.lengths) {
        const next = copyState(driven, { gap, place: 'way', drivenSeconds: done, seconds, clock: -1 })
        rest(next, rules, seconds, totalNeeded)
        if (rules.breaks.some((rule, r) => next.counts[r]! >= rule.afterSeconds)) continue
        next.time += seconds
        open.push({ state: next, done })
      }
    }
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      here = at.state
      const left = leg - at.done
      let may = Number.POSITIVE_INFINITY
      rules.breaks.forEach((rule, r) => {
        may = Math.min(may, rule.afterSeconds - here.counts[r]!)
      })
      if (left <= may || isForced || isEndless) {
        if (left > mostBetween && !legTimes && this.isWaitForTwo(course, here, gap, at.done, leg)) {
          const early = copyState(here)
          this.advance(early, rules, left - mostBetween)
          halt(early, leg - mostBetween)
        }
        this.advance(here, rules, left)
        if (left > may && isForced) here.over += left - Math.max(0, may)
        driven.push(here)
        continue
      }
      if (may <= 0 || legTimes) continue
      this.advance(here, rules, may)
      halt(here, at.done + may)
    }
  }

  /** Advances the state by the given seconds of driving. */
  private advance(state: BreakState, rules: CompiledRules, seconds: number): void {
    state.time += seconds
    if (seconds <= 0) return
    for (let r = 0; r < rules.breaks.length; r++) state.counts[r]! += seconds
    state.isRested = false
    state.begun = undefined
    state.still = 0
  }

  private serve(course: Course, states: BreakState[], gap: number): BreakState[] {
    const served = this.serveWhere(course, states, gap, false)
    if (served.length > 0 || course.isStrict) return keepBest(served, mostStates)
    return keepBest(this.serveWhere(course, states, gap, true), mostStates)
  }

  /** Serves element `gap` in every state that its window and the rules allow; in all of them when forced. */
  private serveWhere(course: Course, states: BreakState[], gap: number, isForced: boolean): BreakState[] {
    const { model } = this
    const { v, sequence, rules } = course
    const element = sequence[gap]!
    const stay = this.stayAt(v, element, gap)
    const served: BreakState[] = []
    for (const state of states) {
      let end: number
      if (element >= model.stopCount) end = this.leaveSpot(v, element, gap, state.time)
      else {
        const start = this.serviceStart(element, state.time)
        if (start < 0 && !isForced) continue
        end = (start < 0 ? state.time : start) + stay
      }
      let over = 0
      rules.breaks.forEach((rule, r) => {
        if (rule.counts === 'work' && stay > 0) over = Math.max(over, state.counts[r]! + stay - rule.afterSeconds)
      })
      if (over > 0 && !isForced) continue
      const next = copyState(state)
      next.time = end
      next.over += Math.max(0, over)
      next.still += stay
      if (stay > 0) {
        next.isRested = false
        next.begun = undefined
      }
      rules.breaks.forEach((rule, r) => {
        if (rule.counts === 'work') next.counts[r] = Math.min(rule.afterSeconds, next.counts[r]! + stay)
        if (rule.isAnyHalt && next.still >= rule.breakSeconds) next.counts[r] = 0
      })
      served.push(next)
    }
    return served
  }

  /** The state that ends first among those whose breaks are all taken or not due; for a manual order the least broken one. */
  private chooseState(course: Course, states: readonly BreakState[], isStrict: boolean): BreakState | undefined {
    const { breakFrom, breakLatest, breakDuration } = this.model
    const { v, totalNeeded } = course
    let best: BreakState | undefined
    let least = Number.POSITIVE_INFINITY
    for (const state of states) {
      let missing = state.over + Math.max(0, totalNeeded - state.rested)
      for (let k = breakFrom[v]! + state.clock; k < breakFrom[v + 1]!; k++) {
        if (state.time > breakLatest[k]! - breakDuration[k]!) missing += breakDuration[k]!
      }
      if (isStrict && missing > 0) continue
      const isFirst = best !== undefined && missing === least && state.time < best.time
      const isLess = best !== undefined && missing === least && state.time === best.time && state.paused < best.paused
      if (missing < least || isFirst || isLess) {
        best = state
        least = missing
      }
    }
    return best
  }

  /** Fixes the breaks of the state, and starts as late as they and the end allow. */
  private place(course: Course, found: BreakState, open: number): void {
    const { model } = this
    const { v, length } = course
    this.pauses = []
    for (let state: BreakState | undefined = found; state; state = state.parent) {
      if (state.pause) this.pauses.unshift(state.pause)
    }
    this.startSeconds = open
    this.endSeconds = this.timeLawful(course, open)
    if (model.departureSeconds[v]! >= 0) return
    const start = Math.max(open, this.walkBackLawful(course, this.endSeconds))
    if (start <= open) return
    if (this.legTimes[model.classOf[v]!]) {
      // When travel times depend on the hour, another start changes the driving time: search the breaks anew.
      const later = this.findEarliestEnd({ ...course, isStrict: true }, start)
      if (!later || later.time > this.endSeconds + this.slack) return
      this.pauses = []
      for (let state: BreakState | undefined = later; state; state = state.parent) {
        if (state.pause) this.pauses.unshift(state.pause)
      }
    }
    this.startSeconds = start
    this.endSeconds = this.timeLawful(course, start)
    this.latest[length] = this.endSeconds
  }

  /** Latest start with the same breaks and the same end, and nothing later than it is now. */
  private walkBackLawful({ v, sequence, length }: Course, end: number): number {
    const { model, node } = this
    const seconds = model.seconds[model.classOf[v]!]!
    const legTimes = this.legTimes[model.classOf[v]!]
    let time = end
    let next = this.pauses.length - 1
    const passPauses = (gap: number, place: Pause['place']): void => {
      for (; next >= 0 && this.pauses[next]!.gap === gap && this.pauses[next]!.place === place; next--) {
        const pause = this.pauses[next]!
        if (pause.clock >= 0) time = Math.min(time, model.breakLatest[model.breakFrom[v]! + pause.clock]!)
        time -= pause.seconds
      }
    }
    for (let gap = length; gap >= 0; gap--) {
      passPauses(gap, 'after')
      const from = gap === 0 ? model.startNode[v]! : node[gap - 1]!
      if (legTimes) time = legTimes.latestDeparture(from, node[gap]!, time)
      else time -= seconds[from * model.nodeCount + node[gap]!]!
      passPauses(gap, 'way')
      passPauses(gap, 'before')
      if (gap === 0) break
      const e = gap - 1
      const element = sequence[e]!
      const latest = time - this.stayAt(v, element, e)
      if (element >= model.stopCount) time = this.latestSpot(element, e, latest)
      else time = this.late[e]! > 0 ? Math.min(latest, this.begin[e]!) : this.latestBegin(element, latest)
    }
    return time
  }

  /** Fills arrival, begin, departure and late from `start` with the breaks fixed; returns the end. */
  private timeLawful({ v, sequence, length }: Course, start: number): number {
    const { model, node } = this
    const seconds = model.seconds[model.classOf[v]!]!
    const legTimes = this.legTimes[model.classOf[v]!]
    this.drivenSeconds = this.drivenBetween = 0
    let time = start
    let next = 0
    const passPauses = (gap: number, place: Pause['place']): void => {
      for (
        ;
        next < this.pauses.length && this.pauses[next]!.gap === gap && this.pauses[next]!.place === place;
        next++
      ) {
        const pause = this.pauses[next]!
        if (pause.clock >= 0) time = Math.max(time, model.breakEarliest[model.breakFrom[v]! + pause.clock]!)
        time += pause.seconds
      }
    }
    for (let gap = 0; gap <= length; gap++) {
      passPauses(gap, 'before')
      const from = gap === 0 ? model.startNode[v]! : node[gap - 1]!
      if (legTimes) time = this.driveByHours(legTimes, from, node[gap]!, time)
      else time += seconds[from * model.nodeCount + node[gap]!]!
      passPauses(gap, 'way')
      passPauses(gap, 'after')
      if (gap === length) return time
      this.arrival[gap] = time
      time = this.serveAt(v, sequence[gap]!, gap, time)
    }
    return time
  }

  /** Checks the limits of the day: work, the span from start to end, and breaks that a manual order leaves out. */
  private checkLawful(
    { v, sequence, length, rules, isStrict, workFrom, totalNeeded }: Course,
    found: BreakState,
  ): boolean {
    const { model } = this
    if (found.over > 0) this.broken('break', -1, found.over, false)
    if (found.rested < totalNeeded) this.broken('break', -1, totalNeeded - found.rested, false)
    for (let k = model.breakFrom[v]! + found.clock; k < model.breakFrom[v + 1]!; k++) {
      if (found.time > model.breakLatest[k]! - model.breakDuration[k]!) {
        this.broken('break', -1, model.breakDuration[k]!, false)
      }
    }
    let wait = 0
    let work = this.legTimes[model.classOf[v]!] ? this.drivenSeconds : workFrom[0]!
    for (let e = 0; e < length; e++) {
      wait += this.begin[e]! - this.arrival[e]!
      if (this.legTimes[model.classOf[v]!]) work += this.stayAt(v, sequence[e]!, e)
    }
    const over = Math.max(work - rules.workLeft, work + wait - rules.workAndWaitLeft)
    if (over > 0 && !this.broken('work_time', -1, over, isStrict)) return false
    const span = Math.max(this.endSeconds - this.startSeconds - rules.spanLeft, this.endSeconds - rules.spanEnd)
    if (span > this.slack && !this.broken('work_time', -1, span, isStrict)) return false
    if (this.legTimes[model.classOf[v]!] && this.drivenSeconds > rules.drivingLeft) {
      if (!this.broken('driving_time', -1, this.drivenSeconds - rules.drivingLeft, isStrict)) return false
    }
    const late = this.endSeconds - model.shiftEnd[v]!
    return late <= this.slack || this.broken('shift', -1, late, isStrict)
  }
}
