// The nodes for n8n, compiled as they are published, against a running service; n8n itself is played by what its documentation says
// that nodes are given.
import { execFileSync } from 'node:child_process'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Account, useTestServer } from '../harness.ts'

type Json = Record<string, unknown>
interface Property {
  name: string
  type: string
  displayOptions?: object
  options?: { name: string }[]
}
interface ActionNode {
  description: { properties: Property[] }
  execute(this: object): Promise<{ json: Json }[][]>
}
interface TriggerNode {
  webhookMethods: { default: Record<'checkExists' | 'create' | 'delete', (this: object) => Promise<boolean>> }
  webhook(this: object): Promise<{ workflowData?: { json: Json }[][] }>
}
interface Credentials {
  test: { request: { url: string } }
  authenticate: { properties: { qs: object } }
}

const root = join(import.meta.dirname, '../../../../tools/n8n-nodes-routewright')
const server = useTestServer({ listen: true, realClock: true })
const patiently = { timeout: 20_000, interval: 50 }
let account: Account
let node: ActionNode
let trigger: TriggerNode
let credentials: Credentials

beforeAll(() => {
  execFileSync(join(root, '../../node_modules/.bin/tsc'), ['-p', 'tsconfig.json'], { cwd: root })
  execFileSync(process.execPath, [join(root, 'scripts/finish.mjs')])
  const load = createRequire(import.meta.url)
  const manifest = load(join(root, 'package.json')) as { n8n: { nodes: string[]; credentials: string[] } }
  const [action, started] = manifest.n8n.nodes.map((path) => load(join(root, path)) as Record<string, new () => never>)
  node = new action!.Routewright!()
  trigger = new started!.RoutewrightTrigger!()
  const opened = load(join(root, manifest.n8n.credentials[0]!)) as Record<string, new () => never>
  credentials = new opened.RoutewrightApi!()
})
beforeEach(async () => {
  account = await server.createAccount()
})

const asked = { getCredentials: async () => ({ baseUrl: server.address, apiKey: account.key }) }

async function run(values: Record<string, unknown>, goesOn = false): Promise<Json[]> {
  const [items] = await node.execute.call({
    ...asked,
    getInputData: () => [{ json: {} }],
    getNodeParameter: (name: string, _item: number, fallback: unknown) => values[name] ?? fallback,
    continueOnFail: () => goesOn,
  })
  return items!.map(({ json }) => json)
}

describe('the node', () => {
  test('plans, finds, reports: a day from nothing', async () => {
    const project = { projectId: account.project_id }
    const [plan] = await run({
      resource: 'plan',
      operation: 'create',
      ...project,
      details: '{"label":"Monday","routes":[{"label":"Van","start_location":{"lat":47.1,"lng":9.5}}]}',
    })
    const planId = plan!.id
    const order = { resource: 'stop', operation: 'create', planId, externalId: 'A-1' }
    const details = { label: 'Ida', location: { lat: 47.14, lng: 9.52 } }
    const [stop] = await run({ ...order, details })
    expect(stop).toMatchObject({ label: 'Ida', external_id: 'A-1' })
    expect(await run({ ...order, details })).toMatchObject([{ id: stop!.id }])
    const [optimized] = await run({ resource: 'plan', operation: 'optimize', planId })
    expect(optimized).toMatchObject({ id: planId, total_stops: 1 })
    const [route] = await run({ resource: 'route', operation: 'list', planId })
    expect(route).toMatchObject({ label: 'Van', stops: [{ id: stop!.id }] })
    const stopId = stop!.id
    await run({ resource: 'stop', operation: 'update', stopId, details: '{"comments":"Ring"}' })
    await run({ resource: 'stop', operation: 'report', stopId, reportType: 'service_report_completed' })
    const found = await run({ resource: 'stop', operation: 'find', ...project, text: 'Ida', limit: 10 })
    expect(found).toMatchObject([{ id: stopId, comments: 'Ring', status: 'completed' }])
    expect(await run({ resource: 'stop', operation: 'get', stopId })).toMatchObject([{ status: 'completed' }])
    expect(await run({ resource: 'plan', operation: 'get', planId })).toMatchObject([{ status: 'finished' }])
  })

  test('finds slots, holds one once, moves, books and releases it', async () => {
    const place = { lat: 47.14, lng: 9.52 }
    const body = { label: 'Van', default_start_location: place, default_end_location: place }
    await server.call('POST', '/v2/vehicle', { key: account.key, query: { project_id: account.project_id }, body })
    const project = { resource: 'slot', projectId: account.project_id }
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    const stop = { location: { lat: 47.15, lng: 9.51 }, duration: 600, label: 'Ida' }
    const days = { firstDay: inDays(2), lastDay: inDays(2), limit: 10 }
    const details = '{"windows":[[28800,36000],[36000,43200]],"sort":"date"}'
    const [first, second] = await run({ ...project, operation: 'find', ...days, wanted: stop, details })
    expect(first).toMatchObject({ id: `${inDays(2)}/28800-36000`, cost: expect.any(Number) })
    const order = { ...project, operation: 'hold', slotId: first!.id, holdKey: 'order-1', wanted: stop }
    const [held] = await run(order)
    expect(held).toMatchObject({ state: 'held' })
    expect(await run(order)).toMatchObject([{ id: held!.id }])
    const own = { resource: 'slot', promiseId: held!.id }
    expect(await run({ ...own, operation: 'move', slotId: second!.id })).toMatchObject([{ id: held!.id }])
    const [booked] = await run({ ...own, operation: 'book' })
    expect(booked).toMatchObject({ state: 'booked', stop_id: expect.any(String) })
    expect(await run({ resource: 'stop', operation: 'get', stopId: booked!.stop_id })).toMatchObject([
      { label: 'Ida', time_windows: [[36_000, 43_200]] },
    ])
    expect(await run({ ...own, operation: 'release' })).toMatchObject([{ state: 'released' }])
  })

  test('what fails ends the run, or becomes an item with the reason', async () => {
    const wrong = { resource: 'stop', operation: 'get', stopId: '0'.repeat(24) }
    await expect(run(wrong)).rejects.toThrow('0000')
    expect(await run(wrong, true)).toMatchObject([{ error: expect.stringContaining('0000') }])
    await expect(run({ resource: 'stop', operation: 'update', stopId: 'x', details: '[]' })).rejects.toThrow(
      'Fields must be a JSON object',
    )
  })

  test('has each field of each operation once, and operations in the order of the alphabet', () => {
    const shown = node.description.properties.filter(({ name }) => name !== 'operation')
    const keys = shown.map(({ name, displayOptions }) => `${name} ${JSON.stringify(displayOptions)}`)
    expect(new Set(keys).size).toBe(keys.length)
    const choices = node.description.properties.filter(({ type }: Property) => type === 'options')
    for (const { options } of choices) {
      const names = options!.map(({ name }) => name)
      expect(names).toEqual([...names].sort())
    }
  })
})

