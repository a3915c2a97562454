/** Reads files of work over several days: GeoJSON of the pvrpif collection, or Cordeau's text. */
import { readCordeau } from './cordeau.ts'
import type { PeriodicInstance } from './periodic-instance.ts'
import { readPvrpif } from './pvrpif.ts'
import { listLines } from './text-lines.ts'

/** Parses a file of either kind; throws FormatError naming the field, and the line of a text. */
export function readPvrp(text: string): PeriodicInstance {
  return /^\s*\{/.test(text) ? readPvrpif(text) : readCordeau(listLines(text))
}
