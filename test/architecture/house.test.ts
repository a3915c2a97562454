// The bars of the house held against every file, and planted breaches that prove each of them bites.

import { describe, expect, test } from 'vitest'
import { listBrokenBars, measureHouse } from './house.ts'
import { readRepository } from './source-files.ts'

test('the house keeps to its bars', () => {
  const house = measureHouse(readRepository())
  expect(house.functions.length, 'functions were found').toBeGreaterThan(1000)
  expect(listBrokenBars(house).join('\n')).toBe('')
})

const noneAllowed = {
  longFunctions: 0,
  veryLongFunctions: 0,
  circlesOfFolders: 0,
  assertedValues: 0,
  casts: 0,
  flags: 0,
}

function listBreaches(planted: Record<string, string>, bars = noneAllowed, hotLoops: string[] = []): string[] {
  const files = Object.entries(planted).map(([path, text]) => ({ path, text }))
  return listBrokenBars(measureHouse(files), bars, hotLoops)
}

/** Source of a function with this total number of lines. */
const getFunction = (lines: number, open = 'function planted() {', close = '}') =>
  `${open}\n${'  step()\n'.repeat(lines - 2)}${close}\n`

describe('a planted function is counted', () => {
  test.each([
    ['a function', getFunction(51), 'planted'],
    ['a method', `class A {\n${getFunction(51, 'planted() {')}}`, 'planted'],
    ['an arrow', getFunction(51, 'const planted = () => {'), 'planted'],
    ['an argument, named for what it is given to', getFunction(51, 'const planted = use(() => {', '})'), 'planted'],
  ])('%s of 51 lines', (_, text, name) => {
    const path = 'apps/server/src/a.ts'
    expect(listBreaches({ [path]: text })).toEqual([
      `1 functions over 50 lines, of which 0 may be:\n  51 lines: ${path}:${text.startsWith('class') ? 2 : 1} ${name}`,
    ])
  })
  test('of 121 lines, on top', () => {
    const found = listBreaches({ 'packages/solver/src/a.ts': getFunction(121) }, { ...noneAllowed, longFunctions: 1 })
    expect(found).toEqual([expect.stringContaining('1 functions over 120 lines')])
  })
  test('but not one of 50 lines, nor one in tests, words, migrations, benches, tools or scripts', () => {
    expect(listBreaches({ 'apps/server/src/a.ts': getFunction(50) })).toEqual([])
    const places = [
      ...['apps/server/src/a.test.ts', 'apps/server/test/a.ts', 'apps/planner/src/words/en.ts', 'bench/server/a.ts'],
      ...['apps/server/migrations/0001_a.ts', 'packages/solver/bench/a.ts', 'tools/a.ts', 'scripts/lib/a.mjs'],
    ]
    expect(listBreaches(Object.fromEntries(places.map((path) => [path, getFunction(121)])))).toEqual([])
  })
})

describe('a hot loop', () => {
  const path = 'packages/solver/src/search/a.ts'
  const bars = { ...noneAllowed, longFunctions: 1 }
  test('may be long when it is named', () => {
    expect(listBreaches({ [path]: getFunction(121) }, bars, [`${path}#planted`])).toEqual([])
  })
  test('must not stay named when it is short', () => {
    expect(listBreaches({ [path]: getFunction(20) }, bars, [`${path}#planted`])).toEqual([
      `the list of hot loops names ${path}#planted, which is no function over 120 lines`,
    ])
  })
})

describe('a planted circle of folders', () => {
  const circle = {
    'apps/planner/src/map/a.ts': "import { b } from '../list/b.ts'",
    'apps/planner/src/list/b.ts': "export * from '../live/c.ts'",
    'apps/planner/src/live/c.ts': "import '../map/d.ts'",
  }
  test('is found although no file imports itself in a circle', () => {
    expect(listBreaches(circle)).toEqual([
      '1 circles of folders, of which 0 may be:\n  apps/planner/src: list ↔ live ↔ map',
    ])
  })
  test.each([
    ['one made of types', "import type { D } from '../map/d.ts'"],
    ['one that is closed by a dynamic import', "const d = await import('../map/d.ts')"],
    ['one that is closed from beside the folders', "import '../main.ts'"],
  ])('but not %s', (_, text) => {
    expect(listBreaches({ ...circle, 'apps/planner/src/live/c.ts': text })).toEqual([])
  })
})

describe('what a type does not say is counted', () => {
  const path = 'apps/server/src/a.ts'
  test.each([
    ['a value that is asserted', 'const b = a!.c!', '2 assertedValues, of which 0 may be'],
    ['a cast', 'const b = a as unknown as string', '2 casts, of which 0 may be'],
    ['a flag', 'function b(c: boolean, d = false) {}', '2 flags, of which 0 may be'],
    ['a flag of an arrow', 'const b = (c: boolean) => c', '1 flags, of which 0 may be'],
  ])('%s', (_, text, found) => {
    expect(listBreaches({ [path]: text })).toEqual([found])
  })
  test('but not a constant, nor an option', () => {
    const text = "const b = ['c'] as const\nfunction d({ isOpen }: { isOpen: boolean }) {}"
    expect(listBreaches({ [path]: text })).toEqual([])
  })
})
