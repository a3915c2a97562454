// Plans whose travel times depend on the hour: what a dispatcher sees through the interface.
import { expect, test } from 'vitest'
import { type Account, useTestServer } from '../../../test/harness.ts'

const server = useTestServer({ annexes: 'all', listen: true })

const monday = '2026-03-02'
const sunday = '2026-03-01'
const depot = { lat: 47.14, lng: 9.52 }
/** Some minutes apart each, all within an hour of the depot. */
const places = [1, 2, 3, 4].map((at) => ({ lat: 47.14 + at / 50, lng: 9.52 }))

interface Planned {
  planId: string
  route: { id: string; planned_start_time: number; planned_end_time: number; planned_distance: number; stops: Stop[] }
}

interface Stop {
  id: string
  planned_arrival_time: number
  planned_departure_time: number
  optimization_warnings: { code: string }[]
}

async function call(account: Account, method: string, path: string, body?: unknown, query?: Record<string, string>) {
  const answer = await server.call(method, path, { key: account.key, body, query })
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}

async function planAt(account: Account, traffic_options: object, opens: number, date = monday): Promise<Planned> {
  const plan = { execution_date: date, traffic_options }
  const { id } = await call(account, 'POST', '/v2/plan', plan, { project_id: account.project_id })
  const route = { start_location: depot, end_location: depot, time_window: [opens, opens + 6 * 3_600] }
  const stops = places.map((location) => ({ location, duration: 60 }))
  await call(account, 'POST', '/v2/routes', [{ ...route, stops }], { plan_id: id })
  const [planned] = await call(account, 'GET', `/v2/plan/${id}/routes`)
  return { planId: id, route: planned }
}

const drivenSeconds = ({ route }: Planned) => route.planned_end_time - route.planned_start_time - 60 * places.length

test('a route takes longer in the rush than at midday, by the typical week, and no longer where hours are off', async () => {
  const account = await server.createAccount()
  const plain = drivenSeconds(await planAt(account, {}, 8 * 3_600))
  expect(drivenSeconds(await planAt(account, { hours: 'off' }, 8 * 3_600))).toBe(plain)
  const rush = drivenSeconds(await planAt(account, { hours: 'typical' }, 8 * 3_600))
  // A straight line counts half as main roads (1.2) and half as other roads (1.1).
  expect(rush / plain).toBeCloseTo(1.15, 2)
  expect(drivenSeconds(await planAt(account, { hours: 'typical' }, 11 * 3_600))).toBe(plain)
  expect(drivenSeconds(await planAt(account, { hours: 'typical' }, 8 * 3_600, sunday))).toBeLessThan(plain)
  // No road is made faster or slower than it is: the line is the same.
  const { route } = await planAt(account, { hours: 'typical' }, 8 * 3_600)
  expect(route.planned_distance).toBe((await planAt(account, {}, 8 * 3_600)).route.planned_distance)
})

test('a holiday has the traffic of a Sunday, and the multiplier counts on top', async () => {
  const account = await server.createAccount()
  // Early, when no hour of a Sunday differs from the next.
  const onSunday = drivenSeconds(await planAt(account, { hours: 'typical' }, 4 * 3_600, sunday))
  const holiday = { hours: 'typical', holidays: [monday] }
  expect(drivenSeconds(await planAt(account, holiday, 4 * 3_600))).toBe(onSunday)
  const twice = drivenSeconds(await planAt(account, { ...holiday, multiplier: 2 }, 4 * 3_600))
  expect(Math.abs(twice - 2 * onSunday)).toBeLessThanOrEqual(2)
})

test('bicycles pass the traffic by', async () => {
  const account = await server.createAccount()
  const slow = drivenSeconds(await planAt(account, { mode: 'bicycle' }, 8 * 3_600))
  expect(drivenSeconds(await planAt(account, { mode: 'bicycle', hours: 'typical' }, 8 * 3_600))).toBe(slow)
})

test('times of the interface are whole seconds, in the order they are driven', async () => {
  const account = await server.createAccount()
  const { route } = await planAt(account, { hours: 'typical' }, 6.9 * 3_600)
  const times = route.stops.flatMap((stop) => [stop.planned_arrival_time, stop.planned_departure_time])
  for (const time of [route.planned_start_time, ...times, route.planned_end_time])
    expect(Number.isInteger(time)).toBe(true)
  expect(times).toEqual(times.toSorted((a, b) => a - b))
})

