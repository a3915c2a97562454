// When drivers take their breaks, learned of past days: shown with its evidence, used by plans with slack, switched off, taken away and forgotten.
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../../test/harness.ts'

const server = useTestServer()
let account: Account

const call = async (method: string, path: string, body?: unknown, query?: Record<string, string>) => {
  const answer = await server.call(method, path, { key: account.key, body, query })
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}
const db = () => server.services.database.db
const ofProject = () => ({ project_id: account.project_id })
const learning = (method: string, body?: object, path = '') =>
  call(method, `/app/v1/project/${account.project_id}/learning${path}`, body)
const pause = { start: 41_400, end: 48_600, duration: 1_800 }

beforeEach(async () => {
  server.clock.set('2026-03-01T08:00:00Z')
  account = await server.createAccount()
})

/** A day of twelve vans with a break from half past eleven on. Eight eat from ten to twelve on, one after the other; four are back at noon and have not. */
async function driveDay(day: string) {
  server.clock.set(`${day}T05:00:00Z`)
  const { id } = await call('POST', '/v2/plan', { execution_date: day }, ofProject())
  const inputs = Array.from({ length: 12 }, (_, at) => ({
    start_location: { lat: 47.1, lng: 9.5 },
    time_window: [36_000, 61_200],
    vehicle: { break: pause },
    stops: [0, 1, 2].map((stop) => ({ location: { lat: 47.11 + stop / 100, lng: 9.5 + at / 10 } })),
  }))
  const routes: { id: string }[] = await call('POST', '/v2/routes', inputs, { plan_id: id })
  for (const [at, route] of routes.entries()) await driveRoute(route.id, day, at)
}

async function driveRoute(id: string, day: string, at: number) {
  const isEating = at < 8
  const told = (minutes: number) => sql`(${day}::timestamp + make_interval(mins => ${minutes})) at time zone timezone`
  await sql`update stops s set status = 'completed', finished_at = now() where route_id = ${id}`.execute(db())
  await sql`insert into reports (id, organization_id, project_id, stop_id, type, created_at, received_at, time_in_stop, reporter, stop_moves)
    select substr(md5(s.id), 1, 24), s.organization_id, s.project_id, s.id, 'service_report_completed', moment, moment, 300, 'driver', moves
    from stops s join projects p on p.id = s.project_id
    cross join lateral (select ${told(630)} + make_interval(mins => s."order" * ${isEating ? 70 : 42} + ${at}) as moment) m
    where route_id = ${id}`.execute(db())
  if (!isEating) return
  await sql`update routes r set breaks = jsonb_build_array(jsonb_build_object('is_completed', true, 'real_start_time',
      to_char(${told(710 + 6 * at)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'real_end_time',
      to_char(${told(740 + 6 * at)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')))
    from projects p where p.id = r.project_id and r.id = ${id}`.execute(db())
}

test('the shares by time are learned with the rest, and plans with slack use them until somebody says no', async () => {
  expect((await learning('GET')).breaks).toEqual({ uses_room: true, is_used: false, hours: [] })
  for (const day of ['2026-03-02', '2026-03-03']) await driveDay(day)
  server.clock.set('2026-03-04T20:00:00Z')
  const [thin] = (await learning('POST', undefined, '/run')).breaks.hours
  expect(thin).toMatchObject({ state: 'thin', routes: 24, days: 2, breaks: 16, steps: [] })

  await driveDay('2026-03-04')
  server.clock.set('2026-03-04T20:00:00Z')
  const { breaks } = await learning('POST', undefined, '/run')
  expect(breaks).toMatchObject({ uses_room: true, is_used: false })
  const { steps, ...found } = breaks.hours[0]
  expect(breaks.hours).toHaveLength(1)
  expect(found).toEqual({
    start: pause.start,
    end: pause.end,
    state: 'learned',
    routes: 36,
    days: 3,
    breaks: 24,
    last_seen: '2026-03-04',
  })
  // At 11:50 three of thirty-six have begun theirs; before anybody else is back two more vans of each day.
  expect(steps[0]).toEqual({ at: 42_600, share: 0.0833 })
  const shares = steps.map(({ share }: { share: number }) => share)
  expect(shares).toEqual(shares.toSorted((a: number, b: number) => a - b))
  expect(shares.at(-1)).toBeGreaterThan(0.8)

  // Used once new stops get learned times, and no longer where somebody says so.
  expect((await learning('PUT', { uses_service_times: true })).breaks).toMatchObject({ is_used: true })
  expect((await learning('PUT', { uses_break_room: false })).breaks).toMatchObject({ uses_room: false, is_used: false })
  expect((await learning('PUT', { uses_break_room: true })).breaks).toMatchObject({ uses_room: true, is_used: true })

  const table = await server.call('GET', '/app/v1/learned_breaks/export', { key: account.key, query: ofProject() })
  const lines = table.text.trim().split(/\r?\n/)
  expect(lines[0]).toContain('at')
  expect(lines).toHaveLength(1 + steps.length)
  expect(lines[1]).toMatch(/41400.48600.learned.36.3.24.2026-03-04.42600.0[.,]0833/)

  expect((await learning('DELETE')).breaks).toEqual({ uses_room: true, is_used: false, hours: [] })
  // Earlier reports no longer count.
  expect((await learning('POST', undefined, '/run')).breaks.hours).toEqual([])
})

/** When a route starts whose first stop has to begin by noon and whose second one opens at 13:53, so that it may start as late as the first one allows. */
async function startWithSlack(): Promise<number> {
  const optimizer_config = { slack: 0.5, max_wait_time: 7_200 }
  const { id } = await call('POST', '/v2/plan', { execution_date: '2026-03-06', optimizer_config }, ofProject())
  const windows = [
    [36_000, 43_200],
    [50_000, 54_000],
  ]
  const stops = windows.map((window, at) => ({
    location: { lat: 47.11 + at / 100, lng: 9.5 },
    duration: 600,
    time_windows: [window],
  }))
  const route = { start_location: { lat: 47.1, lng: 9.5 }, time_window: [36_000, 61_200], vehicle: { break: pause } }
  const [made] = await call('POST', '/v2/routes', [{ ...route, stops }], { plan_id: id })
  return (await call('GET', `/v2/route/${made.id}`)).planned_start_time
}

test('a route with slack starts sooner by the length of the break where many have eaten at the end of a window', async () => {
  for (const day of ['2026-03-02', '2026-03-03', '2026-03-04']) await driveDay(day)
  server.clock.set('2026-03-05T05:00:00Z')
  await learning('POST', undefined, '/run')
  const without = await startWithSlack()
  await learning('PUT', { uses_service_times: true })
  expect(without - (await startWithSlack())).toBe(pause.duration)
  await learning('PUT', { uses_break_room: false })
  expect(await startWithSlack()).toBe(without)
})
