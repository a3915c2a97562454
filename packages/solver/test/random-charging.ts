/** Gives a random problem places to charge on the way. */

import type { ChargingPlace } from '../src/battery.ts'
import type { Problem, TimeWindow } from '../src/problem.ts'
import { createRandomChoice, type RandomChoice } from './random-numbers.ts'

/** The problem with one to four charging places at locations of their own, from a separate random sequence. */
export function addChargingPlaces(problem: Problem, seed: number): Problem {
  const random = createRandomChoice(seed + 900_000)
  const chargingPlaces = Array.from({ length: random.integer(1, 4) }, (): ChargingPlace => {
    const windows = random.chance(0.3) ? makeWindows(random) : undefined
    return {
      location: random.integer(0, problem.locationCount - 1),
      watts: random.pick([11_000, 22_000, 50_000, 150_000]),
      ...(random.chance(0.6) && { points: random.integer(1, 2) }),
      ...(windows && { windows }),
      ...(random.chance(0.5) && { pricePerKwh: random.pick([0.2, 0.5, 1]) }),
    }
  })
  const vehicles = problem.vehicles.map((vehicle) => {
    if (!vehicle.battery || !random.chance(0.3)) return vehicle
    return { ...vehicle, battery: { ...vehicle.battery, mostPlaceWatts: random.pick([0, 11_000, 80_000]) } }
  })
  return { ...problem, vehicles, chargingPlaces }
}

function makeWindows(random: RandomChoice): TimeWindow[] {
  const from = random.integer(0, 10_000)
  const to = from + random.integer(2000, 12_000)
  return random.chance(0.5)
    ? [[from, to]]
    : [
        [from, to],
        [to + 1800, to + 9000],
      ]
}
