import { type Endpoint, endpoints } from '@routewright/contract'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { createId, createSecret } from '../../src/frame/platform/ids.ts'
import { digestSecret } from '../../src/frame/platform/password.ts'
import { type Account, type Answer, useTestServer } from '../harness.ts'
import { getSample, isValid, listMistakes, type Mistake, type Schema } from './bad-values.ts'

// Without limits: some operations allow fewer calls a minute than there are mistakes to make.
const server = useTestServer({ config: { requestsPerMinute: 0 } })
let account: Account
let cookie: string
let driverToken: string
let planId: string
let stopIds: string[]
let before: string

beforeAll(async () => {
  account = await server.createAccount()
  // Their paths are asked, too.
  await server.services.database.db.updateTable('organizations').set({ serves_older_clients: true }).execute()
  cookie = await server.signIn(account.user_id)
  const stops = [{ label: 'One' }, { label: 'Two' }, { label: 'Three' }]
  const query = { project_id: account.project_id }
  const plan = await server.call('POST', '/v2/plan', { key: account.key, query, body: { label: 'Kept', stops } })
  planId = plan.body.id
  const kept = await server.call('GET', `/v2/plan/${planId}/stops`, { key: account.key })
  stopIds = kept.body.map(({ id }: { id: string }) => id)
  driverToken = await linkDriver()
  before = await countRows()
})

async function linkDriver(): Promise<string> {
  const query = { plan_id: planId }
  const [route] = (await server.call('POST', '/v2/routes', { key: account.key, query, body: [{ label: 'R' }] })).body
  const token = createSecret('', 32)
  const now = server.clock.now()
  const link = { id: createId(now), organization_id: account.organization_id, route_id: route.id, sent_to: null }
  await server.services.database.db
    .insertInto('driver_links')
    .values({ ...link, token_digest: digestSecret(token), created_at: now })
    .execute()
  return token
}

/** How many rows the organization has in every table. */
async function countRows(): Promise<string> {
  const { db } = server.services.database
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'organization_id' order by 1`.execute(db)
  const counts: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(name)} where organization_id = ${account.organization_id}`.execute(db)
    counts.push(`${name} ${rows[0]!.count}`)
  }
  return counts.join('\n')
}

const anId = '65a000000000000000000001'

interface Request {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
}

/** The operation with everything in it valid but for what `request` says. */
async function send(endpoint: Endpoint, request: Request): Promise<Answer> {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    return encodeURIComponent(request.params?.[name] ?? (name.endsWith('token') ? 'x'.repeat(32) : anId))
  })
  const bearer = { driver: driverToken, admin: server.services.adminSecret }[endpoint.auth as string]
  const headers: Record<string, string> = bearer
    ? { authorization: `Bearer ${bearer}` }
    : endpoint.auth === 'session'
      ? { cookie }
      : {}
  const hasBody = endpoint.body !== undefined && request.body !== undefined
  return server.call(endpoint.method, path, {
    key: endpoint.auth === 'api_key' ? account.key : undefined,
    headers,
    query: { ...validQuery(endpoint), ...request.query } as Record<string, string>,
    // Sent as text, so that a bare word is JSON, too.
    ...(hasBody
      ? { body: JSON.stringify(request.body) }
      : endpoint.body
        ? { body: getSample(endpoint.body as Schema) }
        : {}),
  })
}

interface Parameter {
  name: string
  schema: Schema
  isRequired: boolean
}

function getQuery(endpoint: Endpoint): Parameter[] {
  const { properties = {}, required = [] } = (endpoint.query ?? {}) as {
    properties?: Record<string, Schema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    schema,
    isRequired: required.includes(name) && schema.default === undefined,
  }))
}

function validQuery(endpoint: Endpoint): Record<string, string> {
  const required = getQuery(endpoint).filter(({ isRequired }) => isRequired)
  return Object.fromEntries(required.map(({ name, schema }) => [name, String(getSample(schema))]))
}

/** `[3].time_windows[0]`, as the refusal must begin. */
function getPlace(keys: readonly string[], whole: string): string {
  const text = keys.map((key) => (/^\d+$/.test(key) ? `[${key}]` : `.${key}`)).join('')
  return text.replace(/^\./, '') || whole
}

