/** `routewright solve`: one JSON object on stdout, progress on a terminal's stderr, exit codes, files. */

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readPublishedSolution } from '../../test/published-solution.ts'
import type { SolveResult } from './result.ts'
import { runSolve } from './solve-command.ts'
import type { DaysResult } from './solve-days.ts'

let folder: string
let squareFile: string

/** Four stops on the corners of a square around the depot, one far away; every vehicle holds two. */
const square = `NAME : square
DIMENSION : 6
EDGE_WEIGHT_TYPE : EUC_2D
CAPACITY : 2
NODE_COORD_SECTION
1 50 50
2 40 60
3 40 40
4 60 60
5 60 40
6 50 90
DEMAND_SECTION
1 0
2 1
3 1
4 1
5 1
6 2
DEPOT_SECTION
1
-1
EOF
`

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'routewright-solve-'))
  squareFile = join(folder, 'square-n6.vrp')
  writeFileSync(squareFile, square)
})

afterAll(() => rmSync(folder, { recursive: true }))

async function run(...argv: string[]): Promise<{ code: number; out: string; err: string }> {
  let out = ''
  let err = ''
  const code = await runSolve(argv, {
    stdout: {
      write: (text) => {
        out += text
      },
    },
    stderr: {
      isTTY: false,
      write: (text) => {
        err += text
      },
    },
  })
  return { code, out, err }
}

describe('with --json', () => {
  test('prints one object on one line and nothing else', async () => {
    const { code, out, err } = await run(squareFile, '--iterations', '200', '--threads', '1', '--seed', '7', '--json')
    expect([code, err, out.trimEnd().includes('\n')]).toEqual([0, '', false])
    const result = JSON.parse(out) as SolveResult
    expect(Object.keys(result)).toEqual([
      'instance',
      'cost',
      'vehicles',
      'routes',
      'unassigned',
      'iterations',
      'seconds',
      'threads',
      'seed',
    ])
    // Two squares' sides of 14 + 20 + 14, and 40 there and back.
    expect(result).toMatchObject({ instance: 'square-n6', cost: 176, vehicles: 3, unassigned: [], threads: 1, seed: 7 })
    expect(result.routes.flat().sort()).toEqual([1, 2, 3, 4, 5])
  })

  test('gives the same answer for the same seed and iterations', async () => {
    const first = await run(squareFile, '--iterations', '300', '--threads', '1', '--json')
    const second = await run(squareFile, '--iterations', '300', '--threads', '1', '--json')
    const routes = (text: string) => (JSON.parse(text) as SolveResult).routes
    expect(routes(first.out)).toEqual(routes(second.out))
  })

  test('prices the same routes by the convention asked for', async () => {
    const { out } = await run(squareFile, '--iterations', '200', '--threads', '1', '--convention', 'exact', '--json')
    expect((JSON.parse(out) as SolveResult).cost).toBeCloseTo(4 * 14.142 + 40 + 80, 6)
  })
})

test('without --json prints the routes for people', async () => {
  const { out } = await run(squareFile, '--iterations', '100', '--threads', '1')
  expect(out).toContain('square-n6: cost 176, 3 vehicles, 0 unassigned')
})

test('a file of several days is answered by day, in the same JSON', async () => {
  const file = join(folder, 'week.txt')
  writeFileSync(file, '1 1 2 2\n0 2\n0 2\n0 0 0 0 0 0 0\n1 0 10 0 1 2 1 3\n2 3 4 0 1 1 2 1 2\n')
  const { code, out } = await run(file, '--iterations', '200', '--threads', '1', '--json')
  const { days, ...result } = JSON.parse(out) as DaysResult
  expect(code).toBe(0)
  expect(days.map((routes) => routes.length)).toEqual([1, 1])
  expect(days.flat()).toEqual(result.routes)
  expect(result.routes.map((route) => [...route].sort())).toContainEqual([1, 2])
  expect(result).toMatchObject({ instance: 'week', vehicles: 2, unassigned: [], threads: 1, seed: 1 })
  const text = await run(file, '--iterations', '200', '--threads', '1')
  expect(text.out).toContain('2 routes on 2 days, 0 visits unassigned')
  for (const option of [['--svg', 'a.svg'], ['--objective', 'vehicles'], ['--convention', 'round'], ['--vroom']]) {
    const refused = await run(file, ...option)
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining(option[0]!)])
  }
})

