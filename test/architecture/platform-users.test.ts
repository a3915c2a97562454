// Every file of platform/ has three users, and planted breaches that prove the rule bites.

import { expect, test } from 'vitest'
import { listRarelyUsed } from './platform-users.ts'
import { readRepository } from './source-files.ts'

test('platform/ holds only what three rooms use', () => {
  const repository = readRepository()
  expect(repository.filter(({ path }) => path.startsWith('apps/server/src/platform/')).length).toBeGreaterThan(20)
  expect(listRarelyUsed(repository)).toEqual([])
})

const planted = (imports: Record<string, string>) =>
  listRarelyUsed([
    { path: 'apps/server/src/platform/letters.ts', text: '' },
    ...Object.entries(imports).map(([path, target]) => ({
      path: `apps/server/src/${path}`,
      text: `import { x } from '${target}'`,
    })),
  ])
const letters = '../platform/letters.ts'

test('a file that two rooms use is refused, however many files of theirs, their tests included', () => {
  const why = 'apps/server/src/platform/letters.ts is used by plans and stops only: it belongs there'
  const two = { 'plans/plans.ts': letters, 'stops/stops.ts': letters, 'stops/move.ts': letters }
  expect(planted({ ...two, 'routes/routes.test.ts': letters })).toEqual([why])
  expect(planted({})).toEqual([expect.stringContaining('nobody')])
  expect(planted({ ...two, 'main.ts': './platform/letters.ts' })).toEqual([])
})

test('what another file of platform/ needs has its users; what the process is made of, all', () => {
  const through = {
    'platform/paper.ts': './letters.ts',
    'plans/plans.ts': '../platform/paper.ts',
    'stops/stops.ts': '../platform/paper.ts',
  }
  expect(planted(through)).toEqual(
    ['letters', 'paper'].map((name) => expect.stringContaining(`${name}.ts is used by plans and stops only`)),
  )
  expect(planted({ ...through, 'zones/zones.ts': '../platform/paper.ts' })).toEqual([])
  expect(planted({ 'platform/services.ts': './letters.ts', 'plans/plans.ts': '../platform/services.ts' })).toEqual([
    expect.stringContaining('services.ts is used by plans only'),
  ])
})