function getFault(answer: Answer, what: string, codes: readonly string[], place: string): string[] {
  const { message_id, message } = answer.body ?? {}
  const isRight = answer.status === 400 && codes.includes(message_id) && String(message).startsWith(`${place}: `)
  return isRight ? [] : [`${what}: ${answer.status} ${message_id} "${String(message).slice(0, 120)}"`]
}

const all: readonly Endpoint[] = endpoints

/** Returns whether the endpoint is listed in docs/status.md as not implemented; it returns 404, whatever is sent. */
function isWithoutHandler({ operationId }: Endpoint): boolean {
  return !server.app.mounted.has(operationId)
}
const withBody = all.filter((endpoint) => endpoint.body !== undefined)

describe('a mistake in a body is answered with the specified error, naming the field', () => {
  test.each(withBody.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    '%s',
    async (_name, endpoint) => {
      if (isWithoutHandler(endpoint)) return
      const schema = endpoint.body as Schema
      expect(isValid(schema, getSample(schema)), 'the sample must be valid').toBe(true)
      const mistakes = listMistakes(schema)
      expect(mistakes.length).toBeGreaterThan(0)
      const faults: string[] = []
      for (const mistake of chooseFewest(
        mistakes,
        ({ rule, keys, messageId }) => `${rule} ${keys.at(-1)} ${messageId}`,
      )) {
        const answer = await send(endpoint, { body: mistake.value })
        const code = mistake.messageId ?? 'highway.validation.error.invalid_payload'
        faults.push(...getFault(answer, describeMistake(mistake), [code], getPlace(mistake.keys, 'body')))
      }
      expect(faults, `${mistakes.length} mistakes`).toEqual([])
    },
  )
})

/** Set by `npm test`: what was asked of another operation already is asked of each only once; all is asked by `npm test -- all`. */
const isByKind = process.env.ROUTEWRIGHT_BY_KIND === '1'
const knownKinds = new Set<string>()

/** The first, and those of a kind that no operation was asked before. */
function chooseFewest<T>(cases: readonly T[], getKind: (one: T) => string): readonly T[] {
  if (!isByKind) return cases
  return cases.filter((entry, index) => {
    const isKnown = knownKinds.has(getKind(entry))
    knownKinds.add(getKind(entry))
    return index === 0 || !isKnown
  })
}

function describeMistake({ keys, rule, value }: Mistake): string {
  return `${rule} at ${getPlace(keys, 'body')} in ${JSON.stringify(value)?.slice(0, 100)}`
}

describe('a mistake in the query or the path is answered with the specified error, naming the parameter', () => {
  const withParameters = all.filter((endpoint) => getQuery(endpoint).length > 0 || endpoint.path.includes('{'))
  test.each(withParameters.map((parameter) => [`${parameter.method} ${parameter.path}`, parameter] as const))(
    '%s',
    async (_name, endpoint) => {
      if (isWithoutHandler(endpoint)) return
      const faults: string[] = []
      for (const name of [...endpoint.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)) {
        const code = name.endsWith('token') ? 'invalid_parameter' : 'invalid_id'
        const answer = await send(endpoint, { params: { [name]: 'nope' } })
        // A person whose link was cut on its way reads a page.
        if (code === 'invalid_parameter' && endpoint.produces === 'text/html') {
          if (!String(answer.headers['content-type']).startsWith('text/html')) faults.push(`path ${name}: no page`)
          continue
        }
        faults.push(...getFault(answer, `path ${name}`, [`highway.validation.error.${code}`], name))
      }
      const getKind = ({ name, schema, isRequired }: Parameter) => `${name} ${JSON.stringify(schema)} ${isRequired}`
      for (const { name, schema, isRequired } of chooseFewest(getQuery(endpoint), getKind)) {
        // The credential of the machine's administrator is not tried here.
        if (name === 'organization_id') continue
        const codes = wrongParameterCodes(schema)
        for (const value of wrongTexts(schema)) {
          const answer = await send(endpoint, { query: { [name]: value } })
          faults.push(...getFault(answer, `query ${name}=${value.slice(0, 40)}`, codes, name))
        }
        if (isRequired)
          faults.push(...getFault(await send(endpoint, { query: { [name]: undefined } }), `no ${name}`, codes, name))
      }
      expect(faults).toEqual([])
    },
  )
})

