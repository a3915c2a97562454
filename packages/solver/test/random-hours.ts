/** Gives a random problem travel times that change with the hour, in one of the three forms. */

import { leastSeconds } from '../src/hours/read-hours.ts'
import type { Matrix } from '../src/matrix.ts'
import type { Problem, TravelHours, TravelProfile } from '../src/problem.ts'
import { createRandomChoice, type RandomChoice } from './random-numbers.ts'

const periodStarts = [0, 7200, 12_600, 18_000, 27_000]

/** The problem with travel times by the hour; the kind follows the seed. Profiles keep their unreachable pairs. */
export function addHours(problem: Problem, seed: number): Problem {
  const random = createRandomChoice(seed + 900_000)
  const kind = (['speeds', 'matrices', 'arrivals'] as const)[seed % 3]!
  const profiles = problem.profiles.map((profile): TravelProfile => {
    const hours = makeHours(random, kind, profile.seconds, problem.locationCount)
    const least = leastSeconds(hours, problem.locationCount)
    return {
      meters: profile.meters,
      seconds: least.map((value, cell) => (profile.seconds[cell]! < 0 ? -1 : value)),
      hours,
    }
  })
  const vehicles = problem.vehicles.map(({ speedFactor, ...vehicle }) =>
    speedFactor === undefined || kind === 'arrivals' ? vehicle : { ...vehicle, speedFactor },
  )
  return { ...problem, profiles, vehicles }
}

/** Hours whose fastest times are about the given seconds. Unreachable pairs take no time: nobody drives them. */
export function makeHours(random: RandomChoice, kind: TravelHours['kind'], seconds: Matrix, size: number): TravelHours {
  const base = Int32Array.from(seconds, (value) => Math.max(0, value))
  switch (kind) {
    case 'speeds':
      return {
        kind,
        periodStarts,
        speeds: [0, 1, 2].map(() => periodStarts.map(() => random.integer(30, 110) / 100)),
        classes: Uint8Array.from(base, () => random.integer(0, 2)),
        distances: Float64Array.from(base, (value, cell) => (cell % (size + 1) === 0 ? 0 : value + random.next())),
      }
    case 'matrices':
      return {
        kind,
        periodStarts,
        seconds: periodStarts.map(() =>
          base.map((value) => (value === 0 ? 0 : Math.round(value * (1 + 2 * random.next())))),
        ),
      }
    case 'arrivals':
      return makeArrivals(random, base)
  }
}

function makeArrivals(random: RandomChoice, base: Int32Array): TravelHours {
  const from = [0]
  const departs: number[] = []
  const arrives: number[] = []
  for (const value of base) {
    let last = 0
    for (const departure of periodStarts) {
      last = Math.max(last, departure + (value === 0 ? 0 : Math.round(value * (1 + 2 * random.next()))))
      departs.push(departure)
      arrives.push(value === 0 ? departure : last)
    }
    from.push(departs.length)
  }
  return {
    kind: 'arrivals',
    from: Int32Array.from(from),
    departs: Float64Array.from(departs),
    arrives: Float64Array.from(arrives),
  }
}
