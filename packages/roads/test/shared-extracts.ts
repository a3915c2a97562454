// Finds the real extracts for tests and benchmarks. One is shipped; the others are outside the repository and may be absent.

import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SHIPPED_EXTRACT } from '../src/pbf/shipped-extract.ts'

const repositoryRoot = resolve(dirname(fileURLToPath(import.meta.url)), '../../..')
const sharedFolder = process.env.ROUTEWRIGHT_SHARED ?? resolve(repositoryRoot, '../shared')

export const EXTRACT_NAMES = {
  /** The shipped extract, which is made from the next one. */
  liechtenstein: SHIPPED_EXTRACT,
  wholeLiechtenstein: 'liechtenstein-2024-03.osm.pbf',
  porto: 'porto-2015-06-roads.osm.pbf',
  heidelberg: 'heidelberg-2024-09-roads.osm.pbf',
  queens: 'queens-village-2016-07.osm.pbf',
} as const

export type ExtractName = keyof typeof EXTRACT_NAMES

/** Path of a real extract, or undefined (with a warning) when it is not on this machine. */
export function findSharedExtract(name: ExtractName): string | undefined {
  const path = resolve(sharedFolder, 'osm', EXTRACT_NAMES[name])
  if (existsSync(path)) return path
  console.warn(`SKIPPED: ${EXTRACT_NAMES[name]} not found under ${sharedFolder}/osm (set ROUTEWRIGHT_SHARED)`)
  return undefined
}
