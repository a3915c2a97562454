// Where one more stop fits into a day at least cost, for many wishes at once: bounds choose the places, the optimizer's own evaluation decides.
import { setImmediate } from 'node:timers/promises'
import {
  evaluate,
  getServiceSeconds,
  type Problem,
  type Route,
  type Violation,
  type ViolationCode,
} from '@routewright/solver'
import type { StopRow } from '../../../data/stop-table.ts'
import { pointKey } from '../../../geography/travel/leg-source.ts'
import type { TravelPoint, VehicleClass } from '../../../geography/travel/travel.ts'
import { workOfRoute } from '../../../planning/modelling/pace/pace-of-route.ts'
import { findPlace } from '../../../planning/modelling/places.ts'
import { listZonesAt } from '../../../planning/modelling/zones.ts'
import { type Day, type DayRoute, getProblem, listIndices, ownLegs, quickest, withLegs } from './day-routes.ts'
import type { Leg, LegsOfPlace } from './legs.ts'

/** The same stop with one wish each: the windows in which it may begin. Its place and what it needs are those of all. */
export interface Asked {
  place: TravelPoint
  /** Differ in `time_windows` alone, and in their ids. */
  wishes: readonly StopRow[]
  legsOf(way: VehicleClass): LegsOfPlace
}

export interface Modelled {
  problem: Problem
  /** Stop ids by index in the problem. */
  stopIds: readonly string[]
  /** The route without the stop, as stops in the order of driving; equal ones are the same list. */
  before: readonly number[]
  after: Route
  /** Index of the stop that joins. */
  stop: number
}

export interface Insertion {
  route: DayRoute
  /** Among the pending stops of the route. */
  position: number
  /** In the unit of the day's costs. */
  addedCost: number
  /** Loading among them where the vehicle had nothing to do before. */
  addedSeconds: number
  addedMeters: number
  /** Metres among the added ones that are straight lines; below 0 where it takes one away. */
  straightMeters: number
  /** When the service would begin, seconds of the day. */
  beginsSeconds: number
  /** How full the vehicle is at its fullest with the stop, 0 to 1 of its weight and of its volume. */
  fullest: readonly number[]
  /** The route without and with the stop, as the optimizer sees them. */
  modelled: Modelled
}

/** Why a wish cannot be met: what keeps the route off that comes nearest to meeting it. */
export const hindrances = [
  'no_vehicle',
  'unreachable',
  'skill_missing',
  'zone',
  'max_services',
  'capacity',
  'time_window',
  'max_distance',
  'max_time',
  'other_rule',
] as const
export type Hindrance = (typeof hindrances)[number]

export type Found = { insertion: Insertion } | { hindrance: Hindrance }

/** One place on one route that the bounds allow for one wish. */
interface Candidate {
  route: DayRoute
  position: number
  /** No schedule with the stop there adds less. */
  leastCost: number
}

/**
 * Places of one route that are looked at closely for one wish, and places in all. Where a battery lasts for, and what charging on the way takes,
 * no bound tells: of routes that charge more places are looked at.
 */
const mostOfRoute = { plain: 3, charging: 16 }
const mostTried = { plain: 24, charging: 48 }

function getGroup({ chargerLegs }: DayRoute): keyof typeof mostTried {
  return chargerLegs ? 'charging' : 'plain'
}

/** The cheapest place for each wish that breaks no rule which holds now, in the order of the wishes. */
export async function findInsertions(day: Day, asked: Asked): Promise<Found[]> {
  const farthest = asked.wishes.map((): Hindrance => 'no_vehicle')
  const note = (wish: number, hindrance: Hindrance) => {
    if (hindrances.indexOf(hindrance) > hindrances.indexOf(farthest[wish]!)) farthest[wish] = hindrance
  }
  const candidates = asked.wishes.map((): Candidate[] => [])
  for (const route of differentRoutes(day)) {
    const barrier = findBarrier(day, route, asked)
    if (barrier) for (const wish of asked.wishes.keys()) note(wish, barrier)
    else listCandidates(day, route, asked, candidates, note)
  }
  const trials = new Map<DayRoute, Trial>()
  const found: Found[] = []
  for (const [wish, places] of candidates.entries()) {
    const insertion = chooseCheapest(day, asked, wish, places, trials, note)
    found.push(insertion ? { insertion } : { hindrance: farthest[wish]! })
  }
  await setImmediate()
  return found
}

