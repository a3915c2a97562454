// A travel provider from sources for each mode, with one memory for all of them.
import { LegCache } from './leg-cache.ts'
import { type LegSource, type RoadSource, roundedPoint, type TravelLeg } from './leg-source.ts'
import { MatrixCache, type MatrixCacheFacts } from './matrix-cache.ts'
import { encodePolyline, joinPolylines } from './polyline.ts'
import { knownByPeriod, matrixByPeriod, pathByPeriod, sourcesByPeriod } from './server-periods.ts'
import { openStraightTable, straightLines } from './straight-lines.ts'
import { TrackCache } from './track-cache.ts'
import {
  getMode,
  type TravelClass,
  type TravelMatrix,
  type TravelPath,
  type TravelPoint,
  type TravelProvider,
} from './travel.ts'

export interface CachedTravelOptions {
  name: string
  isLocal: boolean
  /** The source for a vehicle, or undefined while there is none: straight lines then. The same object means the same roads. */
  findSource(travelClass: TravelClass): LegSource | RoadSource | undefined
  /** For matrices; legs with their lines, and recorded tracks, get an eighth on top each. */
  maxBytes: number
}

export interface CachedTravel {
  /** Asks the source for what is not known. */
  provider: TravelProvider
  /** Asks nobody: what is known, and straight lines for the rest. For sources that cross a network. */
  known: TravelProvider
  readonly facts: MatrixCacheFacts
}

export function createCachedTravel({ name, isLocal, findSource, maxBytes }: CachedTravelOptions): CachedTravel {
  const matrices = new MatrixCache(maxBytes)
  const legs = new LegCache(maxBytes / 8)
  const tracks = new TrackCache(maxBytes / 8)
  const provider: TravelProvider = {
    name,
    isLocal,
    async matrix(points, travelClass, options) {
      const source = findSource(travelClass)
      if (!source) return straightLines.matrix(points, travelClass, options)
      const plain = await matrices.matrix(source, points, options)
      const byPeriod = sourcesByPeriod(travelClass, findSource)
      return byPeriod ? matrixByPeriod(matrices, plain, byPeriod, points, options) : plain
    },
    async path(points, travelClass, options) {
      const source = findSource(travelClass)
      if (!source || points.length < 2) return straightLines.path(points, travelClass, options)
      const path = joinLegs(await legs.path(source, points, options), points)
      return pathByPeriod(matrices, path, sourcesByPeriod(travelClass, findSource), points)
    },
    getNetwork: networksBy(findSource),
    async row(from, to, travelClass, options) {
      const { seconds, meters } = await provider.table([from], to, travelClass, options)
      return { seconds, meters, isStraight: provider.getNetwork(from, travelClass) < 0 }
    },
    async table(from, to, travelClass, options) {
      const source = findSource(travelClass)
      if (!source || from.length === 0 || to.length === 0) return straightLines.table(from, to, travelClass, options)
      return source.matrix(from.map(roundedPoint), to.map(roundedPoint), options)
    },
    async reach(from, times, travelClass, options) {
      const source = findSource(travelClass)
      const found = source && 'reach' in source ? await source.reach(from, times, options) : undefined
      return found ?? straightLines.reach(from, times, travelClass, options)
    },
    async track(positions, travelClass, options) {
      const source = findSource(travelClass)
      if (!source || !('track' in source)) return straightLines.track(positions, travelClass, options)
      return tracks.track(source, positions, options)
    },
  }
  return {
    provider,
    known: createKnown(name, findSource, matrices, legs),
    get facts() {
      return matrices.facts
    },
  }
}

function networksBy(findSource: CachedTravelOptions['findSource']): TravelProvider['getNetwork'] {
  return (point, travelClass) => {
    const source = findSource(travelClass)
    if (!source) return -1
    // A server does not say where its roads end.
    return 'getNetwork' in source ? source.getNetwork(point) : 0
  }
}

/** Provider from the caches alone, with straight lines for the rest, which are marked as stand-ins. */
function createKnown(
  name: string,
  findSource: CachedTravelOptions['findSource'],
  matrices: MatrixCache,
  legs: LegCache,
): TravelProvider {
  const known: TravelProvider = {
    name: `${name}, as far as known`,
    isLocal: true,
    async matrix(points, travelClass) {
      const matrix = await openStraightTable(points, getMode(travelClass))
      const source = findSource(travelClass)
      if (source) matrices.fillKnown(source, points, matrix)
      const byPeriod = sourcesByPeriod(travelClass, findSource)
      return byPeriod ? knownByPeriod(matrices, matrix, byPeriod, points) : matrix
    },
    async path(points, travelClass) {
      const source = findSource(travelClass)
      const straight = await straightLines.path(points, travelClass)
      if (!source || points.length < 2) return straight
      const matrix = await known.matrix(points, travelClass)
      const found = legs.findLegs(source, points)
      const path = joinLegs(
        found.map((leg, index) => leg ?? withoutLine(points, index, matrix, straight)),
        points,
      )
      const byHour = pathByPeriod(matrices, path, sourcesByPeriod(travelClass, findSource), points)
      return found.includes(undefined) ? { ...byHour, isStandIn: true } : byHour
    },
    getNetwork: networksBy(findSource),
    row: straightLines.row,
    table: straightLines.table,
    reach: straightLines.reach,
    track: straightLines.track,
  }
  return known
}

/** A leg whose line is not known. It is a straight one where its entry is the estimate that stands in for what the tables lack. */
function withoutLine(
  points: readonly TravelPoint[],
  index: number,
  matrix: TravelMatrix,
  straight: TravelPath,
): TravelLeg {
  const entry = index * points.length + index + 1
  const [seconds, meters] = [matrix.seconds[entry]!, matrix.meters[entry]!]
  const isStraight = seconds === straight.legSeconds[index] && meters === straight.legMeters[index]
  return { seconds, meters, isStraight, geometry: encodePolyline([points[index]!, points[index + 1]!]) }
}

/** Legs one after another; places that no way leads to are still on the line. */
function joinLegs(legs: readonly TravelLeg[], points: readonly TravelPoint[]): TravelPath {
  const straightLegs = legs.map(({ isStraight = false }) => isStraight)
  const writeLine = (leg: TravelLeg, index: number) =>
    leg.seconds < 0 ? encodePolyline([points[index]!, points[index + 1]!]) : leg.geometry
  return {
    legSeconds: legs.map((leg) => leg.seconds),
    legMeters: legs.map((leg) => leg.meters),
    ...(legs.some((leg) => leg.mix !== undefined) && { legMixes: legs.map((leg) => leg.mix) }),
    ...(legs.some((leg) => leg.avoided) && { legAvoided: legs.map((leg) => leg.avoided) }),
    ...(straightLegs.includes(true) && { straightLegs }),
    polyline: joinPolylines(legs.map(writeLine)),
  }
}
