// Every operation with the key of another organization and the ids of this one: nothing leaks, nothing changes.
import { type Endpoint, endpoints } from '@routewright/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { createId } from '../src/frame/platform/ids.ts'
import { type Account, useTestServer } from './harness.ts'
import { readRowDigests } from './row-digests.ts'

const server = useTestServer()
/** Part of every text of the victim; a response that contains it leaks. */
const marker = 'VICTIM-MARKER'
let victim: Account
let stranger: { key: string; cookie: string; project_id: string; plan_id: string }
let ids: Record<string, string>
let before: string

beforeAll(async () => {
  victim = await server.createAccount(marker)
  const call = callAs(victim.key)
  const { project_id, organization_id } = victim
  const plan = await call('POST', '/v2/plan', { project_id }, { label: marker })
  const vehicle = await call('POST', '/v2/vehicle', { project_id }, { label: marker, external_id: 'shared' })
  const driver = await call('POST', '/app/v1/driver', { project_id }, { label: marker })
  const hall = { label: marker, location: { lat: 47, lng: 9 } }
  const depot = await call('POST', '/app/v1/depot', { project_id }, hall)
  const charger = await call('POST', '/app/v1/charging_place', { project_id }, { ...hall, power: 50 })
  const client = await call('POST', '/v2/client', { project_id }, { label: marker })
  const [route] = await call('POST', '/v2/routes', { plan_id: plan.id }, [
    { label: marker, vehicle_id: vehicle.id, email: 'a@b.test' },
  ])
  const stops = [
    { label: marker, external_id: 'shared', packages: [{ identifier: marker }], location: { lat: 47, lng: 9 } },
    {},
  ]
  const [stop] = await call('POST', '/v2/stops', { plan_id: plan.id }, stops)
  const [pickup] = await call('POST', '/v2/stops', { plan_id: plan.id }, [{ type: 'pickup', label: marker }])
  await call('PUT', `/v2/route/${route.id}/stops`, {}, { stops: [stop.id] })
  const task = await call('POST', '/v2/task', { stop_id: stop.id }, { label: marker })
  const session = asSession(await server.signIn(victim.user_id))
  const { code } = await session('POST', `/app/v1/driver/${driver.id}/sign_in_code`, undefined)
  await server.call('POST', '/driver/v1/sign_in', { body: { code } })
  const [device] = await session('GET', `/app/v1/driver/${driver.id}/devices`, undefined)
  const webhook = await session('POST', '/app/v1/webhook', {
    url: 'https://example.test/x',
    events: [],
  })
  ids = {
    project_id,
    organization_id,
    plan_id: plan.id,
    vehicle_id: vehicle.id,
    driver_id: driver.id,
    device_id: device.id,
    depot_id: depot.id,
    charging_place_id: charger.id,
    client_id: client.id,
    stop_id: stop.id,
    route_id: route.id,
    task_id: task.id,
    pickup_id: pickup.id,
    webhook_id: webhook.id,
    api_key_id: victim.key_id,
    user_id: victim.user_id,
    zone_id: createId(server.clock.now()),
    attempt_id: '1',
    // The shipped extract: it belongs to nobody, and nobody changes it while several organizations share it.
    extract_id: '000000000000000000000001',
    stops: stop.id,
    stop_ids: stop.id,
    vehicle_ids: vehicle.id,
    supervisors: victim.user_id,
  }
  const other = await server.createAccount('Stranger')
  // Their paths are asked, too.
  await server.services.database.db.updateTable('organizations').set({ serves_older_clients: true }).execute()
  const own = await callAs(other.key)('POST', '/v2/plan', { project_id: other.project_id }, {})
  const cookie = await server.signIn(other.user_id)
  stranger = { key: other.key, cookie, project_id: other.project_id, plan_id: own.id }
  before = await fingerprint()
})

function callAs(key: string) {
  return async (method: string, path: string, query: Record<string, string>, body: unknown) => {
    const answer = await server.call(method, path, { key, query, body })
    expect(answer.status, answer.text).toBeLessThan(300)
    return answer.body
  }
}

function asSession(cookie: string) {
  return async (method: string, path: string, body: unknown) => {
    const answer = await server.call(method, path, { headers: { cookie }, body })
    expect(answer.status, answer.text).toBeLessThan(300)
    return answer.body
  }
}

const fingerprint = () => readRowDigests(server.services.database.db, victim.organization_id)

/** The example body with every id replaced by the victim's, and references added wherever an object may hold them. */
function victimize(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => victimize(item, key))
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, victimize(child, name)]))
  }
  return typeof value === 'string' && /^[0-9a-f]{24}$/.test(value) ? (ids[key] ?? ids.stop_id) : value
}

const pathId = (endpoint: Endpoint, name: string) => {
  const byTag: Record<string, string> = { Plans: 'plan_id', Routes: 'route_id', Stops: 'stop_id' }
  return name === 'id' ? ids[byTag[endpoint.tag]!]! : (ids[name] ?? ids.stop_id!)
}

