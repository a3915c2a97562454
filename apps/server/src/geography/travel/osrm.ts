// The protocol of OSRM's `table` and `route` services (version 5 and later).
import type { OpenTable, TravelLeg } from './leg-source.ts'
import { decodePolyline, encodePolyline } from './polyline.ts'
import type { Ask, JsonAnswer, RoutingProtocol } from './routing-server.ts'
import { TravelError, type TravelMode, type TravelPoint } from './travel.ts'

/** A server holds one profile whatever it is called in the address; the usual names are for those that look. */
const profiles: Record<TravelMode, string> = {
  car: 'driving',
  van: 'driving',
  truck: 'driving',
  scooter: 'driving',
  bicycle: 'cycling',
  pedestrian: 'walking',
}

interface TableBody {
  code: string
  durations?: (number | null)[][]
  distances?: (number | null)[][]
}

interface RouteBody {
  code: string
  routes?: {
    legs: { duration: number; distance: number; steps: { geometry: string }[] }[]
  }[]
}

/** The codes by which the server says that a place has no road, or that no way leads there. */
const unreachableCodes = new Set(['NoSegment', 'NoTable', 'NoRoute'])

/** `isAtCurb`: places are reached with the kerb on the side that traffic keeps to; OSRM does not tell roads apart for it. */
export function osrmProtocol(mode: TravelMode, isAtCurb = false): RoutingProtocol {
  const profile = profiles[mode]
  return {
    name: 'OSRM',
    // The server's own default is a table of 100 × 100.
    maxTableSide: 100,
    maxPathPoints: 100,
    async table(ask, sources, targets) {
      // A place that is both a source and a target is named once in the address.
      const places = [...new Set([...sources, ...targets].map(coordinate))]
      const indexOf = new Map(places.map((place, index) => [place, index]))
      const indices = (points: readonly TravelPoint[]) =>
        points.map((point) => indexOf.get(coordinate(point))).join(';')
      // Commas and semicolons stand as they are, because that is how every client of such servers sends them.
      const query = `annotations=duration,distance&sources=${indices(sources)}&destinations=${indices(targets)}`
      // A call has two places at least.
      const named = places.length > 1 ? places : [...places, ...places]
      const underWay = new Set([...sources, ...targets].filter(({ isVehicle }) => isVehicle).map(coordinate))
      const sides = isAtCurb ? approaches(named.map((place) => underWay.has(place))) : ''
      const answer = await ask(`/table/v1/${profile}/${named.join(';')}?${query}${sides}`)
      const body = checked<TableBody>(answer)
      if (!body) return undefined
      return readTable(body, sources.length, targets.length)
    },
    path: (ask, points) => askPath(ask, profile, points, isAtCurb),
  }
}

async function askPath(
  ask: Ask,
  profile: string,
  points: readonly TravelPoint[],
  isAtCurb: boolean,
): Promise<TravelLeg[] | undefined> {
  const sides = isAtCurb ? approaches(points.map(({ isVehicle = false }) => isVehicle)) : ''
  const query = `overview=false&steps=true&geometries=polyline&continue_straight=false${sides}`
  const body = checked<RouteBody>(await ask(`/route/v1/${profile}/${points.map(coordinate).join(';')}?${query}`))
  if (!body) return undefined
  const legs = body.routes?.[0]?.legs
  if (legs?.length !== points.length - 1) throw unexpected('a route without its legs')
  return legs.map((leg) => ({
    seconds: Math.round(leg.duration),
    meters: Math.round(leg.distance),
    // The end of a step is the beginning of the next.
    geometry: encodePolyline(withoutRepeats(leg.steps.flatMap((step) => decodePolyline(step.geometry)))),
  }))
}

/** One for each place; a vehicle under way is on no side of the road. */
function approaches(areUnderWay: readonly boolean[]): string {
  return `&approaches=${areUnderWay.map((isUnderWay) => (isUnderWay ? 'unrestricted' : 'curb')).join(';')}`
}

/** Longitude first, with fixed digits: close to a meridian it would be written 1e-7, which the server does not read. */
function coordinate({ lat, lng }: TravelPoint): string {
  return `${lng.toFixed(6)},${lat.toFixed(6)}`
}

function checked<T extends { code: string }>({ status, body }: JsonAnswer): T | undefined {
  const { code, message } = (body ?? {}) as { code?: unknown; message?: unknown }
  if (code === 'Ok') return body as T
  if (typeof code === 'string' && unreachableCodes.has(code)) return undefined
  const said = [code, message].filter((part) => typeof part === 'string').join(': ')
  throw new TravelError(`the routing server (OSRM) answered ${status}${said ? ` ${said.slice(0, 200)}` : ''}`)
}

function readTable({ durations, distances }: TableBody, rows: number, columns: number): OpenTable {
  const table = { seconds: new Int32Array(rows * columns), meters: new Int32Array(rows * columns) }
  if (durations && !distances) throw unexpected('a table without distances, as old versions do')
  if (durations?.length !== rows || distances?.length !== rows) throw unexpected('a table of another size')
  for (let row = 0; row < rows; row++) {
    if (durations[row]!.length !== columns || distances[row]!.length !== columns) {
      throw unexpected('a table of another size')
    }
    for (let column = 0; column < columns; column++) {
      const [seconds, meters] = [durations[row]![column], distances[row]![column]]
      const isReachable = typeof seconds === 'number' && typeof meters === 'number'
      table.seconds[row * columns + column] = isReachable ? Math.round(seconds) : -1
      table.meters[row * columns + column] = isReachable ? Math.round(meters) : -1
    }
  }
  return table
}

function withoutRepeats(points: readonly TravelPoint[]): TravelPoint[] {
  return points.filter((point, i) => i === 0 || point.lat !== points[i - 1]!.lat || point.lng !== points[i - 1]!.lng)
}

function unexpected(what: string): TravelError {
  return new TravelError(`the routing server (OSRM) answered ${what}`)
}