/** Returns distinct routes: of empty vans that would do the same, only the first. */
function differentRoutes(day: Day): DayRoute[] {
  const seen = new Set<string>()
  return day.routes.filter(({ kind }) => {
    if (kind === undefined) return true
    if (seen.has(kind)) return false
    seen.add(kind)
    return true
  })
}

/** Returns the rule that keeps the stop off the route at any hour. */
function findBarrier(
  { context }: Day,
  { driven, pending, one }: DayRoute,
  { place, wishes }: Asked,
): Hindrance | undefined {
  const stop = wishes[0]!
  if (stop.requires.some((skill) => !driven.provides.includes(skill))) return 'skill_missing'
  const zones = listZonesAt(place, context.zones)
  if (zones.length > 0 && !zones.some((zone) => driven.geo_fences.includes(zone))) return 'zone'
  if (driven.max_services !== null && one.stops.length >= driven.max_services) return 'max_services'
  const computeSum = (field: 'weight' | 'volume') =>
    pending.reduce((sum, other) => {
      const isAlike = other.type === stop.type && other.pickup_id === null
      return isAlike ? sum + (other[field] ?? 0) : sum
    }, stop[field] ?? 0)
  // Deliveries are aboard together at the start, and pickups at the end; with tied ones between them only the optimizer can tell.
  const isTied = stop.type === 'visit' || pending.some((other) => other.pickup_id !== null)
  if (!isTied && computeSum('weight') > (driven.max_weight ?? Number.POSITIVE_INFINITY) + 1e-6) return 'capacity'
  if (!isTied && computeSum('volume') > (driven.max_volume ?? Number.POSITIVE_INFINITY) + 1e-6) return 'capacity'
  return undefined
}

/** Adds the places on the route that the bounds allow, for each wish the cheapest. */
function listCandidates(
  day: Day,
  route: DayRoute,
  asked: Asked,
  candidates: Candidate[][],
  note: (wish: number, hindrance: Hindrance) => void,
): void {
  const { to, from } = asked.legsOf(route.way)
  const { drivers, settings } = day.context
  const { duration, anybody_duration } = asked.wishes[0]!
  const service = getServiceSeconds(
    { serviceSeconds: duration ?? settings.serviceSeconds, anybodySeconds: anybody_duration ?? undefined },
    workOfRoute(route.driven, drivers, settings.paces),
  )
  const own: Candidate[][] = asked.wishes.map(() => [])
  const chargers = chargersOnWay(route)
  let isReached = false
  for (let position = route.fixed; position <= route.pending.length; position++) {
    const [before, behind] = [route.keys[position], route.keys[position + 1]]
    const legIn = before === undefined ? undefined : to.get(before)
    const legOut = behind === undefined ? undefined : from.get(behind)
    if ((legIn && legIn.seconds < 0) || (legOut && legOut.seconds < 0)) continue
    isReached = true
    const leastCost = Math.min(
      getLeastCost(route, position, legIn, legOut),
      leastBesideChargers(route, position, { to, from }, chargers),
    )
    const arrival = route.earliest[position]! + quickest(day, legIn)
    const mustEnd = route.latest[position + 1]! - quickest(day, legOut)
    for (const [wish, { time_windows }] of asked.wishes.entries()) {
      if (isInTime(time_windows, arrival, service, mustEnd)) keepCheapest(own[wish]!, { route, position, leastCost })
    }
  }
  for (const [wish, list] of own.entries()) {
    if (!isReached) note(wish, 'unreachable')
    else if (list.length === 0) note(wish, 'time_window')
    candidates[wish]!.push(...list)
  }
}

function isInTime(windows: StopRow['time_windows'], arrival: number, service: number, mustEnd: number): boolean {
  if (windows.length === 0) return arrival + service <= mustEnd
  return windows.some(([opens, closes]) => {
    const begins = Math.max(arrival, opens)
    return begins <= closes && begins + service <= mustEnd
  })
}

function keepCheapest(list: Candidate[], candidate: Candidate): void {
  const at = list.findIndex((other) => other.leastCost > candidate.leastCost)
  list.splice(at < 0 ? list.length : at, 0, candidate)
  if (list.length > mostOfRoute[getGroup(candidate.route)]) list.pop()
}

