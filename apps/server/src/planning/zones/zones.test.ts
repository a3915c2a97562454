// Zones of a project through HTTP.
import { beforeAll, describe, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../../test/harness.ts'

const server = useTestServer()
let own: Account
let other: Account

beforeAll(async () => {
  own = await server.createAccount('Own')
  other = await server.createAccount('Other')
})

const polygon = [
  [9.5, 47.1],
  [9.6, 47.1],
  [9.6, 47.2],
]

const call = (method: string, path: string, body?: unknown, key = own.key) => server.call(method, path, { key, body })
const getPath = (id = '', project = own.project_id) => `/v2/project/${project}/zone${id && `/${id}`}`

async function create(body: object = {}) {
  const answer = await call('POST', getPath(), { polygon, ...body })
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}

describe('zones of a project', () => {
  test('are created enabled, listed oldest first, changed field by field, and deleted', async () => {
    const zone = await create({ label: 'North' })
    expect(zone).toMatchObject({ project_id: own.project_id, label: 'North', enabled: true, polygon, deleted: false })
    server.clock.advanceSeconds(1)
    const second = await create({ color: '#ff0000', enabled: false })
    const list = await call('GET', `/v2/project/${own.project_id}/zones`)
    expect(list.body.map((entry: { id: string }) => entry.id)).toEqual([zone.id, second.id])
    const put = () => call('PUT', getPath(zone.id), { enabled: false, label: 'South' })
    const changed = await put()
    expect(changed.body).toMatchObject({ id: zone.id, label: 'South', enabled: false, polygon })
    server.clock.advanceSeconds(1)
    expect((await put()).body).toEqual(changed.body)
    expect((await call('GET', getPath(zone.id))).body).toEqual(changed.body)
    expect((await call('DELETE', getPath(zone.id))).body).toMatchObject({ id: zone.id, deleted: true })
    for (const method of ['GET', 'PUT', 'DELETE']) {
      expect((await call(method, getPath(zone.id), method === 'PUT' ? {} : undefined)).status).toBe(404)
    }
  })

  test.each([
    [{}, 'polygon'],
    [{ polygon: polygon.slice(1) }, 'polygon'],
    [{ polygon: [...polygon, [9.5, 91]] }, 'polygon[3][1]'],
    [{ polygon: [polygon[0], polygon[0], polygon[1]] }, 'polygon'],
    [{ polygon, enabled: 'yes' }, 'enabled'],
    [{ polygon, label: 'x'.repeat(501) }, 'label'],
  ])('refuse %j', async (body, place) => {
    const answer = await call('POST', getPath(), body)
    expect(answer).toMatchObject({ status: 400, body: { message_id: 'highway.validation.error.invalid_payload' } })
    expect(answer.body.message).toMatch(new RegExp(`^${place.replace(/[[\]]/g, '\\$&')}:`))
  })

  test('of another organization, or of another project, do not exist', async () => {
    const zone = await create()
    const project = await server.createProject(own)
    expect((await call('GET', getPath(zone.id, project))).status).toBe(404)
    for (const method of ['GET', 'PUT', 'DELETE']) {
      expect((await call(method, getPath(zone.id), method === 'PUT' ? {} : undefined, other.key)).status).toBe(404)
    }
    expect((await call('POST', getPath(), { polygon }, other.key)).status).toBe(404)
    expect((await call('GET', getPath(zone.id))).body).toEqual(zone)
    const outsider = await server.createUser(own, 'organization_user')
    const refused = await call('GET', `/v2/project/${own.project_id}/zones`, undefined, outsider.key)
    expect(refused).toMatchObject({ status: 403, body: { message_id: 'highway.project.error.forbidden' } })
  })
})
