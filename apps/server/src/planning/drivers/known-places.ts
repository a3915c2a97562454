// Which places drivers know from past days. Computed from those days on request, and stored nowhere.

import { getProject } from '../../accounts/projects/projects.ts'
import type { RouteRow } from '../../data/route-table.ts'
import type { StopRow } from '../../data/stop-table.ts'
import { dateInZone, startInstant } from '../../frame/platform/calendar.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import type { TravelPoint } from '../../geography/travel/travel.ts'
import { findPlace } from '../modelling/places.ts'
import type { RouteWithStops } from '../modelling/plan-problem.ts'
import { type DriversOfDay, getDriver } from '../modelling/route-drivers.ts'
import { loadDriversOfDays } from '../sequence/sequence.ts'
import { listPastRoutes, type PastRoute } from './known-places.sql.ts'

/** How many days back are read, and the most routes of them. */
const daysBack = 90
const mostRoutes = 5_000
/** A driver knows a place after completing a stop within this many metres. */
const nearMeters = 500
/** Number of days near a place at which familiarity reaches one half. */
const daysOfHalf = 3
/** With fewer days near it, a place counts as new to the driver in the comparison. */
const daysToKnow = 3

const metersPerDegree = 111_195

/** Key of the person who drives a route: the driver, or else the vehicle, because the same people may drive it. */
function findPerson(
  route: Pick<RouteRow, 'id' | 'vehicle_id' | 'time_window'>,
  day: DriversOfDay | undefined,
): string | undefined {
  const driver = day && getDriver(route, day).driver
  return driver?.id ?? (route.vehicle_id === null ? undefined : `vehicle ${route.vehicle_id}`)
}

/** Counts the days on which each person completed stops near a place. */
export class KnownPlaces {
  /** Places with their day, by person and grid cell. */
  private readonly cells = new Map<string, { place: TravelPoint; date: string }[]>()

  constructor(routes: readonly PastRoute[], personOfRoute: (route: PastRoute) => string | undefined) {
    for (const route of routes) {
      const person = personOfRoute(route)
      if (person === undefined) continue
      for (let at = 0; at < route.places.length; at += 2) {
        const place = { lat: route.places[at]!, lng: route.places[at + 1]! }
        const key = `${person} ${row(place)} ${column(place, row(place))}`
        const known = this.cells.get(key) ?? []
        this.cells.set(key, known)
        known.push({ place, date: route.date })
      }
    }
  }

  daysNear(person: string | undefined, place: TravelPoint): number {
    if (person === undefined) return 0
    const dates = new Set<string>()
    for (let r = row(place) - 1; r <= row(place) + 1; r++) {
      for (let c = column(place, r) - 1; c <= column(place, r) + 1; c++) {
        for (const past of this.cells.get(`${person} ${r} ${c}`) ?? []) {
          if (metersBetween(past.place, place) <= nearMeters) dates.add(past.date)
        }
      }
    }
    return dates.size
  }

  /** From 0 (never been there) towards 1. */
  familiarity(person: string | undefined, place: TravelPoint): number {
    const days = this.daysNear(person, place)
    return days / (days + daysOfHalf)
  }
}

/** Grid row of a place. Rows are `nearMeters` high, and the cells of a row at least as wide. */
function row({ lat }: TravelPoint): number {
  return Math.floor((lat * metersPerDegree) / nearMeters)
}

function column({ lng }: TravelPoint, ofRow: number): number {
  const lat = ((ofRow + 0.5) * nearMeters) / metersPerDegree
  // Somewhat wider, so that the width of the row above and below is enough, too.
  return Math.floor((lng * metersPerDegree * Math.cos((lat * Math.PI) / 180)) / (1.01 * nearMeters))
}

/**
 * Straight-line distance on a flat earth, precise enough within some hundred metres. Called millions of times, so unlike
 * `straightMeters` it allocates nothing.
 */
function metersBetween(one: TravelPoint, other: TravelPoint): number {
  const north = (one.lat - other.lat) * metersPerDegree
  const east = (one.lng - other.lng) * metersPerDegree * Math.cos((one.lat * Math.PI) / 180)
  return Math.hypot(north, east)
}

/** Reads the known places from the days before today. */
export async function loadKnownPlaces(scope: Scope, projectId: string): Promise<KnownPlaces> {
  const project = await getProject(scope, projectId)
  const to = startInstant(dateInZone(scope.now, project.timezone))
  const from = new Date(to.getTime() - daysBack * 86_400_000)
  const routes = await listPastRoutes(scope, project.id, { from, to, most: mostRoutes })
  const days = await loadDriversOfDays(scope, project.id, [...new Set(routes.map(({ date }) => date))])
  return new KnownPlaces(routes, (route) => findPerson(route, days.get(route.date)))
}

/** Returns how well the driver of each route knows each stop; 0 for stops without a place. */
export function getFamiliarity(
  known: KnownPlaces,
  stops: readonly StopRow[],
  routes: readonly RouteRow[],
  day: DriversOfDay | undefined,
): number[][] {
  const people = routes.map((route) => findPerson(route, day))
  return stops.map((stop) => {
    const place = findPlace(stop.location)
    return people.map((person) => (place ? known.familiarity(person, place) : 0))
  })
}

/** Counts the stops near which the driver of their route was on too few days. */
export function countNewPlaces(
  known: KnownPlaces,
  orders: readonly RouteWithStops[],
  day: DriversOfDay | undefined,
): number {
  let count = 0
  for (const { route, stops } of orders) {
    const person = findPerson(route, day)
    for (const stop of stops) {
      const place = findPlace(stop.location)
      if (place && known.daysNear(person, place) < daysToKnow) count += 1
    }
  }
  return count
}
