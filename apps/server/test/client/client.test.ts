// The published client against the real service, over the network.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createRoutewright, type Routewright, RoutewrightError } from '@routewright/client'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Account, useTestServer } from '../harness.ts'
import { png } from '../pictures.ts'

const server = useTestServer({ listen: true, realClock: true })
let account: Account
let client: Routewright

beforeAll(async () => {
  account = await server.createAccount()
  client = createRoutewright({ baseUrl: server.address, privateKey: account.key })
})

const createPlan = () => client.createPlan({ project_id: account.project_id, body: { label: 'Monday' } })
const rejection = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  )

describe('a method', () => {
  test('takes path, query and body in one object and answers the record', async () => {
    const plan = await createPlan()
    expect(plan).toMatchObject({ label: 'Monday', status: 'planning', project_id: account.project_id })
    const updated = await client.updatePlan({ id: plan.id, body: { label: 'Tuesday' } })
    expect(updated).toMatchObject({ id: plan.id, label: 'Tuesday', stops: [], routes: [] })
    expect(await client.listPlans({ text: 'tuesday', limit: 5 })).toMatchObject({ total: 1, limit: 5 })
    expect((await client.listProjects()).total).toBe(1)
  })

  test('answers undefined where the service answers no body', async () => {
    const plan = await createPlan()
    const [stop] = await client.createStops({ plan_id: plan.id, body: [{}] })
    expect(await client.deleteStops({ body: { stop_ids: [stop!.id] } })).toBeUndefined()
  })

  test('uploads a picture', async () => {
    const plan = await createPlan()
    const [stop] = await client.createStops({ plan_id: plan.id, body: [{}] })
    const file = new Blob([new Uint8Array(png())], { type: 'image/png' })
    const { id, url } = await client.uploadReportImage({ stop_id: stop!.id, file })
    const report = await client.createReport({
      stop_id: stop!.id,
      body: { type: 'service_report_completed', images: [id] },
    })
    expect(report.images).toEqual([{ id, url }])
  })

  test('refuses a missing path parameter before anything is sent', async () => {
    expect(await rejection(client.getPlan({ id: '' }))).toEqual(new TypeError('getPlan needs id.'))
  })
})

describe('a refusal', () => {
  test('is a RoutewrightError with status, messageId and the words of the service', async () => {
    const error = await rejection(client.getPlan({ id: 'a'.repeat(24) }))
    expect(error).toBeInstanceOf(RoutewrightError)
    expect(error).toMatchObject({ status: 404, messageId: 'highway.domain.error.not_found', operation: 'getPlan' })
    expect((error as RoutewrightError).message).toContain('a'.repeat(24))
    expect((error as RoutewrightError).requestId).toMatch(/^[0-9a-f]+$/)
  })

  test('never holds the key', async () => {
    const unreachable = createRoutewright({ baseUrl: 'http://127.0.0.1:9', privateKey: account.key, retries: 0 })
    for (const error of [await rejection(client.getPlan({ id: 'x' })), await rejection(unreachable.listPlans())]) {
      expect(error).toBeInstanceOf(RoutewrightError)
      expect(JSON.stringify(error) + String(error) + (error as Error).stack).not.toContain(account.key)
    }
  })
})

describe('a list', () => {
  test('is read to its end, oldest first, nothing twice', async () => {
    const plan = await createPlan()
    const stops = await client.createStops({
      plan_id: plan.id,
      body: Array.from({ length: 7 }, (_, i) => ({ label: `${i}` })),
    })
    const body = { limit: 3, predicates: [{ field: 'plan_id', operator: 'eq' as const, value: plan.id }] }
    const found: string[] = []
    for await (const stop of client.iterate('searchStops', { project_id: account.project_id, body }))
      found.push(stop.id)
    expect(found.toSorted()).toEqual(stops.map(({ id }) => id).toSorted())

    const seen: string[] = []
    for await (const { id, created_at } of client.iterate('listPlans', { limit: 1 })) {
      // Plans created meanwhile are appended.
      if (seen.length === 0) await createPlan()
      seen.push(`${created_at} ${id}`)
    }
    expect(seen).toEqual([...new Set(seen)].toSorted())
    expect(seen).toHaveLength((await client.listPlans()).total)
  })

  test('can be left in the middle', async () => {
    await createPlan()
    for await (const plan of client.iterate('listPlans', {})) {
      expect(plan.id).toHaveLength(24)
      break
    }
  })
})

