/** Time-dependent files: small ones of our own, and all published routes where the shared files are present. */

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildSolution } from '../answer/build-solution.ts'
import { check } from '../check/check.ts'
import { driveByHours } from '../check/check-hours.ts'
import { type LoadedProblem, loadProblem } from '../cli/load-problem.ts'
import { runSolve } from '../cli/solve-command.ts'
import { compileModel } from '../model/compile-model.ts'
import type { Solution } from '../solution.ts'
import { requireTables } from '../wide-problem.ts'
import { readTdvrptw } from './tdvrptw.ts'

/** Two stops ten units east; one unit per second until 100, then half of that, and one again from 300 on. */
const speeds = {
  instance_name: 'two',
  num_customers: 2,
  num_vehicles: 2,
  vehicle_capacity: 10,
  coordinates: [
    [0, 0],
    [10, 0],
    [20, 0],
  ],
  demands: [0, 4, 5],
  service_times: [0, 5, 5],
  time_windows: [
    [0, 1000],
    [0, 1000],
    [90, 200],
  ],
  depot: 0,
  horizon: [0, 1000],
  td: {
    model: 'igp-profile',
    time_periods: [
      [0, 100],
      [100, 300],
      [300, 1000],
    ],
    speeds: [[1, 0.5, 1]],
    categories_path: 'two.igp.json.gz',
  },
}
const categories = { categories: ['000', '000', '000'] }
/** One stop an hour away; from 7200 on two hours, after a jump. */
const arrivals = {
  ...speeds,
  num_customers: 1,
  coordinates: [
    [0, 0],
    [1, 1],
  ],
  demands: [0, 1],
  service_times: [0, 600],
  time_windows: [
    [0, 43_200],
    [7000, 30_000],
  ],
  horizon: [0, 43_200],
  td: { model: 'atf-ndcpwlf', atf_path: 'one.atf.json.gz' },
}
const arcs = {
  arcs: [
    [0, 1, [0, 7200, 7200, 43_200], [3600, 10_800, 14_400, 50_400]],
    [1, 0, [0, 43_200], [3600, 46_800]],
  ],
}

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'routewright-hours-'))
  writeFileSync(join(folder, 'two.vrp.json'), JSON.stringify(speeds))
  writeFileSync(join(folder, 'two.igp.json.gz'), gzipSync(JSON.stringify(categories)))
  writeFileSync(join(folder, 'one.vrp.json'), JSON.stringify(arrivals))
  writeFileSync(join(folder, 'one.atf.json.gz'), gzipSync(JSON.stringify(arcs)))
})
afterAll(() => rmSync(folder, { recursive: true }))

async function run(...argv: string[]): Promise<{ code: number; out: string; err: string }> {
  let out = ''
  let err = ''
  const stdout = {
    write: (text: string) => {
      out += text
    },
  }
  const stderr = {
    isTTY: false,
    write: (text: string) => {
      err += text
    },
  }
  return { code: await runSolve(argv, { stdout, stderr }), out, err }
}

test('a file of speeds is solved, and its cost is the duration from the best departure', async () => {
  const { out, err } = await run(
    join(folder, 'two.vrp.json'),
    '--objective',
    'duration',
    '--iterations',
    '50',
    '--json',
  )
  expect(err).toBe('')
  // Stop 2 opens at 90: from 65 on by stop 1 (10 + 5 + 10), served 90 to 95. Back 20: 5 until the change, then 15 at half speed.
  expect(JSON.parse(out)).toMatchObject({ instance: 'two', cost: 65, vehicles: 1, routes: [[1, 2]], unassigned: [] })
})

test('a file of points is solved, with the lower arrival at its jump', async () => {
  const { out } = await run(join(folder, 'one.vrp.json'), '--iterations', '50', '--json')
  expect(JSON.parse(out)).toMatchObject({ cost: 3600 + 600 + 3600, routes: [[1]] })
})

