// Where doors really are and vans really park in the simulated fleet, which is known here alone. Who learns sees what a service sees: the place on the
// map, where phones were when reports were made, and their tracks, all of it as noisy as phones are.
import type { Fix } from '../../apps/server/src/planning/modelling/fixes/fix.ts'
import { createRandom, type Random } from '../../packages/roads/test/random.ts'
import type { Place } from './streets.ts'
import type { PlayedDay, SeenStop } from './truth.ts'

/** The visible part of a visit. */
export interface SeenVisit {
  clientId: string
  routeId: string
  day: string
  map: Place
  reportedAt: number
  reported: Place
  hasProof: boolean
  track: Fix[]
}

/** The truth about a place. For scoring alone. */
export interface TruePlace {
  door: Place
  parking: Place
}

export interface PlayedVisit {
  seen: SeenVisit
  truth: TruePlace
}

interface Hidden {
  doors: Place[]
  parking: Place
}

const metersPerDegree = 111_195
const drivingMetersPerSecond = 8
const walkingMetersPerSecond = 1.3

/** The visits of each day. The same seed plays the same days, and draws nothing from the fleet's own luck. */
export function playPlaces(days: readonly PlayedDay[], seed: number): PlayedVisit[][] {
  const random = createRandom(7_919 * seed)
  const hidden = new Map<string, Hidden>()
  return days.map(({ routes, truth }) =>
    routes.flatMap(({ routeId, day, stops }, at) =>
      stops.map((stop, index) => {
        const { clientId, place } = stop
        if (!hidden.has(clientId)) hidden.set(clientId, hide(place, random))
        const { doors, parking } = hidden.get(clientId)!
        const door = doors[random.below(doors.length)]!
        const seconds = truth[at]![index]!.serviceSeconds
        const visit = seeVisit(stop, { door, parking }, seconds, random)
        return { seen: { ...visit, clientId, routeId, day, map: place }, truth: { door, parking } }
      }),
    ),
  )
}

/** The map is right for half of the addresses; others lie in yards, long blocks and pedestrian streets, have two doors, or have moved. */
function hide(map: Place, random: Random): Hidden {
  const kind = random.next()
  const off = (least: number, most: number, from = map) => away(from, least + random.next() * (most - least), random)
  if (kind < 0.55) return { doors: [off(0, 12)], parking: off(5, 20) }
  if (kind < 0.85) {
    const door = off(30, 120)
    return { doors: [door], parking: off(5, 60, door) }
  }
  if (kind < 0.95) return { doors: [off(0, 12)], parking: off(60, 150) }
  if (kind < 0.98) return { doors: [off(30, 50), off(30, 50)], parking: off(10, 40) }
  const elsewhere = off(500, 700)
  return { doors: [elsewhere], parking: off(5, 30, elsewhere) }
}

function seeVisit({ reportedAt }: SeenStop, { door, parking }: TruePlace, serviceSeconds: number, random: Random) {
  // The same walls stand around a visit's positions: they are off together, now and then by much.
  const bias = random.next() < 0.04 ? 40 + random.next() * 40 : Math.abs(normal(random)) * 8
  const direction = random.next() * 2 * Math.PI
  const noisy = (place: Place) => shifted(away(place, Math.abs(normal(random)) * 5, random), bias, direction)
  const luck = random.next()
  const hasProof = random.next() < 0.4
  const leavesAt = reportedAt + 1_000 * Math.min(120, metersBetween(door, parking) / walkingMetersPerSecond)
  // One of five writes in the van, one of twenty on the way to the next stop; a photo is taken at the door.
  const where =
    hasProof || luck > 0.25 ? door : luck > 0.05 ? parking : away(parking, 300 + random.next() * 800, random)
  const track = getTrack(
    { door, parking, arrivedAt: reportedAt - 1_000 * serviceSeconds, reportedAt, leavesAt },
    random,
  )
  const isOnTheWay = where !== door && where !== parking
  return {
    reportedAt: isOnTheWay ? leavesAt + 45_000 : reportedAt,
    reported: noisy(where),
    hasProof,
    track: track.map((point) => ({ ...point, ...noisy(point), accuracy: 4 + random.next() * 12, speed: null })),
  }
}

interface Way extends TruePlace {
  arrivedAt: number
  reportedAt: number
  leavesAt: number
}

/** Positions as the driver's app keeps them: every ten seconds while the phone moves, every minute while it does not. */
function getTrack({ door, parking, arrivedAt, reportedAt, leavesAt }: Way, random: Random): (Place & { at: number })[] {
  const [from, to] = [random.next(), random.next()].map((turn) => turn * 2 * Math.PI) as [number, number]
  const track: (Place & { at: number })[] = []
  for (let second = -90; second < 0; second += 10) {
    track.push({ ...shifted(parking, -second * drivingMetersPerSecond, from), at: arrivedAt + second * 1_000 })
  }
  const walkSeconds = metersBetween(parking, door) / walkingMetersPerSecond
  for (let at = arrivedAt; at <= leavesAt; ) {
    const [gone, left] = [(at - arrivedAt) / 1_000, (leavesAt - at) / 1_000]
    const share = walkSeconds < 1 ? 1 : Math.min(1, gone / walkSeconds, left / walkSeconds)
    track.push({ ...between(parking, door, share), at })
    at += share < 1 || Math.abs(at - reportedAt) < 10_000 ? 10_000 : 60_000
  }
  for (let second = 0; second <= 90; second += 10) {
    track.push({ ...shifted(parking, second * drivingMetersPerSecond, to), at: leavesAt + second * 1_000 })
  }
  return track.sort((a, b) => a.at - b.at)
}

function between(from: Place, to: Place, share: number): Place {
  return { lat: from.lat + (to.lat - from.lat) * share, lng: from.lng + (to.lng - from.lng) * share }
}

function away(from: Place, meters: number, random: Random): Place {
  return shifted(from, meters, random.next() * 2 * Math.PI)
}

function shifted({ lat, lng }: Place, meters: number, direction: number): Place {
  const [north, east] = [Math.cos(direction) * meters, Math.sin(direction) * meters]
  return { lat: lat + north / metersPerDegree, lng: lng + east / (metersPerDegree * Math.cos((lat * Math.PI) / 180)) }
}

export function metersBetween(a: Place, b: Place): number {
  const east = (b.lng - a.lng) * Math.cos((a.lat * Math.PI) / 180)
  return metersPerDegree * Math.hypot(b.lat - a.lat, east)
}

/** Box and Muller, one of the two. */
function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next())
}