test('--svg and --sol write the picture and the published form', async () => {
  const svg = join(folder, 'square.svg')
  const sol = join(folder, 'square.sol')
  await run(squareFile, '--iterations', '100', '--threads', '1', '--svg', svg, '--sol', sol)
  const picture = readFileSync(svg, 'utf8')
  expect(picture.match(/<polyline/g)).toHaveLength(3)
  expect(picture.match(/<circle/g)).toHaveLength(5)
  expect(readPublishedSolution(readFileSync(sol, 'utf8'))).toMatchObject({ cost: 176, routes: { length: 3 } })
})

test('--vroom answers a file of VROOM in its JSON, and no other', async () => {
  const file = join(folder, 'vroom.json')
  const jobs = [{ id: 5, location: [9.5, 47.2] }]
  writeFileSync(file, JSON.stringify({ vehicles: [{ id: 1, start: [9.5, 47.1] }], jobs }))
  const { code, out } = await run(file, '--iterations', '100', '--threads', '1', '--vroom')
  expect(code).toBe(0)
  expect(JSON.parse(out)).toMatchObject({
    code: 0,
    summary: { routes: 1, unassigned: 0 },
    routes: [{ vehicle: 1, steps: [{ type: 'start' }, { type: 'job', id: 5, location: [9.5, 47.2] }] }],
  })
  const other = await run(squareFile, '--vroom')
  expect(other.code).toBe(1)
  expect(other.err).toContain('--vroom: answers files of VROOM only')
})

// Without a limit of iterations only the time budget ends it; otherwise the search would run into the test's own limit.
test('ends when its budget is spent', async () => {
  const { out } = await run(squareFile, '--seconds', '0.5', '--threads', '2', '--json')
  expect((JSON.parse(out) as SolveResult).routes.flat()).toHaveLength(5)
})

test('prints the best so far when it is canceled', async () => {
  const cancel = new Int32Array(new SharedArrayBuffer(4))
  cancel[0] = 1
  let out = ''
  const stdout = {
    write: (text: string) => {
      out += text
    },
  }
  const argv = [squareFile, '--seconds', '600', '--threads', '1', '--json']
  expect(await runSolve(argv, { stdout, stderr: { write: () => undefined }, cancel })).toBe(0)
  expect((JSON.parse(out) as SolveResult).routes.flat()).toHaveLength(5)
})

describe('refuses', () => {
  test.each([
    [[], 'no FILE given'],
    [['a', 'b'], 'one FILE at a time'],
    [['a', '--format', 'excel'], '--format excel: one of auto'],
    [['a', '--seconds', 'soon'], '--seconds soon: a number'],
    [['a', '--threads', '1.5'], '--threads 1.5: a whole number'],
    [['a', '--fast'], "Unknown option '--fast'\n"],
  ])('%j with the usage and code 2', async (argv, message) => {
    const { code, out, err } = await run(...argv)
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain(message)
    expect(err).toContain('Usage: routewright solve FILE')
  })

  test('a bad file with its line and field and code 1', async () => {
    const bad = join(folder, 'bad.vrp')
    writeFileSync(bad, square.replace('6 50 90', '6 50 north'))
    const { code, err } = await run(bad)
    expect([code, err]).toEqual([1, 'routewright solve: line 11, NODE_COORD_SECTION: "north" is not a number\n'])
  })

  test('a file that is not there with code 1', async () => {
    const { code, err } = await run(join(folder, 'none.vrp'))
    expect(code).toBe(1)
    expect(err).toContain('no such file')
  })
})

test('stands alone as a program', () => {
  const program = join(import.meta.dirname, 'main.ts')
  const done = spawnSync(process.execPath, [program, 'solve', squareFile, '--seconds', '1', '--json'], {
    encoding: 'utf8',
  })
  expect([done.status, done.stderr]).toEqual([0, ''])
  expect((JSON.parse(done.stdout) as SolveResult).cost).toBe(176)
})
