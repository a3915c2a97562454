// A fleet whose days are played: how long ways and work really take is known here alone. Who learns sees what a service sees: the plan, and
// what drivers report of it. The same seed plays the same days.

import { MIX_SHARES } from '../../packages/roads/src/traffic/road-mix.ts'
import { createRandom, type Random } from '../../packages/roads/test/random.ts'
import type { Place, PlainWay, Streets } from './streets.ts'

/** The visible part of one stop; moments are milliseconds since 1970. */
export interface SeenStop {
  clientId: string
  type: 'delivery' | 'pickup' | 'visit'
  quantity: number
  isFirst: boolean
  place: Place
  givenSeconds: number
  /** The way here, by the map. */
  way: PlainWay
  /** Undefined where the driver did not report the arrival. */
  arrivedAt: number | undefined
  reportedAt: number
  metersAway: number
}

export interface SeenRoute {
  routeId: string
  driverId: string
  /** The planned day, YYYY-MM-DD. */
  day: string
  startedAt: number
  pause: { from: number; to: number } | undefined
  stops: SeenStop[]
}

/** True durations of a stop and the way to it, in the order of `SeenRoute.stops`. For scoring alone. */
export interface TrueStop {
  serviceSeconds: number
  travelSeconds: number
  departedAt: number
}

export interface PlayedDay {
  depot: Place
  routes: SeenRoute[]
  truth: TrueStop[][]
  /** Facts that nobody can know, for measuring the distance to the best possible: see `Oracle`. */
  oracle: Oracle
  /** Lets a driver of the fleet, by index, drive another order on this day. The same order has the same luck. */
  drive(driver: number, startedAt: number, order: readonly PlannedStop[]): DrivenStop[]
}

/** The part of the truth that an oracle knows; for the rest it takes the fleet's usual values. */
export interface OracleKnows {
  /** How slow or quick each driver is. */
  drivers: boolean
  /** Rain. */
  weather: boolean
}

/** Knows the truth but for the luck of what is still to come. Routes by index, stops by their place in the route. */
export interface Oracle {
  /** Mean duration of the work at a stop, and of the way to a stop for a driver who leaves then. */
  serviceSeconds(route: number, stop: number, knows: OracleKnows): number
  travelSeconds(route: number, stop: number, departure: number, knows: OracleKnows): number
  /** Work of a stop in the mean; by an average driver where none is named. */
  workOf(stop: PlannedStop['stop'], driver: number | undefined): number
  /** How slow or quick a driver of the fleet works, and drives, of an average one. */
  paceOf(driver: number): number
  driveOf(driver: number): number
  /**
   * Arrivals at the stops behind `last` in one way that the day can go on; `last` is -1 before the start. Milliseconds. Until `hasEaten` lunch comes when
   * it comes, but not before `departure`.
   */
  goOn(route: number, last: number, departure: number, hasEaten: boolean, luck: Random): number[]
}

/** A stop of this day in an order that somebody planned; work does not begin before `opensAt`, if there is one. */
export interface PlannedStop {
  stop: Pick<SeenStop, 'clientId' | 'quantity' | 'isFirst'>
  opensAt?: number
}

/** When its work began and ended, milliseconds. */
export interface DrivenStop {
  beganAt: number
  endedAt: number
}

export interface FleetSize {
  vans: number
  days: number
  stopsPerRoute: number
  clientsPerVan: number
}

interface Client {
  id: string
  place: Place
  type: SeenStop['type']
  givenSeconds: number
  /** Walking, lifts and floors, signing: seconds whatever is handed over. */
  fixedSeconds: number
  secondsPerUnit: number
  usualUnits: number
  isKnown: boolean
  /** The door is this many metres from where the map has it: the client has moved. */
  doorMeters: number
}

interface Driver {
  id: string
  /** On the time of work and on that of ways. */
  workFactor: number
  driveFactor: number
  /** Types all reports in the evening. */
  isLateTyper: boolean
  clients: Client[]
}

const firstDay = Date.UTC(2026, 1, 2)
const dayMilliseconds = 86_400_000
const lunchMilliseconds = 30 * 60_000
const shareOfToldArrivals = 0.85
/** Deviation of the logarithm of durations of work and ways. */
const serviceDeviation = 0.22
const driveDeviation = 0.12
/** One way in so many has a halt, of so many seconds and up to so many more. */
const [haltShare, haltLeast, haltMore] = [0.04, 240, 700]

