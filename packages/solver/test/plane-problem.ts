/** Synthetic days on a plane, with the rules that populations support. */

import { Random } from '../src/model/random.ts'
import type { Problem, Stop, Vehicle } from '../src/problem.ts'

export interface PlaneRules {
  windows?: boolean
  durations?: boolean
  types?: boolean
  asymmetric?: boolean
  serviceLimit?: boolean
  twoDimensions?: boolean
  /** Every third driver takes half as long again at stops, every third a fifth less. */
  paces?: boolean
  /** Every second stop receives what the stop before it hands over. */
  pairs?: boolean
  /** With pairs: of every four stops the last two belong to no pair. */
  singles?: boolean
  /** With pairs: pickups receive goods themselves. */
  exchanged?: boolean
  /** Stops hand over nothing that would have to be counted. */
  weightless?: boolean
}

/** Stops on a 1000 × 1000 plane with the chosen rules. */
export function planeProblem(seed: number, stopCount: number, rules: PlaneRules): Problem {
  const random = new Random(seed)
  const places = Array.from({ length: stopCount + 2 }, () => [random.below(1000), random.below(1000)] as const)
  const size = places.length
  const seconds = new Int32Array(size * size)
  for (let a = 0; a < size; a++) {
    for (let b = 0; b < size; b++) {
      const straight = Math.hypot(places[a]![0] - places[b]![0], places[a]![1] - places[b]![1])
      seconds[a * size + b] = Math.round(straight * (rules.asymmetric ? 1 + random.unit() / 5 : 1))
    }
  }
  let opens = 0
  const stops = Array.from({ length: stopCount }, (_, index): Stop => {
    const isPaired = rules.pairs === true && !(rules.singles && index % 4 > 1)
    const isPickup = isPaired && index % 2 === 0
    const isHandedOver = isPaired && index % 2 === 1
    // What is handed over early enough can be delivered in its window.
    opens = isHandedOver ? opens + 1500 : random.below(6000)
    return {
      location: index + 2,
      serviceSeconds: 50,
      ...(isPickup && !rules.exchanged ? {} : { delivered: [1 + random.below(9), random.below(4)] }),
      ...(isHandedOver ? { pickup: index - 1 } : {}),
      ...(rules.windows ? { windows: [[opens, opens + 2500]] } : {}),
      ...(rules.types && index % 5 === 0 ? { skills: ['lift'] } : {}),
    }
  })
  if (rules.weightless) for (const stop of stops) delete stop.delivered
  const vehicles = Array.from({ length: 24 }, (_, index): Vehicle => {
    const isLarge = rules.types === true && index % 2 === 0
    return {
      startLocation: 0,
      endLocation: rules.types && index % 3 === 0 ? 1 : 0,
      shift: [rules.types ? (index % 2) * 100 : 0, 12_000],
      capacity: [isLarge ? 60 : 40, rules.twoDimensions ? 13 : 1000],
      skills: isLarge ? ['lift'] : [],
      cost: {
        perMeter: isLarge ? 2 : 1,
        fixed: rules.types ? 100 : 0,
        ...(rules.durations ? { perSecond: 0.5, perStop: 3 } : {}),
      },
      ...(rules.durations ? { maxSeconds: 5000 } : {}),
      ...(rules.serviceLimit ? { maxServices: 6 } : {}),
      ...(rules.paces && index % 3 > 0 ? { serviceFactor: index % 3 === 1 ? 1.51 : 0.8 } : {}),
    }
  })
  return {
    locationCount: size,
    profiles: [{ seconds, meters: seconds }],
    loadDimensions: 2,
    stops,
    vehicles,
    options: {},
  }
}

/** Prices of a vehicle in a day of the service that has none of its own. */
export const paidByTime = { perTravelSecond: 1, perSecond: 0.05, perMeter: 0.005 }

/** The problem with a limit on the wait before each stop. */
export function withoutLongWaits(problem: Problem, maxWaitSeconds: number): Problem {
  return { ...problem, options: { ...problem.options, maxWaitSeconds } }
}

/** Names for tests of each rule that the genetic search supports. */
export const planeCases: [string, PlaneRules][] = [
  ['capacity alone', {}],
  ['two dimensions and a limit of stops', { twoDimensions: true, serviceLimit: true }],
  ['one-way streets', { asymmetric: true }],
  ['time windows', { windows: true }],
  ['time windows and one-way streets', { windows: true, asymmetric: true }],
  ['durations that cost and are limited', { windows: true, durations: true }],
  ['vehicle types, skills and different ends', { windows: true, types: true }],
  ['types, skills and durations', { types: true, durations: true, windows: true }],
  ['slow and quick drivers', { paces: true, durations: true, windows: true }],
  ['slow and quick drivers whose time costs nothing', { paces: true, windows: true }],
]
