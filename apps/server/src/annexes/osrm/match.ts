// Where somebody drove, in the form of OSRM: one route for each stretch of positions that roads explain.
import type { DriveLeg, RoadTrace } from '@routewright/roads'
import { metersBetween } from './polylines.ts'
import { OsrmRefusal } from './refusal.ts'
import type { Coordinate, OsrmRequest } from './request.ts'
import { joinLegs, type Route, requireKnownAnnotations, writeRoute } from './routes.ts'
import { commonGraph, type Vehicle, vehicleForm } from './vehicles.ts'
import { checkedWaypoints, requireCoordinates, roadPoints, toWaypoint, type Waypoint } from './waypoints.ts'

const mostPositions = 1_000

/** A stretch that is matched as a whole: its positions by index, and the legs between them. */
interface Stretch {
  indices: number[]
  legs: DriveLeg[]
}

interface Tracepoint extends Waypoint {
  matchings_index: number
  waypoint_index: number | null
  alternatives_count: number
}

/** Throws NoMatch where no two positions are on roads. */
export async function answerMatch(vehicle: Vehicle, request: OsrmRequest): Promise<object> {
  const { coordinates, options } = request
  requireCoordinates(request, mostPositions)
  requireRisingTimes(options.timestamps)
  requireKnownAnnotations(options)
  const waypoints = checkedWaypoints(request)
  const roads = commonGraph(vehicle, coordinates)
  if (!roads) throw new OsrmRefusal('NoMatch', 'Could not match the trace.')
  const trace = await roads.trace(listPositions(request), { withJunctions: options.steps })
  const stretches = listStretches(trace, request)
  if (stretches.length === 0) throw new OsrmRefusal('NoMatch', 'Could not match the trace.')
  const form = vehicleForm(vehicle, roads)
  const matchings = stretches.map((stretch) => {
    const route = writeRoute(joinLegs(stretch.legs, findEnds(stretch, waypoints)), options, form)
    return { confidence: measureConfidence(route, stretch, coordinates), ...route }
  })
  return { code: 'Ok', matchings, ...listTracepoints(request, trace, stretches, waypoints) }
}

function requireRisingTimes(timestamps: readonly number[]): void {
  if (timestamps.every((time, index) => index === 0 || time >= (timestamps[index - 1] ?? 0))) return
  throw new OsrmRefusal('InvalidValue', 'Timestamps need to be monotonically increasing.')
}

function listPositions(request: OsrmRequest) {
  const { radiuses, timestamps } = request.options
  return roadPoints({ ...request, options: { ...request.options, radiuses: [], hints: [] } }).map(
    ({ lat, lng }, index) => {
      const [accuracyMeters, atSeconds] = [radiuses[index], timestamps[index]]
      return {
        lat,
        lng,
        ...(accuracyMeters !== undefined && { accuracyMeters }),
        ...(atSeconds !== undefined && { atSeconds }),
      }
    },
  )
}

/** Cuts the trace where a position is off all roads, no road explains a movement, or positions are missing for long. */
function listStretches({ points, legs }: RoadTrace, { options }: OsrmRequest): Stretch[] {
  const gap = options.gaps === 'split' ? longestGap(options.timestamps) : Infinity
  const stretches: Stretch[] = []
  let open: Stretch | undefined
  for (const [index, point] of points.entries()) {
    if (!point || (options.tidy && point.isStanding)) continue
    const since = open?.indices.at(-1)
    const leg = since === undefined ? undefined : legBetween(legs, since, index)
    const waited = since === undefined ? 0 : (options.timestamps[index] ?? 0) - (options.timestamps[since] ?? 0)
    if (open && leg && waited <= gap) {
      open.indices.push(index)
      open.legs.push(leg)
    } else {
      open = { indices: [index], legs: [] }
      stretches.push(open)
    }
  }
  return stretches.filter((stretch) => stretch.legs.length > 0)
}

/** The leg between two positions; those between them are of a vehicle that stands. */
function legBetween(legs: readonly (DriveLeg | undefined)[], from: number, to: number): DriveLeg | undefined {
  const between = legs.slice(from, to)
  return between.every((leg) => leg !== undefined) ? between.at(-1) : undefined
}

/** Seconds without a position after which a new stretch begins: ten times the usual, and no less than a minute. */
function longestGap(timestamps: readonly number[]): number {
  const steps = timestamps.slice(1).map((time, index) => time - (timestamps[index] ?? time))
  const median = steps.sort((step, other) => step - other)[Math.floor(steps.length / 2)] ?? 0
  return Math.max(60, 10 * median)
}

/** The waypoints of a stretch by their place in it: its ends, and those of the request between them. */
function findEnds({ indices }: Stretch, waypoints: readonly number[] | undefined): number[] | undefined {
  if (!waypoints) return undefined
  const last = indices.length - 1
  return indices.flatMap((index, place) => (place === 0 || place === last || waypoints.includes(index) ? [place] : []))
}

/** How near the matched length is to that of the straight lines between the positions: 1 where they are equal. */
function measureConfidence({ distance }: Route, { indices }: Stretch, coordinates: readonly Coordinate[]): number {
  const straight = indices.slice(1).reduce((sum, index, place) => {
    const [from, to] = [coordinates[indices[place] ?? 0], coordinates[index]]
    return sum + (from && to ? metersBetween(from, to) : 0)
  }, 0)
  const longer = Math.max(distance, straight)
  return longer === 0 ? 1 : Math.round((Math.min(distance, straight) / longer) * 1e6) / 1e6
}

function listTracepoints(
  { coordinates, options }: OsrmRequest,
  { points }: RoadTrace,
  stretches: readonly Stretch[],
  waypoints: readonly number[] | undefined,
): { tracepoints?: (Tracepoint | null)[] } {
  if (options.skipWaypoints) return {}
  const tracepoints = coordinates.map((coordinate, index): Tracepoint | null => {
    const matching = stretches.findIndex(({ indices }) => indices.includes(index))
    const [stretch, point] = [stretches[matching], points[index]]
    if (!stretch || !point) return null
    const place = stretch.indices.indexOf(index)
    const ends = findEnds(stretch, waypoints)
    return {
      ...toWaypoint(point, coordinate, options),
      matchings_index: matching,
      waypoint_index: ends ? indexOrNull(ends, place) : place,
      alternatives_count: point.otherRoads,
    }
  })
  return { tracepoints }
}

function indexOrNull(places: readonly number[], place: number): number | null {
  const index = places.indexOf(place)
  return index < 0 ? null : index
}
