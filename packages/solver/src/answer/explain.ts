/** Questions about a plan: what a manual order breaks, where a stop fits best, and why one is left out. */

import { compileModel } from '../model/compile-model.ts'
import type { Model } from '../model/model.ts'
import { mayServe } from '../model/vehicle-types.ts'
import type { Problem } from '../problem.ts'
import { RouteEvaluator } from '../schedule/route-evaluator.ts'
import type { Route, Solution, UnassignedReason, Violation, ViolationCode } from '../solution.ts'
import { buildRoute } from './build-solution.ts'
import { askWithin, describeApart, findBounds } from './partners.ts'

const models = new WeakMap<Problem, Model>()
/** Number of positions per route considered for the reasons of an unassigned stop: those with the shortest detours. */
const placesForReasons = 8

/** The compiled problem, cached as long as the problem object lives: repeated questions must be answered in milliseconds. */
export function getModel(problem: Problem): Model {
  let model = models.get(problem)
  if (!model) {
    model = compileModel(problem)
    models.set(problem, model)
  }
  return model
}

const evaluators = new WeakMap<Model, RouteEvaluator>()

/** One evaluator per model: its arrays are as long as the longest possible route, too much to allocate for every question. */
function getEvaluator(model: Model): RouteEvaluator {
  let evaluator = evaluators.get(model)
  if (!evaluator) {
    evaluator = new RouteEvaluator(model)
    evaluators.set(model, evaluator)
  }
  return evaluator
}

/**
 * Times, loads and cost of a vehicle driving `order` (stop indices, -1 for a reload). Never refuses: every broken rule is listed with its
 * amount.
 */
export function evaluate(problem: Problem, vehicle: number, order: readonly number[]): Route {
  const model = getModel(problem)
  return buildRoute(problem, model, new RouteEvaluator(model, order.length + 2), vehicle, order)
}

/** One position for a stop on a route, and the changes it would cause. */
export interface InsertionOption {
  vehicle: number
  /** Index that the stop would have among the route's stops. */
  position: number
  addedCost: number
  addedSeconds: number
  addedMeters: number
  /** Seconds of lateness added (soft windows). */
  addedLateSeconds: number
  /** Rules that would be newly broken; empty when the position is allowed. */
  violations: Violation[]
}

/**
 * Positions for `stop` on the routes of `solution` (which must not contain it), allowed ones first, then cheapest first. One entry per
 * position of every vehicle, and one per unused vehicle.
 */
export function rankInsertions(problem: Problem, solution: Solution, stop: number, most = 20): InsertionOption[] {
  const model = getModel(problem)
  const evaluator = getEvaluator(model)
  const options: InsertionOption[] = []
  const seenUnused = new Set<number>()
  for (const route of solution.routes) {
    const v = route.vehicle
    if (problem.vehicles[v]!.isLocked) continue
    if (route.stops.length === 0) {
      if (seenUnused.has(model.typeOf[v]!)) continue
      seenUnused.add(model.typeOf[v]!)
    }
    options.push(...listPlaces(problem, model, evaluator, route, stop))
  }
  options.sort(
    (a, b) =>
      a.violations.length - b.violations.length ||
      a.addedCost - b.addedCost ||
      a.vehicle - b.vehicle ||
      a.position - b.position,
  )
  return options.slice(0, most)
}

