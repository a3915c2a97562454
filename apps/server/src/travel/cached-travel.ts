// A travel provider from sources for each mode, with one memory for all of them.
import { LegCache } from './leg-cache.ts'
import type { LegSource, TrackSource, TravelLeg } from './leg-source.ts'
import { MatrixCache, type MatrixCacheFacts } from './matrix-cache.ts'
import { encodePolyline, joinPolylines } from './polyline.ts'
import { straightLines } from './straight-lines.ts'
import { TrackCache } from './track-cache.ts'
import type { TravelMatrix, TravelMode, TravelPath, TravelPoint, TravelProvider } from './travel.ts'

export interface CachedTravelOptions {
  name: string
  isLocal: boolean
  /** The source of a mode, or undefined while there is none: straight lines then. The same object means the same roads. */
  findSource(mode: TravelMode): LegSource | TrackSource | undefined
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
    async matrix(points, mode, options) {
      const source = findSource(mode)
      return source ? matrices.matrix(source, points, options) : straightLines.matrix(points, mode, options)
    },
    async path(points, mode, options) {
      const source = findSource(mode)
      if (!source || points.length < 2) return straightLines.path(points, mode, options)
      return joinLegs(await legs.path(source, points, options), points)
    },
    async track(positions, mode, options) {
      const source = findSource(mode)
      if (!source || !('track' in source)) return straightLines.track(positions, mode, options)
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

/** What the caches hold, and straight lines for the rest, which are marked as standing in. */
function createKnown(
  name: string,
  findSource: CachedTravelOptions['findSource'],
  matrices: MatrixCache,
  legs: LegCache,
): TravelProvider {
  const known: TravelProvider = {
    name: `${name}, as far as known`,
    isLocal: true,
    async matrix(points, mode) {
      const matrix = await straightLines.matrix(points, mode)
      const source = findSource(mode)
      if (source) matrices.fillKnown(source, points, matrix)
      return matrix
    },
    async path(points, mode) {
      const source = findSource(mode)
      const straight = await straightLines.path(points, mode)
      if (!source || points.length < 2) return straight
      const matrix = await known.matrix(points, mode)
      const found = legs.findLegs(source, points)
      const path = joinLegs(
        found.map((leg, index) => leg ?? withoutLine(points, index, matrix)),
        points,
      )
      return found.includes(undefined) ? { ...path, isStandIn: true } : path
    },
    track: straightLines.track,
  }
  return known
}

function withoutLine(points: readonly TravelPoint[], index: number, { seconds, meters }: TravelMatrix): TravelLeg {
  const entry = index * points.length + index + 1
  const geometry = encodePolyline([points[index]!, points[index + 1]!])
  return { seconds: seconds[entry]!, meters: meters[entry]!, geometry }
}

/** Legs one after another; places that no way leads to are still on the line. */
function joinLegs(legs: readonly TravelLeg[], points: readonly TravelPoint[]): TravelPath {
  const lineOf = (leg: TravelLeg, index: number) =>
    leg.seconds < 0 ? encodePolyline([points[index]!, points[index + 1]!]) : leg.geometry
  return {
    legSeconds: legs.map((leg) => leg.seconds),
    legMeters: legs.map((leg) => leg.meters),
    polyline: joinPolylines(legs.map(lineOf)),
  }
}
