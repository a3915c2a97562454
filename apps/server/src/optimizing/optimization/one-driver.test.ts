// Several routes of one driver, on one day and on successive days, under a law on driving and working time.
import { beforeEach, describe, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../../test/harness.ts'

const server = useTestServer({ listen: true })
let account: Account
let vans: string[]
let driver: string
const monday = '2026-03-02'
const tuesday = '2026-03-03'
const hour = 3_600

const call = (method: string, path: string, body?: unknown, query?: Record<string, string | number | boolean>) =>
  server.call(method, path, { key: account.key, body, query })
const done = ({ status, text, body }: Awaited<ReturnType<typeof call>>) => {
  expect(status, text).toBeLessThan(300)
  return body
}
const ofProject = () => ({ project_id: account.project_id })
const depot = { label: 'Depot', lat: 47, lng: 9 }
/** A stop this many degrees north of the depot. */
const at = (degrees: number) => ({ location: { lat: 47 + degrees, lng: 9 }, duration: 600 })

interface Route {
  id: string
  planned_start_time: number
  planned_end_time: number
  breaks: { planned_start_time: number; planned_end_time: number; reason: string }[]
  stops: { id: string; optimization_warnings: { code: string; message: string }[] }[]
}
const read = async (id: string): Promise<Route> => done(await call('GET', `/v2/route/${id}`))
const codes = ({ stops }: Route) => stops.flatMap((stop) => stop.optimization_warnings.map(({ code }) => code))
const base = { start_location: depot, end_location: depot }

async function getPlan(day: string, routes: object[]): Promise<{ id: string; routes: string[] }> {
  const plan = done(await call('POST', '/v2/plan', { execution_date: day }, ofProject()))
  const made = done(
    await call(
      'POST',
      '/v2/routes',
      routes.map((route) => ({ ...base, ...route })),
      { plan_id: plan.id },
    ),
  )
  return { id: plan.id, routes: made.map(({ id }: { id: string }) => id) }
}

/** Degrees that take an hour of driving there and back, without the work. */
let degreesAnHour: number

beforeEach(async () => {
  server.clock.set('2026-03-01T12:00:00.000Z')
  account = await server.createAccount()
  const { routes } = await getPlan(monday, [{ time_window: [0, 30 * hour], stops: [at(1)] }])
  const free = await read(routes[0]!)
  degreesAnHour = 2 / ((free.planned_end_time - free.planned_start_time - 600) / hour)
  vans = done(await call('POST', '/v2/vehicles', [{ label: 'Van 1' }, { label: 'Van 2' }], ofProject())).map(
    ({ id }: { id: string }) => id,
  )
  const person = { label: 'Ann', driving_rules: { law: 'eu' } }
  driver = done(await call('POST', '/app/v1/driver', person, ofProject())).id
})

/** Ann drives both vans on the day. */
async function annDrives(date: string): Promise<void> {
  const assignments = vans.map((vehicle_id) => ({ date, vehicle_id, driver_id: driver }))
  done(await call('POST', '/app/v1/driver_assignments', { assignments }, ofProject()))
}
const morning = (hours: number) => ({
  vehicle_id: vans[0],
  label: 'Morning',
  time_window: [5 * hour, 14 * hour],
  stops: [at((hours / 2) * degreesAnHour)],
})
const evening = (hours: number) => ({
  vehicle_id: vans[1],
  label: 'Evening',
  time_window: [5 * hour, 26 * hour],
  stops: [at((hours / 2) * degreesAnHour)],
})

describe('two routes of one driver on one day', () => {
  beforeEach(() => annDrives(monday))

  test('the second begins behind the first, with the break that both together ask for', async () => {
    const { routes } = await getPlan(monday, [morning(4), { ...evening(2), time_window: [6 * hour, 26 * hour] }])
    const [first, second] = await Promise.all(routes.map(read))
    expect(first!.breaks).toEqual([])
    expect(second!.planned_start_time).toBeGreaterThanOrEqual(first!.planned_end_time)
    expect(second!.breaks).toMatchObject([{ reason: 'driving' }])
    expect([codes(first!), codes(second!)]).toEqual([[], []])
  })

  test('what both together are too much is flagged on the second, and goes when the first becomes shorter', async () => {
    const plan = await getPlan(monday, [morning(5), { ...evening(5), time_window: [6 * hour, 26 * hour] }])
    const [first, second] = plan.routes as [string, string]
    expect(codes(await read(first))).toEqual([])
    expect(codes(await read(second))).toContain('driving_hours')
    const [stop] = (await read(first)).stops
    done(await call('PUT', `/v2/stop/${stop!.id}`, at(1 * degreesAnHour)))
    expect(codes(await read(second))).not.toContain('driving_hours')
  })

  test('the preview of an edit tells the route behind, where something changes about it', async () => {
    const plan = await getPlan(monday, [morning(3), { ...evening(5), time_window: [6 * hour, 26 * hour] }])
    const [first, second] = plan.routes as [string, string]
    expect(codes(await read(second))).toEqual([])
    const [far] = done(await call('POST', '/v2/stops', [at(2.5 * degreesAnHour)], { plan_id: plan.id }))
    const moves = [{ stop_ids: [far.id], route_id: first }]
    const preview = done(await call('POST', `/app/v1/plan/${plan.id}/move/preview`, { moves }))
    const behind = preview.effects.find((effect: { route_id: string }) => effect.route_id === second)
    expect(behind.newly_broken).toMatchObject([{ code: 'driving_hours' }])
    expect(behind.after.planned_start_time).toBeGreaterThan(behind.before.planned_start_time)
    // The refused edit wrote no row, and an edit of the last route of the day affects no other.
    expect(codes(await read(second))).toEqual([])
    const last = [{ stop_ids: [far.id], route_id: second }]
    const other = done(await call('POST', `/app/v1/plan/${plan.id}/move/preview`, { moves: last }))
    expect(other.effects.map((effect: { route_id: string }) => effect.route_id)).toEqual([second])
  })

  test('a route of another plan counts, a draft does not', async () => {
    const { routes, id } = await getPlan(monday, [morning(5)])
    const other = await getPlan(monday, [{ ...evening(5), time_window: [6 * hour, 26 * hour] }])
    expect(codes(await read(other.routes[0]!))).toContain('driving_hours')
    done(await call('PUT', `/v2/plan/${id}`, { status: 'draft' }))
    done(await call('PUT', `/v2/route/${other.routes[0]}`, { max_time: 20 * hour }))
    expect(codes(await read(other.routes[0]!))).not.toContain('driving_hours')
    expect(codes(await read(routes[0]!))).toEqual([])
  })

  test('the optimizer plans the second with what the first leaves', async () => {
    const fleet = [
      { vehicle_id: vans[0], time_window: [5 * hour, 14 * hour] },
      { vehicle_id: vans[1], time_window: [6 * hour, 26 * hour] },
    ]
    const plan = await getPlan(monday, fleet)
    const far = [1, -1, 1.1, -1.1].map((sign) => at(sign * 2.3 * degreesAnHour))
    done(await call('POST', '/v2/stops', far, { plan_id: plan.id }))
    const full = done(await call('POST', `/v2/plan/${plan.id}/optimize`))
    const routes = await Promise.all(plan.routes.map(read))
    expect(routes.flatMap(codes)).toEqual([])
    const driven = routes.map((route) => {
      if (route.stops.length === 0) return 0
      const rest = route.breaks.reduce((sum, pause) => sum + pause.planned_end_time - pause.planned_start_time, 0)
      return route.planned_end_time - route.planned_start_time - rest - 600 * route.stops.length
    })
    expect(driven[0]! + driven[1]!).toBeLessThanOrEqual(9 * hour)
    expect(driven[0]! + driven[1]!).toBeGreaterThan(5 * hour)
    const out = full.stops.filter((stop: { route_id?: string }) => !stop.route_id)
    expect(out.length).toBeGreaterThan(0)
    expect(out[0].optimization_warnings[0].code).toBe('driving_hours')
  })
})

describe('the days before', () => {
  const late = (from: number, hours: number) => ({
    vehicle_id: vans[0],
    time_window: [from * hour, 30 * hour],
    email: 'ann@example.com',
    stops: [at((hours / 2) * degreesAnHour)],
  })
  beforeEach(async () => {
    for (const date of [monday, tuesday]) await annDrives(date)
  })
  const tell = (body: object) => call('PUT', `/app/v1/driver/${driver}`, body).then(done)

  test('what was driven since the log takes off what it said of the week', async () => {
    await tell({ driving_log: { date: monday, driving_left_week: 10 * hour } })
    await getPlan(monday, [late(5, 6)])
    const { routes } = await getPlan(tuesday, [late(8, 5)])
    expect(codes(await read(routes[0]!))).toContain('driving_hours')
    // A log of the day itself is the better witness.
    await tell({ driving_log: { date: tuesday, driving_left_week: 6 * hour } })
    expect(codes(await read(routes[0]!))).toEqual([])
  })

  test('the daily rest runs from the end of the day before; a project may leave the days before out', async () => {
    const before = await getPlan(monday, [late(18, 4)])
    const { planned_end_time: end } = await read(before.routes[0]!)
    const { routes } = await getPlan(tuesday, [late(5, 4)])
    expect((await read(routes[0]!)).planned_start_time).toBeGreaterThanOrEqual(end + 11 * hour - 24 * hour)
    const headers = { cookie: await server.signIn(account.user_id), origin: 'http://localhost' }
    const path = `/app/v1/project/${account.project_id}`
    done(await server.call('PUT', path, { headers, body: { counts_driven_days: false } }))
    done(await call('PUT', `/v2/route/${routes[0]}`, { max_time: 20 * hour }))
    expect((await read(routes[0]!)).planned_start_time).toBeLessThan(end + 11 * hour - 24 * hour)
  })

  test('a day that was never begun is none once it is past', async () => {
    await tell({ driving_log: { date: monday, driving_left_week: 10 * hour } })
    await getPlan(monday, [late(5, 6)])
    server.clock.set('2026-03-04T06:00:00.000Z')
    const wednesday = '2026-03-04'
    await annDrives(wednesday)
    const { routes } = await getPlan(wednesday, [late(8, 5)])
    expect(codes(await read(routes[0]!))).toEqual([])
  })

  test('a route that is over counts as it was reported; the driver’s record shows it, and forgets it with him', async () => {
    await tell({ driving_log: { date: monday, driving_left_week: 10 * hour } })
    const { routes } = await getPlan(monday, [late(6, 4)])
    const planned = await read(routes[0]!)
    const token = done(await call('POST', `/v2/route/${routes[0]}/dispatch`)).public_link.split('/d/')[1]
    const drive = async (path: string, body: object) => {
      const headers = { authorization: `Bearer ${token}` }
      const answer = await server.call('POST', `/driver/v1${path}`, { headers, body })
      expect(answer.status, answer.text).toBeLessThan(300)
    }
    const moment = (seconds: number) => new Date(Date.parse(`${monday}T00:00:00Z`) + seconds * 1_000).toISOString()
    server.clock.set(moment(planned.planned_start_time))
    await drive('/start', {})
    // There in three hours instead of two.
    server.clock.set(moment(planned.planned_start_time + 3 * hour))
    await drive(`/stop/${planned.stops[0]!.id}/arrive`, {})
    server.clock.set(moment(planned.planned_start_time + 3 * hour + 600))
    await drive(`/stop/${planned.stops[0]!.id}/report`, { type: 'service_report_completed', client_id: 'first' })
    const driven = () => call('GET', `/app/v1/driver/${driver}/driving`, undefined, { date: tuesday }).then(done)
    // A job sums the route up.
    await expect.poll(async () => (await driven()).routes[0].is_reported, { timeout: 20_000 }).toBe(true)
    const work = await driven()
    expect(work).toMatchObject({ date: tuesday, counts: true, driving_last_week: 0 })
    expect(work.routes).toMatchObject([{ route_id: routes[0], date: monday, is_reported: true }])
    expect(Math.abs(work.driving_this_week - 5 * hour)).toBeLessThan(120)
    const next = await getPlan(tuesday, [late(8, 5.5)])
    expect(codes(await read(next.routes[0]!))).toContain('driving_hours')
    const headers = { cookie: await server.signIn(account.user_id), origin: 'http://localhost' }
    const data = done(await server.call('GET', `/app/v1/driver/${driver}/data`, { headers }))
    expect(data.driven).toHaveLength(2)
    done(await server.call('POST', `/app/v1/driver/${driver}/erase`, { headers }))
    const { db } = server.services.database
    const rows = await db
      .selectFrom('routes')
      .where('project_id', '=', account.project_id)
      .select('driver_work')
      .execute()
    expect(rows).toHaveLength(3)
    expect(rows.filter(({ driver_work }) => driver_work !== null)).toEqual([])
  })
})
