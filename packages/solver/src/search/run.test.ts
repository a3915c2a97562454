/** One leg of the cooling: it ends by its time, even when that was over before it began. */
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
  const leg = { hot: 2, cold: 1, fromFraction: 0, toFraction: 1, iterations: 500, cancel: undefined }
  expect(runLeg(annealer, { ...leg, clock: () => 10, milliseconds })).toBe(false)
  expect(annealer.iterations).toBe(0)
  runLeg(annealer, { ...leg, clock: () => 10, milliseconds: 5 })
  expect(annealer.iterations).toBe(500)
})
