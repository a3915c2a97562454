/** Random small problems in VROOM's form: the solution is the best of all orders, by exhaustive search and by ruin and recreate. */

import { describe, expect, test } from 'vitest'
import { check } from '../src/check/check.ts'
import { readVroom, type VroomInstance } from '../src/formats/vroom.ts'
import { writeVroom } from '../src/formats/vroom-answer.ts'
import type { Solution } from '../src/solution.ts'
import { solve, solveBySearch } from '../src/solve.ts'
import { countDrawnCases } from './drawn-cases.ts'
import { drawVroomFile } from './vroom-drawn.ts'
import { type BestAnswer, enumerateVroom } from './vroom-enumerated.ts'

const mostTasks = 7
const seeds = Array.from({ length: countDrawnCases(1_000) }, (_, index) => index + 1)
const times = { loading: 0, solving: 0, routing: 0 }

function measureAnswer(instance: VroomInstance, solution: Solution): BestAnswer {
  const { summary } = writeVroom(instance, solution, times)
  return {
    priority: summary.priority,
    tasks: instance.tasks.length - summary.unassigned,
    cost: summary.cost,
  }
}

describe('files of up to seven tasks', () => {
  test('priorities are served before numbers, and those before short ways, as in the best of all orders', {
    timeout: 900_000,
  }, () => {
    const misses = seeds.flatMap((seed) => {
      const file = drawVroomFile(seed, mostTasks)
      const instance = readVroom(JSON.stringify(file))
      const { solution } = solve(instance.problem, { seed, iterations: 1_000 })
      const told = { seed, ...measureAnswer(instance, solution), findings: check(instance.problem, solution) }
      const best = { seed, ...enumerateVroom(file), findings: [] }
      return JSON.stringify(told) === JSON.stringify(best) ? [] : [{ told, best }]
    })
    expect(misses).toEqual([])
  })

  test('a search serves the same priorities and as many tasks without trying all orders', { timeout: 900_000 }, () => {
    const misses = seeds.slice(0, Math.ceil(seeds.length * 0.4)).flatMap((seed) => {
      const file = drawVroomFile(10_000 + seed, mostTasks)
      const instance = readVroom(JSON.stringify(file))
      const { solution } = solveBySearch(instance.problem, { seed, iterations: 2_000 })
      const { cost, ...told } = measureAnswer(instance, solution)
      const { cost: least, ...best } = enumerateVroom(file)
      const isFine = JSON.stringify(told) === JSON.stringify(best) && cost >= least
      return isFine && check(instance.problem, solution).length === 0 ? [] : [{ seed, told, best, cost, least }]
    })
    expect(misses).toEqual([])
  })
})
