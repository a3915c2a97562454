// Behaviour shared by all operations: bodies, queries, ids, refusals, failures, statuses.
import { connect } from 'node:net'
import { bodyBytes } from '@routewright/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Account, type Answer, type CallOptions, injectInto, until, useTestServer } from '../../../test/harness.ts'
import { frameStatements } from '../../process/frame-statements.ts'
import { apiError } from '../platform/api-error.ts'
import { type Input, mount, withStatus } from './mount.ts'
import { type App, createHttp } from './server.ts'

const METRICS_TOKEN = 'a token of 24 characters'
const server = useTestServer({ config: { metricsToken: METRICS_TOKEN } })
let app: App
let account: Account
/** Input of the last call of a handler. */
let seen: { input?: Input<'createStops'> | Input<'listPlans'> | Input<'createPlan'>; calls: number } = { calls: 0 }
/** Behaviour of the handlers of getPlan and updatePlan. */
let behave: () => Promise<unknown> = async () => ({})

beforeAll(async () => {
  app = await createHttp(server.services, frameStatements)
  const record = async (input: NonNullable<typeof seen.input>) => {
    seen = { input, calls: seen.calls + 1 }
  }
  mount(app, 'createStops', async (input) => {
    await record(input)
    return []
  })
  mount(app, 'listPlans', async (input) => {
    await record(input)
    return { total: 0, limit: input.query.limit, offset: input.query.offset, pages: 0, page: 1, docs: [] }
  })
  mount(app, 'createPlan', async (input) => {
    await record(input)
    return withStatus(201, plan)
  })
  mount(app, 'getPlan', () => behave())
  mount(app, 'updatePlan', () => behave())
  mount(app, 'deleteStops', async () => undefined)
  await app.ready()
  account = await server.createAccount()
})

afterAll(async () => {
  await app.close()
})

const healthy = () => ({
  status: 'ok',
  version: expect.stringMatching(/^\d+\.\d+\.\d+/),
  role: 'all',
  database: server.backend,
  files: 'folder',
})

const plan = {
  id: '65a000000000000000000001',
  organization_id: '65a000000000000000000001',
  project_id: '65a000000000000000000001',
  execution_date: new Date('2026-03-02T00:00:00Z'),
  status: 'planning',
  completed_stops: 0,
  canceled_stops: 0,
  pending_stops: 0,
  incomplete_stops: 0,
  total_stops: 0,
  total_routes: 0,
  created_at: new Date('2026-03-02T08:00:00.12Z'),
  updated_at: new Date('2026-03-02T08:00:00Z'),
  deleted: false,
}

function call(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
  return injectInto(app, method, path, { key: account.key, ...options })
}

const postStops = (body: unknown, headers?: Record<string, string>) =>
  call('POST', '/v2/stops', { query: { project_id: account.project_id }, body, headers })

function expectRefusal(answer: Answer, status: number, messageId: string, ...words: string[]) {
  expect(answer.body).toEqual({ message: expect.any(String), message_id: messageId })
  expect(answer.status).toBe(status)
  for (const word of words) expect(answer.body.message).toContain(word)
}

