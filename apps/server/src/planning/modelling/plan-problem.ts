// Maps rows of a plan to the optimizer's problem: the one mapping for whole plans, live days and manual sequences alike.
import {
  type DrivingRules,
  type EarlierRoute,
  getRequiredPenalty,
  type Problem,
  type ProblemOptions,
  type Stop,
  type Vehicle,
  type VehicleCost,
} from '@routewright/solver'
import { listIds } from '../../data/records.ts'
import type { RouteRow } from '../../data/route-table.ts'
import type { StopRow } from '../../data/stop-table.ts'
import type { TravelMatrix, TravelPoint, VehicleClass } from '../../geography/travel/travel.ts'
import { profileByHour } from './by-hour.ts'
import { getBattery } from './charging/battery.ts'
import { chargingBehind, placeOfCharging } from './charging/charged-so-far.ts'
import { type ChargingBookings, type PlannedPlace, placesToCharge } from './charging/charging.ts'
import { hasPrice, problemOptions, routeCosts, typicalLegSeconds } from './costs.ts'
import { costWithLoading, findDepotBounds, shiftAtDepots } from './depots.ts'
import { getKinds, listServed } from './kinds.ts'
import { endOfRunningBreak, recordSoFar } from './law/driven-so-far.ts'
import { earlierRoute } from './law/driver-work.ts'
import { type Behind, findDrivingRules, findLaw } from './law/driving-rules.ts'
import { type LinkRefusal, resolveLinks, type StopLinks } from './links.ts'
import { getLiveState, isClockUsable } from './live-state.ts'
import { LoadScale } from './loads.ts'
import { keyOfHours } from './pace/break-room.ts'
import { factorOfRoute, workOfRoute } from './pace/pace-of-route.ts'
import { findDestination, findPlace, hasPlace, Places } from './places.ts'
import { isClockBreakTaken } from './route-breaks.ts'
import { asDriven, type BehindRoute, byTurn, type DriversOfDay, findEarlierWork, getDriver } from './route-drivers.ts'
import type { PlanSettings } from './settings.ts'
import { getTravelClass } from './travel-class.ts'
import { withinWeek } from './within-week.ts'
import { listZonesAt, type ZoneShape } from './zones.ts'

/** A route with its stops in driving order, executed ones included. */
export interface RouteWithStops {
  route: RouteRow
  /** Date of the route, where it differs from that of the settings. */
  date?: string
  stops: readonly StopRow[]
  /** The driver's work that day and before; looked up in the picture's drivers where absent. */
  behind?: BehindRoute | undefined
}

/** Fixed parts: only started work, also the assignment, or (manual sequences) also the sequence. */
export type Freedom = 'rebuild' | 'keep_assignment' | 'keep_order'

export interface PlanPicture {
  settings: PlanSettings
  /** Enabled zones of the project; empty: zones play no part. */
  zones: readonly ZoneShape[]
  /** Seconds of the plan's day on the project's clock. */
  nowSeconds: number
  /** A route of the plan is under way. */
  isLive: boolean
  routes: readonly RouteWithStops[]
  /** Pending stops of the plan on no route. */
  unassigned: readonly StopRow[]
  /** Stops whose packages make them carry goods even without weight or volume. */
  withPackages: ReadonlySet<string>
  freedom: Freedom
  /** Drivers of that day; without it, no particular person drives. */
  drivers?: DriversOfDay | undefined
  /** Stops that a dispatcher pinned to their route, or to their place and so together with everything before it. */
  pins?: ReadonlyMap<string, 'route' | 'place'>
  /** Stops whose windows were promised: they are never dropped for their cost, and never late. */
  promised?: ReadonlySet<string>
  /** Routes of one driver are planned one after the other (`together.ts`), so open ones do not affect each other yet. */
  isOneByOne?: boolean
  /** Charging of the day's routes; routes of the problem do not count. */
  booked?: ChargingBookings
  /** The same by date, for routes of several days. */
  bookedOn?: ReadonlyMap<string, ChargingBookings>
  /** True when costs are money because a route outside the picture has prices. */
  isPriced?: boolean
  /** Variation of the work at a stop from day to day, by stop id, where something was learned. */
  stopSpreads?: ReadonlyMap<string, number>
}

