// Days of a van on real roads, second by second: where it truly was, how far it had driven, when it stood at which stop.
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildRoads } from '../../packages/roads/src/engine/build-roads.ts'
import type { RoadGraph } from '../../packages/roads/src/engine/road-graph.ts'
import { decodePolyline } from '../../packages/roads/src/foundation/geo.ts'
import type { Random } from '../../packages/roads/test/random.ts'
import { listShapes } from '../../packages/roads/test/shape-points.ts'

export interface Place {
  lat: number
  lng: number
}

/** One second of a day. */
export interface Second {
  /** Milliseconds since 1970. */
  at: number
  van: Place
  /** Where the driver's phone is: in the van, or on the way to a door and back. */
  phone: Place
  metersPerSecond: number
  /** Speed of the phone. */
  phoneMetersPerSecond: number
}

export interface TrueVisit {
  stopId: string
  arrivedAt: number
  leftAt: number
}

export interface Drive {
  seconds: Second[]
  /** In driving order. The place is the address, some metres from where the van stands. */
  stops: (Place & { id: string })[]
  visits: TrueVisit[]
  meters: number
}

export const METERS_PER_DEGREE = 111_195
const METERS_PER_SECOND_SQUARED = 1.5
const WALKING_METERS_PER_SECOND = 1.3
const FIRST_SECOND = Date.UTC(2026, 2, 2, 7)

export function openGraph(extract: string): RoadGraph {
  return buildRoads([extract], { profile: 'car', cacheDir: join(tmpdir(), 'routewright-bench-positions') })
}

/** A round with this many stops within about four kilometres. The same random numbers make the same day. */
export function driveRound(graph: RoadGraph, stopCount: number, random: Random): Drive {
  const places = pickPlaces(graph, stopCount, random)
  const seconds: Second[] = []
  const visits: TrueVisit[] = []
  const stops: Drive['stops'] = []
  let meters = 0
  stand(seconds, places[0]!, 60 + random.below(300))
  for (const [at, leg] of graph.path(places).legs.entries()) {
    const line = decodePolyline(leg.geometry).map(([lat, lng]) => ({ lat, lng }))
    meters += driveLine(seconds, line, leg.meters / leg.seconds, random)
    if (at === places.length - 2) break
    const id = `stop-${at + 1}`
    const parked = line.at(-1)!
    const arrivedAt = seconds.at(-1)!.at
    const door = shifted(parked, 5 + random.next() * 45, random.next() * 2 * Math.PI)
    stops.push({ id, ...door })
    walkToDoor(seconds, parked, door, 45 + random.below(300))
    visits.push({ stopId: id, arrivedAt, leftAt: seconds.at(-1)!.at })
  }
  stand(seconds, places[0]!, 60)
  return { seconds, stops, visits, meters }
}

/** A van that stands for so long. */
export function standStill(place: Place, seconds: number): Drive {
  const all: Second[] = []
  stand(all, place, seconds)
  return { seconds: all, stops: [], visits: [], meters: 0 }
}

function pickPlaces(graph: RoadGraph, stopCount: number, random: Random): Place[] {
  const points = listShapes(graph.image.arrays)
    .flat()
    .map(({ latE7, lngE7 }) => ({ lat: latE7 / 1e7, lng: lngE7 / 1e7 }))
  for (;;) {
    const center = random.pick(points)
    const near = points.filter((point) => metersBetween(point, center) < 4_000)
    const places = [center, ...Array.from({ length: stopCount }, () => random.pick(near)), center]
    if (graph.path(places).legs.every(({ seconds, meters }) => seconds > 0 && meters > 150)) return places
  }
}

function stand(seconds: Second[], place: Place, count: number): void {
  for (let second = 0; second < count; second++) push(seconds, place, place, 0, 0)
}

/** The van stands; the phone is carried to the door, waits there, and comes back. */
function walkToDoor(seconds: Second[], parked: Place, door: Place, count: number): void {
  const walk = metersBetween(parked, door) / WALKING_METERS_PER_SECOND
  const total = Math.max(count, Math.ceil(2 * walk) + 20)
  for (let second = 1; second <= total; second++) {
    const share = Math.min(1, second / walk, (total - second) / walk)
    const isWalking = share < 1 && walk > 1
    push(seconds, parked, between(parked, door, share), 0, isWalking ? WALKING_METERS_PER_SECOND : 0)
  }
}

/** Drives with stops at lights; returns the metres of the line. */
function driveLine(seconds: Second[], line: readonly Place[], usual: number, random: Random): number {
  const steps = line.slice(1).map((place, at) => metersBetween(line[at]!, place))
  const length = steps.reduce((sum, step) => sum + step, 0)
  const halts = Array.from({ length: Math.floor(length / 900) }, () => random.next() * length).sort((a, b) => a - b)
  const cruise = usual * (0.7 + 0.4 * random.next())
  let [driven, speed] = [0, 0]
  for (const halt of [...halts, length]) {
    while (driven < halt) {
      const braking = Math.sqrt(2 * METERS_PER_SECOND_SQUARED * Math.max(0.3, halt - driven))
      speed = Math.min(cruise, braking, speed + METERS_PER_SECOND_SQUARED)
      driven = Math.min(halt, driven + Math.max(0.5, speed))
      const place = placeAlong(line, steps, driven)
      push(seconds, place, place, speed, speed)
    }
    speed = 0
    if (halt < length) stand(seconds, placeAlong(line, steps, driven), 10 + random.below(50))
  }
  return length
}

function placeAlong(line: readonly Place[], steps: readonly number[], meters: number): Place {
  let left = meters
  for (const [at, step] of steps.entries()) {
    if (left <= step && step > 0) return between(line[at]!, line[at + 1]!, left / step)
    left -= step
  }
  return line.at(-1)!
}

function push(seconds: Second[], van: Place, phone: Place, speed: number, phoneSpeed: number): void {
  const at = seconds.length > 0 ? seconds.at(-1)!.at + 1_000 : FIRST_SECOND
  seconds.push({ at, van, phone, metersPerSecond: speed, phoneMetersPerSecond: phoneSpeed })
}

export function between(from: Place, to: Place, share: number): Place {
  return { lat: from.lat + share * (to.lat - from.lat), lng: from.lng + share * (to.lng - from.lng) }
}

export function shifted({ lat, lng }: Place, meters: number, direction: number): Place {
  const cosine = Math.cos((lat * Math.PI) / 180)
  return {
    lat: lat + (meters * Math.sin(direction)) / METERS_PER_DEGREE,
    lng: lng + (meters * Math.cos(direction)) / METERS_PER_DEGREE / cosine,
  }
}

export function metersBetween(from: Place, to: Place): number {
  const cosine = Math.cos((((from.lat + to.lat) / 2) * Math.PI) / 180)
  return METERS_PER_DEGREE * Math.hypot(to.lat - from.lat, (to.lng - from.lng) * cosine)
}
