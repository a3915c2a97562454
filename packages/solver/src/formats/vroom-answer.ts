/** Writes a solution in VROOM's format: summary, unassigned tasks, and a route with its steps for every used vehicle. */

import { type BreakReason, explainBreaks } from '../driving/break-reasons.ts'
import type { Route, Solution, Step, Violation } from '../solution.ts'
import type { VroomInstance, VroomTask } from './vroom.ts'

/** Solution in VROOM's format: seconds, metres when the distances are known, and amounts as in the file. */
export interface VroomAnswer {
  code: 0
  summary: VroomSums & {
    routes: number
    unassigned: number
    computing_times: VroomTimes
  }
  unassigned: VroomUnassigned[]
  routes: VroomRoute[]
}

/** Milliseconds. */
export interface VroomTimes {
  loading: number
  solving: number
  routing: number
}

interface VroomSums {
  cost: number
  delivery: number[]
  /** Former name of `delivery`. */
  amount: number[]
  pickup: number[]
  setup: number
  service: number
  /** Seconds of driving. */
  duration: number
  waiting_time: number
  priority: number
  distance?: number
  /** Metres of it that are straight lines. Who asked for the ways knows it; VROOM has no such field. */
  straight_distance?: number
  violations: VroomViolation[]
}

/** A rule that an order given in the file breaks, by VROOM's names. */
export interface VroomViolation {
  cause: VroomCause
  /** Seconds, for a rule about time. */
  duration?: number
}

export type VroomCause =
  | 'delay'
  | 'load'
  | 'max_tasks'
  | 'skills'
  | 'precedence'
  | 'missing_break'
  | 'max_distance'
  | 'other'

interface VroomPlace {
  /** Longitude and latitude, as in the file. */
  location?: [number, number]
  location_index?: number
}

export interface VroomUnassigned extends VroomPlace {
  id: number
  type: VroomTask['type']
  description?: string
}

export interface VroomRoute extends VroomSums {
  vehicle: number
  description?: string
  steps: VroomStep[]
  /** Encoded polyline of precision 5, when requested. */
  geometry?: string
}

export interface VroomStep extends VroomPlace {
  type: 'start' | VroomTask['type'] | 'break' | 'charge' | 'end'
  /** For a charging place: its id in the file. */
  id?: number | string
  /** Former name of `id` for a job. */
  job?: number
  description?: string
  arrival: number
  /** Seconds driven since the start. */
  duration: number
  setup: number
  service: number
  waiting_time: number
  load: number[]
  distance?: number
  /** For a vehicle with a battery. */
  battery?: VroomCharge
  violations: VroomViolation[]
}

/** Charge of the battery, as a share of its capacity; at a charging step also the energy charged and its price. */
interface VroomCharge {
  arrival: number
  departure: number
  /** Watt-hours. */
  energy?: number
  cost?: number
}

const clock: BreakReason = { kind: 'clock' }

/** Writes a solution for a VROOM file; `times` are measured milliseconds. */
export function writeVroom(instance: VroomInstance, solution: Solution, times: VroomTimes): VroomAnswer {
  const routes = solution.routes.filter(({ stops }) => stops.length > 0).map((route) => writeRoute(instance, route))
  const unassigned = solution.unassigned.map(({ stop }) => writeUnassigned(instance, stop))
  const summary = { ...sumUp(instance, routes), routes: routes.length, unassigned: unassigned.length }
  return { code: 0, summary: { ...summary, computing_times: times }, unassigned, routes }
}

function sumUp({ problem, hasDistances }: VroomInstance, routes: readonly VroomRoute[]): VroomSums {
  const sum = (part: (route: VroomRoute) => number) => routes.reduce((total, route) => total + part(route), 0)
  const amounts = (part: (route: VroomRoute) => number[]) =>
    Array.from({ length: problem.loadDimensions }, (_, dimension) => sum((route) => part(route)[dimension]!))
  const delivery = amounts((route) => route.delivery)
  return {
    cost: sum(({ cost }) => cost),
    delivery,
    amount: delivery,
    pickup: amounts((route) => route.pickup),
    setup: sum(({ setup }) => setup),
    service: sum(({ service }) => service),
    duration: sum(({ duration }) => duration),
    waiting_time: sum(({ waiting_time }) => waiting_time),
    priority: sum(({ priority }) => priority),
    ...(hasDistances && { distance: sum(({ distance }) => distance!) }),
    violations: routes.flatMap(({ violations }) => violations),
  }
}

