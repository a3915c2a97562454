// A week planned as a whole: which day and which van each order gets, applied by days, taken back, and checked by hand.
import { beforeEach, expect, test } from 'vitest'
import { type Account, until, useTestServer } from '../../../test/harness.ts'
import { createId } from '../../frame/platform/ids.ts'

const server = useTestServer({ listen: true })
const depot = { lat: 47.14, lng: 9.52 }
const [tuesday, wednesday, thursday] = ['2026-03-03', '2026-03-04', '2026-03-05'] as const
let account: Account

const ask = (method: string, path: string, body?: unknown, query?: Record<string, string>) =>
  server.call(method, path, { key: account.key, body, query })
async function call(method: string, path: string, body?: unknown, query?: Record<string, string>) {
  const answer = await ask(method, path, body, query)
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}
const ofProject = () => ({ project_id: account.project_id })
const place = (at: number) => ({ lat: 47.15 + 0.002 * (at % 5), lng: 9.53 + 0.003 * Math.floor(at / 5) })
const order = (at: number, terms: object = {}, stop: object = {}) => ({
  stop: { label: `Order ${at}`, location: place(at), duration: 600, ...stop },
  ...terms,
})
const backlog = (orders: object[]) => call('POST', `/app/v1/project/${account.project_id}/backlog`, orders)
const waiting = () => call('GET', `/app/v1/project/${account.project_id}/backlog`)
const vans = (count: number, more: object = {}) => {
  const one = { default_start_location: depot, default_end_location: depot, default_time_window: [28_800, 57_600] }
  const made = Array.from({ length: count }, (_, index) => ({ label: `Van ${index + 1}`, ...one, ...more }))
  return call('POST', '/v3/vehicles', made, ofProject())
}
async function planWeek(input: object = {}) {
  const { id } = await call('POST', `/app/v1/project/${account.project_id}/week_plans`, {
    days: 3,
    seconds: 1,
    ...input,
  })
  const read = () => call('GET', `/app/v1/week_plan/${id}`)
  await until('the week', async () => ['ready', 'failed'].includes((await read()).state))
  const week = await read()
  expect(week.state, week.reason).toBe('ready')
  return week
}
const apply = ({ id }: { id: string }, ...dates: string[]) => call('POST', `/app/v1/week_plan/${id}/apply`, { dates })
const undo = ({ id }: { id: string }, ...dates: string[]) => call('POST', `/app/v1/week_plan/${id}/undo`, { dates })
const getStop = (id: string) => call('GET', `/v2/stop/${id}`)

beforeEach(async () => {
  server.clock.set('2026-03-02T08:00:00.000Z')
  account = await server.createAccount()
})

