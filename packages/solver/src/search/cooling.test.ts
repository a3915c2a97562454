/** The start temperature and the number of coolings depend on the available time, not on the machine's speed at the moment. */
import { expect, test } from 'vitest'
import { planeProblem } from '../../test/plane-problem.ts'
import { compileModel } from '../model/compile-model.ts'
import type { Problem } from '../problem.ts'
import { begin, prepareNeighbours } from '../solve.ts'
import { Annealer } from './anneal.ts'
import { adaptCooling } from './cooling.ts'

const plain = planeProblem(1, 60, { windows: true })
/** Balanced routes are a rule that is not checked in constant time: the time of a step is not known beforehand. */
const rich: Problem = { ...plain, options: { balanceStopsWeight: 1e-6 } }

/** Settings chosen when the first steps take a millisecond each and all later ones `usual`. */
function adapt(problem: Problem, milliseconds: number, slowSteps = 0, usual = 0.01) {
  const model = compileModel(problem)
  const annealer = new Annealer(model, prepareNeighbours(model), 1)
  begin(annealer, [])
  let now = 0
  let asked = 0
  const clock = (): number => {
    now += asked++ <= slowSteps ? 1 : usual
    return now
  }
  adaptCooling(annealer, { iterations: 1e9, clock, milliseconds, threads: 1 })
  const { startTemperature, coolings } = annealer.settings
  return { startTemperature, coolings, leg: annealer.legCost() }
}

test.each([plain, rich])('a short search starts cooler than a long one', (problem) => {
  const start = (milliseconds: number) => adapt(problem, milliseconds, 0, 0.1).startTemperature
  expect(start(100)).toBeLessThan(start(400))
  expect(start(400)).toBeLessThan(start(10_000))
})

test('steps made before count among those that may be made', () => {
  const model = compileModel(plain)
  const annealer = new Annealer(model, prepareNeighbours(model), 1)
  begin(annealer, [])
  adaptCooling(annealer, { iterations: 90, clock: () => 0, milliseconds: 1_000, threads: 1 })
  expect(annealer.iterations).toBe(90)
})

test('how quick the machine is changes nothing where the length of a step is known', () => {
  const quick = adapt(plain, 12_000)
  expect(adapt(plain, 12_000, 3)).toEqual(quick)
  expect(adapt(plain, 12_000, 0, 0.05)).toEqual(quick)
})

test('where it is not, steps that waited for the compiler or for other programs do not make it cooler', () => {
  expect(adapt(rich, 200, 40).startTemperature).toBeCloseTo(adapt(rich, 200).startTemperature, 6)
  expect(adapt(rich, 200).startTemperature).not.toBeCloseTo(adapt(rich, 200, 0, 0.1).startTemperature, 1)
})

test('a small plan with time for several coolings is cooled several times, a larger one once', () => {
  const coolings = (problem: Problem, seconds: number) => adapt(problem, 1_000 * seconds, 0, 0.1).coolings
  expect([1, 20].map((seconds) => coolings(plain, seconds))).toEqual([1, 4])
  expect(coolings(planeProblem(1, 160, { windows: true }), 60)).toBe(1)
  // 10 steps per millisecond; a full cooling takes 1.7 × 1,500 steps per stop.
  const full = (1.7 * 1500 * 60) / 10 / 1_000
  expect([1.9, 2.1].map((count) => coolings(rich, count * full))).toEqual([1, 2])
})
