/** Compiles a problem into the flat arrays of the model. */

import {
  getDropCosts,
  getRequiredPenalty,
  getServiceSeconds,
  type Problem,
  type Stop,
  usualDeviations,
  type Vehicle,
} from '../problem.ts'
import { requireSpreads, usualSpreads } from '../spreads.ts'
import { compileAlternatives } from './alternatives.ts'
import { compileApart } from './apart.ts'
import { forbidBackhaulLegs, splitLoads } from './backhauls.ts'
import { compileBatteries } from './compile-battery.ts'
import { compileChargingPlaces } from './compile-charging.ts'
import { compileRoom } from './compile-room.ts'
import { compileDrivingRules } from './compile-rules.ts'
import { buildMatrices, listTravelClasses, type TravelClass } from './compile-travel.ts'
import { detectFeatures } from './detect-features.ts'
import { compileLinks, listLinked } from './links.ts'
import { type Model, unlimited } from './model.ts'
import { listReloadPlaces } from './reload-places.ts'
import { requireValid } from './validate.ts'
import { compileCompatibility, compilePins, listVehicleTypes } from './vehicle-types.ts'

/** Compiles a problem. Throws a RangeError that names the entry when an index or size is out of range. */
export function compileModel(problem: Problem): Model {
  requireValid(problem)
  const { stops, vehicles } = problem
  const nodes = listNodes(problem)
  const classes = listTravelClasses(problem)
  const types = listVehicleTypes(problem)
  const requiredPenalty = getRequiredPenalty(problem)
  const model = splitLoads(problem, {
    stopCount: stops.length,
    vehicleCount: vehicles.length,
    nodeCount: nodes.location.length,
    loadDimensions: problem.loadDimensions,
    firstBackhaulDimension: problem.loadDimensions,
    ...buildMatrices(problem, classes.list, nodes.location, nodes.nowhere),
    ...compileStops(problem),
    ...compileService(problem, classes.list),
    ...compileSetups(problem, nodes.location),
    ...compileWindows(problem),
    ...compileShipments(stops),
    ...compileClusters(stops),
    ...compileApart(problem),
    ...compileLinks(stops),
    ...compileAlternatives(stops),
    ...compilePins(problem),
    ...compilePlaces(vehicles, nodes),
    ...compileLimits(vehicles, problem.loadDimensions),
    ...compileBreaks(vehicles),
    ...compileDrivingRules(vehicles),
    ...compileBatteries(problem),
    ...compileChargingPlaces(problem, nodes.ofDepot),
    ...compilePrices(vehicles),
    costByVehicle: compileCostByVehicle(problem),
    ...compilePreferences(problem, requiredPenalty),
    ...compileSlack(problem),
    ...compileRoom(problem),
    typeOf: types.typeOf,
    typeCount: types.count,
    classOf: classes.classOf,
    isCompatible: compileCompatibility(stops, vehicles, types.typeOf, types.count),
    requiredPenalty,
  })
  return forbidBackhaulLegs(problem, { ...model, features: detectFeatures(model) })
}

interface Nodes {
  /** Location of each node; -1: none. */
  location: Int32Array
  /** Node of open route ends. */
  nowhere: number
  /** Node of a depot's location; that of `nowhere` for null. */
  ofDepot(location: number | null): number
}

/** Stops first, then one node per location of a depot or charging place in order of appearance, then `nowhere`. */
function listNodes({ stops, vehicles, chargingPlaces = [] }: Problem): Nodes {
  const depots = vehicles.flatMap(({ startLocation, endLocation, reload }) => [
    startLocation,
    endLocation,
    ...listReloadPlaces(reload),
  ])
  const places = [...depots, ...chargingPlaces.map(({ location }) => location)]
  const locations = [...new Set(places)].filter((location) => location !== null)
  const nodeOf = new Map(locations.map((location, index) => [location, stops.length + index]))
  const nowhere = stops.length + locations.length
  return {
    location: Int32Array.from([...stops.map((stop) => stop.location ?? -1), ...locations, -1]),
    nowhere,
    ofDepot: (location) => (location === null ? nowhere : nodeOf.get(location)!),
  }
}

