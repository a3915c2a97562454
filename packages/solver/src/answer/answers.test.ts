/** Properties of a solution: whole shipments, higher priorities first, the shorter day, and waiting before goods are aboard. */
import { describe, expect, test } from 'vitest'
import { lineProblem } from '../../test/line-problem.ts'
import { check } from '../check/check.ts'
import { compileModel } from '../model/compile-model.ts'
import type { Problem } from '../problem.ts'
import { type SolveOptions, solve, solveBySearch } from '../solve.ts'
import { evaluate } from './explain.ts'
import { settlePriorities } from './settle-priorities.ts'
import { shortenDays } from './shorten-days.ts'

const options: SolveOptions = { seed: 1, iterations: 500 }

function listOrders(problem: Problem, search: typeof solve): number[][] {
  const { solution } = search(problem, options)
  expect(check(problem, solution)).toEqual([])
  return solution.routes.map(({ stops }) => stops)
}

describe.each([
  ['the exact answer', solve],
  ['the search', solveBySearch],
])('%s', (_, search) => {
  test('leaves both ends of a shipment out when one of them cannot be served', () => {
    const late = { km: 9, pickup: 0, windows: [[0, 10]] as const }
    expect(listOrders(lineProblem([{ km: 1, delivered: [0] }, late, { km: 2 }]), search)).toEqual([[2]])
  })

  test('fetches for the delivery that can be kept, where others of the pickup cannot', () => {
    const late = { km: 9, pickup: 0, windows: [[0, 10]] as const }
    const stops = [{ km: 1, delivered: [0] }, late, { km: 4, pickup: 0 }]
    expect(listOrders(lineProblem(stops), search)).toEqual([[0, 2]])
  })

  test('serves one stop of a higher priority rather than five of a lower one', () => {
    const stops = [1, 1, 1, 1, 1].map((km) => ({ km }))
    const van = { shift: [0, 1_900] as const }
    expect(listOrders(lineProblem([...stops, { km: 9, priority: 0.5 }], [van]), search)).toEqual([[5]])
  })

  test('serves as many as fit of one priority', () => {
    const stops = [1, 2, 9].map((km) => ({ km, priority: 3 }))
    const [order] = listOrders(lineProblem(stops, [{ shift: [0, 1_900] as const }]), search)
    expect(order!.toSorted()).toEqual([0, 1])
  })
})

test('of two orders that are as long the one without idle hours is taken', () => {
  // There and back on one line: either end of it may come first.
  const stops = [{ km: 2 }, { km: 8, windows: [[900, 1_000]] as const }, { km: 4 }]
  const problem = lineProblem(stops)
  const { solution } = solve(problem)
  expect(solution.routes[0]!.waitSeconds).toBe(0)
  const model = compileModel(problem)
  const idle = [
    [1, 2, 0],
    [0, 2, 1],
    [2, 1, 0],
    [0, 1, 2],
  ].map((order) => shortenDays(model, [order])[0])
  const lasts = idle.map((order) => {
    const route = evaluate(problem, 0, Array.from(order!))
    return route.endSeconds - route.startSeconds
  })
  expect(new Set(lasts).size).toBe(1)
})

test('a van waits before the pickup, so that what is aboard is handed over in time', () => {
  const stops = [
    { km: 1, windows: [[100, 200]] as const },
    { km: 2, delivered: [0] },
    { km: 3, pickup: 1, maxRideSeconds: 300, windows: [[2_000, 2_100]] as const },
  ]
  const problem = lineProblem(stops)
  const route = evaluate(problem, 0, [0, 1, 2])
  expect(route.violations).toEqual([])
  expect(route.steps.filter(({ kind }) => kind === 'stop').map(({ waitSeconds }) => waitSeconds)).toEqual([0, 1_480, 0])
})

test('riding includes the wait before the window of the delivery', () => {
  const stops = [
    { km: 2, delivered: [0], windows: [[100, 300]] as const },
    { km: 3, pickup: 0, maxRideSeconds: 300, windows: [[2_000, 2_100]] as const },
  ]
  const route = evaluate(lineProblem(stops), 0, [0, 1])
  expect(route.violations.map(({ code, amount }) => `${code} ${amount}`)).toEqual(['max_ride 1340'])
})

test('who was left out by a short search takes the place of a lower priority, and that one of a still lower one', () => {
  const stops = [{ km: 1 }, { km: 2, priority: 1 }, { km: 3, priority: 2 }]
  const problem = lineProblem(stops, [{ maxServices: 1 }, { maxServices: 1, skills: [] }])
  const settled = settlePriorities(problem, compileModel(problem), [[0], [1]])
  expect(settled.flat().toSorted()).toEqual([1, 2])
})
