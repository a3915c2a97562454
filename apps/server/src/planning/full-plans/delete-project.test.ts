// Deleting a project takes everything in it along, and tells of every plan and stop.
import { expect, test } from 'vitest'
import { useTestServer } from '../../../test/harness.ts'
import { recordedEventNames, subscribe } from '../../../test/recorded-events.ts'

const server = useTestServer()

test('plans, routes, stops, vehicles and the project are gone, with their events; other projects stay', async () => {
  const account = await server.createAccount()
  const headers = { authorization: `Bearer ${server.services.adminSecret}` }
  const call = (method: string, path: string, body?: unknown, query?: Record<string, string>) =>
    server.call(method, path, { key: account.key, body, query })
  const other = await server.createProject(account, 'Other')
  const project = { project_id: account.project_id }
  const plan = (await call('POST', '/v2/plan', { stops: [{}], routes: [{}] }, project)).body
  const loose = (await call('POST', '/v2/stops', [{}], project)).body[0]
  const vehicle = (await call('POST', '/v2/vehicle', {}, project)).body
  const kept = (await call('POST', '/v2/plan', {}, { project_id: other })).body
  await subscribe(server, account)
  const path = `/app/v1/project/${account.project_id}`
  const query = { organization_id: account.organization_id }
  const answer = await server.call('DELETE', path, { headers, query })
  expect(answer, answer.text).toMatchObject({ status: 200, body: { id: account.project_id, deleted: true } })
  for (const gone of [`/v2/plan/${plan.id}`, `/v2/stop/${loose.id}`, `/v2/vehicle/${vehicle.id}`]) {
    expect((await call('GET', gone)).status).toBe(404)
  }
  expect((await call('GET', `/v2/project/${account.project_id}`)).status).toBe(404)
  expect((await call('GET', `/v2/plan/${kept.id}`)).status).toBe(200)
  expect((await recordedEventNames(server, account)).sort()).toEqual(['plan.deleted', 'stop.deleted', 'stop.deleted'])
})
