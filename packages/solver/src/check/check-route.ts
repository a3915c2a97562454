/** The checker's view of one route: walks its steps, recomputes times, loads and distances, and tests every rule of the route. */

import type { Stop, TimeWindow, Vehicle } from '../problem.ts'
import type { Route, Step } from '../solution.ts'
import { listApartFindings } from './check-apart.ts'
import { listBackhaulFindings } from './check-backhauls.ts'
import { listBreakFindings } from './check-breaks.ts'
import { listDrivingFindings } from './check-driving.ts'
import { listEnergyFindings } from './check-energy.ts'
import { driveByHours } from './check-hours.ts'
import { listLoadFindings, listTripFindings } from './check-loads.ts'
import { type NoteFinding, noteUnlessEqual } from './check-report.ts'
import { listWork } from './check-service.ts'
import { type CheckedProblem, readHours, readLeg } from './check-travel.ts'

interface RouteView {
  readonly problem: CheckedProblem
  readonly vehicle: Vehicle
  readonly vehicleIndex: number
  readonly route: Route
  readonly note: NoteFinding
}

/** Notes every finding of one route. */
export function listRouteFindings(
  problem: CheckedProblem,
  route: Route,
  vehicleIndex: number,
  note: NoteFinding,
): void {
  const view: RouteView = { problem, vehicle: problem.vehicles[vehicleIndex]!, vehicleIndex, route, note }
  checkPins(view)
  if (!checkShape(view)) return
  checkLegs(view)
  checkClock(view)
  checkStops(view)
  listTripFindings(problem, view.vehicle, vehicleIndex, route, note)
  listLoadFindings(problem, view.vehicle, vehicleIndex, route, note)
  listBackhaulFindings(problem, route, vehicleIndex, note)
  listApartFindings(problem, route, vehicleIndex, note)
  checkLimits(view)
  checkTotals(view)
  listBreakFindings(view.vehicle, vehicleIndex, route, note)
  listDrivingFindings(problem, view.vehicle, vehicleIndex, route, note)
  listEnergyFindings(problem, view.vehicle, vehicleIndex, route, note)
}

/** Whether steps are start, …, end with the stops of the route in order; the other checks rely on it. */
function checkShape({ problem, vehicle, vehicleIndex, route, note }: RouteView): boolean {
  const { steps, stops } = route
  if (stops.length === 0 && steps.length === 0) return true
  const inSteps = steps.filter((step) => step.kind === 'stop').map((step) => step.stop)
  const isOrdered = inSteps.length === stops.length && inSteps.every((stop, index) => stop === stops[index])
  const isFramed = steps.every(
    (step, index) =>
      (step.kind === 'start') === (index === 0) && (step.kind === 'end') === (index === steps.length - 1),
  )
  const isKnown = stops.every((stop) => problem.stops[stop] !== undefined)
  if (stops.length === 0 || !isOrdered || !isFramed || !isKnown || steps.length < 2) {
    note('structure', vehicleIndex, null, 1, 'steps are not: start, the stops of the route in order, end')
    return false
  }
  steps.forEach((step, index) => {
    const expected = findPlace(problem, vehicle, steps, index)
    if (step.kind !== 'break' && step.location !== expected) {
      note(
        'misreported',
        vehicleIndex,
        step.stop,
        1,
        `step ${index} (${step.kind}) is at ${step.location}, not ${expected}`,
      )
    }
  })
  return true
}

/** Location where a step must take place; undefined for a break, which may be anywhere, and for a reload that is not allowed. */
function findPlace(
  problem: CheckedProblem,
  vehicle: Vehicle,
  steps: readonly Step[],
  index: number,
): number | null | undefined {
  const step = steps[index]!
  switch (step.kind) {
    case 'start':
      return vehicle.startLocation
    case 'end':
      return vehicle.endLocation
    case 'stop':
      return problem.stops[step.stop!]!.location
    case 'reload':
      // Any of the vehicle's reload places is valid.
      return vehicle.reload?.others?.find((place) => place === step.location) ?? vehicle.reload?.location
    case 'charge':
      return problem.chargingPlaces?.[step.chargingPlace ?? -1]?.location
    case 'break':
      return undefined
  }
}

