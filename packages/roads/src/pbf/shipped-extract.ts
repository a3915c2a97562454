// The extract shipped with the package.

import { fileURLToPath } from 'node:url'

/** Liechtenstein, reduced to the data read here; its licence is in the same folder. */
export const SHIPPED_EXTRACT = fileURLToPath(
  new URL('../../extracts/liechtenstein/liechtenstein.osm.pbf', import.meta.url),
)
