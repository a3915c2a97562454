// Windows that recipients were told: kept when they change, scored when the driver came, and made of past days where the project wishes.
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../../test/harness.ts'
import { scoreAllPromises } from './promises.ts'

const server = useTestServer({ annexes: 'all' })
let account: Account

const call = async (method: string, path: string, body?: unknown, query?: Record<string, string>) => {
  const answer = await server.call(method, path, { key: account.key, body, query })
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}
const ofProject = () => ({ project_id: account.project_id })
const at = (day: number, time: string) => server.clock.set(`2026-03-0${day}T${time}:00.000Z`)
const db = () => server.services.database.db

beforeEach(async () => {
  at(1, '08:00')
  account = await server.createAccount()
})

/** A plan of a day of March with some routes of as many stops, each stop about a kilometre from the last; ids in driving order. */
async function planDay(
  day: number,
  routes: number,
  stops: number,
): Promise<{ id: string; stops: { id: string; token: string }[] }[]> {
  const plan = await call('POST', '/v2/plan', { execution_date: `2026-03-0${day}` }, ofProject())
  const inputs = Array.from({ length: routes }, (_, route) => ({
    start_location: { lat: 47.1, lng: 9.5 + route / 10 },
    time_window: [28_800, 61_200],
    stops: Array.from({ length: stops }, (_, stop) => ({
      location: { lat: 47.11 + stop / 100, lng: 9.5 + route / 10 },
    })),
  }))
  const made = await call('POST', '/v2/routes', inputs, { plan_id: plan.id })
  return Promise.all(
    made.map(async ({ id }: { id: string }) => ({
      id,
      stops: (await call('GET', `/v2/route/${id}`)).stops.map((stop: { id: string; tracking_url: string }) => ({
        id: stop.id,
        token: stop.tracking_url.split('/t/')[1],
      })),
    })),
  )
}

async function start(routeId: string) {
  await call('PUT', `/v2/route/${routeId}`, { email: 'driver@example.test' })
  const link: string = (await call('POST', `/v2/route/${routeId}/dispatch`)).public_link
  const headers = { authorization: `Bearer ${link.split('/d/')[1]}` }
  const drive = async (path: string, body?: unknown) => {
    const answer = await server.call('POST', `/driver/v1${path}`, { headers, body })
    expect(answer.status, answer.text).toBeLessThan(300)
  }
  await drive('/start')
  return drive
}

const look = async (token: string) => (await server.call('GET', `/track/v1/${token}`)).body
const toldAbout = async (stopId: string) => {
  await server.services.toldWindows.flush()
  return (await call('GET', `/app/v1/stop/${stopId}/promises`)).docs
}
const scores = (from = '2026-03-01', to = '2026-03-31') =>
  call('GET', '/app/v1/analytics/promises', undefined, { ...ofProject(), from_date: from, to_date: to })

test('a window is kept once for as long as it is the same, and scored when the driver came', async () => {
  const [route] = await planDay(2, 1, 3)
  const [first, second, third] = route!.stops as [
    { id: string; token: string },
    { id: string; token: string },
    { id: string; token: string },
  ]
  at(2, '07:00')
  const shown = await look(second.token)
  await look(second.token)
  const told = await toldAbout(second.id)
  expect(told).toHaveLength(1)
  expect(told[0]).toMatchObject({ told_by: 'page', is_started: false, stops_ahead: 1, window_from: shown.window_from })
  expect(told[0]).toMatchObject({ window_to: shown.window_to, told_at: '2026-03-02T07:00:00.000Z' })
  expect(told[0]).not.toHaveProperty('share')
  expect(told[0]).not.toHaveProperty('outcome')

  at(2, '08:00')
  const drive = await start(route!.id)
  for (const { token } of [first, second, third]) await look(token)
  expect(await toldAbout(second.id)).toMatchObject([{ is_started: false }, { is_started: true, stops_ahead: 1 }])
  at(2, '08:03')
  await drive(`/stop/${first.id}/arrive`, {})
  at(2, '08:08')
  await drive(`/stop/${first.id}/report`, { type: 'service_report_completed' })
  at(2, '09:00')
  await drive(`/stop/${second.id}/arrive`, {})
  await drive(`/stop/${second.id}/report`, { type: 'service_report_completed' })
  // For a report that a program sends from a desk, the time of the visit is unknown unless it was sent at once.
  at(2, '18:00')
  await call('POST', `/v3/stop/${third.id}/report`, { type: 'service_report_canceled' })

  expect(await scoreAllPromises(server.services)).toBe(4)
  expect(await scoreAllPromises(server.services)).toBe(0)
  const [, underWay] = await toldAbout(second.id)
  expect(underWay).toMatchObject({ outcome: 'late', came_at: '2026-03-02T09:00:00.000Z' })
  expect(underWay.seconds_off).toBe((Date.parse('2026-03-02T09:00:00Z') - Date.parse(underWay.window_to)) / 1_000)
  expect(await toldAbout(first.id)).toMatchObject([{ outcome: 'kept', seconds_off: 0 }])
  expect(await toldAbout(third.id)).toMatchObject([{ outcome: 'void' }])

  const found = await scores()
  expect(found.total).toMatchObject({ promises: 3, kept: 2, early: 0, late: 1, off: underWay.seconds_off })
  expect(found.means).toMatchObject([{ told_by: 'page', promises: 3 }])
  expect(found.rules).toMatchObject([{ promises: 3 }])
  expect(found.stops_ahead).toMatchObject([{ from: 0, to: 0, kept: 1 }, { from: 1, to: 2, late: 1 }, { promises: 1 }])
  expect(found.hours.reduce((sum: number, { promises }: { promises: number }) => sum + promises, 0)).toBe(3)
  expect(found.drivers).toMatchObject([{ promises: 3 }])
  expect((await scores('2026-03-03')).total).toEqual({ promises: 0, kept: 0, early: 0, late: 0 })
})

