// The paths of OSRM on the roads of the extracts.
import type { Annex } from '../annexes.ts'
import { listenForOsrm, mountOsrm } from './osrm.http.ts'

export const osrm: Annex = {
  name: 'osrm',
  mount: mountOsrm,
  listen: listenForOsrm,
}
