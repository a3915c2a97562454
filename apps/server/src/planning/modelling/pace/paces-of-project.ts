// How slow or quick a project takes drivers and vehicles to be.
import type { LearningValue } from '../../../data/values.ts'

/** By id of a driver or vehicle: a factor on the work at each stop, or on the time of each way. Who is not there is as usual; vehicles that are known are there with 1, too. */
export type Paces = ReadonlyMap<string, number>

export type PacesOfProject = Pick<LearningValue, 'uses_paces' | 'paces' | 'driving_paces'>

/** Those of a project, where it uses them. */
export function pacesOf({ uses_paces, paces }: PacesOfProject = {}): Paces {
  return uses_paces ? new Map(Object.entries(paces ?? {})) : new Map()
}

/** The same of driving. */
export function drivingPacesOf({ uses_paces, driving_paces }: PacesOfProject = {}): Paces {
  return uses_paces ? new Map(Object.entries(driving_paces ?? {})) : new Map()
}
