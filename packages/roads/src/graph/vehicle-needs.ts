// Needs of one vehicle beyond those of its mode: size, dangerous goods, a trailer, roads to avoid.

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

/** Plain data, so that it can be posted to a thread. Omitted fields have the mode's defaults. */
export interface VehicleNeeds {
  /** Measures that differ from the mode's defaults. With a trailer, those of the combination. */
  size?: Partial<VehicleSize>
  hasTrailer?: boolean
  /** Carries dangerous goods: a road closed to any kind of them is closed to it. */
  hasHazmat?: boolean
  /** Default true. */
  mayEnterLowEmissionZones?: boolean
  /** Kinds of roads used only to reach or leave places that no other road leads to. */
  avoid?: readonly Avoidable[]
  /** Texts of hours whose result differs from the usual day (see hours.ts). */
  hours?: Readonly<Record<string, Cover>>
}
