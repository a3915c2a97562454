// Every file of platform/ has three users, and planted breaches that prove the rule bites.

import { expect, test } from 'vitest'
import { listRarelyUsed } from './platform-users.ts'
import { readRepository } from './source-files.ts'

test('platform/ holds only what three rooms use', () => {
  const repository = readRepository()
  expect(repository.filter(({ path }) => path.startsWith('apps/server/src/frame/platform/')).length).toBeGreaterThan(20)
  expect(listRarelyUsed(repository)).toEqual([])
})

const planted = (imports: Record<string, string>) =>
  listRarelyUsed([
    { path: 'apps/server/src/frame/platform/letters.ts', text: '' },
    ...Object.entries(imports).map(([path, target]) => ({
      path: `apps/server/src/${path}`,
      text: `import { x } from '${target}'`,
    })),
  ])
const letters = '../../frame/platform/letters.ts'

test('a file that two rooms use is refused, however many files of theirs, their tests included', () => {
  const why =
    'apps/server/src/frame/platform/letters.ts is used by planning/plans and planning/stops only: it belongs there'
  const two = {
    'planning/plans/plans.ts': letters,
    'planning/stops/stops.ts': letters,
    'planning/stops/move.ts': letters,
  }
  expect(planted({ ...two, 'planning/routes/routes.test.ts': letters })).toEqual([why])
  expect(planted({})).toEqual([expect.stringContaining('nobody')])
  expect(planted({ ...two, 'process/open-services.ts': '../frame/platform/letters.ts' })).toEqual([])
})

test('what another file of platform/ needs has its users; what the process is made of, all', () => {
  const through = {
    'frame/platform/paper.ts': './letters.ts',
    'planning/plans/plans.ts': '../../frame/platform/paper.ts',
    'planning/stops/stops.ts': '../../frame/platform/paper.ts',
  }
  expect(planted(through)).toEqual(
    ['letters', 'paper'].map((name) =>
      expect.stringContaining(`${name}.ts is used by planning/plans and planning/stops only`),
    ),
  )
  expect(planted({ ...through, 'planning/zones/zones.ts': '../../frame/platform/paper.ts' })).toEqual([])
  expect(
    planted({
      'frame/platform/services.ts': './letters.ts',
      'planning/plans/plans.ts': '../../frame/platform/services.ts',
    }),
  ).toEqual([expect.stringContaining('services.ts is used by planning/plans only')])
})
