/** Travel by the hour: first in first out, composed curves that agree with single drives, and clear errors for invalid input. */
import { describe, expect, test } from 'vitest'
import { lineProblem } from '../../test/line-problem.ts'
import { makeHours } from '../../test/random-hours.ts'
import { createRandomChoice } from '../../test/random-numbers.ts'
import { driveByHours } from '../check/check-hours.ts'
import { compileModel } from '../model/compile-model.ts'
import type { Problem, TravelHours } from '../problem.ts'
import { compileHours } from './compile-hours.ts'
import { Curve, ShortestSpan, serve, through, valueAt } from './curve.ts'
import { LegTimes } from './leg-times.ts'
import { leastSeconds } from './read-hours.ts'

const size = 4
const kinds = ['speeds', 'matrices', 'arrivals'] as const

/** Hours between four locations, also compiled for nodes 0 to 3. */
function randomHours(kind: TravelHours['kind'], seed: number): { hours: TravelHours; legTimes: LegTimes } {
  const random = createRandomChoice(seed)
  const seconds = Int32Array.from({ length: size * size }, (_, cell) =>
    cell % (size + 1) === 0 ? 0 : random.integer(0, 9000),
  )
  const hours = makeHours(random, kind, seconds, size)
  return { hours, legTimes: new LegTimes(compileHours(hours, size, Int32Array.of(0, 1, 2, 3), 1)) }
}

function getCurve(...points: [number, number][]): Curve {
  const curve = new Curve()
  for (const [x, y] of points) curve.add(x, y)
  return curve
}

const read = ({ x, y, count }: Curve, at: number): number => valueAt(x, y, 0, count, at)

describe.each(kinds)('hours of kind %s', (kind) => {
  test('nobody who leaves later arrives earlier, no way takes less than its least, and the checker reads the same', () => {
    for (let seed = 1; seed <= 40; seed++) {
      const { hours, legTimes } = randomHours(kind, seed)
      const least = leastSeconds(hours, size)
      const random = createRandomChoice(seed + 1000)
      let time = -500
      const last = new Float64Array(size * size).fill(Number.NEGATIVE_INFINITY)
      while (time < 45_000) {
        for (let cell = 0; cell < size * size; cell++) {
          const arrival = legTimes.arrival(Math.floor(cell / size), cell % size, time)
          expect(arrival).toBeGreaterThanOrEqual(last[cell]! - 1e-9)
          expect(arrival - time).toBeGreaterThanOrEqual(least[cell]! - 1e-9)
          expect(arrival - time).toBeCloseTo(driveByHours(hours, cell, time, 1), 6)
          last[cell] = arrival
        }
        time += random.next() * 1500
      }
    }
  })

  test('the latest departure for an arrival is in time, and a moment later is not', () => {
    for (let seed = 1; seed <= 200; seed++) {
      const { legTimes } = randomHours(kind, seed)
      const by = createRandomChoice(seed + 2000).next() * 40_000
      const departure = legTimes.latestDeparture(1, 2, by)
      expect(legTimes.arrival(1, 2, departure)).toBeLessThanOrEqual(by + 1e-6)
      expect(legTimes.arrival(1, 2, departure + 0.01)).toBeGreaterThan(by)
    }
  })

  test('a curve driven along a way and served is what driving and serving say at every departure', () => {
    const opens = [9000, 20_000]
    const closes = [12_000, 26_000]
    for (let seed = 1; seed <= 200; seed++) {
      const { legTimes } = randomHours(kind, seed)
      const driven = new Curve()
      legTimes.drive(getCurve([0, 0], [40_000, 40_000]), 0, 1, driven)
      const served = new Curve()
      serve(driven, opens, closes, 0, 2, 300, served)
      const onward = new Curve()
      legTimes.drive(served, 1, 2, onward)
      const random = createRandomChoice(seed + 3000)
      for (let i = 0; i < 50; i++) {
        const departure = random.next() * 40_000
        const arrival = legTimes.arrival(0, 1, departure)
        expect(read(driven, departure)).toBeCloseTo(arrival, 5)
        if (arrival > closes[1]!) continue
        const w = arrival <= closes[0]! ? 0 : 1
        const leaves = Math.max(arrival, opens[w]!) + 300
        if (departure >= served.x[0]!) expect(read(served, departure)).toBeCloseTo(leaves, 5)
        if (departure >= onward.x[0]!) expect(read(onward, departure)).toBeCloseTo(legTimes.arrival(1, 2, leaves), 5)
      }
    }
  })

  test('composing the end of a route first gives the same curve, and its shortest span is the least of all departures', () => {
    for (let seed = 1; seed <= 100; seed++) {
      const { legTimes } = randomHours(kind, seed)
      const start = getCurve([0, 0], [20_000, 20_000])
      const first = new Curve()
      legTimes.drive(start, 0, 1, first)
      const whole = new Curve()
      legTimes.drive(first, 1, 2, whole)
      const rest = new Curve()
      legTimes.drive(getCurve([0, 0], [80_000, 80_000]), 1, 2, rest)
      const composed = new Curve()
      through(first, rest.x, rest.y, 0, rest.count, composed)
      const span = new ShortestSpan()
      const least = span.find(first, rest)
      expect(span.bestEnd - span.bestStart).toBeCloseTo(least, 6)
      let sampled = Number.POSITIVE_INFINITY
      for (let departure = 0; departure <= 20_000; departure += 50) {
        expect(read(composed, departure)).toBeCloseTo(read(whole, departure), 5)
        sampled = Math.min(sampled, read(whole, departure) - departure)
      }
      expect(least).toBeLessThanOrEqual(sampled + 1e-6)
      expect(least).toBeGreaterThanOrEqual(sampled - 150)
    }
  })
})