/** How much longer roads take at hours of a workday, as nobody has told the learner. */
function rush(group: 'motorway' | 'main' | 'other', hour: number): number {
  const bump = (peak: number, width: number) => Math.exp(-(((hour - peak) / width) ** 2))
  const height = { motorway: 0.7, main: 0.9, other: 0.25 }[group]
  const base = { motorway: 1.05, main: 1.3, other: 1.15 }[group]
  return base + height * bump(8.2, 0.9) + 0.8 * height * bump(17, 1.3) + 0.15 * bump(12.5, 1)
}

/** Plays `days` workdays of the fleet. */
export function playFleet(streets: Streets, size: FleetSize, seed: number): PlayedDay[] {
  const random = createRandom(seed)
  const center = streets.place(random)
  const drivers = Array.from({ length: size.vans }, (_, at) => createDriver(streets, size, random, at))
  const depot = streets.place(random)
  const clients = new Map(drivers.flatMap((driver) => driver.clients.map((client) => [client.id, client] as const)))
  const days = listWorkdays(size.days)
  return days.map((start, at) => {
    // Rain on every fifth day or so, and a works site on one side of the town for all of them.
    const weather = random.next() < 0.2 ? 1.25 : 1
    const played = drivers.map((driver) =>
      playRoute({ streets, size, random, start, day: at, weather, depot, center }, driver),
    )
    return {
      depot,
      routes: played.map(({ route }) => route),
      truth: played.map(({ truth }) => truth),
      oracle: getOracle({ streets, size, random, start, day: at, weather, depot, center }, drivers, clients, played),
      drive: (driver, startedAt, order) => {
        const luck = createRandom(seed * 1_000_003 + at * 1_009 + driver)
        const stage = { streets, size, random: luck, start, day: at, weather, depot, center }
        return driveOrder(stage, drivers[driver]!, clients, startedAt, order)
      },
    }
  })
}

/** Rain in the mean of all days, and what a lognormal spread adds to its middle. */
const usualWeather = 1.05
const computeMean = (deviation: number) => Math.exp(deviation ** 2 / 2)

function getOracle(
  stage: Stage,
  drivers: readonly Driver[],
  clients: ReadonlyMap<string, Client>,
  played: readonly { route: SeenRoute }[],
): Oracle {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const average: Driver = {
    ...drivers[0]!,
    workFactor: mean(drivers.map(({ workFactor }) => workFactor)),
    driveFactor: mean(drivers.map(({ driveFactor }) => driveFactor)),
  }
  const getDriver = (at: number | undefined) => (at === undefined ? average : drivers[at]!)
  const listEnds = (route: number, stop: number): [Place, Place] => {
    const { stops } = played[route]!.route
    return [stop === 0 ? stage.depot : stops[stop - 1]!.place, stops[stop]!.place]
  }
  const getWork = (stop: PlannedStop['stop'], driver: number | undefined) =>
    usualSeconds(clients.get(stop.clientId)!, stop) * getDriver(driver).workFactor * computeMean(serviceDeviation)
  const haltMean = haltShare * (haltLeast + haltMore / 2)
  return {
    workOf: getWork,
    paceOf: (driver) => drivers[driver]!.workFactor / average.workFactor,
    driveOf: (driver) => drivers[driver]!.driveFactor / average.driveFactor,
    serviceSeconds: (route, stop, { drivers: isKnown }) =>
      getWork(played[route]!.route.stops[stop]!, isKnown ? route : undefined),
    travelSeconds: (route, stop, departure, { drivers: isKnown, weather }) =>
      usualDriveSeconds(
        { ...stage, weather: weather ? stage.weather : usualWeather },
        getDriver(isKnown ? route : undefined),
        played[route]!.route.stops[stop]!.way,
        listEnds(route, stop),
        departure,
      ) *
        computeMean(driveDeviation) +
      haltMean,
    goOn: (route, last, departure, hasEaten, luck) => {
      const { stops } = played[route]!.route
      const own = { ...stage, random: luck }
      let lunchAt = Number.POSITIVE_INFINITY
      if (!hasEaten)
        do lunchAt = pickLunch(own)
        while (lunchAt <= departure && departure < latestLunch(own))
      let now = last < 0 ? pickStart(own) : departure
      return stops.slice(last + 1).map((stop, at) => {
        const index = last + 1 + at
        now += 1_000 * driveSeconds(own, drivers[route]!, stop.way, listEnds(route, index), now)
        now += 1_000 * pickHalt(luck)
        const arrivedAt = now
        now += 1_000 * serveSeconds(luck, drivers[route]!, clients.get(stop.clientId)!, stop)
        if (now > lunchAt) {
          now += lunchMilliseconds
          lunchAt = Number.POSITIVE_INFINITY
        }
        return arrivedAt
      })
    },
  }
}

