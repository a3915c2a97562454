/** Problems of three to seven stops that can be enumerated, with some of: windows, reloads, several vehicles, stops that may be left out. */

import { Random } from '../src/model/random.ts'
import type { Problem, Stop, Vehicle } from '../src/problem.ts'

/** The same problem for the same seed. */
export function drawSmallProblem(seed: number): Problem {
  const random = new Random(seed)
  const stopCount = 3 + random.below(5)
  const places = Array.from({ length: stopCount + 1 }, () => [random.below(100), random.below(100)] as const)
  const size = places.length
  const isOneWay = random.below(3) === 0
  const seconds = new Int32Array(size * size)
  for (let a = 0; a < size; a++) {
    for (let b = 0; b < size; b++) {
      const straight = Math.hypot(places[a]![0] - places[b]![0], places[a]![1] - places[b]![1])
      seconds[a * size + b] = Math.round(straight * (isOneWay ? 1 + random.unit() / 2 : 1))
    }
  }
  const hasWindows = random.below(3) === 0
  const stops = Array.from({ length: stopCount }, (_, index): Stop => {
    const opens = random.below(200)
    const stop: Stop = { location: index + 1, serviceSeconds: 5, delivered: [1 + random.below(4)] }
    if (hasWindows) stop.windows = [[opens, opens + 150]]
    return stop
  })
  const hasReload = random.below(4) === 0
  const vehicles = Array.from({ length: 1 + random.below(3) }, (_, index): Vehicle => {
    const vehicle: Vehicle = {
      startLocation: 0,
      endLocation: 0,
      capacity: [6 + (index % 2) * random.below(4)],
      cost: { perMeter: 1, fixed: 10 * random.below(3) },
    }
    if (hasReload) vehicle.reload = { location: 0, serviceSeconds: 2, maxReloads: 1 }
    return vehicle
  })
  if (random.below(3) === 0) {
    for (const stop of stops) if (random.below(2) === 0) stop.dropPenalty = 20 + random.below(150)
  }
  return {
    locationCount: size,
    profiles: [{ seconds, meters: seconds }],
    loadDimensions: 1,
    stops,
    vehicles,
    options: {},
  }
}
