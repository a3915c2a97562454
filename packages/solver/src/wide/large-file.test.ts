/** A file of more places than tables are made for: solved by the command without an array that grows with their square. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWideProblem } from '../../test/wide-problem.ts'
import { loadProblem } from '../cli/load-problem.ts'
import type { SolveResult } from '../cli/result.ts'
import { isWide } from '../wide-problem.ts'

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'routewright-wide-'))
})

afterAll(() => rmSync(folder, { recursive: true }))

/** A CVRPLIB file of stops in towns; with windows in its VRPLIB dialect. */
function writeFile(stopCount: number, hasWindows: boolean): string {
  const { points, stops } = makeWideProblem(1, stopCount)
  const rows = (cells: (place: number) => string): string[] => Array.from(points.x, (_, at) => `${at + 1} ${cells(at)}`)
  const windows = [
    'SERVICE_TIME_SECTION',
    ...rows((at) => (at === 0 ? '0' : '20')),
    'TIME_WINDOW_SECTION',
    ...rows((at) => (at === 0 ? '0 90000' : `${(at % 3) * 20_000} 80000`)),
  ]
  const lines = [
    `NAME : towns-n${points.x.length}`,
    `DIMENSION : ${points.x.length}`,
    'EDGE_WEIGHT_TYPE : EUC_2D',
    'CAPACITY : 100',
    'NODE_COORD_SECTION',
    ...rows((at) => `${points.x[at]} ${points.y[at]}`),
    'DEMAND_SECTION',
    ...rows((at) => `${at === 0 ? 0 : stops[at - 1]!.delivered![0]}`),
    ...(hasWindows ? windows : []),
    'DEPOT_SECTION',
    '1',
    '-1',
    'EOF',
  ]
  const file = join(folder, `towns-${stopCount}-${hasWindows}.vrp`)
  writeFileSync(file, `${lines.join('\n')}\n`)
  return file
}

/** The command in a process of its own, and the size in bytes of the largest array that any of its threads made. */
function solveWatched(file: string): { result: SolveResult; largest: number } {
  const log = `${file}.arrays`
  const preload = new URL('../../test/largest-array.ts', import.meta.url).href
  const command = new URL('../cli/main.ts', import.meta.url).pathname
  const argv = ['--import', preload, command, 'solve', file, '--threads', '2', '--iterations', '2000', '--json']
  const run = spawnSync(process.execPath, argv, { encoding: 'utf8', env: { ...process.env, LARGEST_ARRAY: log } })
  expect(run.stderr).toBe('')
  return {
    result: JSON.parse(run.stdout),
    largest: Math.max(...readFileSync(log, 'utf8').trim().split('\n').map(Number)),
  }
}

test.each([
  ['without windows', false, 1],
  ['with windows', true, 1_000],
])(
  '6,000 stops %s: all served at the cost of their ways, without an array of a byte for every pair',
  (_, hasWindows, units) => {
    const { result, largest } = solveWatched(writeFile(6_000, hasWindows))
    expect(result.unassigned).toEqual([])
    expect(new Set(result.routes.flat()).size).toBe(6_000)
    const { x, y } = makeWideProblem(1, 6_000).points
    const getWay = (from: number, to: number): number =>
      Math.round(units * Math.sqrt((x[from]! - x[to]!) ** 2 + (y[from]! - y[to]!) ** 2))
    const ways = result.routes.flatMap((route) => [...route, 0].map((place, at) => getWay(route[at - 1] ?? 0, place)))
    expect(result.cost).toBeCloseTo(ways.reduce((sum, way) => sum + way, 0) / units)
    expect(largest).toBeGreaterThan(1_000_000)
    expect(largest).toBeLessThan(6_000 ** 2)
  },
)

test('tables end at 2,800 places', () => {
  const isWideFile = (stopCount: number): boolean =>
    isWide(loadProblem(writeFile(stopCount, false), 'auto', undefined, undefined).problem)
  expect(isWideFile(2_799)).toBe(false)
  expect(isWideFile(2_800)).toBe(true)
})
