// Slots through the interface: what is offered agrees with what happens when the stop is really put there.
import { beforeEach, describe, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../../test/harness.ts'
import { straightLines } from '../../geography/travel/straight-lines.ts'

const server = useTestServer()
const depot = { lat: 47.14, lng: 9.52 }
const monday = '2026-03-02'
const tuesday = '2026-03-03'
const morning = [28_800, 43_200] as const
const afternoon = [46_800, 61_200] as const
let account: Account

async function call(method: string, path: string, body?: unknown, query?: Record<string, string>) {
  const answer = await server.call(method, path, { key: account.key, body, query })
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}

const ofProject = () => ({ project_id: account.project_id })
const at = (lat: number, lng: number, more: object = {}) => ({ location: { lat, lng }, duration: 300, ...more })
const route = (stops: object[], more: object = {}) => ({
  start_location: depot,
  end_location: depot,
  time_window: [28_800, 61_200],
  stops,
  ...more,
})

async function planOn(execution_date: string, routes: object[]) {
  const { id } = await call('POST', '/v2/plan', { execution_date }, ofProject())
  return { id, routes: await call('POST', '/v2/routes', routes, { plan_id: id }) }
}

const query = (more: object = {}) => ({
  stop: at(47.16, 9.55),
  from: tuesday,
  to: tuesday,
  windows: [morning, afternoon],
  ...more,
})
const find = (more: object = {}) => call('POST', `/app/v1/project/${account.project_id}/slots`, query(more))
const refuse = async (more: object) =>
  (await server.call('POST', `/app/v1/project/${account.project_id}/slots`, { key: account.key, body: query(more) }))
    .body

beforeEach(async () => {
  server.clock.set(`${monday}T08:00:00.000Z`)
  account = await server.createAccount()
})

describe('an offer on a planned day', () => {
  test('costs what the cheapest place adds that keeps every window, as trying all places by hand says', async () => {
    const stops = [
      at(47.15, 9.53, { time_windows: [[30_600, 34_200]] }),
      at(47.18, 9.5),
      at(47.12, 9.6, { time_windows: [[36_000, 39_600]] }),
      at(47.1, 9.51),
    ]
    const plan = await planOn(tuesday, [route(stops)])
    const own = plan.routes[0]
    const { slots } = await find({ windows: [morning, [39_600, 43_000]] })
    expect(slots).toHaveLength(2)
    const before = await call('GET', `/v2/route/${own.id}`)
    const ids = before.stops.map(({ id }: { id: string }) => id)
    for (const slot of slots) {
      const [made] = await call('POST', '/v2/stops', [at(47.16, 9.55, { time_windows: [slot.time_window] })], {
        plan_id: plan.id,
      })
      let least = Number.POSITIVE_INFINITY
      let distance = 0
      for (let position = 0; position <= ids.length; position++) {
        const tried = await call('PUT', `/v2/route/${own.id}/stops`, {
          stops: ids.toSpliced(position, 0, made.id),
        })
        if (tried.stops.some((stop: { optimization_warning: boolean }) => stop.optimization_warning)) continue
        const added = (await computeCost(tried)) - (await computeCost(before))
        if (added < least) [least, distance] = [added, tried.planned_distance - before.planned_distance]
      }
      expect(slot.cost).toBeCloseTo(least, 0)
      expect(slot.added_distance).toBeCloseTo(distance, -1)
      expect(slot).toMatchObject({ plan_id: plan.id, route_id: own.id, opens_vehicle: false, stops_on_route: 5 })
      await call('DELETE', `/v2/stop/${made.id}`)
    }
  })

  test('is sorted by cost or by date, scored, and cut to what is asked for', async () => {
    await planOn(tuesday, [route([at(47.161, 9.551, { time_windows: [afternoon] })])])
    const { slots, fitting } = await find()
    expect(fitting).toBe(2)
    expect(slots.map(({ time_window }: { time_window: number[] }) => time_window)).toEqual([afternoon, morning])
    expect(slots.map(({ score }: { score: number }) => score)).toEqual([100, 0])
    expect(slots[0].id).toBe('2026-03-03/46800-61200')
    const byDate = await find({ sort: 'date', most: 1 })
    expect(byDate).toMatchObject({ fitting: 2, slots: [{ time_window: morning }] })
    expect(byDate.slots).toHaveLength(1)
  })

  test('says what the vehicle could still take, and that a van is opened', async () => {
    await planOn(tuesday, [route([], { max_weight: 50, max_services: 3 })])
    const { slots } = await find({ stop: at(47.16, 9.55, { weight: 20 }) })
    expect(slots[0]).toMatchObject({ opens_vehicle: true, capacity_left: { weight: 30, stops: 2 } })
  })

  test('pays for loading where a van is opened, and not where one leaves anyway', async () => {
    const loading_time = 1_200
    const hall = { label: 'Hall', location: depot, loading_time }
    const { id } = await call('POST', '/app/v1/depot', hall, ofProject())
    const van = { start_depot_id: id, end_location: depot, time_window: [28_800, 61_200] }
    const plan = await planOn(tuesday, [van])
    const windows = { windows: [afternoon] }
    const [opening] = (await find(windows)).slots
    await call('PUT', `/app/v1/depot/${id}`, { loading_time: null })
    const [without] = (await find(windows)).slots
    expect(opening.opens_vehicle).toBe(true)
    // A second of work is a twentieth of one of driving in a project without prices.
    expect(opening.cost - without.cost).toBeCloseTo(0.05 * loading_time)
    expect(opening.added_time - without.added_time).toBe(loading_time)
    await call('POST', '/v2/stops', [at(47.16, 9.55, { time_windows: [afternoon] })], { plan_id: plan.id })
    const [joining] = (await find(windows)).slots
    await call('PUT', `/app/v1/depot/${id}`, { loading_time })
    expect((await find(windows)).slots[0]).toMatchObject({ opens_vehicle: false, cost: joining.cost })
  })

  test('says how sure it is, whom it would make late, and what it emits', async () => {
    const vehicle = { label: 'Van', fuel_type: 'diesel', consumption: 10, default_start_location: depot }
    const { id: vehicle_id } = await call('POST', '/v2/vehicle', vehicle, ofProject())
    const next = at(47.2, 9.6, { time_windows: [[28_800, 32_400]] })
    await planOn(tuesday, [route([next], { vehicle_id })])
    const [easy] = (await find({ windows: [[28_800, 61_200]] })).slots
    expect(easy).toMatchObject({ kept_chance: 1, others_late: 0 })
    // Diesel at 10 l on 100 km, 2.66155 and 0.62409 kg a litre.
    expect(easy.added_emission).toBeCloseTo((easy.added_distance / 10_000) * 3.28564, 1)
    const [tight] = (await find({ windows: [[28_800, 30_600]], stop: at(47.16, 9.55, { duration: 1_500 }) })).slots
    expect(tight.others_late).toBeGreaterThan(0.05)
    expect(tight.kept_chance).toBeGreaterThan(0.5)
  })

  test('follows changes of the plan at once', async () => {
    const plan = await planOn(tuesday, [route([], { max_services: 1 })])
    expect((await find()).fitting).toBe(2)
    const [stop] = await call('POST', '/v2/stops', [at(47.15, 9.53)], { plan_id: plan.id })
    // On no route yet, but to be driven that day.
    expect((await find()).refused[0]).toMatchObject({ reason: 'max_services' })
    await call('PUT', `/v2/route/${plan.routes[0].id}/stops`, { stops: [stop.id] })
    expect((await find()).fitting).toBe(0)
    await call('DELETE', `/v2/stop/${stop.id}`)
    expect((await find()).fitting).toBe(2)
  })

  test.for([
    ['skill_missing', { requires: ['crane'] }, {}],
    ['capacity', { weight: 60 }, { max_weight: 50 }],
    ['max_distance', {}, { max_distance: 100 }],
    ['time_window', {}, { time_window: [61_200, 68_400] }],
    ['max_time', {}, { max_time: 600 }],
  ] as const)('is refused for %s with the reason', async ([reason, ofStop, ofRoute]) => {
    await planOn(tuesday, [route([], ofRoute)])
    const { slots, refused } = await find({ stop: at(47.16, 9.55, ofStop) })
    expect(slots).toEqual([])
    expect(refused.map((entry: { reason: string }) => entry.reason)).toEqual([reason, reason])
    expect(refused[0].message).toMatch(/\.$/)
  })

  test('breaks no window that was promised to another', async () => {
    const tight = at(47.3, 9.6, { time_windows: [[31_000, 31_900]] })
    await planOn(tuesday, [route([tight], { time_window: [28_800, 34_200] })])
    const { refused } = await find({ stop: at(46.95, 9.3), windows: [[28_800, 33_000]] })
    expect(refused).toMatchObject([{ reason: 'time_window' }])
  })
})

describe('an offer on a day like past ones', () => {
  const sevenStops = Array.from({ length: 7 }, (_, index) => at(47.155 + 0.002 * index, 9.55))
  const pastTuesdays = async (...dates: string[]) => {
    for (const date of dates) await planOn(date, [route(sevenStops)])
  }

  test('costs an early customer his usual share of the ways, as far as others are still to come', async () => {
    await planOn(tuesday, [route([])])
    const [alone] = (await find()).slots
    expect(alone).not.toHaveProperty('cost_made_of')
    await pastTuesdays('2026-02-17', '2026-02-24')
    // Facts that were missing an hour ago are read again.
    server.clock.advanceSeconds(3_600)
    const [shared] = (await find()).slots
    // Seven stops and back: each has a seventh of the whole, and six of seven are still to come.
    const way = await straightLines.path([depot, ...sevenStops.map(({ location }) => location), depot], 'car')
    const meters = way.legMeters.reduce((sum, leg) => sum + leg, 0) / 7
    const { now, usual, still_to_come, past_days } = shared.cost_made_of
    expect([now, past_days]).toEqual([alone.cost, 2])
    expect(still_to_come).toBeCloseTo(6 / 7, 2)
    const driving = meters / (alone.added_distance / (alone.added_time - 300))
    expect(usual).toBeCloseTo(driving + 0.05 * (driving + 300) + 0.005 * meters, -1)
    expect(shared.cost).toBeCloseTo((6 * usual + now) / 7, -1)
    // It is kept with the promise, and what the stop adds is told as ever.
    const hold = { key: 'cart', slot_id: shared.id, stop: at(47.16, 9.55) }
    const { offer } = await call('POST', `/app/v1/project/${account.project_id}/slot_promises`, hold)
    expect(offer).toMatchObject({ cost: shared.cost, cost_made_of: shared.cost_made_of, added_time: alone.added_time })
  })

  test('is what the stop adds now where one past day is known, other weekdays, other places, or drafts', async () => {
    await planOn(tuesday, [route([])])
    await pastTuesdays('2026-02-24', '2026-02-25')
    const draft = { execution_date: '2026-02-17', status: 'draft' }
    const { id } = await call('POST', '/v2/plan', draft, ofProject())
    await call('POST', '/v2/routes', [route(sevenStops)], { plan_id: id })
    expect((await find()).slots[0]).not.toHaveProperty('cost_made_of')
    await pastTuesdays('2026-02-10')
    server.clock.advanceSeconds(3_600)
    expect((await find()).slots[0]).toHaveProperty('cost_made_of')
    expect((await find({ stop: at(47.6, 9.9) })).slots[0]).not.toHaveProperty('cost_made_of')
  })
})

describe('an offer on a day without a plan', () => {
  test('counts with the vehicles of the last plan of that weekday, else with those that work on it', async () => {
    const vehicle = (label: string, more: object = {}) =>
      call(
        'POST',
        '/v2/vehicle',
        { label, default_start_location: depot, default_end_location: depot, ...more },
        ofProject(),
      )
    expect((await find()).refused[0]).toMatchObject({ reason: 'no_vehicle' })
    const first = await vehicle('First', { default_working_days: ['tuesday'] })
    const second = await vehicle('Second')
    expect((await find()).slots[0]).toMatchObject({ vehicle_id: first.id, opens_vehicle: true })
    expect((await find()).slots[0]).not.toHaveProperty('plan_id')
    await planOn('2026-02-24', [{ vehicle_id: second.id }])
    expect((await find()).slots[0]).toMatchObject({ vehicle_id: second.id, vehicle_label: 'Second' })
  })

  test('leaves room for the recurring orders of the day', async () => {
    await call(
      'POST',
      '/v2/vehicle',
      { label: 'Van', default_max_services: 1, default_start_location: depot },
      ofProject(),
    )
    expect((await find()).fitting).toBe(2)
    const order = { weekdays: ['tuesday'], starts_on: '2026-03-01', stop: at(47.15, 9.53) }
    await call('POST', '/app/v1/recurring_order', order, ofProject())
    expect((await find()).refused[0]).toMatchObject({ reason: 'max_services' })
    const wednesday = '2026-03-04'
    expect((await find({ from: wednesday, to: wednesday })).fitting).toBe(2)
  })

  test('goes over many days in one call, each with its own reason', async () => {
    await call('POST', '/v2/vehicle', { label: 'Van', default_working_days: ['tuesday', 'friday'] }, ofProject())
    const { slots, refused } = await find({ to: '2026-03-16', most: 100 })
    expect(new Set(slots.map(({ date }: { date: string }) => date))).toEqual(
      new Set(['2026-03-03', '2026-03-06', '2026-03-10', '2026-03-13']),
    )
    expect(slots.length + refused.length).toBe(2 * 14)
  })
})

describe('the question', () => {
  test('is refused where days, windows or the place are wrong, and the field is named', async () => {
    expect((await refuse({ from: '2026-03-01' })).message).toBe('from: must not be before today, 2026-03-02')
    expect((await refuse({ to: '2026-03-02' })).message).toBe('to: must not be before from')
    expect((await refuse({ to: '2026-05-30' })).message).toBe('to: up to 60 days are looked at, and these are 89')
    expect((await refuse({ windows: [] })).message).toMatch(/^windows/)
    expect((await refuse({ windows: [[5, 2]] })).message).toMatch(/^windows\[0\]/)
    expect((await refuse({ stop: { duration: 60 } })).message_id).toBe('highway.slot.error.no_place')
    expect((await refuse({ stop: { ...at(47, 9), address: 'Vaduz' } })).message_id).toBe('highway.slot.error.no_place')
    expect((await refuse({ stop: at(47, 9, { type: 'visit', packages: [{ identifier: 'x' }] }) })).message).toMatch(
      /^stop\.packages/,
    )
  })

  test('of today counts from now on, and not on a day that is finished', async () => {
    server.clock.set(`${monday}T12:30:00.000Z`)
    const plan = await planOn(monday, [route([])])
    const today = { from: monday, to: monday }
    const { slots, refused } = await find(today)
    expect(refused).toMatchObject([{ time_window: morning, reason: 'too_late' }])
    expect(slots[0].arrives_at).toBeGreaterThanOrEqual(46_800)
    await call('PUT', `/v2/plan/${plan.id}`, { status: 'finished' })
    expect((await find(today)).refused[1]).toMatchObject({ reason: 'day_closed' })
  })

  test('of another organization finds no project', async () => {
    const other = await server.createAccount()
    const answer = await server.call('POST', `/app/v1/project/${account.project_id}/slots`, {
      key: other.key,
      body: query(),
    })
    expect(answer.status).toBe(404)
  })
})

interface Driven {
  planned_start_time: number
  planned_end_time: number
  planned_distance: number
  stops: { location: { lat: number; lng: number } }[]
}

/** Cost as minimised without prices: driving, and a little for the length of the day and for metres. */
async function computeCost(one: Driven): Promise<number> {
  const { legSeconds } = await straightLines.path([depot, ...one.stops.map(({ location }) => location), depot], 'car')
  const driving = legSeconds.reduce((sum, seconds) => sum + seconds, 0)
  return driving + 0.05 * (one.planned_end_time - one.planned_start_time) + 0.005 * one.planned_distance
}
