// Stops that will be driven on a day, but are on no route yet: each is put where it fits best, so that nobody else gets its place.
import { isDeepStrictEqual } from 'node:util'
import type { StopRow } from '../data/stop-table.ts'
import { destinationOf, hasPlace } from '../modelling/places.ts'
import { pointKey } from '../travel/leg-source.ts'
import type { TravelPoint, TravelProvider, VehicleClass } from '../travel/travel.ts'
import { type Day, wayKeyOf, withStop } from './day-routes.ts'
import { findInsertions, type Insertion } from './insertion.ts'
import { type LegsOfPlace, legsOfMany } from './legs.ts'

/** More are not looked at: whoever imports a whole day optimizes it before slots of it mean anything. */
const mostWaiting = 500

/**
 * The day with the stops on its routes, one after the other in this order; what fits nowhere is left out. If they began as they did on the
 * day as it was before, and its routes are the same, only those behind are looked at. Throws TravelError.
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
  const places = left.map((stop) => destinationOf(stop)!)
  let now = steps.at(-1) ?? day
  const points = distinct([...pointsOf(now), ...places])
  const byWay = new Map<string, LegsOfPlace[]>()
  for (const way of left.length > 0 ? waysOf([now]) : [])
    byWay.set(wayKeyOf(way), await legsOfMany(travel, way, places, points))
  for (const [index, stop] of left.entries()) {
    const legsOf = (way: VehicleClass) => byWay.get(wayKeyOf(way))![index]!
    const [found] = await findInsertions(now, { place: places[index]!, wishes: [stop], legsOf })
    if (found && 'insertion' in found) now = taken(now, found.insertion, stop, legsOf)
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
export function taken(day: Day, insertion: Insertion, stop: StopRow, legsOf: (way: VehicleClass) => LegsOfPlace): Day {
  const { route, position } = insertion
  const { to, from } = legsOf(route.way)
  const nowhere = { seconds: 0, meters: 0 }
  const [before, behind] = [route.places[position], route.places[position + 1]]
  const legIn = (before && to.get(pointKey(before))) ?? nowhere
  const legOut = (behind && from.get(pointKey(behind))) ?? nowhere
  const joined = withStop(day, route, stop, position, legIn, legOut)
  return { ...day, routes: day.routes.map((other) => (other === route ? joined : other)) }
}

/** The places of the routes, each once. */
export function pointsOf(day: Day): TravelPoint[] {
  return distinct(day.routes.flatMap(({ places }) => places.flatMap((place) => place ?? [])))
}

/** The ways to travel that the routes have, each once. */
export function waysOf(days: readonly Day[]): VehicleClass[] {
  const ways = new Map<string, VehicleClass>()
  for (const { routes } of days) for (const { way, wayKey } of routes) ways.set(wayKey, way)
  return [...ways.values()]
}

function distinct(points: readonly TravelPoint[]): TravelPoint[] {
  return [...new Map(points.map((point) => [pointKey(point), point])).values()]
}
