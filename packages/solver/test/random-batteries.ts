/** Gives vehicles of a random problem batteries, some of which charge where the vehicle reloads. */

import type { Battery } from '../src/battery.ts'
import type { Problem } from '../src/problem.ts'
import { createRandomChoice } from './random-numbers.ts'

/** The problem with batteries in most vehicles, from a separate random sequence. */
export function addBatteries(problem: Problem, seed: number): Problem {
  const random = createRandomChoice(seed + 700_000)
  const vehicles = problem.vehicles.map((vehicle) => {
    if (random.chance(0.2)) return vehicle
    const capacityWh = random.integer(4, 40) * 1000
    const battery: Battery = { capacityWh, whPerKm: random.integer(120, 350) }
    if (random.chance(0.4)) battery.startWh = Math.round(capacityWh * (0.3 + 0.7 * random.next()))
    if (random.chance(0.5)) battery.reserveWh = Math.round(capacityWh * 0.2 * random.next())
    if (random.chance(0.4)) battery.whPerKmOfLoad = [random.next(), random.next()]
    if (random.chance(0.3)) battery.useFactor = 1 + random.next()
    if (random.chance(0.7)) battery.chargeWatts = random.pick([3700, 11_000, 22_000, 50_000])
    if (random.chance(0.2)) battery.chargeCurve = [{ untilShare: 1, powerShare: 1 }]
    return { ...vehicle, battery }
  })
  return { ...problem, vehicles }
}
