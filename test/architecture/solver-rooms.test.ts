// The solver's rooms held against its files, and planted breaches that prove the rule bites.

import { expect, test } from 'vitest'
import { listRoomsOutOfOrder, listSolverBreaches } from './solver-rooms.ts'
import { readRepository } from './source-files.ts'

test("the solver's rooms import earlier ones only", () => {
  expect(listSolverBreaches(readRepository())).toEqual([])
  expect(listRoomsOutOfOrder()).toEqual([])
})

test.each([
  ['check/check.ts', "import { compileModel } from '../model/compile-model.ts'", 'check may not import model'],
  ['check/check.ts', "import type { Model } from '../model/model.ts'", 'check may not import model'],
  [
    'check/check.ts',
    "import { RouteEvaluator } from '../schedule/route-evaluator.ts'",
    'check may not import schedule',
  ],
  ['check/check.ts', "import { explain } from '../answer/explain.ts'", 'check may not import answer'],
  ['model/model.ts', "import { Plan } from '../search/plan.ts'", 'model may not import search'],
  ['schedule/route-evaluator.ts', "import type { Problem } from '../problem.ts'", 'schedule may not import interface'],
  ['search/plan.ts', "import { solve } from '../solve.ts'", 'search may not import solve.ts'],
  ['answer/explain.ts', "import { Annealer } from '../search/anneal.ts'", 'answer may not import search'],
  ['solve.ts', "import { solveParallel } from './parallel/solve-parallel.ts'", 'solve.ts may not import parallel'],
  ['formats/vroom.ts', "import { check } from '../check/check.ts'", 'formats may not import check'],
  ['problem.ts', "import type { Model } from './model/model.ts'", 'interface may not import model'],
  ['novelties/new.ts', "import type { Model } from '../model/model.ts'", 'novelties may not import model'],
])('a planted import is refused: %s: %s', (path, text, why) => {
  const file = { path: `packages/solver/src/${path}`, text }
  expect(listSolverBreaches([file])).toEqual([expect.stringContaining(why)])
})

test.each([
  ['check/check-loads.ts', "import type { Solution } from '../solution.ts'\nimport './check-report.ts'"],
  ['check/check.test.ts', "import { solve } from '../solve.ts'"],
  ['search/genetic/population.ts', "import type { Plan } from '../plan.ts'"],
])('an allowed import is let through: %s', (path, text) => {
  expect(listSolverBreaches([{ path: `packages/solver/src/${path}`, text }])).toEqual([])
})
