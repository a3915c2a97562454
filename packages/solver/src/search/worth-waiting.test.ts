/** How long a search is worth waiting for follows size, kind and the price of waiting; a population without gain is ended. */
import { describe, expect, test } from 'vitest'
import { lineProblem } from '../../test/line-problem.ts'
import { planeProblem } from '../../test/plane-problem.ts'
import { compileModel } from '../model/compile-model.ts'
import type { Problem } from '../problem.ts'
import { type SolveOptions, solve } from '../solve.ts'
import { GainWatch, getSearchKind, usualWaitPrice, worthwhileSeconds } from './worth-waiting.ts'

describe('the time that is worth it', () => {
  test('grows with the stops: at once up to 20, within two seconds up to 50', () => {
    const seconds = [9, 20, 50, 100, 200, 400].map((stops) => worthwhileSeconds(stops, 'timed', usualWaitPrice))
    expect(seconds.toSorted((a, b) => a - b)).toEqual(seconds)
    expect(seconds[1]).toBeLessThan(0.5)
    expect(seconds[2]).toBeLessThan(2)
    expect(seconds[5]).toBeGreaterThan(20)
  })

  test.each(['free', 'timed', 'mixed'] as const)('shrinks with the price of waiting: %s', (kind) => {
    const seconds = [0.2, 0.02, 0.002].map((price) => worthwhileSeconds(300, kind, price))
    expect(seconds.toSorted((a, b) => a - b)).toEqual(seconds)
    expect(seconds[2]! / seconds[0]!).toBeGreaterThan(3)
  })

  test('is told by the kind of the problem', () => {
    const getKind = (problem: Problem) => getSearchKind(compileModel(problem))
    expect(getKind(lineProblem([{ km: 1 }]))).toBe('free')
    expect(getKind(lineProblem([{ km: 1, windows: [[0, 900]] }]))).toBe('timed')
    expect(getKind(lineProblem([{ km: 1 }], [{}, { capacity: [3] }]))).toBe('mixed')
  })
})

describe('watching what a population brings', () => {
  const watchAfter = (costs: readonly number[], price: number | undefined): boolean[] => {
    const watch = new GainWatch(price, 0, 1_000)
    return costs.map((cost, second) => watch.isEnough(cost, (second + 1) * 250))
  }

  test('ends it from the half of its time on, when nothing came of late', () => {
    expect(watchAfter([100, 100, 100, 100], 0.02)).toEqual([false, true, true, true])
  })

  test('lets it go on while it gains more than waiting costs', () => {
    expect(watchAfter([100, 98, 96, 94, 92], 0.02)).toEqual([false, false, false, false, false])
  })

  test('never ends it without a price', () => {
    expect(watchAfter([100, 100, 100, 100], undefined)).toEqual([false, false, false, false])
  })
})

test('a search with a price of waiting ends by its clock, long before one without', () => {
  const problem = planeProblem(3, 30, { windows: true })
  const getEnd = (options: SolveOptions): number => {
    let now = 0
    // The clock advances a tenth of a millisecond per reading, so the test does not depend on the machine.
    const clock = (): number => (now += 0.1)
    solve(problem, { seed: 1, clock, deadlineMilliseconds: 4_000, ...options })
    return now
  }
  expect(getEnd({ waitPrice: usualWaitPrice })).toBeLessThan(1_500)
  expect(getEnd({})).toBeGreaterThan(2_000)
})
