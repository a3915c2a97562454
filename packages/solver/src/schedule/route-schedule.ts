/** Times of one route under windows, breaks, releases and fixed departures: the part of the reference evaluation that places them. */
import { LegTimes } from '../hours/leg-times.ts'
import { firstCharge, type Model } from '../model/model.ts'
import { computeHold, hasRoom, roomAt } from './slack.ts'

/** Time that means "cannot happen". */
const never = 1e15
/** Lateness below this is rounding: times by the hour are fractions. */
const roundingSeconds = 1e-7

/** Forward passes take every step as early as possible, backward passes as late. O(stops × (breaks + 1)) each. */
export abstract class RouteSchedule {
  readonly model: Model
  /** Sum of all amounts by which hard rules are broken, in seconds, metres or load units. */
  excess = 0
  startSeconds = 0
  endSeconds = 0
  // Per element: times of the final pass.
  arrival: Float64Array
  begin: Float64Array
  departure: Float64Array
  late: Float64Array
  /** Per gap (before element g; the last before the end): breaks taken before and after driving, as bit sets. */
  breaksBefore: Int32Array
  breaksAfter: Int32Array
  /** Start of break k of the vehicle; -1 when it is not taken within the route. */
  breakStart: Float64Array
  /** Called for each broken rule when set: code number, element (-1: route), amount. */
  report: ((code: BrokenRule, element: number, amount: number) => void) | null = null
  /** Node of each element, and after them the node where the route ends. */
  readonly node: Int32Array
  /** Margin in seconds at each element, and after them at the end; only when slack has a price. */
  protected readonly margin: Float64Array
  /** Elements before this index, the end included, come before the break for which the vehicle has room: 0 without room. */
  protected breakAhead = 0
  protected readonly release: Float64Array
  protected readonly latest: Float64Array
  protected readonly reach: Float64Array
  protected readonly tookBefore: Uint8Array
  protected readonly tookAfter: Uint8Array
  protected readonly states: number
  /** Per travel class; undefined when the hour changes nothing. */
  protected readonly legTimes: (LegTimes | undefined)[]
  /** Results of the last forward pass by the hour: driving, and driving between two stops. */
  protected drivenSeconds = 0
  protected drivenBetween = 0
  protected readonly slack: number
  /** Seconds at each reload and charging place of the current route, when that depends on charging. */
  protected stays: Int32Array | undefined = undefined
  /** Per charging place on the way, times when a vehicle finds a free point; undefined: always. */
  slots: Slots[number][]

  constructor(model: Model, longest: number) {
    this.model = model
    this.slack = model.features.hasHours ? roundingSeconds : 0
    this.slots = [...model.chargingWindows]
    this.legTimes = model.hours.map((hours) => hours && new LegTimes(hours))
    const size = longest + 2
    let mostBreaks = 0
    for (let v = 0; v < model.vehicleCount; v++) {
      mostBreaks = Math.max(mostBreaks, model.breakFrom[v + 1]! - model.breakFrom[v]!)
    }
    this.states = mostBreaks + 1
    this.arrival = new Float64Array(size)
    this.begin = new Float64Array(size)
    this.departure = new Float64Array(size)
    this.late = new Float64Array(size)
    this.breaksBefore = new Int32Array(size)
    this.breaksAfter = new Int32Array(size)
    this.breakStart = new Float64Array(mostBreaks + 1)
    this.node = new Int32Array(size)
    this.margin = new Float64Array(model.slackPrice > 0 ? size : 0)
    this.release = new Float64Array(size)
    this.latest = new Float64Array(size)
    this.reach = new Float64Array((mostBreaks + 1) * 2)
    this.tookBefore = new Uint8Array(size * (mostBreaks + 1))
    this.tookAfter = new Uint8Array(size * (mostBreaks + 1))
  }

  /** Seconds spent at element e, a reload or a charging place. */
  protected reloadStay(v: number, e: number): number {
    return this.stays === undefined ? this.model.reloadSeconds[v]! : this.stays[e]!
  }