function driveOrder(
  stage: Stage,
  driver: Driver,
  clients: ReadonlyMap<string, Client>,
  startedAt: number,
  order: readonly PlannedStop[],
): DrivenStop[] {
  const places = [stage.depot, ...order.map(({ stop }) => clients.get(stop.clientId)!.place)]
  const ways = stage.streets.ways(places)
  const lunchAt = pickLunch(stage)
  let hasEaten = false
  let now = startedAt
  return order.map(({ stop, opensAt = 0 }, at) => {
    const way = driveSeconds(stage, driver, ways[at]!, [places[at]!, places[at + 1]!], now)
    now += (way + pickHalt(stage.random)) * 1_000
    const beganAt = Math.max(now, opensAt)
    now = beganAt + serveSeconds(stage.random, driver, clients.get(stop.clientId)!, stop) * 1_000
    const endedAt = now
    if (!hasEaten && now > lunchAt) {
      hasEaten = true
      now += lunchMilliseconds
    }
    return { beganAt, endedAt }
  })
}

function pickLunch({ start, random }: Stage): number {
  return start + (11.5 + random.next() * 1.5) * 3_600_000
}

function latestLunch({ start }: Stage): number {
  return start + 13 * 3_600_000
}

/** Drivers leave between seven and twenty to eight. */
function pickStart({ start, random }: Stage): number {
  return start + (7 * 60 + random.below(40)) * 60_000
}

/** Seconds for fuel, a telephone call, a wrong turn: the way takes longer than roads do. */
function pickHalt(random: Random): number {
  return random.next() < haltShare ? haltLeast + random.next() * haltMore : 0
}

function serveSeconds(random: Random, driver: Driver, client: Client, stop: PlannedStop['stop']): number {
  return usualSeconds(client, stop) * driver.workFactor * lognormal(random, serviceDeviation)
}

function usualSeconds({ fixedSeconds, secondsPerUnit }: Client, { quantity, isFirst }: PlannedStop['stop']): number {
  return fixedSeconds + secondsPerUnit * quantity + (isFirst ? 110 : 0)
}

function listWorkdays(count: number): number[] {
  const days: number[] = []
  for (let day = firstDay; days.length < count; day += dayMilliseconds)
    if (![0, 6].includes(new Date(day).getUTCDay())) days.push(day)
  return days
}

function createDriver(streets: Streets, size: FleetSize, random: Random, at: number): Driver {
  const home = streets.place(random)
  return {
    id: `driver-${at}`,
    workFactor: at === 3 ? 1.6 : normal(random, 1, 0.07),
    driveFactor: at === 3 ? 1.15 : normal(random, 1, 0.04),
    isLateTyper: at === 7 || at === 11,
    clients: Array.from({ length: size.clientsPerVan }, (_, client) =>
      createClient(streets, random, home, `${at}-${client}`),
    ),
  }
}

function createClient(streets: Streets, random: Random, home: Place, id: string): Client {
  const kind = random.next()
  const type = kind < 0.75 ? 'delivery' : kind < 0.9 ? 'pickup' : 'visit'
  const isBusiness = random.next() < 0.3
  const floors = isBusiness ? 0 : random.below(6)
  const hasLift = floors > 3 && random.next() < 0.6
  // Of three places, the nearest to the driver's clients is taken: routes are tours, not crossings of the town.
  const places = [0, 1, 2].map(() => streets.place(random))
  const distance = (place: Place) => Math.hypot(place.lat - home.lat, place.lng - home.lng)
  const fixedSeconds = 70 + (hasLift ? 60 : 22 * floors) + (isBusiness ? 120 : 0) + (type === 'visit' ? 500 : 0)
  // A dispatcher who knows the place says something near the truth for one client of five; all others have the project's default.
  const isGiven = random.next() < 0.2
  const usualUnits = type === 'visit' ? 0 : 1 + random.below(isBusiness ? 12 : 3)
  const secondsPerUnit = 14 + random.below(14)
  return {
    id: `client-${id}`,
    place: places.reduce((best, place) => (distance(place) < distance(best) ? place : best)),
    type,
    fixedSeconds: fixedSeconds * lognormal(random, 0.35),
    secondsPerUnit,
    usualUnits,
    givenSeconds: isGiven ? Math.round((fixedSeconds + secondsPerUnit * usualUnits) / 60) * 60 || 60 : 300,
    isKnown: random.next() < 0.8,
    doorMeters: random.next() < 0.02 ? 600 : 0,
  }
}

