// Checks whether an optimized plan keeps every rule, from the interface's responses alone: by the optimizer's independent checker
// on a problem rebuilt from them, and by plain comparisons.
import type { FullPlan, Route, Stop } from '@routewright/contract'
import {
  type CostParts,
  check,
  evaluate,
  type Problem,
  type Solution,
  type UnassignedReason,
} from '@routewright/solver'
import type { TravelProvider } from '../../src/geography/travel/travel.ts'
import { findPlace, Places } from '../../src/planning/modelling/places.ts'

export interface Verdict {
  /** Everything that is wrong, in words; empty when all is well. */
  faults: string[]
  /** Metres over all routes. */
  meters: number
  /** Late seconds, waiting seconds and such are part of the checker's work; this is for the summary. */
  workSeconds: number
}

/** Checks a plan whose routes have not started, and whose travel times are these. */
export async function judgePlan(plan: FullPlan, travel: TravelProvider): Promise<Verdict> {
  const { problem, solution, routes, stops } = await rebuild(plan, travel)
  const faults = check(problem, solution).map(({ code, message }) => `checker: ${code}: ${message}`)
  for (const [vehicle, route] of routes.entries()) {
    faults.push(...compareTimes(route, solution.routes[vehicle]!, stops), ...listBrokenRules(route))
  }
  for (const stop of plan.stops) {
    const isTold = stop.optimization_warnings.length > 0
    if (!stop.route_id && !isTold) faults.push(`stop ${stop.external_id} is unassigned without a reason`)
    if (stop.route_id && isTold) faults.push(`stop ${stop.external_id} is placed against ${listCodes(stop)}`)
  }
  return {
    faults,
    meters: solution.routes.reduce((sum, route) => sum + route.meters, 0),
    workSeconds: solution.routes.reduce((sum, route) => sum + route.endSeconds - route.startSeconds, 0),
  }
}

interface Rebuilt {
  problem: Problem
  solution: Solution
  routes: Route[]
  stops: Stop[]
}

const grams = 1_000
const milliliters = 1_000_000

async function rebuild(plan: FullPlan, travel: TravelProvider): Promise<Rebuilt> {
  const { stops, routes } = plan
  const places = new Places()
  const indexOf = new Map(stops.map((stop, index) => [stop.id, index]))
  const problem: Problem = {
    locationCount: 0,
    profiles: [],
    loadDimensions: 2,
    stops: stops.map((stop) => ({
      location: places.indexOf(findPlace(stop.location)),
      serviceSeconds: stop.duration ?? 300,
      windows: stop.time_windows,
      delivered: stop.type === 'delivery' ? getLoad(stop) : undefined,
      collected: stop.type === 'pickup' ? getLoad(stop) : undefined,
      skills: stop.requires,
      pickup: stop.pickup_id === undefined ? undefined : indexOf.get(stop.pickup_id),
    })),
    vehicles: routes.map((route) => ({
      startLocation: places.indexOf(findPlace(route.start_location)),
      endLocation: places.indexOf(findPlace(route.end_location)),
      shift: route.time_window,
      capacity: [Math.floor(route.max_weight! * grams), Math.floor(route.max_volume! * milliliters)],
      skills: route.provides,
      breaks: findBreaks(route),
      // Time costs in addition to driving, as in the service: this decides whether a route starts after its break.
      cost: { perTravelSecond: 1, perSecond: 0.05, perMeter: 0.005 },
    })),
    options: { maxWaitSeconds: 3_600 },
  }
  problem.locationCount = places.points.length
  problem.profiles = [await travel.matrix(places.points, 'car')]
  const evaluated = routes.map((route, vehicle) =>
    evaluate(
      problem,
      vehicle,
      route.stops!.map((stop) => indexOf.get(stop.id)!),
    ),
  )
  const unassigned = stops.flatMap((stop, index) =>
    stop.route_id ? [] : [{ stop: index, reasons: listCodes(stop) as UnassignedReason[] }],
  )
  return { problem, solution: withTotals(evaluated, unassigned), routes, stops }
}

