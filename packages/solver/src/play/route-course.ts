/** A planned route that can be driven on many days: the order of its steps stays, and times follow from each day's draws. */

import { compileHours } from '../hours/compile-hours.ts'
import { LegTimes } from '../hours/leg-times.ts'
import type { Problem, Stop, Vehicle } from '../problem.ts'
import type { Route, Step } from '../solution.ts'
import type { Spreads } from '../spreads.ts'
import { drawNormal, drawn, mixKeys } from './draws.ts'

/** Keys of a route and its stops, so that the same ones have the same luck in every plan. */
export interface CourseKeys {
  seed: number
  route: number
  /** Keys by stop index of the problem. */
  stops: ArrayLike<number>
}

/** One element of the route after its start, with all its constant data. */
interface Element {
  kind: Exclude<Step['kind'], 'start'>
  /** Index among the stops of the route; -1 for others. */
  at: number
  windows: NonNullable<Stop['windows']>
  /** Planned seconds at the place: service, break, reload, charging. */
  seconds: number
  /** Earliest start here: of a break, of a reload by its release, of charging at a point that is waited for. */
  notBefore: number
  serviceKey: number
  serviceSpread: number
  legKey: number
  /** Undefined when nothing is driven. */
  legSeconds: ((leaves: number) => number) | undefined
}

/** Result of one day; overwritten by the next. */
export interface DrivenDay {
  /** Start of service at each stop, and its lateness. */
  begins: Float64Array
  late: Float64Array
  endSeconds: number
}

/** Lateness below this is rounding: times by the hour are fractions. */
const roundingSeconds = 1e-6

/** A route prepared for driving; it must have steps. */
export class RouteCourse {
  private readonly elements: Element[]
  private readonly startSeconds: number
  private readonly spreads: Spreads
  private readonly dayKey: number
  private readonly routeTravelKey: number
  private readonly routeServiceKey: number
  private readonly driven: DrivenDay

  constructor(problem: Problem, route: Route, spreads: Spreads, keys: CourseKeys, legTimes: LegTimesOfClass) {
    this.spreads = spreads
    this.startSeconds = route.startSeconds
    this.elements = listElements(problem, route, spreads, keys, legTimes)
    this.dayKey = mixKeys(keys.seed, drawn.dayTravel)
    this.routeTravelKey = mixKeys(mixKeys(keys.seed, drawn.routeTravel), keys.route)
    this.routeServiceKey = mixKeys(mixKeys(keys.seed, drawn.routeService), keys.route)
    const count = route.stops.length
    this.driven = { begins: new Float64Array(count), late: new Float64Array(count), endSeconds: 0 }
  }

  /** Drives the route on one day. O(steps), plus the periods passed when times depend on the hour. */
  drive(day: number): DrivenDay {
    const { driven, spreads } = this
    const { travel, service } = spreads
    const ofDay = travel.day * drawNormal(this.dayKey, day) + travel.route * drawNormal(this.routeTravelKey, day)
    const ofDriver = service.route * drawNormal(this.routeServiceKey, day)
    let time = this.startSeconds
    for (const element of this.elements) {
      if (element.legSeconds) {
        time += element.legSeconds(time) * Math.exp(ofDay + travel.leg * drawNormal(element.legKey, day))
      }
      if (element.kind === 'end') break
      if (element.kind === 'break' || element.kind === 'charge') {
        time = Math.max(time, element.notBefore) + element.seconds
        continue
      }
      const luck = element.serviceSpread * drawNormal(element.serviceKey, day)
      const seconds = element.seconds * Math.exp(ofDriver + luck)
      if (element.kind === 'reload') {
        time = Math.max(time, element.notBefore - seconds) + seconds
        continue
      }
      const begins = findBeginning(element.windows, Math.max(time, element.notBefore))
      driven.begins[element.at] = begins
      driven.late[element.at] = computeLateness(element.windows, begins)
      time = begins + seconds
    }
    driven.endSeconds = time
    return driven
  }
}

/** Start of service: in the first window that is still open, or at once after the last. */
function findBeginning(windows: Element['windows'], time: number): number {
  for (const [opens, closes] of windows) if (time <= closes + roundingSeconds) return Math.max(time, opens)
  return time
}

function computeLateness(windows: Element['windows'], begins: number): number {
  const last = windows.at(-1)
  const late = last === undefined ? 0 : begins - last[1]
  return late > roundingSeconds ? late : 0
}

/** Travel times by the hour for a vehicle; undefined when the hour changes nothing. */
export type LegTimesOfClass = (vehicle: Vehicle) => LegTimes | undefined

/** Compiles each combination of profile and speed factor once. */
export function createLegTimes({ profiles, locationCount }: Problem): LegTimesOfClass {
  const known = new Map<string, LegTimes>()
  const locations = Int32Array.from({ length: locationCount }, (_, location) => location)
  return ({ profile = 0, speedFactor = 1 }) => {
    const { hours } = profiles[profile]!
    if (!hours) return undefined
    const key = `${profile} ${speedFactor}`
    const legTimes = known.get(key) ?? new LegTimes(compileHours(hours, locationCount, locations, speedFactor))
    known.set(key, legTimes)
    return legTimes
  }
}