async function attack(endpoint: Endpoint, references: Record<string, string>, addToBody: Record<string, unknown> = {}) {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => pathId(endpoint, name))
  const query: Record<string, string> = {}
  for (const name of Object.keys(endpoint.query?.properties ?? {})) {
    if (references[name]) query[name] = references[name]
    else if (name === 'date') query[name] = '2026-03-02'
    else if (name === 'text') query[name] = marker
  }
  let body = endpoint.body ? victimize(endpoint.examples?.body ?? {}) : undefined
  const add = (item: unknown) => (typeof item === 'object' && item !== null ? { ...item, ...addToBody } : item)
  if (body !== undefined) body = Array.isArray(body) ? body.map(add) : add(body)
  const isDashboard = endpoint.auth === 'session'
  const credential = isDashboard ? { headers: { cookie: stranger.cookie } } : { key: stranger.key }
  return await server.call(endpoint.method, path, { ...credential, query, body })
}

const attacked = endpoints.filter(({ auth }) => auth === 'api_key' || auth === 'session')
// Signing out would end the attack, and creating an own project or key names nothing of anybody.
const harmless = new Set<string>(['logout'])
/** No worker runs here. */
const waits = new Set<string>(['optimizePlan', 'optimizeRoute'])
/** Endless responses are tested with a client that hangs up. */
const isStream = ({ produces }: Endpoint) => produces === 'text/event-stream'
const cases = attacked
  .filter(({ operationId }) => !harmless.has(operationId))
  .map((entry) => [entry.operationId, entry] as const)

/** Looks at the victim's rows after each operation that may change some; after those that read, once for all. */
async function expectUntouched({ method }: Endpoint): Promise<void> {
  if (method !== 'GET') expect(await fingerprint()).toBe(before)
}

describe("a stranger's key", () => {
  test.each(cases)("with the victim's ids gets nothing from %s", async (_, endpoint) => {
    const answer = await attack(endpoint, ids)
    expect(answer.text).not.toContain(marker)
    if (endpoint.path.includes('{')) expect([400, 403, 404, 204]).toContain(answer.status)
    await expectUntouched(endpoint)
  })

  test.each(cases)('in its own plan cannot reach the victim’s records through %s', async (_, endpoint) => {
    const { project_id, plan_id } = stranger
    const own = { ...ids, project_id, plan_id, organization_id: '' }
    const { route_id, vehicle_id, client_id, pickup_id, stop_id } = ids
    const answer = await attack(endpoint, own, {
      route_id,
      vehicle_id,
      client_id,
      pickup_id,
      stop_id,
      supervisors: [ids.user_id],
    })
    expect(answer.text).not.toContain(marker)
    await expectUntouched(endpoint)
  })

  test('has changed nothing by all that it read', async () => {
    expect(await fingerprint()).toBe(before)
  })

  test('finds nothing of the victim by searching, whatever the predicate says', async () => {
    for (const field of ['project_id', 'plan_id', 'route_id', 'organization_id', 'external_id', 'id', 'label']) {
      const value = { external_id: 'shared', id: ids.stop_id, label: marker }[field] ?? ids[field]
      const predicates = [{ field, operator: 'eq', value }]
      const query = { project_id: stranger.project_id }
      const answer = await server.call('POST', '/v2/stops/search', { key: stranger.key, query, body: { predicates } })
      expect(answer.text).not.toContain(marker)
      if (answer.status === 200) expect(answer.body.docs).toEqual([])
    }
  })

  test('cannot tell an id of the victim from one that never was', async () => {
    for (const endpoint of attacked.filter(({ method, path }) => method === 'GET' && path.includes('{'))) {
      const real = await attack(endpoint, ids)
      const path = endpoint.path.replace(/\{(\w+)\}/g, '65a000000000000000000001')
      const credential = endpoint.auth === 'session' ? { headers: { cookie: stranger.cookie } } : { key: stranger.key }
      const invented = await server.call('GET', path, credential)
      const blurred = (text: string) => text.replace(/[0-9a-f]{24}/g, 'ID')
      expect([endpoint.operationId, real.status, blurred(real.text)]).toEqual([
        endpoint.operationId,
        invented.status,
        blurred(invented.text),
      ])
    }
  })
})

test("the same requests with the victim's own key read and change: the attack above was real", async () => {
  stranger = {
    key: victim.key,
    cookie: await server.signIn(victim.user_id),
    project_id: ids.project_id!,
    plan_id: ids.plan_id!,
  }
  const reached: string[] = []
  const last = (method: string) => (method === 'DELETE' ? 1 : 0)
  const inOrder = attacked.filter(
    (entry) => !harmless.has(entry.operationId) && !waits.has(entry.operationId) && !isStream(entry),
  )
  for (const endpoint of inOrder.toSorted((a, b) => last(a.method) - last(b.method))) {
    const answer = await attack(endpoint, ids)
    if (answer.text.includes(marker)) reached.push(endpoint.operationId)
  }
  expect(reached.length).toBeGreaterThan(15)
  expect(await fingerprint()).not.toBe(before)
})
