// No 60 seconds ever hold more admitted calls than the limit, none that would fit is refused, and refused ones do not count.
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { injectInto, startTestServer, useTestServer } from '../../../test/harness.ts'
import { createTestDatabase, testBackend } from '../../../test/template.ts'
import { frameStatements } from '../../process/frame-statements.ts'
import { mount } from './mount.ts'
import { createLocalLimiter, createSharedLimiter, type RateBucket, type RateLimiter } from './rate-limit.ts'
import { createHttp } from './server.ts'

const server = useTestServer()
let bucketCount = 0
const newName = () => `test:${bucketCount++}`

interface TimedLimiter {
  take(buckets: readonly RateBucket[], atMilliseconds: number): Promise<RateBucket | undefined>
}

/** The statement of PostgreSQL (which the embedded database understands too) with a given time. */
const statement: TimedLimiter = {
  async take(buckets, at) {
    const names = buckets.map(({ name }) => name)
    const limits = buckets.map(({ perMinute }) => perMinute)
    const { rows } = await sql<{ full: number }>`
      select take_rate_limit(${names}::text[], ${limits}::integer[], ${at}::bigint) as full`.execute(
      server.services.database.db,
    )
    return rows[0]!.full === 0 ? undefined : buckets[rows[0]!.full - 1]
  },
}

function createTimedLocal(): TimedLimiter {
  let at = 0
  const limiter = createLocalLimiter({ now: () => new Date(at) })
  return {
    take: (buckets, milliseconds) => {
      at = milliseconds
      return limiter.take(buckets)
    },
  }
}

/** The definition, word for word: fewer than `perMinute` admitted calls in the 60 seconds up to now. */
function isAdmitted(admitted: number[], perMinute: number, at: number): boolean {
  return admitted.filter((hit) => hit > at - 60_000).length < perMinute
}

describe.each([
  ['in memory', createTimedLocal, 300],
  ['in the database', () => statement, 20],
] as const)('a limiter %s', (_, create, numRuns) => {
  test.each([
    ['a few calls', 1, 7, 6, numRuns],
    // The database keeps older calls in pieces of 64.
    ['many', 60, 200, 60, numRuns / 5],
  ])('admits exactly what the definition admits of %s', async (_name, min, max, burst, runs) => {
    const steps = fc.array(fc.tuple(fc.nat({ max: 25_000 }), fc.nat({ max: burst })), { maxLength: 40 })
    const property = fc.asyncProperty(fc.integer({ min, max }), steps, async (perMinute, calls) => {
      const limiter = create()
      const buckets = [{ name: newName(), perMinute }]
      const admitted: number[] = []
      let at = 1_000_000
      for (const [pause, burst] of calls) {
        at += pause
        for (let i = 0; i <= burst; i++) {
          const expected = isAdmitted(admitted, perMinute, at)
          expect((await limiter.take(buckets, at)) === undefined).toBe(expected)
          if (expected) admitted.push(at)
        }
      }
    })
    await fc.assert(property, { numRuns: runs })
  })

  test('counts the calls before against a limit that was changed', async () => {
    const limiter = create()
    const name = newName()
    const take = async (perMinute: number, at: number) => (await limiter.take([{ name, perMinute }], at)) === undefined
    // Enough calls that some are stored as summaries.
    for (let i = 0; i < 150; i++) expect(await take(1_000, 1_000 + i)).toBe(true)
    expect(await take(150, 2_000)).toBe(false)
    expect(await take(151, 2_000)).toBe(true)
    expect(await take(151, 2_000)).toBe(false)
    for (let i = 0; i < 100; i++) expect(await take(1_000, 3_000)).toBe(true)
    expect(await take(251, 60_999)).toBe(false)
    // The first is over.
    expect(await take(251, 61_000)).toBe(true)
    expect(await take(251, 61_000)).toBe(false)
  })

  test('counts a call that one bucket refuses in none', async () => {
    const limiter = create()
    const wide = { name: newName(), perMinute: 5 }
    const narrow = { name: newName(), perMinute: 2 }
    expect(await limiter.take([wide, narrow], 1_000)).toBeUndefined()
    expect(await limiter.take([wide, narrow], 1_000)).toBeUndefined()
    for (let i = 0; i < 20; i++) expect(await limiter.take([wide, narrow], 1_000)).toBe(narrow)
    for (let i = 0; i < 3; i++) expect(await limiter.take([wide], 1_000)).toBeUndefined()
    expect(await limiter.take([wide], 60_999)).toBe(wide)
    expect(await limiter.take([wide, narrow], 61_000)).toBeUndefined()
  })
})