function checkLegs({ problem, vehicle, vehicleIndex, route, note }: RouteView): void {
  const hours = readHours(problem, vehicle)
  let place: number | null = null
  // Seconds of the current leg already driven before breaks on the way.
  let partSeconds = 0
  let partMeters = 0
  route.steps.forEach((step, index) => {
    let seconds = 0
    let meters = 0
    if (vehicle.drivingRules && step.kind === 'break' && step.location === null && place !== null) {
      partSeconds += step.legSeconds
      partMeters += step.legMeters
      if (step.legSeconds < 0 || step.legMeters < 0)
        note('misreported', vehicleIndex, null, 1, `step ${index} drives backwards`)
      return
    }
    if (place !== null && step.location !== null) {
      const leg = readLeg(problem, vehicle, place, step.location)
      meters = leg.meters
      const leaves = route.steps[index - 1]!.departureSeconds
      seconds = hours
        ? driveByHours(hours, place * problem.locationCount + step.location, leaves, vehicle.speedFactor ?? 1)
        : Math.round(leg.seconds * (vehicle.speedFactor ?? 1))
      if (leg.seconds < 0 || meters < 0) {
        note('unreachable', vehicleIndex, step.stop, 1, `no way from location ${place} to ${step.location}`)
        seconds = step.legSeconds
        meters = step.legMeters
      } else {
        seconds -= partSeconds
        meters -= partMeters
      }
      partSeconds = 0
      partMeters = 0
    }
    noteUnlessEqual(note, vehicleIndex, step.stop, `legSeconds of step ${index}`, step.legSeconds, seconds)
    noteUnlessEqual(note, vehicleIndex, step.stop, `legMeters of step ${index}`, step.legMeters, meters)
    if (step.location !== null) place = step.location
  })
}

/** Checks that arrival, wait, start and departure of each step follow from one another. */
function checkClock({ problem, vehicle, vehicleIndex, route, note }: RouteView): void {
  const { steps } = route
  const work = listWork(problem, vehicle, steps)
  steps.forEach((step, index) => {
    const name = `of step ${index} (${step.kind})`
    const before = steps[index - 1]
    if (before !== undefined) {
      noteUnlessEqual(
        note,
        vehicleIndex,
        step.stop,
        `arrival ${name}`,
        step.arrivalSeconds,
        before.departureSeconds + step.legSeconds,
      )
    }
    noteUnlessEqual(
      note,
      vehicleIndex,
      step.stop,
      `start ${name}`,
      step.startSeconds,
      step.arrivalSeconds + step.waitSeconds,
    )
    if (step.waitSeconds < 0)
      note('misreported', vehicleIndex, step.stop, -step.waitSeconds, `wait ${name} is negative`)
    // The length of a break is checked with the break rules; charging has no fixed length.
    if (step.kind === 'break' || step.kind === 'charge') return
    let duration = 0
    if (step.kind === 'stop') duration = work[index]!
    if (step.kind === 'reload') duration = reloadSeconds(vehicle, step)
    noteUnlessEqual(
      note,
      vehicleIndex,
      step.stop,
      `departure ${name}`,
      step.departureSeconds,
      step.startSeconds + duration,
    )
  })
}

/** Seconds of a reload; a vehicle that charges at its reload may stay longer. */
function reloadSeconds({ reload, battery }: Vehicle, step: Step): number {
  const least = reload?.serviceSeconds ?? 0
  return battery?.chargeWatts ? Math.max(least, step.departureSeconds - step.startSeconds) : least
}