/** A problem without its travel matrices, and the meaning of its indices. */
export interface PlanProblem {
  points: readonly TravelPoint[]
  stops: readonly Stop[]
  vehicles: readonly Vehicle[]
  /** The distinct ways of travelling of the vehicles, at least one: `profile` of a vehicle is an index into this list. */
  ways: readonly VehicleClass[]
  /** Row of stop index s. */
  stopRows: readonly StopRow[]
  /** Route of vehicle index v. */
  routeRows: readonly RouteRow[]
  /** Stops that the optimizer may not place, because it cannot move the stops they are linked to. */
  refused: ReadonlyMap<string, LinkRefusal>
  /** Pending stops without coordinates that stay on their route, by route id. */
  carried: ReadonlyMap<string, readonly StopRow[]>
  /** Traffic of the planned day; undefined where times do not depend on the hour. */
  traffic: PlanSettings['traffic']
  /** Places where vehicles may charge on the way; empty where no vehicle has a battery. */
  charging: readonly PlannedPlace[]
  /** Stop indices whose windows were promised. */
  promised: ReadonlySet<number>
  /** Drivers under a law who have several of the routes; empty unless these are planned one by one. */
  shared: readonly SharedDriver[]
  options: (matrix: TravelMatrix, settings?: PlanSettings) => ProblemOptions
}

/** Vehicles of one driver, in the order of the driver's day. */
export interface SharedDriver {
  vehicles: readonly number[]
  /** Returns the rules of a vehicle after the others; undefined where no law applies. */
  rulesBehind(vehicle: number, others: readonly EarlierRoute[]): DrivingRules | undefined
}

/** Maps the picture to a problem; locked and finished routes are left out and stay as they are. */
export function createPlanProblem(picture: PlanPicture): PlanProblem {
  const { settings, freedom } = picture
  const open = picture.routes.filter(({ route }) => isOpen(route) || freedom === 'keep_order')
  const places = new Places()
  const { stopRows, carried } = listOpenStops(picture, open)
  const links = resolveLinks(picture, open, stopRows)
  const placed = stopRows.filter((row) => !links.refused.has(row.id))
  const indexOf = new Map(placed.map((row, index) => [row.id, index]))
  const routeRows = open.map(({ route }) => route)
  const driven = withDrivers(open, picture)
  const scale = new LoadScale(placed, routeRows)
  const drivenRows = driven.map(({ route }) => route)
  const costs = routeCosts(drivenRows, settings)
  const ways = listWays(routeRows, settings)
  const vehicles = driven.map((entry, v): Vehicle => {
    const located = entry.stops.filter((stop) => stop.status === 'pending' && hasPlace(stop))
    const pending = located.flatMap((stop) => indexOf.get(stop.id) ?? [])
    return {
      ...solverVehicle(entry, picture, costs[v]!, scale, places),
      ...(ways.of[v]! > 0 && { profile: ways.of[v] }),
      ...getPins(entry.route, pending, picture, (stop) => placed[stop]!.id),
    }
  })
  const started = vehicles.flatMap((_, v) => (open[v]!.route.status === 'in_transit' ? [v] : []))
  const stops = placed.map((row): Stop => {
    const link = links.of(row.id)
    const own = open.findIndex(({ route }) => route.id === row.route_id)
    return {
      ...solverStop(row, picture, scale, places),
      ...linkFields(link, indexOf),
      ...vehicleFields(row, link, open, started, own, picture),
    }
  })
  return {
    charging: vehicles.some(({ battery }) => battery) ? listChargingPlaces(picture, driven, places) : [],
    points: places.points,
    stops,
    vehicles,
    ways: ways.list,
    stopRows: placed,
    routeRows,
    refused: links.refused,
    carried,
    traffic: settings.traffic,
    promised: new Set(placed.flatMap((row, index) => (picture.promised?.has(row.id) ? index : []))),
    shared: picture.isOneByOne ? sharedDrivers(driven, picture) : [],
    options: (matrix, own = settings) => problemOptions(own, costs, typicalLegSeconds(matrix, places.points.length)),
  }
}

