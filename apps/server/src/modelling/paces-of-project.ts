// How slow or quick a project takes drivers and vehicles to be.
import type { LearningValue } from '../data/values.ts'

/** By id of a driver or vehicle: a factor on the work at each stop. Who is not there works as usual. */
export type Paces = ReadonlyMap<string, number>

export type PacesOfProject = Pick<LearningValue, 'uses_paces' | 'paces'>

/** Those of a project, where it uses them. */
export function pacesOf({ uses_paces, paces }: PacesOfProject = {}): Paces {
  return uses_paces ? new Map(Object.entries(paces ?? {})) : new Map()
}