test('every order gets a day that its terms allow and a van that is there in time; nothing is written before', async () => {
  await vans(1, { default_max_services: 3 })
  const made = await backlog([
    order(0, { latest_on: tuesday }),
    order(1, { earliest_on: wednesday, latest_on: wednesday }, { time_windows: [[28_800, 32_400]] }),
    order(2, { previous_visit_on: '2026-02-26', min_days_between: 7 }),
    order(3, { priority: 2 }),
    order(4, {}, { time_windows: [[50_400, 54_000]] }),
    order(5, { latest_on: '2026-03-01' }),
  ])
  const recurring = { weekdays: ['wednesday'], starts_on: '2026-03-01', stop: { label: 'Bakery', location: place(6) } }
  await call('POST', '/app/v1/recurring_order', recurring, ofProject())
  const week = await planWeek()
  expect(week.left).toMatchObject([{ kind: 'backlog', label: 'Order 5', reason: 'no_day', latest_on: '2026-03-01' }])
  expect(
    week.proposed.map(({ after }: { after: { stops: number } }) => after.stops).reduce((a: number, b: number) => a + b),
  ).toBe(6)
  expect(await waiting()).toMatchObject({ total: 6 })
  expect(await call('GET', '/v2/plans', undefined, ofProject())).toMatchObject({ total: 0 })

  const dates = week.proposed.flatMap(({ date, arriving }: { date: string; arriving: object[] }) =>
    arriving.length > 0 ? date : [],
  )
  const applied = await apply(week, ...dates)
  expect(applied.proposed.flatMap(({ returned }: { returned: object[] }) => returned)).toEqual([])
  // Checked by the interface's records of the stops, independently of the planner.
  const dayOf = new Map<string, string>()
  for (const { stop } of made.slice(0, 5)) {
    const { plan_execution_date, route_id, planned_arrival_time, time_windows, optimization_warnings } = await getStop(
      stop.id,
    )
    expect(route_id).toBeDefined()
    expect(optimization_warnings).toEqual([])
    for (const [opens, closes] of time_windows) {
      expect(planned_arrival_time).toBeLessThanOrEqual(closes)
      expect(planned_arrival_time).toBeGreaterThanOrEqual(opens - 3_600)
    }
    dayOf.set(stop.label, plan_execution_date.slice(0, 10))
  }
  expect(dayOf.get('Order 0')).toBe(tuesday)
  expect(dayOf.get('Order 1')).toBe(wednesday)
  expect(dayOf.get('Order 2')! >= thursday).toBe(true)
  expect(await waiting()).toMatchObject({ total: 1 })
  const found = await call('POST', '/v2/stops/search', {}, ofProject())
  expect(found.docs.filter(({ label }: { label: string }) => label === 'Bakery')).toMatchObject([
    { plan_execution_date: `${wednesday}T00:00:00.000Z`, route_id: expect.any(String) },
  ])

  const back = await undo(week, ...dates)
  expect(back.proposed.every((day: object) => !('applied_at' in day))).toBe(true)
  expect(await waiting()).toMatchObject({ total: 6 })
  expect(await call('GET', '/v2/plans', undefined, ofProject())).toMatchObject({ total: 0 })
})

test('nothing from the backlog gets a day that the rules of the seller close', async () => {
  await vans(1)
  await call('PUT', `/app/v1/project/${account.project_id}/slot_rules`, { closed_days: [tuesday, wednesday] })
  await backlog([order(0), order(1, { latest_on: wednesday })])
  const week = await planWeek()
  const coming = week.proposed.flatMap(({ date, arriving }: { date: string; arriving: { label: string }[] }) =>
    arriving.map(({ label }) => [label, date]),
  )
  expect(coming).toEqual([['Order 0', thursday]])
  expect(week.left).toMatchObject([{ label: 'Order 1', reason: 'no_day' }])
})

test('what is planned, promised or locked stays, and a day that changed meanwhile is not written over', async () => {
  const [van] = await vans(1)
  const stops = [{ label: 'Fixed', location: place(7), duration: 600 }]
  const plan = await call(
    'POST',
    '/v2/plan',
    { execution_date: tuesday, routes: [{ vehicle_id: van.id, stops }] },
    ofProject(),
  )
  const hold = {
    key: 'a',
    slot_id: `${tuesday}/36000-39600`,
    stop: { label: 'Ida', location: place(8), duration: 600 },
  }
  const held = await call('POST', `/app/v1/project/${account.project_id}/slot_promises`, hold)
  const booked = await call('POST', `/app/v1/slot_promise/${held.id}/book`)
  await backlog([order(0), order(1)])
  const first = await planWeek({ days: 1 })
  expect(first.proposed[0]).toMatchObject({ before: { stops: 2, routes: 1 }, after: { stops: 4, routes: 1 } })
  await call('POST', '/v2/stops', [{ label: 'Quick', location: place(9) }], { plan_id: plan.id })
  const refused = await ask('POST', `/app/v1/week_plan/${first.id}/apply`, { dates: [tuesday] })
  expect(refused.body.message_id).toBe('highway.week.error.changed')
  expect(await waiting()).toMatchObject({ total: 2 })

  const second = await planWeek({ days: 1 })
  await apply(second, tuesday)
  const promised = await getStop(booked.stop_id)
  expect(promised).toMatchObject({ time_windows: [[36_000, 39_600]], optimization_warnings: [] })
  const [fixed] = (await call('GET', `/v2/plan/${plan.id}`)).stops.filter(
    ({ label }: { label: string }) => label === 'Fixed',
  )
  expect(fixed.route_id).toBe(promised.route_id)
  await undo(second, tuesday)
  expect(await call('GET', `/v2/plan/${plan.id}`)).toMatchObject({ total_stops: 3 })

  await call('PUT', `/v2/route/${promised.route_id}`, { is_locked: true })
  const third = await planWeek({ days: 1 })
  expect(third.proposed[0]).toMatchObject({ kept_routes: 1, arriving: [] })
  expect(third.left).toHaveLength(3)
})

