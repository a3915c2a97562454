// Which tests are run for a fault, and in which order.
import { expect, test } from 'vitest'
import { makeChooser } from '../../bench/mutants/choose-tests.ts'
import { readImportGraph } from '../../bench/mutants/import-graph.ts'

const sources = [
  { path: 'packages/contract/src/index.ts', text: "export * from './breaks.ts'\nexport { b as c } from './limits.ts'" },
  { path: 'packages/contract/src/breaks.ts', text: 'export const a = 1' },
  { path: 'packages/contract/src/limits.ts', text: 'export const b = 1' },
  {
    path: 'apps/server/src/planning/stops/rule.ts',
    text: "import { a } from '@routewright/contract'\nexport const rule = a",
  },
  {
    path: 'apps/server/src/planning/plans/plan.ts',
    text: "import { c } from '@routewright/contract'\nexport const plan = c",
  },
  { path: 'apps/server/src/planning/plans/type.ts', text: "import type { a } from '@routewright/contract'" },
]
const tests = [
  { path: 'packages/contract/src/breaks.test.ts', text: "import { a } from './breaks.ts'" },
  { path: 'apps/server/src/planning/stops/stops.test.ts', text: "import '../../test/harness.ts'" },
  { path: 'apps/server/src/planning/stops/breaks.test.ts', text: 'rarest_word' },
  { path: 'apps/server/src/planning/stops/rule.unit.test.ts', text: "import { rule } from './rule.ts'" },
  { path: 'apps/server/src/planning/plans/plans.test.ts', text: "import '../../test/harness.ts'" },
]
const graph = readImportGraph([...sources, ...tests], new URL('../..', import.meta.url).pathname, ['packages/contract'])
const choose = makeChooser(graph, tests)

test('a name taken from a package leads to the file that declares it, not to what the entrance passes on besides', () => {
  expect([...graph.get('apps/server/src/planning/stops/rule.ts')!]).toEqual(['packages/contract/src/breaks.ts'])
  expect([...graph.get('apps/server/src/planning/plans/plan.ts')!]).toEqual(['packages/contract/src/limits.ts'])
  expect([...graph.get('apps/server/src/planning/plans/type.ts')!]).toEqual([])
})

test('the test of the same name comes first, then units that import the file, then tests of a service that uses it', () => {
  expect(choose({ path: 'packages/contract/src/breaks.ts', text: 'export const a = 1', offset: 17 })).toEqual([
    ['packages/contract/src/breaks.test.ts'],
    ['apps/server/src/planning/stops/rule.unit.test.ts'],
    ['apps/server/src/planning/stops/stops.test.ts', 'apps/server/src/planning/stops/breaks.test.ts'],
  ])
})

test('among equals, a test that uses rare words of the place comes first', () => {
  const text = "export const a = answer('rarest_word', 1)"
  const chosen = choose({ path: 'apps/server/src/planning/stops/rule.ts', text, offset: text.length - 2 })
  expect(chosen.flat()).toEqual([
    'apps/server/src/planning/stops/rule.unit.test.ts',
    'apps/server/src/planning/stops/breaks.test.ts',
    'apps/server/src/planning/stops/stops.test.ts',
  ])
})

test('a unit test that takes long comes after the others, also where it has the same name', () => {
  const chooseShort = makeChooser(graph, tests, ['packages/contract/src/breaks.test.ts'])
  const chosen = chooseShort({ path: 'packages/contract/src/breaks.ts', text: 'export const a = 1', offset: 17 })
  expect(chosen.slice(0, 2).flat()).toEqual([
    'apps/server/src/planning/stops/rule.unit.test.ts',
    'packages/contract/src/breaks.test.ts',
  ])
})