function compileStops(problem: Problem) {
  const { stops, loadDimensions, options } = problem
  const linked = listLinked(stops)
  const latePenalty = ({ windows, latePenaltyPerSecond }: Stop, index: number): number => {
    if (!windows?.length || linked.has(index)) return -1
    return latePenaltyPerSecond ?? (options.allowLate ? (options.latePenaltyPerSecond ?? 1) : -1)
  }
  return {
    isPlaceable: Uint8Array.from(stops, (stop) => (stop.location === null ? 0 : 1)),
    opensSeconds: ints(stops, (stop) => stop.windows?.[0]?.[0] ?? 0),
    closesSeconds: ints(stops, (stop) => stop.windows?.at(-1)?.[1] ?? unlimited),
    latePenalty: Float64Array.from(stops, latePenalty),
    delivered: loads(stops, loadDimensions, (stop) => stop.delivered),
    collected: loads(stops, loadDimensions, (stop) => stop.collected),
    maxRideSeconds: ints(stops, (stop) => stop.maxRideSeconds ?? unlimited),
    releaseSeconds: ints(stops, (stop) => stop.releaseSeconds ?? 0),
    dropCost: getDropCosts(problem),
    isRequired: Uint8Array.from(stops, (stop) => (stop.dropPenalty === undefined ? 1 : 0)),
  }
}

/** Service seconds at each stop and the margins of their own variation, per travel class. Classes with equal service times share a list. */
function compileService({ stops, options }: Problem, classes: readonly TravelClass[]) {
  const { pricePerSecond = 0, spreads = usualSpreads, deviations = usualDeviations } = options.slack ?? {}
  const getKey = ({ serviceFactor, isAnybody }: TravelClass) => `${serviceFactor} ${isAnybody}`
  const byPace = new Map(
    classes.map((pace) => {
      const serviceSeconds = ints(stops, (stop) => getServiceSeconds(stop, pace))
      const slackOfStop = Float64Array.from(stops, ({ serviceSpread = spreads.service.stop }, stop) =>
        pricePerSecond > 0 ? (deviations * serviceSpread * serviceSeconds[stop]!) ** 2 : 0,
      )
      return [getKey(pace), { serviceSeconds, slackOfStop }] as const
    }),
  )
  const lists = classes.map((pace) => byPace.get(getKey(pace))!)
  return {
    serviceSeconds: lists.map(({ serviceSeconds }) => serviceSeconds),
    slackOfStop: lists.map(({ slackOfStop }) => slackOfStop),
  }
}

function compileSetups({ stops }: Problem, nodeLocation: Int32Array) {
  const hasSetups = stops.some(({ setupSeconds = 0 }) => setupSeconds > 0)
  return {
    setupSeconds: hasSetups ? ints(stops, ({ setupSeconds = 0 }) => setupSeconds) : new Int32Array(0),
    nodeLocation,
  }
}

/** Standard deviations as margins; all 0 when slack has no price. */
function compileSlack({ stops, vehicles, options }: Problem) {
  const { pricePerSecond: slackPrice = 0, spreads = usualSpreads, deviations = usualDeviations } = options.slack ?? {}
  if (!(slackPrice >= 0 && slackPrice < Number.POSITIVE_INFINITY && deviations >= 0 && deviations <= 10))
    throw new RangeError(`options.slack has a price of ${slackPrice} and ${deviations} deviations: 0 or more, 0 to 10.`)
  requireSpreads({ ...spreads, service: { ...spreads.service, byStop: stops.map((stop) => stop.serviceSpread) } })
  const { travel, service } = spreads
  const ofWork = (spread: number, seconds: number): number =>
    slackPrice > 0 ? (deviations * spread * seconds) ** 2 : 0
  return {
    slackPrice,
    slackOfDriving: deviations * Math.hypot(travel.day, travel.route),
    slackOfWork: deviations * service.route,
    slackOfLeg: deviations * travel.leg,
    slackOfReload: Float64Array.from(vehicles, ({ reload }) => ofWork(service.stop, reload?.serviceSeconds ?? 0)),
  }
}