describe('through HTTP', () => {
  const stops: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const stop of stops.splice(0).reverse()) await stop()
  })

  async function startFrame(options: Parameters<typeof startTestServer>[0]) {
    const node = await startTestServer(options)
    const app = await createHttp(node.services, frameStatements)
    mount(app, 'listPlans', async () => ({ total: 0, limit: 20, offset: 0, pages: 0, page: 1, docs: [] }))
    mount(app, 'searchStops', async () => ({ total: 0, limit: 20, offset: 0, pages: 0, page: 1, docs: [] }))
    await app.ready()
    stops.push(
      () => node.stop(),
      () => app.close(),
    )
    return { node, app }
  }

  test('the 2,001st call of a key in a minute is 429 outside the envelope, and the others of the organization go on', async () => {
    const { node, app } = await startFrame({ config: { requestsPerMinute: 2_000 } })
    const { clock } = node
    const account = await node.createAccount()
    const list = (key: string) => injectInto(app, 'GET', '/v2/plans', { key })
    const burst = async (count: number) => {
      const answers = await Promise.all(Array.from({ length: count }, () => list(account.key)))
      return answers.filter(({ status }) => status === 200).length
    }
    expect(await burst(500)).toBe(500)
    clock.advanceSeconds(30)
    expect(await burst(1_700)).toBe(1_500)
    const refused = await list(account.key)
    expect(refused.status).toBe(429)
    expect(refused.body).toEqual({ statusCode: 429, error: 'Too Many Requests', message: expect.any(String) })
    expect(refused.headers['retry-after']).toBeUndefined()
    const other = await node.createUser(account, 'organization_user')
    expect((await list(other.key)).status).toBe(200)
    if (node.backend === 'postgres') return
    // The embedded database's limiter goes by the server's clock, which can be set here.
    clock.advanceSeconds(29.999)
    expect((await list(account.key)).status).toBe(429)
    clock.advanceSeconds(0.001)
    expect(await burst(600)).toBe(500)
  })

  test('a lower cap of an operation holds beside the general rate', async () => {
    const { node, app } = await startFrame({ config: { requestsPerMinute: 2_000 } })
    const account = await node.createAccount()
    const search = () => {
      const query = { project_id: account.project_id }
      return injectInto(app, 'POST', '/v2/stops/search', { key: account.key, query, body: { predicates: [] } })
    }
    const answers = await Promise.all(Array.from({ length: 610 }, search))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(600)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10)
    expect((await injectInto(app, 'GET', '/v2/plans', { key: account.key })).status).toBe(200)
  })

  // The embedded database serves one node only.
  const testOnPostgres = testBackend === 'postgres' ? test : () => {}
  testOnPostgres('two nodes share one window, to the call', async () => {
    const database = await createTestDatabase()
    stops.push(() => database.drop())
    const one = await startFrame({ database, config: { requestsPerMinute: 2_000 } })
    const two = await startFrame({ database, config: { requestsPerMinute: 2_000 } })
    const { key } = await one.node.createAccount()
    const calls = Array.from({ length: 2_200 }, (_, i) => {
      return injectInto(i % 2 ? one.app : two.app, 'GET', '/v2/plans', { key })
    })
    const statuses = (await Promise.all(calls)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(2_000)
    expect(statuses.filter((status) => status === 429)).toHaveLength(200)
  })

  test('0 switches every limit off', async () => {
    const { node, app } = await startFrame({ config: { requestsPerMinute: 0 } })
    const { key } = await node.createAccount()
    // Not all at once: of calls that wait too long some are refused, and a busy machine lets them wait.
    for (let sent = 0; sent < 2_100; sent += 100) {
      const answers = await Promise.all(Array.from({ length: 100 }, () => injectInto(app, 'GET', '/v2/plans', { key })))
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    }
  })
})

test('concurrent calls on the shared limiter never pass a small limit', async () => {
  const limiter: RateLimiter = createSharedLimiter(server.services.database, frameStatements)
  const buckets = [
    { name: newName(), perMinute: 7 },
    { name: newName(), perMinute: 9 },
  ]
  const results = await Promise.all(
    Array.from({ length: 200 }, (_, i) => limiter.take(i % 2 ? buckets : buckets.toReversed())),
  )
  limiter.close()
  expect(results.filter((full) => full === undefined)).toHaveLength(7)
})

test.runIf(testBackend === 'postgres')(
  'calls that share an old bucket and a new one never wait for each other in a circle',
  async () => {
    const limiter = createSharedLimiter(server.services.database, frameStatements)
    onTestFinished(() => limiter.close())
    const shared = { name: `m-${newName()}`, perMinute: 1_000_000 }
    for (let round = 0; round < 40; round++) {
      const [before, behind] = [`a-${newName()}`, `z-${newName()}`].map((name) => ({ name, perMinute: 5 }))
      const taken = await Promise.all(Array.from({ length: 12 }, () => limiter.take([behind!, shared, before!])))
      expect(taken.filter((full) => full !== undefined)).toHaveLength(7)
    }
  },
)