/** Driving and metres alone: whether the day also gets longer depends on waits that only a schedule knows. */
function getLeastCost(route: DayRoute, position: number, legIn: Leg | undefined, legOut: Leg | undefined): number {
  return costOfDetour(route, legIn, legOut, route.pending.length === 0 ? undefined : route.legs[position])
}

function costOfDetour(route: DayRoute, legIn?: Leg, legOut?: Leg, legNow?: Leg): number {
  const added = (field: 'seconds' | 'meters') =>
    Math.max(0, legIn?.[field] ?? 0) + Math.max(0, legOut?.[field] ?? 0) - Math.max(0, legNow?.[field] ?? 0)
  const { perTravelSecond = 0, perMeter = 0, perStop = 0, perSecond = 0, fixed = 0, toll = 0 } = route.cost
  const opening = route.pending.length === 0 ? fixed + toll + added('seconds') * perSecond : 0
  return added('seconds') * perTravelSecond + added('meters') * perMeter + perStop + opening
}

/** Keys of the places where it may charge, if it does. */
function chargersOnWay({ now, charging }: DayRoute): string[] {
  if (!now.steps.some(({ kind }) => kind === 'charge')) return []
  return charging.map(({ rules }) => pointKey(findPlace(rules.location)!))
}

/** Lower bound of the cost next to a charging place, before or after it; which place that is may change. */
function leastBesideChargers(
  route: DayRoute,
  position: number,
  { to, from }: LegsOfPlace,
  chargers: readonly string[],
) {
  const [before, behind] = [route.keys[position] ?? '', route.keys[position + 1] ?? '']
  const [legIn, legOut] = [to.get(before), from.get(behind)]
  const ways = chargers.flatMap((charger): (Leg | undefined)[][] => [
    [legIn, from.get(charger), route.chargerLegs?.get(before)?.from.get(charger)],
    [to.get(charger), legOut, route.chargerLegs?.get(behind)?.to.get(charger)],
  ])
  const passable = ways.filter((legs) => legs.every((leg) => !leg || leg.seconds >= 0))
  return Math.min(...passable.map(([legTo, legFrom, legNow]) => costOfDetour(route, legTo, legFrom, legNow)))
}

/** A route with all alternatives as a problem for the optimizer's evaluation; unchanged, it was evaluated with the day. */
interface Trial {
  problem: Problem
  stopIds: readonly string[]
  order: readonly number[]
  /** Index in the problem by wish; undefined for one that it refuses. */
  wishes: readonly (number | undefined)[]
}

/** The best of the candidates that breaks no rule; cheapest first, until no other can be cheaper. */
function chooseCheapest(
  day: Day,
  asked: Asked,
  wish: number,
  candidates: readonly Candidate[],
  trials: Map<DayRoute, Trial>,
  note: (wish: number, hindrance: Hindrance) => void,
): Insertion | undefined {
  let best: Insertion | undefined
  const tried = { plain: 0, charging: 0 }
  for (const candidate of candidates.toSorted((a, b) => a.leastCost - b.leastCost)) {
    const { route, position, leastCost } = candidate
    // Without an optimal charging plan (battery empty, or cheaper with one more stop) no bound holds.
    const isBound =
      route.chargerLegs === undefined || (route.now.violations.length === 0 && (best?.addedCost ?? 0) >= 0)
    if (best && best.addedCost <= leastCost && isBound) continue
    const group = getGroup(route)
    if (tried[group] >= mostTried[group]) continue
    tried[group] += 1
    const trial = trials.get(route) ?? createTrial(day, route, asked)
    trials.set(route, trial)
    const index = trial.wishes[wish]
    if (index === undefined) continue
    const order = [...trial.order]
    order.splice(position, 0, index)
    const after = evaluate(trial.problem, 0, order)
    const broken = newlyBroken(route, after, trial.stopIds)
    if (broken) note(wish, getHindrance(broken))
    else if (!best || after.totalCost - route.now.totalCost < best.addedCost)
      best = getInsertion(candidate, trial, after, index, asked.legsOf(route.way))
  }
  return best
}

