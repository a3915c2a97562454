/** Solutions in VROOM's own JSON: every field of its documented output, on an instance with one best plan. */

import { describe, expect, test } from 'vitest'
import { solve } from '../solve.ts'
import { readVroom, toVroomInstance } from './vroom.ts'
import { writeVroom } from './vroom-answer.ts'

/** Places on a line, 100 s apart, 1 km each. */
const far = (step: number) =>
  Array.from({ length: 4 }, (_, from) => Array.from({ length: 4 }, (_, to) => Math.abs(to - from) * step))

const input = {
  vehicles: [
    {
      id: 7,
      description: 'the van',
      start_index: 0,
      capacity: [3],
      skills: [1],
      time_window: [0, 10_000],
      costs: { fixed: 9 },
      breaks: [{ id: 5, description: 'lunch', service: 60, time_windows: [[350, 400]] }],
      steps: [{ type: 'job', id: 11 }],
    },
    { id: 8, start_index: 3, skills: [3] },
  ],
  jobs: [
    {
      id: 11,
      description: 'a door',
      location_index: 1,
      setup: 20,
      service: 10,
      delivery: [2],
      priority: 4,
      time_windows: [[150, 900]],
    },
    { id: 12, location_index: 2, skills: [2], description: 'nobody can' },
  ],
  shipments: [
    {
      amount: [1],
      priority: 2,
      skills: [1],
      pickup: { id: 21, location_index: 2, service: 5 },
      delivery: { id: 22, location_index: 3, time_windows: [[500, 600]] },
    },
  ],
  matrices: { car: { durations: far(100), distances: far(1000) } },
}

const times = { loading: 1, solving: 2, routing: 3 }
const getAnswer = (file: object) => {
  const instance = readVroom(JSON.stringify(file))
  return writeVroom(instance, solve(instance.problem, { seed: 1, iterations: 2_000 }).solution, times)
}

describe('an answer as VROOM writes it', () => {
  const { code, summary, unassigned, routes } = getAnswer(input)

  test('sums up', () => {
    expect(code).toBe(0)
    expect(summary).toMatchObject({
      cost: 309,
      routes: 1,
      unassigned: 1,
      delivery: [3],
      amount: [3],
      pickup: [1],
      setup: 20,
      service: 75,
      duration: 300,
      distance: 3000,
      priority: 8,
      violations: [],
      computing_times: times,
    })
  })

  test('names what no vehicle takes', () => {
    expect(unassigned).toEqual([{ id: 12, type: 'job', location_index: 2, description: 'nobody can' }])
  })

  test('tells every step of a route that ends where its last task is', () => {
    const [route] = routes
    expect(route).toMatchObject({ vehicle: 7, description: 'the van', cost: 309, delivery: [3], pickup: [1] })
    expect(route!.steps.map(({ type, id, location_index }) => [type, id, location_index])).toEqual([
      ['start', undefined, 0],
      ['job', 11, 1],
      ['pickup', 21, 2],
      ['break', 5, undefined],
      ['delivery', 22, 3],
    ])
    const [start, job, pickup, pause, delivery] = route!.steps
    expect(start).toMatchObject({ duration: 0, distance: 0, load: [2], setup: 0, service: 0 })
    expect(job).toMatchObject({ job: 11, description: 'a door', setup: 20, service: 10, duration: 100, load: [0] })
    expect(pickup).toMatchObject({ duration: 200, distance: 2000, load: [1], service: 5 })
    expect(pickup).not.toHaveProperty('job')
    expect(pause).toMatchObject({ description: 'lunch', service: 60, load: [1] })
    expect(delivery).toMatchObject({ duration: 300, distance: 3000, load: [0] })
  })

  test('has times that follow from one another', () => {
    const { steps, waiting_time } = routes[0]!
    for (const [index, step] of steps.entries()) {
      const before = steps[index - 1]
      if (!before) continue
      const left = before.arrival + before.waiting_time + before.setup + before.service
      expect(step.arrival).toBe(left + step.duration - before.duration)
    }
    expect(steps.reduce((sum, step) => sum + step.waiting_time, 0)).toBe(waiting_time)
    const pause = steps.find(({ type }) => type === 'break')!
    const begins = pause.arrival + pause.waiting_time
    expect(begins).toBeGreaterThanOrEqual(350)
    expect(begins).toBeLessThanOrEqual(400)
  })
})

test('coordinates come back out, and without distances none are told', () => {
  const place = [9.5, 47.1]
  const { routes } = getAnswer({
    vehicles: [{ id: 1, start: place, end: place }],
    jobs: [{ id: 1, location: [9.5, 47.2] }],
  })
  expect(routes[0]!.steps.map(({ location }) => location)).toEqual([place, [9.5, 47.2], place])
  expect(routes[0]!.steps[0]).not.toHaveProperty('location_index')

  const durations = far(100)
  const alone = getAnswer({ ...input, matrices: { car: { durations } } })
  expect(alone.summary).not.toHaveProperty('distance')
  expect(alone.routes[0]!.steps[0]).not.toHaveProperty('distance')
})

