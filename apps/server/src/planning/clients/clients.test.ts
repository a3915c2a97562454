// The address book: entries of a project that stops copy their defaults from.
import { beforeEach, describe, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../../test/harness.ts'

const server = useTestServer()
let account: Account

function call(method: string, path: string, body?: unknown, query?: Record<string, string | number | boolean>) {
  return server.call(method, path, { key: account.key, body, query })
}

beforeEach(async () => {
  server.clock.set('2026-03-02T08:00:00.000Z')
  account = await server.createAccount()
})

const entry = {
  external_id: 'C-1',
  label: 'Museum',
  phone: '+423 1',
  email: 'm@example.test',
  url: 'https://example.test',
  reference_person: 'Ann',
  comments: 'c',
  custom_fields: { a: [null] },
  default_location: { lat: 47.1, lng: 9.5, city: 'Vaduz' },
  default_location_details: 'door',
  default_duration: 120,
  default_time_windows: [[0, 3_600]],
  default_requires: ['lift'],
  default_type: 'visit',
  default_cluster: 'k',
  default_weight: 12.5,
  default_volume: 0.4,
  default_max_delivery_time: 5_400,
  default_custom_fields: { b: 2 },
}

const create = async (body: object = entry) =>
  (await call('POST', '/v2/client', body, { project_id: account.project_id })).body

describe('the address book', () => {
  test('an entry is created, read, changed and deleted', async () => {
    const created = await call('POST', '/v2/client', entry, { project_id: account.project_id })
    expect(created.status).toBe(201)
    expect(created.body).toMatchObject({
      ...entry,
      location: entry.default_location,
      location_details: 'door',
      project_id: account.project_id,
      deleted: false,
    })
    const path = `/v2/client/${created.body.id}`
    expect((await call('GET', path)).body).toEqual(created.body)
    server.clock.advanceSeconds(1)
    const change = { label: 'New', phone: null, default_location: { city: 'Schaan', lat: null, lng: null } }
    const changed = (await call('PUT', path, change)).body
    const { phone: _, ...rest } = created.body
    expect(changed).toEqual({
      ...rest,
      label: 'New',
      default_location: { city: 'Schaan' },
      location: { city: 'Schaan' },
      updated_at: '2026-03-02T08:00:01.000Z',
    })
    server.clock.advanceSeconds(1)
    expect((await call('PUT', path, change)).body).toEqual(changed)
    const deleted = await call('DELETE', path)
    expect(deleted).toMatchObject({ status: 200, body: { deleted: true, deleted_at: '2026-03-02T08:00:02.000Z' } })
    for (const method of ['GET', 'PUT', 'DELETE']) expect((await call(method, path, {})).status).toBe(404)
  })

  test('its place has two names: either may be sent, both are answered', async () => {
    const place = { lat: 47.1, lng: 9.5, street: 'Feldweg', house_number: '12b', county: 'Oberland' }
    const made = await create({ location: place, location_details: 'door' })
    const names = (entry: object, details: string) => ({
      location: entry,
      default_location: entry,
      location_details: details,
      default_location_details: details,
    })
    expect(made).toMatchObject(names(place, 'door'))
    const path = `/v2/client/${made.id}`
    const moved = { lat: 47.2, lng: 9.6 }
    // A whole record sent back carries both names; the changed one is what was meant.
    expect((await call('PUT', path, { ...made, location: moved })).body).toMatchObject(names(moved, 'door'))
    const again = (await call('GET', path)).body
    const changed = (await call('PUT', path, { ...again, default_location: place, location_details: 'gate' })).body
    expect(changed).toMatchObject(names(place, 'gate'))
    expect((await call('PUT', path, { location: null, location_details: null })).body).toEqual({
      ...Object.fromEntries(Object.entries(changed).filter(([name]) => !name.includes('location'))),
      updated_at: expect.any(String),
    })
    expect(await create({ location: moved, default_location: place })).toMatchObject({ location: place })
  })

  test('stops keep what they copied when the entry changes', async () => {
    const client = await create()
    const query = { project_id: account.project_id }
    const [stop] = (await call('POST', '/v2/stops', [{ client_id: client.id }], query)).body
    await call('PUT', `/v2/client/${client.id}`, { label: 'Other' })
    expect((await call('GET', `/v2/stop/${stop.id}`)).body.label).toBe('Museum')
  })

  test('the list is a page of one project, searched and sorted', async () => {
    await create({ label: 'b' })
    await create({ label: 'a', external_id: 'find me' })
    const gone = await create({ label: 'c' })
    await call('DELETE', `/v2/client/${gone.id}`)
    const list = async (query: Record<string, string | number | boolean>) =>
      (await call('GET', '/v2/clients', undefined, { project_id: account.project_id, ...query })).body
    expect(await list({})).toMatchObject({ total: 2, limit: 20, offset: 0, pages: 1, page: 1 })
    const labels = ({ docs }: { docs: { label: string }[] }) => docs.map(({ label }) => label)
    expect(labels(await list({ sort: 'label:asc' }))).toEqual(['a', 'b'])
    expect(labels(await list({ text: 'FIND' }))).toEqual(['a'])
    expect(labels(await list({ sort: 'label:desc', deleted: true, limit: 1 }))).toEqual(['c'])
    expect((await call('GET', '/v2/clients')).body.message).toContain('project_id')
  })

  test('bad fields are refused by name', async () => {
    const refusal = async (body: object) =>
      (await call('POST', '/v2/client', body, { project_id: account.project_id })).body
    expect(await refusal({ default_duration: -1 })).toMatchObject({
      message_id: 'highway.validation.error.invalid_payload',
      message: expect.stringContaining('default_duration'),
    })
    expect(await refusal({ default_time_windows: [[2, 1]] })).toMatchObject({
      message_id: 'highway.stop.error.invalid_time_window',
    })
    expect(await refusal({ default_type: 'x' })).toMatchObject({ message_id: 'highway.stop.error.invalid_type' })
  })

  test("another organization's key finds nothing and changes nothing", async () => {
    const client = await create()
    const stranger = await server.createAccount()
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const answer = await server.call(method, `/v2/client/${client.id}`, { key: stranger.key, body: { label: 'x' } })
      expect(answer).toMatchObject({ status: 404, body: { message_id: 'highway.domain.error.not_found' } })
    }
    expect((await call('GET', `/v2/client/${client.id}`)).body).toEqual(client)
  })
})