/** Texts that the parameter must refuse. */
function wrongTexts(schema: Schema): string[] {
  const wrong = ['nope!', '-1', '1.5', '99999999999', '', 'x'.repeat(501), '2026-02-30'].filter(
    (text) => text !== '' && !isValid(schema, readAs(schema, text)),
  )
  return [...wrong, 'a\u0000b']
}

/** Query texts are read as the declared type before they are judged. */
function readAs(schema: Schema, text: string): unknown {
  const types = [schema.type].flat()
  if (types.includes('array')) return text.split(',')
  if (types.includes('integer') || types.includes('number')) return Number.isFinite(Number(text)) ? Number(text) : text
  return text
}

function wrongParameterCodes(schema: Schema): string[] {
  const marked = schema['x-message-id'] as string | undefined
  const general = 'highway.validation.error.invalid_parameter'
  if (marked) return [marked, general]
  return schema.pattern === '^[0-9a-f]{24}' ? ['highway.validation.error.invalid_id', general] : [general]
}

describe('half a bulk is never stored', () => {
  const good = (index: number) => ({ label: `Good ${index}`, external_id: `good-${index}` })
  const badly: [string, string, (bad: object) => object, object, string][] = [
    ['POST', '/v2/stops', (bad) => [good(0), good(1), bad, good(3)], { plan_id: true }, ''],
    ['POST', '/v2/stops', (bad) => [good(0), good(1), bad, good(3)], { project_id: true }, ''],
    ['POST', '/v2/plan', (bad) => ({ label: 'New', stops: [good(0), good(1), bad] }), { project_id: true }, 'stops'],
    ['POST', '/v2/routes', (bad) => [{ stops: [good(0), good(1), bad] }], { plan_id: true }, '[0].stops'],
  ]
  const badStops: [string, object, string, string][] = [
    ['a wrong type', { duration: 'long' }, 'duration', 'highway.validation.error.invalid_payload'],
    [
      'a window that ends first',
      { time_windows: [[9, 8]] },
      'time_windows[0]',
      'highway.stop.error.invalid_time_window',
    ],
    ['an unknown kind', { type: 'parcel' }, 'type', 'highway.stop.error.invalid_type'],
    [
      'packages on a pickup',
      { type: 'pickup', packages: [{ identifier: 'P' }] },
      'packages',
      'highway.stop.error.packages_not_allowed',
    ],
    [
      'a package twice',
      { packages: [{ identifier: 'P' }, { identifier: 'P' }] },
      'packages[1].identifier',
      'highway.package.error.duplicated_identifier',
    ],
  ]
  for (const [method, path, wrap, owner, prefix] of badly) {
    const owned = Object.keys(owner)[0]!
    test.each(badStops)(`${method} ${path} by ${owned} with a stop of %s`, async (_what, bad, place, code) => {
      const ids: Record<string, string> = { plan_id: planId, project_id: account.project_id }
      const query = { [owned]: ids[owned]! }
      const answer = await server.call(method, path, { key: account.key, query, body: wrap({ label: 'Bad', ...bad }) })
      expect(answer.status, answer.text).toBe(400)
      expect(answer.body).toMatchObject({
        message_id: code,
        message: expect.stringContaining(`${prefix}[2].${place}: `),
      })
      expect(await countRows()).toBe(before)
    })
  }

  test.each(['/v3/vehicles', '/v2/vehicles'])('POST %s with a vehicle whose hours end first', async (path) => {
    const body = [good(0), good(1), { default_time_window: [9, 8] }]
    const query = { project_id: account.project_id }
    const answer = await server.call('POST', path, { key: account.key, query, body })
    expect(answer).toMatchObject({ status: 400, body: { message_id: 'highway.route.error.invalid_time_window' } })
    expect(answer.body.message).toContain('[2].default_time_window')
    expect(await countRows()).toBe(before)
  })

  test.each([
    ['PUT', '/v2/stops/delete'],
    ['POST', '/v2/stop/move'],
  ])('%s %s with one unknown id changes none', async (method, path) => {
    const read = async () => (await server.call('GET', `/v2/plan/${planId}/stops`, { key: account.key })).text
    const state = await read()
    const answer = await server.call(method, path, { key: account.key, body: { stop_ids: [...stopIds, anId] } })
    expect(answer).toMatchObject({ status: 404, body: { message_id: 'highway.domain.error.not_found' } })
    expect(await read()).toBe(state)
  })
})

test('nothing of all this was stored', async () => {
  expect(await countRows()).toBe(before)
})
