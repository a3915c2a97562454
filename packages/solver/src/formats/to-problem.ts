/** Converts an instance to an integer Problem under a rounding convention, and solutions back to published numbers and costs. */

import { packMatrix } from '../matrix.ts'
import type { Problem, Stop, TimeWindow, Vehicle } from '../problem.ts'
import { getRequiredPenalty, type PricedProblem } from '../problem.ts'
import type { Solution } from '../solution.ts'
import type { WideProblem } from '../wide-problem.ts'
import { buildDistanceMatrix, getFileDistance, getUnitsPerFileUnit, listPoints } from './distances.ts'
import { FormatError } from './format-error.ts'
import type { Convention, Instance, InstanceStop, InstanceVehicle, Objective } from './instance.ts'

/** Builds the problem. Locations are the depots, then the stops; stop i of the problem is stop i of the instance. */
export function toProblem(instance: Instance, convention: Convention, objective: Objective): Problem {
  const matrix = packMatrix(buildDistanceMatrix(instance, convention))
  return { ...toWork(instance, convention, objective), profiles: [{ seconds: matrix, meters: matrix }] }
}

/**
 * Largest number of places whose distances are held in a table. Up to here the compiled steps hold it (lean-steps.ts); beyond, a search in
 * parts finds better plans in the same time, with less memory (decision 0514).
 */
const mostTabledPlaces = 2_800

/** Whether the file has too many places for a table of all distances, and coordinates in place of it. */
export function isTooLargeForTables({ depots, stops, explicitDistances }: Instance): boolean {
  return explicitDistances === undefined && depots.length + stops.length > mostTabledPlaces
}

/** Like `toProblem`, without a table of all distances. Throws a FormatError for a file of explicit distances. */
export function toWideProblem(instance: Instance, convention: Convention, objective: Objective): WideProblem {
  if (instance.explicitDistances) throw new FormatError('needs coordinates for so many stops', 'EDGE_WEIGHT_TYPE')
  const work = toWork(instance, convention, objective)
  const points = listPoints(instance)
  const scale = getUnitsPerFileUnit(instance, convention)
  const longest = Math.ceil(scale * Math.hypot(measureWidth(points.x), measureWidth(points.y)))
  const twoPlaces = { ...work, profiles: [{ seconds: Int32Array.of(longest), meters: Int32Array.of(longest) }] }
  return {
    ...work,
    points,
    travel: [{ scale, rounding: convention === 'dimacs' ? 'down' : 'nearest' }],
    options: { ...work.options, requiredPenalty: getRequiredPenalty(twoPlaces) },
  }
}

/** Everything but the travel. */
function toWork(instance: Instance, convention: Convention, objective: Objective): Omit<Problem, 'profiles'> {
  const units = getUnitsPerFileUnit(instance, convention)
  const accessClasses = classifyAccess(instance.vehicles)
  return {
    locationCount: instance.depots.length + instance.stops.length,
    loadDimensions: 1,
    stops: instance.stops.map((stop, index) => toStop(instance, stop, index, units, accessClasses)),
    vehicles: instance.vehicles.map((vehicle) => toVehicle(instance, vehicle, units, accessClasses)),
    options: {
      ...(objective === 'vehicles' && { minimiseVehicles: true }),
      ...(instance.hasBackhauls && { linehaulsFirst: true }),
    },
  }
}

/** Largest minus smallest number. */
function measureWidth(numbers: Float64Array): number {
  return (
    numbers.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY) -
    numbers.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY)
  )
}

/** Vehicles that may serve the same stops share a class, used as a zone, so that identical vehicles stay identical. */
function classifyAccess(vehicles: readonly InstanceVehicle[]): Map<ReadonlySet<number>, string> {
  const nameByContent = new Map<string, string>()
  const classes = new Map<ReadonlySet<number>, string>()
  for (const { allowedStops } of vehicles) {
    if (allowedStops === undefined || classes.has(allowedStops)) continue
    const content = [...allowedStops].sort((a, b) => a - b).join(' ')
    if (!nameByContent.has(content)) nameByContent.set(content, `access-${nameByContent.size + 1}`)
    classes.set(allowedStops, nameByContent.get(content)!)
  }
  return classes
}