/**
 * Returns the project's charging places with the capacity that other routes leave; for several days, those of each day for its
 * own vehicles.
 */
function listChargingPlaces(
  { settings, booked, bookedOn, isPriced }: PlanPicture,
  driven: readonly RouteWithStops[],
  places: Places,
): PlannedPlace[] {
  const own = new Set(driven.map(({ route }) => route.id))
  const hasPrices = isPriced || driven.some(({ route }) => hasPrice(route))
  const days = Map.groupBy(driven.keys(), (v) => driven[v]!.date ?? settings.date)
  return [...days].flatMap(([date, vehicles]) => {
    const ofDay = (date !== undefined && bookedOn?.get(date)) || booked || []
    const taken = [...ofDay].flatMap(([routeId, bookings]) => (own.has(routeId) ? [] : bookings))
    const planned = placesToCharge(settings.chargingPlaces, date, taken, hasPrices, places)
    return days.size === 1 ? planned : planned.map((place) => ({ ...place, place: { ...place.place, vehicles } }))
  })
}

/** Applies its driver to each route, and adds the driver's earlier work. */
function withDrivers(open: readonly RouteWithStops[], { drivers, isOneByOne }: PlanPicture): RouteWithStops[] {
  const openIds = new Set(isOneByOne ? listIds(open.map(({ route }) => route)) : [])
  return open.map((entry) => {
    const behind = entry.behind ?? findEarlierWork(entry.route, drivers)
    const earlier = behind?.earlier.filter(({ id }) => !openIds.has(id)) ?? []
    return { ...entry, route: asDriven(entry.route, drivers), behind: behind && { ...behind, earlier } }
  })
}

/** Returns the stops that the optimizer may move, and by route those without coordinates, which stay. */
function listOpenStops({ freedom, unassigned }: PlanPicture, open: readonly RouteWithStops[]) {
  const stopRows: StopRow[] = []
  const carried = new Map<string, StopRow[]>()
  for (const { route, stops } of open) {
    const pending = stops.filter((stop) => stop.status === 'pending')
    const isKept = freedom !== 'rebuild' || route.status === 'in_transit'
    const withoutPlace = pending.filter((stop) => !hasPlace(stop))
    if (isKept && withoutPlace.length > 0) carried.set(route.id, withoutPlace)
    stopRows.push(...(isKept ? pending.filter(hasPlace) : pending))
  }
  stopRows.push(...unassigned)
  // Sorted by id, whatever the present assignment, so that equal plans give equal results.
  if (freedom !== 'keep_order') stopRows.sort((a, b) => (a.id < b.id ? -1 : 1))
  return { stopRows, carried }
}

function solverVehicle(one: RouteWithStops, picture: PlanPicture, cost: VehicleCost, scale: LoadScale, places: Places) {
  const { route, stops } = one
  const live = getLiveState(one, picture)
  const atDepots = findDepots(one, picture)
  const loading = atDepots?.loadingSeconds ?? 0
  const lawful = lawfulFields(one, picture, live.departureSeconds)
  const charged = chargingBehind(one, picture)
  return {
    startLocation: places.indexOf(placeOfCharging(one, charged) ?? live.start),
    endLocation: places.indexOf(findPlace(route.end_location)),
    speedFactor: picture.settings.travelFactor * factorOfRoute(route, picture.drivers, picture.settings.drivingPaces),
    ...workOfRoute(route, picture.drivers, picture.settings.paces),
    shift: shiftAtDepots(live.shift, atDepots, live.departureSeconds),
    departureSeconds: live.departureSeconds,
    capacity: scale.capacityOf(route),
    aboard: scale.aboardOf(stops),
    skills: route.provides,
    zones: route.geo_fences,
    servedBefore: listServed(stops),
    maxSeconds: route.max_time ?? undefined,
    minSeconds: route.min_time ?? undefined,
    maxMeters: findFloor(route.max_distance),
    minMeters: findFloor(route.min_distance),
    maxServices: route.max_services ?? undefined,
    // Loading is work before the first leg: it is paid, and counts against the longest working time.
    spent: loading > 0 ? { seconds: loading } : live.spent,
    cost: costWithLoading(cost, loading),
    breaks: findBreaks(route, picture.settings, lawful.drivingRules !== undefined),
    ...getBattery(one, scale.unitsOfKilogram, live.spent?.meters, charged),
    ...lawful,
  } satisfies Partial<Vehicle>
}

