// Lists read to their end, repeatable creations, and pauses between retries, against a scripted service.
import { describe, expect, test } from 'vitest'
import { backOffMs } from './back-off.ts'
import { createVehiclesOnce } from './create-once.ts'
import { createStopsOnce } from './create-stops-once.ts'
import { iterate } from './iterate.ts'
import { waitForOptimization } from './wait-for-optimization.ts'

interface Call {
  method: string
  path: string
  query: URLSearchParams
  // biome-ignore lint/suspicious/noExplicitAny: bodies of every kind
  body: any
}

/** A connection to a service whose responses this function gives, with the calls it received. */
function connect(answer: (call: Call) => unknown) {
  const calls: Call[] = []
  const fetch = async (address: string | URL | Request, init: RequestInit = {}) => {
    const url = new URL(String(address))
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    const call = { method: init.method ?? 'GET', path: url.pathname, query: url.searchParams, body }
    calls.push(call)
    const given = answer(call)
    return given instanceof Response ? given : new Response(JSON.stringify(given))
  }
  return { calls, connection: { baseUrl: 'https://routes.example.com', privateKey: 'key', retries: 0, fetch } }
}

/** A service with the given number of vehicles, which returns them page by page. */
const vehicles = (total: number) =>
  connect(({ query }) => {
    const [offset, limit] = [Number(query.get('offset')), Number(query.get('limit'))]
    const docs = Array.from({ length: Math.min(limit, total - offset) }, (_, index) => ({ id: `v${offset + index}` }))
    return { total, limit, offset, docs }
  })

async function readIds(records: AsyncIterable<{ id: string }>): Promise<string[]> {
  const ids: string[] = []
  for await (const { id } of records) ids.push(id)
  return ids
}

describe('a list', () => {
  test('is read page by page, 200 at a time, the oldest first, and no page more than there are', async () => {
    const { calls, connection } = vehicles(400)
    const ids = await readIds(iterate(connection, 'listVehicles', { project_id: 'p' }))
    expect(ids).toEqual(Array.from({ length: 400 }, (_, index) => `v${index}`))
    expect(calls.map(({ query }) => query.get('offset'))).toEqual(['0', '200'])
    expect(calls[0]!.query.get('limit')).toBe('200')
    expect(calls[0]!.query.get('sort')).toBe('created_at:asc')
  })

  test('begins where it is asked to, with pages of the size asked for', async () => {
    const { calls, connection } = vehicles(10)
    const ids = await readIds(iterate(connection, 'listVehicles', { project_id: 'p', offset: 4, limit: 3 }))
    expect(ids).toEqual(['v4', 'v5', 'v6', 'v7', 'v8', 'v9'])
    expect(calls.map(({ query }) => query.get('offset'))).toEqual(['4', '7'])
  })

  test('ends at an empty page, whatever the service says of the total', async () => {
    const { calls, connection } = connect(() => ({ total: 5, docs: [] }))
    expect(await readIds(iterate(connection, 'listVehicles', { project_id: 'p' }))).toEqual([])
    expect(calls).toHaveLength(1)
  })
})

