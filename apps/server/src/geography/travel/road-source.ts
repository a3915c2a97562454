// The road engine as a source of legs: roads where the extract has them, straight lines to and from places outside of it.
import { getMix, type RoadPoint } from '@routewright/roads'
import type { Roads } from '../extracts/road-parts.ts'
import type { LegTable, OpenTable, RoadSource, TravelLeg } from './leg-source.ts'
import { straightLeg, straightTable, straightTrack } from './straight-lines.ts'
import {
  type Curb,
  type RecordedPosition,
  type TrackLeg,
  TravelError,
  type TravelMode,
  type TravelOptions,
  type TravelPoint,
  type TravelReach,
} from './travel.ts'
import { startTurns } from './turns.ts'

/** A place so far beyond the box around all roads is outside the extract; nearer ones may snap to a road. */
const marginMeters = 2_000
const metersPerDegree = 111_195

export interface RoadSourceOptions {
  curb?: Curb | undefined
  /** Tables tell by which roads their ways lead. */
  withMixes?: boolean
}

/** Mix for straight lines, whose roads are unknown: half of them count as main roads. */
export const UNKNOWN_MIX = getMix(2, 0, 1)

/**
 * Whether a pair is driven on roads depends on its two places alone: both must lie within the same graph. So a route gets the
 * same times on its own as within its plan, whatever other stops the plan has. `onOutside` is told how many places were
 * outside of all graphs.
 */
export function createRoadSource(
  graphs: readonly Roads[],
  mode: TravelMode,
  onOutside: (count: number) => void,
  { curb, withMixes = false }: RoadSourceOptions = {},
): RoadSource {
  const placed = (points: readonly TravelPoint[]) => roadPoints(points, curb)
  const tests = graphs.map((roads) => insideTest(roads.facts.bounds))
  /** Index of the first graph that the place lies within, or -1. */
  const getGraph = (point: TravelPoint) => tests.findIndex((isInside) => isInside(point))
  return {
    async matrix(sources, targets, options) {
      const from = sources.map(getGraph)
      const to = sources === targets ? from : targets.map(getGraph)
      const [only = -1] = from
      if (only >= 0 && from.every((graph) => graph === only) && to.every((graph) => graph === only)) {
        const rows = placed(sources)
        const columns = sources === targets ? rows : placed(targets)
        return asked(() => graphs[only]!.matrix(rows, columns, { ...options, withMixes }))
      }
      const outside = Math.max(count(from, -1), count(to, -1))
      if (outside > 0) onOutside(outside)
      const table = await straightTable(sources, targets, mode)
      if (withMixes) table.mixes = new Uint8Array(table.seconds.length).fill(UNKNOWN_MIX)
      for (const [graph, roads] of graphs.entries()) {
        const part = { rows: listIndices(from, graph), columns: listIndices(to, graph) }
        if (part.rows.length === 0 || part.columns.length === 0) continue
        const own = await asked(() =>
          roads.matrix(placed(pick(sources, part.rows)), placed(pick(targets, part.columns)), {
            ...options,
            withMixes,
          }),
        )
        await copyInto(table, own, part, targets.length)
      }
      return table
    },
    async path(points, options) {
      const legs: TravelLeg[] = []
      for (const { graph, run } of splitRuns(placed(points), getGraph)) {
        const roads = graphs[graph]
        legs.push(...(roads ? await roadLegs(roads, run, options) : [outsideLeg(run, mode)]))
      }
      return legs
    },
    getNetwork: getGraph,
    reach: async (from, times, options) => roadReach(graphs[getGraph(from)], placed([from])[0]!, times, options),
    track: (positions, options) => tracks(graphs, getGraph, positions, options),
  }
}

/** Leg between two points that share no graph. */
function outsideLeg([from, to]: readonly TravelPoint[], mode: TravelMode): TravelLeg {
  return { ...straightLeg(from!, to!, mode), isStraight: true }
}

interface Run<Point> {
  /** The graph that all its points lie within; -1 for two points that share none. */
  graph: number
  run: Point[]
}

