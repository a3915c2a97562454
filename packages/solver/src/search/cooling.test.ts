/** The start temperature follows the steps that there will be, as the fastest steps of a few tell. */
import { expect, test } from 'vitest'
import { planeProblem } from '../../test/plane-problem.ts'
import { compileModel } from '../model/compile-model.ts'
import { begin, prepareNeighbours } from '../solve.ts'
import { Annealer } from './anneal.ts'
import { adaptCooling } from './cooling.ts'

/** Start temperature when the first steps take a millisecond each and all later ones a hundredth. */
function startTemperature(milliseconds: number, slowSteps: number): number {
  const model = compileModel(planeProblem(1, 60, { windows: true }))
  const annealer = new Annealer(model, prepareNeighbours(model), 1)
  begin(annealer, [])
  let now = 0
  let asked = 0
  const clock = (): number => {
    now += asked++ <= slowSteps ? 1 : 0.01
    return now
  }
  adaptCooling(annealer, { iterations: 1e9, clock, milliseconds, threads: 1 })
  return annealer.settings.startTemperature
}

test('a short search starts cooler than a long one', () => {
  expect(startTemperature(100, 0)).toBeLessThan(startTemperature(400, 0))
  expect(startTemperature(400, 0)).toBeLessThan(startTemperature(1e6, 0))
})

test('steps that waited for the compiler or for other programs do not make it cooler', () => {
  expect(startTemperature(200, 40)).toBeCloseTo(startTemperature(200, 0), 6)
})