test('waitForOptimization reports progress and answers the ended run', async () => {
  const plan = await createPlan()
  await client.createVehicle({ project_id: account.project_id, body: { label: 'Van' } })
  const places = Array.from({ length: 12 }, (_, i) => ({ location: { lat: 47 + i / 100, lng: 9.5 } }))
  await client.createStops({ plan_id: plan.id, body: places })
  await client.updatePlan({ id: plan.id, body: { optimizer_config: { time_limit_seconds: 2 } } })
  await client.optimizePlanAsync({ id: plan.id })
  const seen: number[] = []
  const run = await client.waitForOptimization(plan.id, { onProgress: ({ progress }) => seen.push(progress) })
  expect(run).toMatchObject({ finished: true, status: 'success', unassigned_stops: 0 })
  expect(seen.at(-1)).toBe(1)
  expect(seen).toEqual(seen.toSorted((a, b) => a - b))
  expect((await client.getPlan({ id: plan.id })).routes[0]!.stops).toHaveLength(12)
})

describe('createStopsOnce', () => {
  const inputs = (...ids: string[]) => ids.map((external_id) => ({ external_id, label: `for ${external_id}` }))

  test('creates what is missing and answers all in the order of the input', async () => {
    const plan = await createPlan()
    const first = await client.createStopsOnce({ plan_id: plan.id }, inputs('a', 'b'))
    expect(first).toMatchObject({ created: 2, found: 0 })
    const second = await client.createStopsOnce({ plan_id: plan.id }, inputs('c', 'b', 'a'))
    expect(second).toMatchObject({ created: 1, found: 2 })
    expect(second.stops.map(({ external_id }) => external_id)).toEqual(['c', 'b', 'a'])
    expect(second.stops[2]!.id).toBe(first.stops[0]!.id)
    expect(await client.listPlanStops({ id: plan.id })).toHaveLength(3)
  })

  test('looks into the plan only, and without one into the whole project', async () => {
    const [one, other] = [await createPlan(), await createPlan()]
    await client.createStopsOnce({ plan_id: one.id }, inputs('again'))
    expect(await client.createStopsOnce({ plan_id: other.id }, inputs('again'))).toMatchObject({ created: 1 })
    expect(await client.createStopsOnce({ project_id: account.project_id }, inputs('again'))).toMatchObject({
      found: 1,
    })
  })

  test('refuses stops that it could not find again', async () => {
    const target = { project_id: account.project_id }
    expect(await rejection(client.createStopsOnce(target, inputs('x', 'x')))).toBeInstanceOf(TypeError)
    expect(await rejection(client.createStopsOnce(target, inputs('')))).toBeInstanceOf(TypeError)
  })
})

describe('the siblings of createStopsOnce', () => {
  const inputs = (...ids: string[]) => ids.map((external_id) => ({ external_id, label: `for ${external_id}` }))
  const project = () => ({ project_id: account.project_id })

  test('make a plan once', async () => {
    const first = await client.createPlanOnce(project(), { external_id: 'day-1', label: 'Monday' })
    // Found by the same text, but another one.
    await client.createPlan({ ...project(), body: { external_id: 'day-10' } })
    const second = await client.createPlanOnce(project(), { external_id: 'day-1', label: 'Monday' })
    expect([first.created, second.created]).toEqual([true, false])
    expect(second.plan.id).toBe(first.plan.id)
    expect((await client.createPlanOnce(project(), { external_id: 'day' })).created).toBe(true)
  })

  test('make vehicles and entries of the address book once, few or many, in the order of the input', async () => {
    for (const make of [client.createVehiclesOnce, client.createClientsOnce]) {
      const first = await make(project(), inputs('v2', 'v1'))
      expect(first).toMatchObject({ created: 2, found: 0 })
      const many = inputs('v1', ...Array.from({ length: 30 }, (_, i) => `w${i}`), 'v2')
      const second = await make(project(), many)
      expect(second).toMatchObject({ created: 30, found: 2 })
      expect(second.records.map(({ external_id }) => external_id)).toEqual(many.map(({ external_id }) => external_id))
      expect(second.records[0]!.id).toBe(first.records[1]!.id)
    }
  })

  test('make routes once in their plan, and refuse what they could not find again', async () => {
    const plan = await createPlan()
    await client.createRoutesOnce({ plan_id: plan.id }, inputs('r1'))
    expect(await client.createRoutesOnce({ plan_id: plan.id }, inputs('r1', 'r2'))).toMatchObject({
      created: 1,
      found: 1,
    })
    expect(await client.listPlanRoutes({ id: plan.id })).toHaveLength(2)
    expect(await rejection(client.createRoutesOnce({ plan_id: plan.id }, inputs('x', 'x')))).toBeInstanceOf(TypeError)
    expect(await rejection(client.createPlanOnce(project(), { external_id: '' }))).toBeInstanceOf(TypeError)
  })
})

