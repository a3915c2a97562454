// Quotas of organizations through HTTP: what is counted, what is refused, and that nobody else pays for it.
import { beforeEach, describe, expect, test } from 'vitest'
import { type Account, until, useTestServer } from '../../../test/harness.ts'
import { jpeg, multipart } from '../../../test/pictures.ts'
import { startMessageDelivery } from '../../telling/messages/deliver.ts'

const limits = { stops: 20, optimizer_seconds: 1, messages: 2 }
const server = useTestServer({ config: { quotas: limits }, listen: true })
let account: Account

beforeEach(async () => {
  server.clock.set('2026-03-30T08:00:00.000Z')
  account = await server.createAccount()
})

const call = (method: string, path: string, body?: unknown, query?: Record<string, string>, key = account.key) =>
  server.call(method, path, { key, body, query })

const createPlan = async (of = account): Promise<string> =>
  (await call('POST', '/v2/plan', { execution_date: '2026-03-30' }, { project_id: of.project_id }, of.key)).body.id

const addStops = (planId: string, count: number, key = account.key) =>
  call('POST', '/v2/stops', Array<object>(count).fill({ location: { lat: 47.1, lng: 9.5 } }), { plan_id: planId }, key)

const setQuota = async (kind: string, limit: number | string) => {
  const headers = { authorization: `Bearer ${server.services.adminSecret}` }
  const body = { organization_id: account.organization_id, kind, limit }
  const answer = await server.call('PUT', '/app/v1/quota', { headers, body })
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

const listQuotas = async () => {
  const headers = { cookie: await server.signIn(account.user_id) }
  const answer = await server.call('GET', '/app/v1/quotas', { headers })
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

const uploadPicture = (stopId: string) =>
  server.call('POST', `/v3/stop/${stopId}/report/image`, { key: account.key, ...multipart(jpeg(40, 40)) })

test('stops are counted by month, what is left is told in a header, and what passes the limit is refused whole', async () => {
  const planId = await createPlan()
  expect((await addStops(planId, 15)).headers['x-quota-stops-remaining']).toBe('5')
  const refused = await addStops(planId, 6)
  expect(refused).toMatchObject({
    status: 400,
    headers: { 'x-quota-stops-remaining': '5' },
    body: {
      message_id: 'highway.quota.error.exceeded',
      message:
        'The quota of stops is used up: 15 of 20 are used, and this needs 6. Nothing was changed. It begins again at 2026-04-01T00:00:00.000Z.',
    },
  })
  expect((await call('GET', `/v2/plan/${planId}`)).body.total_stops).toBe(15)
  expect((await addStops(planId, 5)).status).toBe(201)
  server.clock.set('2026-04-01T00:00:00.000Z')
  expect((await addStops(planId, 1)).status).toBe(201)
  expect(await listQuotas()).toEqual([
    {
      kind: 'stops',
      limit: 20,
      used: 1,
      months: [{ month: '2026-03', used: 20 }],
      begins_again_at: '2026-05-01T00:00:00.000Z',
    },
    { kind: 'optimizer_seconds', limit: 1, used: 0, months: [], begins_again_at: '2026-05-01T00:00:00.000Z' },
    { kind: 'messages', limit: 2, used: 0, months: [], begins_again_at: '2026-05-01T00:00:00.000Z' },
  ])
})

test('of many callers at once as many get through as the limit holds, and another organization loses nothing', async () => {
  const other = await server.createAccount()
  const plans = await Promise.all(Array.from({ length: 4 }, () => createPlan()))
  const otherPlan = await createPlan(other)
  const answers = await Promise.all(
    plans.flatMap((planId) => [addStops(planId, 3), addStops(planId, 3), addStops(otherPlan, 2, other.key)]),
  )
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((_, index) => index % 3 === 2)).toEqual([201, 201, 201, 201])
  const own = statuses.filter((_, index) => index % 3 !== 2)
  expect(own.toSorted()).toEqual([201, 201, 201, 201, 201, 201, 400, 400])
  const totals = await Promise.all(plans.map((planId) => call('GET', `/v2/plan/${planId}`)))
  expect(totals.reduce((sum, { body }) => sum + body.total_stops, 0)).toBe(18)
})

test('a limit of one organization holds instead of that of the installation, until it is set back', async () => {
  const planId = await createPlan()
  expect(await setQuota('stops', 2)).toContainEqual(expect.objectContaining({ kind: 'stops', limit: 2, used: 0 }))
  expect((await addStops(planId, 3)).status).toBe(400)
  expect(await setQuota('stops', 'none')).not.toContainEqual(expect.objectContaining({ kind: 'stops' }))
  const free = await addStops(planId, 30)
  expect(free.status).toBe(201)
  expect(free.headers).not.toHaveProperty('x-quota-stops-remaining')
  await setQuota('stops', 'default')
  expect((await addStops(planId, 21)).status).toBe(400)
  // What was made without a limit was not counted.
  expect((await addStops(planId, 20)).status).toBe(201)
})

test('storage counts the pictures that are there, in whatever month they came', async () => {
  const planId = await createPlan()
  const [stop] = (await addStops(planId, 1)).body
  expect((await uploadPicture(stop.id)).status).toBe(201)
  const [{ used }] = (await setQuota('storage_bytes', 1_000_000)).filter(
    (quota: { kind: string }) => quota.kind === 'storage_bytes',
  )
  expect(used).toBeGreaterThan(0)
  await setQuota('storage_bytes', 2 * used)
  server.clock.set('2026-04-01T08:00:00.000Z')
  const second = await uploadPicture(stop.id)
  expect(second).toMatchObject({ status: 201, headers: { 'x-quota-storage-bytes-remaining': '0' } })
  expect(await uploadPicture(stop.id)).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining(`${2 * used} of ${2 * used} are used`) },
  })
  expect(await listQuotas()).toContainEqual({ kind: 'storage_bytes', limit: 2 * used, used: 2 * used, months: [] })
})

