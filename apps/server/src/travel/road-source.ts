// The road engine as a source of legs: roads where the extract has them, straight lines to and from places outside of it.
import type { RoadPoint, RoadService } from '@routewright/roads'
import type { LegSource, LegTable, TravelLeg } from './leg-source.ts'
import { straightLeg, straightTable } from './straight-lines.ts'
import { TravelError, type TravelMode, type TravelOptions, type TravelPoint } from './travel.ts'
import { startTurns } from './turns.ts'

type Roads = Pick<RoadService, 'matrix' | 'path' | 'facts'>

/** A place so far beyond the box around all roads is outside the extract; nearer ones may snap to a road. */
const marginMeters = 2_000
const metersPerDegree = 111_195

/**
 * Whether a pair is driven on roads depends on its two places alone. So a route gets the same times on its own as within its
 * plan, whatever other stops the plan has. `onOutside` is told how many places were outside.
 */
export function createRoadSource(roads: Roads, mode: TravelMode, onOutside: (count: number) => void): LegSource {
  const isInside = insideTest(roads.facts.bounds)
  return {
    async matrix(sources, targets, options) {
      const inSources = indicesOf(sources, isInside)
      const inTargets = sources === targets ? inSources : indicesOf(targets, isInside)
      const outside = sources.length - inSources.length
      const pick = (points: readonly TravelPoint[], indices: readonly number[]) => indices.map((i) => points[i]!)
      const from = outside === 0 ? sources : pick(sources, inSources)
      const to = sources === targets ? from : pick(targets, inTargets)
      const table = await asked(() => roads.matrix(from as RoadPoint[], to as RoadPoint[], options))
      if (outside === 0 && inTargets.length === targets.length) return table
      onOutside(outside || targets.length - inTargets.length)
      return mixed(sources, targets, mode, { table, inSources, inTargets })
    },
    async path(points, options) {
      const legs: TravelLeg[] = []
      let first = 0
      while (first < points.length - 1) {
        let last = first
        while (last < points.length && isInside(points[last]!)) last++
        if (last - first > 1) {
          legs.push(...(await roadLegs(roads, points.slice(first, last), options)))
          first = last - 1
        } else {
          legs.push(straightLeg(points[first]!, points[first + 1]!, mode))
          first += 1
        }
      }
      return legs
    },
  }
}

async function roadLegs(roads: Roads, points: readonly TravelPoint[], options?: TravelOptions): Promise<TravelLeg[]> {
  return (await asked(() => roads.path(points as RoadPoint[], options))).legs
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

interface InsidePart {
  table: LegTable
  inSources: readonly number[]
  inTargets: readonly number[]
}

/** Straight lines, and roads where both ends are inside. */
async function mixed(
  sources: readonly TravelPoint[],
  targets: readonly TravelPoint[],
  mode: TravelMode,
  { table, inSources, inTargets }: InsidePart,
): Promise<LegTable> {
  const result = await straightTable(sources, targets, mode)
  const takeTurn = startTurns()
  for (const [row, source] of inSources.entries()) {
    for (const [column, target] of inTargets.entries()) {
      const entry = source * targets.length + target
      result.seconds[entry] = table.seconds[row * inTargets.length + column]!
      result.meters[entry] = table.meters[row * inTargets.length + column]!
    }
    await takeTurn()
  }
  return result
}

function indicesOf(points: readonly TravelPoint[], isInside: (point: TravelPoint) => boolean): number[] {
  return points.flatMap((point, index) => (isInside(point) ? [index] : []))
}

function insideTest({ minLat, minLng, maxLat, maxLng }: Roads['facts']['bounds']): (point: TravelPoint) => boolean {
  const latMargin = marginMeters / metersPerDegree
  const farthestLat = Math.min(89, Math.max(Math.abs(minLat), Math.abs(maxLat)))
  const lngMargin = latMargin / Math.cos((farthestLat * Math.PI) / 180)
  return ({ lat, lng }) =>
    lat >= minLat - latMargin && lat <= maxLat + latMargin && lng >= minLng - lngMargin && lng <= maxLng + lngMargin
}
