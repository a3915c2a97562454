// Service times learned from past days: what is found, when new stops get it, and what people say of it by hand.
import { beforeEach, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../../test/harness.ts'
import { learnAll } from './learning.job.ts'

const server = useTestServer()
let account: Account
let clientIds: string[]

/** Real durations of the clients; the project's default is 300 s. */
const computeSeconds = (client: number) => 500 + 100 * client
const wobble = (at: number) => 1 + 0.1 * Math.sin(at * 12.9898)

const call = async (method: string, path: string, body?: unknown, query?: Record<string, string>) => {
  const answer = await server.call(method, path, { key: account.key, body, query })
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}
const learning = (method: string, body?: object, path = '') =>
  call(method, `/app/v1/project/${account.project_id}/learning${path}`, body)
const ofProject = () => ({ project_id: account.project_id })
const learnedTimes = async () => (await call('GET', '/app/v1/learned_times', undefined, ofProject())).docs
const readTime = async (client: number) =>
  (await learnedTimes()).find((entry: { client_id: string }) => entry.client_id === clientIds[client])

interface Driven {
  clientId?: string | undefined
  seconds: number
  place?: number
}

/** A plan of a day in March whose stops were reported by a program that measured the times. */
async function drive(day: number, visits: readonly Driven[]) {
  server.clock.set(`2026-03-${String(day).padStart(2, '0')}T08:00:00Z`)
  const { id } = await call('POST', '/v2/plan', { execution_date: server.clock.now().toISOString() }, ofProject())
  const inputs = visits.map(({ clientId, place }, at) => ({
    ...(clientId === undefined ? {} : { client_id: clientId }),
    location: { lat: 47.1234 + (place ?? at) / 100, lng: 9.5678, street: `Lane ${place ?? at}`, city: 'Vaduz' },
  }))
  const stops = await call('POST', '/v2/stops', inputs, { plan_id: id })
  for (const [at, { seconds }] of visits.entries()) {
    await call('POST', `/v3/stop/${stops[at].id}/report`, { type: 'service_report_completed', time_in_stop: seconds })
  }
  return stops
}

const usualDay = (day: number) =>
  drive(
    day,
    clientIds.map((clientId, at) => ({
      clientId,
      seconds: Math.round(computeSeconds(at) * wobble(day * 31 + at * 7)),
    })),
  )

async function newStop(input: object) {
  const { id } = await call('POST', '/v2/plan', {}, ofProject())
  return (await call('POST', '/v2/stops', [input], { plan_id: id }))[0]
}

beforeEach(async () => {
  server.clock.set('2026-01-02T08:00:00Z')
  account = await server.createAccount()
  clientIds = []
  for (let at = 0; at < 9; at++)
    clientIds.push((await call('POST', '/v2/client', { label: `Client ${at}` }, ofProject())).id)
})

const driveDays = async () => {
  for (const day of [2, 3, 4, 5]) await usualDay(day)
}

test('nothing is known before anybody looked, and too little of one day', async () => {
  expect(await learning('GET')).toMatchObject({ state: 'never', uses_service_times: false, visits: 0, effects: [] })
  await usualDay(2)
  expect(await learning('POST', undefined, '/run')).toMatchObject({ state: 'thin', visits: 9, days: 1 })
  expect(await learnedTimes()).toEqual([])
})

test('after some days each client has a time with its evidence, and new stops get it once that is switched on', async () => {
  await driveDays()
  const found = await learning('POST', undefined, '/run')
  expect(found).toMatchObject({ state: 'learned', visits: 36, days: 4, learned_at: server.clock.now().toISOString() })
  expect(found.learned_error).toBeLessThan(found.given_error / 2)
  expect(found.effects.map(({ kind }: { kind: string }) => kind)).toContain('project')
  const last = await readTime(8)
  expect(last).toMatchObject({
    kind: 'client',
    label: 'Client 8',
    visits: 4,
    last_seen: '2026-03-05',
    given_seconds: 300,
  })
  expect(last).toMatchObject({ is_better: true, is_off: false, used: 'learned' })
  expect(Math.abs(last.seconds / computeSeconds(8) - 1)).toBeLessThan(0.15)
  expect(await newStop({ client_id: clientIds[8] })).not.toHaveProperty('duration')

  expect(await learning('PUT', { uses_service_times: true })).toMatchObject({ uses_service_times: true })
  const stop = await newStop({ client_id: clientIds[8] })
  expect(Math.abs(stop.duration - last.seconds)).toBeLessThan(10)
  expect((await newStop({ client_id: clientIds[8], duration: 42 })).duration).toBe(42)
  expect(await newStop({ client_id: clientIds[8], duration: null })).not.toHaveProperty('duration')
  // A client that nobody has visited takes what is usual here.
  expect((await newStop({})).duration).toBeGreaterThan(600)
  // Running again learns the same: times that were learned are not taken for given ones.
  expect(await readTime(8)).toMatchObject({ seconds: last.seconds })
  await learning('PUT', { uses_service_times: false })
  expect(await newStop({ client_id: clientIds[8] })).not.toHaveProperty('duration')
})

test('a default that somebody changed since counts until the next night, and then what was learned against it', async () => {
  await driveDays()
  await learning('POST', undefined, '/run')
  await learning('PUT', { uses_service_times: true })
  await call('PUT', `/v2/client/${clientIds[3]}`, { default_duration: computeSeconds(3) })
  expect((await newStop({ client_id: clientIds[3] })).duration).toBe(computeSeconds(3))
  expect(await learnAll(server.services)).toBeGreaterThanOrEqual(1)
  expect(await readTime(3)).toMatchObject({ given_seconds: computeSeconds(3) })
})

test('stops without a client teach of their place', async () => {
  await driveDays()
  for (const day of [9, 10, 11]) await drive(day, [{ seconds: 1_500, place: 40 }])
  await learning('POST', undefined, '/run')
  const place = (await learnedTimes()).find(({ kind }: { kind: string }) => kind === 'place')
  expect(place).toMatchObject({ lat: 47.5234, lng: 9.5678, label: 'Lane 40, Vaduz', visits: 3 })
  await learning('PUT', { uses_service_times: true })
  expect((await newStop({ location: { lat: 47.52341, lng: 9.56779 } })).duration).toBeGreaterThan(1_000)
})

test('a number is fixed, switched off, and freed again; it outlives the night', async () => {
  await driveDays()
  await learning('POST', undefined, '/run')
  await learning('PUT', { uses_service_times: true })
  const { id } = await readTime(2)
  const change = (body: object) => call('PUT', `/app/v1/learned_time/${id}`, body)
  expect(await change({ fixed_seconds: 77 })).toMatchObject({ fixed_seconds: 77, used: 'fixed' })
  await learning('POST', undefined, '/run')
  expect(await readTime(2)).toMatchObject({ id, fixed_seconds: 77, used: 'fixed', visits: 4 })
  expect((await newStop({ client_id: clientIds[2] })).duration).toBe(77)
  expect(await change({ is_off: true })).toMatchObject({ used: 'given' })
  expect(await newStop({ client_id: clientIds[2] })).not.toHaveProperty('duration')
  const freed = await change({ is_off: false, fixed_seconds: null })
  expect(freed).toMatchObject({ used: 'learned' })
  expect(freed).not.toHaveProperty('fixed_seconds')
})

test('what is forgotten is not learned again from the same visits: one client, and everything', async () => {
  await driveDays()
  await learning('POST', undefined, '/run')
  const { id } = await readTime(4)
  expect(await call('DELETE', `/app/v1/learned_time/${id}`)).toMatchObject({ id, visits: 4 })
  await learning('POST', undefined, '/run')
  expect(await readTime(4)).toBeUndefined()
  expect(await learnedTimes()).toHaveLength(8)

  expect(await learning('DELETE')).toMatchObject({ state: 'never', visits: 0 })
  expect(await learning('POST', undefined, '/run')).toMatchObject({ state: 'thin', visits: 0 })
  expect(await learnedTimes()).toEqual([])
  server.clock.advanceSeconds(60)
  await usualDay(20)
  expect(await learning('POST', undefined, '/run')).toMatchObject({ visits: 9, days: 1 })
})

test('what was learned is taken away as a table', async () => {
  await driveDays()
  await learning('POST', undefined, '/run')
  const answer = await server.call('GET', '/app/v1/learned_times/export', { key: account.key, query: ofProject() })
  expect(answer.status, answer.text).toBe(200)
  const [header, ...lines] = answer.text.trim().split('\r\n')
  expect(header).toContain('client_id')
  expect(lines).toHaveLength(9)
  expect(answer.text).toContain('Client 8')
})

test('who is erased is learned of no more', async () => {
  await driveDays()
  await learning('POST', undefined, '/run')
  await learning('PUT', { uses_service_times: true })
  const cookie = await server.signIn(account.user_id)
  const asAdministrator = (path: string, body: object) =>
    server.call('POST', path, { headers: { cookie, origin: 'http://localhost' }, body })
  const who = { client_id: clientIds[5] }
  const { body } = await asAdministrator('/app/v1/recipient/find', who)
  const erased = await asAdministrator('/app/v1/recipient/erase', { ...who, fingerprint: body.fingerprint })
  expect(erased.status, erased.text).toBe(200)
  expect(await readTime(5)).toBeUndefined()
  await learning('POST', undefined, '/run')
  expect(await readTime(5)).toBeUndefined()
  expect(JSON.stringify(await learnedTimes())).not.toContain('Client 5')
})

test('others see and change nothing of it', async () => {
  await driveDays()
  await learning('POST', undefined, '/run')
  const { id } = await readTime(1)
  const other = await server.createAccount('Other')
  const asOther = (method: string, path: string, query?: Record<string, string>, body?: object) =>
    server.call(method, path, { key: other.key, query, body })
  expect((await asOther('GET', `/app/v1/project/${account.project_id}/learning`)).status).toBe(404)
  expect((await asOther('GET', '/app/v1/learned_times', ofProject())).status).toBe(404)
  expect((await asOther('PUT', `/app/v1/learned_time/${id}`, undefined, { is_off: true })).status).toBe(404)
  expect((await asOther('DELETE', `/app/v1/learned_time/${id}`)).status).toBe(404)
})

test('ways between visits teach a week of traffic, which can be brought as an own one', async () => {
  const week = () => call('GET', `/app/v1/project/${account.project_id}/traffic/learned`)
  expect(await week()).toEqual({ state: 'thin', legs: 0, days: 0, compared_with: 'plain' })
  await driveRoutes([2, 3, 4, 5, 6], 1.5)
  const learned = await week()
  expect(learned).toMatchObject({ state: 'learned', days: 5, compared_with: 'plain' })
  expect(learned.legs).toBeGreaterThanOrEqual(100)
  expect(learned.learned_error).toBeLessThan(learned.given_error / 2)
  const { week: brought } = await call('PUT', `/app/v1/project/${account.project_id}/traffic`, { csv: learned.csv })
  expect(Math.abs(brought.main[9] - 1.5)).toBeLessThan(0.1)
  const headers = { cookie: await server.signIn(account.user_id), origin: 'http://localhost' }
  const body = { traffic_options: { hours: 'own' } }
  const changed = await server.call('PUT', `/app/v1/project/${account.project_id}`, { headers, body })
  expect(changed.status, changed.text).toBe(200)
  expect(await week()).toMatchObject({ state: 'no_better', compared_with: 'own' })
  // Visits that were forgotten teach no hours either.
  await learning('DELETE')
  expect(await week()).toMatchObject({ state: 'thin', legs: 0, days: 0 })
})

/** Drives two vehicles a day with twelve stops in a row, two kilometres apart; legs take the planned time multiplied by `factor`. */
async function driveRoutes(days: readonly number[], factor: number) {
  for (const day of days) {
    server.clock.set(`2026-03-0${day}T20:00:00Z`)
    const execution_date = `2026-03-0${day}`
    const { id } = await call('POST', '/v2/plan', { execution_date }, ofProject())
    const inputs = [9.5, 9.6].map((east) => ({
      stops: Array.from({ length: 12 }, (_, at) => ({ location: { lat: 47 + at * 0.02, lng: east }, duration: 60 })),
    }))
    // Both first: a plan all of whose stops are done is finished.
    for (const { id: routeId } of await call('POST', '/v2/routes', inputs, { plan_id: id })) {
      const { stops } = await call('GET', `/v2/route/${routeId}`)
      let now = Date.parse(`${execution_date}T07:00:00Z`)
      let before: number | undefined
      for (const [at, stop] of stops.entries()) {
        const { planned_arrival_time: arrival, planned_departure_time: departure } = stop
        if (before !== undefined) now += (arrival - before) * factor * wobble(at + day) * 1_000
        before = departure
        now += 60_000
        const told = { type: 'service_report_completed', time_in_stop: 60, created_at: new Date(now).toISOString() }
        await call('POST', `/v3/stop/${stop.id}/report`, told)
      }
    }
  }
}