function compileWindows({ stops }: Problem) {
  const windows = stops.map((stop) => (stop.windows?.length ? stop.windows : [[0, unlimited] as const]))
  return {
    windowFrom: getStarts(windows),
    windowOpens: ints(windows.flat(), ([opens]) => opens),
    windowCloses: ints(windows.flat(), ([, closes]) => closes),
  }
}

function compileShipments(stops: readonly Stop[]) {
  const pickupOf = ints(stops, (stop) => stop.pickup ?? -1)
  const shipments = groupBy(pickupOf, stops.length)
  return { pickupOf, shipmentFrom: shipments.from, shipmentDelivery: shipments.members }
}

function compileClusters(stops: readonly Stop[]) {
  const names = [...new Set(stops.flatMap((stop) => stop.cluster ?? []))]
  const numbers = new Map(names.map((name, index) => [name, index]))
  const clusterOf = ints(stops, (stop) => numbers.get(stop.cluster ?? '') ?? -1)
  const clusters = groupBy(clusterOf, names.length)
  return { clusterOf, clusterFrom: clusters.from, clusterMember: clusters.members }
}

function compilePlaces(vehicles: readonly Vehicle[], nodes: Nodes) {
  return {
    startNode: ints(vehicles, (vehicle) => nodes.ofDepot(vehicle.startLocation)),
    endNode: ints(vehicles, (vehicle) => nodes.ofDepot(vehicle.endLocation)),
    reloadNode: ints(vehicles, ({ reload }) => (reload ? nodes.ofDepot(reload.location) : -1)),
    ...compileReloadPlaces(vehicles, nodes),
    reloadSeconds: ints(vehicles, ({ reload }) => reload?.serviceSeconds ?? 0),
    maxReloads: ints(vehicles, ({ reload }) => (reload ? (reload.maxReloads ?? unlimited) : 0)),
    isLocked: Uint8Array.from(vehicles, (vehicle) => (vehicle.isLocked ? 1 : 0)),
  }
}

function compileReloadPlaces(vehicles: readonly Vehicle[], nodes: Nodes) {
  const places = vehicles.map(({ reload }) => listReloadPlaces(reload).map((location) => nodes.ofDepot(location)))
  const reloadPlaceFrom = new Int32Array(vehicles.length + 1)
  places.forEach((list, v) => {
    reloadPlaceFrom[v + 1] = reloadPlaceFrom[v]! + list.length
  })
  return { reloadPlaceFrom, reloadPlace: Int32Array.from(places.flat()) }
}

/** Limits of the day, minus what is already spent. */
function compileLimits(vehicles: readonly Vehicle[], loadDimensions: number) {
  const freeCapacity = ({ capacity, aboard }: Vehicle): number[] =>
    Array.from({ length: loadDimensions }, (_, k) => {
      const limit = capacity?.[k] ?? unlimited
      return limit >= unlimited ? unlimited : limit - (aboard?.[k] ?? 0)
    })
  return {
    shiftStart: ints(vehicles, ({ shift, departureSeconds, drivingRules }) =>
      Math.max(shift?.[0] ?? 0, departureSeconds ?? 0, drivingRules?.restUntilSeconds ?? 0),
    ),
    shiftEnd: ints(vehicles, (vehicle) => vehicle.shift?.[1] ?? unlimited),
    departureSeconds: ints(vehicles, (vehicle) => vehicle.departureSeconds ?? -1),
    capacity: loads(vehicles, loadDimensions, freeCapacity),
    aboard: loads(vehicles, loadDimensions, (vehicle) => vehicle.aboard),
    maxSeconds: ints(vehicles, ({ maxSeconds, spent }) => remaining(maxSeconds, spent?.seconds)),
    minSeconds: ints(vehicles, ({ minSeconds, spent }) => remaining(minSeconds ?? 0, spent?.seconds)),
    maxMeters: ints(vehicles, ({ maxMeters, spent }) => remaining(maxMeters, spent?.meters)),
    minMeters: ints(vehicles, ({ minMeters, spent }) => remaining(minMeters ?? 0, spent?.meters)),
    maxServices: ints(vehicles, ({ maxServices, spent }) => remaining(maxServices, spent?.services)),
  }
}

