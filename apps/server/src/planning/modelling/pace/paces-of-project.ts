// Learned paces of the drivers and vehicles of a project.
import type { LearningValue } from '../../../data/values.ts'

/**
 * Factor on the work at each stop, or on driving time, by id of a driver or vehicle. Absent ids are as usual; known vehicles are
 * present even with 1.
 */
export type Paces = ReadonlyMap<string, number>

export type PacesOfProject = Pick<LearningValue, 'uses_paces' | 'paces' | 'driving_paces'>

/** Returns the paces of a project at stops, if it uses them. */
export function getPaces({ uses_paces, paces }: PacesOfProject = {}): Paces {
  return uses_paces ? new Map(Object.entries(paces ?? {})) : new Map()
}

/** Returns the paces of a project in driving, if it uses them. */
export function getDrivingPaces({ uses_paces, driving_paces }: PacesOfProject = {}): Paces {
  return uses_paces ? new Map(Object.entries(driving_paces ?? {})) : new Map()
}
