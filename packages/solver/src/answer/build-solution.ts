/** Turns sequences of elements into the public solution: steps, loads, cost parts, broken rules. */
import { LegTimes } from '../hours/leg-times.ts'
import { isLonePickup } from '../model/lone-pickups.ts'
import { firstCharge, type Model } from '../model/model.ts'
import { listReloadPlaces } from '../model/reload-places.ts'
import { isBreakDue, type Problem } from '../problem.ts'
import { RouteEvaluator } from '../schedule/route-evaluator.ts'
import type { BrokenRule } from '../schedule/route-schedule.ts'
import {
  addCostParts,
  type CostParts,
  emptyCostParts,
  type Route,
  type Solution,
  type Step,
  sumCostParts,
  type Unassigned,
  type Violation,
  type ViolationCode,
} from '../solution.ts'
import { addEnergy } from './energy-steps.ts'
import { PlugBookings } from './plug-bookings.ts'

/** Elements of one route: stop indices, -1 for a reload. */
export type Sequence = ArrayLike<number>

/** Complete solution for one sequence per vehicle. `unassigned` gives the reasons for each stop on no sequence. */
export function buildSolution(
  problem: Problem,
  model: Model,
  sequences: Sequence[],
  unassigned: Unassigned[],
): Solution {
  const evaluator = new RouteEvaluator(model)
  const bookings = new PlugBookings(model)
  const routes = problem.vehicles.map((_, v) => {
    evaluator.slots = bookings.slots
    const route = buildRoute(problem, model, evaluator, v, sequences[v] ?? [])
    bookings.add(route)
    return route
  })
  const cost = emptyCostParts()
  let longestSeconds = 0
  let longestMeters = 0
  for (const route of routes) {
    addCostParts(cost, route.cost)
    longestSeconds = Math.max(longestSeconds, route.endSeconds - route.startSeconds)
    longestMeters = Math.max(longestMeters, route.meters)
  }
  cost.span = model.timeSpanCoefficient * longestSeconds + model.distanceSpanCoefficient * longestMeters
  for (const { stop } of unassigned) cost.unassigned += model.dropCost[stop]!
  return { routes, unassigned, cost, totalCost: sumCostParts(cost) }
}

/** One route with every number; rules that it breaks are listed, never refused. */
export function buildRoute(
  problem: Problem,
  model: Model,
  evaluator: RouteEvaluator,
  v: number,
  sequence: Sequence,
): Route {
  const stops = Array.from(sequence).filter((element) => element >= 0)
  if (stops.length === 0) return unusedRoute(model, v)
  const elements = Array.from(sequence, (element) => (element >= 0 ? element : evaluator.reloadElement))
  const violations: Violation[] = []
  evaluator.report = (rule, element, amount) => {
    const stop = element >= 0 && elements[element]! < model.stopCount ? elements[element]! : null
    violations.push({ code: violationCode(problem, rule, stop, v, stops), vehicle: v, stop, amount })
  }
  evaluator.evaluate(v, elements, elements.length, false)
  evaluator.report = null
  const steps = listSteps(problem, model, evaluator, v, evaluator.charged?.elements ?? elements)
  addEnergy(problem, model, v, steps)
  addWholeRouteViolations(problem, model, evaluator, v, stops, steps, violations)
  for (const stop of stops) {
    // Pinned stops stay, even without their deliveries.
    if (model.pinnedTo[stop] === v || !isLonePickup(model, stop, stops)) continue
    violations.push({ code: 'delivery_unassigned', vehicle: v, stop, amount: 1 })
  }
  const cost = costParts(model, evaluator, v)
  const sum = (kind: string): number =>
    steps.reduce((total, step) => total + (step.kind === kind ? step.departureSeconds - step.startSeconds : 0), 0)
  return {
    vehicle: v,
    stops,
    steps,
    startSeconds: evaluator.startSeconds,
    endSeconds: evaluator.endSeconds,
    travelSeconds: evaluator.travelSeconds,
    serviceSeconds: sum('stop'),
    waitSeconds: steps.reduce((total, step) => total + step.waitSeconds, 0),
    breakSeconds: sum('break'),
    reloadSeconds: sum('reload'),
    ...(evaluator.charged && { chargeSeconds: sum('charge') }),
    lateSeconds: steps.reduce((total, step) => total + step.lateSeconds, 0),
    meters: evaluator.meters,
    cost,
    totalCost: sumCostParts(cost),
    violations: violations.filter(isFirstOfItsKind),
  }
}