  /** Earliest departure from element e, a reload or a charging place that is reached at `time`. */
  protected leaveSpot(v: number, element: number, e: number, time: number): number {
    const stay = this.reloadStay(v, e)
    if (element < firstCharge) return Math.max(time + stay, this.release[e]!)
    return this.plugIn(element, stay, time) + stay
  }

  /** Earliest start of charging that takes `stay`; at once when no slot is long enough, which `hasPlugs` detects. */
  private plugIn(element: number, stay: number, time: number): number {
    for (const [opens, closes] of this.slotsOf(element) ?? []) {
      const at = Math.max(time, opens)
      if (at + stay <= closes) return at
    }
    return time
  }

  /** Set-up seconds at stop `element`, which is element e: none when the vehicle is already there. */
  protected setupAt(v: number, element: number, e: number): number {
    const { setupSeconds, nodeLocation, startNode } = this.model
    if (setupSeconds.length === 0) return 0
    const before = e === 0 ? startNode[v]! : this.node[e - 1]!
    return nodeLocation[before] === nodeLocation[element] ? 0 : setupSeconds[element]!
  }

  protected slotsOf(element: number): Slots[number] {
    return this.slots[element - firstCharge]
  }

  /** Latest start by `time` of element e, a reload or a charging place. */
  protected latestSpot(element: number, e: number, time: number): number {
    const slots = element < firstCharge ? undefined : this.slotsOf(element)
    if (!slots) return time
    for (let s = slots.length - 1; s >= 0; s--) {
      const [opens, closes] = slots[s]!
      const latest = Math.min(time, closes - this.stays![e]!)
      if (latest >= opens) return latest
    }
    return Math.min(time, this.begin[e]!)
  }

  /** Earliest start of the route. */
  protected opening(v: number, length: number): number {
    const { departureSeconds, shiftStart } = this.model
    return departureSeconds[v]! >= 0 ? departureSeconds[v]! : Math.max(shiftStart[v]!, this.release[length]!)
  }

  /** Earliest-end pass over break states, then the backward pass that finds the latest start with the same end. */
  protected placeTimes(
    v: number,
    sequence: ArrayLike<number>,
    length: number,
    isStrict: boolean,
    skipped: number,
  ): boolean {
    const model = this.model
    const { nodeCount, stopCount } = model
    const seconds = model.seconds[model.classOf[v]!]!
    const legTimes = this.legTimes[model.classOf[v]!]
    const service = model.serviceSeconds[model.classOf[v]!]!
    const firstBreak = model.breakFrom[v]! + skipped
    const breakCount = model.breakFrom[v + 1]! - firstBreak
    const states = this.states
    const { reach, tookBefore, tookAfter, node, latest } = this
    const isFixedStart = model.departureSeconds[v]! >= 0

    let open = this.opening(v, length)
    if (isFixedStart && this.release[length]! > open) {
      if (!this.broken('release', -1, this.release[length]! - open, isStrict)) return false
    }
    for (let k = model.breakFrom[v]!; k < firstBreak; k++) {
      open = Math.max(open, model.breakEarliest[k]! + model.breakDuration[k]!)
    }
    reach[0] = open
    for (let b = 1; b <= breakCount; b++) reach[b] = never
    let previous = model.startNode[v]!
    for (let gap = 0; gap <= length; gap++) {
      const row = gap * states
      if (breakCount > 0) {
        tookBefore[row] = 0
        for (let b = 1; b <= breakCount; b++) {
          tookBefore[row + b] = 0
          if (gap === 0 && !isFixedStart) continue
          this.relaxBreak(firstBreak + b - 1, b, tookBefore, row)
        }
      }
      if (legTimes) {
        for (let b = 0; b <= breakCount; b++) {
          if (reach[b]! < never) reach[b] = legTimes.arrival(previous, node[gap]!, reach[b]!)
        }
      } else {
        const leg = seconds[previous * nodeCount + node[gap]!]!
        for (let b = 0; b <= breakCount; b++) reach[b]! += leg
      }
      if (breakCount > 0) {
        tookAfter[row] = 0
        for (let b = 1; b <= breakCount; b++) {
          tookAfter[row + b] = 0
          this.relaxBreak(firstBreak + b - 1, b, tookAfter, row)
        }
      }
      if (gap === length) break
      previous = node[gap]!
      const element = sequence[gap]!
      if (element >= stopCount) {
        for (let b = 0; b <= breakCount; b++) {
          if (reach[b]! < never) reach[b] = this.leaveSpot(v, element, gap, reach[b]!)
        }
        continue
      }
      // A state that is after the last window of a hard stop dies; in lenient mode all continue when none is in time.
      let isAlive = false
      for (let b = 0; b <= breakCount; b++) {
        if (reach[b]! < never && this.serviceStart(element, reach[b]!) >= 0) isAlive = true
      }
      if (!isAlive && isStrict) return false
      for (let b = 0; b <= breakCount; b++) {
        if (reach[b]! >= never) continue
        const start = this.serviceStart(element, reach[b]!)
        const stay = service[element]! + this.setupAt(v, element, gap)
        if (start >= 0) reach[b] = start + stay
        else reach[b] = isAlive ? never : reach[b]! + stay
      }
    }

    const chosen = this.chooseEnd(firstBreak, breakCount, isStrict)
    if (chosen < 0) return false
    const end = reach[chosen]!
    if (end > model.shiftEnd[v]! + this.slack && !this.broken('shift', -1, end - model.shiftEnd[v]!, isStrict)) {
      return false
    }
    this.traceBreaks(length, breakCount, chosen, skipped)
    this.breakAhead = breakCount > 0 && hasRoom(model, v) ? this.findBreak(length) : 0
    if (isFixedStart) {
      this.startSeconds = open
      return true
    }
    latest[length] = end
    this.walkBack(v, sequence, length, breakCount > 0, open)
    this.startSeconds = Math.max(open, this.latest[0]!)
    return true
  }

