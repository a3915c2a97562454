// Effects of a running day on all routes: derived from finished parts, used by the estimates of the others, shown and switched off.
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../../test/harness.ts'
import { lookAtDays } from './running-days.ts'

const server = useTestServer()
let account: Account

const call = async (method: string, path: string, body?: unknown, query?: Record<string, string>) => {
  const answer = await server.call(method, path, { key: account.key, body, query })
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}
const ofProject = () => ({ project_id: account.project_id })
const db = () => server.services.database.db
const at = (time: string) => server.clock.set(`2026-03-02T${time}:00.000Z`)
const day = (date = '2026-03-02') =>
  call('GET', `/app/v1/project/${account.project_id}/day_pace`, undefined, { day: date })

const usual = Array<number>(24).fill(0)
const driving = { usual, of_parts: 0.02, of_routes: 0.001, of_days: 0.01 }
const habits = { bias: 0, pace: 0, days: { driving }, given_error: 500, learned_error: 400 }

const setLearning = (learning: object) =>
  sql`update projects set learning = ${JSON.stringify(learning)}::jsonb where id = ${account.project_id}`.execute(db())

/** Routes of stops ten kilometres from each other, from eight o'clock on. */
async function planDay(): Promise<{ id: string }[]> {
  const plan = await call('POST', '/v2/plan', { execution_date: '2026-03-02' }, ofProject())
  const inputs = Array.from({ length: 5 }, (_, route) => ({
    email: 'driver@example.test',
    start_location: { lat: 47.1, lng: 9.5 + route / 10 },
    time_window: [28_800, 61_200],
    stops: Array.from({ length: 6 }, (_, stop) => ({ location: { lat: 47.2 + stop / 10, lng: 9.5 + route / 10 } })),
  }))
  return call('POST', '/v2/routes', inputs, { plan_id: plan.id })
}

async function start(routeId: string) {
  const link: string = (await call('POST', `/v2/route/${routeId}/dispatch`)).public_link
  const headers = { authorization: `Bearer ${link.split('/d/')[1]}` }
  const drive = async (method: string, path: string, body?: unknown) => {
    const answer = await server.call(method, `/driver/v1${path}`, { headers, body })
    expect(answer.status, answer.text).toBeLessThan(300)
    return answer.body
  }
  await drive('POST', '/start')
  return drive
}

/** Finishes the routes: every leg takes the planned time multiplied by `slowness`, the work as planned. */
async function driveOthers(routeIds: readonly string[], slowness: number) {
  await sql`
    with seconds as (
      select id, project_id, organization_id, moves, planned_departure_time - planned_arrival_time as work,
        sum(${slowness}::double precision * (planned_arrival_time - coalesce(lag, planned_arrival_time)) + planned_departure_time - planned_arrival_time)
          over (partition by route_id order by "order") as done
      from (select *, lag(planned_departure_time) over (partition by route_id order by "order") as lag
        from stops where route_id in (${sql.join(routeIds)})) s
    )
    insert into reports (id, organization_id, project_id, stop_id, type, created_at, received_at, time_in_stop, reporter, stop_moves)
    select substr(md5(id), 1, 24), organization_id, project_id, id, 'service_report_completed', moment, moment, work, 'driver', moves
    from seconds cross join lateral (select '2026-03-02T08:00:00Z'::timestamptz + make_interval(secs => done)) m (moment)`.execute(
    db(),
  )
  await sql`update stops set status = 'completed' where route_id in (${sql.join(routeIds)})`.execute(db())
}

beforeEach(async () => {
  server.clock.set('2026-03-01T08:00:00.000Z')
  account = await server.createAccount()
})

test('a van that has hardly begun is expected as late as the day makes all of them, until that is switched off', async () => {
  const [own, ...others] = await planDay()
  at('08:00')
  const drive = await start(own!.id)
  const ahead = async (second: number) => {
    const recorded_at = `2026-03-02T08:00:0${second}.000Z`
    await drive('POST', '/positions', { positions: [{ lat: 47.1, lng: 9.5, recorded_at }] })
    const { stops } = await drive('GET', '/route')
    const [first] = stops
    return (Date.parse(first.estimated_arrival_time) - server.clock.now().getTime()) / 1_000
  }
  const plain = await ahead(1)
  await driveOthers(
    others.map(({ id }) => id),
    1.25,
  )
  expect(await lookAtDays(server.services)).toBe(0)
  expect(await day()).toEqual({ project_id: account.project_id, day: '2026-03-02', is_used: false })

  await setLearning({ uses_windows: true, habits })
  at('18:00')
  expect(await lookAtDays(server.services)).toBe(1)
  const seen = await day()
  expect(seen).toMatchObject({ is_used: true, driving: { parts: 20, routes: 4 }, work: { factor: 1, parts: 0 } })
  expect(seen).toMatchObject({ seen_at: '2026-03-02T18:00:00.000Z' })
  expect(seen.driving.factor).toBeGreaterThan(1.2)
  expect(seen.driving.factor).toBeLessThan(1.25)
  expect(await day('2026-03-03')).toEqual({ project_id: account.project_id, day: '2026-03-03', is_used: true })
  at('08:00')
  expect(await ahead(2)).toBeCloseTo(seen.driving.factor * plain, -1)
  // A report asks for the same.
  const [first, second] = (await drive('GET', '/route')).stops
  await drive('POST', `/stop/${first.id}/report`, { type: 'service_report_completed' })
  const later = (await drive('GET', '/route')).stops.find(({ id }: { id: string }) => id === second.id)
  expect(Date.parse(later.estimated_arrival_time)).toBeGreaterThan(server.clock.now().getTime())

  await call('PUT', `/app/v1/project/${account.project_id}/learning`, { uses_days: false })
  expect(await day()).toMatchObject({ is_used: false })
  expect(await day()).not.toHaveProperty('driving')
  expect(await lookAtDays(server.services)).toBe(0)
})

test('who may not see the project sees nothing of its days, and a day that is none is refused', async () => {
  const { key } = await server.createUser(account, 'organization_user', [])
  const path = `/app/v1/project/${account.project_id}/day_pace`
  expect((await server.call('GET', path, { key, query: { day: '2026-03-02' } })).status).toBe(403)
  const refused = await server.call('GET', path, { key: account.key, query: { day: 'Monday' } })
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('day')])
})