describe('a body', () => {
  test('without the undeclared, read-only and prototype-reaching fields reaches the handler', async () => {
    const stop = { label: 'a', nonsense: 1, id: 'x', status: 'completed', location: { lat: 1, lng: 2, secret: 3 } }
    const text = JSON.stringify([stop]).replace(
      '"label"',
      '"__proto__":{"polluted":1},"constructor":{"prototype":{}},"label"',
    )
    expect((await postStops(text)).status).toBe(201)
    expect(seen.input!.body).toEqual([{ label: 'a', location: { lat: 1, lng: 2 } }])
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
  })

  test("keeps the caller's own fields whole", async () => {
    const custom_fields = { a: { b: [1, null, { c: 'd' }] }, '': 1 }
    await postStops([{ custom_fields }])
    expect(seen.input!.body).toEqual([{ custom_fields }])
  })

  test('is never coerced', async () => {
    expectRefusal(
      await postStops([{ duration: '300' }]),
      400,
      'highway.validation.error.invalid_payload',
      '[0].duration',
    )
    expectRefusal(await postStops([{ label: 5 }]), 400, 'highway.validation.error.invalid_payload', '[0].label')
  })

  test('with a wrong field is refused by its place and reason', async () => {
    const stops = [{}, {}, {}, { time_windows: [[7200, 3600]] }]
    const answer = await postStops(stops)
    expect(answer.body.message).toBe('[3].time_windows[0]: end must be after start')
    expect(answer.status).toBe(400)
    expectRefusal(
      await postStops([{ location: { lat: 91, lng: 0 } }]),
      400,
      'highway.validation.error.invalid_payload',
      'lat',
    )
    expectRefusal(await postStops({}), 400, 'highway.validation.error.invalid_payload', 'body', 'array')
    expectRefusal(await postStops(undefined), 400, 'highway.validation.error.invalid_payload', 'body')
  })

  test.each(['{', '[1,]', 'label=a', '\ufeff\ufeff[]', Buffer.from([0x5b, 0xff, 0x5d]), '[NaN]', '[1e999'])(
    'that is not JSON (%j) is refused as malformed',
    async (body) => {
      expectRefusal(await postStops(body), 400, 'highway.request.error.malformed_json')
    },
  )

  test.each([
    'application/json',
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json; charset=utf-8',
    'x/y',
  ])('is JSON whatever its Content-Type (%s) says', async (type) => {
    expect((await postStops('[]', { 'content-type': type })).status).toBe(201)
  })

  test.each([
    ['NUL', '\\u0000'],
    ['half a surrogate pair', '\\ud800'],
    ['the other half', 'a\\udc00b'],
  ])('with %s in a value or key is refused, naming the place', async (_, escaped) => {
    const refused = [400, 'highway.validation.error.invalid_payload'] as const
    expectRefusal(await postStops(`[{"label":"${escaped}"}]`), ...refused, '[0].label')
    expectRefusal(await postStops(`[{"custom_fields":{"a":["${escaped}"]}}]`), ...refused, '[0].custom_fields.a[0]')
    expectRefusal(await postStops(`[{"custom_fields":{"${escaped}":1}}]`), ...refused, '[0].custom_fields')
  })

  test('with a whole surrogate pair is stored', async () => {
    expect((await postStops('[{"label":"\\ud83d\\ude9a"}]')).status).toBe(201)
    expect(seen.input!.body).toEqual([{ label: '🚚' }])
  })

  test('nested a hundred thousand deep is refused', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    expectRefusal(await postStops(deep), 400, 'highway.request.error.malformed_json', 'nested')
    const object = `${'{"a":'.repeat(60)}1${'}'.repeat(60)}`
    expectRefusal(await postStops(`[{"custom_fields":${object}}]`), 400, 'highway.request.error.malformed_json')
  })

  test('may be left out where the declaration says so, also with a JSON Content-Type', async () => {
    const query = { project_id: account.project_id }
    expect((await call('POST', '/v2/plan', { query })).status).toBe(201)
    expect(seen.input!.body).toEqual({})
    expect((await call('POST', '/v2/plan', { query, headers: { 'content-type': 'application/json' } })).status).toBe(
      201,
    )
  })

  test('of exactly the limit is read, one byte more is refused', async () => {
    const sized = (bytes: number) => `[${' '.repeat(bytes - 2)}]`
    expect((await postStops(sized(bodyBytes.stops))).status).toBe(201)
    const calls = seen.calls
    const refused = await postStops(sized(bodyBytes.stops + 1))
    expectRefusal(refused, 400, 'highway.request.error.payload_too_large', String(bodyBytes.stops))
    expect(seen.calls).toBe(calls)
    const planBody = (bytes: number) => `{${' '.repeat(bytes - 2)}}`
    const query = { project_id: account.project_id }
    expect((await call('POST', '/v2/plan', { query, body: planBody(bodyBytes.plan) })).status).toBe(201)
    const tooLarge = await call('POST', '/v2/plan', { query, body: planBody(bodyBytes.plan + 1) })
    expectRefusal(tooLarge, 400, 'highway.request.error.payload_too_large', String(bodyBytes.plan))
  })

  test('far beyond the limit, sent in pieces without its length, is read to the end and then refused', async () => {
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    const piece = new Uint8Array(65_536).fill(32)
    let left = (3 * bodyBytes.stops) / piece.length
    const stream = new ReadableStream({
      pull(controller) {
        if (left-- > 0) controller.enqueue(piece)
        else controller.close()
      },
    })
    const url = `${address}/v2/stops?project_id=${account.project_id}&private_key=${account.key}`
    const response = await fetch(url, { method: 'POST', body: stream, duplex: 'half' } as RequestInit)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ message_id: 'highway.request.error.payload_too_large' })
  })
})