function createTrial(day: Day, route: DayRoute, asked: Asked): Trial {
  const planProblem = getProblem(day.context, route.one, asked.wishes)
  const { to, from } = asked.legsOf(route.way)
  const keys = planProblem.points.map(pointKey)
  const place = keys.indexOf(pointKey(asked.place))
  const joining = function* () {
    yield* ownLegs(planProblem, route)
    for (const [index, key] of keys.entries()) {
      if (index === place) continue
      const [legIn, legOut] = [to.get(key), from.get(key)]
      if (legIn) yield [index, place, legIn] as const
      if (legOut) yield [place, index, legOut] as const
    }
  }
  const problem = withLegs(planProblem, route.cost, joining())
  const order = listIndices(planProblem, route.pending)
  const indexOf = new Map(planProblem.stopRows.map((row, index) => [row.id, index]))
  const wishes = asked.wishes.map(({ id }) => indexOf.get(id))
  const stopIds = planProblem.stopRows.map(({ id }) => id)
  return { problem, stopIds, order, wishes }
}

/**
 * A rule that is broken with the stop and was not before, or was less: being late or waiting by each stop. Being later than promised is one, also where
 * lateness only costs.
 */
function newlyBroken(
  { now, stopIds }: DayRoute,
  after: Route,
  stopIdsThen: readonly string[],
): ViolationCode | undefined {
  const isOld = ({ code, amount, stop }: Violation) => {
    const isSame = (old: Violation) => old.code === code && old.amount >= amount
    const isOf = (old: Violation) => !brokenByStop.has(code) || stopIds[old.stop!] === stopIdsThen[stop!]
    return now.violations.some((old) => isSame(old) && isOf(old))
  }
  const broken = after.violations.find((violation) => !isOld(violation) && !isMinimum(violation.code))
  return broken?.code ?? (after.lateSeconds > now.lateSeconds ? 'time_window' : undefined)
}

const brokenByStop: ReadonlySet<ViolationCode> = new Set(['time_window', 'max_wait', 'max_ride', 'apart'])

/** A route that is still too short gets nearer to what it must be. */
function isMinimum(code: ViolationCode): boolean {
  return code === 'min_time' || code === 'min_distance'
}

function getInsertion(
  { route, position }: Candidate,
  { order, problem, stopIds }: Trial,
  after: Route,
  index: number,
  legs: LegsOfPlace,
): Insertion {
  const base = route.now
  const findFullest = (capacity: number, dimension: number) =>
    Math.max(0, ...after.steps.map(({ load }) => load[dimension] ?? 0)) / Math.max(capacity, 1)
  const seconds = ({ startSeconds, endSeconds, stops }: Route) =>
    stops.length === 0 ? 0 : route.loadingSeconds + endSeconds - startSeconds
  const step = after.steps.find((step) => step.kind === 'stop' && step.stop === index)!
  return {
    route,
    position,
    addedCost: after.totalCost - base.totalCost,
    addedSeconds: seconds(after) - seconds(base),
    addedMeters: after.meters - base.meters,
    straightMeters: measureStraight(route, position, legs),
    beginsSeconds: step.startSeconds,
    fullest: (problem.vehicles[0]!.capacity ?? []).map(findFullest),
    modelled: { problem, stopIds, before: order, after, stop: index },
  }
}

/** Metres of straight lines that a stop adds at this place of the route. */
function measureStraight(route: DayRoute, position: number, { to, from }: LegsOfPlace): number {
  const [before, behind] = [route.keys[position], route.keys[position + 1]]
  const straight = (leg: Leg | undefined) => (leg?.isStraight ? leg.meters : 0)
  const now = route.pending.length === 0 ? 0 : straight(route.legs[position])
  const legIn = before === undefined ? undefined : to.get(before)
  const legOut = behind === undefined ? undefined : from.get(behind)
  return straight(legIn) + straight(legOut) - now
}

function getHindrance(code: ViolationCode): Hindrance {
  switch (code) {
    case 'shift':
    case 'max_time':
    case 'driving_time':
    case 'work_time':
      return 'max_time'
    case 'time_window':
    case 'max_wait':
    case 'break':
    case 'release':
      return 'time_window'
    case 'battery':
      return 'max_distance'
    case 'capacity':
    case 'max_services':
    case 'max_distance':
    case 'skill_missing':
    case 'zone':
    case 'unreachable':
      return code
    default:
      return 'other_rule'
  }
}
