// No module keeps anything between calls but what the list names, and planted breaches that prove the rule bites.

import { expect, test } from 'vitest'
import { listModuleState } from './module-state.ts'
import { readRepository } from './source-files.ts'

test('what a process knows belongs to what it opens, not to a module', () => {
  expect(listModuleState(readRepository())).toEqual([])
})

const getState = (text: string, path = 'apps/server/src/planning/plans/plans.ts') =>
  listModuleState([{ path, text }], {}).map((problem) => problem.split(' ')[0]!.split('#')[1])

test.each([
  ['let current = 1', ['current']],
  ['export let current: string | undefined', ['current']],
  ['const waiting = new Map<string, number>()', ['waiting']],
  ['export const seen = new WeakSet<object>()', ['seen']],
  ['const list: string[] = []\nexport function note(text: string) { list.push(text) }', ['list']],
  ['const totals = { calls: 0 }\nexport const count = () => { totals.calls++ }', ['totals']],
  ['const row = new Int32Array(9)\nexport function use() { row[0] = 1 }', ['row']],
  ['const known = new Map([[1, 2]])\nexport const learn = (one: number) => known.set(one, one)', ['known']],
  ['export class Cache { static last = 1 }', ['Cache.last']],
  ['export class Cache { static readonly all = new Map() }', ['Cache.all']],
])('a planted breach is found: %s', (text, names) => {
  expect(getState(text)).toEqual(names)
})

test.each([
  ['const limits = { calls: 1 }\nexport const limit = limits.calls'],
  ["const codes = new Set(['a'])\nexport const isCode = (text: string) => codes.has(text)"],
  ['export function create() { const known = new Map<string, number>(); known.set("a", 1); return known }'],
  ['export class Cache { private readonly known = new Map() }'],
])('what does not change is let through: %s', (text) => {
  expect(getState(text)).toEqual([])
})

test('pages and tests may keep what they like, and an entry that names nothing is refused', () => {
  expect(getState('let current = 1', 'apps/planner/src/plan/store.ts')).toEqual([])
  expect(getState('let current = 1', 'apps/server/src/planning/plans/plans.test.ts')).toEqual([])
  const stale = { 'apps/server/src/planning/plans/plans.ts#gone': 'it was there once' }
  expect(listModuleState([{ path: 'apps/server/src/planning/plans/plans.ts', text: '' }], stale)).toEqual([
    expect.stringContaining('take it off'),
  ])
})
