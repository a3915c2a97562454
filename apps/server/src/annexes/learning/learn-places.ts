// Where doors are and where vans park, from where reports were made and vans stood: a robust middle for each client or address, and whether it is
// nearer than the map on days that were left out.
import { straightMeters } from '../../geography/travel/straight-lines.ts'
import { computeMean, median } from './service-model.ts'

export interface Point {
  lat: number
  lng: number
}

/** One visit, as its report and the track of its route tell it. */
export interface PlaceVisit {
  /** Customer as returned by `customerOf`. */
  customer: string
  /** The planned day, YYYY-MM-DD. */
  day: string
  /** Where the stop lay. */
  map: Point
  /** Somebody set that place. */
  isByHand: boolean
  /** Where the report was made; undefined where that is not known for sure. */
  reported: Point | undefined
  /** With a photo or a signature: nobody makes these in the van. */
  hasProof: boolean
  /** Where the van stood. */
  halt: Point | undefined
}

export interface LearnedPoint extends Point {
  visits: number
  days: number
  /** Half of the visits were nearer than this, metres. */
  spread: number
  /** Mean metres from the visits of days left out to the place on the map, and to what the other days teach. */
  mapError: number
  learnedError: number
  isBetter: boolean
}

export interface LearnedPlace {
  customer: string
  map: Point
  isByHand: boolean
  door: LearnedPoint | undefined
  parking: LearnedPoint | undefined
  visits: number
  lastSeen: string
}

/** A new door shows after six visits, and the old ones have no say for long. */
const MOST_VISITS = 10
/** One day may have been a mistake. */
const FEWEST_DAYS = 2
/** A place farther from the map's point is another address, as for service times, which only a person can decide. */
export const FARTHEST_METERS = 250
/** Doors to a yard and to the street are as far apart: who is met at both has no one door. */
const MOST_SPREAD_METERS = 40
/** Nearer than this it is the same kerb. */
const LEAST_METERS = 20
/** A phone in a street is off by so much, whatever few visits that happen to agree say of it. */
const PHONE_METERS = 12
/** Nearer on days left out means by a fifth: less than that is the luck of few visits. */
const BETTER = 0.8
/** Stops as far apart lie at one place: coordinates that were rounded on their way. */
const SAME_METERS = 15

/** For each client or address with a visit. Visits in any order. O(visits). */
export function learnPlaces(visits: readonly PlaceVisit[]): LearnedPlace[] {
  return [...Map.groupBy(visits, ({ customer }) => customer)].map(([customer, own]) => learnPlace(customer, own))
}

/** Whether what was learned at one place on the map holds for a stop at the other. */
export function isSamePlace(one: Point, other: Point): boolean {
  return straightMeters(one, other) <= SAME_METERS
}

function learnPlace(customer: string, all: readonly PlaceVisit[]): LearnedPlace {
  const latestFirst = all.toSorted((a, b) => (a.day < b.day ? 1 : a.day > b.day ? -1 : 0))
  const { map } = latestFirst[0]!
  // After a move, learning starts again.
  const here = latestFirst.filter((visit) => isSamePlace(visit.map, map))
  const isNear = (point: Point | undefined) => point && straightMeters(point, map) <= FARTHEST_METERS
  const reports = here.filter(({ reported }) => isNear(reported))
  const proven = reports.filter(({ hasProof }) => hasProof)
  const atDoor = listDays(proven).length >= FEWEST_DAYS ? proven : reports
  return {
    customer,
    map,
    visits: here.length,
    lastSeen: here[0]!.day,
    isByHand: here.some((visit) => visit.isByHand),
    door: learnPoint(map, listSeen(atDoor, 'reported')),
    parking: learnPoint(
      map,
      listSeen(
        here.filter(({ halt }) => isNear(halt)),
        'halt',
      ),
    ),
  }
}

interface Seen {
  day: string
  point: Point
}

function listSeen(visits: readonly PlaceVisit[], name: 'reported' | 'halt'): Seen[] {
  return visits.slice(0, MOST_VISITS).map((visit) => ({ day: visit.day, point: visit[name]! }))
}

function listDays(seen: readonly { day: string }[]): string[] {
  return [...new Set(seen.map(({ day }) => day))]
}

function learnPoint(map: Point, seen: readonly Seen[]): LearnedPoint | undefined {
  const days = listDays(seen)
  if (days.length < FEWEST_DAYS) return undefined
  const points = seen.map(({ point }) => point)
  const middle = geometricMedian(points)
  const spread = median(points.map((point) => straightMeters(point, middle))) ?? 0
  const errors = errorsOnDaysLeftOut(map, seen, days)
  const apart = straightMeters(map, middle)
  // Three standard errors of the middle.
  const sure = (3 * Math.max(PHONE_METERS, spread)) / Math.sqrt(seen.length)
  return {
    ...middle,
    ...errors,
    visits: seen.length,
    days: days.length,
    spread,
    isBetter:
      spread <= MOST_SPREAD_METERS &&
      apart >= Math.max(LEAST_METERS, sure) &&
      apart <= FARTHEST_METERS &&
      errors.learnedError <= BETTER * errors.mapError,
  }
}

function errorsOnDaysLeftOut(map: Point, seen: readonly Seen[], days: readonly string[]) {
  let [mapError, learnedError] = [0, 0]
  for (const day of days) {
    const predicted = geometricMedian(seen.filter((visit) => visit.day !== day).map(({ point }) => point))
    for (const { point } of seen.filter((visit) => visit.day === day)) {
      mapError += straightMeters(point, map)
      learnedError += straightMeters(point, predicted)
    }
  }
  return { mapError: mapError / seen.length, learnedError: learnedError / seen.length }
}

const METERS_PER_DEGREE = 111_195
const ROUNDS = 40
/** Metres: keeps a point that the middle falls upon from weighing everything (after Vardi and Zhang 2000). */
const SOFT = 0.5

/**
 * The point with the least sum of distances to all: half of them may be anywhere without carrying it far (Weiszfeld 1937). At least one point; of two it
 * is the middle. Of points within kilometres of each other: it works on a plane. O(points).
 */
export function geometricMedian(points: readonly Point[]): Point {
  const { lat, lng } = points[0]!
  const metersNorth = METERS_PER_DEGREE
  const metersEast = METERS_PER_DEGREE * Math.cos((lat * Math.PI) / 180)
  const north = points.map((point) => (point.lat - lat) * metersNorth)
  const east = points.map((point) => (point.lng - lng) * metersEast)
  let [y, x] = [computeMean(north), computeMean(east)]
  for (let round = 0; round < ROUNDS && points.length > 2; round++) {
    let [total, up, right] = [0, 0, 0]
    for (let at = 0; at < points.length; at++) {
      const weight = 1 / Math.max(SOFT, Math.hypot(north[at]! - y, east[at]! - x))
      total += weight
      up += weight * north[at]!
      right += weight * east[at]!
    }
    ;[y, x] = [up / total, right / total]
  }
  return { lat: lat + y / metersNorth, lng: lng + x / metersEast }
}