/**
 * Rules of the law that applies to the driver, with the work already done; a break under way is finished first. Empty where no
 * law applies.
 */
function lawfulFields(
  one: RouteWithStops,
  picture: PlanPicture,
  departure: number | undefined,
  others: readonly EarlierRoute[] = [],
): Pick<Vehicle, 'drivingRules' | 'departureSeconds'> {
  const { route } = one
  const { settings, nowSeconds } = picture
  if (!findLaw(route, settings)) return {}
  const date = one.date ?? settings.date
  const loading = findDepots(one, picture)?.loadingSeconds ?? 0
  if (departure === undefined || date === undefined) {
    const record = loading > 0 ? [{ kind: 'work' as const, seconds: loading }] : []
    const opensSeconds = route.time_window?.[0] ?? 0
    const behind = { ...dayBehind(one, others), record, isUnderWay: false, opensSeconds }
    return { drivingRules: findDrivingRules(route, settings, date, behind) }
  }
  const hasClock = isClockUsable(nowSeconds)
  const running = hasClock ? endOfRunningBreak(route, settings.timeZone, date) : undefined
  const departureSeconds = Math.max(departure, running ?? departure)
  const record = recordSoFar(one, settings, date, { untilSeconds: departureSeconds, hasClock })
  const opensSeconds = departureSeconds - record.reduce((sum, { seconds }) => sum + seconds, 0)
  const behind = { ...dayBehind(one, others), record, isUnderWay: true, opensSeconds }
  return { drivingRules: findDrivingRules(route, settings, date, behind), departureSeconds }
}

function dayBehind({ behind }: RouteWithStops, others: readonly EarlierRoute[]): Pick<Behind, 'earlier' | 'past'> {
  const earlier = [...(behind?.earlier.map(earlierRoute) ?? []), ...others]
  return { earlier: earlier.sort((a, b) => a.beganSeconds - b.beganSeconds), past: behind?.past ?? [] }
}

function sharedDrivers(driven: readonly RouteWithStops[], picture: PlanPicture): SharedDriver[] {
  const { drivers, settings } = picture
  if (!drivers) return []
  const lawful = [...driven.entries()].filter(([, { route }]) => findLaw(route, settings))
  const byDriver = Map.groupBy(lawful, ([, { route }]) => getDriver(route, drivers).driver?.id)
  byDriver.delete(undefined)
  const rulesBehind = (v: number, others: readonly EarlierRoute[]) => {
    const one = driven[v]!
    return lawfulFields(one, picture, getLiveState(one, picture).departureSeconds, others).drivingRules
  }
  return [...byDriver.values()]
    .filter((routes) => routes.length > 1)
    .map((routes) => {
      const inTurn = routes.toSorted(([, a], [, b]) => byTurn(a.route, b.route))
      return { vehicles: inTurn.map(([v]) => v), rulesBehind }
    })
}

function findDepots({ route, date }: RouteWithStops, { settings }: PlanPicture) {
  return findDepotBounds(route, settings.depots, date ?? settings.date)
}

