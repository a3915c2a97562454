// The interface of a road engine or routing server for one mode; caches and straight lines wrap it.
import type { Avoidable } from '@routewright/roads'
import type { Matrix } from '@routewright/solver'
import type { RecordedPosition, TrackLeg, TravelOptions, TravelPoint, TravelReach } from './travel.ts'

export interface TravelLeg {
  /** Negative where the end cannot be reached from the start. */
  seconds: number
  meters: number
  /** Classes of its roads, where the source reports them. */
  mix?: number
  /** Roads that the vehicle avoids but uses here, where the source reports them. */
  avoided?: Avoidable[]
  /** A straight line, because the source knows no roads at one of its ends. */
  isStraight?: boolean
  /** Encoded polyline of precision 5; empty where unreachable. */
  geometry: string
}

/** Row by row: entry [source × targets + target]; negative where unreachable. */
export interface LegTable {
  seconds: Matrix
  meters: Matrix
  /** Classes of the roads, where the source was asked for them. */
  mixes?: Uint8Array
}

/** A table that is still written to: whatever comes, it holds it. */
export interface OpenTable extends LegTable {
  seconds: Int32Array
  meters: Int32Array
}

export interface LegSource {
  matrix(sources: readonly TravelPoint[], targets: readonly TravelPoint[], options?: TravelOptions): Promise<LegTable>
  /** One leg for each pair of neighbours. */
  path(points: readonly TravelPoint[], options?: TravelOptions): Promise<TravelLeg[]>
}

/** A source that also tells which way recorded positions went. */
export interface TrackSource extends LegSource {
  track(positions: readonly RecordedPosition[], options?: TravelOptions): Promise<TrackLeg[]>
}

/** A source that knows all roads, and so how far one gets. */
export interface RoadSource extends TrackSource {
  /** Undefined for a place outside of all its roads. */
  reach(from: TravelPoint, times: readonly number[], options?: TravelOptions): Promise<TravelReach | undefined>
  /** The network of roads that a place lies within, -1 for none. */
  getNetwork(point: TravelPoint): number
}

/** Two points of one key are the same place: six decimals, about 0.1 m, and the same street. */
export function pointKey({ lat, lng, isVehicle, street = '' }: TravelPoint): string {
  return `${Math.round(lat * 1e6)},${Math.round(lng * 1e6)}${isVehicle ? 'v' : ''} ${street}`
}

/** Returns the point in the precision of its key. Sources get this one, so that two points of one key get the same result. */
export function roundedPoint({ lat, lng, ...rest }: TravelPoint): TravelPoint {
  return { ...rest, lat: Math.round(lat * 1e6) / 1e6, lng: Math.round(lng * 1e6) / 1e6 }
}
