// Thousands of hostile requests to every operation: each is answered, none with a failure, and nothing else breaks.
import { type Endpoint, endpoints, messageKinds } from '@routewright/contract'
import { beforeAll, expect, test } from 'vitest'
import { createId, createSecret } from '../src/frame/platform/ids.ts'
import { digestSecret } from '../src/frame/platform/password.ts'
import { type Account, useTestServer } from './harness.ts'
import { createHostileRequest, type HostileRequest } from './hostile-input.ts'
import { createRandom } from './random.ts'

/** More on demand: HOSTILE_REQUESTS=50000 npx vitest run … */
const requestsPerOperation = Math.ceil(Number(process.env.HOSTILE_REQUESTS ?? 2_000) / endpoints.length)
const seed = Number(process.env.HOSTILE_SEED ?? 20261120)

// Workers run, too: hostile requests create jobs, which must do no harm either.
const server = useTestServer({ listen: true, realClock: true })
let account: Account
let cookie: string
/** Target of the next request; undefined once a request has changed it. */
let prey: Prey | undefined

beforeAll(async () => {
  account = await server.createAccount()
  cookie = await server.signIn(account.user_id)
})

interface Prey {
  ids: Record<string, string>
  driverToken: string
}

/** A plan with a route and a stop on it, its vehicle and driver. */
async function createPrey(): Promise<Prey> {
  const call = async (method: string, path: string, query: Record<string, string>, body: unknown) => {
    const answer = await server.call(method, path, { key: account.key, query, body })
    expect(answer.status, answer.text).toBeLessThan(300)
    return answer.body
  }
  const { organization_id } = account
  const project_id = await server.createProject(account)
  const plan = await call('POST', '/v2/plan', { project_id }, { optimizer_config: { time_limit_seconds: 1 } })
  const vehicle = await call('POST', '/v2/vehicle', { project_id }, {})
  const routes = [{ label: 'Route', email: 'driver@example.test', vehicle_id: vehicle.id }]
  const [route] = await call('POST', '/v2/routes', { plan_id: plan.id }, routes)
  const location = { lat: 47.1, lng: 9.5 }
  const packages = [{ identifier: 'P1' }]
  const [stop] = await call('POST', '/v2/stops', { plan_id: plan.id }, [
    { location, packages, email: 'anna@example.test', phone: '+423 555 01 01' },
    { location },
  ])
  await call('PUT', `/v2/route/${route.id}/stops`, {}, { stops: [stop.id] })
  const task = await call('POST', '/v2/task', { stop_id: stop.id }, {})
  const driverToken = createSecret('rw_driver_', 43)
  const now = server.clock.now()
  const link = { id: createId(now), organization_id, route_id: route.id, token_digest: digestSecret(driverToken) }
  const { db } = server.services.database
  await db
    .insertInto('driver_links')
    .values({ ...link, sent_to: null, created_at: now })
    .execute()
  const token = new URL(stop.tracking_url).pathname.split('/').at(-1)!
  const message = await createMessage(project_id, plan.id, stop.id)
  const byName = {
    message_id: message,
    identifier: 'P1',
    plan_id: plan.id,
    route_id: route.id,
    stop_id: stop.id,
    task_id: task.id,
    vehicle_id: vehicle.id,
  }
  const ids = { id: plan.id, project_id, organization_id, token, 'Routes.id': route.id, 'Stops.id': stop.id, ...byName }
  return { ids, driverToken }
}

/** Creates a failed message in a project that sends all kinds, so that later changes have readers. */
async function createMessage(project_id: string, plan_id: string, stop_id: string): Promise<string> {
  const { db } = server.services.database
  const kinds = Object.fromEntries(messageKinds.map((kind) => [kind, { email: true }]))
  await db
    .updateTable('projects')
    .set({ messages: JSON.stringify({ kinds }), sends_messages: true })
    .where('id', '=', project_id)
    .execute()
  const now = server.clock.now()
  const owner = { organization_id: account.organization_id, project_id, plan_id, stop_id }
  const what = {
    kind: 'planned',
    channel: 'email',
    occasion: plan_id,
    recipient: 'anna@example.test',
    language: 'en',
  } as const
  const message = { id: createId(now), ...owner, ...what, status: 'failed', created_at: now, updated_at: now } as const
  await db.insertInto('messages').values(message).execute()
  return message.id
}

async function send(request: HostileRequest, endpoint: Endpoint, prey: Prey) {
  const bearers: Record<string, string> = { driver: prey.driverToken, admin: server.services.adminSecret }
  const bearer = bearers[endpoint.auth]
  const search = new URLSearchParams(request.query).toString()
  return await server.app.inject({
    method: request.method as 'GET',
    url: `${request.path}?${search}`,
    headers: {
      ...(bearer ? { authorization: `Bearer ${bearer}` } : { cookie }),
      ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    payload: request.body,
  })
}

/** Operations that may wait for the optimizer. */
const waiting = new Set<string>(['optimizePlan', 'optimizeRoute'])

const allowed = new Set([200, 201, 204, 400, 401, 403, 404, 410, 429])

// Endless responses are tested with a client that hangs up.
const isEndless = ({ produces }: Endpoint) => produces === 'text/event-stream'
const operations = endpoints.filter((endpoint) => endpoint.operationId !== 'logout' && !isEndless(endpoint))

test.each(operations.map((endpoint) => [endpoint.operationId, endpoint] as const))(
  '%s',
  { timeout: 300_000 },
  async (_, endpoint) => {
    const random = createRandom(seed ^ digestSecret(endpoint.operationId).readUInt32BE())
    prey ??= await createPrey()
    const requests = waiting.has(endpoint.operationId) ? requestsPerOperation / 10 : requestsPerOperation
    for (let i = 0; i < requests; i++) {
      prey ??= await createPrey()
      const request = createHostileRequest(endpoint, prey.ids, random)
      const before = server.logLines.length
      const { statusCode, headers, body } = await send(request, endpoint, prey)
      const told = () => {
        const lines = server.logLines.slice(before).join('')
        return `${JSON.stringify(request).slice(0, 3_000)}\n${body.slice(0, 500)}\n${lines.slice(0, 3_000)}`
      }
      if (!allowed.has(statusCode)) throw new Error(`status ${statusCode} to ${told()}`)
      // A changed record is no target of the next request any more.
      if (statusCode < 400 && endpoint.method !== 'GET') prey = undefined
      // An operation that refuses in the words of other software declares them.
      if (statusCode in endpoint.response) continue
      if (statusCode < 400 || statusCode === 429 || !/json/.test(String(headers['content-type']))) continue
      expect(Object.keys(JSON.parse(body)).sort(), told()).toEqual(['message', 'message_id'])
      if (!JSON.stringify(request).includes('undefined')) expect(body, told()).not.toMatch(/undefined|\[object/)
    }
  },
)

test('and afterwards the server still serves', async () => {
  expect((await server.call('GET', '/health')).status).toBe(200)
  await createPrey()
})
