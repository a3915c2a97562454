// Measurements and traces that a collector receives from a service that responds, works and optimizes.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer, until } from '../../../test/harness.ts'

/** A span as it travels. */
interface Sent {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  startTimeUnixNano: string
  endTimeUnixNano: string
  status: { code?: number }
  attributes: { key: string; value: { stringValue?: string; intValue?: number | string } }[]
}

const received = { '/v1/traces': [] as unknown[], '/v1/metrics': [] as unknown[] }
const collector = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  received[request.url as keyof typeof received].push(JSON.parse(Buffer.concat(chunks).toString()))
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
})

let server: TestServer & { stop(): Promise<void> }
let spans: Sent[]
const caller = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' }
const traceparent = `00-${caller.traceId}-${caller.spanId}-01`

beforeAll(async () => {
  await new Promise<void>((listening) => collector.listen(0, '127.0.0.1', listening))
  const otlpEndpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
  server = await startTestServer({ listen: true, config: { otlpEndpoint } })
  await optimizePlan()
  // Stopping sends the remaining data before the process ends.
  await server.stop()
  spans = received['/v1/traces'].flatMap((batch) => readSpans(batch))
})

afterAll(() => new Promise((closed) => collector.close(closed)))

async function optimizePlan(): Promise<void> {
  const own = await server.createAccount()
  const location = { lat: 47.14, lng: 9.52 }
  const body = {
    execution_date: '2026-03-02',
    routes: [{ label: 'Van', start_location: location, end_location: location }],
    stops: [1, 2, 3].map((n) => ({ label: `Stop ${n}`, location: { lat: 47.14 + n / 100, lng: 9.52 } })),
  }
  const query = { project_id: own.project_id }
  const created = await server.call('POST', '/v2/plan', { key: own.key, query, body })
  expect(created.status, created.text).toBe(201)
  const path = `/v2/plan/${created.body.id}`
  const asked = await server.call('POST', `${path}/optimize/async`, { key: own.key, headers: { traceparent } })
  expect(asked.status, asked.text).toBe(200)
  await until('the stops are on the route', async () => {
    const plan = await server.call('GET', path, { key: own.key })
    return plan.body.stops.every((stop: { route_id: string | null }) => stop.route_id)
  })
  expect((await server.call('GET', '/v2/plan/none', { key: own.key })).status).toBeGreaterThanOrEqual(400)
}

function readSpans(batch: unknown): Sent[] {
  const { resourceSpans } = batch as { resourceSpans: { scopeSpans: { spans: Sent[] }[] }[] }
  return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans))
}

const named = (name: string, within = spans) => within.find((span) => span.name === name)!
const findAttribute = (span: Sent, name: string) => span.attributes.find(({ key }) => key === name)?.value
const computeDuration = (span: Sent) => Number(BigInt(span.endTimeUnixNano) - BigInt(span.startTimeUnixNano))

test('a call, the job that it leaves, and the thread of that are one trace, which the caller began', () => {
  const trace = spans.filter((span) => span.traceId === caller.traceId)
  const call = named('optimizePlanAsync', trace)
  const job = named('job optimization', trace)
  const solve = named('solve in threads', trace)
  expect(call.parentSpanId).toBe(caller.spanId)
  expect(job.parentSpanId).toBe(call.spanId)
  for (const name of ['prepare', 'travel times', 'solve in threads', 'apply']) {
    expect(named(name, trace), name).toMatchObject({ parentSpanId: job.spanId })
  }
  for (const name of ['search', 'check', 'explain']) {
    expect(named(name, trace), name).toMatchObject({ parentSpanId: solve.spanId })
  }
  expect(findAttribute(solve, 'stops')).toEqual({ intValue: 3 })
  expect(computeDuration(named('search', trace))).toBeGreaterThan(0)
  expect(computeDuration(named('search', trace))).toBeLessThanOrEqual(computeDuration(solve))
})

test('statements are parts of the call that sent them, without their values', () => {
  const call = named('createPlan')
  const statements = spans.filter(({ parentSpanId, name }) => parentSpanId === call.spanId && name.startsWith('sql '))
  expect(statements.map(({ name }) => name)).toContain('sql insert')
  const texts = statements.map((span) => findAttribute(span, 'db.query.text')?.stringValue ?? '')
  expect(texts.some((text) => text.includes('"stops"'))).toBe(true)
  expect(JSON.stringify(spans)).not.toContain('Stop 1')
})

test('neither keys nor addresses of calls are told, but which operation it was and how it ended', () => {
  const call = named('createPlan')
  expect(findAttribute(call, 'http.route')?.stringValue).toBe('/v2/plan')
  expect(Number(findAttribute(call, 'http.response.status_code')?.intValue)).toBe(201)
  expect(JSON.stringify(received)).not.toMatch(/private_key|api_key_/)
})

test('the lines of the log name their trace', () => {
  const lines = server.logLines.map((line) => JSON.parse(line))
  const answered = lines.find(({ msg, operation }) => msg === 'answered' && operation === 'optimizePlanAsync')
  expect(answered).toMatchObject({ trace_id: caller.traceId })
})

test('what /metrics tells is sent too', () => {
  const names = JSON.stringify(received['/v1/metrics'])
  for (const name of ['http_request_duration_seconds', 'job_duration_seconds', 'database_connections']) {
    expect(names).toContain(`"${name}"`)
  }
  expect(names).toContain('"service.name"')
})