  /** The state in which the route ends earliest and its other breaks are possible after it; -1 when a strict evaluation finds none. */
  private chooseEnd(firstBreak: number, breakCount: number, isStrict: boolean): number {
    const { breakLatest, breakDuration } = this.model
    const { reach } = this
    let chosen = -1
    let last = -1
    for (let b = 0; b <= breakCount; b++) {
      if (reach[b]! >= never) continue
      last = b
      let isAllowed = true
      for (let k = firstBreak + b; k < firstBreak + breakCount && isAllowed; k++) {
        isAllowed = reach[b]! <= breakLatest[k]! - breakDuration[k]!
      }
      if (isAllowed && (chosen < 0 || reach[b]! < reach[chosen]!)) chosen = b
    }
    if (chosen >= 0 || isStrict) return chosen
    // The breaks do not fit: drive without those.
    for (let k = last; k < breakCount; k++) this.broken('break', -1, breakDuration[firstBreak + k]!, false)
    return last
  }

  /** Updates state b with the end of break k taken now from state b - 1, when that is earlier. */
  protected relaxBreak(k: number, b: number, took: Uint8Array, row: number): void {
    const before = this.reach[b - 1]!
    if (before >= never) return
    const end = Math.max(before, this.model.breakEarliest[k]!) + this.model.breakDuration[k]!
    if (end <= this.model.breakLatest[k]! && end < this.reach[b]!) {
      this.reach[b] = end
      took[row + b] = 1
    }
  }

  /** Traces the break states back into breaksBefore/breaksAfter: bit sets of break numbers, of which `skipped` come before state 0. */
  protected traceBreaks(length: number, breakCount: number, chosen: number, skipped: number): void {
    const { tookBefore, tookAfter, breaksBefore, breaksAfter, states } = this
    if (breakCount === 0) {
      // Clear the results of an earlier evaluation.
      if (skipped > 0) breaksBefore.fill(0, 0, length + 1)
      if (skipped > 0) breaksAfter.fill(0, 0, length + 1)
      return
    }
    let b = chosen
    for (let gap = length; gap >= 0; gap--) {
      const row = gap * states
      breaksAfter[gap] = 0
      breaksBefore[gap] = 0
      while (b > 0 && tookAfter[row + b] === 1) {
        b--
        breaksAfter[gap]! |= 1 << (b + skipped)
      }
      while (b > 0 && tookBefore[row + b] === 1) {
        b--
        breaksBefore[gap]! |= 1 << (b + skipped)
      }
    }
  }

