// Places that people put right: taken first from then on, listed, forgotten, and gone with whom they tell of.
import { beforeEach, describe, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../../test/harness.ts'
import { applyRetention } from '../../annexes/privacy/retention.ts'

const server = useTestServer({ annexes: 'all' })
let account: Account
let cookie: string

const call = (method: string, path: string, body?: unknown, query?: Record<string, string>) =>
  server.call(method, path, { key: account.key, body, query })
/** Calls as a dispatcher signed in by cookie. */
const atDesk = (method: string, path: string, body?: unknown) =>
  server.call(method, path, { body, headers: { cookie, origin: server.services.publicBase() } })
const locate = async (...addresses: string[]) =>
  (await call('POST', '/app/v1/addresses/locate', { addresses }, { project_id: account.project_id })).body
const list = async () => (await call('GET', '/app/v1/addresses/corrected')).body

const written = 'Zauberbergstrasse 12, 9490 Vaduz'
const place = { lat: 47.15, lng: 9.53 }

beforeEach(async () => {
  server.clock.set('2026-03-02T08:00:00.000Z')
  account = await server.createAccount()
  cookie = await server.signIn(account.user_id)
})

const addStop = async (location: object) =>
  (await call('POST', '/v2/stops', [{ location }], { project_id: account.project_id })).body[0].id as string

async function correct(address = written) {
  const answer = await call('POST', '/app/v1/addresses/corrected', { address, ...place })
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

test('the next look at the same address takes the place, however it is written, and says since when', async () => {
  await correct()
  const now = server.clock.now().toISOString()
  const known = { ...place, scoring: 1, partial_match: false, corrected_at: now }
  const again = 'ZAUBERBERGSTRASSE 12 9490 vaduz'
  expect(await locate(written, again)).toEqual([
    { ...known, label: written },
    { ...known, label: again },
  ])
  const body = [{ address: written }]
  const created = await call('POST', '/v2/stops/geocode', body, { project_id: account.project_id })
  expect(created.body[0].location).toEqual({ ...place, label: written, scoring: 1, partial_match: false })
})

test('other organizations know nothing of it', async () => {
  await correct()
  account = await server.createAccount()
  expect((await list()).total).toBe(0)
})

test('it is listed, the newest first, replaced, and forgotten', async () => {
  const first = await correct('Feldweg 1, Schaan')
  server.clock.advanceSeconds(60)
  const second = await correct()
  expect((await list()).docs).toEqual([second, first])
  server.clock.advanceSeconds(60)
  const third = await correct('Feldweg 1,  SCHAAN')
  expect((await list()).docs.map((doc: { address: string }) => doc.address)).toEqual(['Feldweg 1,  SCHAAN', written])
  expect((await call('DELETE', `/app/v1/addresses/corrected/${third.id}`)).status).toBe(200)
  expect((await list()).docs).toEqual([second])
  expect((await call('DELETE', `/app/v1/addresses/corrected/${third.id}`)).status).toBe(404)
})

describe('a stop that somebody changes', () => {
  const corrected = async () =>
    (await list()).docs.map((doc: { address: string; location: object }) => [doc.address, doc.location])

  test('teaches the place of its address when the pin is moved', async () => {
    const id = await addStop({ label: written, lat: 47.1, lng: 9.5 })
    expect((await atDesk('PUT', `/v2/stop/${id}`, { location: { label: written, ...place } })).status).toBe(200)
    expect(await corrected()).toEqual([[written, { label: written, ...place }]])
  })

  test('teaches it when an address that was not found is put right', async () => {
    const id = await addStop({ label: written })
    const found = { label: 'Zauberweg 12, 9490 Vaduz', ...place }
    expect((await atDesk('PUT', `/v2/stop/${id}`, { location: found })).status).toBe(200)
    expect(await corrected()).toEqual([[written, found]])
  })

  test.each([
    ['the recipient moved to another address', 'desk', { label: 'Feldweg 1, Schaan', lat: 47.2, lng: 9.51 }],
    ['its words change and its place stays', 'desk', { label: `${written}, back door`, lat: 47.1, lng: 9.5 }],
    ['a program moves it', 'program', { label: written, ...place }],
  ])('teaches nothing when %s', async (_, who, location) => {
    const id = await addStop({ label: written, lat: 47.1, lng: 9.5 })
    const answer = await (who === 'desk' ? atDesk : call)('PUT', `/v2/stop/${id}`, { location })
    expect(answer.status, answer.text).toBe(200)
    expect(await corrected()).toEqual([])
  })
})

test('the retention of personal data ends what is older', async () => {
  await correct()
  server.clock.advanceSeconds(20 * 86_400)
  await correct('Feldweg 1, Schaan')
  server.clock.advanceSeconds(20 * 86_400)
  await applyRetention(server.services, account.organization_id, { personal: 30 }, () => false)
  expect((await list()).docs.map((doc: { address: string }) => doc.address)).toEqual(['Feldweg 1, Schaan'])
})

test('erasing a recipient forgets what is known of the address, and ends the tables that may hold him', async () => {
  await correct()
  await correct('Feldweg 1, Schaan')
  const input = { label: 'Anna Amrein', email: 'anna@example.test', location: { label: written, lat: 47.1, lng: 9.5 } }
  const plan = await call('POST', '/v2/plan', {}, { project_id: account.project_id })
  const { body } = await call('POST', '/v2/stops', [input], { plan_id: plan.body.id })
  expect((await call('POST', `/v3/stop/${body[0].id}/report`, { type: 'service_report_completed' })).status).toBe(201)
  const order = { what: 'stops', project_id: account.project_id, plan_id: plan.body.id }
  const exported = (await call('POST', '/app/v1/exports', order)).body.id
  const who = { email: 'anna@example.test' }
  const { fingerprint } = (await atDesk('POST', '/app/v1/recipient/find', who)).body
  const erased = await atDesk('POST', '/app/v1/recipient/erase', { ...who, fingerprint })
  expect(erased.status, erased.text).toBe(200)
  expect((await list()).docs.map((doc: { address: string }) => doc.address)).toEqual(['Feldweg 1, Schaan'])
  expect((await call('GET', `/app/v1/exports/${exported}`)).status).toBe(404)
})
