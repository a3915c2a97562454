// Every operation as a supervisor, with the ids of everything in the project: only the stops that name the supervisor are seen,
// and nothing changes.
import { type Endpoint, endpoints } from '@routewright/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Account, useTestServer } from './harness.ts'
import { readRowDigests } from './row-digests.ts'

const server = useTestServer()
/** Stands in every text that a supervisor must not see. */
const marker = 'FOREIGN-MARKER'
/** Label of the supervisor's own stop. */
const own = 'OWN-STOP'
let account: Account
let supervisor: { key: string; cookie: string; user_id: string }
let ids: Record<string, string>
let ownStopId: string
let before: string

beforeAll(async () => {
  account = await server.createAccount()
  const { project_id, organization_id } = account
  const call = async (method: string, path: string, query: Record<string, string>, body: unknown) => {
    const answer = await server.call(method, path, { key: account.key, query, body })
    expect(answer.status, answer.text).toBeLessThan(300)
    return answer.body
  }
  const user = await server.createUser(account, 'organization_user')
  const membership = { user_id: user.user_id, project_id, role: 'supervisor' as const, created_at: server.clock.now() }
  await server.services.database.db.insertInto('project_members').values(membership).execute()
  supervisor = { ...user, cookie: await server.signIn(user.user_id) }
  const date = { execution_date: '2026-03-02' }
  const plan = await call('POST', '/v2/plan', { project_id }, { label: 'Monday', ...date })
  const vehicle = await call('POST', '/v2/vehicle', { project_id }, { label: marker, external_id: 'shared' })
  const client = await call('POST', '/v2/client', { project_id }, { label: marker })
  const [route] = await call('POST', '/v2/routes', { plan_id: plan.id }, [
    { label: marker, vehicle_id: vehicle.id, email: 'a@b.test', comments: marker },
  ])
  const [pickup] = await call('POST', '/v2/stops', { plan_id: plan.id }, [{ type: 'pickup', label: marker }])
  const location = { lat: 47, lng: 9, street: marker }
  const [mine, other] = await call('POST', '/v2/stops', { plan_id: plan.id }, [
    { label: own, supervisors: [user.user_id], pickup_id: pickup.id, location: { lat: 47.1, lng: 9.1 }, pin: '4711' },
    { label: marker, external_id: 'shared', phone: '+1', location, packages: [{ identifier: marker }] },
  ])
  await call('PUT', `/v2/route/${route.id}/stops`, {}, { stops: [pickup.id, mine.id, other.id] })
  const task = await call('POST', '/v2/task', { stop_id: other.id }, { label: marker })
  await call('POST', `/v3/stop/${other.id}/report`, {}, { type: 'service_report_attempted', comments: marker })
  ownStopId = mine.id
  ids = {
    project_id,
    organization_id,
    plan_id: plan.id,
    route_id: route.id,
    vehicle_id: vehicle.id,
    client_id: client.id,
    stop_id: other.id,
    task_id: task.id,
    pickup_id: pickup.id,
    user_id: account.user_id,
    stops: other.id,
    stop_ids: other.id,
    vehicle_ids: vehicle.id,
    api_key_id: account.key_id,
  }
  before = await fingerprint()
})

/** All but what a look at it changes by itself. */
const fingerprint = () =>
  readRowDigests(server.services.database.db, account.organization_id, ['users', 'audit_log', 'audit_heads'])

function withIds(value: unknown, stopId: string, key = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => withIds(item, stopId, key))
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, withIds(child, stopId, name)]))
  }
  if (typeof value !== 'string' || !/^[0-9a-f]{24}$/.test(value)) return value
  return key.startsWith('stop') ? stopId : (ids[key] ?? stopId)
}

async function send(endpoint: Endpoint, stopId: string) {
  const byTag: Record<string, string> = { Plans: ids.plan_id!, Routes: ids.route_id!, Stops: stopId }
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (name === 'id') return byTag[endpoint.tag]!
    return name === 'stop_id' ? stopId : (ids[name] ?? stopId)
  })
  const query: Record<string, string> = {}
  for (const name of Object.keys(endpoint.query?.properties ?? {})) {
    if (name === 'stop_id') query[name] = stopId
    else if (name === 'organization_id') continue
    else if (ids[name]) query[name] = ids[name]
    else if (name === 'date' || name === 'from' || name === 'from_date') query[name] = '2026-03-02'
    else if (name === 'to' || name === 'to_date') query[name] = '2026-03-02'
    else if (name === 'text') query[name] = 'MARKER'
  }
  const body = endpoint.body ? withIds(endpoint.examples?.body ?? {}, stopId) : undefined
  const credential = endpoint.auth === 'session' ? { headers: { cookie: supervisor.cookie } } : { key: supervisor.key }
  return server.call(endpoint.method, path, { ...credential, query, body })
}

/** Operations on people's own accounts, and streams, which live.test.ts opens with a client that hangs up. */
const isOwnAffair = ({ path, produces }: Endpoint) =>
  /^\/app\/v1\/(session|sessions|profile|profile\/password|sessions\/\{session_id\})$/.test(path) ||
  produces === 'text/event-stream'
const cases = endpoints
  .filter((endpoint) => (endpoint.auth === 'api_key' || endpoint.auth === 'session') && !isOwnAffair(endpoint))
  .map((endpoint) => [endpoint.operationId, endpoint] as const)

describe('a supervisor', () => {
  test.each(cases)('by %s with the ids of others sees nothing and changes nothing', async (_, endpoint) => {
    const answer = await send(endpoint, ids.stop_id!)
    expect(answer.text).not.toContain(marker)
    expect(await fingerprint()).toBe(before)
  })

  test.each(cases.filter(([, one]) => one.method !== 'GET'))(
    'by %s changes not even his own stop',
    async (_, endpoint) => {
      const answer = await send(endpoint, ownStopId)
      expect(answer.text).not.toContain(marker)
      expect(await fingerprint()).toBe(before)
    },
  )

  test.each(cases.filter(([, one]) => one.method === 'GET'))(
    'by %s sees of his own stop nothing of others',
    async (_, endpoint) => {
      const answer = await send(endpoint, ownStopId)
      expect(answer.text).not.toContain(marker)
    },
  )

  test('sees his own stop alone, by its id, by searching and by the day, without the means to act as its recipient', async () => {
    const call = (method: string, path: string, query?: Record<string, string>, body?: unknown) =>
      server.call(method, path, { key: supervisor.key, query, body })
    const project = { project_id: account.project_id }
    const answers = [
      [(await call('GET', `/v2/stop/${ownStopId}`)).body],
      (await call('POST', '/v2/stops/search', project, {})).body.docs,
      (await call('GET', '/v2/stops/search', project)).body.docs,
      (await call('GET', '/v2/plans/stops', { ...project, date: '2026-03-02' })).body,
    ]
    for (const stops of answers) {
      expect(stops.map(({ label }: { label: string }) => label)).toEqual([own])
      expect(stops[0]).not.toHaveProperty('pin')
      expect(stops[0].tracking_url).toBe('')
      expect(stops[0]).not.toHaveProperty('pickup')
    }
  })
})