function listElements(
  problem: Problem,
  { vehicle: index, steps }: Route,
  { service }: Spreads,
  keys: CourseKeys,
  legTimesOf: LegTimesOfClass,
): Element[] {
  const vehicle = problem.vehicles[index]!
  const legTimes = legTimesOf(vehicle)
  const breaks = matchBreaks(vehicle, steps)
  const legBase = mixKeys(keys.seed, drawn.legTravel)
  const stopBase = mixKeys(keys.seed, drawn.stopService)
  let place = steps[0]!.location
  // A leg is identified by its two ends; depots by their number on the route, because they have no key of their own.
  let comesFrom = mixKeys(keys.route, 0)
  let nextStop = 0
  return steps.slice(1).map((step, offset): Element => {
    const stop = step.stop === null ? undefined : problem.stops[step.stop]!
    const own = step.stop === null ? mixKeys(keys.route, offset + 1) : keys.stops[step.stop]!
    const isDriven = place !== null && step.location !== null && place !== step.location
    const legSeconds = isDriven ? getLeg(problem, vehicle, legTimes, place!, step) : undefined
    const legKey = mixKeys(mixKeys(legBase, comesFrom), own)
    place = step.location ?? place
    if (step.kind !== 'break') comesFrom = own
    return {
      kind: step.kind === 'start' ? 'end' : step.kind,
      at: stop ? nextStop++ : -1,
      windows: stop?.windows ?? [],
      seconds: secondsOnSpot(step),
      notBefore:
        step.kind === 'reload' ? releaseBehind(problem, steps, offset + 1) : (breaks.get(step) ?? awaited(step, stop)),
      serviceKey: mixKeys(stopBase, own),
      serviceSpread: (step.stop === null ? undefined : service.byStop?.[step.stop]) ?? service.stop,
      legKey,
      legSeconds,
    }
  })
}

function getLeg(
  { profiles, locationCount }: Problem,
  vehicle: Vehicle,
  legTimes: LegTimes | undefined,
  from: number,
  { location, legSeconds }: Step,
): (leaves: number) => number {
  const to = location!
  const plain = profiles[vehicle.profile ?? 0]!.seconds[from * locationCount + to]!
  // For an unreachable leg, a route made by hand states its time.
  if (plain < 0) return () => legSeconds
  if (legTimes) return (leaves) => legTimes.arrival(from, to, leaves) - leaves
  const seconds = Math.round(plain * (vehicle.speedFactor ?? 1))
  return () => seconds
}

function secondsOnSpot({ kind, startSeconds, departureSeconds }: Step): number {
  switch (kind) {
    case 'stop':
    case 'reload':
    case 'break':
    case 'charge':
      return departureSeconds - startSeconds
    default:
      return 0
  }
}

/**
 * Start of a planned wait that is not for a window: for a free charging point, or before loading goods with a limited ride time; otherwise
 * 0.
 */
function awaited({ kind, waitSeconds, startSeconds }: Step, stop: Stop | undefined): number {
  if (waitSeconds <= 0) return 0
  const isOpening = stop?.windows?.some(([opens]) => Math.abs(opens - startSeconds) < roundingSeconds)
  return kind === 'charge' || (kind === 'stop' && !isOpening) ? startSeconds : 0
}

/** Latest release of the goods loaded by the reload at `index`: deliveries of its trip that come aboard there. */
function releaseBehind({ stops }: Problem, steps: readonly Step[], index: number): number {
  let release = 0
  for (let next = index + 1; next < steps.length && steps[next]!.kind !== 'reload'; next++) {
    const { stop } = steps[next]!
    if (stop === null || stops[stop]!.pickup !== undefined) continue
    release = Math.max(release, stops[stop]!.releaseSeconds ?? 0)
  }
  return release
}

/** Earliest start of each break on the route: that of the first of the vehicle's breaks that matches its start and length. */
function matchBreaks({ breaks = [] }: Vehicle, steps: readonly Step[]): Map<Step, number> {
  const earliest = new Map<Step, number>()
  let next = 0
  for (const step of steps) {
    if (step.kind !== 'break') continue
    const length = step.departureSeconds - step.startSeconds
    const found = breaks.findIndex(
      ({ earliestSeconds, durationSeconds }, index) =>
        index >= next &&
        Math.abs(durationSeconds - length) < roundingSeconds &&
        Math.abs(Math.max(step.arrivalSeconds, earliestSeconds) - step.startSeconds) < roundingSeconds,
    )
    if (found < 0) continue
    earliest.set(step, breaks[found]!.earliestSeconds)
    next = found + 1
  }
  return earliest
}
