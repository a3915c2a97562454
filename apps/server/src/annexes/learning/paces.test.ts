// Paces of drivers and vehicles: learned only where a project wishes it, used in plans and estimates, said by hand, taken away and forgotten.
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../../test/harness.ts'
import { learnAll } from './learning.job.ts'

const server = useTestServer()
let account: Account
let vans: string[]
let slow: string
let quick: string

const wobble = (at: number) => 1 + 0.1 * Math.sin(at * 12.9898)

const call = async (method: string, path: string, body?: unknown, query?: Record<string, string>) => {
  const answer = await server.call(method, path, { key: account.key, body, query })
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}
const ofProject = () => ({ project_id: account.project_id })
const learning = (method: string, body?: object, path = '') =>
  call(method, `/app/v1/project/${account.project_id}/learning${path}`, body)
const paces = async () => (await call('GET', '/app/v1/learned_paces', undefined, ofProject())).docs
const readPace = async (id: string) =>
  (await paces()).find(
    (entry: { driver_id?: string; vehicle_id?: string }) => (entry.driver_id ?? entry.vehicle_id) === id,
  )

/** A plan with a route of each van and its stops of five minutes. */
async function getPlan(day: string, stopsPerRoute: number): Promise<{ id: string; routes: { id: string }[] }> {
  const { id } = await call('POST', '/v2/plan', { execution_date: day }, ofProject())
  const input = vans.map((vehicle_id, van) => ({
    vehicle_id,
    stops: Array.from({ length: stopsPerRoute }, (_, at) => ({
      location: { lat: 47.1234 + at / 100, lng: 9.5678 + van / 100, street: `Lane ${van} ${at}`, city: 'Vaduz' },
      duration: 300,
    })),
  }))
  return { id, routes: await call('POST', '/v2/routes', input, { plan_id: id }) }
}

const listStops = async (plan_id: string, routes: readonly { id: string }[]) => {
  const stops: ({ route_id: string } & Record<string, number>)[] = await call('GET', `/v2/plan/${plan_id}/stops`)
  return routes.map(({ id }) => stops.filter(({ route_id }) => route_id === id))
}

/** Each van at eight stops: 300 s of work, times what its driver makes of it, as a program measured it. */
async function driveDay(day: string, factors: readonly number[]) {
  server.clock.set(`${day}T08:00:00Z`)
  const { id: planId, routes } = await getPlan(day, 8)
  for (const [van, own] of (await listStops(planId, routes)).entries()) {
    for (const [at, { id }] of own.entries()) {
      const time_in_stop = Math.round(300 * factors[van]! * wobble(at * 7 + van * 13 + Number(day.slice(-2)) * 31))
      await call('POST', `/v3/stop/${id}/report`, { type: 'service_report_completed', time_in_stop })
    }
  }
}

const days = ['2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05', '2026-03-06']
const driveDays = async () => {
  for (const day of days) await driveDay(day, [1.6, 1, 1])
}

/** Seconds of the work at each stop of the routes of a new day, as planned. */
async function plannedWork(day = '2026-03-09') {
  const { id, routes } = await getPlan(day, 2)
  return (await listStops(id, routes)).map((own) =>
    own.map(
      ({ planned_arrival_time: from, planned_departure_time: to }: Record<string, number>) => (to ?? 0) - (from ?? 0),
    ),
  )
}

beforeEach(async () => {
  server.clock.set('2026-01-02T08:00:00Z')
  account = await server.createAccount()
  vans = []
  for (const label of ['One', 'Two', 'Three']) vans.push((await call('POST', '/v2/vehicle', { label }, ofProject())).id)
  const driver = (label: string, usual_vehicle_id: string) =>
    call('POST', '/app/v1/driver', { label, usual_vehicle_id }, ofProject())
  slow = (await driver('Slow Sam', vans[0]!)).id
  quick = (await driver('Quick Quinn', vans[1]!)).id
})

test('nothing is kept of anybody until the project says so; then plans count with it, and nothing stays when it no longer does', async () => {
  await driveDays()
  await learning('POST', undefined, '/run')
  expect(await paces()).toEqual([])
  expect((await plannedWork()).flat()).toEqual([300, 300, 300, 300, 300, 300])

  expect(await learning('PUT', { uses_paces: true })).toMatchObject({ uses_paces: true })
  const own = await readPace(slow)
  expect(own).toMatchObject({ kind: 'driver', label: 'Slow Sam', visits: 40, last_seen: '2026-03-06', used: 'learned' })
  expect(own.learned_error).toBeLessThan(own.given_error)
  expect(own.factor).toBeGreaterThan(1.2)
  // Nobody is known to drive the third van: its pace is its own.
  expect(await readPace(vans[2]!)).toMatchObject({ kind: 'vehicle', label: 'Three', visits: 40 })
  const [sams, quinns] = await plannedWork('2026-03-10')
  expect(sams).toEqual([Math.round(300 * own.used_factor), Math.round(300 * own.used_factor)])
  expect(quinns![0]).toBe(Math.round(300 * (await readPace(quick)).used_factor))

  // Another driver's van gets the pace of the quick driver who takes it over.
  const assignments = [{ date: '2026-03-11', vehicle_id: vans[0], driver_id: quick }]
  await call('POST', '/app/v1/driver_assignments', { assignments }, ofProject())
  expect((await plannedWork('2026-03-11'))[0]![0]).toBe(Math.round(300 * (await readPace(quick)).used_factor))

  await learning('PUT', { uses_paces: false })
  expect(await paces()).toEqual([])
  expect((await plannedWork('2026-03-12')).flat()).toEqual([300, 300, 300, 300, 300, 300])
})