interface Stage {
  streets: Streets
  size: FleetSize
  random: Random
  start: number
  day: number
  weather: number
  depot: Place
  center: Place
}

function playRoute(stage: Stage, driver: Driver): { route: SeenRoute; truth: TrueStop[] } {
  const { random, start, streets, depot } = stage
  const chosen = nearestFirst(depot, pick(driver.clients, stage.size.stopsPerRoute, random))
  const ways = streets.ways([depot, ...chosen.map(({ place }) => place)])
  const startedAt = pickStart(stage)
  const lunchAt = pickLunch(stage)
  const stops: SeenStop[] = []
  const truth: TrueStop[] = []
  let pause: SeenRoute['pause']
  let now = startedAt
  for (const [at, client] of chosen.entries()) {
    const departedAt = now
    const travelSeconds = driveSeconds(
      stage,
      driver,
      ways[at]!,
      [at === 0 ? depot : chosen[at - 1]!.place, client.place],
      now,
    )
    now += (travelSeconds + pickHalt(random)) * 1_000
    const arrivedAt = now
    const quantity = client.usualUnits === 0 ? 0 : Math.max(1, client.usualUnits + random.below(5) - 2)
    const isFirst = !client.isKnown
    client.isKnown = true
    const serviceSeconds = serveSeconds(random, driver, client, { clientId: client.id, quantity, isFirst })
    now += serviceSeconds * 1_000
    if (!pause && now > lunchAt) {
      pause = { from: now, to: now + lunchMilliseconds }
      // One driver of three reports before lunch; the others after it.
      if (random.next() < 0.67) now = pause.to
    }
    stops.push({
      clientId: client.id,
      type: client.type,
      quantity,
      isFirst,
      place: client.place,
      givenSeconds: client.givenSeconds,
      way: ways[at]!,
      arrivedAt: random.next() < shareOfToldArrivals ? arrivedAt : undefined,
      reportedAt: now,
      metersAway: client.doorMeters + Math.abs(normal(random, 12, 10)),
    })
    truth.push({ serviceSeconds, travelSeconds, departedAt })
    if (pause && now < pause.to && now >= pause.from) now = pause.to
  }
  if (driver.isLateTyper) for (const [at, stop] of stops.entries()) stop.reportedAt = now + at * 15_000
  const day = new Date(start).toISOString().slice(0, 10)
  return { route: { routeId: `${day}-${driver.id}`, driverId: driver.id, day, startedAt, pause, stops }, truth }
}

/** Seconds of the way for whoever leaves then. */
function driveSeconds(
  stage: Stage,
  driver: Driver,
  way: PlainWay,
  ends: readonly [Place, Place],
  departure: number,
): number {
  return usualDriveSeconds(stage, driver, way, ends, departure) * lognormal(stage.random, driveDeviation)
}

function usualDriveSeconds(
  { start, weather, center }: Stage,
  driver: Driver,
  { seconds, mix }: PlainWay,
  [from, to]: readonly [Place, Place],
  departure: number,
): number {
  const shares = MIX_SHARES[mix]!
  const hour = (departure - start) / 3_600_000 + seconds / 7_200
  const factor = (['motorway', 'main', 'other'] as const).reduce(
    (sum, group) => sum + shares[group] * rush(group, hour),
    0,
  )
  // The bad road runs north and south through the middle: who crosses it waits.
  const crosses = from.lng < center.lng !== to.lng < center.lng ? 90 : 0
  return seconds * factor * weather * driver.driveFactor + crosses
}

function pick<T>(all: readonly T[], count: number, random: Random): T[] {
  const rest = [...all]
  return Array.from({ length: Math.min(count, all.length) }, () => rest.splice(random.below(rest.length), 1)[0]!)
}

function nearestFirst(from: Place, clients: readonly Client[]): Client[] {
  const rest = [...clients]
  const order: Client[] = []
  let here = from
  while (rest.length > 0) {
    const away = ({ place }: Client) => Math.hypot(place.lat - here.lat, place.lng - here.lng)
    const next = rest.reduce((best, client) => (away(client) < away(best) ? client : best))
    rest.splice(rest.indexOf(next), 1)
    order.push(next)
    here = next.place
  }
  return order
}

/** Box and Muller, one of the two. */
function normal(random: Random, mean: number, deviation: number): number {
  return mean + deviation * Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next())
}

function lognormal(random: Random, deviation: number): number {
  return Math.exp(normal(random, 0, deviation))
}
