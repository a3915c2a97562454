/** One leg of the cooling: it ends by its time, even when that was over before it began, and cools as often as requested. */
import { expect, test } from 'vitest'
import { lineProblem } from '../../test/line-problem.ts'
import { compileModel } from '../model/compile-model.ts'
import { begin, prepareNeighbours } from '../solve.ts'
import { Annealer } from './anneal.ts'
import { runLeg } from './run.ts'

test.each([0, -3, Number.NEGATIVE_INFINITY])('a leg with %d ms left makes no step', (milliseconds) => {
  const model = compileModel(lineProblem([{ km: 3 }, { km: 7 }, { km: 12 }]))
  const annealer = new Annealer(model, prepareNeighbours(model), 1)
  begin(annealer, [])
  const leg = { hot: 2, cold: 1, coolings: 1, fromFraction: 0, toFraction: 1, iterations: 500, cancel: undefined }
  expect(runLeg(annealer, { ...leg, clock: () => 10, milliseconds })).toBe(false)
  expect(annealer.iterations).toBe(0)
  runLeg(annealer, { ...leg, clock: () => 10, milliseconds: 5 })
  expect(annealer.iterations).toBe(500)
})

test('several coolings in one leg, each from hot to cold', () => {
  const model = compileModel(lineProblem([{ km: 3 }, { km: 7 }, { km: 12 }]))
  const annealer = new Annealer(model, prepareNeighbours(model), 1)
  begin(annealer, [])
  const temperatures: number[] = []
  const leg = { hot: 8, cold: 1, coolings: 2, cancel: undefined, milliseconds: Number.POSITIVE_INFINITY }
  const onPause = () => temperatures.push(annealer.temperature)
  // `onPause` before a step sees the temperature of the step before.
  runLeg(annealer, { ...leg, fromFraction: 0, toFraction: 0.75, iterations: 600, clock: () => 0, onPause })
  temperatures.push(annealer.temperature)
  const set = temperatures.slice(1)
  expect(set).toHaveLength(12)
  expect(set[0]).toBe(8)
  expect(set[7]).toBeCloseTo(8 ** (1 - 7 / 8))
  expect(set[8]).toBe(8)
  expect(set[11]).toBeCloseTo(8 ** (1 - 3 / 8))
  runLeg(annealer, { ...leg, fromFraction: 1, toFraction: 1, iterations: 1, clock: undefined })
  expect(annealer.temperature).toBeCloseTo(1)
})
