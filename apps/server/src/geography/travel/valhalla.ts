// The protocol of Valhalla's `sources_to_targets` and `route` (version 3).
import type { OpenTable, TravelLeg } from './leg-source.ts'
import { decodePolyline, encodePolyline } from './polyline.ts'
import type { Ask, JsonAnswer, RoutingProtocol } from './routing-server.ts'
import {
  type Curb,
  findCurb,
  getMode,
  type TravelClass,
  TravelError,
  type TravelMode,
  type TravelPoint,
} from './travel.ts'

const costings: Record<TravelMode, string> = {
  car: 'auto',
  van: 'auto',
  truck: 'truck',
  scooter: 'motor_scooter',
  bicycle: 'bicycle',
  pedestrian: 'pedestrian',
}

interface MatrixBody {
  sources_to_targets: { time: number | null; distance: number | null }[][]
}

interface RouteBody {
  trip: { legs: { shape: string; summary: { time: number; length: number } }[] }
}

/**
 * Codes that are about certain places of the call: two are farther apart than the server searches, or in regions without a
 * connection, or one has no road near it, or no path leads between two. Asking by halves finds out which. The code for too many
 * places (150) is not among them, because calls are never that large.
 */
const unreachableCodes = new Set([154, 170, 171, 442])

export function valhallaProtocol(travelClass: TravelClass): RoutingProtocol {
  const curb = findCurb(travelClass)
  const costing = {
    costing: costings[getMode(travelClass)],
    ...costingOptions(travelClass),
    ...getDeparture(travelClass),
  }
  const isTimed = 'date_time' in costing
  return {
    name: 'Valhalla',
    // The server's own defaults: 2,500 pairs, 20 places of a route.
    maxTableSide: 50,
    maxPathPoints: 20,
    async table(ask, sources, targets) {
      const question = {
        sources: places(sources, curb),
        targets: places(targets, curb),
        ...costing,
        units: 'kilometers',
      }
      if (isTimed && sources.length > targets.length) return askInStrips(this, ask, sources, targets)
      const body = checked<MatrixBody>(await ask('/sources_to_targets', question))
      return body && readTable(body, sources.length, targets.length)
    },
    async path(ask, points) {
      const question = { locations: places(points, curb), ...costing, units: 'kilometers', directions_type: 'none' }
      const body = checked<RouteBody>(await ask('/route', question))
      if (!body) return undefined
      const legs = body.trip?.legs
      if (legs?.length !== points.length - 1) throw unexpected('a route without its legs')
      return legs.map(readLeg)
    },
  }
}

/** Returns Valhalla's options for a vehicle with special needs; it supports no trailers and no low-emission zones. */
function costingOptions(travelClass: TravelClass): { costing_options?: object } {
  if (typeof travelClass === 'string') return {}
  const { size, hasHazmat, avoid = [] } = travelClass.needs
  const options = Object.entries({
    height: size?.heightMeters,
    width: size?.widthMeters,
    length: size?.lengthMeters,
    weight: size?.weightTons,
    axle_load: size?.axleLoadTons,
    hazmat: hasHazmat,
    use_tolls: avoid.includes('tolls') ? 0 : undefined,
    use_ferry: avoid.includes('ferries') ? 0 : undefined,
    use_highways: avoid.includes('motorways') ? 0 : undefined,
    exclude_unpaved: avoid.includes('unpaved') ? true : undefined,
  }).filter(([, value]) => value !== undefined)
  if (options.length === 0) return {}
  return { costing_options: { [costings[travelClass.mode]]: Object.fromEntries(options) } }
}

/** Leaving at a moment, in the local time of the places: the speeds of that hour of the week, where the server has some. */
function getDeparture(travelClass: TravelClass): { date_time?: object } {
  if (typeof travelClass === 'string' || travelClass.departsAt === undefined) return {}
  return { date_time: { type: 1, value: travelClass.departsAt } }
}

/** With a departure the server takes no more sources than targets. */
async function askInStrips(
  protocol: RoutingProtocol,
  ask: Ask,
  sources: readonly TravelPoint[],
  targets: readonly TravelPoint[],
): Promise<OpenTable | undefined> {
  const width = targets.length
  const whole = { seconds: new Int32Array(sources.length * width), meters: new Int32Array(sources.length * width) }
  for (let row = 0; row < sources.length; row += width) {
    const part = await protocol.table(ask, sources.slice(row, row + width), targets)
    if (!part) return undefined
    whole.seconds.set(part.seconds, row * width)
    whole.meters.set(part.meters, row * width)
  }
  return whole
}

/** With a kerb to stop at, on the side that traffic keeps to; a vehicle under way is on no side of the road. */
function places(points: readonly TravelPoint[], curb: Curb | undefined) {
  const side = { preferred_side: 'same', ...(curb === 'major_roads' && { street_side_cutoff: 'secondary' }) }
  return points.map(({ lat, lng, isVehicle }) => ({ lat, lon: lng, type: 'break', ...(curb && !isVehicle && side) }))
}

function checked<T>({ status, body }: JsonAnswer): T | undefined {
  const { error_code: code, error } = (body ?? {}) as { error_code?: unknown; error?: unknown }
  if (status === 200 && code === undefined) return body as T
  if (typeof code === 'number' && unreachableCodes.has(code)) return undefined
  const said = typeof error === 'string' ? `: ${error.slice(0, 200)}` : ''
  throw new TravelError(`the routing server (Valhalla) answered ${status}${said}`)
}

function readTable({ sources_to_targets: cells }: MatrixBody, rows: number, columns: number): OpenTable {
  const table = { seconds: new Int32Array(rows * columns), meters: new Int32Array(rows * columns) }
  if (!Array.isArray(cells) || cells.length !== rows || cells.some((row) => row.length !== columns)) {
    throw unexpected('a matrix of another size')
  }
  for (const [row, cellsOfRow] of cells.entries()) {
    for (const [column, { time, distance }] of cellsOfRow.entries()) {
      const isReachable = typeof time === 'number' && typeof distance === 'number'
      table.seconds[row * columns + column] = isReachable ? Math.round(time) : -1
      table.meters[row * columns + column] = isReachable ? Math.round(distance * 1_000) : -1
    }
  }
  return table
}

/** Valhalla's lines have a precision of six decimals. */
function readLeg({ shape, summary }: RouteBody['trip']['legs'][number]): TravelLeg {
  return {
    seconds: Math.round(summary.time),
    meters: Math.round(summary.length * 1_000),
    geometry: encodePolyline(decodePolyline(shape, 6)),
  }
}

function unexpected(what: string): TravelError {
  return new TravelError(`the routing server (Valhalla) answered ${what}`)
}