function unusedRoute(model: Model, v: number): Route {
  const at = model.shiftStart[v]!
  return {
    vehicle: v,
    stops: [],
    steps: [],
    startSeconds: at,
    endSeconds: at,
    travelSeconds: 0,
    serviceSeconds: 0,
    waitSeconds: 0,
    breakSeconds: 0,
    reloadSeconds: 0,
    lateSeconds: 0,
    meters: 0,
    cost: emptyCostParts(),
    totalCost: 0,
    violations: [],
  }
}

function costParts(model: Model, evaluator: RouteEvaluator, v: number): CostParts {
  const duration = evaluator.endSeconds - evaluator.startSeconds
  const hours = duration / 3600
  return {
    ...emptyCostParts(),
    fixed: model.fixedCost[v]!,
    toll: model.tollCost[v]!,
    time: model.costPerSecond[v]! * duration + model.costPerTravelSecond[v]! * evaluator.travelSeconds,
    distance: model.costPerMeter[v]! * evaluator.meters,
    stops: model.costPerStop[v]! * evaluator.stopCount + evaluator.stopCost,
    lateness: evaluator.lateCost,
    balance: model.balanceStopsWeight * evaluator.stopCount ** 2 + model.balanceTimeWeight * hours ** 2,
    compactness: model.compactnessWeight * evaluator.compactSeconds,
    slack: evaluator.slackCost,
    ...(evaluator.chargeCost > 0 && { charging: evaluator.chargeCost }),
  }
}

/** Steps of the last evaluated route. */
function listSteps(
  problem: Problem,
  model: Model,
  evaluator: RouteEvaluator,
  v: number,
  elements: ArrayLike<number>,
): Step[] {
  const { nodeCount } = model
  const vehicle = problem.vehicles[v]!
  const seconds = model.seconds[model.classOf[v]!]!
  const meters = model.meters[model.classOf[v]!]!
  const hours = model.hours[model.classOf[v]!]
  const isLawful = model.drivingRules[v] !== undefined
  const legTimes = hours && !isLawful ? new LegTimes(hours) : undefined
  const hasBreaks = !isLawful && model.breakFrom[v + 1]! > model.breakFrom[v]!
  const drive: Drive = { seconds: 0, meters: 0, fromSeconds: evaluator.startSeconds }
  let load = loadAt(model, evaluator, v, 0)
  const steps = [momentAt('start', vehicle.startLocation, drive.fromSeconds, load)]
  let previousNode = model.startNode[v]!
  let previousLocation = vehicle.startLocation
  for (let gap = 0; gap <= elements.length; gap++) {
    const isEnd = gap === elements.length
    const element = isEnd ? -1 : elements[gap]!
    const target = evaluator.node[gap]!
    const location = isEnd ? vehicle.endLocation : findLocation(problem, model, v, element, target)
    drive.seconds = seconds[previousNode * nodeCount + target]!
    drive.meters = meters[previousNode * nodeCount + target]!
    const pauses = isLawful ? takePauses(model, evaluator, v, gap, [previousLocation, location], drive, load) : []
    if (hasBreaks) {
      pauses.push(...takeBreaks(model, v, evaluator.breaksBefore[gap]!, previousLocation, drive, false, load))
    }
    if (legTimes) drive.seconds = legTimes.arrival(previousNode, target, drive.fromSeconds) - drive.fromSeconds
    if (hasBreaks) pauses.push(...takeBreaks(model, v, evaluator.breaksAfter[gap]!, location, drive, true, load))
    load = loadAt(model, evaluator, v, isEnd ? elements.length : gap + 1)
    markCharging(pauses, countBefore(evaluator, gap, hasBreaks), [elements[gap - 1], elements[gap]])
    const step = stepAt(model, evaluator, elements, gap, location, drive, load)
    steps.push(...pauses, step)
    drive.fromSeconds = step.departureSeconds
    previousNode = target
    previousLocation = location
  }
  return steps
}

/** Step at the end of the leg in `drive`: element `gap`, or the end of the route. */
function stepAt(
  { stopCount }: Model,
  evaluator: RouteEvaluator,
  elements: ArrayLike<number>,
  gap: number,
  location: number | null,
  drive: Drive,
  load: readonly number[],
): Step {
  const element = elements[gap]
  const place = (element ?? 0) - firstCharge
  const isStop = element !== undefined && element < stopCount
  const arrival = drive.fromSeconds + drive.seconds
  const start = element === undefined ? arrival : evaluator.begin[gap]!
  return {
    kind: element === undefined ? 'end' : isStop ? 'stop' : place < 0 ? 'reload' : 'charge',
    stop: isStop ? element : null,
    location,
    legSeconds: drive.seconds,
    legMeters: drive.meters,
    arrivalSeconds: arrival,
    waitSeconds: Math.max(0, start - arrival),
    startSeconds: start,
    departureSeconds: element === undefined ? arrival : evaluator.departure[gap]!,
    lateSeconds: element === undefined ? 0 : evaluator.late[gap]!,
    load: [...load],
    ...(place >= 0 && { chargingPlace: place }),
  }
}