/** Lists the distinct ways of travelling; vehicles that travel alike share one. */
function listWays(routes: readonly RouteRow[], settings: PlanSettings): { list: VehicleClass[]; of: number[] } {
  const places = new Map<string, number>()
  const list: VehicleClass[] = []
  const of = routes.map((route) => {
    const way = getTravelClass(route, settings)
    const key = JSON.stringify(way)
    const known = places.get(key)
    if (known !== undefined) return known
    places.set(key, list.length)
    return list.push(way) - 1
  })
  return { list: list.length > 0 ? list : [getTravelClass({ travel: null, time_window: null }, settings)], of }
}

/** Completes the problem with the travel matrix of each way of travelling; equal matrices become one profile. */
export function withTravel(planProblem: PlanProblem, matrices: readonly TravelMatrix[]): Problem {
  const { ways, traffic } = planProblem
  const different: TravelMatrix[] = []
  const profiles: Problem['profiles'] = []
  const profileOf = matrices.map((matrix, index) => {
    const known = different.findIndex(({ seconds }) => seconds === matrix.seconds)
    if (known >= 0) return known
    different.push(matrix)
    const { seconds, meters } = matrix
    return profiles.push(traffic && ways[index]!.withMixes ? profileByHour(matrix, traffic) : { seconds, meters }) - 1
  })
  const problem: Problem = {
    locationCount: planProblem.points.length,
    profiles,
    loadDimensions: LoadScale.dimensions,
    vehicles: planProblem.vehicles.map((vehicle) => ({ ...vehicle, profile: profileOf[vehicle.profile ?? 0]! })),
    stops: [...planProblem.stops],
    options: planProblem.options(matrices[0]!),
    ...(planProblem.charging.length > 0 && { chargingPlaces: planProblem.charging.map(({ place }) => place) }),
  }
  const inTime = withinWeek(problem)
  return planProblem.promised.size > 0 ? withPromises(inTime, planProblem.promised) : inTime
}

/** Number of other stops that are left out before one with a promised window is. */
const othersLeftOut = 20

/**
 * Makes leaving out a promised stop more expensive than leaving out others. Where lateness is only a cost, promised stops get
 * hard windows: lateness becomes a setting of each stop.
 */
function withPromises(problem: Problem, promised: ReadonlySet<number>): Problem {
  const { options } = problem
  const reward = othersLeftOut * getRequiredPenalty(problem)
  // A promise counts no less than the highest reward.
  const highest = Math.max(0, ...problem.stops.map(({ priority = 0 }) => priority))
  const late = options.allowLate ? { latePenaltyPerSecond: options.latePenaltyPerSecond ?? 1 } : {}
  return {
    ...problem,
    stops: problem.stops.map((stop, index) =>
      promised.has(index)
        ? { ...stop, reward: (stop.reward ?? 0) + reward, priority: Math.max(highest, stop.priority ?? 0) }
        : { ...stop, ...late },
    ),
    options: options.allowLate ? { ...options, allowLate: false } : options,
  }
}

/** Routes that an optimization may change. */
export function isOpen(route: RouteRow): boolean {
  return !route.is_locked && route.status !== 'finished'
}

function solverStop(
  row: StopRow,
  { settings, zones, promised, stopSpreads }: PlanPicture,
  scale: LoadScale,
  places: Places,
): Stop {
  const place = findPlace(row.location)
  const zoneIds = place && zones.length > 0 ? listZonesAt(place, zones) : []
  return {
    location: places.indexOf(findDestination(row)),
    serviceSeconds: row.duration ?? settings.serviceSeconds,
    anybodySeconds: row.anybody_duration ?? undefined,
    windows: joinTouching(row.time_windows),
    delivered: row.type === 'delivery' ? scale.amountsOf(row) : undefined,
    collected: row.type === 'pickup' ? scale.collectedOf(row) : undefined,
    skills: row.requires,
    ...getKinds(row),
    zones: zoneIds.length > 0 ? zoneIds : undefined,
    serviceSpread: stopSpreads?.get(row.id),
    ...computeWorth(row, promised?.has(row.id) ? undefined : settings.dropPenalty),
  }
}