describe('a query', () => {
  const list = (query: Record<string, string>) => call('GET', '/v2/plans', { query })

  test('is coerced to the declared types, with defaults filled in', async () => {
    await list({ limit: '5', deleted: 'true', unknown: 'x', text: '5' })
    expect(seen.input!.query).toMatchObject({ limit: 5, offset: 0, deleted: true, text: '5' })
    expect(seen.input!.query).not.toHaveProperty('unknown')
    await list({ limit: '', text: '' })
    expect(seen.input!.query).toMatchObject({ limit: 20, offset: 0, deleted: false })
  })

  test.each(['0', '1001', '-1', '1.5', 'abc', '1e400', '0x10', 'NaN', '١'])(
    'with limit %s is refused',
    async (limit) => {
      expectRefusal(await list({ limit }), 400, 'highway.validation.error.invalid_parameter', 'limit')
    },
  )

  test('with a wrong word, NUL or malformed id is refused by name', async () => {
    expectRefusal(
      await list({ status: 'gone' }),
      400,
      'highway.validation.error.invalid_parameter',
      'status',
      'planning',
    )
    expectRefusal(await list({ deleted: 'maybe' }), 400, 'highway.validation.error.invalid_parameter', 'deleted')
    expectRefusal(await list({ text: 'a\0b' }), 400, 'highway.validation.error.invalid_parameter', 'text')
    for (const id of ['abc', '65A000000000000000000001', '65a0000000000000000000011', "' or 1=1"]) {
      expectRefusal(await list({ project_id: id }), 400, 'highway.validation.error.invalid_id', 'project_id')
    }
  })

  test('with a parameter given twice is refused, whatever the second says', async () => {
    const answer = await call('GET', `/v2/plans?project_id=${account.project_id}&project_id=${account.project_id}`)
    expectRefusal(answer, 400, 'highway.validation.error.invalid_parameter', 'project_id', 'once')
  })

  test('without a required parameter is refused', async () => {
    expectRefusal(
      await call('POST', '/v2/plan', { body: {} }),
      400,
      'highway.validation.error.invalid_parameter',
      'project_id',
    )
  })
})

describe('an answer', () => {
  test('has the declared status, timestamps in UTC with milliseconds, and no body where none is declared', async () => {
    const created = await call('POST', '/v2/plan', { query: { project_id: account.project_id } })
    expect(created.body.created_at).toBe('2026-03-02T08:00:00.120Z')
    expect(created.headers['content-type']).toBe('application/json; charset=utf-8')
    const deleted = await call('PUT', '/v2/stops/delete', { body: { stop_ids: [account.user_id] } })
    expect([deleted.status, deleted.text]).toEqual([204, ''])
  })

  test('that the contract does not declare fails the test that asked for it', async () => {
    behave = async () => ({ id: 5 })
    expect((await call('GET', `/v2/plan/${account.user_id}`)).status).toBe(500)
    expect(server.logLines.join('')).toContain('answers what it does not declare')
  })
})

describe('a failure', () => {
  const provoke = (work: () => Promise<unknown>) => {
    behave = work
    return call('PUT', `/v2/plan/${account.user_id}`, { body: {} })
  }

  test('of the server is 500 with an empty body, and the log has the cause', async () => {
    const answer = await provoke(async () => {
      throw new Error('the cause of it')
    })
    expect([answer.status, answer.text]).toEqual([500, ''])
    expect(server.logLines.join('')).toContain('the cause of it')
  })

  test('for want of room says so, and /health tells it until there is room again', async () => {
    const answer = await provoke(async () => {
      await server.services.database.executeSql(
        "do $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$",
      )
    })
    expect(answer.status).toBe(500)
    expect(answer.body).toEqual({
      message: expect.stringContaining('no room'),
      message_id: 'highway.storage.error.full',
    })
    expect((await call('GET', '/health')).body).toMatchObject({ status: 'degraded', notices: ['disk_full'] })
    server.clock.advanceSeconds(60)
    expect((await call('GET', '/health')).body).toEqual(healthy())
  })

  test('that is a refusal carries its message and message_id', async () => {
    const answer = await provoke(async () => {
      throw apiError('highway.domain.error.not_found', { resource: 'plan', id: 'abc' })
    })
    expectRefusal(answer, 404, 'highway.domain.error.not_found', 'abc')
  })

  test('is 500 for a refusal that the contract does not declare, and fails the test that asked for it', async () => {
    const answer = await provoke(async () => {
      throw apiError('highway.route.error.locked', { id: 'abc' })
    })
    expect(answer.status).toBe(500)
    expect(server.logLines.join('')).toContain('highway.route.error.locked, which it does not declare')
  })

  test.each([
    ['a text with NUL', sql`select ${'a\0'}::text`],
    ['an integer out of range', sql`select ${'99999999999'}::integer`],
    ['a timestamp out of range', sql`select ${'999999-01-01'}::timestamptz`],
    ['a malformed date', sql`select ${'31.01.x'}::date`],
  ])('of the database over %s is the input’s fault', async (_, query) => {
    const answer = await provoke(() => query.execute(server.services.database.db))
    expectRefusal(answer, 400, 'highway.validation.error.invalid_payload')
  })

  test('of the database over our own statement is the server’s', async () => {
    const answer = await provoke(() => sql`select nothing from nowhere`.execute(server.services.database.db))
    expect([answer.status, answer.text]).toEqual([500, ''])
  })
})

