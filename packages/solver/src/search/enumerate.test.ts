/** Tiny problems are solved exactly, without evaluating orders that are late in any case. */
import { afterEach, expect, test, vi } from 'vitest'
import { lineProblem } from '../../test/line-problem.ts'
import { compileModel } from '../model/compile-model.ts'
import type { Stop } from '../problem.ts'
import { RouteEvaluator } from '../schedule/route-evaluator.ts'
import { findExactPlan } from './enumerate.ts'

afterEach(() => vi.restoreAllMocks())

/** Seven stops beyond each other, each open for a minute when a vehicle that left at 0 comes by. */
function chain(rules: Partial<Stop> = {}) {
  const stops = [1, 2, 3, 4, 5, 6, 7].map((km) => ({
    km,
    serviceSeconds: 0,
    windows: [[100 * km, 100 * km + 60]] as const,
    ...rules,
  }))
  const evaluate = vi.spyOn(RouteEvaluator.prototype, 'evaluate')
  const plan = findExactPlan(compileModel(lineProblem(stops, [{ shift: [0, 10_000] }])))!
  return { plan: plan.map((route) => Array.from(route)), evaluations: evaluate.mock.calls.length }
}

test('orders that come too late are not evaluated', () => {
  const { plan, evaluations } = chain()
  expect(plan).toEqual([[0, 1, 2, 3, 4, 5, 6]])
  // In each of the 127 sets one order is in time.
  expect(evaluations).toBe(127)
})

test('where lateness has a price, they are', () => {
  const { plan, evaluations } = chain({ latePenaltyPerSecond: 0.001 })
  expect(plan).toEqual([[0, 1, 2, 3, 4, 5, 6]])
  expect(evaluations).toBeGreaterThan(127)
})
