// A project's own week of traffic through the interface, and what the ways of a route take at which hour.
import { beforeEach, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../../../test/harness.ts'

const server = useTestServer()
let account: Account
const depot = { lat: 47.14, lng: 9.52 }

beforeEach(async () => {
  account = await server.createAccount()
})

const call = (method: string, path: string, body?: unknown, query?: Record<string, string>) =>
  server.call(method, path, { key: account.key, body, query })
const week = (method: string, body?: object) => call(method, `/app/v1/project/${account.project_id}/traffic`, body)

async function planRoute(traffic_options: object) {
  const plan = { execution_date: '2026-03-02', traffic_options }
  const { id } = (await call('POST', '/v2/plan', plan, { project_id: account.project_id })).body
  const stops = [1, 2].map((at) => ({ location: { lat: 47.14 + at / 50, lng: 9.52 }, duration: 60 }))
  const route = { start_location: depot, end_location: depot, time_window: [8 * 3_600, 12 * 3_600], stops }
  const [created] = (await call('POST', '/v2/routes', [route], { plan_id: id })).body
  return (await call('GET', `/v2/route/${created.id}`)).body
}

const csv = 'roads,days,from,to,factor\nall,mon,8:00,10:00,2\n'

test('a project has the typical week until it brings its own, and again when that is dropped', async () => {
  const typical = (await week('GET')).body
  expect(typical.is_own).toBe(false)
  expect(typical.week.main).toHaveLength(168)
  const brought = await week('PUT', { csv })
  expect(brought.status, brought.text).toBe(200)
  expect(brought.body).toMatchObject({ is_own: true })
  expect(brought.body.week.main.slice(7, 11)).toEqual([1, 2, 2, 1])
  expect((await week('GET')).body).toEqual(brought.body)
  // An exported week can be imported again.
  expect((await week('PUT', { csv: brought.body.csv })).body).toEqual(brought.body)
  expect((await week('DELETE')).body).toEqual(typical)
})

test('a table with mistakes changes nothing, and the answer names the lines', async () => {
  await week('PUT', { csv })
  const answer = await week('PUT', {
    csv: 'roads,days,from,to,factor\nmain,mon,8:00,9:00,1.2\nmain,mon,8:00,9:00,99\n',
  })
  expect(answer.status).toBe(400)
  expect(answer.body.message).toContain('csv: line 3: factor must be a number from 0.3 to 5, it is "99"')
  expect((await week('GET')).body.week.main[8]).toBe(2)
})

test('other organizations do not see it, and members who do not manage the project do not change it', async () => {
  const other = await server.createAccount()
  const path = `/app/v1/project/${account.project_id}/traffic`
  expect((await server.call('GET', path, { key: other.key })).status).toBe(404)
  const member = await server.createUser(account, 'organization_user', [account.project_id])
  expect((await server.call('GET', path, { key: member.key })).status).toBe(200)
  const refused = await server.call('PUT', path, { key: member.key, body: { csv } })
  expect(refused).toMatchObject({ status: 403, body: { message_id: 'highway.user.error.forbidden' } })
})

test('plans with the own week drive by it, and the ways of a route tell their hours', async () => {
  await week('PUT', { csv })
  const plain = await planRoute({})
  const own = await planRoute({ hours: 'own' })
  const [first, second] = [plain, own].map(
    ({ stops, planned_start_time }) => stops[0].planned_arrival_time - planned_start_time,
  )
  expect(Math.abs(second! - 2 * first!)).toBeLessThanOrEqual(1)

  const answer = await call('GET', `/app/v1/route/${own.id}/hours`)
  expect(answer.status, answer.text).toBe(200)
  const { by_hour, legs, differing } = answer.body
  expect(by_hour).toBe(true)
  expect(differing).toBe(3)
  expect(legs.map(({ stop_id }: { stop_id?: string }) => stop_id)).toEqual([
    own.stops[0].id,
    own.stops[1].id,
    undefined,
  ])
  expect(legs[0]).toMatchObject({ departs_at: own.planned_start_time, seconds: second })
  expect(legs[0].hours[0]).toEqual({ at: 8 * 3_600, seconds: 2 * legs[0].hours.at(-1).seconds })
  expect(legs[0].hours.at(-1)).toEqual({ at: 10 * 3_600, seconds: first })
})

test('without hours the ways of a route take the same all day', async () => {
  const { id } = await planRoute({})
  const { body } = await call('GET', `/app/v1/route/${id}/hours`)
  expect(body).toMatchObject({ by_hour: false, differing: 0 })
  for (const leg of body.legs) expect(leg.hours).toEqual([{ at: 8 * 3_600, seconds: leg.seconds }])
})

test('an effect that is looked at, and the time a stop would add, are by the hour too', async () => {
  await week('PUT', { csv: 'roads,days,from,to,factor\nall,mon,8:00,24:00,3\n' })
  const added = async (traffic_options: object) => {
    const route = await planRoute(traffic_options)
    const { plan_id } = route
    const stop = { location: { lat: 47.15, lng: 9.56 }, duration: 0 }
    const [{ id }] = (await call('POST', '/v2/stops', [stop], { plan_id })).body
    const why = await call('GET', `/app/v1/stop/${id}/why`)
    expect(why.status, why.text).toBe(200)
    return why.body.vehicles[0].added_time
  }
  const plain = await added({})
  expect(Math.abs((await added({ hours: 'own' })) - 3 * plain)).toBeLessThanOrEqual(2)
})
