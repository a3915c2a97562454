// What one vehicle needs beyond what its mode does: its size, dangerous goods, a trailer, roads it would rather not take.

import type { Cover } from './opening-hours.ts'

/** Measures of a motor vehicle; a road with a lower limit is closed to it. */
export interface VehicleSize {
  heightMeters: number
  widthMeters: number
  lengthMeters: number
  /** Actual total weight, metric tons. */
  weightTons: number
  axleLoadTons: number
}

export const AVOIDABLE = ['tolls', 'ferries', 'motorways', 'unpaved'] as const
export type Avoidable = (typeof AVOIDABLE)[number]

/** Plain data, so that it can be posted to a thread. What is left out is as usual for the mode. */
export interface VehicleNeeds {
  /** Measures that differ from the usual ones of the mode. With a trailer, those of both together. */
  size?: Partial<VehicleSize>
  hasTrailer?: boolean
  /** Carries dangerous goods: what is closed to any of them is closed to it. */
  hasHazmat?: boolean
  /** Default true. */
  mayEnterLowEmissionZones?: boolean
  /** Such roads are taken only to reach or leave places that no other road leads to. */
  avoid?: readonly Avoidable[]
  /** Texts of hours that do not hold as they do on the usual day (see hours.ts). */
  hours?: Readonly<Record<string, Cover>>
}