test('stops that may move stay where they are when little is saved, and days that exchange some are applied together', async () => {
  await vans(1, { default_max_services: 2 })
  const made = await backlog([order(0), order(1), order(20), order(21)])
  await apply(await planWeek({ days: 2, stability: 0 }), tuesday, wednesday)
  const daysNow = async () => {
    const stops = await Promise.all(made.map(({ stop }: { stop: { id: string } }) => getStop(stop.id)))
    return stops.map(({ plan_execution_date }: { plan_execution_date: string }) => plan_execution_date.slice(0, 10))
  }
  const before = await daysNow()
  // Each next to its neighbour.
  expect([before[0], before[2]]).toEqual([before[1], before[3]])
  const still = await planWeek({ days: 2, stability: 1 })
  expect(still.proposed.flatMap(({ arriving }: { arriving: object[] }) => arriving)).toEqual([])
  // Somebody mixed the days: the week puts them right, one day alone cannot.
  const plans = await Promise.all([made[0], made[2]].map(({ stop }: { stop: { id: string } }) => getStop(stop.id)))
  await call('POST', '/v2/stop/move', { plan_id: plans[1].plan_id, stop_ids: [made[0].stop.id] })
  await call('POST', '/v2/stop/move', { plan_id: plans[0].plan_id, stop_ids: [made[2].stop.id] })
  const mended = await planWeek({ days: 2, stability: 0 })
  expect(mended.proposed[0].together).toEqual([wednesday])
  const done = await apply(mended, tuesday)
  expect(done.proposed.filter((day: object) => 'applied_at' in day)).toHaveLength(2)
  const after = await daysNow()
  expect([after[0], after[2]]).toEqual([after[1], after[3]])
})

