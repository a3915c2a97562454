// Finds the real extracts that tests and benchmarks measure on; they lie outside the repository and may be absent.

import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const repositoryRoot = resolve(dirname(fileURLToPath(import.meta.url)), '../../..')
const sharedFolder = process.env.ROUTEWRIGHT_SHARED ?? resolve(repositoryRoot, '../shared')

export const EXTRACT_NAMES = {
  liechtenstein: 'liechtenstein-2024-03.osm.pbf',
  porto: 'porto-2015-06-roads.osm.pbf',
  heidelberg: 'heidelberg-2024-09-roads.osm.pbf',
} as const

export type ExtractName = keyof typeof EXTRACT_NAMES

/** Path of a real extract, or undefined (with a loud line) when it is not on this machine. */
export function findSharedExtract(name: ExtractName): string | undefined {
  const path = join(sharedFolder, 'osm', EXTRACT_NAMES[name])
  if (existsSync(path)) return path
  console.warn(`SKIPPED: ${EXTRACT_NAMES[name]} not found under ${sharedFolder}/osm (set ROUTEWRIGHT_SHARED)`)
  return undefined
}