/** A line in pieces: as long as its points stay within one graph, and pair by pair elsewhere. Each begins where the last one ended. */
function splitRuns<Point extends TravelPoint>(
  points: readonly Point[],
  getGraph: (point: TravelPoint) => number,
): Run<Point>[] {
  const graphs = points.map(getGraph)
  const runs: Run<Point>[] = []
  for (let first = 0, last: number; first < points.length - 1; first = last) {
    last = first + 1
    const graph = graphs[last] === graphs[first] ? graphs[first]! : -1
    while (graph >= 0 && graphs[last + 1] === graph) last++
    runs.push({ graph, run: points.slice(first, last + 1) })
  }
  return runs
}

async function tracks(
  graphs: readonly Roads[],
  getGraph: (point: TravelPoint) => number,
  positions: readonly RecordedPosition[],
  options?: TravelOptions,
): Promise<TrackLeg[]> {
  const legs: TrackLeg[] = []
  for (const { graph, run } of splitRuns(positions, getGraph)) {
    const roads = graphs[graph]
    legs.push(...(roads ? await roadTrack(roads, run, options) : straightTrack(run)))
  }
  return legs
}

/** Empty where no road is in reach of the place. */
async function roadReach(
  roads: Roads | undefined,
  from: TravelPoint,
  times: readonly number[],
  options?: TravelOptions,
): Promise<TravelReach | undefined> {
  if (!roads) return undefined
  const found = await asked(() => roads.reach(from, times, options))
  const nowhere = { areas: times.map((seconds) => ({ seconds, polygons: [], outline: [] })), toleranceMeters: 0 }
  return { ...(found ?? nowhere), isStraight: false }
}

async function roadTrack(
  roads: Roads,
  positions: readonly RecordedPosition[],
  options?: TravelOptions,
): Promise<TrackLeg[]> {
  const legs = await asked(() => roads.match(positions, options))
  return legs.map(({ meters, geometry }) => ({ meters, geometry }))
}

async function roadLegs(roads: Roads, points: readonly TravelPoint[], options?: TravelOptions): Promise<TravelLeg[]> {
  return (await asked(() => roads.path(points, options))).legs
}

/** The engine's own trouble in words; being told to stop is not one. */
async function asked<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if ((error as { code?: string }).code === 'aborted') throw error
    throw new TravelError(`the road engine failed (${(error as Error).message})`, { cause: error })
  }
}

async function copyInto(
  table: OpenTable,
  own: LegTable,
  { rows, columns }: { rows: readonly number[]; columns: readonly number[] },
  width: number,
): Promise<void> {
  const takeTurn = startTurns()
  for (const [row, source] of rows.entries()) {
    for (const [column, target] of columns.entries()) {
      table.seconds[source * width + target] = own.seconds[row * columns.length + column]!
      table.meters[source * width + target] = own.meters[row * columns.length + column]!
      if (table.mixes) table.mixes[source * width + target] = own.mixes![row * columns.length + column]!
    }
    await takeTurn()
  }
}

function listIndices(graphs: readonly number[], wanted: number): number[] {
  return graphs.flatMap((graph, index) => (graph === wanted ? [index] : []))
}

function count(graphs: readonly number[], wanted: number): number {
  return listIndices(graphs, wanted).length
}

const approaches = { major_roads: 'curb_on_major_roads', always: 'curb' } as const

/** Returns the points in the road engine's form; a vehicle under way is on no particular side of the road. */
function roadPoints(points: readonly TravelPoint[], curb: Curb | undefined): readonly RoadPoint[] {
  if (!curb) return points
  return points.map((point) => (point.isVehicle ? point : { ...point, approach: approaches[curb] }))
}

function pick(points: readonly TravelPoint[], indices: readonly number[]): TravelPoint[] {
  return indices.map((index) => points[index]!)
}

function insideTest({ minLat, minLng, maxLat, maxLng }: Roads['facts']['bounds']): (point: TravelPoint) => boolean {
  const latMargin = marginMeters / metersPerDegree
  const farthestLat = Math.min(89, Math.max(Math.abs(minLat), Math.abs(maxLat)))
  const lngMargin = latMargin / Math.cos((farthestLat * Math.PI) / 180)
  return ({ lat, lng }) =>
    lat >= minLat - latMargin && lat <= maxLat + latMargin && lng >= minLng - lngMargin && lng <= maxLng + lngMargin
}