test('what a driver reports is kept beyond the limit of storage: it is evidence', async () => {
  const planId = await createPlan()
  const [route] = (
    await call(
      'POST',
      '/v2/routes',
      [{ email: 'driver@example.test', stops: [{ location: { lat: 47.1, lng: 9.5 } }] }],
      {
        plan_id: planId,
      },
    )
  ).body
  const { public_link } = (await call('POST', `/v2/route/${route.id}/dispatch`)).body
  await setQuota('storage_bytes', 1)
  const form = multipart(jpeg(40, 40))
  const headers = { ...form.headers, authorization: `Bearer ${public_link.split('/d/')[1]}` }
  const path = `/driver/v1/stop/${route.stops[0].id}/report/image`
  const kept = await server.call('POST', path, { ...form, headers })
  expect(kept.status, kept.text).toBe(201)
  expect((await listQuotas()).find(({ kind }: { kind: string }) => kind === 'storage_bytes').used).toBeGreaterThan(1)
  expect((await uploadPicture(route.stops[0].id)).status).toBe(400)
})

test('an optimization is refused when the seconds of the month are used up', async () => {
  const planId = await createPlan()
  await call('POST', '/v2/routes', [{ start_location: { lat: 47.1, lng: 9.5 } }], { plan_id: planId })
  await addStops(planId, 3)
  expect((await call('POST', `/v2/plan/${planId}/optimize`)).status).toBe(200)
  const refused = await call('POST', `/v2/plan/${planId}/optimize`)
  expect(refused).toMatchObject({ status: 400, body: { message_id: 'highway.quota.error.exceeded' } })
  expect(refused.headers['x-quota-optimizer-seconds-remaining']).toBe('0')
})

test('messages beyond the limit are not sent, and the log says why', async () => {
  const headers = { cookie: await server.signIn(account.user_id) }
  const settings = { messages: { kinds: { planned: { email: true } } } }
  const path = `/app/v1/project/${account.project_id}`
  await server.call('PUT', `${path}/recipients`, { headers, body: settings })
  const planId = await createPlan()
  const stop = { location: { lat: 47.1, lng: 9.5 } }
  const stops = ['a', 'b', 'c'].map((name) => ({ ...stop, label: name, email: `${name}@example.test` }))
  const routes = [{ email: 'driver@example.test', time_window: [30_000, 61_200], stops }]
  const [route] = (await call('POST', '/v2/routes', routes, { plan_id: planId })).body
  await call('POST', `/v2/route/${route.id}/dispatch`)
  // The service delivers by itself as well, and may be at one of them.
  const told = await until('the messages to be delivered', async () => {
    const delivery = await startMessageDelivery(server.services)
    await delivery.tick()
    await delivery.stop()
    const { docs } = (await server.call('GET', `${path}/messages`, { headers, query: { limit: '10' } })).body
    const all = docs.map(({ status, reason_code }: { status: string; reason_code?: string }) => [status, reason_code])
    return all.length === 3 && all.every(([status]: string[]) => status !== 'queued') && all
  })
  expect(told.toSorted()).toEqual([
    ['sent', undefined],
    ['sent', undefined],
    ['suppressed', 'quota'],
  ])
})

describe('who may', () => {
  test('only the machine’s administrator sets quotas, not those whom they limit', async () => {
    const headers = { cookie: await server.signIn(account.user_id) }
    const body = { organization_id: account.organization_id, kind: 'stops', limit: 1 }
    expect((await server.call('PUT', '/app/v1/quota', { headers, body })).status).toBe(401)
  })

  test.each([
    ['kind', { kind: 'coffee', limit: 1 }],
    ['limit', { kind: 'stops', limit: -1 }],
    ['limit', { kind: 'stops', limit: 'much' }],
  ])('a %s that is none is refused, and the field is named', async (field, input) => {
    const headers = { authorization: `Bearer ${server.services.adminSecret}` }
    const body = { organization_id: account.organization_id, ...input }
    const answer = await server.call('PUT', '/app/v1/quota', { headers, body })
    expect(answer).toMatchObject({ status: 400, body: { message: expect.stringContaining(field) } })
  })

  test('an organization that does not exist has none', async () => {
    const headers = { authorization: `Bearer ${server.services.adminSecret}` }
    const body = { organization_id: '0123456789abcdef01234567', kind: 'stops', limit: 1 }
    expect((await server.call('PUT', '/app/v1/quota', { headers, body })).status).toBe(404)
  })
})
