// Drivers as people: their records, who may change them, and their data rights.
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

const ana = {
  label: 'Ana Ribeiro',
  phone: '+351 912 345 678',
  email: 'ana@example.test',
  languages: ['pt', 'en'],
  provides: ['cooling'],
  licence_classes: ['B', 'C1'],
  shifts: [{ weekday: 'monday', time_window: [25_200, 54_000] }],
  absences: [{ from: '2026-03-09', to: '2026-03-13', reason: 'vacation' }],
  home: { lat: 41.15, lng: -8.61, label: 'Porto' },
  cost_per_hour: 21.5,
}
const ofProject = () => ({ project_id: account.project_id })
const create = async (body: object = ana) => (await call('POST', '/app/v1/driver', body, ofProject())).body
const refusal = async (body: object) => (await call('POST', '/app/v1/driver', body, ofProject())).body.message
const list = async (query: object = {}) =>
  (await call('GET', '/app/v1/drivers', undefined, { ...ofProject(), ...query })).body.docs.map(
    ({ label }: { label: string }) => label,
  )

describe('a driver', () => {
  test('is created, read, found, changed, archived and deleted', async () => {
    const made = await create()
    expect(made).toMatchObject({ ...ana, archived: false, project_id: account.project_id })
    const path = `/app/v1/driver/${made.id}`
    expect((await call('GET', path)).body).toEqual(made)
    await create({ label: 'Bento' })
    expect(await list()).toEqual(['Ana Ribeiro', 'Bento'])
    expect(await list({ text: '912 345' })).toEqual(['Ana Ribeiro'])
    const changed = (await call('PUT', path, { archived: true, phone: null, provides: ['cooling', 'lift'] })).body
    expect(changed).toMatchObject({ archived: true, provides: ['cooling', 'lift'], email: ana.email })
    expect(changed).not.toHaveProperty('phone')
    expect(await list()).toEqual(['Bento'])
    expect(await list({ archived: true })).toEqual(['Ana Ribeiro', 'Bento'])
    expect((await call('DELETE', path)).body).toMatchObject({ deleted: true })
    expect((await call('GET', path)).status).toBe(404)
    expect(await list({ archived: true })).toEqual(['Bento'])
  })

  test('several are created at once, all or none', async () => {
    const sent = [{ label: 'Ana' }, { label: 'Bento', absences: [{ from: '2026-03-03', to: '2026-03-02' }] }]
    const refused = await call('POST', '/app/v1/drivers', sent, ofProject())
    expect(refused.body.message).toBe('[1].absences[0].to: must not be before from')
    expect(await list()).toEqual([])
    const made = await call('POST', '/app/v1/drivers', [{ label: 'Ana' }, { label: 'Bento' }], ofProject())
    expect(made.status).toBe(201)
    expect(await list()).toEqual(['Ana', 'Bento'])
  })

  test('is refused where the input is wrong, and the place and limit are named', async () => {
    expect(await refusal({})).toMatch(/label/)
    expect(await refusal({ label: '  ' })).toBe('label: must not be empty')
    const monday = { weekday: 'monday', time_window: [25_200, 54_000] }
    expect(await refusal({ label: 'Ana', shifts: [monday, monday] })).toBe('shifts[1].weekday: monday stands twice')
    expect(await refusal({ label: 'Ana', shifts: [{ weekday: 'monday', time_window: [5, 4] }] })).toMatch(
      /^shifts\[0\]\.time_window/,
    )
    expect(await refusal({ label: 'Ana', absences: [{ from: '2026-02-30', to: '2026-03-01' }] })).toMatch(
      /^absences\[0\]\.from/,
    )
    expect(await refusal({ label: 'Ana', cost_per_hour: -1 })).toMatch(/^cost_per_hour/)
    expect(await refusal({ label: 'Ana', usual_vehicle_id: '65a000000000000000000001' })).toMatch(/vehicle/)
    const other = await server.createAccount()
    const theirs = await server.call('POST', '/v2/vehicle', {
      key: other.key,
      body: {},
      query: { project_id: other.project_id },
    })
    expect(await refusal({ label: 'Ana', usual_vehicle_id: theirs.body.id })).toMatch(/No vehicle/)
  })

  test('who only plans notes absences, and changes nothing else', async () => {
    const made = await create()
    const planner = await server.createUser(account, 'organization_user', [account.project_id])
    const as = (body: object) => server.call('PUT', `/app/v1/driver/${made.id}`, { key: planner.key, body })
    expect((await as({ cost_per_hour: 1 })).status).toBe(403)
    expect((await as({ absences: [], comments: 'called at six' })).body).toMatchObject({ absences: [] })
  })

  test('changes are refused over those of somebody else, and stand in the audit log', async () => {
    const made = await create()
    await call('PUT', `/app/v1/driver/${made.id}`, { phone: '1' })
    const late = await server.call('PUT', `/app/v1/driver/${made.id}`, {
      key: account.key,
      body: { phone: '2' },
      headers: { 'x-if-updated-at': '2026-03-01T00:00:00.000Z' },
    })
    expect(late.body.message_id).toBe('highway.plan.error.changed_meanwhile')
    const cookie = await server.signIn(account.user_id)
    const log = await server.call('GET', '/app/v1/audit', { headers: { cookie }, query: { resource_id: made.id } })
    expect(log.body.docs).toMatchObject([{ action: 'updated', resource_type: 'driver', changes: { phone: '1' } }])
  })

  test('goes with its project', async () => {
    const made = await create()
    const headers = { cookie: await server.signIn(account.user_id) }
    expect((await server.call('DELETE', `/app/v1/project/${account.project_id}`, { headers })).status).toBe(200)
    expect((await call('GET', `/app/v1/driver/${made.id}`)).status).toBe(404)
  })
})