test('with nothing to do there is no route', () => {
  const { summary, routes } = getAnswer({ vehicles: [{ id: 1, start: [9.5, 47.1] }], jobs: [] })
  expect(routes).toEqual([])
  expect(summary).toMatchObject({ cost: 0, routes: 0, unassigned: 0, delivery: [], pickup: [] })
})

test.each([
  [{ max_travel_time: 60 }, 'vehicles[0].max_travel_time: is not supported'],
  [{ costs: { per_task_hour: 60 } }, 'vehicles[0].costs.per_task_hour: is not supported'],
  [
    { breaks: [{ id: 1, service: 1, time_windows: [[0, 1]], max_load: [1] }] },
    'vehicles[0].breaks[0].max_load: is not',
  ],
])('a rule that would be left out is refused by its name: %j', (fields, message) => {
  const vehicle = { id: 1, start_index: 0, ...fields }
  expect(() => toVroomInstance({ ...input, vehicles: [vehicle] })).toThrow(message)
})

describe('rules of driving, an addition of ours', () => {
  const hour = 3_600
  const day = (vehicle: object) => ({
    vehicles: [{ id: 1, start_index: 0, end_index: 0, ...vehicle }],
    jobs: [{ id: 2, location_index: 3, service: 600 }],
    matrices: { car: { durations: far(hour) } },
  })
  const listBreaks = (vehicle: object) =>
    getAnswer(day(vehicle)).routes.flatMap(({ steps }) =>
      steps.flatMap(({ type, arrival, service, id, description }) =>
        type === 'break' ? [[arrival, service, id, description]] : [],
      ),
    )

  test('put breaks into the answer, each with why it is taken', () => {
    expect(listBreaks({})).toEqual([])
    const [only, ...others] = listBreaks({ driving_rules: { law: 'plain', after: 4 * hour, duration: 900 } })
    expect([only!.slice(1), others]).toEqual([[900, undefined, 'after 4 h of driving'], []])
    expect(listBreaks({ driving_rules: { law: 'eu' } }).map((pause) => pause[3])).toContain(
      'after 4 h 30 min of driving',
    )
  })

  test('stand beside breaks of the file', () => {
    const breaks = [{ id: 9, description: 'lunch', service: 60, time_windows: [[3 * hour, 4 * hour]] }]
    const driving_rules = { law: 'plain', counts: 'driving', after: 2 * hour, duration: 900 }
    const found = listBreaks({ time_window: [0, 7 * hour], breaks, driving_rules })
    const byLaw = [900, undefined, 'after 2 h of driving']
    expect(found.map((entry) => entry.slice(1)).toSorted()).toEqual([[60, 9, 'lunch'], byLaw, byLaw])
  })

  test('count what the log says: with too little left the job stays out', () => {
    const left = (driving_left_today: number) =>
      getAnswer(day({ driving_rules: { law: 'eu' }, driving_log: { driving_left_today } })).summary.unassigned
    expect([left(6 * hour), left(6 * hour - 1)]).toEqual([0, 1])
  })

  test.for([
    [{ driving_rules: { law: 'mine' } }, 'vehicles[0].driving_rules.law'],
    [{ driving_rules: { law: 'plain', after: 0 } }, 'vehicles[0].driving_rules.after'],
    [{ driving_rules: { law: 'plain', counts: 'sleep' } }, 'vehicles[0].driving_rules.counts'],
    [{ driving_rules: { law: 'eu' }, driving_log: { work_today: -1 } }, 'vehicles[0].driving_log.work_today'],
  ] as const)('%j is refused with its place', ([vehicle, place]) => {
    expect(() => readVroom(JSON.stringify(day(vehicle)))).toThrow(place)
  })
})

