/** Routes by the hour: their stored data, through hundreds of steps, equal the reference; so does every predicted price of a position. */
import { expect, test } from 'vitest'
import { auditPlan } from '../../test/audit.ts'
import { planeProblem } from '../../test/plane-problem.ts'
import { addHours } from '../../test/random-hours.ts'
import { compileModel } from '../model/compile-model.ts'
import type { Problem } from '../problem.ts'
import { begin, prepareNeighbours } from '../solve.ts'
import { Annealer } from './anneal.ts'
import { HoursTimes } from './hours-times.ts'

/** Stops on a plane, ten times as far apart as its seconds say, so that routes pass several periods. */
function hoursProblem(seed: number, hasSeveralWindows: boolean): Problem {
  const plane = planeProblem(seed, 50, { windows: true, durations: seed % 2 === 0, asymmetric: seed % 3 === 0 })
  const seconds = plane.profiles[0]!.seconds.map((value) => value * 4)
  const problem = { ...plane, profiles: [{ seconds, meters: seconds }] }
  for (const vehicle of problem.vehicles) {
    vehicle.shift = [0, 36_000]
    vehicle.cost = { perSecond: 0.5, perMeter: 0.1, fixed: 50 }
    if (vehicle.maxSeconds !== undefined) vehicle.maxSeconds = 15_000
  }
  problem.stops.forEach((stop, index) => {
    const opens = stop.windows![0]![0] * 4
    stop.windows = [[opens, opens + 3000]]
    if (hasSeveralWindows && index % 3 === 0)
      stop.windows = [
        [opens, opens + 900],
        [opens + 5000, opens + 6000],
      ]
  })
  return addHours(problem, seed)
}

test.each([
  [0, false],
  [1, false],
  [2, false],
  [3, true],
  [4, true],
  [5, true],
])('kept functions of problem %d (several windows: %s) equal the reference after every step', (seed, hasSeveral) => {
  const model = compileModel(hoursProblem(seed, hasSeveral))
  const annealer = new Annealer(model, prepareNeighbours(model), seed + 1)
  expect(new HoursTimes(annealer.kernel, model).supports(0)).toBe(true)
  begin(annealer, [])
  const constructed = annealer.bestCost
  for (let step = 0; step < 300; step++) {
    annealer.temperature = annealer.legCost() * (1 - step / 300) + 1e-6
    annealer.step()
    auditPlan(annealer)
  }
  expect(annealer.kernel.audit!.applied.get('insert under every rule')).toBeGreaterThan(100)
  expect(annealer.bestCost).toBeLessThan(constructed)
})

test('rules that hang on the start or on driving are left to the reference', () => {
  const supports = (change: (problem: Problem) => void): boolean => {
    const problem = hoursProblem(0, false)
    change(problem)
    const model = compileModel(problem)
    return new HoursTimes(new Annealer(model, prepareNeighbours(model), 1).kernel, model).supports(0)
  }
  expect(supports(() => undefined)).toBe(true)
  const pause = { earliestSeconds: 9000, latestSeconds: 12_000, durationSeconds: 900 }
  expect(
    supports(({ vehicles: [vehicle] }) => {
      vehicle!.breaks = [pause]
    }),
  ).toBe(false)
  expect(
    supports(({ vehicles: [vehicle] }) => {
      vehicle!.departureSeconds = 600
    }),
  ).toBe(false)
  expect(
    supports(({ vehicles: [vehicle] }) => {
      vehicle!.cost.perTravelSecond = 1
    }),
  ).toBe(false)
  expect(
    supports(({ stops: [stop] }) => {
      stop!.releaseSeconds = 600
    }),
  ).toBe(false)
  expect(
    supports(({ options }) => {
      options.allowLate = true
    }),
  ).toBe(false)
})