test('a pace is fixed, switched off and forgotten; what was said outlives the night', async () => {
  await driveDays()
  await learning('PUT', { uses_paces: true })
  const { id } = await readPace(slow)
  const fixed = await call('PUT', `/app/v1/learned_pace/${id}`, { fixed_factor: 1.33 })
  expect(fixed).toMatchObject({ fixed_factor: 1.33, used: 'fixed', used_factor: 1.34 })
  await learnAll(server.services)
  expect(await readPace(slow)).toMatchObject({ id, used: 'fixed', used_factor: 1.34 })
  expect((await plannedWork())[0]).toEqual([402, 402])
  await call('PUT', `/app/v1/learned_pace/${id}`, { is_off: true })
  expect((await plannedWork('2026-03-10'))[0]).toEqual([300, 300])
  expect(await call('PUT', `/app/v1/learned_pace/${id}`, { is_off: false, fixed_factor: null })).toMatchObject({
    used: 'learned',
  })
  await call('DELETE', `/app/v1/learned_pace/${id}`)
  expect(await readPace(slow)).toBeUndefined()
  await learning('POST', undefined, '/run')
  expect(await readPace(slow)).toBeUndefined()
  expect(await readPace(quick)).toMatchObject({ visits: 40 })
  expect((await plannedWork('2026-03-11'))[0]).toEqual([300, 300])
})

test('where nobody is known to drive, work is planned as those do it who usually come, and nobody is told so', async () => {
  await driveDays()
  await learning('PUT', { uses_paces: true, uses_service_times: true })
  const four = (await call('POST', '/v2/vehicle', { label: 'Four' }, ofProject())).id
  const { id: planId } = await call('POST', '/v2/plan', { execution_date: '2026-03-09' }, ofProject())
  const place = (van: number) => ({ lat: 47.1234, lng: 9.5678 + van / 100, street: `Lane ${van} 0`, city: 'Vaduz' })
  const stopAt = (van: number) => ({ location: place(van) })
  const input = [
    { vehicle_id: four, stops: [stopAt(0), stopAt(2)] },
    { vehicle_id: vans[0], stops: [stopAt(0)] },
    { vehicle_id: vans[2], stops: [stopAt(0)] },
  ]
  const routes = await call('POST', '/v2/routes', input, { plan_id: planId })
  const planned = async () => {
    const stops = await listStops(planId, routes)
    expect(JSON.stringify(stops)).not.toContain('anybody')
    return stops.flat().map(({ id, duration, planned_arrival_time: from, planned_departure_time: to }) => {
      return { id: id!, duration: duration!, work: to! - from! }
    })
  }
  type Planned = Awaited<ReturnType<typeof planned>>[number]
  const [atSams, atThirds, bySam, byThird] = (await planned()) as [Planned, Planned, Planned, Planned]
  // The same stop for a usual driver, in Sam's hands, and where nobody is known: Sam comes there.
  const sams = (await readPace(slow)).factor
  expect(bySam.duration).toBe(atSams.duration)
  expect(byThird.work).toBe(Math.round(byThird.duration * (await readPace(vans[2]!)).used_factor))
  expect(atSams.work / atSams.duration).toBeCloseTo(sams, 1)
  expect(atSams.work).toBeGreaterThan(1.3 * byThird.work)
  expect(atThirds.work / atThirds.duration).toBeCloseTo((await readPace(vans[2]!)).factor, 1)

  // A duration that somebody says counts for everybody.
  await call('PUT', `/v2/stop/${atSams.id}`, { duration: 400 })
  expect((await planned())[0]!.work).toBe(400)
  const columns = sql<{ kept: string }>`
    select count(*)::text as kept from stops where project_id = ${account.project_id} and anybody_duration is not null`
  const kept = async () => (await columns.execute(server.services.database.db)).rows[0]!.kept
  expect(Number(await kept())).toBeGreaterThan(0)
  await learning('PUT', { uses_paces: false })
  expect(await kept()).toBe('0')
})