function getLoad({ weight = 0, volume = 0 }: Stop): number[] {
  return [Math.round(weight * grams), Math.round(volume * milliliters)]
}

function findBreaks({ vehicle }: Route) {
  const pause = vehicle?.break
  return pause && [{ earliestSeconds: pause.start, latestSeconds: pause.end, durationSeconds: pause.duration }]
}

function listCodes(stop: Stop): string[] {
  return stop.optimization_warnings.map(({ code }) => code)
}

function withTotals(routes: Solution['routes'], unassigned: Solution['unassigned']): Solution {
  const cost = {} as CostParts
  for (const route of routes) {
    for (const [part, amount] of Object.entries(route.cost) as [keyof CostParts, number][]) {
      cost[part] = (cost[part] ?? 0) + amount
    }
  }
  const totalCost = routes.reduce((sum, route) => sum + route.totalCost, 0)
  return { routes, unassigned, cost, totalCost }
}

/** Compares the interface's times with those of the checked solution. */
function compareTimes(route: Route, checked: Solution['routes'][number], stops: readonly Stop[]): string[] {
  const faults: string[] = []
  const compare = (what: string, answered: number | undefined, computed: number) => {
    if (answered !== computed) faults.push(`route ${route.label}: ${what} is ${answered}, recomputed ${computed}`)
  }
  const byId = new Map(route.stops!.map((stop) => [stop.id, stop]))
  for (const step of checked.steps) {
    if (step.kind !== 'stop') continue
    const stop = byId.get(stops[step.stop!]!.id)!
    compare(`planned arrival at ${stop.external_id}`, stop.planned_arrival_time, step.startSeconds)
    compare(`planned departure from ${stop.external_id}`, stop.planned_departure_time, step.departureSeconds)
  }
  if (checked.stops.length > 0) {
    compare('planned start', route.planned_start_time, checked.startSeconds)
    compare('planned end', route.planned_end_time, checked.endSeconds)
    compare('planned distance', route.planned_distance, checked.meters)
  }
  return faults
}

/** The rules once more, by plain comparisons of what was answered. */
function listBrokenRules(route: Route): string[] {
  const faults: string[] = []
  const stops = route.stops!
  const fault = (text: string) => faults.push(`route ${route.label}: ${text}`)
  const [opens, closes] = route.time_window!
  if (stops.length > 0 && (route.planned_start_time! < opens || route.planned_end_time! > closes)) {
    fault(`works ${route.planned_start_time}–${route.planned_end_time} outside ${opens}–${closes}`)
  }
  const isAhead = (pickupId: string, stop: Stop) =>
    stops.findIndex(({ id }) => id === pickupId) < stop.order! && stops.some(({ id }) => id === pickupId)
  let aboard = stops.reduce((sum, stop) => sum + (isFromDepot(stop) ? (stop.weight ?? 0) : 0), 0)
  let readyAt = route.planned_start_time!
  for (const [order, stop] of stops.entries()) {
    const arrival = stop.planned_arrival_time!
    if (stop.order !== order || stop.chain_position !== order)
      fault(`${stop.external_id} is at ${stop.order}, not ${order}`)
    if (stop.time_windows.length > 0 && !stop.time_windows.some(([from, to]) => arrival >= from && arrival <= to)) {
      fault(`${stop.external_id} is served at ${arrival}, outside its windows`)
    }
    if (arrival < readyAt) fault(`${stop.external_id} is served before the stop ahead of it ended`)
    if (!stop.requires.every((skill) => route.provides.includes(skill))) fault(`${stop.external_id} needs a skill`)
    if (stop.pickup_id && !isAhead(stop.pickup_id, stop)) fault(`${stop.external_id} comes before its pickup`)
    if (aboard > route.max_weight! + 1e-6) fault(`carries ${aboard} kg to ${stop.external_id}`)
    if (stop.type === 'delivery' && isFromDepot(stop)) aboard -= stop.weight ?? 0
    if (stop.type === 'pickup') aboard += stop.weight ?? 0
    readyAt = stop.planned_departure_time!
  }
  return faults
}

function isFromDepot(stop: Stop): boolean {
  return stop.type === 'delivery' && stop.pickup_id === undefined
}
