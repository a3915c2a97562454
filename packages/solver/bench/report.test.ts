/** The benchmark page: newest run first, family means over instances, misses marked. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Anchors, formatRun, prependRun } from './report.ts'
import type { RunFigures } from './run-instance.ts'

const anchors: Anchors = { note: '', solvers: ['other'], titles: { other: 'Other' }, gaps: { A1: { other: 1.5 } } }
const description = {
  date: '2026-01-02 03:04',
  mode: 'quick',
  threads: 2,
  secondsScale: 0.2,
  countsCpu: false,
  loadBefore: 0.1,
  node: '24.0.0',
}

function makeRun(name: string, gapPercent: number, secondsTo1?: number): RunFigures {
  const instance = {
    name,
    set: 'x',
    family: 'x-250',
    stopCount: 100,
    bestKnown: 1000,
    convention: 'round',
    file: 'a.vrp',
    budgetSeconds: 10,
    targetPercent: 0.2,
  } as const
  return {
    instance,
    seed: 1,
    cost: 1000 * (1 + gapPercent / 100),
    gapPercent,
    vehicles: 3,
    unassigned: 0,
    findings: 0,
    secondsTo1,
    secondsToHalf: undefined,
    iterations: 5000,
    wallSeconds: 2,
    cpuSeconds: 4,
  }
}

test('families average over instances, not over runs, and a missed target is marked', () => {
  const page = formatRun([makeRun('A1', 0, 1), makeRun('A1', 0.2, 3), makeRun('B2', 0.9)], description, anchors)
  expect(page).toContain('| x-250 | 2 | 3 | 0.50 ✗ | 0.2 | B2 0.90 | 0 |')
  expect(page).toContain('machine quiet before the run')
})

test('an instance shows its times, its speed and what others reached', () => {
  const page = formatRun([makeRun('A1', 0, 1), makeRun('A1', 0.2, 3)], description, anchors)
  expect(page).toContain('| A1 | 100 | 2 | 1001 | 1000 | 0.10 | 0.00 | 2.0 | – | 2.5 | 2.0 | 4.0 | 1.50 |')
})

test('each run goes before the earlier ones and leaves the rest of the page alone', () => {
  const folder = mkdtempSync(join(tmpdir(), 'routewright-bench-'))
  const page = join(folder, 'benchmarks.md')
  writeFileSync(page, '# Benchmarks\n\n## Roads\n\nwords\n')
  prependRun(page, '### first\n')
  prependRun(page, '### second\n')
  const text = readFileSync(page, 'utf8')
  expect(text.indexOf('words')).toBeLessThan(text.indexOf('## Solver'))
  expect(text.indexOf('### second')).toBeLessThan(text.indexOf('### first'))
  expect(text.match(/## Solver/g)).toHaveLength(1)
  rmSync(folder, { recursive: true })
})