test('a recurring order gets its visits on days of which none are neighbours, by the vehicle and on the weekdays of before', async () => {
  await vans(2)
  const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday']
  const twice = { weekdays, starts_on: '2026-03-01', visits_per_week: 2, min_days_between: 2 }
  const recurring = (at: number, more: object = {}) =>
    call(
      'POST',
      '/app/v1/recurring_order',
      { ...twice, ...more, stop: { label: `Regular ${at}`, location: place(at), duration: 600 } },
      ofProject(),
    )
  for (const at of [0, 7, 14]) await recurring(at)
  const narrow = { ...twice, weekdays: ['monday', 'tuesday'], stop: { label: 'Narrow', location: place(3) } }
  const refused = await ask('POST', '/app/v1/recurring_order', narrow, ofProject())
  expect(refused.body.message).toBe('min_days_between: leaves room for 1 visits a week, and visits_per_week is 2')

  // Checked by the interface's records of the stops.
  const visits = async (from: string) => {
    const found = await call('POST', '/v2/stops/search', { text: 'Regular' }, ofProject())
    const rows = found.docs.filter(
      ({ plan_execution_date }: { plan_execution_date: string }) => plan_execution_date >= from,
    )
    const told = await Promise.all(
      rows.map(async ({ label, plan_execution_date, route_id }: Record<string, string>) => {
        const { vehicle_id } = await call('GET', `/v2/route/${route_id}`)
        return { label: label!, date: plan_execution_date!.slice(0, 10), vehicle_id }
      }),
    )
    return Map.groupBy(told, ({ label }) => label)
  }
  const planned = async (from: string) => {
    const week = await planWeek({ from, days: 7, stability: 0.5 })
    const dates = week.proposed.flatMap(({ date, arriving }: { date: string; arriving: object[] }) =>
      arriving.length > 0 ? date : [],
    )
    await apply(week, ...dates)
    return { week, dates }
  }
  // Monday to Sunday.
  const { week, dates } = await planned('2026-03-09')
  const first = await visits('2026-03-09')
  expect(first.size).toBe(3)
  for (const [one, two, ...more] of [...first.values()].map((list) => list.map(({ date }) => date).sort())) {
    expect(more).toEqual([])
    expect(Date.parse(two!) - Date.parse(one!)).toBeGreaterThanOrEqual(2 * 86_400_000)
  }
  // No stop is placed twice, and after undoing it is placed again.
  expect(
    (await planWeek({ from: '2026-03-09', days: 7 })).proposed.flatMap((day: { arriving: [] }) => day.arriving),
  ).toEqual([])

  // The week after: a new customer moves no other.
  await recurring(4)
  const { dates: nextDates, week: next } = await planned('2026-03-16')
  const later = await visits('2026-03-16')
  const weekLater = (date: string) => new Date(Date.parse(date) + 7 * 86_400_000).toISOString().slice(0, 10)
  for (const [label, list] of first) {
    const of = (some: typeof list) => some.map(({ date, vehicle_id }) => `${date} ${vehicle_id}`).sort()
    expect(of(later.get(label)!)).toEqual(of(list.map((entry) => ({ ...entry, date: weekLater(entry.date) }))))
  }
  expect(later.get('Regular 4')).toHaveLength(2)
  await undo(next, ...nextDates)
  await undo(week, ...dates)
  expect(await call('GET', '/v2/plans', undefined, ofProject())).toMatchObject({ total: 0 })
  const again = await planWeek({ from: '2026-03-09', days: 7 })
  expect(again.proposed.flatMap((day: { arriving: [] }) => day.arriving)).toHaveLength(8)
})

test('is refused for days that are not ahead, and thrown away', async () => {
  const refused = await ask('POST', `/app/v1/project/${account.project_id}/week_plans`, { from: '2026-03-02' })
  expect(refused.body.message).toBe('from: must be after today, 2026-03-02')
  const week = await planWeek({ from: tuesday, days: 1 })
  const undone = await ask('POST', `/app/v1/week_plan/${week.id}/undo`, { dates: [tuesday] })
  expect(undone.body.message_id).toBe('highway.week.error.not_applied')
  await call('DELETE', `/app/v1/week_plan/${week.id}`)
  expect((await ask('GET', `/app/v1/week_plan/${week.id}`)).status).toBe(404)
})

test('is refused while five weeks of the organization are being planned', async () => {
  const { project_id, organization_id } = account
  const now = server.clock.now()
  const times = { created_at: now, updated_at: now, expires_at: new Date(now.getTime() + 86_400_000) }
  const row = { organization_id, project_id, created_by: null, from_on: tuesday, days: 1, stability: 0, seconds: 1 }
  const waiting = Array.from({ length: 5 }, () => ({ id: createId(now), ...row, ...times }))
  await server.services.database.db.insertInto('week_plans').values(waiting).execute()
  const refused = await ask('POST', `/app/v1/project/${project_id}/week_plans`, { from: tuesday })
  expect(refused.body.message_id).toBe('highway.week.error.too_many')
})