test('the setting of the project holds unless its plan has another', async () => {
  const account = await server.createAccount()
  const plain = drivenSeconds(await planAt(account, {}, 8 * 3_600))
  const settings = { traffic_options: { hours: 'typical' } }
  const changed = await server.call('PUT', `/app/v1/project/${account.project_id}`, {
    headers: { cookie: await server.signIn(account.user_id), origin: 'http://localhost' },
    body: settings,
  })
  expect(changed.status, changed.text).toBe(200)
  expect(drivenSeconds(await planAt(account, {}, 8 * 3_600))).toBeGreaterThan(plain)
  expect(drivenSeconds(await planAt(account, { hours: 'off' }, 8 * 3_600))).toBe(plain)
})

test.for([
  [{ hours: 'sometimes' }, 'traffic_options.hours'],
  [{ holidays: ['2026-13-01'] }, 'traffic_options.holidays'],
  [{ holidays: [monday, monday] }, 'traffic_options.holidays'],
] as const)('%j is refused with its field', async ([traffic_options, field]) => {
  const account = await server.createAccount()
  const answer = await server.call('POST', '/v2/plan', {
    key: account.key,
    body: { traffic_options },
    query: { project_id: account.project_id },
  })
  expect(answer.status).toBe(400)
  expect(answer.text).toContain(field)
})

test('an optimization by the hour passes the checker, and its routes keep their windows', async () => {
  const account = await server.createAccount()
  const plan = {
    execution_date: monday,
    traffic_options: { hours: 'typical' },
    optimizer_config: { time_limit_seconds: 1 },
  }
  const { id } = await call(account, 'POST', '/v2/plan', plan, { project_id: account.project_id })
  const pause = { duration: 900, start: 9 * 3_600, end: 11 * 3_600 }
  const route = {
    start_location: depot,
    end_location: depot,
    time_window: [7 * 3_600, 12 * 3_600],
    vehicle: { break: pause },
  }
  await call(account, 'POST', '/v2/routes', [route, route], { plan_id: id })
  const stops = Array.from({ length: 16 }, (_, at) => ({
    location: { lat: 47.1 + (at % 4) / 60, lng: 9.5 + Math.floor(at / 4) / 60 },
    duration: 120,
    time_windows: at % 2 ? [[(7 + (at % 3)) * 3_600, (8.5 + (at % 3)) * 3_600]] : [],
  }))
  await call(account, 'POST', '/v2/stops', stops, { plan_id: id })
  await call(account, 'POST', `/v2/plan/${id}/optimize`)
  const routes: Planned['route'][] = await call(account, 'GET', `/v2/plan/${id}/routes`)
  const served = routes.flatMap((route) => route.stops)
  expect(served).toHaveLength(stops.length)
  expect(served.flatMap((stop) => stop.optimization_warnings)).toEqual([])
})

test('a driver under way is expected by the hour', async () => {
  const account = await server.createAccount()
  const secondsToFirst = async (traffic_options: object) => {
    const { route } = await planAt(account, traffic_options, 7 * 3_600, server.clock.now().toISOString().slice(0, 10))
    await call(account, 'PUT', `/v2/route/${route.id}`, { email: 'driver@example.test' })
    const { public_link } = await call(account, 'POST', `/v2/route/${route.id}/dispatch`)
    const headers = { authorization: `Bearer ${public_link.split('/d/')[1]}` }
    expect((await server.call('POST', '/driver/v1/start', { headers })).status).toBe(200)
    const [stop] = (await call(account, 'GET', `/v2/route/${route.id}`)).stops
    return (Date.parse(stop.estimated_arrival_time) - server.clock.now().getTime()) / 1_000
  }
  const week = 'roads,days,from,to,factor\nall,all,0:00,24:00,3\n'
  await call(account, 'PUT', `/app/v1/project/${account.project_id}/traffic`, { csv: week })
  const plain = await secondsToFirst({})
  expect(plain).toBeGreaterThan(60)
  expect(await secondsToFirst({ hours: 'own' })).toBeCloseTo(3 * plain, 0)
})