/** Checks each stop by itself: place, skills, zones, vehicles, windows, waiting, partner and ride time. */
function checkStops({ problem, vehicle, vehicleIndex, route, note }: RouteView): void {
  const stepOfStop = new Map<number, Step>()
  let tripStart = route.steps[0]
  for (const step of route.steps) {
    if (step.kind === 'reload') tripStart = step
    if (step.kind !== 'stop') continue
    const index = step.stop!
    const stop = problem.stops[index]!
    stepOfStop.set(index, step)
    checkCompatibility(stop, index, vehicle, vehicleIndex, note)
    checkWindows(problem, stop, step, vehicleIndex, note)
    const maxWaitSeconds = problem.options.maxWaitSeconds ?? Number.POSITIVE_INFINITY
    if (step.waitSeconds > maxWaitSeconds) {
      note(
        'max_wait',
        vehicleIndex,
        index,
        step.waitSeconds - maxWaitSeconds,
        `waits ${step.waitSeconds} s before stop ${index}`,
      )
    }
    let rideFrom = tripStart
    if (stop.pickup !== undefined) {
      rideFrom = stepOfStop.get(stop.pickup)
      if (!route.stops.includes(stop.pickup)) {
        note(
          'pickup_unassigned',
          vehicleIndex,
          index,
          1,
          `the pickup ${stop.pickup} of stop ${index} is not on this route`,
        )
      } else if (rideFrom === undefined) {
        note('pickup_order', vehicleIndex, index, 1, `stop ${index} comes before its pickup ${stop.pickup}`)
      }
    }
    if (stop.maxRideSeconds !== undefined && rideFrom !== undefined) {
      const excess = step.startSeconds - rideFrom.departureSeconds - stop.maxRideSeconds
      if (excess > 0)
        note('max_ride', vehicleIndex, index, excess, `stop ${index} begins ${excess} s too late after loading`)
    }
  }
}

function checkCompatibility(
  stop: Stop,
  index: number,
  vehicle: Vehicle,
  vehicleIndex: number,
  note: NoteFinding,
): void {
  if (stop.location === null) note('no_location', vehicleIndex, index, 1, `stop ${index} has no location`)
  const lacking = (stop.skills ?? []).filter((skill) => !(vehicle.skills ?? []).includes(skill))
  if (lacking.length > 0)
    note('skill_missing', vehicleIndex, index, lacking.length, `stop ${index} needs ${lacking.join(', ')}`)
  const zones = stop.zones ?? []
  if (zones.length > 0 && !zones.some((zone) => (vehicle.zones ?? []).includes(zone))) {
    note('zone', vehicleIndex, index, 1, `stop ${index} lies in ${zones.join(', ')}, which the vehicle does not serve`)
  }
  if (
    stop.allowedVehicles?.includes(vehicleIndex) === false ||
    stop.forbiddenVehicles?.includes(vehicleIndex) === true
  ) {
    note('vehicle_forbidden', vehicleIndex, index, 1, `stop ${index} may not ride on vehicle ${vehicleIndex}`)
  }
}

function checkWindows(problem: CheckedProblem, stop: Stop, step: Step, vehicleIndex: number, note: NoteFinding): void {
  const windows = stop.windows ?? []
  const lateSeconds = getLateSeconds(windows, step.startSeconds)
  const isSoft = stop.latePenaltyPerSecond !== undefined || problem.options.allowLate === true
  const first = windows[0]
  if (first !== undefined && step.startSeconds < first[0]) {
    const early = first[0] - step.startSeconds
    note('time_window', vehicleIndex, step.stop, early, `stop ${step.stop} starts ${early} s before it opens`)
  } else if (lateSeconds > 0 && !isSoft) {
    note(
      'time_window',
      vehicleIndex,
      step.stop,
      lateSeconds,
      `stop ${step.stop} starts ${lateSeconds} s after its window`,
    )
  }
  noteUnlessEqual(note, vehicleIndex, step.stop, `lateSeconds of stop ${step.stop}`, step.lateSeconds, lateSeconds)
}

/** Seconds by which a time is after the last window that opened before it; 0 inside a window or before the first. */
export function getLateSeconds(windows: readonly TimeWindow[], atSeconds: number): number {
  let lateSeconds = 0
  for (const [opens, closes] of windows) if (opens <= atSeconds) lateSeconds = Math.max(0, atSeconds - closes)
  return lateSeconds
}

