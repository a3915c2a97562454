/** The start temperature and the number of coolings follow the steps that there will be, as the fastest steps of a few tell. */
import { expect, test } from 'vitest'
import { planeProblem } from '../../test/plane-problem.ts'
import { compileModel } from '../model/compile-model.ts'
import { begin, prepareNeighbours } from '../solve.ts'
import { Annealer } from './anneal.ts'
import type { AnnealSettings } from './anneal-settings.ts'
import { adaptCooling } from './cooling.ts'

/** Settings when the first steps take a millisecond each and all later ones a hundredth. */
function adaptedSettings(milliseconds: number, slowSteps: number, stops = 60): AnnealSettings {
  const model = compileModel(planeProblem(1, stops, { windows: true }))
  const annealer = new Annealer(model, prepareNeighbours(model), 1)
  begin(annealer, [])
  let now = 0
  let asked = 0
  const clock = (): number => {
    now += asked++ <= slowSteps ? 1 : 0.01
    return now
  }
  adaptCooling(annealer, { iterations: 1e9, clock, milliseconds, threads: 1 })
  return annealer.settings
}

function startTemperature(milliseconds: number, slowSteps: number): number {
  return adaptedSettings(milliseconds, slowSteps).startTemperature
}

test('a short search starts cooler than a long one', () => {
  expect(startTemperature(100, 0)).toBeLessThan(startTemperature(400, 0))
  expect(startTemperature(400, 0)).toBeLessThan(startTemperature(1e6, 0))
})

test('steps made to see how fast they are count among those that may be made', () => {
  const model = compileModel(planeProblem(1, 60, {}))
  const annealer = new Annealer(model, prepareNeighbours(model), 1)
  begin(annealer, [])
  adaptCooling(annealer, { iterations: 90, clock: () => 0, milliseconds: 1_000, threads: 1 })
  expect(annealer.iterations).toBe(90)
})

test('steps that waited for the compiler or for other programs do not make it cooler', () => {
  expect(startTemperature(200, 40)).toBeCloseTo(startTemperature(200, 0), 6)
})

test('a small plan with steps for several coolings is cooled several times, a larger one once', () => {
  // 100 steps per millisecond; a full cooling with windows takes 1.7 × 6,000 steps per stop.
  const full = (stops: number) => (1.7 * 6000 * stops) / 100
  expect(adaptedSettings(1.9 * full(60), 0).coolings).toBe(1)
  expect(adaptedSettings(2.1 * full(60), 0).coolings).toBe(2)
  expect(adaptedSettings(3.1 * full(60), 0).coolings).toBe(3)
  expect(adaptedSettings(50 * full(60), 0).coolings).toBe(4)
  expect(adaptedSettings(50 * full(160), 0, 160).coolings).toBe(1)
})