test('the credentials are tried by a call that answers', async () => {
  const { url } = credentials.test.request
  expect((await server.call('GET', url, { key: account.key })).status).toBe(200)
  expect((await server.call('GET', url, { key: 'wrong' })).status).toBe(401)
  expect(credentials.authenticate.properties.qs).toHaveProperty('private_key')
})

describe('the trigger', () => {
  const kept: Record<string, unknown> = {}
  const received: { status: number; started: unknown[] }[] = []
  let url = ''
  /** Receives a call as n8n does: keeps the bytes in addition to the parsed body. */
  const receiver = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    let status = 200
    const answer = await trigger.webhook.call({
      getHeaderData: () => request.headers,
      getRequestObject: () => ({ rawBody: Buffer.concat(parts) }),
      getResponseObject: () => ({
        status: (code: number) => {
          status = code
          return { json: () => undefined }
        },
      }),
      getWorkflowStaticData: () => kept,
    })
    received.push({ status, started: (answer.workflowData ?? []).flat().map(({ json }) => json) })
    response.writeHead(status).end()
  })
  const hooks = () => ({
    ...asked,
    getNodeParameter: () => ['svc.planner.2.plan.created'],
    getNodeWebhookUrl: () => url,
    getWorkflowStaticData: () => kept,
  })

  beforeAll(async () => {
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/webhook`
  })
  afterAll(() => {
    receiver.close()
  })

  test('subscribes, starts workflows by signed events only, and leaves nothing behind', async () => {
    const { checkExists, create, delete: end } = trigger.webhookMethods.default
    expect(await checkExists.call(hooks())).toBe(false)
    await create.call(hooks())
    expect(await checkExists.call(hooks())).toBe(true)
    const query = { project_id: account.project_id }
    await server.call('POST', '/v2/plan', { key: account.key, body: { label: 'Monday' }, query })
    await expect.poll(() => received, patiently).toHaveLength(1)
    expect(received[0]).toMatchObject({
      status: 200,
      started: [{ event_id: 'svc.planner.2.plan.created', data: { label: 'Monday' } }],
    })
    const forged = await fetch(url, { method: 'POST', body: '{"event_id":"svc.planner.2.plan.created"}' })
    expect([forged.status, received[1]!.started]).toEqual([401, []])
    await end.call(hooks())
    expect(await checkExists.call(hooks())).toBe(false)
    expect((await server.call('GET', '/v2/webhooks', { key: account.key })).body).toEqual([])
    await end.call(hooks())
  })
})