/** Drives a day of twelve stops each as drivers report it: work as planned, ways times what each makes of them. */
async function driveWays(day: string, factors: readonly number[]) {
  server.clock.set(`${day}T06:00:00Z`)
  const { routes } = await getPlan(day, 12)
  for (const [van, { id }] of routes.entries()) {
    await sql`
      with parts as (
        select *, planned_departure_time - planned_arrival_time as work, planned_arrival_time
          - coalesce(lag(planned_departure_time) over (order by "order"), planned_arrival_time) as way
        from stops where route_id = ${id}
      ), times as (
        select *, sum(work + ${factors[van]}::double precision * way * (1 + 0.02 * ("order" % 5 - 2))) over (order by "order") as done
        from parts
      )
      insert into reports (id, organization_id, project_id, stop_id, type, created_at, received_at, time_in_stop, reporter, stop_moves)
      select substr(md5(id), 1, 24), organization_id, project_id, id, 'service_report_completed', moment, moment, work, 'driver', moves
      from times cross join lateral (select ${`${day}T08:00:00Z`}::timestamptz + make_interval(secs => done)) m (moment)`.execute(
      server.services.database.db,
    )
    await sql`update stops set status = 'completed' where route_id = ${id}`.execute(server.services.database.db)
  }
}

/** Planned seconds of the first way between two stops of each route of a new day. */
async function plannedWays(day: string) {
  const { id, routes } = await getPlan(day, 2)
  return (await listStops(id, routes)).map(
    ([one, other]) => other!.planned_arrival_time! - one!.planned_departure_time!,
  )
}

test('who drives slower gets more time on the way, learned of his ways, and once more of ways planned like that', async () => {
  const usual = await plannedWays('2026-03-01')
  for (const day of days) await driveWays(day, [1.3, 1, 1])
  await learning('PUT', { uses_paces: true })
  const { driving } = await readPace(slow)
  expect(driving).toMatchObject({ legs: 55, used: 'learned', last_seen: '2026-03-06' })
  expect(driving.factor).toBeGreaterThan(1.12)
  expect(driving.learned_error).toBeLessThan(driving.given_error)
  const [sams, , others] = await plannedWays('2026-03-09')
  expect(sams! / usual[0]!).toBeCloseTo(driving.used_factor, 1)
  expect(others! / usual[2]!).toBeLessThan(1.01)
  // The pace already in the plan is divided out, so learning again does not increase it.
  for (const day of ['2026-03-10', '2026-03-11', '2026-03-12']) {
    const { used_factor } = (await readPace(slow)).driving
    await driveWays(day, [1.3 / used_factor, 1 / (await readDriving(quick)), 1 / (await readDriving(vans[2]!))])
  }
  await learning('POST', undefined, '/run')
  expect((await readPace(slow)).driving.factor).toBeGreaterThan(1.12)

  const { id } = await readPace(slow)
  expect((await call('PUT', `/app/v1/learned_pace/${id}`, { fixed_driving: 1.5 })).driving).toMatchObject({
    used: 'fixed',
    used_factor: 1.5,
  })
  expect((await plannedWays('2026-03-13'))[0]! / usual[0]!).toBeCloseTo(1.5, 1)
  const query = { ...ofProject(), language: 'en' }
  expect((await server.call('GET', '/app/v1/learned_paces/export', { key: account.key, query })).text).toContain(
    'driving_used_factor',
  )
  await learning('PUT', { uses_paces: false })
  expect((await plannedWays('2026-03-14'))[0]).toBe(usual[0])
})

const readDriving = async (id: string): Promise<number> => (await readPace(id)).driving?.used_factor ?? 1

test('they go as a table, and with the driver', async () => {
  await driveDays()
  await learning('PUT', { uses_paces: true })
  const query = { ...ofProject(), language: 'en' }
  const { text } = await server.call('GET', '/app/v1/learned_paces/export', { key: account.key, query })
  expect(text).toContain('Slow Sam')
  await call('DELETE', `/app/v1/driver/${slow}`)
  expect(await readPace(slow)).toBeUndefined()
  expect((await plannedWork())[0]).toEqual([300, 300])
})

test('limits are named, and who does not manage the project sees nothing of it', async () => {
  await driveDays()
  await learning('PUT', { uses_paces: true })
  const { id } = await readPace(slow)
  const refused = await server.call('PUT', `/app/v1/learned_pace/${id}`, {
    key: account.key,
    body: { fixed_factor: 3 },
  })
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('fixed_factor')])
  const none = await server.call('PUT', `/app/v1/learned_pace/${slow}`, { key: account.key, body: { is_off: true } })
  expect(none.status).toBe(404)
  const { key } = await server.createUser(account, 'organization_user', [account.project_id])
  for (const path of ['learned_paces', 'learned_paces/export'])
    expect((await server.call('GET', `/app/v1/${path}`, { key, query: ofProject() })).status).toBe(403)
  expect((await server.call('DELETE', `/app/v1/learned_pace/${id}`, { key })).status).toBe(403)
})