describe('refuses', () => {
  const readAll =
    (change: object, companion: object = categories) =>
    () =>
      readTdvrptw(JSON.stringify({ ...speeds, ...change }), () => JSON.stringify(companion))
  test.each([
    [readAll({ td: { model: 'fifo' } }), 'td.model: "fifo" is neither igp-profile nor atf-ndcpwlf'],
    [readAll({ demands: [0, 1] }), 'demands: has 2 entries, not 3'],
    [readAll({ depot: 1 }), 'depot: 1 is not node 0'],
    [readAll({ service_times: [0, 5, 0.001] }), 'service_times[2]: 0.1 is finer'],
    [readAll({ demands: [0, 1.5, 1] }), 'demands[1]: 1.5 is finer'],
    [readAll({}, { categories: ['00', '00', '00'] }), 'categories[0]: is not 3 digits'],
    [readAll({ td: arrivals.td }, arcs), 'arcs: no row for 0 to 2'],
  ])('%#', (read, message) => {
    expect(read).toThrow(message)
  })

  test('other objectives than the file has, and durations where there are no hours', async () => {
    const distance = await run(join(folder, 'two.vrp.json'), '--objective', 'distance')
    expect([distance.code, distance.err]).toEqual([
      1,
      expect.stringContaining('--objective distance: the file counts durations'),
    ])
    const plain = join(folder, 'plain.txt')
    writeFileSync(plain, 'NUMBER CAPACITY\n1 10\nCUST NO. XCOORD. YCOORD.\n0 0 0 0 0 100 0\n1 1 1 1 0 100 1\n')
    const duration = await run(plain, '--objective', 'duration')
    expect([duration.code, duration.err]).toEqual([1, expect.stringContaining('--objective duration: is for files')])
  })
})

const shared = join(
  process.env.ROUTEWRIGHT_SHARED ?? join(import.meta.dirname, '../../../../../shared'),
  'benchmarks/tdvrptw',
)
const isPresent = existsSync(shared)
if (!isPresent) console.warn(`SKIPPED: no time-dependent files at ${shared}`)

function listShared(): string[] {
  const sets = ['lera', 'rifki/n20', 'rifki/n30', 'rifki/n60']
  return sets.flatMap((set) =>
    readdirSync(join(shared, set))
      .filter((name) => name.endsWith('.vrp.json'))
      .map((name) => join(set, name)),
  )
}

/** The published routes in the order of the file's vehicles. */
function buildPublished(loaded: LoadedProblem, routes: readonly (readonly number[])[]): Solution {
  const problem = requireTables(loaded.problem)
  return buildSolution(
    problem,
    compileModel(problem),
    routes.map((route) => route.map((number) => number - 1)),
    [],
  )
}

describe.skipIf(!isPresent)('published time-dependent routes', () => {
  test.each(isPresent ? listShared() : [])('%s: feasible, and the duration that is published', (path) => {
    const loaded = loadProblem(join(shared, path), 'auto', undefined, 'duration')
    const text = readFileSync(join(shared, path.replace('.vrp.json', '.bks.Duration.json')), 'utf8')
    const published = JSON.parse(text) as { routes: number[][]; cost: number }
    const solution = buildPublished(loaded, published.routes)
    expect(check(loaded.problem, solution)).toEqual([])
    expect(Math.abs(loaded.getCost(solution) - published.cost)).toBeLessThanOrEqual(1e-6)
  })

  test.each([
    [
      'lera/Lera-C1_2_4-S2.vrp.json',
      100,
      [
        [0, 28.462396],
        [250, 286.601472],
        [265.5, 317.370129],
        [400, 431.092472],
        [1000, 1056.49998],
      ],
    ],
    [
      'rifki/n20/Rifki-3.vrp.json',
      1,
      [
        [600, 1071],
        [700, 1143],
        [720, 1143],
        [1440, 1863],
        [1441, 1912],
      ],
    ],
  ])('%s: the first way at the moments of its description', (path, units, expected) => {
    const problem = requireTables(loadProblem(join(shared, path), 'auto', undefined, undefined).problem)
    for (const [departure, arrival] of expected) {
      const seconds = driveByHours(problem.profiles[0]!.hours!, 1, departure! * units, 1)
      expect(Math.abs(departure! + seconds / units - arrival!)).toBeLessThan(2e-6)
    }
  })
})