/** Checks shift, live start, and the limits on time, distance and number of stops. */
function checkLimits({ vehicle, vehicleIndex, route, note }: RouteView): void {
  if (route.stops.length === 0) return
  const [opens, closes] = vehicle.shift ?? [0, Number.POSITIVE_INFINITY]
  const early = Math.max(opens, 0) - route.startSeconds
  if (early > 0) note('shift', vehicleIndex, null, early, `starts ${early} s before the shift`)
  if (route.endSeconds > closes) {
    note('shift', vehicleIndex, null, route.endSeconds - closes, `ends ${route.endSeconds - closes} s after the shift`)
  }
  if (vehicle.departureSeconds !== undefined && vehicle.departureSeconds !== route.startSeconds) {
    const amount = Math.abs(vehicle.departureSeconds - route.startSeconds)
    note('shift', vehicleIndex, null, amount, `starts at ${route.startSeconds}, not at ${vehicle.departureSeconds}`)
  }
  const limits = [
    ['max_time', route.endSeconds - route.startSeconds + (vehicle.spent?.seconds ?? 0), vehicle.maxSeconds, 1],
    ['min_time', route.endSeconds - route.startSeconds + (vehicle.spent?.seconds ?? 0), vehicle.minSeconds, -1],
    ['max_distance', route.meters + (vehicle.spent?.meters ?? 0), vehicle.maxMeters, 1],
    ['min_distance', route.meters + (vehicle.spent?.meters ?? 0), vehicle.minMeters, -1],
    ['max_services', route.stops.length + (vehicle.spent?.services ?? 0), vehicle.maxServices, 1],
  ] as const
  for (const [code, value, limit, sign] of limits) {
    if (limit === undefined) continue
    const excess = (value - limit) * sign
    if (excess > 0) note(code, vehicleIndex, null, excess, `${value} against a limit of ${limit}`)
  }
}

/** Checks that the route's sums are those of its steps. */
function checkTotals({ problem, vehicle, vehicleIndex, route, note }: RouteView): void {
  const sums = { travel: 0, service: 0, wait: 0, pause: 0, reload: 0, charge: 0, late: 0, meters: 0 }
  const work = listWork(problem, vehicle, route.steps)
  for (const [index, step] of route.steps.entries()) {
    sums.travel += step.legSeconds
    sums.meters += step.legMeters
    sums.wait += step.waitSeconds
    sums.late += step.lateSeconds
    if (step.kind === 'stop') sums.service += work[index]!
    if (step.kind === 'break') sums.pause += step.departureSeconds - step.startSeconds
    if (step.kind === 'reload') sums.reload += reloadSeconds(vehicle, step)
    if (step.kind === 'charge') sums.charge += step.departureSeconds - step.startSeconds
  }
  const first = route.steps[0]
  const pairs: [string, number, number][] = [
    ['travelSeconds', route.travelSeconds, sums.travel],
    ['serviceSeconds', route.serviceSeconds, sums.service],
    ['waitSeconds', route.waitSeconds, sums.wait],
    ['breakSeconds', route.breakSeconds, sums.pause],
    ['reloadSeconds', route.reloadSeconds, sums.reload],
    ['chargeSeconds', route.chargeSeconds ?? 0, sums.charge],
    ['lateSeconds', route.lateSeconds, sums.late],
    ['meters', route.meters, sums.meters],
  ]
  if (first !== undefined) {
    pairs.push(['startSeconds', route.startSeconds, first.startSeconds])
    pairs.push(['endSeconds', route.endSeconds, route.steps.at(-1)!.departureSeconds])
  }
  for (const [name, stated, recomputed] of pairs) noteUnlessEqual(note, vehicleIndex, null, name, stated, recomputed)
}

function checkPins({ vehicle, vehicleIndex, route, note }: RouteView): void {
  const prefix = vehicle.pinnedPrefix ?? []
  prefix.forEach((stop, position) => {
    if (route.stops.includes(stop) && route.stops[position] !== stop) {
      note('pin', vehicleIndex, stop, 1, `stop ${stop} is pinned to position ${position}`)
    }
  })
  if (vehicle.isLocked === true && route.stops.length !== prefix.length) {
    note('pin', vehicleIndex, null, Math.abs(route.stops.length - prefix.length), 'the route is locked, yet changed')
  }
}