/**
 * Returns the value of serving a stop: its reward as money where stops may be left out at a price; where all are to be served,
 * higher rewards go first.
 */
function computeWorth(
  { reward }: StopRow,
  dropPenalty: number | undefined,
): Pick<Stop, 'reward' | 'priority' | 'dropPenalty'> {
  return dropPenalty === undefined ? { priority: Math.max(0, reward ?? 0) } : { reward: reward ?? 0, dropPenalty }
}

function linkFields(link: StopLinks, indexOf: ReadonlyMap<string, number>): Partial<Stop> {
  return {
    pickup: link.pickupId === undefined ? undefined : indexOf.get(link.pickupId),
    cluster: link.cluster,
    maxRideSeconds: link.maxRideSeconds,
  }
}

/** Restricts the vehicles of a stop: goods that are not aboard cannot join a vehicle that has left, and goods aboard stay with theirs. */
function vehicleFields(
  row: StopRow,
  link: StopLinks,
  open: readonly RouteWithStops[],
  started: readonly number[],
  own: number,
  picture: PlanPicture,
): Partial<Stop> {
  if (link.onlyRouteId !== undefined) {
    return { allowedVehicles: [open.findIndex(({ route }) => route.id === link.onlyRouteId)] }
  }
  const carriesGoods =
    row.type === 'delivery' &&
    link.pickupId === undefined &&
    ((row.weight ?? 0) > 0 || (row.volume ?? 0) > 0 || picture.withPackages.has(row.id))
  if (!carriesGoods) return {}
  const forbidden = started.filter((v) => v !== own)
  return forbidden.length > 0 ? { forbiddenVehicles: forbidden } : {}
}

/** Pins stops of a route in transit: the driver is on the way to the first one, and the goods of the others are aboard. */
function getPins(
  route: RouteRow,
  pending: readonly number[],
  { freedom, pins }: PlanPicture,
  idOf: (stop: number) => string,
): Partial<Vehicle> {
  if (freedom === 'keep_order') return { pinnedPrefix: pending }
  const lastPlaced = pins ? pending.findLastIndex((stop) => pins.get(idOf(stop)) === 'place') : -1
  const prefix = Math.max(lastPlaced + 1, route.status === 'in_transit' ? 1 : 0)
  const staysWhole = route.status === 'in_transit' || freedom === 'keep_assignment'
  const others = pending.slice(prefix)
  const pinned = staysWhole ? others : others.filter((stop) => pins?.has(idOf(stop)))
  return {
    ...(prefix > 0 ? { pinnedPrefix: pending.slice(0, prefix) } : {}),
    ...(pinned.length > 0 ? { pinned } : {}),
  }
}

/** Returns the breaks by the clock. Slack leaves room for these alone, because the times of breaks required by law are not known yet. */
function findBreaks(route: RouteRow, { slack, breakRoom }: PlanSettings, isLawful: boolean): Vehicle['breaks'] {
  const pause = route.vehicle?.break
  if (!pause || pause.duration <= 0 || isClockBreakTaken(route)) return undefined
  const takenShares = slack > 0 && !isLawful ? breakRoom.get(keyOfHours(pause)) : undefined
  return [
    {
      earliestSeconds: pause.start,
      latestSeconds: pause.end,
      durationSeconds: pause.duration,
      ...(takenShares && { takenShares }),
    },
  ]
}

/** Joins touching windows: the interface allows them, the optimizer needs gaps. */
function joinTouching(windows: StopRow['time_windows']): Stop['windows'] {
  const joined: [number, number][] = []
  for (const [start, end] of windows) {
    const last = joined.at(-1)
    if (last && start <= last[1]) last[1] = Math.max(last[1], end)
    else joined.push([start, end])
  }
  return joined.length > 0 ? joined : undefined
}

function findFloor(meters: number | null): number | undefined {
  return meters === null ? undefined : Math.floor(meters)
}