/** Positions for `stop` on one route, in driving order: at most `most`, those with the shortest detours. */
export function listPlaces(
  problem: Problem,
  model: Model,
  evaluator: RouteEvaluator,
  route: Route,
  stop: number,
  mostPlaces = Number.POSITIVE_INFINITY,
): InsertionOption[] {
  const options: InsertionOption[] = []
  const v = route.vehicle
  const elements = routeElements(route).map((element) => (element < 0 ? evaluator.reloadElement : element))
  const isLookedAt = chooseGaps(model, v, elements, stop, mostPlaces)
  const firstFree = problem.vehicles[v]!.pinnedPrefix?.length ?? 0
  let position = 0
  const trial = Int32Array.from([...elements, 0])
  for (let at = 0; at <= elements.length; at++) {
    for (let e = 0; e < at; e++) trial[e] = elements[e]!
    trial[at] = stop
    for (let e = at; e < elements.length; e++) trial[e + 1] = elements[e]!
    if (position >= firstFree && isLookedAt(at)) {
      const violations: Violation[] = []
      evaluator.report = (rule, element, amount) => {
        const place = element >= 0 && trial[element]! < model.stopCount ? trial[element]! : null
        violations.push({ code: refine(problem, rule, stop, place, v), vehicle: v, stop: place, amount })
      }
      evaluator.evaluate(v, trial, trial.length, false)
      evaluator.report = null
      const isOld = (found: Violation): boolean =>
        route.violations.some(
          (old) =>
            old.code === found.code && old.amount >= found.amount && (old.code !== 'apart' || old.stop === found.stop),
        )
      options.push({
        vehicle: v,
        position,
        addedCost: evaluator.cost - route.totalCost,
        addedSeconds: evaluator.endSeconds - evaluator.startSeconds - (route.endSeconds - route.startSeconds),
        addedMeters: evaluator.meters - route.meters,
        addedLateSeconds: evaluator.lateSeconds - route.lateSeconds,
        violations: violations.filter((violation) => !isOld(violation)),
      })
    }
    if (at < elements.length && elements[at]! < model.stopCount) position++
  }
  return options
}

/** Gaps of the route in which the stop makes the shortest detours. */
function chooseGaps(model: Model, v: number, elements: number[], stop: number, most: number): (gap: number) => boolean {
  if (elements.length < most) return () => true
  const seconds = model.seconds[model.classOf[v]!]!
  const getNode = (at: number): number => {
    if (at < 0) return model.startNode[v]!
    if (at >= elements.length) return model.endNode[v]!
    return elements[at]! < model.stopCount ? elements[at]! : model.reloadNode[v]!
  }
  const leg = (from: number, to: number): number => seconds[from * model.nodeCount + to]!
  const detours = Array.from({ length: elements.length + 1 }, (_, gap) => {
    const [before, after] = [getNode(gap - 1), getNode(gap)]
    return { gap, more: leg(before, stop) + leg(stop, after) - leg(before, after) }
  })
  detours.sort((a, b) => a.more - b.more || a.gap - b.gap)
  const chosen = new Set(detours.slice(0, most).map(({ gap }) => gap))
  return (gap) => chosen.has(gap)
}

/** Stops and reloads (-1) of a built route, in order. */
export function routeElements(route: Route): number[] {
  return route.steps.filter((step) => step.kind === 'stop' || step.kind === 'reload').map((step) => step.stop ?? -1)
}

function refine(problem: Problem, rule: ViolationCode, stop: number, place: number | null, v: number): ViolationCode {
  if (rule === 'pickup_order' && place === stop) return 'pickup_unassigned'
  if (rule !== 'vehicle_forbidden' || place === null) return rule
  return staticRefusal(problem, place, v) ?? rule
}

/** Reason why a vehicle can never serve a stop, whatever its route. */
function staticRefusal(problem: Problem, stop: number, v: number): ViolationCode | undefined {
  const wish = problem.stops[stop]!
  const vehicle = problem.vehicles[v]!
  if (wish.location === null) return 'no_location'
  if (wish.skills?.some((skill) => !vehicle.skills?.includes(skill))) return 'skill_missing'
  if (wish.zones?.length && !wish.zones.some((zone) => vehicle.zones?.includes(zone))) return 'zone'
  return mayServe(wish, vehicle, v) ? undefined : 'vehicle_forbidden'
}

/** Reason why one vehicle does not take a stop. */
export interface Obstacle {
  vehicle: number
  /** The binding rule; null when the stop would fit (leaving it out is then cheaper, or `addedCost` says what it costs). */
  rule: ViolationCode | null
  /** Amount by which the rule is missed: relax it by this much and the stop fits. 1 for yes/no rules. */
  amount: number
  /** Cost added at the position considered. */
  addedCost: number
  /** One sentence for users, e.g. "would fit if the shift ended 22 min later". */
  remedy: string
}

