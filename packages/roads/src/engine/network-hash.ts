// Detects equal networks, so that vehicles that may use the same roads share one graph.

import { createHash } from 'node:crypto'
import type { RoadNetwork } from '../graph/network.ts'

/** Hash of everything that results depend on. Reading the files for another vehicle gives the same hash when no road differs. */
export function hashNetwork(network: RoadNetwork): string {
  const { profile, drivesOnLeft, names, restrictions, closedSegments, barriers, avoided } = network
  const hash = createHash('sha256')
  hash.update(JSON.stringify([profile.turnSeconds, drivesOnLeft, names, restrictions]))
  for (const array of [
    network.junctionFlags,
    network.edgeFrom,
    network.edgeTo,
    network.lengthDm,
    network.durationCs,
    network.edgeFlags,
    network.edgeName,
    network.geometryFirst,
    network.geometryLatE7,
    network.geometryLngE7,
    closedSegments.latE7,
    closedSegments.lngE7,
    ...Object.values(barriers),
    ...Object.values(avoided),
  ]) {
    hash.update(`${array.length}\n`).update(array)
  }
  return hash.digest('hex')
}
