/** The benchmark page: family means over instances, missed targets marked, older figures replaced by newer ones. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type KeptDay, type KeptRun, mergeRuns, readPage } from './figures.ts'
import { type Anchors, formatPage } from './report.ts'

const anchors: Anchors = {
  note: 'a note',
  solvers: ['other'],
  titles: { other: 'Other' },
  gaps: { A1: { other: 1.5 } },
}

function makeRun(instance: string, gapPercent: number, more: Partial<KeptRun> = {}): KeptRun {
  const fixed = { family: 'x-250', stopCount: 100, bestKnown: 1000, targetPercent: 0.2, kind: '2 threads', seed: 1 }
  return { instance, ...fixed, date: '2026-01-02', gapPercent, ...more }
}

test('families average over instances, not over runs, and a missed target is marked', () => {
  const runs = [
    makeRun('A1', 0),
    makeRun('A1', 0.2, { seed: 2 }),
    makeRun('B2', 0.9),
    makeRun('B2', 0.3, { kind: '1 thread' }),
  ]
  expect(formatPage(runs, [], anchors)).toContain('| x-250 | 2 | 0.50 ✗ | 0.2 | B2 0.90 | 0.30 |')
  expect(formatPage([makeRun('A1', 0.2)], [], anchors)).toContain('| x-250 | 1 | 0.20 | 0.2 | A1 0.20 |  |')
})

test('an instance shows each seed, the day, and what others reached', () => {
  const runs = [
    makeRun('A1', 0.2, { seed: 2 }),
    makeRun('A1', -0.004),
    makeRun('A1', -1.5, { kind: '1 thread', date: '2026-01-01' }),
  ]
  expect(formatPage(runs, [], anchors)).toContain(
    '| A1 | 100 | 1000 | 0.00, 0.20 | 2026-01-02 | −1.50 | 2026-01-01 | 1.50 |',
  )
})

test('a search without a limit and a made-up day have tables of their own', () => {
  const times = { seconds: 4.56, firstSeconds: 0.1, nearSeconds: 2 }
  const run = makeRun('A1', 1, { kind: 'no limit', ...times, halfGapPercent: 1.5 })
  const other = makeRun('B2', 0.5, { kind: 'no limit', ...times, halfGapPercent: 0.7 })
  const day: KeptDay = {
    day: '10 stops, 2 vehicles: plain',
    date: '2026-01-02',
    firstSeconds: 0.5,
    gainPercent: 10.04,
    cost: 99.6,
    unassigned: 0,
    findings: 0,
    iterationsPerSecond: 1234.5,
    wallSeconds: 60,
    cpuSeconds: undefined,
    residentMegabytes: 370,
  }
  const page = formatPage([run, other], [day], anchors)
  expect(page).toContain('| A1 | 100 | 1.00 | 1.50 | 4.6 | 0.1 | 2.0 | 2026-01-02 |')
  expect(page).toContain('| mean of 2 |  | 0.75 | 1.10 | 4.56 |  |  |  |')
  expect(page).toContain('| 10 stops, 2 vehicles: plain | 0.5 | 10.0 | 100 | 0 | 1235 | 60 | – | 370 | 2026-01-02 |')
})

test('new figures of an instance replace all of its seeds of that kind, in their place', () => {
  const older = [
    makeRun('A1', 1),
    makeRun('A1', 2, { seed: 2 }),
    makeRun('A1', 3, { kind: '1 thread' }),
    makeRun('B2', 4),
  ]
  const merged = mergeRuns(older, [makeRun('C3', 6), makeRun('A1', 5)])
  expect(merged.map(({ instance, gapPercent }) => [instance, gapPercent])).toEqual([
    ['A1', 5],
    ['A1', 3],
    ['B2', 4],
    ['C3', 6],
  ])
})

test('docs/benchmarks.md is what the kept figures make', () => {
  expect(readFileSync(join(import.meta.dirname, '../../../docs/benchmarks.md'), 'utf8')).toBe(readPage())
})