  /** Gap of the only break of a route; after the end when it is not taken. */
  private findBreak(length: number): number {
    let gap = 0
    while (gap <= length && this.breaksBefore[gap] === 0 && this.breaksAfter[gap] === 0) gap++
    return gap
  }

  /** Latest times that keep the end, the breaks and existing lateness; latest[0] becomes the latest start of the route. */
  protected walkBack(v: number, sequence: ArrayLike<number>, length: number, hasBreaks: boolean, from: number): void {
    const model = this.model
    const { nodeCount, stopCount } = model
    const seconds = model.seconds[model.classOf[v]!]!
    const legTimes = this.legTimes[model.classOf[v]!]
    const service = model.serviceSeconds[model.classOf[v]!]!
    const { node, breaksBefore, breaksAfter } = this
    // First compute the forward times with the breaks fixed, to know what is late.
    this.forwardTimes(v, sequence, length, from, hasBreaks)
    let time = this.latest[length]!
    for (let gap = length; gap >= 0; gap--) {
      if (hasBreaks) time = this.beforeBreaks(v, breaksAfter[gap]!, time)
      const previous = gap === 0 ? model.startNode[v]! : node[gap - 1]!
      if (legTimes) time = legTimes.latestDeparture(previous, node[gap]!, time)
      else time -= seconds[previous * nodeCount + node[gap]!]!
      if (hasBreaks) time = this.beforeBreaks(v, breaksBefore[gap]!, time)
      if (gap === 0) break
      const e = gap - 1
      const element = sequence[e]!
      if (element >= stopCount) time = this.latestSpot(element, e, time - this.reloadStay(v, e))
      else if (this.late[e]! > 0) {
        time = Math.min(time - service[element]! - this.setupAt(v, element, e), this.begin[e]!)
      } else {
        time -= service[element]! + this.setupAt(v, element, e)
        // A later start must not use up wanted slack.
        if (model.slackPrice > 0) {
          const closes = model.closesSeconds[element]!
          const room = e < this.breakAhead ? roomAt(model, v, closes) : 0
          time = Math.min(time, computeHold(this.margin[e]! + room, this.begin[e]!, closes))
        }
        time = this.latestBegin(element, time)
      }
    }
    this.latest[0] = time
  }

  /** Latest service start by `time` in any window of the stop; one exists, because the forward pass found it. */
  protected latestBegin(stop: number, time: number): number {
    const { windowFrom, windowOpens, windowCloses } = this.model
    const first = windowFrom[stop]!
    let w = windowFrom[stop + 1]! - 1
    while (w > first && windowOpens[w]! > time) w--
    return Math.min(time, windowCloses[w]!)
  }

  /** Latest start of the breaks in `set` when what follows them must begin by `time`. */
  protected beforeBreaks(v: number, set: number, time: number): number {
    const model = this.model
    let result = time
    for (let b = 31 - Math.clz32(set); set !== 0 && b >= 0; b--) {
      if ((set & (1 << b)) === 0) continue
      const k = model.breakFrom[v]! + b
      result = Math.min(result, model.breakLatest[k]!) - model.breakDuration[k]!
    }
    return result
  }

  /** Fills arrival, begin, departure and late from `start`; returns the end. Hard windows count as soft here. */
  protected forwardTimes(
    v: number,
    sequence: ArrayLike<number>,
    length: number,
    start: number,
    hasBreaks: boolean,
  ): number {
    const model = this.model
    const { nodeCount } = model
    const seconds = model.seconds[model.classOf[v]!]!
    const legTimes = this.legTimes[model.classOf[v]!]
    const { node, arrival } = this
    this.drivenSeconds = this.drivenBetween = 0
    let time = start
    let previous = model.startNode[v]!
    for (let gap = 0; gap <= length; gap++) {
      if (hasBreaks && this.breaksBefore[gap]! !== 0) time = this.takeBreaks(v, this.breaksBefore[gap]!, time)
      if (legTimes) time = this.driveByHours(legTimes, previous, node[gap]!, time)
      else time += seconds[previous * nodeCount + node[gap]!]!
      const reached = time
      if (hasBreaks && this.breaksAfter[gap]! !== 0) time = this.takeBreaks(v, this.breaksAfter[gap]!, time)
      if (gap === length) return time
      // With a break on arrival, `arrival` is when the vehicle is free to serve.
      arrival[gap] = hasBreaks && this.breaksAfter[gap]! !== 0 ? time : reached
      time = this.serveAt(v, sequence[gap]!, gap, time)
      previous = node[gap]!
    }
    return time
  }

