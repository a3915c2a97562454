import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const { changedFiles, LONG_FILES, longFilesBeside, partOf } = await import(
  new URL('../scripts/lib/quick-tests.mjs', import.meta.url).href
)

test('the long files are there, each once', () => {
  for (const file of LONG_FILES) expect(existsSync(new URL(`../${file}`, import.meta.url)), file).toBe(true)
  expect(new Set(LONG_FILES).size).toBe(LONG_FILES.length)
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
  expect(partOf(file)).toBe(part)
})

test('a long file is left out unless something changed in its part', () => {
  expect(longFilesBeside([])).toEqual(LONG_FILES)
  const edits = 'apps/server/src/planning/editor/edits.test.ts'
  expect(longFilesBeside(['docs/slots.md', 'apps/server/src/annexes/slots/days.ts'])).toContain(edits)
  expect(longFilesBeside(['apps/server/src/planning/editor/reorder.ts'])).not.toContain(edits)
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
