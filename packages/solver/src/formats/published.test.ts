/** Every published solution of the shared benchmark sets, read by our readers, is feasible and has its published cost. */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readPublishedSolution, toOrders } from '../../test/published-solution.ts'
import { scheduleOrders } from '../../test/schedule-orders.ts'
import { check } from '../check/check.ts'
import type { Convention } from './instance.ts'
import { detectFormat, readInstance } from './read-instance.ts'
import { getPublishedCost, toProblem } from './to-problem.ts'

const sharedFolder = process.env.ROUTEWRIGHT_SHARED ?? join(import.meta.dirname, '../../../../../shared')
const benchmarks = join(sharedFolder, 'benchmarks')
const isPresent = existsSync(join(benchmarks, 'bks.csv'))
if (!isPresent) console.warn(`SKIPPED: no benchmark instances at ${benchmarks}, published solutions are not checked`)

interface BestKnown {
  readonly instance: string
  readonly cost: number
  readonly convention: Convention
  readonly file: string
  readonly solutionFile: string
}

/** Rows of bks.csv that have published routes. Commas inside quotes occur only in the last columns, which are not read. */
function listBestKnown(): BestKnown[] {
  const rows = readFileSync(join(benchmarks, 'bks.csv'), 'utf8').trim().split('\n').slice(1)
  return rows.flatMap((row) => {
    const [instance, set, , cost, , convention, objective, file] = row.split(',') as [
      string,
      string,
      string,
      string,
      string,
      Convention,
      string,
      string,
    ]
    const suffix = objective === 'vehicles-then-distance' ? '.vehicles.txt' : '.distance.sol'
    const names = [`${set}-${instance}.sol`, `${instance}${suffix}`]
    const found = names.find((name) => existsSync(join(benchmarks, 'solutions', name)))
    if (found === undefined) return []
    // A best-known cost may belong to routes that nobody published; the row then gives the cost of the published ones.
    const costOfRoutes = /routes here cost (\d+)/.exec(row)?.[1] ?? cost
    return [{ instance, cost: Number(costOfRoutes), convention, file, solutionFile: found }]
  })
}

describe.skipIf(!isPresent)('published solutions', () => {
  const rows = isPresent ? listBestKnown() : []

  test('cover every file of the folder', () => {
    const used = new Set(rows.map((row) => row.solutionFile))
    expect(readdirSync(join(benchmarks, 'solutions')).filter((file) => !used.has(file))).toEqual([])
  })

  test.each(rows)(
    '$instance under $convention is feasible and costs $cost',
    ({ file, solutionFile, convention, cost }) => {
      const text = readFileSync(join(benchmarks, file), 'utf8')
      const format = detectFormat(text)
      if (format === 'vroom' || format === 'tdvrptw' || format === 'pvrp') throw new Error('not a benchmark text')
      const instance = readInstance(text, format, file)
      const published = readPublishedSolution(readFileSync(join(benchmarks, 'solutions', solutionFile), 'latin1'))
      const problem = toProblem(instance, convention, 'distance')
      const solution = scheduleOrders(problem, toOrders(instance, published))
      expect(check(problem, solution)).toEqual([])
      const recomputed = getPublishedCost(instance, convention, problem, solution)
      const digits = String(cost).split('.')[1]?.length ?? 0
      expect(Math.abs(recomputed - cost)).toBeLessThanOrEqual(0.51 * 10 ** -digits)
    },
  )
})