/** Per vehicle, nearest remedy first: the rule that keeps an unassigned stop out, at the position that misses it least. */
export function explain(
  problem: Problem,
  solution: Solution,
  stop: number,
  mostVehicles = Number.POSITIVE_INFINITY,
): Obstacle[] {
  const model = getModel(problem)
  const evaluator = getEvaluator(model)
  return listWorthLooking(model, solution, stop, mostVehicles)
    .map((route) => findObstacle(problem, model, evaluator, solution, route, stop, Number.POSITIVE_INFINITY))
    .sort((a, b) => severity(a) - severity(b) || a.addedCost - b.addedCost || a.vehicle - b.vehicle)
}

/** Routes that come nearest to the stop (all when there are no more than `most`), and one unused vehicle of each type. */
export function listWorthLooking(model: Model, solution: Solution, stop: number, most: number): Route[] {
  const { nodeCount, classOf, typeOf } = model
  const seenUnused = new Set<number>()
  const unused: Route[] = []
  const used: { route: Route; least: number }[] = []
  for (const route of solution.routes) {
    if (route.stops.length === 0) {
      if (!seenUnused.has(typeOf[route.vehicle]!)) unused.push(route)
      seenUnused.add(typeOf[route.vehicle]!)
      continue
    }
    const seconds = model.seconds[classOf[route.vehicle]!]!
    let least = Number.POSITIVE_INFINITY
    for (const other of route.stops) least = Math.min(least, seconds[other * nodeCount + stop]!)
    used.push({ route, least })
  }
  used.sort((a, b) => a.least - b.least || a.route.vehicle - b.route.vehicle)
  return [...unused, ...used.map(({ route }) => route)].slice(0, most + unused.length)
}

/** The rule that keeps `stop` off `route`, at the position that misses it least and at a time that suits the stops before it. */
export function findObstacle(
  problem: Problem,
  model: Model,
  evaluator: RouteEvaluator,
  solution: Solution,
  route: Route,
  stop: number,
  mostPlaces: number,
): Obstacle {
  const bounds = findBounds(problem, solution, stop)
  const find = (): Obstacle => findOwnObstacle(problem, model, evaluator, solution, route, stop, mostPlaces)
  if (!bounds) return find()
  const found = askWithin(model, stop, bounds, find)
  const isLate = found.rule === 'time_window' || found.rule === 'shift'
  const isBarred = bounds.opens > Math.min(bounds.closes, model.closesSeconds[stop] ?? 0)
  return isBarred || isLate ? { ...found, rule: 'after', remedy: bounds.text } : found
}