/** Number of breaks of a gap that are taken before its leg. */
function countBefore(evaluator: RouteEvaluator, gap: number, hasBreaks: boolean): number {
  if (!hasBreaks) return evaluator.pauses.filter((pause) => pause.gap === gap && pause.place === 'before').length
  let count = 0
  for (let set = evaluator.breaksBefore[gap]!; set !== 0; set &= set - 1) count++
  return count
}

/** Marks breaks right before or after charging on the way: the vehicle charges during them. */
function markCharging(pauses: Step[], before: number, [left, reached]: readonly (number | undefined)[]): void {
  pauses.forEach((step, index) => {
    const element = index < before ? left : reached
    if (step.location !== null && (element ?? -1) >= firstCharge) step.isCharging = true
  })
}

/** Location of a stop, or of a reload of vehicle v at a node; a reload that is not allowed counts as done where it starts. */
function findLocation(problem: Problem, model: Model, v: number, element: number, node: number): number | null {
  if (element < model.stopCount) return problem.stops[element]!.location
  if (element >= firstCharge) return problem.chargingPlaces![element - firstCharge]!.location
  const { reload, startLocation } = problem.vehicles[v]!
  const nodes = model.reloadPlace.subarray(model.reloadPlaceFrom[v]!, model.reloadPlaceFrom[v + 1]!)
  return listReloadPlaces(reload)[nodes.indexOf(node)] ?? startLocation
}

/** The drive still to be done to the next place, and its start. */
interface Drive {
  seconds: number
  meters: number
  fromSeconds: number
}

/** Load aboard after entry `entry` of the evaluated route. */
function loadAt(model: Model, evaluator: RouteEvaluator, v: number, entry: number): number[] {
  const { loadDimensions: dimensions, firstBackhaulDimension: own, aboard } = model
  const { load } = evaluator
  // Backhauls are evaluated like deliveries: what the start would carry and this entry no longer does has been collected.
  const collected = (k: number): number =>
    own + k < dimensions ? load[own + k]! - load[entry * dimensions + own + k]! : 0
  return Array.from(
    { length: own },
    (_, k) => load[entry * dimensions + k]! + collected(k) + aboard[v * dimensions + k]!,
  )
}

/**
 * Steps for the breaks of a bit set at one place. The first one after the drive carries its leg; a break before the drive leaves the leg to
 * the next step.
 */
function takeBreaks(
  model: Model,
  v: number,
  set: number,
  location: number | null,
  drive: Drive,
  isAfterDrive: boolean,
  load: readonly number[],
): Step[] {
  const steps: Step[] = []
  const firstBreak = model.breakFrom[v]!
  for (let b = 0; b < 31 && set >> b !== 0; b++) {
    if (((set >> b) & 1) === 0) continue
    const legSeconds = isAfterDrive ? drive.seconds : 0
    const legMeters = isAfterDrive ? drive.meters : 0
    const arrival = drive.fromSeconds + legSeconds
    const start = Math.max(arrival, model.breakEarliest[firstBreak + b]!)
    drive.seconds -= legSeconds
    drive.meters -= legMeters
    drive.fromSeconds = start + model.breakDuration[firstBreak + b]!
    steps.push({
      kind: 'break',
      stop: null,
      location,
      legSeconds,
      legMeters,
      arrivalSeconds: arrival,
      waitSeconds: start - arrival,
      startSeconds: start,
      departureSeconds: drive.fromSeconds,
      lateSeconds: 0,
      load: [...load],
    })
  }
  return steps
}

/** Steps for the breaks by rule of one gap: at the start of its leg, on the way, and at its end. Reduces `drive` to the rest of the leg. */
function takePauses(
  model: Model,
  evaluator: RouteEvaluator,
  v: number,
  gap: number,
  [from, to]: readonly [number | null, number | null],
  drive: Drive,
  load: readonly number[],
): Step[] {
  const hours = model.hours[model.classOf[v]!]
  const left = gap === 0 ? model.startNode[v]! : evaluator.node[gap - 1]!
  const steps: Step[] = []
  const pauses = evaluator.pauses.filter((pause) => pause.gap === gap)
  for (const pause of pauses.filter(({ place }) => place === 'before')) {
    steps.push(pauseStep(model, v, pause, from, { seconds: 0, meters: 0 }, drive, load))
  }
  if (hours)
    drive.seconds = new LegTimes(hours).arrival(left, evaluator.node[gap]!, drive.fromSeconds) - drive.fromSeconds
  const whole = { ...drive }
  for (const pause of pauses.filter(({ place }) => place !== 'before')) {
    const reached = pause.place === 'way' ? pause.drivenSeconds : whole.seconds
    const share = whole.seconds === 0 ? 1 : reached / whole.seconds
    const leg = {
      seconds: reached - (whole.seconds - drive.seconds),
      meters: Math.round(whole.meters * share) - (whole.meters - drive.meters),
    }
    steps.push(pauseStep(model, v, pause, pause.place === 'way' ? null : to, leg, drive, load))
  }
  return steps
}

