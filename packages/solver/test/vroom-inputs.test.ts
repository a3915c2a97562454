/** Files in VROOM's form that once failed, read and searched as the command and the service do. */

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { check } from '../src/check/check.ts'
import { readVroom } from '../src/formats/vroom.ts'
import { type VroomAnswer, writeVroom } from '../src/formats/vroom-answer.ts'
import { solve, timeOrders } from '../src/solve.ts'

const folder = join(process.env.ROUTEWRIGHT_SHARED ?? join(import.meta.dirname, '../../../../shared'), 'inputs/vroom')

/** Copies of the shared files: one line each, with name and content. */
const twins = readFileSync(join(import.meta.dirname, 'vroom-inputs.jsonl'), 'utf8').split('\n')

/** The shared file when it is present, otherwise its copy. */
function getText(name: string): string {
  const file = join(folder, `${name}.json`)
  return existsSync(file) ? readFileSync(file, 'utf8') : findTwin(name)
}

function findTwin(name: string): string {
  const start = `["${name}",`
  return twins.find((line) => line.startsWith(start))!.slice(start.length, -1)
}

function getAnswer(name: string): VroomAnswer {
  const instance = readVroom(getText(name))
  const { solution } = solve(instance.problem, { seed: 1, iterations: 2_000 })
  expect(check(instance.problem, solution)).toEqual([])
  return writeVroom(instance, solution, { loading: 0, solving: 0, routing: 0 })
}

function listServed({ routes }: VroomAnswer): (number | string)[] {
  return routes
    .flatMap(({ steps }) =>
      steps.flatMap(({ type, id }) => (['start', 'break', 'end'].includes(type) ? [] : (id ?? []))),
    )
    .sort((a, b) => Number(a) - Number(b))
}

describe('times', () => {
  test.each([
    ['timestamps-one-job', [1]],
    ['timestamps-across-2-30', [1]],
    ['timestamps-on-roads', [1, 2]],
    ['seconds-on-roads', [1, 2]],
  ])('%s: every task is served', (name, ids) => {
    expect(listServed(getAnswer(name))).toEqual(ids)
  })

  test('a day in Unix time is the same day as from 0, later by as much', () => {
    const unix = getAnswer('timestamps-six-tasks')
    const plain = getAnswer('seconds-six-tasks')
    expect(unix.unassigned).toEqual([])
    expect(unix.summary.cost).toBe(plain.summary.cost)
    const moved = 1_795_939_200
    const listTimes = ({ routes }: VroomAnswer, less: number) =>
      routes.flatMap(({ steps }) => steps.map(({ arrival }) => arrival - less))
    expect(listTimes(unix, moved)).toEqual(listTimes(plain, 0))
  })
})

describe('amounts', () => {
  test.each([
    ['amounts-2-of-12e8', 1, 1_200_000_000],
    ['amounts-3-of-6e8', 2, 1_200_000_000],
    ['amounts-2-of-5e9', 1, 5_000_000_000],
  ])('%s: %d fit, and the load is told whole', (name, count, load) => {
    const answer = getAnswer(name)
    expect(listServed(answer)).toHaveLength(count)
    expect(answer.routes[0]!.steps[0]!.load).toEqual([load])
    expect(answer.summary.delivery).toEqual([load])
  })
})

describe('what is served', () => {
  test.each([
    ['lone-pickup', [9]],
    ['lone-pickup-on-roads', [105]],
    ['priority-2-against-five', [6]],
    ['priority-1-against-two', [99]],
    ['priority-without-marker', [99]],
    ['priority-with-marker', [99]],
    ['setup-six-at-one-door', [1, 2, 3, 4, 5, 6]],
  ])('%s', (name, ids) => {
    expect(listServed(getAnswer(name))).toEqual(ids)
  })

  test('lone-pickup-with-break: both ends of the shipment are served, or neither', () => {
    const served = listServed(getAnswer('lone-pickup-with-break'))
    expect(served.includes(3)).toBe(served.includes(4))
    expect(served.includes(5)).toBe(served.includes(6))
  })

  test('six parcels at one door are set up once', () => {
    const [route] = getAnswer('setup-six-at-one-door').routes
    expect(route!.setup).toBe(600)
    expect(route!.steps.map(({ setup }) => setup)).toEqual([0, 600, 0, 0, 0, 0, 0, 0])
  })
})