/** The rule that keeps the stop off the route whatever comes before it. */
function findOwnObstacle(
  problem: Problem,
  model: Model,
  evaluator: RouteEvaluator,
  solution: Solution,
  route: Route,
  stop: number,
  mostPlaces: number,
): Obstacle {
  const v = route.vehicle
  const obstacle = (rule: ViolationCode | null, amount: number, addedCost: number): Obstacle => ({
    vehicle: v,
    rule,
    amount,
    addedCost,
    remedy: rule === 'apart' ? describeApart(problem, route, stop) : remedyFor(problem, rule, amount, stop),
  })
  const refusal = staticRefusal(problem, stop, v)
  if (refusal) return obstacle(refusal, 1, 0)
  if (problem.vehicles[v]!.isLocked) return obstacle('pin', 1, 0)
  const { pickup, cluster } = problem.stops[stop]!
  if (pickup !== undefined && !route.stops.includes(pickup)) {
    // A pickup on no route may be inserted too.
    if (solution.routes.some((other) => other.stops.includes(pickup))) return obstacle('pickup_unassigned', 1, 0)
    const first = findObstacle(problem, model, evaluator, solution, route, pickup, mostPlaces)
    if (first.rule !== null) return obstacle('pickup_unassigned', 1, first.addedCost)
    const withPickup = placePickup(problem, model, evaluator, route, pickup, mostPlaces)
    return findObstacle(problem, model, evaluator, solution, withPickup, stop, mostPlaces)
  }
  if (cluster !== undefined) {
    const holder = solution.routes.find((other) =>
      other.stops.some((member) => problem.stops[member]!.cluster === cluster),
    )
    if (holder && holder.vehicle !== v) return obstacle('cluster', 1, 0)
  }
  const places = listPlaces(problem, model, evaluator, route, stop, mostPlaces)
  let best = obstacle('no_vehicle_available', 1, 0)
  let least = Number.POSITIVE_INFINITY
  for (const place of places) {
    const missing = place.violations.reduce((sum, violation) => sum + weighted(violation), 0)
    if (missing > least || (missing === least && place.addedCost >= best.addedCost)) continue
    least = missing
    const worst = place.violations.reduce<Violation | undefined>(
      (most, violation) => (!most || weighted(violation) > weighted(most) ? violation : most),
      undefined,
    )
    best = obstacle(worst?.code ?? null, worst?.amount ?? 0, place.addedCost)
  }
  return best
}

/** The route with the pickup at the cheapest position that breaks nothing. */
function placePickup(
  problem: Problem,
  model: Model,
  evaluator: RouteEvaluator,
  route: Route,
  pickup: number,
  mostPlaces: number,
): Route {
  const places = listPlaces(problem, model, evaluator, route, pickup, mostPlaces)
  const [best] = places.filter(({ violations }) => violations.length === 0).sort((a, b) => a.addedCost - b.addedCost)
  const elements = routeElements(route)
  const before = elements.flatMap((element, at) => (element >= 0 ? at : []))[best?.position ?? 0]
  return buildRoute(problem, model, evaluator, route.vehicle, elements.toSpliced(before ?? elements.length, 0, pickup))
}

/** Makes amounts of different rules comparable: a minute, a hundred metres, the energy used on them and a load unit have equal weight. */
function weighted(violation: Violation): number {
  switch (violation.code) {
    case 'max_distance':
      return violation.amount / 100
    case 'battery':
      return violation.amount / 20
    case 'capacity':
    case 'max_services':
    case 'reload':
      return violation.amount * 10
    case 'apart':
    case 'after':
    case 'unreachable':
    case 'pickup_order':
    case 'pickup_unassigned':
      return 1e6
    default:
      return violation.amount / 60
  }
}

const hopeless = new Set<ViolationCode>(['no_location', 'skill_missing', 'zone', 'vehicle_forbidden', 'pin'])

function severity(obstacle: Obstacle): number {
  if (obstacle.rule === null) return -1
  if (hopeless.has(obstacle.rule)) return 1e9
  if (obstacle.rule === 'cluster' || obstacle.rule === 'pickup_unassigned') return 1e8
  return weighted({ code: obstacle.rule, vehicle: 0, stop: null, amount: obstacle.amount })
}