describe('a path', () => {
  test.each([
    ['GET', '/v2/nothing'],
    ['GET', '/'],
    ['PATCH', '/v2/plan'],
    ['DELETE', '/v2/plans'],
    ['GET', '/v2/plans/'],
    ['GET', '/V2/plans'],
    ['GET', '/v2/plan/%'],
    ['GET', '/v2/plan/%ff'],
    ['GET', `/v2/plan/${'a'.repeat(2_000)}`],
  ])('%s %s that is not declared is 404 with the envelope', async (method, path) => {
    expectRefusal(await call(method, path), 404, 'highway.api.error.not_found')
  })

  test.each(['abc', '65A000000000000000000001', '65a00000000000000000000z', '65a0000000000000000000012', '%00'])(
    'with the malformed id %s is refused',
    async (id) => {
      expectRefusal(await call('GET', `/v2/plan/${id}`), 400, 'highway.validation.error.invalid_id', 'id')
    },
  )

  test('of a declared operation without a handler is 404', async () => {
    expectRefusal(await call('PUT', `/v2/stop/${account.user_id}`, { body: {} }), 404, 'highway.api.error.not_found')
  })
})

describe('a connection', () => {
  const send = async (bytes: string): Promise<string> => {
    const { port } = app.server.address() as { port: number }
    return await new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
      let answer = ''
      socket.on('data', (data) => {
        answer += data
        socket.end()
      })
      socket.on('close', () => resolve(answer))
      socket.on('error', reject)
    })
  }

  test('that speaks no HTTP is refused without harm', async () => {
    expect(await send('\x16\x03\x01\x02\x00\x01\r\n\r\n')).toMatch(/^HTTP\/1\.1 400/)
    expect(await send('GET /health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')).toMatch(/^HTTP\/1\.1 200/)
  })

  test.each([
    ['no HTTP', 'GET / HTTP/9.9\r\n\r\n', 'HTTP'],
    ['more than 16 KiB of headers', `GET /v2/plans?text=${'a'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, '16 KiB'],
  ])('that brings %s is refused with the envelope, and told that it ends', async (_, bytes, reason) => {
    const [head, body] = (await send(bytes)).split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 400 /)
    expect(head).toContain('Connection: close')
    expect(JSON.parse(body!)).toEqual({
      message: expect.stringContaining(reason),
      message_id: 'highway.validation.error.invalid_parameter',
    })
  })

  test('that is given up in the middle of a body is no failure of the server', async () => {
    const { port } = app.server.address() as { port: number }
    const url = `/v2/plan?private_key=${account.key}&project_id=${account.project_id}`
    const before = server.logLines.length
    await new Promise<void>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(
          `POST ${url} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"a":`,
        )
        app.server.once('request', () => socket.destroy())
      })
      socket.on('close', () => resolve())
    })
    await until('the end of the request is logged', () => server.logLines.slice(before).join('').includes('hung up'))
    expect(server.logLines.slice(before).join('')).not.toContain('request failed')
  })

  test('keeps its answer although the refused body is still on its way', async () => {
    const body = 'x'.repeat(2_000_000)
    const head = `POST /v2/plan?private_key=none HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n`
    expect(await send(head + body)).toMatch(/^HTTP\/1\.1 401/)
  })
})

test('a server that was told to stop is not ready, and closes each connection with an answer', async () => {
  app.isDraining = true
  try {
    const health = await call('GET', '/health')
    expect([health.status, health.body]).toEqual([503, { status: 'stopping', database: server.backend }])
    const { status, headers } = await call('GET', '/v2/plans')
    expect([status, headers.connection]).toEqual([200, 'close'])
  } finally {
    app.isDraining = false
  }
  const { status, headers } = await call('GET', '/v2/plans')
  expect([status, headers.connection]).toEqual([200, 'keep-alive'])
})

test('/health tells version, role and that the database answers, /metrics counts requests by operation and status', async () => {
  expect((await call('GET', '/health')).body).toEqual(healthy())
  expect((await call('GET', '/health/live')).body).toEqual({ status: 'ok' })
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
  const { text } = await server.call('GET', '/metrics', { headers })
  expect(text).toMatch(/http_request_duration_seconds_count\{operation="createStops",status="201"\} [1-9]/)
  expect(text).toContain('nodejs_eventloop_lag_seconds')
  expect(text).toContain('database_connections{state="waiting"}')
  if (server.backend === 'pglite') expect(text).toMatch(/pglite_requests_total [1-9]/)
})

test('the front page leads to the planner', async () => {
  const answer = await server.call('GET', '/')
  expect([answer.status, answer.headers.location]).toEqual([302, '/planner/'])
})
