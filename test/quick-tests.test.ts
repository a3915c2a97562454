import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const { changedFiles, LONG_UNITS, longUnitsBeside, getPart, SLICES_ALWAYS, slicesFor } = await import(
  new URL('../scripts/lib/quick-tests.mjs', import.meta.url).href
)

test('the named files are there, each once', () => {
  const named = [...LONG_UNITS, ...SLICES_ALWAYS]
  for (const file of named) expect(existsSync(new URL(`../${file}`, import.meta.url)), file).toBe(true)
  expect(new Set(named).size).toBe(named.length)
})

test.each([
  ['apps/server/src/planning/editor/edits.test.ts', 'apps/server/src/planning/editor/'],
  ['apps/server/src/process/main.unit.test.ts', 'apps/server/src/process/main.'],
  ['apps/server/test/scenarios/kill.test.ts', 'apps/server/test/scenarios/'],
  ['apps/site/test/site.test.ts', 'apps/site/'],
  ['packages/solver/src/search/genetic/genetic.test.ts', 'packages/solver/src/search/'],
  ['packages/solver/test/random.test.ts', 'packages/solver/'],
  ['tools/extract/cut-extract.test.ts', 'tools/extract/'],
])('%s is about what changes in %s', (file, part) => {
  expect(getPart(file)).toBe(part)
})

test('a long file is left out unless something changed in its part', () => {
  expect(longUnitsBeside([])).toEqual(LONG_UNITS)
  const moves = 'packages/solver/src/search/moves.test.ts'
  expect(longUnitsBeside(['docs/slots.md', 'packages/solver/src/model/model.ts'])).toContain(moves)
  expect(longUnitsBeside(['packages/solver/src/search/plan.ts'])).not.toContain(moves)
})

test('slices run where something changed in them, and one always', () => {
  expect(slicesFor([])).toEqual(SLICES_ALWAYS)
  expect(
    slicesFor(['docs/slots.md', 'apps/server/src/planning/editor/reorder.ts', 'apps/server/src/process/main.ts']),
  ).toEqual([...SLICES_ALWAYS, 'apps/server/src/planning/editor/**/*.test.ts', 'apps/server/src/process/main.*test.ts'])
})

test('what changed is told by git, new files and the last commit too', () => {
  const folder = mkdtempSync(join(tmpdir(), 'routewright-changed-'))
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.com', ...args], { cwd: folder })
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
  try {
    expect(changedFiles(folder)).toEqual([])
    git('init', '-q')
    for (const name of ['first.ts', 'second.ts', 'third.ts']) {
      write(name, name)
      git('add', name)
      git('commit', '-qm', name)
    }
    write('second.ts', 'changed')
    write('new file.ts', '')
    expect(changedFiles(folder).sort()).toEqual(['new file.ts', 'second.ts', 'third.ts'])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
