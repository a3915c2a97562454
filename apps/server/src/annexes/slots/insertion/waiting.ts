// Stops that will be driven on a day, but are on no route yet: each is put where it fits best, so that nobody else gets its place.
import { isDeepStrictEqual } from 'node:util'
import type { StopRow } from '../../../data/stop-table.ts'
import { pointKey } from '../../../geography/travel/leg-source.ts'
import type { TravelPoint, TravelProvider, VehicleClass } from '../../../geography/travel/travel.ts'
import { listBookings } from '../../../planning/modelling/charging/charging.ts'
import { findDestination, hasPlace } from '../../../planning/modelling/places.ts'
import { listChargers } from './charger-legs.ts'
import { type Day, type DayContext, type DayRoute, getWayKey, withStop } from './day-routes.ts'
import { findInsertions, type Insertion } from './insertion.ts'
import { type LegsOfPlace, legsOfMany } from './legs.ts'

/** More are not looked at: whoever imports a whole day optimizes it before slots of it mean anything. */
const mostWaiting = 500

/**
 * Returns the day with the stops inserted one after the other in this order; stops that fit nowhere are left out. If `before` has
 * the same routes and began with the same stops, only the later stops are computed. Throws TravelError.
 */
export async function withWaiting(
  day: Day,
  stops: readonly StopRow[],
  travel: TravelProvider,
  previous?: Day,
): Promise<Day> {
  const placed = stops.filter(hasPlace).slice(0, mostWaiting)
  if (placed.length === 0 || day.routes.length === 0) return day
  const steps = stepsBefore(day, placed, previous)
  const left = placed.slice(steps.length)
  const places = left.map((stop) => findDestination(stop)!)
  let now = steps.at(-1) ?? day
  const points = distinct([...listPoints(now), ...places])
  const byWay = new Map<string, LegsOfPlace[]>()
  for (const way of left.length > 0 ? listWays([now]) : [])
    byWay.set(getWayKey(way), await legsOfMany(travel, way, places, points))
  for (const [index, stop] of left.entries()) {
    const getLegs = (way: VehicleClass) => byWay.get(getWayKey(way))![index]!
    const [found] = await findInsertions(now, { place: places[index]!, wishes: [stop], legsOf: getLegs })
    if (found && 'insertion' in found) now = taken(now, found.insertion, stop, getLegs)
    steps.push(now)
  }
  return { ...now, filled: { base: day, stops: placed, steps } }
}

/** The days with each of the first stops, as far as they are the same as on the day before. */
function stepsBefore(day: Day, stops: readonly StopRow[], previous: Day | undefined): Day[] {
  const before = previous?.filled
  if (!before || before.base.routes.length !== day.routes.length) return []
  if (!day.routes.every((route, index) => route === before.base.routes[index])) return []
  const differing = stops.findIndex((stop, index) => !isDeepStrictEqual(stop, before.stops[index]))
  return before.steps.slice(0, differing < 0 ? stops.length : differing)
}

/** The day with the stop at the place that was found for it. */
export function taken(day: Day, insertion: Insertion, stop: StopRow, getLegs: (way: VehicleClass) => LegsOfPlace): Day {
  const { route, position } = insertion
  const joined = withStop(day, route, stop, position, getLegs(route.way))
  const context = joined.chargerLegs ? withBookings(day.context, joined) : day.context
  return { ...day, context, routes: day.routes.map((other) => (other === route ? joined : other)) }
}

/** Marks the route's charging as taken for the others. */
function withBookings(context: DayContext, { one, now, charging }: DayRoute): DayContext {
  const own = listBookings([now], [one.route.id], charging)
  return { ...context, booked: new Map([...(context.booked ?? []), [one.route.id, []], ...own]) }
}

/** The places of the routes, each once, and where those with a battery may charge. */
export function listPoints({ routes, context }: Day): TravelPoint[] {
  const chargers = routes.some(({ chargerLegs }) => chargerLegs) ? listChargers(context.settings) : []
  return distinct([...routes.flatMap(({ places }) => places.flatMap((place) => place ?? [])), ...chargers])
}

/** The ways to travel that the routes have, each once. */
export function listWays(days: readonly Day[]): VehicleClass[] {
  const ways = new Map<string, VehicleClass>()
  for (const { routes } of days) for (const { way, wayKey } of routes) ways.set(wayKey, way)
  return [...ways.values()]
}

function distinct(points: readonly TravelPoint[]): TravelPoint[] {
  return [...new Map(points.map((point) => [pointKey(point), point])).values()]
}
