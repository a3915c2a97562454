// A caller who was admitted before is checked together with the next call: changed rights apply at once, and a refused call has no effect.
import { beforeEach, describe, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../../test/harness.ts'

const server = useTestServer()
let account: Account
let own: { user_id: string; key: string }
let planId: string
let stopId: string

beforeEach(async () => {
  account = await server.createAccount()
  own = await server.createUser(account, 'organization_user', [account.project_id])
  planId = (await server.call('POST', '/v2/plan', { ...asAccount(), body: {}, query: inProject() })).body.id
  const stops = [{ label: 'Before', location: { lat: 47.1, lng: 9.5 } }]
  const made = await server.call('POST', '/v2/stops', { ...asAccount(), body: stops, query: { plan_id: planId } })
  stopId = made.body[0].id
  // Let in, and so remembered.
  expect((await read()).status).toBe(200)
})

const asAccount = () => ({ key: account.key })
const inProject = () => ({ project_id: account.project_id })
const read = () => server.call('GET', `/v2/stop/${stopId}`, { key: own.key })
const change = (body: unknown = { comments: 'After' }) =>
  server.call('PUT', `/v2/stop/${stopId}`, { key: own.key, body })
const report = (body: unknown = { type: 'service_report_attempted' }) =>
  server.call('POST', `/v3/stop/${stopId}/report`, { key: own.key, body })
const stop = async () => (await server.call('GET', `/v2/stop/${stopId}`, asAccount())).body

/** Written to the tables, as another node does. */
const changes = {
  'was deactivated': () => keys().set({ active: false }).execute(),
  'was deleted': () => server.services.database.db.deleteFrom('api_keys').where('user_id', '=', own.user_id).execute(),
  'is of a user who was deactivated': () => users().set({ active: false }).execute(),
}
const keys = () => server.services.database.db.updateTable('api_keys').where('user_id', '=', own.user_id)
const users = () => server.services.database.db.updateTable('users').where('id', '=', own.user_id)

describe.each(Object.keys(changes) as (keyof typeof changes)[])('a key that %s since its last call', (what) => {
  test('reads nothing', async () => {
    await changes[what]()
    const { status, body } = await read()
    expect([status, body.message_id]).toEqual([401, 'highway.apiKey.error.not_found'])
  })

  test.each([
    ['change', change],
    ['report', report],
  ])('leaves nothing of a %s behind', async (_, call) => {
    const before = await stop()
    await changes[what]()
    expect((await call()).status).toBe(401)
    expect(await stop()).toEqual(before)
  })

  test.each([
    ['that is no JSON', '{malformed'],
    ['that is not valid', { duration: 'long' }],
    ['that a rule refuses', { pickup_id: '0'.repeat(24) }],
  ])('hears nothing of a body %s', async (_, body) => {
    await changes[what]()
    expect((await change(body)).status).toBe(401)
  })
})

test('a call by a caller whose rights changed since his last one is worked on with what they are now', async () => {
  const memberships = server.services.database.db.deleteFrom('project_members').where('user_id', '=', own.user_id)
  await memberships.execute()
  expect((await read()).body.message_id).toBe('highway.project.error.forbidden')
  expect((await change()).body.message_id).toBe('highway.project.error.forbidden')
  await users().set({ role: 'organization_administrator' }).execute()
  expect((await change()).body.comments).toBe('After')
  const reports = await report()
  expect(reports.status).toBe(201)
  expect((await stop()).reports).toHaveLength(1)
})

test('a call is counted once, whether it begins anew or not, and a full window leaves nothing of it behind', async () => {
  const { config } = server.services
  const limit = config.requestsPerMinute
  config.requestsPerMinute = 4
  try {
    // Three of four, after the one that it was remembered by.
    await users().set({ role: 'organization_administrator' }).execute()
    expect((await change({ comments: 'First' })).status).toBe(200)
    expect((await change('{malformed')).status).toBe(400)
    expect((await change({ comments: 'Last' })).status).toBe(200)
    for (let again = 0; again < 3; again++) expect((await change({ comments: 'Too many' })).status).toBe(429)
    server.clock.advanceSeconds(61)
  } finally {
    config.requestsPerMinute = limit
  }
  expect((await stop()).comments).toBe('Last')
})
