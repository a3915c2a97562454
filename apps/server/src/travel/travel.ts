// Travel times and distances between points, whoever knows them: straight lines here, road engines behind the same surface.
import { straightLines } from './straight-lines.ts'

export interface TravelPoint {
  /** Degrees. */
  lat: number
  lng: number
}

export type TravelMode = 'car' | 'truck' | 'bicycle' | 'pedestrian' | 'scooter'

/** Row-major over the points: `seconds[from * n + to]`; a negative entry means unreachable. Shared memory, so threads get it uncopied. */
export interface TravelMatrix {
  seconds: Int32Array
  meters: Int32Array
}

export interface TravelPath {
  /** One per pair of neighbouring points, equal to the matrix entries; negative where unreachable. */
  legSeconds: number[]
  legMeters: number[]
  /** Encoded polyline of precision 5 through all points. */
  polyline: string
}

/**
 * A source of travel times. `isLocal` ones compute on this machine and may be asked inside a transaction; others cross a
 * network, so rules ask the local stand-in while they hold rows and leave the rest to a job.
 */
export interface TravelProvider {
  readonly name: string
  readonly isLocal: boolean
  matrix(points: readonly TravelPoint[], mode: TravelMode): Promise<TravelMatrix>
  path(points: readonly TravelPoint[], mode: TravelMode): Promise<TravelPath>
}

/** What this process knows about roads: one provider for the whole process. */
const provider: TravelProvider = straightLines

/** The best source of travel times; may cross a network, so never inside a transaction. */
export function getTravel(): TravelProvider {
  return provider
}

/** A source that may be asked while a transaction is open. */
export function getLocalTravel(): TravelProvider {
  return provider.isLocal ? provider : straightLines
}
