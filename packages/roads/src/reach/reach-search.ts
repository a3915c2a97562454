// The area that a vehicle reaches within some time: costs to all edges, times along them on a grid, and the outlines.

import { combineCost } from '../foundation/cost.ts'
import { distanceMetersE7, METERS_PER_DEGREE } from '../foundation/geo.ts'
import { EDGE_APART, EDGE_CUT_OFF, EDGE_FERRY, EDGE_MOTORWAY } from '../graph/network.ts'
import type { PathSearches } from '../hierarchy/shortest-path.ts'
import { getEdge } from '../image/edge-states.ts'
import { computeDuration, measureLength } from '../image/edge-values.ts'
import type { RoadArrays } from '../image/image.ts'
import { RoadShapes } from '../image/road-shapes.ts'
import type { Spot } from '../places/barrier-index.ts'
import { type PlacedPoint, partDm, sourceSeeds } from '../places/placed-point.ts'
import type { SameEdgeTrips } from '../places/same-edge.ts'
import type { Snapper } from '../places/snapping.ts'
import { sweepFrom } from './one-to-all.ts'
import { crossesItself, outlineCells, type Ring, straighten } from './outline.ts'
import { type GridBox, type Marked, TimeGrid, TOLERANCE_CELLS, WALK_METERS } from './time-grid.ts'

export interface ReachArea {
  seconds: number
  /** GeoJSON polygons: for each part its outer ring and its holes, [longitude, latitude], the first corner repeated at the end. */
  polygons: [lng: number, lat: number][][][]
  /** The outer ring of the largest part with at most `OUTLINE_CORNERS` corners, closed; empty when nothing is reached. */
  outline: [lng: number, lat: number][]
}

export interface Reach {
  areas: ReachArea[]
  /** A place may be on the wrong side of a border when a place that belongs there is within this distance. */
  toleranceMeters: number
}

/** About as many corners as a user can move by hand. */
const OUTLINE_CORNERS = 100
/** No address is on these. */
const UNWANTED = EDGE_MOTORWAY | EDGE_FERRY | EDGE_CUT_OFF

interface ReachTools {
  searches: PathSearches
  sameEdge: SameEdgeTrips
  snapper: Snapper
}

/** Areas for each of the times, in seconds. The source must have a place. */
export function findReach(
  { searches, sameEdge, snapper }: ReachTools,
  source: PlacedPoint,
  times: readonly number[],
): Reach {
  const { arrays } = searches
  const arrivals = findArrivals(searches, sameEdge, source, Math.max(...times))
  const box = getBox(arrays, arrivals, source)
  const grid = new TimeGrid(box, METERS_PER_DEGREE / 1e7)
  drawRoads(arrays, arrivals, source, grid)
  // A walk around a wall is hardly longer than the tolerance.
  snapper.barriers.visitWide((from, to) => grid.drawBarrier(from, to))
  grid.spread(times, (place) => secondsTo(place, { arrays, arrivals, source, snapper }))
  const areas = times.map((seconds) => {
    const shapes = outlineCells(
      Uint8Array.from(grid.seconds, (time) => (time <= seconds ? 1 : 0)),
      grid.columns,
    )
    const degrees = (ring: Ring) => closed(ring.map(([column, row]) => grid.degreesOf(column, row)))
    return {
      seconds,
      polygons: shapes.map(({ outer, holes }) => [outer, ...holes].map(degrees)),
      outline: shapes[0] ? degrees(withFewCorners(shapes[0].outer)) : [],
    }
  })
  return { areas, toleranceMeters: Math.ceil(TOLERANCE_CELLS * grid.cellMeters) }
}

/** Seconds to the beginning of each directed edge; Infinity when that is later than `most`. */
function findArrivals(
  { arrays, forward }: PathSearches,
  sameEdge: SameEdgeTrips,
  source: PlacedPoint,
  most: number,
): Float64Array {
  const costs = sweepFrom(arrays, forward, sourceSeeds(arrays, source), combineCost(Math.ceil(most * 100), 0))
  const arrivals = new Float64Array(arrays.edgeDuration.length).fill(Infinity)
  for (const [rank, cost] of costs.entries()) {
    if (cost === Infinity) continue
    const directed = getEdge(arrays, rank)
    arrivals[directed] = Math.min(arrivals[directed]!, secondsExactly(cost))
  }
  // The sweep begins on the source's own edge, at a negative time: reaching it from its ends must be computed separately.
  const { edge } = source.place!
  for (const directed of [2 * edge, 2 * edge + 1]) {
    if (computeDuration(arrays, directed) <= 0) continue
    const start = { ...source.place!, offsetDm: directed & 1 ? measureLength(arrays, edge) : 0 }
    const trip = sameEdge.find(source, { place: start, directions: [directed] })
    arrivals[directed] = trip ? secondsExactly(trip.cost) : Infinity
  }
  return arrivals
}

function secondsExactly(cost: number): number {
  return Math.floor(cost / combineCost(1, 0)) / 100
}

