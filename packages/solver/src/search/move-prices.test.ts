/** Prices of moves between different vehicles: the cheaper plan is chosen only when each vehicle is priced at its own rates. */
import { expect, test } from 'vitest'
import { auditPlan } from '../../test/audit.ts'
import { lineProblem } from '../../test/line-problem.ts'
import { compileModel } from '../model/compile-model.ts'
import type { Problem } from '../problem.ts'
import { prepareNeighbours } from '../solve.ts'
import { Annealer } from './anneal.ts'
import { LeanKernel } from './lean-kernel.ts'

function leanKernel(problem: Problem, routes: number[][]): { annealer: Annealer; kernel: LeanKernel } {
  const model = compileModel(problem)
  const annealer = new Annealer(model, prepareNeighbours(model), 1)
  const { kernel } = annealer
  if (!(kernel instanceof LeanKernel)) throw new Error('this problem is not lean')
  routes.forEach((stops, v) => {
    if (stops.length > 0) kernel.setRoute(v, stops, stops.length)
  })
  kernel.begin()
  return { annealer, kernel }
}

test('a route that needs a larger vehicle is priced at the rates of that vehicle', () => {
  const small = { capacity: [1], cost: { perMeter: 1, fixed: 20_000 } }
  const large = { capacity: [10], cost: { perMeter: 5, fixed: 20_000 } }
  const problem = lineProblem([{ km: 1 }, { km: 5 }], [small, small, large])
  const { annealer, kernel } = leanKernel(problem, [[0]])
  expect(kernel.insert(1)).toBe(true)
  auditPlan(annealer)
  // 2 km and 10 km by two small vehicles, not 10 km by the large one for 20,000 + 50,000.
  expect(kernel.cost).toBe(20_000 + 2000 + 20_000 + 10_000)
})

test('tails are exchanged for the sake of cheaper stops alone', () => {
  const depot = { startLocation: 10, endLocation: 10 }
  const problem = lineProblem(
    [{ km: 8 }, { km: 7 }, { km: 12 }],
    [
      { ...depot, cost: { perMeter: 1, perStop: 5000 } },
      { ...depot, cost: { perMeter: 1 } },
    ],
  )
  const { annealer, kernel } = leanKernel(problem, [[0, 1], [2]])
  expect(kernel.cost).toBe(6000 + 4000 + 2 * 5000)
  // The stop at kilometre 7 goes to the other vehicle: 4 km more, one price of a stop less.
  expect(kernel.crossTails(0, 2, 0)).toBe(true)
  auditPlan(annealer)
  expect(kernel.cost).toBe(4000 + 10_000 + 5000)
})

test('a pair pays for the whole way of an unused vehicle that ends elsewhere', () => {
  const problem = lineProblem(
    [{ km: 1 }, { km: 2, pickup: 0 }, { km: 5 }, { km: 6, pickup: 2 }].map(({ km, pickup }) =>
      pickup === undefined ? { km, delivered: [0] } : { km, pickup },
    ),
    [{}, { endLocation: 20 }],
  )
  const { annealer, kernel } = leanKernel(problem, [[0, 1]])
  expect(kernel.insert(2)).toBe(true)
  auditPlan(annealer)
  // 12 km by the first vehicle instead of 4 km, not 20 km by the second.
  expect(kernel.routeOf[2]).toBe(0)
  expect(kernel.cost).toBe(12_000)
})
