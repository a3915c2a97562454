// The rules of docs/architecture.md held against every file, and planted breaches that prove each rule bites.

import { describe, expect, test } from 'vitest'
import { listForbiddenImports } from './architecture/import-rules.ts'
import {
  listBrokenFileRules,
  listLockProblems,
  listLooseVersions,
  listWorkplaceWords,
} from './architecture/repository-rules.ts'
import { isSource, type RepositoryFile, readRepository } from './architecture/source-files.ts'

const repository = readRepository()

describe('the repository', () => {
  test('is read: sources of every workspace are among the files', () => {
    const sources = repository.filter(isSource)
    for (const folder of ['packages/contract/', 'packages/solver/', 'apps/server/src/', 'scripts/', 'test/']) {
      expect(sources.some((file) => file.path.startsWith(folder))).toBe(true)
    }
  })
  test('imports only what docs/architecture.md allows', () => {
    expect(listForbiddenImports(repository)).toEqual([])
  })
  test('names, opens and cuts its files as the style asks', () => {
    expect(listBrokenFileRules(repository)).toEqual([])
  })
  test('names no machine it was written on', () => {
    expect(listWorkplaceWords(repository)).toEqual([])
  })
  test('has a lock file that works everywhere', () => {
    expect(listLockProblems(repository.find((file) => file.path === 'package-lock.json')!.text)).toEqual([])
  })
  test('pins every dependency to one version', () => {
    expect(listLooseVersions(repository)).toEqual([])
  })
  test('keeps the optimizer free of dependencies', () => {
    const manifest = JSON.parse(repository.find((file) => file.path === 'packages/solver/package.json')!.text)
    expect(Object.keys(manifest.dependencies ?? {})).toEqual([])
  })
})

const manifests: RepositoryFile[] = [
  { path: 'packages/contract/package.json', text: '{"name":"@routewright/contract","exports":{".":"./src/index.ts"}}' },
  { path: 'packages/solver/package.json', text: '{"name":"@routewright/solver","exports":{".":"./src/index.ts"}}' },
  { path: 'packages/client/package.json', text: '{"name":"@routewright/client","exports":{".":"./src/index.ts"}}' },
  { path: 'apps/server/package.json', text: '{"name":"@routewright/server"}' },
]

function listBreaches(...planted: [path: string, text: string][]): string[] {
  return listForbiddenImports([...manifests, ...planted.map(([path, text]) => ({ path, text }))])
}

describe('a planted import is refused', () => {
  test.each([
    ['packages/solver/src/a.ts', "import { x } from '@routewright/contract'", 'packages/solver may not import'],
    ['packages/solver/src/a.ts', "import type { X } from '@routewright/contract'", 'packages/solver may not import'],
    ['packages/solver/src/a.ts', "export * from '@routewright/contract'", 'packages/solver may not import'],
    ['packages/solver/src/a.ts', "const x = await import('@routewright/contract')", 'packages/solver may not import'],
    ['packages/solver/src/a.ts', "type X = import('@routewright/contract').X", 'packages/solver may not import'],
    ['packages/client/src/a.ts', "import { x } from '@routewright/solver'", 'packages/client may not import'],
    ['apps/server/src/a.ts', "import { x } from '@routewright/client'", 'apps/server may not import'],
    ['apps/server/src/planning/plans/plans.ts', "import '@routewright/solver/src/search.ts'", 'does not export'],
    ['apps/server/src/planning/plans/plans.ts', "import '@routewright/nothing'", 'does not export'],
    [
      'apps/server/src/planning/plans/plans.ts',
      "import '../../../../packages/solver/src/index.ts'",
      'leave its workspace',
    ],
    [
      'apps/server/src/planning/plans/plans.ts',
      "new Worker(new URL('../../../../packages/solver/src/w.ts', import.meta.url))",
      'leave',
    ],
    ['apps/server/src/planning/plans/plans.ts', "import '../../../../bench/server/served.ts'", 'leave its workspace'],
    ['apps/planner/src/a.ts', "import '../../../tools/screens/screens.ts'", 'leave its workspace'],
    ['apps/server/src/planning/plans/plans.http.ts', "import { x } from './plans.sql.ts'", 'through the rules'],
    [
      'apps/server/src/planning/plans/plans.http.ts',
      "import { x } from '../stops/stops.sql.ts'",
      'http may not import sql',
    ],
    [
      'apps/server/src/planning/plans/plans.ts',
      "import type { X } from './plans.http.ts'",
      'rules may not import http',
    ],
    [
      'apps/server/src/planning/plans/plans.ts',
      "import { x } from '../stops/stops.sql.ts'",
      'rules may not import sql',
    ],
    [
      'apps/server/src/planning/plans/plans.ts',
      "import { x } from '../stops/stop-order.ts'",
      'only planning/stops/stops.ts is open',
    ],
    [
      'apps/server/src/planning/plans/plans.ts',
      "import { x } from '../../frame/http/auth.ts'",
      'rules may not import http-frame',
    ],
    [
      'apps/server/src/planning/plans/plans.ts',
      "import { x } from '../../process/main.ts'",
      'rules may not import root',
    ],
    ['apps/server/src/planning/plans/plans.sql.ts', "import { x } from './plans.ts'", 'sql may not import rules'],
    [
      'apps/server/src/planning/plans/plans.sql.ts',
      "import { x } from '../stops/stops.sql.ts'",
      'sql may not import sql',
    ],
    [
      'apps/server/src/planning/plans/plans.sql.ts',
      "import { x } from '../modelling/zones.ts'",
      'sql may not import modelling',
    ],
    [
      'apps/server/src/planning/modelling/zones.ts',
      "import { x } from '../plans/plans.ts'",
      'modelling may not import rules',
    ],
    [
      'apps/server/src/frame/platform/db.ts',
      "import { x } from '../../planning/plans/plans.ts'",
      'platform may not import rules',
    ],
    [
      'apps/server/src/frame/platform/db.ts',
      "import type { X } from '../../geography/travel/travel.ts'",
      'platform may not import modelling',
    ],
    [
      'apps/server/src/frame/platform/scope.ts',
      "import { x } from '../../geography/travel/travel.ts'",
      'platform may not import modelling',
    ],
    [
      'apps/server/src/frame/platform/db.ts',
      "import { x } from '../../data/tables.ts'",
      'platform may not import data',
    ],
    [
      'apps/server/src/data/stops.sql.ts',
      "import { x } from '../planning/stops/stops.ts'",
      'data may not import rules',
    ],
    ['apps/server/src/data/stops.sql.ts', "import { x } from './resources/stop.ts'", 'data may not import resources'],
    [
      'apps/server/src/planning/stops/stops.http.ts',
      "import { x } from '../../data/stops.sql.ts'",
      'http may not import data',
    ],
    ['apps/server/src/planning/plans/plans.ts', "import { x } from './plans.test.ts'", 'only tests import tests'],
  ])('%s: %s', (path, text, why) => {
    expect(listBreaches([path, text])).toEqual([expect.stringContaining(why)])
  })

  test('a circle of two files, but not one made of types', () => {
    const back = "import { b } from './b.ts'"
    expect(listBreaches(['packages/solver/src/a.ts', back], ['packages/solver/src/b.ts', "import './a.ts'"])).toEqual([
      'circle of imports: packages/solver/src/a.ts → packages/solver/src/b.ts → packages/solver/src/a.ts',
    ])
    const typeOnly = "import type { A } from './a.ts'"
    expect(listBreaches(['packages/solver/src/a.ts', back], ['packages/solver/src/b.ts', typeOnly])).toEqual([])
  })
})