describe('data rights of a driver', () => {
  test('everything that is known of him is taken out and erased by administrators, from the audit log, too', async () => {
    const made = await create()
    await call('PUT', `/app/v1/driver/${made.id}`, { comments: 'left knee' })
    const data = (await call('GET', `/app/v1/driver/${made.id}/data`)).body
    expect(data).toMatchObject({ driver: { label: ana.label, home: ana.home }, assignments: [], sent_links: [] })
    expect(JSON.stringify(data.audit)).toContain('left knee')
    const erased = await call('POST', `/app/v1/driver/${made.id}/erase`)
    expect(erased.body).toMatchObject({ label: '', deleted: true, absences: [], provides: [] })
    for (const known of [ana.label, ana.phone, ana.email]) expect(erased.text).not.toContain(known)
    const cookie = await server.signIn(account.user_id)
    const log = await server.call('GET', '/app/v1/audit', { headers: { cookie } })
    expect(log.text).not.toContain('left knee')
    expect(log.text).toContain('erased')
    const planner = await server.createUser(account, 'organization_user', [account.project_id])
    const other = await create({ label: 'Bento' })
    expect((await server.call('GET', `/app/v1/driver/${other.id}/data`, { key: planner.key })).status).toBe(403)
    expect((await server.call('POST', `/app/v1/driver/${other.id}/erase`, { key: planner.key })).status).toBe(403)
  })
})

test("another organization's key finds nothing and changes nothing", async () => {
  const made = await create()
  const stranger = await server.createAccount()
  for (const [method, path] of [
    ['GET', ''],
    ['PUT', ''],
    ['DELETE', ''],
    ['GET', '/data'],
    ['POST', '/erase'],
  ] as const) {
    const answer = await server.call(method, `/app/v1/driver/${made.id}${path}`, { key: stranger.key, body: {} })
    expect(answer.status).toBe(404)
  }
  expect((await call('GET', `/app/v1/driver/${made.id}`)).body).toEqual(made)
})
