// Isochrones: areas that a vehicle reaches from a place within some minutes, and the stops or clients inside them.
import type { ReachAreas, ReachedPlaces, ReachedRequest, ReachRequest } from '@routewright/contract'
import { getProject } from '../../accounts/projects/projects.ts'
import { listPlacesOfClients } from '../../data/clients.sql.ts'
import { listPlacesOfStops } from '../../data/stops.sql.ts'
import type { TravelValue } from '../../data/values.ts'
import { invalidPayload, notFound } from '../../frame/platform/api-error.ts'
import { withoutEmpty } from '../../frame/platform/compact.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { byRoads, type RoadsAsker } from '../../geography/travel/by-roads.ts'
import type { TravelPoint, VehicleClass } from '../../geography/travel/travel.ts'
import { findPlace } from '../modelling/places.ts'
import { planSettings } from '../modelling/settings.ts'
import { getTravelClass } from '../modelling/travel-class.ts'
import { getPlan } from '../plans/plans.ts'
import { getVehicle } from '../vehicles/vehicles.ts'

/** Access to records and roads: records are read first, roads are asked for outside any transaction. */
interface ReachContext extends RoadsAsker {
  read<T>(work: (scope: Scope) => Promise<T>): Promise<T>
}

type Start = Pick<ReachRequest, 'from' | 'vehicle_id' | 'travel'>

/** Start and vehicle of an isochrone; `secondsOf` converts minutes in the project's traffic to seconds on free roads. */
interface Trip {
  from: TravelPoint
  travelClass: VehicleClass
  factor: number
  secondsOf(minutes: number): number
}

/** Returns the areas as GeoJSON. Throws 404, 403, and invalid_payload for a vehicle of another project. */
export async function findReach(context: ReachContext, projectId: string, request: ReachRequest): Promise<ReachAreas> {
  const { from, travelClass, secondsOf } = await context.read((scope) => readTrip(scope, projectId, request))
  const times = request.minutes.map(secondsOf)
  const found = await byRoads(context, 'what is reached is told', (travel) => travel.reach(from, times, travelClass))
  return {
    type: 'FeatureCollection',
    features: found.areas.map(({ polygons, outline }, at) => ({
      type: 'Feature',
      properties: { minutes: request.minutes[at]!, outline: rounded(outline) },
      geometry: { type: 'MultiPolygon', coordinates: polygons.map((rings) => rings.map(rounded)) },
    })),
    is_straight: found.isStraight,
    tolerance: found.toleranceMeters,
  }
}

/**
 * Returns the reachable stops of a plan or clients of the project. Throws as `findReach`, and invalid_payload for a plan of
 * another project.
 */
export async function findReachedPlaces(
  context: ReachContext,
  projectId: string,
  request: ReachedRequest,
): Promise<ReachedPlaces> {
  const [trip, rows] = await context.read(async (scope) => {
    const wanted = await readTrip(scope, projectId, request)
    return [wanted, await listPlaces(scope, projectId, request.plan_id)] as const
  })
  const located = rows.flatMap(({ id, place }) => (place ? [{ id, place }] : []))
  const points = located.map(({ place }) => place)
  const row = await byRoads(context, 'what is reached is told', (travel) =>
    travel.row(trip.from, points, trip.travelClass),
  )
  const limit = trip.secondsOf(request.minutes)
  const reached = located.flatMap(({ id }, at) => {
    const [seconds, meters] = [row.seconds[at]!, row.meters[at]!]
    return seconds >= 0 && seconds <= limit ? [{ id, seconds: Math.round(seconds * trip.factor), meters }] : []
  })
  return {
    reached: reached.sort((a, b) => a.seconds - b.seconds || a.meters - b.meters || (a.id < b.id ? -1 : 1)),
    not_reached: located.length - reached.length,
    without_place: rows.length - located.length,
    is_straight: row.isStraight,
  }
}

async function readTrip(scope: Scope, projectId: string, { from, vehicle_id, travel }: Start): Promise<Trip> {
  const project = await getProject(scope, projectId)
  const vehicle = vehicle_id === undefined ? undefined : await getVehicle(scope, vehicle_id)
  if (vehicle && vehicle.project_id !== project.id) throw notFound('vehicle', vehicle.id)
  if (vehicle && travel) throw invalidPayload('travel', 'cannot be given beside vehicle_id')
  const settings = planSettings({ optimizer_config: null, traffic_options: null }, project)
  const own = vehicle ? vehicle.default_travel : (withoutEmpty(travel ?? {}) as TravelValue)
  const { travelFactor: factor } = settings
  return {
    from,
    travelClass: getTravelClass({ travel: own, time_window: vehicle?.default_time_window ?? null }, settings),
    factor,
    secondsOf: (minutes) => (minutes * 60) / factor,
  }
}

async function listPlaces(scope: Scope, projectId: string, planId: string | undefined) {
  if (planId === undefined) {
    const clients = await listPlacesOfClients(scope, projectId)
    return clients.map(({ id, default_location }) => ({ id, place: findPlace(default_location) }))
  }
  const plan = await getPlan(scope, planId)
  if (plan.project_id !== projectId) throw notFound('plan', planId)
  return (await listPlacesOfStops(scope, planId)).map(({ id, location }) => ({ id, place: findPlace(location) }))
}

/** Rounds coordinates to 0.1 m. */
function rounded(ring: readonly [lng: number, lat: number][]): [number, number][] {
  return ring.map(([lng, lat]) => [Math.round(lng * 1e6) / 1e6, Math.round(lat * 1e6) / 1e6])
}
