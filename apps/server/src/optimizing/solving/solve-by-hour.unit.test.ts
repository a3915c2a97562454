// The search in two parts of problems whose travel times depend on the hour.
import { check, type Problem } from '@routewright/solver'
import { expect, test } from 'vitest'
import { solveByHour, withMeanHours } from './solve-by-hour.ts'

const count = 12
const size = count + 1
const distances = new Int32Array(size * size)
for (let from = 0; from < size; from++)
  for (let to = 0; to < size; to++) distances[from * size + to] = 300 * Math.abs(from - to)
const seconds = distances.map((way) => Math.floor(way / 1))

/** Half as fast from 7 to 9 in class 0, never slower in class 1. */
function problem(): Problem {
  const classes = Uint8Array.from(distances, (_, pair) => (pair === 1 ? 1 : 0))
  const hours = {
    kind: 'speeds' as const,
    periodStarts: [0, 7 * 3_600, 9 * 3_600],
    speeds: [
      [1, 0.5, 1],
      [1, 1, 1],
    ],
    classes,
    distances,
  }
  return {
    locationCount: size,
    profiles: [{ seconds, meters: distances, hours }],
    loadDimensions: 0,
    stops: Array.from({ length: count }, (_, at) => ({
      location: at + 1,
      serviceSeconds: 60,
      windows: at === 5 ? [[7 * 3_600, 7.5 * 3_600]] : undefined,
    })) as unknown as Problem['stops'],
    vehicles: [0, 1].map(() => ({
      startLocation: 0,
      endLocation: 0,
      shift: [6 * 3_600, 10 * 3_600],
      capacity: [],
      skills: [],
      cost: { perTravelSecond: 1, perSecond: 0.05 },
    })) as unknown as Problem['vehicles'],
    options: { maxWaitSeconds: 3_600 },
  }
}

test('the mean day weighs each hour of the working time, and leaves ways that are not there', () => {
  const one = problem()
  one.profiles[0]!.seconds = seconds.map((way, pair) => (pair === 2 ? -1 : way))
  const [mean] = withMeanHours(one).profiles
  expect(mean).not.toHaveProperty('hours')
  // In two of four hours it takes twice as long.
  expect(mean!.seconds[3]).toBe(900 * 1.5)
  expect(mean!.seconds[1]).toBe(300)
  expect(mean!.seconds[2]).toBe(-1)
})

test('the answer is by the hour, and progress only grows', async () => {
  const told: number[] = []
  const onProgress = ({ fraction }: { fraction: number }) => told.push(fraction)
  const { solution } = await solveByHour(problem(), { seconds: 0.6, iterations: 400, threads: 1, onProgress })
  expect(check(problem(), solution)).toEqual([])
  expect(solution.unassigned).toEqual([])
  expect(told).toEqual(told.toSorted((a, b) => a - b))
})