function remedyFor(problem: Problem, rule: ViolationCode | null, amount: number, stop: number): string {
  const minutes = `${Math.max(1, Math.ceil(amount / 60))} min`
  const wish = problem.stops[stop]!
  switch (rule) {
    case null:
      return 'would fit'
    case 'time_window':
      return `would fit if the time windows allowed ${minutes} more`
    case 'shift':
      return `would fit if the shift ended ${minutes} later`
    case 'max_time':
      return `would fit if the route might last ${minutes} longer`
    case 'max_ride':
      return `would fit if the ride might last ${minutes} longer`
    case 'max_wait':
      return `would fit if a wait of ${minutes} more were allowed`
    case 'break':
      return 'would fit if the break could be moved'
    case 'release':
      return `would fit if it were released ${minutes} earlier`
    case 'driving_time':
    case 'work_time':
      return `would fit if ${minutes} more might be ${rule === 'work_time' ? 'worked' : 'driven'}`
    case 'max_distance':
      return `would fit if the route might be ${Math.ceil(amount / 100) / 10} km longer`
    case 'battery':
      return `would fit with ${Math.ceil(amount / 100) / 10} kWh more in the battery`
    case 'capacity':
      return `would fit with ${amount} more capacity`
    case 'max_services':
      return `would fit if ${amount} more ${amount === 1 ? 'stop' : 'stops'} were allowed`
    case 'skill_missing':
      return `needs a vehicle with the skills ${wish.skills?.join(', ')}`
    case 'zone':
      return `needs a vehicle that serves ${wish.zones?.join(' or ')}`
    case 'no_location':
      return 'needs a location'
    case 'unreachable':
      return 'no way leads there'
    case 'cluster':
      return 'the rest of its cluster rides on another route'
    case 'pickup_unassigned':
    case 'pickup_order':
      return 'its pickup is not on this route'
    case 'pin':
      return 'the route is locked'
    default:
      return 'this vehicle may not take it'
  }
}

/** Reasons of an unassigned stop: the rule of the nearest vehicle first, then any others. */
export function listReasons(
  problem: Problem,
  solution: Solution,
  stop: number,
  mostVehicles = Number.POSITIVE_INFINITY,
): UnassignedReason[] {
  if (problem.stops[stop]!.location === null) return ['no_location']
  const model = getModel(problem)
  const evaluator = getEvaluator(model)
  const find = (route: Route): Obstacle =>
    findObstacle(problem, model, evaluator, solution, route, stop, placesForReasons)
  // When its pickup is on a route, no other route can take the stop.
  const { pickup } = problem.stops[stop]!
  const holder = pickup === undefined ? undefined : solution.routes.find((route) => route.stops.includes(pickup))
  const hasRules = (vehicle: number): boolean => problem.vehicles[vehicle]!.drivingRules !== undefined
  if (holder) return [reasonFor(find(holder).rule, hasRules(holder.vehicle))]
  const obstacles: Obstacle[] = []
  for (const route of listWorthLooking(model, solution, stop, mostVehicles)) {
    const found = find(route)
    if (found.rule === null) return [isOwedDelivery(model, stop) ? 'delivery_unassigned' : 'cheaper_to_drop']
    obstacles.push(found)
  }
  if (obstacles.length === 0) return ['no_vehicle_available']
  obstacles.sort((a, b) => severity(a) - severity(b) || a.addedCost - b.addedCost || a.vehicle - b.vehicle)
  const reasons = new Set<UnassignedReason>()
  for (const { rule, vehicle } of obstacles) reasons.add(reasonFor(rule, hasRules(vehicle)))
  // Drop codes that add nothing to a more specific one.
  if (reasons.size > 1) reasons.delete('no_vehicle_available')
  return [...reasons].slice(0, 3)
}

/** Whether the stop is a pickup, which is served only with its deliveries. */
function isOwedDelivery({ shipmentFrom }: Model, stop: number): boolean {
  return shipmentFrom[stop + 1]! > shipmentFrom[stop]!
}

/** Reason for a binding rule. `hasRules`: the vehicle has driving rules, so a break that does not fit is one of theirs. */
function reasonFor(rule: ViolationCode | null, hasRules: boolean): UnassignedReason {
  switch (rule) {
    case null:
      return 'cheaper_to_drop'
    case 'break':
      return hasRules ? 'driving_hours' : 'time_window'
    case 'after':
    case 'shift':
    case 'max_wait':
    case 'release':
      return 'time_window'
    case 'max_ride':
      return 'max_time'
    case 'driving_time':
    case 'work_time':
      return 'driving_hours'
    case 'reload':
      return 'capacity'
    case 'pickup_order':
      return 'pickup_unassigned'
    case 'vehicle_forbidden':
    case 'pin':
    case 'min_time':
    case 'min_distance':
      return 'no_vehicle_available'
    default:
      return rule
  }
}
