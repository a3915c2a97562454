// Round trips and open ones in the form of OSRM: the optimizer orders the coordinates.
import { availableParallelism } from 'node:os'
import { type Problem, type Solution, solve } from '@routewright/solver'
import { toVroomInstance } from '@routewright/solver/vroom'
import type { Roads } from '../../geography/extracts/road-parts.ts'
import { getWaitPrice } from '../../optimizing/solving/patience.ts'
import { startSolve } from '../../optimizing/solving/solve-in-thread.ts'
import { createOrganizationTurns } from '../../optimizing/solving/turns-by-organization.ts'
import { notImplemented, OsrmRefusal } from './refusal.ts'
import type { OsrmRequest } from './request.ts'
import { requireKnownAnnotations, writeRoute } from './routes.ts'
import { commonGraph, type Vehicle, vehicleForm } from './vehicles.ts'
import { requireCoordinates, requireSnapped, roadPoints, toWaypoint } from './waypoints.ts'

const mostTripStops = 100
/** So few are ordered within milliseconds: starting a thread for them would take longer. */
const fewStops = 12
const fewIterations = 2_000
/** Seconds of search at most; it ends earlier once waiting does not pay. */
const searchSeconds = 5

/** Trips of one organization that wait for a processor. */
const mostWaiting = 20

type Answer = (vehicle: Vehicle, request: OsrmRequest, organizationId: string) => Promise<object>
/** Searches when it is the caller's turn. Throws TooBig where too many of theirs wait. */
type Search = (problem: Problem) => Promise<Solution>

/** Runs as many searches at a time as half of the processors; further ones wait, organizations in turn. */
export function createTrips(): Answer {
  const most = Math.max(1, Math.floor(availableParallelism() / 2))
  const turns = createOrganizationTurns({ most, mostOfOne: most, mostWaiting })
  return (vehicle, request, organizationId) =>
    answerTrip(vehicle, request, async (problem) => {
      const order = { problem, seconds: searchSeconds, waitPrice: getWaitPrice('usual', false), seed: 1, threads: 1 }
      const found = await turns.run(organizationId, () => startSolve(order, () => {}).result)
      if (found) return found.solution
      throw new OsrmRefusal('TooBig', `${mostWaiting} trips wait already, and no more may. Try again.`)
    })
}

/** Throws NoTrips where no trip leads through all coordinates. */
async function answerTrip(vehicle: Vehicle, request: OsrmRequest, search: Search): Promise<object> {
  const { coordinates, options } = request
  requireCoordinates(request, mostTripStops)
  requireKnownAnnotations(options)
  const { roundtrip, source, destination } = options
  if (!roundtrip && source === 'any' && destination === 'any') {
    throw notImplemented('A trip that is no round trip needs source=first or destination=last')
  }
  const roads = commonGraph(vehicle, coordinates)
  if (!roads) throw noTrips()
  const points = roadPoints(request)
  const snaps = requireSnapped(await roads.snap(points))
  const order = await findOrder(roads, request, search)
  const driven = (roundtrip ? [...order, ...order.slice(0, 1)] : order).flatMap((index) => points[index] ?? [])
  const { legs } = await roads.drive(driven, { withJunctions: options.steps })
  if (legs.some(({ seconds }) => seconds < 0)) throw noTrips()
  const trip = writeRoute(legs, options, vehicleForm(vehicle, roads))
  if (options.skipWaypoints) return { code: 'Ok', trips: [trip] }
  const waypoints = coordinates.flatMap((coordinate, index) => {
    const snap = snaps[index]
    if (!snap) return []
    return [{ waypoint_index: order.indexOf(index), trips_index: 0, ...toWaypoint(snap, coordinate, options) }]
  })
  return { code: 'Ok', trips: [trip], waypoints }
}

function noTrips(): OsrmRefusal {
  const reason = 'Cannot calculate trip because there is no route between two of the locations'
  return new OsrmRefusal('NoTrips', reason)
}

/** Where the trip begins and ends; undefined for wherever is best. */
interface Ends {
  start: number | undefined
  end: number | undefined
}

/** The coordinates in the order of the quickest trip that was found, by index. */
async function findOrder(roads: Roads, request: OsrmRequest, search: Search): Promise<number[]> {
  const points = roadPoints(request)
  const { seconds } = await roads.matrix(points)
  const durations = points.map((_, row) => Array.from(seconds.slice(row * points.length, (row + 1) * points.length)))
  if (durations.flat().some((entry) => entry < 0)) throw noTrips()
  const ends = chooseEnds(request)
  const between = points.flatMap((_, index) => (index === ends.start || index === ends.end ? [] : [index]))
  const visited = await visitAll(between, durations, ends, search)
  const { start, end } = ends
  if (start !== undefined && start === end) return rotated([start, ...visited], request)
  return [...(start === undefined ? [] : [start]), ...visited, ...(end === undefined ? [] : [end])]
}

function chooseEnds({ coordinates, options: { roundtrip, source, destination } }: OsrmRequest): Ends {
  const last = coordinates.length - 1
  const [start, end] = [source === 'first' ? 0 : undefined, destination === 'last' ? last : undefined]
  // A round trip may begin anywhere on its circle, but where it is to end with the last and begin with the first coordinate.
  if (roundtrip && (start === undefined || end === undefined)) return { start: 0, end: 0 }
  return { start, end }
}

/** The same round trip, so that it ends with the last coordinate where that was asked for. */
function rotated(order: readonly number[], { coordinates, options }: OsrmRequest): number[] {
  if (options.destination !== 'last') return [...order]
  const place = order.indexOf(coordinates.length - 1) + 1
  return [...order.slice(place), ...order.slice(0, place)]
}

async function visitAll(
  between: readonly number[],
  durations: readonly (readonly number[])[],
  { start, end }: Ends,
  search: Search,
): Promise<number[]> {
  if (between.length < 2) return [...between]
  const { problem } = toVroomInstance({
    vehicles: [
      { id: 1, ...(start !== undefined && { start_index: start }), ...(end !== undefined && { end_index: end }) },
    ],
    jobs: between.map((index) => ({ id: index, location_index: index })),
    matrices: { car: { durations } },
  })
  if (between.length <= fewStops)
    return ordered(solve(problem, { seed: 1, iterations: fewIterations }).solution, between)
  return ordered(await search(problem), between)
}

function ordered({ routes }: Solution, between: readonly number[]): number[] {
  return routes.flatMap(({ stops }) => stops).flatMap((stop) => between[stop] ?? [])
}