function compileBreaks(vehicles: readonly Vehicle[]) {
  const lists = vehicles.map((vehicle) => vehicle.breaks ?? [])
  const breaks = lists.flat()
  return {
    breakFrom: getStarts(lists),
    breakEarliest: ints(breaks, (pause) => pause.earliestSeconds),
    breakLatest: ints(breaks, (pause) => pause.latestSeconds),
    breakDuration: ints(breaks, (pause) => pause.durationSeconds),
  }
}

function compilePrices(vehicles: readonly Vehicle[]) {
  const prices = (price: keyof Vehicle['cost']): Float64Array =>
    Float64Array.from(vehicles, ({ cost }) => cost[price] ?? 0)
  return {
    fixedCost: prices('fixed'),
    tollCost: prices('toll'),
    costPerSecond: prices('perSecond'),
    costPerTravelSecond: prices('perTravelSecond'),
    costPerMeter: prices('perMeter'),
    costPerStop: prices('perStop'),
  }
}

function compileCostByVehicle({ stops, vehicles }: Problem): Float64Array {
  if (!stops.some(({ costByVehicle }) => costByVehicle?.some((cost) => cost > 0))) return new Float64Array(0)
  const costs = new Float64Array(stops.length * vehicles.length)
  for (const [index, { costByVehicle }] of stops.entries()) {
    for (let v = 0; v < vehicles.length; v++) costs[index * vehicles.length + v] = costByVehicle?.[v] ?? 0
  }
  return costs
}

function compilePreferences({ options }: Problem, requiredPenalty: number) {
  return {
    maxWaitSeconds: options.maxWaitSeconds ?? unlimited,
    balanceStopsWeight: options.balanceStopsWeight ?? 0,
    balanceTimeWeight: options.balanceTimeWeight ?? 0,
    timeSpanCoefficient: options.timeSpanCoefficient ?? 0,
    distanceSpanCoefficient: options.distanceSpanCoefficient ?? 0,
    compactnessWeight: options.compactnessWeight ?? 0,
    vehiclePenalty: options.minimiseVehicles ? requiredPenalty / 8 : 0,
  }
}

/** One 32-bit number per item, capped at `unlimited`. */
function ints<T>(items: readonly T[], value: (item: T) => number): Int32Array {
  return Int32Array.from(items, (item) => Math.min(value(item), unlimited))
}

/** Loads as a flat array, items × dimensions. */
function loads<T>(
  items: readonly T[],
  dimensions: number,
  amounts: (item: T) => readonly number[] | undefined,
): Int32Array {
  const flat = new Int32Array(items.length * dimensions)
  items.forEach((item, index) => {
    const values = amounts(item)
    for (let k = 0; k < dimensions; k++) flat[index * dimensions + k] = values?.[k] ?? 0
  })
  return flat
}

function remaining(limit: number | undefined, spent = 0): number {
  return limit === undefined ? unlimited : Math.max(0, limit - spent)
}

/** Start index of each list when all are concatenated, and the end of the last one. */
function getStarts(lists: readonly (readonly unknown[])[]): Int32Array {
  const from = new Int32Array(lists.length + 1)
  lists.forEach((list, index) => {
    from[index + 1] = from[index]! + list.length
  })
  return from
}

/** Bucket list: members of group g at from[g] .. from[g + 1] - 1; groupOf -1 = none. */
function groupBy(groupOf: Int32Array, groupCount: number): { from: Int32Array; members: Int32Array } {
  const from = new Int32Array(groupCount + 1)
  for (const group of groupOf) if (group >= 0) from[group + 1]!++
  for (let group = 0; group < groupCount; group++) from[group + 1]! += from[group]!
  const members = new Int32Array(from[groupCount] ?? 0)
  const filled = from.slice()
  groupOf.forEach((group, member) => {
    if (group >= 0) members[filled[group]!++] = member
  })
  return { from, members }
}