/** Step for one break by rule, with the part of the leg driven before it. */
function pauseStep(
  model: Model,
  v: number,
  pause: RouteEvaluator['pauses'][number],
  location: number | null,
  leg: { seconds: number; meters: number },
  drive: Drive,
  load: readonly number[],
): Step {
  const arrivalSeconds = drive.fromSeconds + leg.seconds
  const earliest = pause.clock < 0 ? 0 : model.breakEarliest[model.breakFrom[v]! + pause.clock]!
  const startSeconds = Math.max(arrivalSeconds, earliest)
  drive.seconds -= leg.seconds
  drive.meters -= leg.meters
  drive.fromSeconds = startSeconds + pause.seconds
  return {
    kind: 'break',
    stop: null,
    location,
    legSeconds: leg.seconds,
    legMeters: leg.meters,
    arrivalSeconds,
    waitSeconds: startSeconds - arrivalSeconds,
    startSeconds,
    departureSeconds: drive.fromSeconds,
    lateSeconds: 0,
    load: [...load],
  }
}

function momentAt(kind: 'start', location: number | null, atSeconds: number, load: number[]): Step {
  return {
    kind,
    stop: null,
    location,
    legSeconds: 0,
    legMeters: 0,
    arrivalSeconds: atSeconds,
    waitSeconds: 0,
    startSeconds: atSeconds,
    departureSeconds: atSeconds,
    lateSeconds: 0,
    load,
  }
}

/** Public code of a rule broken at a stop. */
function violationCode(
  problem: Problem,
  rule: BrokenRule,
  stop: number | null,
  v: number,
  stops: number[],
): ViolationCode {
  if (stop === null) return rule
  const wish = problem.stops[stop]!
  const vehicle = problem.vehicles[v]!
  if (rule === 'vehicle_forbidden') {
    if (wish.location === null) return 'no_location'
    if (wish.skills?.some((skill) => !vehicle.skills?.includes(skill))) return 'skill_missing'
    if (wish.zones?.length && !wish.zones.some((zone) => vehicle.zones?.includes(zone))) return 'zone'
  }
  if (rule === 'pickup_order' && !stops.includes(wish.pickup!)) return 'pickup_unassigned'
  return rule
}

/** Adds minima, pins and breaks that a manual order breaks or leaves out. */
function addWholeRouteViolations(
  problem: Problem,
  model: Model,
  evaluator: RouteEvaluator,
  v: number,
  stops: number[],
  steps: Step[],
  violations: Violation[],
): void {
  const add = (code: ViolationCode, amount: number): void => {
    violations.push({ code, vehicle: v, stop: null, amount })
  }
  const duration = evaluator.endSeconds - evaluator.startSeconds
  if (duration < model.minSeconds[v]!) add('min_time', model.minSeconds[v]! - duration)
  if (evaluator.meters < model.minMeters[v]!) add('min_distance', model.minMeters[v]! - evaluator.meters)
  const vehicle = problem.vehicles[v]!
  vehicle.pinnedPrefix?.forEach((stop, index) => {
    if (stops[index] !== stop) violations.push({ code: 'pin', vehicle: v, stop, amount: 1 })
  })
  for (const stop of vehicle.pinned ?? []) {
    if (!stops.includes(stop)) violations.push({ code: 'pin', vehicle: v, stop, amount: 1 })
  }
  // Driving rules count their own breaks, including those by clock.
  if (vehicle.drivingRules) return
  const taken = steps.filter((step) => step.kind === 'break').length
  const due = (vehicle.breaks ?? []).filter((pause) => isBreakDue(pause, evaluator.startSeconds, evaluator.endSeconds))
  if (taken < due.length && !violations.some((violation) => violation.code === 'break')) {
    add('break', due[taken]!.durationSeconds)
  }
}

function isFirstOfItsKind(violation: Violation, index: number, all: Violation[]): boolean {
  return all.findIndex((other) => other.code === violation.code && other.stop === violation.stop) === index
}