describe('what is refused', () => {
  test.each([
    ['vehicle-time_windows', 'vehicles[0].time_windows: is not known; time_window is'],
    ['job-time_window', 'jobs[0].time_window: is not known; time_windows is'],
    ['keys-misspelt', 'jobz: is not known; jobs is'],
    ['index-outside', 'jobs[0].location_index: 7 is outside the matrix of 2'],
    ['index-start-outside', 'vehicles[0].start_index: 5 is outside the matrix of 2'],
    ['index-negative', 'jobs[0].location_index: -1 is outside the matrix of 2'],
    ['two-jobs-of-one-id', 'jobs[1].id: 1 is the id of another job'],
    ['speed-factor-0', 'vehicles[0].speed_factor: 0 is less than 0.01'],
    ['amount-longer-than-capacity', 'jobs[0].delivery: has 2 amounts, vehicles[0].capacity 1'],
    ['service-negative', 'jobs[0].service: -50 is less than 0'],
    ['amount-negative', 'jobs[0].delivery[0]: -1 is less than 0'],
    ['amount-negative-makes-room', 'jobs[1].delivery[0]: -3 is less than 0'],
    ['matrix-negative', 'matrices.car.durations[0][1]: -100 is less than 0'],
    ['id-above-2-53', 'jobs[0].id: 9007199254740992 is more than 9007199254740991'],
  ])('%s: %s', (name, message) => {
    expect(() => readVroom(getText(name))).toThrow(message)
  })

  test.each([
    ['a key of a job', { jobs: [{ id: 1, location_index: 1, servce: 5 }] }, 'jobs[0].servce: is not known; service is'],
    [
      'a key of a job, in the singular',
      { jobs: [{ id: 1, location_index: 1, skill: [1] }] },
      'jobs[0].skill: is not known; skills is',
    ],
    [
      'a matrix entry beyond any day',
      {
        matrices: {
          car: {
            durations: [
              [0, 4294967295],
              [1, 0],
            ],
          },
        },
      },
      'durations[0][1]: 4294967295 is more than 268435455; null says that there is no way',
    ],
    [
      'breaks that exclude each other',
      {
        vehicles: [
          {
            id: 1,
            start_index: 0,
            breaks: [
              { id: 1, service: 600, time_windows: [[100, 200]] },
              { id: 2, service: 60, time_windows: [[300, 400]] },
            ],
          },
        ],
      },
      'vehicles[0].breaks[1]: cannot be taken beside the break before it',
    ],
    [
      'a window too far from the others',
      {
        jobs: [
          {
            id: 1,
            location_index: 1,
            time_windows: [
              [0, 9],
              [2e9, 3e9],
            ],
          },
        ],
      },
      'jobs[0].time_windows[1]: 2000000000 is more than 1073741822',
    ],
    [
      'a capacity below nothing',
      { vehicles: [{ id: 1, start_index: 0, capacity: [-1] }] },
      'vehicles[0].capacity[0]: -1 is less than 0',
    ],
    [
      'a step of nobody',
      { vehicles: [{ id: 1, start_index: 0, steps: [{ type: 'job', id: 8 }] }] },
      'vehicles[0].steps[0].id: 8 is the id of no job',
    ],
  ])('%s', (_, part, message) => {
    const whole = {
      vehicles: [{ id: 1, start_index: 0 }],
      jobs: [{ id: 1, location_index: 1 }],
      matrices: {
        car: {
          durations: [
            [0, 1],
            [1, 0],
          ],
        },
      },
      ...part,
    }
    expect(() => readVroom(JSON.stringify(whole))).toThrow(message)
  })
})

describe('matrices', () => {
  test('null is a way that cannot be driven', () => {
    const file = {
      vehicles: [{ id: 1, start_index: 0, end_index: 0 }],
      jobs: [
        { id: 1, location_index: 1 },
        { id: 2, location_index: 2 },
      ],
      matrices: {
        car: {
          durations: [
            [0, 10, null],
            [10, 0, null],
            [null, null, 0],
          ],
        },
      },
    }
    const instance = readVroom(JSON.stringify(file))
    const { solution } = solve(instance.problem, { seed: 1 })
    expect(solution.unassigned).toEqual([{ stop: 1, reasons: ['unreachable'] }])
  })
})

describe('steps', () => {
  const file = {
    vehicles: [
      {
        id: 1,
        start_index: 0,
        end_index: 0,
        time_window: [0, 1_000],
        steps: [
          { type: 'job', id: 2 },
          { type: 'job', id: 1 },
        ],
      },
    ],
    jobs: [
      { id: 1, location_index: 1, service: 10, time_windows: [[0, 150]] },
      { id: 2, location_index: 2, service: 10 },
    ],
    matrices: {
      car: {
        durations: [
          [0, 100, 200],
          [100, 0, 100],
          [200, 100, 0],
        ],
      },
    },
  }

  test('are the order that a search begins with', () => {
    expect(readVroom(JSON.stringify(file)).steps).toEqual([[1, 0]])
  })

  test('are only timed with option c, and what they break is said', () => {
    const instance = readVroom(JSON.stringify({ ...file, options: { c: true } }))
    const answer = writeVroom(instance, timeOrders(instance.problem, instance.steps), {
      loading: 0,
      solving: 0,
      routing: 0,
    })
    expect(answer.routes[0]!.steps.map(({ type, id }) => `${type} ${id ?? ''}`)).toEqual([
      'start ',
      'job 2',
      'job 1',
      'end ',
    ])
    expect(answer.routes[0]!.violations).toEqual([{ cause: 'delay', duration: 160 }])
  })
})