describe('batteries and charging places, an addition of ours', () => {
  const electric = (battery: object, more: object = {}) => ({
    vehicles: [{ id: 1, start: [9, 47], end: [9, 47], battery: { capacity: 30_000, reserve: 0.1, ...battery } }],
    jobs: [{ id: 11, location: [9, 47.6], service: 600 }],
    ...more,
  })
  const place = { id: 'north', label: 'Fast chargers', location: [9, 47.3], power: 50 }
  const withPlace = (battery: object, more: object = {}) =>
    electric(battery, { charging_places: [{ ...place, ...more }] })

  test('a job that the battery does not last for stays out, and is reached by charging on the way', () => {
    expect(getAnswer(electric({})).unassigned.map(({ id }) => id)).toEqual([11])
    const { routes, unassigned, summary } = getAnswer(withPlace({}))
    expect(unassigned).toEqual([])
    const [{ steps, distance, duration }] = routes as [(typeof routes)[0]]
    const charge = steps.find(({ type }) => type === 'charge')!
    expect(charge).toMatchObject({ id: 'north', description: 'Fast chargers', location: [9, 47.3] })
    // Energy of the way beyond 90 % of the battery, at 50 kW.
    const { energy } = charge.battery!
    expect(energy).toBeCloseTo((distance! / 1_000) * 200 - 27_000, -2)
    expect(charge.service).toBe(Math.ceil((energy! / 50_000) * 3_600 - 0.1))
    expect(charge.battery).not.toHaveProperty('cost')
    expect(steps[0]!.battery).toEqual({ arrival: 1, departure: 1 })
    expect(steps.at(-1)!.battery!.arrival).toBeCloseTo(0.1, 2)
    expect(steps.every(({ battery }) => battery!.arrival >= 0.099)).toBe(true)
    expect(steps.at(-1)!.arrival).toBe(duration + 600 + charge.service + summary.waiting_time)
    expect(summary.service).toBe(600 + charge.service)
  })

  test('a price, cold, a reserve, and the hours of a place count', () => {
    const listCharges = (file: object) => getAnswer(file).routes[0]!.steps.filter(({ type }) => type === 'charge')
    const computeEnergy = (file: object) => listCharges(file).reduce((sum, { battery }) => sum + battery!.energy!, 0)
    const [priced] = listCharges(withPlace({}, { price_per_kwh: 0.5 }))
    expect(priced!.battery!.cost).toBeCloseTo((priced!.battery!.energy! / 1_000) * 0.5, 1)
    const plain = computeEnergy(withPlace({}))
    expect(computeEnergy(withPlace({ reserve: 0.2 }))).toBeCloseTo(plain + 3_000, -2)
    expect(computeEnergy(withPlace({ temperature: 0 }))).toBeGreaterThan(plain + 5_000)
    const closed = withPlace({}, { time_windows: [[40_000, 50_000]] })
    expect(getAnswer(closed).routes[0]!.steps.find(({ type }) => type === 'charge')!.arrival).toBeLessThanOrEqual(
      50_000,
    )
    expect(getAnswer(withPlace({}, { time_windows: [[0, 60]] })).unassigned).toHaveLength(1)
  })

  test.each([
    [electric({ capacity: 10 }), 'vehicles[0].battery.capacity', '1000..2000000'],
    [electric({ reserve: 2 }), 'vehicles[0].battery.reserve', '0..1'],
    [electric({ charge: 'full' }), 'vehicles[0].battery.charge', 'not a number'],
    [electric({ consumption: 0 }), 'vehicles[0].battery.consumption', '10..10000'],
    [electric({ temperature: 99 }), 'vehicles[0].battery.temperature', '-60..60'],
    [withPlace({}, { power: 5_000 }), 'charging_places[0].power', '1..1000'],
    [withPlace({}, { power: undefined }), 'charging_places[0].power', 'missing'],
    [withPlace({}, { points: 1.5 }), 'charging_places[0].points', 'whole'],
    [withPlace({}, { points: 0 }), 'charging_places[0].points', '1..100'],
    [withPlace({}, { price_per_kwh: -1 }), 'charging_places[0].price_per_kwh', 'less than 0'],
    [withPlace({}, { location: undefined }), 'charging_places[0].location', 'neither'],
    [withPlace({}, { hours: [] }), 'charging_places[0].hours', 'time_windows'],
    [
      {
        ...input,
        matrices: { car: { durations: far(100) } },
        vehicles: [{ id: 1, start_index: 0, battery: { capacity: 1_000 } }],
      },
      'vehicles[0].battery',
      'distances',
    ],
  ])('what is wrong is named with its limit: %#', (file, path, limit) => {
    expect(() => readVroom(JSON.stringify(file))).toThrow(path)
    expect(() => readVroom(JSON.stringify(file))).toThrow(limit)
  })
})

test('of the jobs with the same one_of one is served, and the others are not unassigned', () => {
  const job = (id: number, place: number) => ({ id, location_index: place, one_of: 'parcel' })
  const instance = toVroomInstance({
    vehicles: [{ id: 1, start_index: 0, end_index: 0 }],
    jobs: [job(1, 3), job(2, 1), { id: 3, location_index: 2 }],
    matrices: { car: { durations: far(100) } },
  })
  const answer = writeVroom(instance, solve(instance.problem).solution, { loading: 0, solving: 0, routing: 0 })
  const ids = answer.routes.flatMap(({ steps }) => steps.flatMap(({ id }) => id ?? []))
  expect(ids.toSorted()).toEqual([2, 3])
  expect([answer.summary.unassigned, answer.unassigned]).toEqual([0, []])
})