test('what a driver did on the day before the week counts under a law on driving', async () => {
  const [van] = await vans(1)
  const driver = await call('POST', '/app/v1/driver', { label: 'Ann', driving_rules: { law: 'eu' } }, ofProject())
  const assignments = ['2026-03-02', tuesday].map((date) => ({ date, vehicle_id: van.id, driver_id: driver.id }))
  await call('POST', '/app/v1/driver_assignments', { assignments }, ofProject())
  await backlog([order(0, { latest_on: tuesday }, { time_windows: [[28_800, 30_600]] })])
  const [early] = (await planWeek()).proposed
  expect(early).toMatchObject({ date: tuesday, after: { stops: 1 } })
  // Monday's route ends after ten in the evening, and eleven hours of rest last beyond half past eight.
  const plan = await call('POST', '/v2/plan', { execution_date: '2026-03-02' }, ofProject())
  const late = { time_window: [64_800, 100_000], start_location: depot, end_location: depot }
  const stops = [{ label: 'Late', location: place(1), duration: 16_000 }]
  const [route] = await call('POST', '/v2/routes', [{ vehicle_id: van.id, ...late, stops }], { plan_id: plan.id })
  expect((await call('GET', `/v2/route/${route.id}`)).planned_end_time).toBeGreaterThan(79_200)
  const week = await planWeek()
  expect(week.left).toMatchObject([{ label: 'Order 0' }])
})

/** Lasts for 150 km; 0.6 degrees north and back are about 180 by road. */
const battery = { capacity: 30_000, reserve: 0, consumption: 200, consumption_per_100_kg: 0 }
const charger = (more: object) =>
  call(
    'POST',
    '/app/v1/charging_place',
    { label: 'Halfway', location: { lat: 47.44, lng: 9.52 }, power: 50, ...more },
    ofProject(),
  )
const farOrder = (at: number, terms: object = {}) =>
  order(at, terms, { location: { lat: 47.74, lng: 9.52 + 0.001 * at } })

test('a far order gets the day on which a charging place is open', async () => {
  await vans(1, { default_battery: battery })
  await charger({ hours: [{ weekday: 'thursday', time_window: [28_800, 64_800] }] })
  const [made] = await backlog([farOrder(0)])
  const week = await planWeek()
  expect(week.left).toEqual([])
  await apply(week, thursday)
  const { plan_execution_date, route_id, optimization_warnings } = await getStop(made.stop.id)
  expect(plan_execution_date.slice(0, 10)).toBe(thursday)
  expect(optimization_warnings).toEqual([])
  const { planned_charge } = await call('GET', `/v2/route/${route_id}`)
  expect(planned_charge.charging).toHaveLength(1)
})

test('two far orders get two days where the one point of the place is open for one van a day', async () => {
  await vans(2, { default_battery: battery, default_max_services: 1 })
  const weekdays = ['tuesday', 'wednesday']
  // Charging takes some seven minutes.
  await charger({ points: 1, hours: weekdays.map((weekday) => ({ weekday, time_window: [36_000, 36_600] })) })
  const made = await backlog([farOrder(0), farOrder(1)])
  const week = await planWeek({ days: 2 })
  expect(week.left).toEqual([])
  const { proposed } = await apply(week, tuesday, wednesday)
  expect(proposed.flatMap(({ returned }: { returned: object[] }) => returned)).toEqual([])
  const dates: string[] = []
  for (const { stop } of made) {
    const { plan_execution_date, route_id, optimization_warnings } = await getStop(stop.id)
    expect(optimization_warnings).toEqual([])
    const { planned_charge } = await call('GET', `/v2/route/${route_id}`)
    expect(planned_charge.charging).toHaveLength(1)
    dates.push(plan_execution_date.slice(0, 10))
  }
  expect(dates.sort()).toEqual([tuesday, wednesday])
  // The point is in use on both days: none is left for a third order.
  await backlog([farOrder(2, { latest_on: wednesday })])
  expect((await planWeek({ days: 2 })).left).toMatchObject([{ label: 'Order 2' }])
})