function toStop(
  instance: Instance,
  stop: InstanceStop,
  index: number,
  units: number,
  accessClasses: Map<ReadonlySet<number>, string>,
): Stop {
  const result: Stop = { location: instance.depots.length + index, serviceSeconds: Math.round(stop.service * units) }
  const window = toWindow(stop.opens, stop.closes, units)
  if (window !== undefined) result.windows = [window]
  if (stop.pickupIndex !== undefined) {
    result.pickup = stop.pickupIndex
    result.delivered = [-stop.demand]
  } else if (instance.format !== 'lilim') {
    result.delivered = [stop.demand]
  }
  if (stop.collected) result.collected = [stop.collected]
  if (stop.group !== undefined) result.oneOf = String(stop.group)
  if (stop.release > 0) result.releaseSeconds = Math.round(stop.release * units)
  if (stop.prize !== undefined) result.dropPenalty = Math.round(stop.prize * units)
  const allowing = [...accessClasses].filter(([stops]) => stops.has(stop.number)).map(([, name]) => name)
  const names = [...new Set(allowing)]
  if (accessClasses.size > 0 && names.length < new Set(accessClasses.values()).size) {
    if (names.length === 0) result.allowedVehicles = []
    else result.zones = names
  }
  return result
}

function toVehicle(
  instance: Instance,
  vehicle: InstanceVehicle,
  units: number,
  accessClasses: Map<ReadonlySet<number>, string>,
): Vehicle {
  const depot = instance.depots[vehicle.depotIndex]!
  const result: Vehicle = {
    startLocation: vehicle.depotIndex,
    endLocation: vehicle.depotIndex,
    cost: { perMeter: vehicle.unitDistanceCost },
  }
  if (vehicle.fixedCost !== 0) result.cost.fixed = Math.round(vehicle.fixedCost * units)
  if (Number.isFinite(vehicle.capacity)) result.capacity = [vehicle.capacity]
  const shift = toWindow(depot.opens, depot.closes, units)
  if (shift !== undefined) result.shift = shift
  if (vehicle.maxDuration !== undefined) result.maxSeconds = Math.round(vehicle.maxDuration * units)
  if (vehicle.reloadDepotIndex !== undefined) result.reload = { location: vehicle.reloadDepotIndex, serviceSeconds: 0 }
  const access = vehicle.allowedStops === undefined ? undefined : accessClasses.get(vehicle.allowedStops)
  if (access !== undefined) result.zones = [access]
  return result
}

function toWindow(opens: number, closes: number, units: number): TimeWindow | undefined {
  return Number.isFinite(closes) ? [Math.round(opens * units), Math.round(closes * units)] : undefined
}

/** Routes in published numbers: one per vehicle when the set numbers its vehicles, otherwise only the used ones; 0 is a reload. */
export function listPublishedRoutes(instance: Instance, solution: Solution): number[][] {
  const routes = solution.routes.map((route) =>
    route.steps.flatMap((step) => {
      if (step.kind === 'reload') return [0]
      return step.kind === 'stop' ? [instance.stops[step.stop!]!.number] : []
    }),
  )
  return instance.hasNumberedVehicles ? routes : routes.filter((route) => route.length > 0)
}

/** Cost in the unit of published values: routes plus prizes not collected. Under `double`, distances are not rounded. */
export function getPublishedCost(
  instance: Instance,
  convention: Convention,
  problem: PricedProblem,
  solution: Solution,
): number {
  const required = solution.unassigned.filter(({ stop }) => problem.stops[stop]!.dropPenalty === undefined).length
  const artificial = required === 0 ? 0 : required * getRequiredPenalty(problem)
  const units = getUnitsPerFileUnit(instance, convention)
  if (convention !== 'double') return tidy((solution.totalCost - artificial) / units / instance.costDivisor)
  const withoutDistance = (solution.totalCost - artificial - solution.cost.distance) / units
  return tidy((withoutDistance + sumFileDistanceCost(instance, solution)) / instance.costDivisor)
}

function sumFileDistanceCost(instance: Instance, solution: Solution): number {
  const nodes = [...instance.depots, ...instance.stops]
  let cost = 0
  for (const route of solution.routes) {
    let place: number | null = null
    for (const { location } of route.steps) {
      if (place !== null && location !== null) {
        cost += instance.vehicles[route.vehicle]!.unitDistanceCost * getFileDistance(instance, nodes, place, location)
      }
      place = location ?? place
    }
  }
  return cost
}

/** Rounds to six decimals: enough for every convention, and without noise in the last digit. */
function tidy(value: number): number {
  return Number(value.toFixed(6))
}

/** Routes in CVRPLIB's .sol text format. */
export function writeSol(routes: readonly (readonly number[])[], cost: number): string {
  const lines = routes.map((route, index) => `Route #${index + 1}: ${route.join(' ')}`.trimEnd())
  return `${[...lines, `Cost ${cost}`].join('\n')}\n`
}
