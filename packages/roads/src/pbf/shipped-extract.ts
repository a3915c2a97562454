// The extract that comes with the package.

import { fileURLToPath } from 'node:url'

/** Liechtenstein, cut down to what is read here; its licence lies beside it. */
export const SHIPPED_EXTRACT = fileURLToPath(
  new URL('../../extracts/liechtenstein/liechtenstein.osm.pbf', import.meta.url),
)