function writeRoute(instance: VroomInstance, route: Route): VroomRoute {
  const { problem, hasDistances } = instance
  const { id, description } = instance.vehicles[route.vehicle]!
  const tasks = route.stops.map((stop) => instance.tasks[stop]!)
  const steps = writeSteps(instance, route)
  const sum = (part: (task: VroomTask) => number) => tasks.reduce((total, task) => total + part(task), 0)
  const amounts = (part: (task: VroomTask) => readonly number[]) =>
    Array.from({ length: problem.loadDimensions }, (_, dimension) => sum((task) => part(task)[dimension] ?? 0))
  const setup = steps.reduce((total, step) => total + step.setup, 0)
  // The goods of a shipment count once, at the delivery, both as delivered and as picked up.
  const delivery = amounts((task) => (task.type === 'pickup' ? [] : task.delivery))
  const pickup = amounts((task) => (task.type === 'delivery' ? [] : task.pickup))
  return {
    vehicle: id,
    ...(description !== undefined && { description }),
    cost: Math.round(route.totalCost),
    delivery,
    amount: delivery,
    pickup,
    setup,
    service: sum(({ service }) => service) + route.breakSeconds + (route.chargeSeconds ?? 0),
    duration: route.travelSeconds,
    waiting_time: route.waitSeconds,
    priority: sum(({ priority }) => priority),
    ...(hasDistances && { distance: route.meters }),
    violations: route.violations.map(writeViolation),
    steps,
  }
}

/** Name of the broken rule in VROOM. */
function writeViolation({ code, amount }: Violation): VroomViolation {
  switch (code) {
    case 'time_window':
    case 'shift':
    case 'max_time':
    case 'release':
      return { cause: 'delay', duration: amount }
    case 'capacity':
      return { cause: 'load' }
    case 'max_services':
      return { cause: 'max_tasks' }
    case 'skill_missing':
      return { cause: 'skills' }
    case 'pickup_order':
    case 'pickup_unassigned':
    case 'delivery_unassigned':
      return { cause: 'precedence' }
    case 'break':
    case 'driving_time':
    case 'work_time':
      return { cause: 'missing_break' }
    case 'max_distance':
      return { cause: 'max_distance' }
    default:
      return { cause: 'other' }
  }
}

/** Steps of a route. VROOM has no step for an open start or end, which the solution has as a step without a place. */
function writeSteps(instance: VroomInstance, route: Route): VroomStep[] {
  const steps: VroomStep[] = []
  let duration = 0
  let distance = 0
  let breakIndex = 0
  const isLawful = instance.problem.vehicles[route.vehicle]!.drivingRules !== undefined
  const reasons = isLawful ? explainBreaks(instance.problem, route) : []
  for (const step of route.steps) {
    duration += step.legSeconds
    distance += step.legMeters
    if (step.location === null && step.kind !== 'break') continue
    const reason = step.kind === 'break' ? (reasons.shift() ?? clock) : clock
    const isOwn = reason.kind === 'clock'
    if (step.kind === 'break' && isOwn) breakIndex = findBreak(instance, route.vehicle, step, breakIndex)
    steps.push({
      ...describeStep(instance, route.vehicle, step, isOwn ? breakIndex : -1, reason),
      arrival: step.arrivalSeconds + instance.offsetSeconds,
      duration,
      waiting_time: step.waitSeconds,
      load: step.load.map((load, k) => load * (instance.loadUnits[k] ?? 1)),
      ...(instance.hasDistances && { distance }),
      ...writeCharge(instance, route.vehicle, step),
      violations: route.violations.filter(({ stop }) => stop !== null && stop === step.stop).map(writeViolation),
    })
    if (step.kind === 'break' && isOwn) breakIndex += 1
  }
  return steps
}