  /** Begins element e as early as possible from `time` on; fills begin, departure and late; returns its end. */
  protected serveAt(v: number, element: number, e: number, time: number): number {
    const { stopCount, closesSeconds, serviceSeconds, classOf } = this.model
    this.late[e] = 0
    let at = time
    let stay = 0
    if (element >= stopCount) {
      stay = this.reloadStay(v, e)
      at = element < firstCharge ? Math.max(time, this.release[e]! - stay) : this.plugIn(element, stay, time)
    } else {
      stay = serviceSeconds[classOf[v]!]![element]! + this.setupAt(v, element, e)
      at = this.serviceStart(element, time)
      if (at < 0) {
        at = time
        this.late[e] = time - closesSeconds[element]!
      } else if (at > closesSeconds[element]! + this.slack) this.late[e] = at - closesSeconds[element]!
    }
    this.begin[e] = at
    this.departure[e] = at + stay
    return at + stay
  }

  protected driveByHours(legTimes: LegTimes, from: number, to: number, leaves: number): number {
    const reached = legTimes.arrival(from, to, leaves)
    this.drivenSeconds += reached - leaves
    if (from < this.model.stopCount && to < this.model.stopCount) this.drivenBetween += reached - leaves
    return reached
  }

  protected takeBreaks(v: number, set: number, from: number): number {
    const model = this.model
    let time = from
    for (let b = 0; b < 31 && set >> b !== 0; b++) {
      if (((set >> b) & 1) === 0) continue
      const k = model.breakFrom[v]! + b
      time = Math.max(time, model.breakEarliest[k]!)
      this.breakStart[b] = time
      time += model.breakDuration[k]!
    }
    return time
  }

  /** Earliest service start at or after `time`; after the last window: `time` when soft, -1 when hard. */
  protected serviceStart(stop: number, time: number): number {
    const { windowFrom, windowOpens, windowCloses, latePenalty } = this.model
    for (let w = windowFrom[stop]!; w < windowFrom[stop + 1]!; w++) {
      if (time <= windowCloses[w]! + this.slack) {
        return Math.max(time, windowOpens[w]!)
      }
    }
    return latePenalty[stop]! >= 0 ? time : -1
  }

  /** release[e]: earliest departure from reload element e; release[length]: earliest start of the route. */
  protected fillReleases(sequence: ArrayLike<number>, length: number): void {
    const { stopCount, releaseSeconds, pickupOf } = this.model
    let latest = 0
    for (let e = length - 1; e >= 0; e--) {
      const element = sequence[e]!
      if (element >= firstCharge) this.release[e] = 0
      else if (element >= stopCount) {
        this.release[e] = latest
        latest = 0
      } else if (pickupOf[element]! < 0 && releaseSeconds[element]! > latest) latest = releaseSeconds[element]!
    }
    this.release[length] = latest
  }

  /** Records a broken rule; returns false when that ends the evaluation. */
  protected broken(code: BrokenRule, element: number, amount: number, isStrict: boolean): boolean {
    if (isStrict) return false
    this.excess += amount
    if (this.report) this.report(code, element, amount)
    return true
  }
}

type Slots = Model['chargingWindows']

/** Rules that one route can break. */
export type BrokenRule =
  | 'apart'
  | 'vehicle_forbidden'
  | 'unreachable'
  | 'pickup_order'
  | 'max_services'
  | 'reload'
  | 'max_distance'
  | 'capacity'
  | 'time_window'
  | 'max_wait'
  | 'max_ride'
  | 'max_time'
  | 'release'
  | 'driving_time'
  | 'battery'
  | 'work_time'
  | 'break'
  | 'shift'
