// Tables of times and distances in the form of OSRM, written row by row.
import { setImmediate } from 'node:timers/promises'
import type { RoadPoint, RoadSnap } from '@routewright/roads'
import { metersBetween } from './polylines.ts'
import { OsrmRefusal, tooBig } from './refusal.ts'
import type { OsrmRequest } from './request.ts'
import { listGraphs, type Vehicle } from './vehicles.ts'
import { requireCoordinates, requireSnapped, roadPoints, toWaypoint } from './waypoints.ts'

/** Entries of a table; as many as 2,000 coordinates make. */
const mostEntries = 4_000_000

interface Table {
  request: OsrmRequest
  snaps: readonly RoadSnap[]
  sources: readonly number[]
  destinations: readonly number[]
  /** Row by row; undefined where there is no way. */
  seconds: (number | undefined)[]
  meters: (number | undefined)[]
}

/** The parts of the JSON text, because a large table takes long to write. Throws OsrmRefusal. */
export async function answerTable(vehicle: Vehicle, request: OsrmRequest): Promise<AsyncIterable<string>> {
  const { fallbackSpeed, scaleFactor } = request.options
  requireCoordinates(request, mostEntries)
  if (fallbackSpeed !== undefined && !(fallbackSpeed > 0)) {
    throw new OsrmRefusal('InvalidOptions', 'fallback_speed must be > 0')
  }
  if (!(scaleFactor > 0)) throw new OsrmRefusal('InvalidOptions', 'scale_factor must be > 0')
  const [sources, destinations] = [listIndices('sources', request), listIndices('destinations', request)]
  const entries = sources.length * destinations.length
  if (entries > mostEntries) throw tooBig('Number of table entries', entries, mostEntries)
  return writeTable(await findTable(vehicle, request, sources, destinations))
}

function listIndices(name: 'sources' | 'destinations', { coordinates, options }: OsrmRequest): readonly number[] {
  const all = coordinates.map((_, index) => index)
  const indices = options[name] ?? all
  const wrong = indices.find((index) => index >= coordinates.length)
  if (wrong === undefined) return indices
  throw new OsrmRefusal(
    'InvalidOptions',
    `Index ${wrong} in ${name} is not below the number of coordinates ${all.length}`,
  )
}

async function findTable(
  vehicle: Vehicle,
  request: OsrmRequest,
  sources: readonly number[],
  destinations: readonly number[],
): Promise<Table> {
  const points = roadPoints(request)
  const graphOf = listGraphs(vehicle, request.coordinates)
  const snaps = requireSnapped(await snapAll(vehicle, points, graphOf))
  const size = sources.length * destinations.length
  const table: Table = {
    request,
    snaps,
    sources,
    destinations,
    seconds: new Array<number | undefined>(size).fill(undefined),
    meters: new Array<number | undefined>(size).fill(undefined),
  }
  for (const graph of vehicle.graphs.keys()) await fillFrom(vehicle, table, points, { graph, graphOf })
  return table
}

async function snapAll(
  { graphs }: Vehicle,
  points: readonly RoadPoint[],
  graphOf: readonly number[],
): Promise<(RoadSnap | undefined)[]> {
  const byGraph = await Promise.all(
    graphs.map((roads, graph) => (graphOf.includes(graph) ? roads.snap(points) : Promise.resolve([]))),
  )
  return points.map((_, index) => byGraph[graphOf[index] ?? 0]?.[index])
}

/** Fills in the entries between the coordinates of one graph. */
async function fillFrom(
  { graphs }: Vehicle,
  table: Table,
  points: readonly RoadPoint[],
  { graph, graphOf }: { graph: number; graphOf: readonly number[] },
): Promise<void> {
  const isHere = (index: number) => graphOf[index] === graph
  const here = (indices: readonly number[]) =>
    [...indices.entries()].flatMap(([place, index]) => {
      const point = points[index]
      return point && isHere(index) ? [{ place, point }] : []
    })
  const [rows, columns] = [here(table.sources), here(table.destinations)]
  const roads = graphs[graph]
  if (!roads || rows.length === 0 || columns.length === 0) return
  const { seconds, meters } = await roads.matrix(
    rows.map(({ point }) => point),
    columns.map(({ point }) => point),
  )
  const rowsAtOnce = Math.ceil(entriesAtOnce / columns.length)
  for (const [row, source] of rows.entries()) {
    if (row % rowsAtOnce === rowsAtOnce - 1) await setImmediate()
    for (const [column, target] of columns.entries()) {
      const found = seconds[row * columns.length + column]
      if (found === undefined || found < 0) continue
      const entry = source.place * table.destinations.length + target.place
      table.seconds[entry] = found
      table.meters[entry] = meters[row * columns.length + column]
    }
  }
}

/** Entries copied before others get their turn. */
const entriesAtOnce = 100_000
/** Characters written before others get their turn. */
const textAtOnce = 65_536

async function* writeTable(table: Table): AsyncIterable<string> {
  const { request, snaps, sources, destinations } = table
  const { options, coordinates } = request
  const estimated = options.fallbackSpeed === undefined ? [] : estimate(table, options.fallbackSpeed)
  const waypointsAt = (indices: readonly number[]) =>
    JSON.stringify(
      indices.flatMap((index) => {
        const [snap, coordinate] = [snaps[index], coordinates[index]]
        return snap && coordinate ? [toWaypoint(snap, coordinate, options)] : []
      }),
    )
  yield '{"code":"Ok"'
  const wanted = options.annotations.length === 0 ? ['duration'] : options.annotations
  const scale = options.scaleFactor
  if (wanted.includes('duration')) yield* writeRows('durations', table.seconds, destinations.length, scale)
  if (wanted.includes('distance')) yield* writeRows('distances', table.meters, destinations.length, 1)
  if (!options.skipWaypoints) yield `,"sources":${waypointsAt(sources)},"destinations":${waypointsAt(destinations)}`
  if (options.fallbackSpeed !== undefined) yield `,"fallback_speed_cells":${JSON.stringify(estimated)}`
  yield '}'
}

async function* writeRows(
  name: string,
  values: readonly (number | undefined)[],
  width: number,
  scale: number,
): AsyncIterable<string> {
  let text = `,"${name}":[`
  for (let row = 0; row * width < values.length; row++) {
    const scaled = values
      .slice(row * width, (row + 1) * width)
      .map((value) => (value === undefined ? null : Math.round(value * scale * 10) / 10))
    text += `${row === 0 ? '' : ','}${JSON.stringify(scaled)}`
    if (text.length < textAtOnce) continue
    yield text
    text = ''
    await setImmediate()
  }
  yield `${text}]`
}

/** Fills in straight lines at a speed where there is no way; returns their cells. */
function estimate(table: Table, metersPerSecond: number): [row: number, column: number][] {
  const { request, snaps, sources, destinations } = table
  const places = request.options.fallbackCoordinate === 'snapped' ? snaps : request.coordinates
  const cells: [number, number][] = []
  for (const [row, source] of sources.entries()) {
    for (const [column, target] of destinations.entries()) {
      const entry = row * destinations.length + column
      const [from, to] = [places[source], places[target]]
      if (table.seconds[entry] !== undefined || !from || !to) continue
      const meters = metersBetween(from, to)
      table.meters[entry] = Math.round(meters * 10) / 10
      table.seconds[entry] = meters / metersPerSecond
      cells.push([row, column])
    }
  }
  return cells
}