/** Reason for a break as text, such as "after 4 h 30 min of driving". */
function explainWhy({ kind, afterSeconds = 0 }: BreakReason): string {
  const minutes = Math.round(afterSeconds / 60)
  const time = `${Math.floor(minutes / 60)} h${minutes % 60 === 0 ? '' : ` ${minutes % 60} min`}`
  if (kind === 'day') return `on a day of more than ${time} of work`
  return kind === 'clock' ? 'by law' : `after ${time} of ${kind}`
}

function describeStep(instance: VroomInstance, vehicle: number, step: Step, breakIndex: number, reason: BreakReason) {
  if (step.kind === 'break') {
    const service = step.departureSeconds - step.startSeconds
    const own = instance.vehicles[vehicle]!.breaks[breakIndex]
    // A break by driving rules is not in the file: it has no id, and its description gives the reason.
    if (!own) return { type: 'break' as const, description: explainWhy(reason), setup: 0, service }
    const { id, description } = own
    return { type: 'break' as const, id, ...(description !== undefined && { description }), setup: 0, service }
  }
  const place = writePlace(instance, step.location!)
  if (step.kind === 'charge') {
    const { id, label } = instance.chargingPlaces[step.chargingPlace!]!
    const named = { ...(id !== undefined && { id }), ...(label !== undefined && { description: label }) }
    return { type: 'charge' as const, ...place, ...named, setup: 0, service: step.departureSeconds - step.startSeconds }
  }
  if (step.stop === null) return { type: step.kind as 'start' | 'end', ...place, setup: 0, service: 0 }
  const { type, id, description, service } = instance.tasks[step.stop]!
  // There is no set-up when the previous task is at the same place.
  const setup = step.departureSeconds - step.startSeconds - service
  const said = description === undefined ? {} : { description }
  return { type, ...place, id, ...(type === 'job' && { job: id }), ...said, setup, service }
}

function writeCharge({ problem }: VroomInstance, vehicle: number, step: Step): Pick<VroomStep, 'battery'> {
  const { battery } = problem.vehicles[vehicle]!
  if (!battery || !step.energy) return {}
  const { arrivalWh, departureWh } = step.energy
  const share = (wattHours: number) => Math.round((wattHours / battery.capacityWh) * 1_000) / 1_000
  const shares = { arrival: share(arrivalWh), departure: share(departureWh) }
  const energy = departureWh - arrivalWh
  if (energy <= 0) return { battery: shares }
  const { pricePerKwh } = problem.chargingPlaces?.[step.chargingPlace ?? -1] ?? {}
  const cost = pricePerKwh === undefined ? {} : { cost: Math.round((energy / 10) * pricePerKwh) / 100 }
  return { battery: { ...shares, energy: Math.round(energy), ...cost } }
}

/**
 * Index of the break that the step is. Breaks are taken in order, but a route too short for a break skips it: the first that fits the step.
 */
function findBreak({ problem }: VroomInstance, vehicle: number, step: Step, from: number): number {
  const breaks = problem.vehicles[vehicle]!.breaks ?? []
  const found = breaks.findIndex(
    ({ earliestSeconds, latestSeconds, durationSeconds }, index) =>
      index >= from &&
      step.startSeconds >= earliestSeconds &&
      step.departureSeconds <= latestSeconds &&
      step.departureSeconds - step.startSeconds === durationSeconds,
  )
  return found < 0 ? from : found
}

function writeUnassigned(instance: VroomInstance, stop: number): VroomUnassigned {
  const { id, type, description } = instance.tasks[stop]!
  const { location } = instance.problem.stops[stop]!
  return { id, type, ...writePlace(instance, location!), ...(description !== undefined && { description }) }
}

function writePlace({ points, hasMatrices }: VroomInstance, location: number): VroomPlace {
  const point = points?.[location]
  return {
    ...(point && { location: [point.x, point.y] as [number, number] }),
    ...(hasMatrices && { location_index: location }),
  }
}