test('windows are made of past days where the project wishes so, hold as often as it says, and are forgotten with the rest', async () => {
  const learning = (method: string, body?: object, path = '') =>
    call(method, `/app/v1/project/${account.project_id}/learning${path}`, body)
  for (const day of [2, 3, 4]) {
    const routes = await planDay(day, 12, 3)
    // Every driver is some minutes late all day; each stop takes five.
    const stops = routes.flatMap((route, at) => route.stops.map(({ id }, order) => ({ id, one: at, order })))
    await sql`update stops set status = 'completed', finished_at = now() where plan_id in (
      select plan_id from stops where id = ${stops[0]!.id})`.execute(db())
    const late = stops.map(({ id, one, order }) => ({ id, minutes: 4 + ((one * 7 + day * 5 + order) % 6) }))
    await sql`insert into reports (id, organization_id, project_id, stop_id, type, created_at, received_at, time_in_stop, reporter, stop_moves)
      select substr(md5(s.id), 1, 24), organization_id, project_id, s.id, 'service_report_completed', moment, moment, 300, 'driver', moves
      from jsonb_to_recordset(${JSON.stringify(late)}::jsonb) as l (id text, minutes integer) join stops s on s.id = l.id
      cross join lateral (
        select ${`2026-03-0${day}T00:00:00Z`}::timestamptz + make_interval(secs => planned_departure_time - 3600 + 60 * minutes) as moment
      ) m`.execute(db())
  }
  at(5, '02:00')
  expect((await learning('GET')).windows).toEqual({
    is_used: false,
    uses_days: true,
    share: 0.8,
    state: 'never',
    estimates: 0,
    routes: 0,
    days: 0,
  })
  const { windows } = await learning('POST', undefined, '/run')
  expect(windows).toMatchObject({ state: 'learned', routes: 36, days: 3, share: 0.8 })
  expect(windows.kept).toBeGreaterThan(0.75)
  expect(windows.width).toBeLessThan(windows.usual_width / 2)

  const [route] = await planDay(6, 1, 3)
  const { token, id } = route!.stops[1]!
  at(6, '06:00')
  const width = ({ window_from, window_to }: { window_from: string; window_to: string }) =>
    (Date.parse(window_to) - Date.parse(window_from)) / 60_000
  // The usual rule begins no earlier than the route may leave.
  const usual = width(await look(token))
  expect(usual).toBeGreaterThanOrEqual(75)
  expect((await learning('PUT', { uses_windows: true })).windows).toMatchObject({ is_used: true, state: 'learned' })
  expect(width(await look(token))).toBeLessThanOrEqual(30)
  expect(await toldAbout(id)).toMatchObject([{ told_by: 'page' }, { told_by: 'page', share: 0.8 }])
  // Another share makes other windows of the same days, at once.
  const bold = (await learning('PUT', { windows_share: 0.6 })).windows
  expect(bold).toMatchObject({ is_used: true, share: 0.6, state: 'learned' })
  expect(bold.width).toBeLessThan(windows.width)
  // So few routes say nothing of nineteen in twenty.
  expect((await learning('PUT', { windows_share: 0.95 })).windows).toMatchObject({ state: 'thin' })
  expect(width(await look(token))).toBe(usual)
  const refused = await server.call('PUT', `/app/v1/project/${account.project_id}/learning`, {
    key: account.key,
    body: { windows_share: 0.99 },
  })
  expect(refused.status).toBe(400)
  expect(refused.text).toContain('windows_share')
  expect((await learning('DELETE')).windows).toMatchObject({ is_used: true, share: 0.95, state: 'never' })
  expect(width(await look(token))).toBe(usual)
})
