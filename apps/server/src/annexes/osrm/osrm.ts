// The services of OSRM on the roads of the extracts.
import type { DriveLeg, RoadSnap } from '@routewright/roads'
import type { Services } from '../../frame/platform/services.ts'
import { answerMatch } from './match.ts'
import { OsrmRefusal, tooBig } from './refusal.ts'
import { type OsrmRequest, readAddress, readPosted } from './request.ts'
import { joinLegs, requireKnownAnnotations, writeRoute } from './routes.ts'
import { answerTable } from './table.ts'
import { createTrips } from './trip.ts'
import { commonGraph, findVehicle, listGraphs, type Vehicle, vehicleForm } from './vehicles.ts'
import { checkedWaypoints, requireCoordinates, requireSnapped, roadPoints, toWaypoint } from './waypoints.ts'

/** Most coordinates of a route, and most roads near a place. */
const mostWaypoints = 500
const mostNearest = 100

export interface OsrmAnswer {
  status: 200 | 400
  /** JSON, or its parts. */
  body: object | AsyncIterable<string>
}

export interface OsrmCall {
  method: 'GET' | 'POST'
  /** Path and query from the service on, percent-encoded. */
  address: string
  /** JSON of a POST. */
  body?: unknown
  /** Empty for callers without a key. */
  organizationId: string
}

type Answer = (
  vehicle: Vehicle,
  request: OsrmRequest,
  organizationId: string,
) => Promise<object | AsyncIterable<string>>

/** Returns a function that responds as OSRM would: refusals are responses, too. */
export function createOsrm(services: Services): (call: OsrmCall) => Promise<OsrmAnswer> {
  const answers: Readonly<Record<OsrmRequest['service'], Answer>> = {
    route: answerRoute,
    table: answerTable,
    nearest: answerNearest,
    match: answerMatch,
    trip: createTrips(),
  }
  return async ({ method, address, body, organizationId }) => {
    try {
      const request = method === 'POST' ? readPosted(address, body) : readAddress(address)
      const vehicle = await findVehicle(services, request.profile)
      return { status: 200, body: await answers[request.service](vehicle, request, organizationId) }
    } catch (error) {
      if (!(error instanceof OsrmRefusal)) throw error
      return { status: 400, body: { code: error.code, message: error.message } }
    }
  }
}

async function answerRoute(vehicle: Vehicle, request: OsrmRequest): Promise<object> {
  const { coordinates, options } = request
  requireCoordinates(request, mostWaypoints)
  requireKnownAnnotations(options)
  if (options.continueStraight === 'true') {
    throw new OsrmRefusal(
      'NotImplemented',
      'continue_straight=true is not supported: vehicles may turn around at waypoints',
    )
  }
  const waypoints = checkedWaypoints(request)
  const roads = commonGraph(vehicle, coordinates)
  const { snaps, legs } = roads
    ? await roads.drive(roadPoints(request), { withJunctions: options.steps })
    : await betweenGraphs(vehicle, request)
  const snapped = requireSnapped(snaps)
  if (!roads || legs.some(({ seconds }) => seconds < 0)) {
    throw new OsrmRefusal('NoRoute', 'Impossible route between points')
  }
  const route = writeRoute(joinLegs(legs, waypoints), options, vehicleForm(vehicle, roads))
  const shown = waypoints ?? coordinates.map((_, index) => index)
  return { code: 'Ok', routes: [route], ...listWaypoints(request, snapped, shown) }
}

/** No way leads from the roads of one extract to those of another, but each coordinate must be on some. */
async function betweenGraphs(
  vehicle: Vehicle,
  request: OsrmRequest,
): Promise<{ snaps: (RoadSnap | undefined)[]; legs: DriveLeg[] }> {
  const graphs = listGraphs(vehicle, request.coordinates)
  const snaps = await Promise.all(
    roadPoints(request).map(async (point, index) => (await vehicle.graphs[graphs[index] ?? 0]?.snap([point]))?.[0]),
  )
  return { snaps, legs: [] }
}

function listWaypoints({ coordinates, options }: OsrmRequest, snaps: readonly RoadSnap[], shown: readonly number[]) {
  if (options.skipWaypoints) return {}
  const waypoints = shown.flatMap((index) => {
    const [snap, coordinate] = [snaps[index], coordinates[index]]
    return snap && coordinate ? [toWaypoint(snap, coordinate, options)] : []
  })
  return { waypoints }
}

async function answerNearest(vehicle: Vehicle, request: OsrmRequest): Promise<object> {
  const { coordinates, options } = request
  const [coordinate, ...others] = coordinates
  if (!coordinate || others.length > 0)
    throw new OsrmRefusal('InvalidOptions', 'Only one input coordinate is supported')
  if (options.number < 1) throw new OsrmRefusal('InvalidOptions', 'number must be at least 1')
  if (options.number > mostNearest) throw tooBig('Number of results', options.number, mostNearest)
  const [point] = roadPoints(request)
  const snaps = point ? await commonGraph(vehicle, coordinates)?.nearest(point, options.number) : undefined
  if (!snaps || snaps.length === 0)
    throw new OsrmRefusal('NoSegment', 'Could not find a matching segment for coordinate 0')
  if (options.skipWaypoints) return { code: 'Ok' }
  return { code: 'Ok', waypoints: snaps.map((snap) => toWaypoint(snap, coordinate, options)) }
}