test('published examples: speeds that change on the way, and points with jumps', () => {
  // Lera-C1_2_4-S2, 0 to 1: from (70, 70) to (33, 78), category 1.
  const distances = Float64Array.of(0, Math.sqrt(37 * 37 + 8 * 8), 0, 0)
  const speeds: TravelHours = {
    kind: 'speeds',
    periodStarts: [0, 270.2, 405.3, 945.6999999999999, 1080.8],
    speeds: [[1.33, 0.67, 1.33, 0.67, 1.33]],
    classes: new Uint8Array(4),
    distances,
  }
  const byClass = new LegTimes(compileHours(speeds, 2, Int32Array.of(0, 1), 1))
  const expected = [
    [0, 28.462396],
    [250, 286.601472],
    [265.5, 317.370129],
    [400, 431.092472],
    [1000, 1056.49998],
  ]
  for (const [departure, arrival] of expected) expect(byClass.arrival(0, 1, departure!)).toBeCloseTo(arrival!, 5)
  // The shape of Rifki-3's first leg: level before a faster period, a jump into a slower one.
  const departs = Float64Array.of(0, 0, 672, 720, 1440, 1440, 43_200)
  const arrives = Float64Array.of(0, 471, 1143, 1143, 1863, 1911, 43_671)
  const jumps: TravelHours = {
    kind: 'arrivals',
    from: Int32Array.of(0, 1, 7, 8, 9),
    departs: Float64Array.of(0, ...departs.slice(1), 0, 0),
    arrives: Float64Array.of(0, ...arrives.slice(1), 0, 0),
  }
  const byPoints = new LegTimes(compileHours(jumps, 2, Int32Array.of(0, 1), 1))
  for (const [departure, arrival] of [
    [600, 1071],
    [700, 1143],
    [720, 1143],
    [1440, 1863],
    [1441, 1912],
  ]) {
    expect(byPoints.arrival(0, 1, departure!)).toBe(arrival)
    expect(driveByHours(jumps, 1, departure!, 1)).toBe(arrival! - departure!)
  }
})

describe('a problem is refused with its field and pair', () => {
  const withHours = (hours: TravelHours, change: (problem: Problem) => void = () => undefined): Problem => {
    const problem = lineProblem([{ km: 1 }])
    problem.locationCount = 2
    problem.profiles = [{ seconds: leastSeconds(hours, 2), meters: Int32Array.of(0, 1, 1, 0), hours }]
    change(problem)
    return problem
  }
  const speeds = (change: object): TravelHours => ({
    kind: 'speeds',
    periodStarts: [0, 100],
    speeds: [[1, 2]],
    classes: new Uint8Array(4),
    distances: Float64Array.of(0, 50, 50, 0),
    ...change,
  })
  const points = (arrives: number[]): TravelHours => ({
    kind: 'arrivals',
    from: Int32Array.of(0, 1, 3, 4, 5),
    departs: Float64Array.of(0, 0, 10, 0, 0),
    arrives: Float64Array.from(arrives),
  })
  test.each<[string, Problem]>([
    ['profiles[0].hours.speeds[0][1] must be above 0, it is 0', withHours(speeds({ speeds: [[1, 0]] }))],
    [
      'hours.periodStarts[1] must be a number above the one before it, it is 0',
      withHours(speeds({ periodStarts: [0, 0] })),
    ],
    [
      'hours.classes from location 0 to 1 must be below 1, it is 3',
      withHours(speeds({}), ({ profiles: [profile] }) => {
        ;(profile!.hours as { classes: Uint8Array }).classes[1] = 3
      }),
    ],
    ['hours.distances from location 1 to 1', withHours(speeds({ distances: Float64Array.of(0, 50, 50, 1) }))],
    [
      'hours.arrives from location 0 to 1 must not decrease (first in, first out), 59 follows 60',
      withHours(points([0, 60, 59, 9, 0])),
    ],
    ['hours.arrives from location 0 to 1 must not be before the departure at 10', withHours(points([0, 5, 9, 9, 0]))],
    [
      'profiles[0].seconds from location 0 to 1 must be at most the least at any hour, 25, it is 26',
      withHours(speeds({}), ({ profiles: [profile] }) => {
        profile!.seconds[1] = 26
      }),
    ],
    [
      'vehicles[0].speedFactor must be 1',
      withHours(points([0, 60, 61, 9, 0]), ({ vehicles: [vehicle] }) => {
        vehicle!.speedFactor = 1.5
      }),
    ],
  ])('%s', (message, problem) => {
    expect(() => compileModel(problem)).toThrow(message)
  })

  test('matrices: a way that takes no time in one period only', () => {
    const seconds = [Int32Array.of(0, 5, 5, 0), Int32Array.of(0, 0, 5, 0)]
    expect(() => compileModel(withHours({ kind: 'matrices', periodStarts: [0, 100], seconds }))).toThrow(
      'hours.seconds[1] from location 0 to 1 must be 0 in all periods or above 0 in all',
    )
  })
})
