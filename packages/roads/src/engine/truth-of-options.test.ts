// The engine against plain Dijkstra for every mode, and every option of each mode that has it, on every extract: ROADS_TRUTH_PAIRS=10000 is
// the number of pairs each. It takes an hour or more, so it is skipped by default. When an option changes no road of an extract, its graph
// is the one without the option, and the output says so.

import { describe, expect, it } from 'vitest'
import { checkAgainstDijkstra, load, loadBeside, readRoads } from '../../test/against-dijkstra.ts'
import { type ExtractName, findSharedExtract } from '../../test/shared-extracts.ts'
import { differentHours, USUAL_DAY } from '../graph/hours.ts'
import { PROFILE_NAMES, type ProfileName } from '../graph/profiles.ts'
import type { VehicleNeeds } from '../graph/vehicle-needs.ts'
import { hashNetwork } from './network-hash.ts'

const pairs = Number(process.env.ROADS_TRUTH_PAIRS ?? 0)
const EXTRACTS: ExtractName[] = ['liechtenstein', 'queens', 'heidelberg', 'porto']
const MOTOR_MODES: ProfileName[] = ['car', 'van', 'truck', 'scooter']
const LARGE = { heightMeters: 3.8, widthMeters: 2.5, lengthMeters: 12, weightTons: 18, axleLoadTons: 10 }
const HEAVY = { heightMeters: 4, widthMeters: 2.55, lengthMeters: 16.5, weightTons: 40, axleLoadTons: 11.5 }

/** Options of every mode. */
const OPTIONS: VehicleNeeds[] = [
  ...(['tolls', 'ferries', 'motorways', 'unpaved'] as const).map((road) => ({ avoid: [road] })),
  { hasTrailer: true },
  { hasHazmat: true },
  { mayEnterLowEmissionZones: false },
]
/** Options of modes that have a size. */
const SIZES: VehicleNeeds[] = [
  ...Object.entries(HEAVY).map(([measure, value]) => ({ size: { [measure]: value } })),
  { size: LARGE, hasTrailer: true, hasHazmat: true, avoid: ['tolls', 'motorways', 'unpaved'] },
]
/** Other kinds of day than the usual one. */
const DAYS = {
  'a night': { ...USUAL_DAY, fromSeconds: 0, toSeconds: 5 * 3600 },
  'an early morning': { ...USUAL_DAY, fromSeconds: 6 * 3600, toSeconds: 8 * 3600 },
  'an evening': { ...USUAL_DAY, fromSeconds: 18 * 3600, toSeconds: 22 * 3600 },
  'a Saturday morning': { date: '2026-07-04', fromSeconds: 6 * 3600, toSeconds: 11 * 3600 },
  'a Sunday in winter': { date: '2026-01-18', fromSeconds: 8 * 3600, toSeconds: 18 * 3600 },
}

const hashes = new Map<string, string>()

/** Whether this extract has roads that the option changes. */
function changesRoads(path: string, mode: ProfileName, needs: VehicleNeeds): boolean {
  const key = `${path} ${mode}`
  const plain = hashes.get(key) ?? hashNetwork(readRoads(path, mode))
  hashes.set(key, plain)
  return hashNetwork(readRoads(path, mode, needs)) !== plain
}

/** Checks again based on the graph of the mode without the option, when the roads differ little enough. */
function checkBeside(path: string, mode: ProfileName, needs: VehicleNeeds): void {
  const roads = loadBeside(path, mode, mode, needs)
  if (roads) checkAgainstDijkstra(roads, pairs)
}

describe.runIf(pairs > 0).each(EXTRACTS)('%s', (extract) => {
  const path = findSharedExtract(extract)!
  const long = { timeout: 3_600_000, skip: !path }

  for (const mode of PROFILE_NAMES) {
    it(mode, long, () => checkAgainstDijkstra(load(path, mode), pairs))
    const options = MOTOR_MODES.includes(mode) ? [...OPTIONS, ...SIZES] : OPTIONS
    for (const needs of options) {
      it(`${mode} ${JSON.stringify(needs)}`, long, (test) => {
        if (!changesRoads(path, mode, needs)) test.skip('the same roads')
        checkAgainstDijkstra(load(path, mode, needs), pairs)
        checkBeside(path, mode, needs)
      })
    }
    for (const [name, day] of Object.entries(DAYS)) {
      it(`${mode} on ${name}`, long, (test) => {
        const { met } = readRoads(path, mode).profile.hours
        const needs = { hours: differentHours([...met], day) }
        if (Object.keys(needs.hours).length === 0) test.skip('the same hours')
        if (!changesRoads(path, mode, needs)) test.skip('the same roads')
        checkAgainstDijkstra(load(path, mode, needs), pairs)
        checkBeside(path, mode, needs)
      })
    }
  }

  it('van beside car', long, () => {
    const roads = loadBeside(path, 'car', 'van')!
    checkAgainstDijkstra(roads, pairs)
    checkAgainstDijkstra(roads, pairs, 'curb')
  })

  // Motor vehicles may not turn at stops when they approach every kerb, so these cover turns at stops, too.
  for (const mode of MOTOR_MODES) {
    it(`${mode} at the kerb`, long, () => {
      const roads = load(path, mode)
      checkAgainstDijkstra(roads, pairs, 'curb')
      checkAgainstDijkstra(roads, pairs, 'curb_on_major_roads')
    })
  }
})

it('knows every option of a vehicle', () => {
  const known = new Set([...OPTIONS, ...SIZES].flatMap((needs) => Object.keys(needs)).concat('hours'))
  const all: Record<keyof VehicleNeeds, true> = {
    size: true,
    hasTrailer: true,
    hasHazmat: true,
    mayEnterLowEmissionZones: true,
    avoid: true,
    hours: true,
  }
  expect([...known].sort()).toEqual(Object.keys(all).sort())
})