describe('creating what is missing', () => {
  const stored = (ids: readonly string[]) =>
    connect(({ method, body, query }) => {
      if (method === 'POST') return body.map((input: object) => ({ ...input, id: 'new' }))
      const docs = ids.map((external_id) => ({ id: `old ${external_id}`, external_id }))
      const found = query.has('text')
        ? docs.filter(({ external_id }) => external_id.includes(query.get('text')!))
        : docs
      return { total: found.length, docs: found }
    })
  const named = (count: number) => Array.from({ length: count }, (_, index) => ({ external_id: `van-${index}` }))

  test('answers all in the order of the input, and counts what was made and what was there', async () => {
    const { connection } = stored(['van-1'])
    const made = await createVehiclesOnce(connection, { project_id: 'p' }, named(3))
    expect(made.records.map(({ id }) => id)).toEqual(['new', 'old van-1', 'new'])
    expect(made).toMatchObject({ created: 2, found: 1 })
  })

  test('creates nothing where everything is there', async () => {
    const { calls, connection } = stored(['van-0', 'van-1'])
    const made = await createVehiclesOnce(connection, { project_id: 'p' }, named(2))
    expect(made).toMatchObject({ created: 0, found: 2 })
    expect(calls.map(({ method }) => method)).toEqual(['GET', 'GET'])
  })

  test('searches up to twenty one by one, and reads the list once for more', async () => {
    const texts = async (count: number) => {
      const { calls, connection } = stored(named(count).map(({ external_id }) => external_id))
      await createVehiclesOnce(connection, { project_id: 'p' }, named(count))
      return calls.map(({ query }) => query.get('text'))
    }
    expect(await texts(20)).toHaveLength(20)
    expect(await texts(21)).toEqual([null])
  })

  test('takes the oldest of several that are called the same', async () => {
    const { connection } = connect(() => ({
      total: 2,
      docs: [
        { id: 'oldest', external_id: 'van-0' },
        { id: 'younger', external_id: 'van-0' },
      ],
    }))
    const { records } = await createVehiclesOnce(connection, { project_id: 'p' }, named(1))
    expect(records).toMatchObject([{ id: 'oldest' }])
  })

  test('refuses a name that is missing or stands twice, before anything is sent', async () => {
    const { calls, connection } = stored([])
    const create = (...external_ids: string[]) =>
      createVehiclesOnce(
        connection,
        { project_id: 'p' },
        external_ids.map((external_id) => ({ external_id })),
      )
    await expect(create('a', '')).rejects.toThrow('[1]: external_id is needed')
    await expect(create('a', 'b', 'a')).rejects.toThrow('[2]: external_id "a" stands twice')
    expect(calls).toEqual([])
  })

  const stopSearch = () =>
    connect(({ path, body }) =>
      path === '/v2/stops/search' ? { total: 0, docs: [] } : body.map((input: object) => ({ ...input })),
    )

  test('sends a thousand stops at a time', async () => {
    const { calls, connection } = stopSearch()
    const inputs = Array.from({ length: 1_001 }, (_, index) => ({ external_id: `s${index}` }))
    expect(await createStopsOnce(connection, { project_id: 'p' }, inputs)).toMatchObject({ created: 1_001, found: 0 })
    const sent = calls.filter(({ path }) => path === '/v2/stops').map(({ body }) => body.length)
    expect(sent).toEqual([1_000, 1])
  })

  test('sends fewer stops where they are long, so that a request stays below 4 MB', async () => {
    const { calls, connection } = stopSearch()
    const inputs = Array.from({ length: 5 }, (_, index) => ({
      external_id: `s${index}`,
      comments: 'x'.repeat(1_500_000),
    }))
    await createStopsOnce(connection, { project_id: 'p' }, inputs)
    const sent = calls.filter(({ path }) => path === '/v2/stops').map(({ body }) => body.length)
    expect(sent).toEqual([2, 2, 1])
  })
})

test('a pause doubles up to the longest, and half of it is chance', () => {
  const pauses = (random: number) => [0, 1, 2, 3, 9].map((attempt) => backOffMs(attempt, 500, 3_000, () => random))
  expect(pauses(0)).toEqual([250, 500, 1_000, 1_500, 1_500])
  expect(pauses(1)).toEqual([500, 1_000, 2_000, 3_000, 3_000])
})

describe('an optimization in the background', () => {
  const follow = async (...runs: object[]) => {
    const seen: unknown[] = []
    const { connection } = connect(() => runs.shift())
    const onProgress = ({ progress }: { progress: number }) => seen.push(progress)
    const ended = await waitForOptimization(connection, 'plan', { onProgress, intervalMs: 1 })
    return { seen, ended }
  }

  test('is followed until it has ended, and each change is told once', async () => {
    const running = (progress: number) => ({ status: 'running', progress, cost: 7, finished: false })
    const done = { status: 'finished', progress: 1, cost: 7, finished: true }
    const { seen, ended } = await follow(running(0), running(0.5), running(0.5), done)
    expect(seen).toEqual([0, 0.5, 1])
    expect(ended).toEqual(done)
  })

  test('that failed is thrown with its reason', async () => {
    const error = { message: 'No vehicle.', message_id: 'highway.optimization.error.no_vehicles' }
    const failed = { status: 'failed', progress: 0, cost: 0, finished: true }
    await expect(follow({ ...failed, error })).rejects.toMatchObject({
      message: 'No vehicle.',
      messageId: error.message_id,
      status: 200,
    })
    await expect(follow(failed)).rejects.toMatchObject({ messageId: 'highway.optimization.error.failed' })
  })
})
