// The work of a vehicle as a calendar: its stops of the next days, updated when they change, until the URL ends.
import { beforeEach, describe, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../../test/harness.ts'

const server = useTestServer()
let account: Account
let cookie: string
let vehicleId: string
let planId: string
let address: string

const call = (method: string, path: string, body?: unknown, query: Record<string, string> = {}) =>
  server.call(method, path, { headers: { cookie }, body, query })
const fetchCalendar = () => server.call('GET', new URL(address).pathname)

beforeEach(async () => {
  account = await server.createAccount()
  cookie = await server.signIn(account.user_id)
  const project = { project_id: account.project_id }
  const zoned = await call('PUT', `/app/v1/project/${account.project_id}`, { timezone: 'Europe/Zurich' })
  expect(zoned.status, zoned.text).toBe(200)
  vehicleId = (await call('POST', '/v2/vehicle', { label: 'Van 7; blue, new' }, project)).body.id
  planId = (await call('POST', '/v2/plan', { label: 'Monday', execution_date: '2026-03-30' }, project)).body.id
  const depot = { lat: 47.1, lng: 9.5 }
  const stops = [
    { label: 'Ida', location: { lat: 47.11, lng: 9.51, label: 'Städtle 1, Vaduz' }, comments: 'Ring\ntwice; really' },
    { label: `${'Ü'.repeat(60)} & Söhne`, location: { lat: 47.12, lng: 9.52 }, duration: 600 },
  ]
  const route = {
    label: 'North',
    vehicle_id: vehicleId,
    time_window: [28_800, 61_200],
    stops,
    start_location: depot,
    end_location: depot,
  }
  const made = await call('POST', '/v2/routes', [route], { plan_id: planId })
  expect(made.status, made.text).toBe(201)
  address = (await call('POST', `/app/v1/vehicle/${vehicleId}/calendar`)).body.address
})

/** Reads it as RFC 5545 says: lines joined, then properties by name, for each event. */
function read(text: string): Record<string, string>[] {
  const lines = text.replace(/\r\n[ \t]/g, '').split('\r\n')
  const events: Record<string, string>[] = []
  for (const line of lines) {
    if (line === 'BEGIN:VEVENT') events.push({})
    const at = line.indexOf(':')
    const open = events.at(-1)
    if (open && at > 0) open[line.slice(0, at)] ??= line.slice(at + 1)
  }
  return events
}

const events = async () => read((await fetchCalendar()).text)

describe('the calendar of a vehicle', () => {
  test('has an event for each stop, at the moment that the clock of the project shows', async () => {
    const { status, text, headers } = await fetchCalendar()
    expect(status).toBe(200)
    expect(headers['content-type']).toContain('text/calendar')
    expect(text).toContain('NAME:Van 7\\; blue\\, new\r\n')
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    const [first, second, ...others] = read(text)
    expect(others).toEqual([])
    expect(first).toMatchObject({
      SUMMARY: '1. Ida',
      LOCATION: 'Städtle 1\\, Vaduz',
      GEO: '47.110000;9.510000',
      DESCRIPTION: 'North\\nRing\\ntwice\\; really',
      // After the change to summer time: two hours earlier than the clock in Zurich.
      DTSTART: expect.stringMatching(/^20260330T06\d{4}Z$/),
    })
    expect(second!.SUMMARY).toBe(`2. ${'Ü'.repeat(60)} & Söhne`)
    expect(second!.DTEND! > second!.DTSTART!).toBe(true)
  })

  test('follows changes by the same id and a higher number, and drops what is gone', async () => {
    const before = (await events())[0]!
    const [stop] = (await call('GET', `/v2/plan/${planId}`)).body.routes[0].stops
    expect(before.UID).toMatch(new RegExp(`^${stop.id}@`))
    server.clock.advanceSeconds(5)
    await call('PUT', `/v2/stop/${stop.id}`, { label: 'Ida Frick' })
    const after = (await events())[0]!
    expect(after).toMatchObject({ UID: before.UID, SUMMARY: '1. Ida Frick' })
    expect(Number(after.SEQUENCE)).toBeGreaterThan(Number(before.SEQUENCE))
    await call('DELETE', `/v2/stop/${stop.id}`)
    expect((await events()).map(({ UID }) => UID)).not.toContain(before.UID)
  })

  test('says nothing of drafts, of other vans, and of other months', async () => {
    expect(await events()).toHaveLength(2)
    await call('PUT', `/v2/plan/${planId}`, { status: 'draft' })
    expect(await events()).toEqual([])
    await call('PUT', `/v2/plan/${planId}`, { status: 'planning', execution_date: '2026-06-30' })
    expect(await events()).toEqual([])
    await call('PUT', `/v2/plan/${planId}`, { execution_date: '2026-03-30' })
    expect(await events()).toHaveLength(2)
    const { body: route } = await call(
      'GET',
      `/v2/route/${(await call('GET', `/v2/plan/${planId}`)).body.routes[0].id}`,
    )
    await call('PUT', `/v2/route/${route.id}`, { vehicle_id: null })
    expect(await events()).toEqual([])
  })
})

describe('its address', () => {
  test('is known by its digest alone, and ends when it is renewed, ended, or the vehicle is deleted', async () => {
    const path = `/app/v1/vehicle/${vehicleId}/calendar`
    expect((await call('GET', path)).body).toEqual({ is_open: true })
    const { rows } = await server.services.database.executeSql('select * from vehicles')
    expect(JSON.stringify(rows)).not.toContain(address.split('/').at(-1))
    const old = address
    address = (await call('POST', path)).body.address
    expect((await server.call('GET', new URL(old).pathname)).status).toBe(404)
    expect((await fetchCalendar()).status).toBe(200)
    expect((await call('DELETE', path)).body).toEqual({ is_open: false })
    expect((await fetchCalendar()).status).toBe(404)
    address = (await call('POST', path)).body.address
    await call('DELETE', `/v2/vehicle/${vehicleId}`)
    expect((await fetchCalendar()).status).toBe(404)
  })

  test('is made by those who may change the fleet', async () => {
    const { user_id } = await server.createUser(account, 'organization_user', [account.project_id])
    const own = await server.signIn(user_id)
    const path = `/app/v1/vehicle/${vehicleId}/calendar`
    expect((await server.call('POST', path, { headers: { cookie: own } })).status).toBe(403)
  })
})
