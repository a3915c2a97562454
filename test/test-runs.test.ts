// The three runs of the tests: each project is in one, what is left out of `npm test` is there and says what that risks.
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import config from '../vitest.config.ts'

const { JOURNEYS, LEFT_TO_ALL, namesInUsual, onPostgresToo, PROJECTS, TESTS_LEFT_TO_ALL } = await import(
  new URL('../scripts/lib/test-runs.mjs', import.meta.url).href
)

test('`npm test -- all` runs every project, and each shorter run some of those of the longer', () => {
  const { projects } = (config as { test: { projects: { test: { name: string } }[] } }).test
  expect(PROJECTS.all.toSorted()).toEqual(projects.map(({ test: { name } }) => name).sort())
  expect(PROJECTS.all).toEqual(expect.arrayContaining(PROJECTS.usual))
  expect(PROJECTS.usual).toEqual(expect.arrayContaining(PROJECTS.quick))
})

test.each(LEFT_TO_ALL as { files: string[]; risk: string }[])(
  '$files says what it risks, and each is there',
  (group) => {
    expect(group.risk).toMatch(/^[A-Z].{40,}\.$/)
    for (const files of group.files) expect(globSync(files), files).not.toEqual([])
  },
)

test.each(TESTS_LEFT_TO_ALL as { tests: Record<string, string[]>; risk: string }[])(
  'single tests left to `all`: $risk',
  ({ tests, risk }) => {
    expect(risk).toMatch(/^[A-Z].{40,}\.$/)
    for (const [file, titles] of Object.entries(tests)) {
      const written = listTitles(readFileSync(file, 'utf8'))
      for (const title of titles) {
        const isThere = written.some((whole) => whole.startsWith(title) || matchesTable(whole, title))
        expect(isThere, `${file}: ${title}`).toBe(true)
      }
    }
  },
)

function listTitles(text: string): string[] {
  return [...text.matchAll(/(['"`])((?:(?!\1).)+)\1/g)].map(([, , title]) => title!)
}

/** A title of a table is a pattern with values in it. */
function matchesTable(pattern: string, title: string): boolean {
  const pieces = pattern.split(/%[sdijfo]|\$\w+/)
  return (
    pieces.length > 1 &&
    new RegExp(`^${pieces.map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.+')}$`).test(title)
  )
}

test('the usual run leaves out those single tests, and no other', () => {
  const names: RegExp = namesInUsual()
  expect(names.test('a fleet that is asked for a fleet becomes a draft with its vehicles and orders, as planned')).toBe(
    false,
  )
  expect(names.test('seed 2: a new or a dropped customer moves at most a twentieth of the others to other days')).toBe(
    false,
  )
  expect(names.test('days seed 1: a new or a dropped customer')).toBe(true)
  expect(names.test('stops are created')).toBe(true)
})

test('there are twelve journeys, and the slices that PostgreSQL is asked too', () => {
  expect(globSync(JOURNEYS)).toHaveLength(12)
  for (const files of onPostgresToo) expect(globSync(files), files).not.toEqual([])
})

test.each(
  globSync('{apps,packages}/*/{src,test}/**/*.test.ts')
    .map((file) => [file, readFileSync(file, 'utf8')] as const)
    .filter(([, text]) => text.includes('vi.mock(')),
)('%s replaces modules, and leaves none of them to the files that share its process', (_file, text) => {
  expect(text).toContain('vi.resetModules()')
  expect(text).toContain('afterAll(() => void vi.resetModules())')
})
