// The interface for travel times and distances between points, from any source: straight lines or road engines.
import type { Avoidable, Reach, TravelDay, VehicleNeeds } from '@routewright/roads'
import type { Matrix } from '@routewright/solver'

export interface TravelPoint {
  /** Degrees. */
  lat: number
  lng: number
  /** Street of the address, with or without its number: among near roads the one that bears its name is meant. */
  street?: string
  /** A vehicle under way may be on a motorway, where no address is. */
  isVehicle?: boolean
}

export type TravelMode = 'car' | 'van' | 'truck' | 'bicycle' | 'pedestrian' | 'scooter'

/** The usual names of profiles: those of routing servers are their installation's. */
export const modesByProfile: Readonly<Record<string, TravelMode>> = {
  car: 'car',
  driving: 'car',
  van: 'van',
  truck: 'truck',
  hgv: 'truck',
  bike: 'bicycle',
  bicycle: 'bicycle',
  cycling: 'bicycle',
  foot: 'pedestrian',
  walking: 'pedestrian',
  pedestrian: 'pedestrian',
  scooter: 'scooter',
}

/** A vehicle that is not as usual for its mode, or under way on a certain day. Two that are equal have the same times. */
export interface VehicleClass {
  mode: TravelMode
  needs: Omit<VehicleNeeds, 'hours'>
  /** The usual one when absent. */
  day?: TravelDay
  /** Where it stops at the kerb, with the place on its side of the road; nowhere when absent. */
  curb?: Curb
  /** Wants to know by which roads each way leads, because its times depend on the hour. */
  withMixes?: true
  /** Wants to know what each way takes in the periods of its day, of sources that know traffic by themselves. */
  periods?: DayPeriods
  /** Sets out at this moment, of such sources: `YYYY-MM-DDTHH:MM`, local time of the places. */
  departsAt?: string
}

/** The periods of a day, in seconds from its midnight, and the moment that each is asked by. The first holds before, the last has no end. */
export interface DayPeriods {
  starts: readonly number[]
  moments: readonly string[]
}

/** Seconds of legs in each period, row-major like the plain seconds; negative where those are. */
export interface PeriodSeconds {
  starts: readonly number[]
  seconds: readonly Int32Array[]
}

/** Seconds of one leg in each period. */
export interface LegPeriods {
  starts: readonly number[]
  seconds: readonly number[]
}

/** Roads where vehicles stop at the kerb: all, or secondary ones and above. */
export type Curb = 'major_roads' | 'always'

/** A mode alone stands for its usual vehicle on the usual day. */
export type TravelClass = TravelMode | VehicleClass

export function getMode(travelClass: TravelClass): TravelMode {
  return typeof travelClass === 'string' ? travelClass : travelClass.mode
}

export function wantsMixes(travelClass: TravelClass): boolean {
  return typeof travelClass !== 'string' && travelClass.withMixes === true
}

export function findPeriods(travelClass: TravelClass): DayPeriods | undefined {
  return typeof travelClass === 'string' ? undefined : travelClass.periods
}

export function findCurb(travelClass: TravelClass): Curb | undefined {
  return typeof travelClass === 'string' ? undefined : travelClass.curb
}

/**
 * Row-major over the points: `seconds[from * n + to]`; a negative entry means unreachable. In shared memory, so that threads need
 * no copy; large ones in 16 bits per entry where all fit. Caches return the same matrix to several callers, so it must not be
 * changed.
 */
export interface TravelMatrix {
  seconds: Matrix
  meters: Matrix
  /** Classes of the roads, where requested and known: see MIX_SHARES of the road engine. */
  mixes?: Uint8Array
  /** Seconds by period, where requested and known. */
  periods?: PeriodSeconds
}

export interface TravelPath {
  /** One per pair of neighbouring points, equal to the matrix entries; negative where unreachable. */
  legSeconds: number[]
  legMeters: number[]
  /** Classes of the roads, as in the matrix; undefined for legs where they are unknown. */
  legMixes?: (number | undefined)[]
  /** Roads that the vehicle avoids but uses on each leg; absent where no leg does, or nothing is known. */
  legAvoided?: (readonly Avoidable[] | undefined)[]
  /** Which legs are straight lines, because no roads are known there; absent where none is. */
  straightLegs?: boolean[]
  /** True where no roads are known at all for the vehicle. */
  isOffRoads?: boolean
  /** Seconds by period, as in the matrix; undefined for legs where they are unknown. */
  legPeriods?: (LegPeriods | undefined)[]
  /** Encoded polyline of precision 5 through all points. */
  polyline: string
  /** True when straight lines stand in for legs that a network has not been asked about. */
  isStandIn?: boolean
}

/** Where a vehicle said it was. */
export interface RecordedPosition extends TravelPoint {
  /** How far off it may be. */
  accuracyMeters?: number
  /** When it was there, on any clock. */
  atSeconds?: number
}

/** The way between two recorded positions. */
export interface TrackLeg {
  meters: number
  /** Encoded polyline of precision 5; empty where the second position says nothing new. */
  geometry: string
}

export interface TravelOptions {
  /** Ends the query; it rejects. */
  signal?: AbortSignal
}

/** From one place to many, in their order; negative where unreachable. */
export interface TravelRow {
  seconds: ArrayLike<number>
  meters: ArrayLike<number>
  /** True for straight lines, because no roads are known there. */
  isStraight: boolean
}

/** The areas that a vehicle reaches within some times, in the order of these. */
export interface TravelReach extends Reach {
  /** Circles of straight lines, because no roads are known there. */
  isStraight: boolean
}

/**
 * A source of travel times. `isLocal` ones compute on this machine and may be asked inside a transaction; others cross a
 * network, so rules ask the one of their scope while they hold rows. Throws TravelError.
 */
export interface TravelProvider {
  readonly name: string
  readonly isLocal: boolean
  matrix(points: readonly TravelPoint[], travelClass: TravelClass, options?: TravelOptions): Promise<TravelMatrix>
  path(points: readonly TravelPoint[], travelClass: TravelClass, options?: TravelOptions): Promise<TravelPath>
  /**
   * The network of roads that a place lies within, -1 for none. The way between two places is a straight line unless they share one. Says
   * something for vehicles whose ways were asked for.
   */
  getNetwork(point: TravelPoint, travelClass: TravelClass): number
  /** From one place to many; nothing of it is kept. */
  row(
    from: TravelPoint,
    to: readonly TravelPoint[],
    travelClass: TravelClass,
    options?: TravelOptions,
  ): Promise<TravelRow>
  /** From some places to others: entry [from × to.length + to]; negative where unreachable. Nothing of it is kept. */
  table(
    from: readonly TravelPoint[],
    to: readonly TravelPoint[],
    travelClass: TravelClass,
    options?: TravelOptions,
  ): Promise<TravelMatrix>
  /** Where one gets to from a place within these times, seconds. */
  reach(
    from: TravelPoint,
    times: readonly number[],
    travelClass: TravelClass,
    options?: TravelOptions,
  ): Promise<TravelReach>
  /** The way that a vehicle most likely took: one leg for each pair of neighbouring positions. */
  track(positions: readonly RecordedPosition[], travelClass: TravelClass, options?: TravelOptions): Promise<TrackLeg[]>
}

/** Travel times could not be had. The message says why, and can be shown to a dispatcher. */
export class TravelError extends Error {}

/** The road knowledge of a process: a service that is opened with it and passed to its users. */
export interface Travel {
  /** The best source there is; may cross a network, so it is never asked inside a transaction. */
  best: TravelProvider
  /** The one for rules: may be asked while a transaction is open. */
  local: TravelProvider
}