describe('over a bad line', () => {
  /** Fault of each request in turn; after the last one, requests pass. */
  let faults: ('pass' | 'drop answer' | 'drop request' | '503' | '429')[] = []
  const passed: string[] = []
  let proxy: Server
  let distant: Routewright

  beforeAll(async () => {
    proxy = createServer(async (request, response) => {
      const fault = faults.shift()
      passed.push(`${request.method} ${request.url!.split('?')[0]} ${fault ?? ''}`.trim())
      if (fault === 'drop request') return void request.socket.destroy()
      if (fault === '429' || fault === '503') return void response.writeHead(Number(fault)).end()
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const body = chunks.length > 0 ? Buffer.concat(chunks) : undefined
      const headers = { 'content-type': request.headers['content-type'] ?? 'application/json' }
      const answer = await fetch(server.address + request.url, { method: request.method!, headers, body })
      const text = await answer.text()
      if (fault === 'drop answer') return void request.socket.destroy()
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text)
    })
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    const baseUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/`
    distant = createRoutewright({ baseUrl, privateKey: account.key })
  })
  afterAll(() => proxy.close())
  beforeEach(() => {
    faults = []
    passed.length = 0
  })

  test('reading calls are tried again after 429, 5xx and lost answers', async () => {
    faults = ['503', 'drop request', 'drop answer']
    expect((await distant.listProjects()).total).toBe(1)
    expect(passed).toHaveLength(4)
    faults = ['503']
    const search = { project_id: account.project_id, body: {} }
    expect((await distant.searchStops(search)).limit).toBe(20)
  })

  test('others are not: only a 429, which did nothing, lets them come again', async () => {
    faults = ['drop answer']
    const before = (await client.listPlans()).total
    const error = await rejection(distant.createPlan({ project_id: account.project_id }))
    expect(error).toMatchObject({ status: 0, operation: 'createPlan' })
    expect([passed.length, (await client.listPlans()).total]).toEqual([1, before + 1])
    faults = ['503']
    expect(await rejection(distant.createPlan({ project_id: account.project_id }))).toMatchObject({ status: 503 })
    faults = ['429']
    await distant.createPlan({ project_id: account.project_id })
    expect((await client.listPlans()).total).toBe(before + 2)
  })

  test('unless the caller says that they are repeatable', async () => {
    const plan = await createPlan()
    const [stop] = await client.createStops({ plan_id: plan.id, body: [{}] })
    faults = ['drop answer']
    const body = { type: 'service_report_attempted' as const, client_id: '0b5b8f4e-1111-4222-8333-944455556666' }
    await distant.createReport({ stop_id: stop!.id, body }, { repeatable: true })
    expect((await client.getStop({ stop_id: stop!.id })).report_attempts).toBe(1)
  })

  test('createStopsOnce creates each stop once although answers are lost', async () => {
    const plan = await createPlan()
    await client.createStops({ plan_id: plan.id, body: [{ external_id: 'order-3' }] })
    faults = ['503', 'pass', 'pass', 'drop answer', '503'] // plan twice, search, creation, search
    const inputs = Array.from({ length: 5 }, (_, i) => ({ external_id: `order-${i}` }))
    const { stops, created, found } = await distant.createStopsOnce({ plan_id: plan.id }, inputs)
    expect([stops.length, created, found]).toEqual([5, 4, 1])
    expect(passed.filter((line) => line.startsWith('POST /v2/stops drop answer'))).toHaveLength(1)
    expect(await client.listPlanStops({ id: plan.id })).toHaveLength(5)
  })

  test('an abort ends the waiting at once, with its reason', async () => {
    faults = ['503', '503', '503', '503']
    const control = new AbortController()
    const call = rejection(distant.listPlans({}, { signal: control.signal }))
    await expect.poll(() => passed.length).toBeGreaterThan(0)
    control.abort(new Error('enough'))
    expect(await call).toEqual(new Error('enough'))
  })

  test('a call that takes too long ends with status 0', async () => {
    const slow = createRoutewright({
      baseUrl: server.address,
      fetch: (_, init) =>
        new Promise((_resolve, reject) => init!.signal!.addEventListener('abort', () => reject(init!.signal!.reason))),
      timeoutMs: 20,
      retries: 0,
    })
    expect(await rejection(slow.listPlans())).toMatchObject({ status: 0, message: expect.stringContaining('20 ms') })
  })
})
