// Measures travel times by the hour: the cost of mixes and periods in a matrix, and the error of keeping the way without traffic, compared
// with a separate search for the hour, which may find another way.

import { buildImageOfNetwork } from '../src/engine/build-image.ts'
import { RoadGraph } from '../src/engine/road-graph.ts'
import { NOT_ALLOWED, type RoadNetwork } from '../src/graph/network.ts'
import type { RoadMatrix, RoadPoint } from '../src/places/road-point.ts'
import type { RoadService } from '../src/service/road-service.ts'
import { getGroup, MIX_SHARES, ROAD_GROUPS, type RoadGroup } from '../src/traffic/road-mix.ts'
import { TYPICAL_WEEK } from '../src/traffic/typical-week.ts'
import { type Measure, measure } from './measure.ts'

type Factors = Readonly<Record<RoadGroup, number>>

/** Morning, midday, evening and night of a usual Monday, and a rush far worse than usual on large roads. */
const hours: readonly (readonly [string, Factors])[] = [
  ...[3, 8, 12, 17].map((hour) => [`usual Monday, ${hour}:00`, typicalAt(hour)] as const),
  ['twice on motorways and main roads, 1.2 elsewhere', { motorway: 2, main: 2, other: 1.2 }],
]

/** A matrix with its mixes, and the seconds for the given number of different periods. */
export async function measurePeriods(
  service: RoadService,
  points: readonly RoadPoint[],
  periods: number,
): Promise<Measure> {
  const random = Array.from({ length: periods }, (_, p) => ({
    motorway: 1 + p / 10,
    main: 1 + p / 8,
    other: 1 + p / 20,
  }))
  return measure(async () => {
    const matrix = await service.matrix(points, points, { withMixes: true })
    for (const factors of random) secondsAt(matrix, factors)
  })
}

/** For each hour: how much longer the way without traffic takes than the best way of that hour, over all pairs, as cells of a table. */
export function compareWithOwnSearches(
  network: RoadNetwork,
  samplePoints: (graph: RoadGraph) => RoadPoint[],
): string[][] {
  const plain = new RoadGraph(buildImageOfNetwork(network))
  const points = samplePoints(plain)
  const mixed = plain.matrix(points, points, true)
  return hours.map(([name, factors]) => {
    const own = new RoadGraph(buildImageOfNetwork(slowed(network, factors))).matrix(points)
    const ours = secondsAt(mixed, factors)
    const errors: number[] = []
    for (const [pair, seconds] of own.seconds.entries()) {
      // On shorter ways, rounding to whole seconds alone is more than a percent.
      if (seconds >= 120 && ours[pair]! >= 0) errors.push(ours[pair]! / seconds - 1)
    }
    errors.sort((a, b) => a - b)
    const at = (share: number) =>
      `${(100 * errors[Math.min(errors.length - 1, Math.floor(share * errors.length))]!).toFixed(1)} %`
    return [name, errors.length.toLocaleString('en'), at(0.01), at(0.5), at(0.9), at(0.99), at(1)]
  })
}

function typicalAt(hour: number): Factors {
  return { motorway: TYPICAL_WEEK.motorway[hour]!, main: TYPICAL_WEEK.main[hour]!, other: TYPICAL_WEEK.other[hour]! }
}

function secondsAt({ seconds, mixes }: RoadMatrix, factors: Factors): Int32Array {
  const ofMix = MIX_SHARES.map((shares) => ROAD_GROUPS.reduce((sum, group) => sum + shares[group] * factors[group], 0))
  const found = new Int32Array(seconds.length)
  for (let pair = 0; pair < seconds.length; pair++) {
    found[pair] = seconds[pair]! < 0 ? -1 : Math.round(seconds[pair]! * ofMix[mixes![pair]!]!)
  }
  return found
}

/** The same roads at another hour; the cost of turns counts as other roads. */
function slowed(network: RoadNetwork, factors: Factors): RoadNetwork {
  const durationCs = network.durationCs.map((time, directed) =>
    time === NOT_ALLOWED ? time : Math.max(1, Math.round(time * factors[getGroup(network.edgeFlags[directed >> 1]!)])),
  )
  const turnSeconds = Object.fromEntries(
    Object.entries(network.profile.turnSeconds).map(([kind, seconds]) => [kind, seconds * factors.other]),
  ) as RoadNetwork['profile']['turnSeconds']
  return { ...network, durationCs, profile: { ...network.profile, turnSeconds } }
}