/** Bounding box of the source and all reached roads. */
function getBox(arrays: RoadArrays, arrivals: Float64Array, { place }: PlacedPoint): GridBox {
  const { edgeFlags } = arrays
  const shapes = new RoadShapes(arrays)
  const box = { minLatE7: place!.latE7, maxLatE7: place!.latE7, minLngE7: place!.lngE7, maxLngE7: place!.lngE7 }
  const include = (lat: number, lng: number) => {
    if (lat < box.minLatE7) box.minLatE7 = lat
    if (lat > box.maxLatE7) box.maxLatE7 = lat
    if (lng < box.minLngE7) box.minLngE7 = lng
    if (lng > box.maxLngE7) box.maxLngE7 = lng
  }
  for (let edge = 0; edge < edgeFlags.length; edge++) {
    if (edgeFlags[edge]! & UNWANTED) continue
    if (arrivals[2 * edge] === Infinity && arrivals[2 * edge + 1] === Infinity && edge !== place!.edge) continue
    shapes.read(edge)
    for (let point = shapes.first; point < shapes.end; point++) include(shapes.lats[point]!, shapes.lngs[point]!)
  }
  return box
}

function drawRoads(arrays: RoadArrays, arrivals: Float64Array, source: PlacedPoint, grid: TimeGrid): void {
  const roads = { arrays, shapes: new RoadShapes(arrays) }
  for (let edge = 0; edge < arrays.edgeFlags.length; edge++) {
    const [start, end] = [arrivals[2 * edge]!, arrivals[2 * edge + 1]!]
    const unwanted = start === Infinity && end === Infinity ? UNWANTED | EDGE_APART : UNWANTED
    if (!(arrays.edgeFlags[edge]! & unwanted)) drawEdge(roads, edge, start, end, grid)
  }
  const { edge } = source.place!
  for (const directed of source.directions) {
    const entered = enteredBefore(arrays, source, directed)
    drawEdge(roads, edge, directed & 1 ? Infinity : entered, directed & 1 ? entered : Infinity, grid)
  }
}

interface Arrived {
  arrays: RoadArrays
  arrivals: Float64Array
  source: PlacedPoint
  snapper: Snapper
}

/**
 * Time at which a single place is reached, by the road from which it is served; Infinity for never, or when that road is too far to walk.
 */
function secondsTo({ latE7, lngE7 }: Spot, { arrays, arrivals, source, snapper }: Arrived): number {
  const place = snapper.find(latE7, lngE7, WALK_METERS)
  if (!place || place.curbMeters > WALK_METERS) return Infinity
  const { edge, offsetDm } = place
  const timeOn = (directed: number, entered: number) =>
    entered +
    (partDm(arrays, directed, offsetDm) / measureLength(arrays, edge)) * (computeDuration(arrays, directed) / 100)
  const ways = [2 * edge, 2 * edge + 1].map((directed) => timeOn(directed, arrivals[directed]!))
  if (edge === source.place!.edge)
    for (const directed of source.directions) ways.push(timeOn(directed, enteredBefore(arrays, source, directed)))
  // The vehicle has not been at places with negative times: it starts farther along the edge.
  return Math.min(Infinity, ...ways.filter((seconds) => seconds >= 0))
}

/** On its own edge the vehicle drives away from its position, as if it had entered the edge before. */
function enteredBefore(arrays: RoadArrays, { place }: PlacedPoint, directed: number): number {
  const share = partDm(arrays, directed, place!.offsetDm) / measureLength(arrays, place!.edge)
  return (-share * computeDuration(arrays, directed)) / 100
}

/** `startSeconds` is the time of entering the edge at its start, `endSeconds` at its end; Infinity for never. */
function drawEdge(
  { arrays, shapes }: { arrays: RoadArrays; shapes: RoadShapes },
  edge: number,
  startSeconds: number,
  endSeconds: number,
  grid: TimeGrid,
): void {
  shapes.read(edge)
  const { lats, lngs, first } = shapes
  const last = shapes.end - 1
  const [alongCs, againstCs] = [computeDuration(arrays, 2 * edge), computeDuration(arrays, 2 * edge + 1)]
  const meters: number[] = [0]
  for (let point = first; point < last; point++) {
    meters.push(meters.at(-1)! + distanceMetersE7(lats[point]!, lngs[point]!, lats[point + 1]!, lngs[point + 1]!))
  }
  const whole = meters.at(-1)! || 1
  const marks = meters.map((before, at): Marked => {
    const share = before / whole
    return {
      latE7: lats[first + at]!,
      lngE7: lngs[first + at]!,
      alongSeconds: startSeconds + (share * alongCs) / 100,
      againstSeconds: endSeconds + ((1 - share) * againstCs) / 100,
    }
  })
  for (let at = 1; at < marks.length; at++) grid.drawStretch(marks[at - 1]!, marks[at]!)
}

/** Simplifies the ring more and more, until it is short and does not cross itself. */
function withFewCorners(ring: Ring): Ring {
  let short = ring
  for (let cells = 1; short.length > OUTLINE_CORNERS || crossesItself(short); cells *= 1.5) {
    short = straighten(ring, cells)
  }
  return short
}

function closed<Corner>(ring: Corner[]): Corner[] {
  return ring.length > 0 ? [...ring, ring[0]!] : []
}