describe('an allowed import is let through', () => {
  test.each([
    ['packages/client/src/a.ts', "import { x } from '@routewright/contract'"],
    ['apps/server/test/a.test.ts', "import { x } from '@routewright/client'"],
    [
      'apps/server/src/planning/plans/plans.http.ts',
      "import { x } from './plans.ts'\nimport { m } from '../../frame/http/mount.ts'",
    ],
    [
      'apps/server/src/planning/plans/plans.ts',
      "import { x } from '../stops/stops.ts'\nimport { q } from './plans.sql.ts'",
    ],
    ['apps/server/src/planning/plans/plans.ts', "import { x } from '../../data/events.ts'"],
    ['apps/server/src/planning/plans/plans.sql.ts', "import type { PlanRow } from './plans.ts'"],
    ['apps/server/src/planning/plans/plans.http.ts', "import type { PlanRow } from './plans.sql.ts'"],
    ['apps/server/src/planning/plans/plans.ts', "import { x } from '../modelling/zones.ts'"],
    ['apps/server/src/frame/platform/scope.ts', "import type { X } from '../../geography/travel/travel.ts'"],
    ['apps/server/src/planning/plans/plans.ts', "import { x } from '../../data/stops.sql.ts'"],
    ['apps/server/src/frame/platform/db.ts', "import type { Database } from '../../data/tables.ts'"],
    ['apps/server/src/process/main.ts', "import { x } from '../planning/plans/plans.http.ts'"],
    ['apps/server/src/planning/plans/plans.test.ts', "import { x } from '../stops/stops.sql.ts'"],
    ['bench/server/a.ts', "import { x } from '../../apps/server/src/planning/stops/stops.ts'"],
  ])('%s: %s', (path, text) => {
    expect(listBreaches([path, text])).toEqual([])
  })
})

describe('a planted breach of the file rules is refused', () => {
  const lines = (count: number, header: string) => `// ${header}\n${'x\n'.repeat(count)}`
  test.each([
    ['packages/solver/src/BadName.ts', '// A sentence.\n', 'kebab-case'],
    ['packages/solver/src/utils.ts', '// A sentence.\n', 'says nothing'],
    ['bench/server/load.ts', 'export const a = 1\n', 'does not begin with a sentence'],
    ['packages/solver/src/a.ts', 'export const a = 1\n', 'does not begin with a sentence'],
    ['packages/solver/src/a.ts', lines(500, 'A sentence.'), 'has 501 lines'],
  ])('%s', (path, text, why) => {
    expect(listBrokenFileRules([{ path, text }])).toEqual([expect.stringContaining(why)])
  })
  test('a long file whose header gives the reason is let through', () => {
    const text = lines(600, 'One file because the algorithm is one piece.')
    expect(listBrokenFileRules([{ path: 'packages/solver/src/a.ts', text }])).toEqual([])
  })
  test('a machine path, a download address, an unlisted optional package, a loose version', () => {
    const text = `see /${'work'}/main/x`
    expect(listWorkplaceWords([{ path: 'docs/a.md', text: `fine\n${text}` }])).toEqual([`docs/a.md:2 ${text}`])
    const entry = { resolved: 'https://example.com/a.tgz', optionalDependencies: { b: '1.0.0' } }
    expect(listLockProblems(JSON.stringify({ packages: { 'node_modules/a': entry } }))).toHaveLength(2)
    const manifest = { path: 'package.json', text: '{"dependencies":{"a":"^1.0.0","b":"1.0.0"}}' }
    expect(listLooseVersions([manifest])).toEqual(['package.json: a@^1.0.0'])
  })
})
