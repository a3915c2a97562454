// Tables that are written in the background: asked for, followed, fetched, ended.
import readSheet from 'read-excel-file/node'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Account, until, useTestServer } from '../../../test/harness.ts'
import { listed } from '../../../test/object-store.ts'
import { cleanUpExports } from './background.ts'

const server = useTestServer({ listen: true })
let account: Account
let order: { what: string; project_id: string; from_date: string; format: string; language: string }

const callAs = (key: string) => (method: string, path: string, body?: unknown, query?: Record<string, string>) =>
  server.call(method, path, { key, body, query })
const call = (...parameters: Parameters<ReturnType<typeof callAs>>) => callAs(account.key)(...parameters)
const day = '2026-03-02'

beforeEach(async () => {
  account = await server.createAccount()
  const project = { project_id: account.project_id }
  for (const label of ['Monday', 'Also Monday']) {
    const plan = (await call('POST', '/v2/plan', { label, execution_date: day }, project)).body
    const stops = [{ label: 'Zoë "Z", Œuvre', location: { lat: 47.1, lng: 9.5 } }, { label: 'unassigned' }]
    expect((await call('POST', '/v2/stops', stops, { plan_id: plan.id })).status).toBe(201)
  }
  order = { what: 'stops', ...project, from_date: day, format: 'xlsx', language: 'en' }
})

async function request(wanted: object = order) {
  const answer = await call('POST', '/app/v1/exports', wanted)
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}

const find = async (id: string) => (await call('GET', `/app/v1/exports/${id}`)).body

async function finished(id: string) {
  await until('the file', async () => ['finished', 'failed'].includes((await find(id)).state))
  return find(id)
}

const files = () => listed(server.services.storage)

test('a table of some days is written, and fetched by its address', async () => {
  const asked = await request()
  expect(asked).toMatchObject({ state: 'waiting', percent: 0, what: 'stops', project_id: account.project_id })
  expect(asked).not.toHaveProperty('file_url')
  const made = await finished(asked.id)
  expect(made).toMatchObject({ state: 'finished', percent: 100, rows: 4, file_name: `Stops ${day}` })
  expect(made.file_url).toBe(`${server.address}/app/v1/exports/${asked.id}/file`)
  const response = await fetch(`${made.file_url}?private_key=${account.key}`)
  expect(response.headers.get('content-disposition')).toContain(`filename="Stops ${day}.xlsx"`)
  const bytes = Buffer.from(await response.arrayBuffer())
  expect(bytes).toHaveLength(made.size_bytes)
  const rows = (await readSheet(bytes))[0]!.data
  expect(rows).toHaveLength(5)
  expect((await call('GET', '/app/v1/exports', undefined, { project_id: account.project_id })).body).toEqual([made])
})

test('it holds what the same table holds that is written while it is fetched', async () => {
  for (const what of ['stops', 'routes', 'reports']) {
    const { file_url } = await finished((await request({ ...order, what, format: 'csv' })).id)
    const { what: _, ...query } = order
    const direct = await call('GET', `/app/v1/export/${what}`, undefined, { ...query, format: 'csv' })
    const text = await (await fetch(`${file_url}?private_key=${account.key}`)).text()
    expect(text, what).toBe(direct.text.replace(/^\uFEFF/, ''))
  }
})

describe('an export that is refused', () => {
  test.each([
    ['no days', { from_date: undefined }, 'from_date: is required without plan_id'],
    ['days in disorder', { to_date: '2026-03-01' }, 'to_date: must not be before from_date'],
    ['an unknown table', { what: 'clients' }, 'what: must be one of stops, routes, reports'],
  ])('%s', async (_, change, message) => {
    const answer = await call('POST', '/app/v1/exports', { ...order, ...change })
    expect(answer).toMatchObject({ status: 400, body: { message } })
  })

  test('somebody else does not see it, not even of the same organization', async () => {
    const { id } = await finished((await request()).id)
    const other = await server.createUser(account, 'organization_administrator')
    const stranger = await server.createAccount()
    for (const key of [other.key, stranger.key]) {
      const asOther = callAs(key)
      expect((await asOther('GET', `/app/v1/exports/${id}`)).status).toBe(404)
      expect((await asOther('GET', `/app/v1/exports/${id}/file`)).status).toBe(404)
      expect((await asOther('DELETE', `/app/v1/exports/${id}`)).status).toBe(404)
    }
  })
})

test('its file is deleted with it', async () => {
  const { id } = await finished((await request()).id)
  expect(await files()).toContain(`exports/${id}/1-0`)
  expect((await call('DELETE', `/app/v1/exports/${id}`)).status).toBe(200)
  expect((await call('GET', `/app/v1/exports/${id}`)).status).toBe(404)
  await until('the deletion', async () => !(await files()).some((key) => key.startsWith(`exports/${id}`)))
})

test('after a day it ends, and its file goes', async () => {
  const { id, expires_at } = await finished((await request()).id)
  server.clock.set(new Date(Date.parse(expires_at) + 1_000))
  try {
    expect((await call('GET', `/app/v1/exports/${id}`)).status).toBe(404)
    await cleanUpExports(server.services)
    await until('the deletion', async () => !(await files()).some((key) => key.startsWith(`exports/${id}`)))
  } finally {
    server.clock.set('2026-03-02T08:00:00.000Z')
  }
})
