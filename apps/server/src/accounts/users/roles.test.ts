// Every role against a table of operations: what decisions on users and roles allow, and 403 for the rest.

import type { ProjectRole, UserRole } from '@routewright/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Account, useTestServer } from '../../../test/harness.ts'

const server = useTestServer()

const roles = [
  'administrator',
  'manager',
  'project_manager',
  'project_user',
  'supervisor',
  'member of another project',
] as const
type Role = (typeof roles)[number]

const organizationRole: Record<Role, UserRole> = {
  administrator: 'organization_administrator',
  manager: 'organization_manager',
  project_manager: 'organization_user',
  project_user: 'organization_user',
  supervisor: 'organization_user',
  'member of another project': 'organization_user',
}

/** Ids of what the operations are about. */
interface Place {
  account: Account
  cookies: Record<Role, string>
  ids: Record<Role, string>
  planId: string
  routeId: string
  vehicleId: string
  clientId: string
  zoneId: string
  stopId: string
}
let place: Place

beforeAll(async () => {
  const account = await server.createAccount()
  const otherProject = await server.createProject(account)
  const cookies = {} as Place['cookies']
  const ids = {} as Place['ids']
  for (const role of roles) {
    const { user_id } = await server.createUser(account, organizationRole[role])
    if (role === 'member of another project') await join(user_id, otherProject, 'project_manager')
    else if (organizationRole[role] === 'organization_user')
      await join(user_id, account.project_id, role as ProjectRole)
    cookies[role] = await server.signIn(user_id)
    ids[role] = user_id
  }
  const own = async (method: string, path: string, query: Record<string, string>, body: unknown) => {
    const answer = await server.call(method, path, { key: account.key, query, body })
    expect(answer.status, answer.text).toBeLessThan(300)
    return answer.body
  }
  const { project_id } = account
  const polygon = [
    [9, 47],
    [10, 47],
    [10, 48],
    [9, 47],
  ]
  const plan = await own('POST', '/v2/plan', { project_id }, {})
  const [route] = await own('POST', '/v2/routes', { plan_id: plan.id }, [{}])
  const [stop] = await own('POST', '/v2/stops', { plan_id: plan.id }, [{ supervisors: [ids.supervisor] }])
  const vehicle = await own('POST', '/v2/vehicle', { project_id }, {})
  const client = await own('POST', '/v2/client', { project_id }, {})
  const zone = await own('POST', `/v2/project/${project_id}/zone`, {}, { polygon })
  place = {
    account,
    cookies,
    ids,
    planId: plan.id,
    routeId: route.id,
    vehicleId: vehicle.id,
    clientId: client.id,
    zoneId: zone.id,
    stopId: stop.id,
  }
})

async function join(user_id: string, project_id: string, role: ProjectRole): Promise<void> {
  const row = { user_id, project_id, role, created_at: server.clock.now() }
  await server.services.database.db.insertInto('project_members').values(row).execute()
}

type Operation = [name: string, request: (here: Place) => [string, string, object?, object?]]

const everybody = [...roles]
const organization = ['administrator', 'manager'] as const
const managers = [...organization, 'project_manager'] as const
const planners = [...managers, 'project_user'] as const

const inProject = ({ account }: Place) => ({ project_id: account.project_id })

const moved = ({ stopId, routeId }: Place) => ({ moves: [{ stop_ids: [stopId], route_id: routeId }] })

const table: [allowed: readonly Role[], operations: Operation[]][] = [
  [
    everybody,
    [
      ['see the own account', () => ['GET', '/app/v1/session']],
      ['change the own name', () => ['PUT', '/app/v1/profile', { name: 'Me' }]],
      ['list the own sessions', () => ['GET', '/app/v1/sessions']],
      ['list projects', () => ['GET', '/v2/projects']],
      ['list people', () => ['GET', '/app/v1/users']],
    ],
  ],
  [['supervisor', ...planners], [['read the stop', (here) => ['GET', `/v2/stop/${here.stopId}`]]]],
  [
    planners,
    [
      ['read a plan', (here) => ['GET', `/v2/plan/${here.planId}`]],
      ['list the stops of a plan', (here) => ['GET', `/v2/plan/${here.planId}/stops`]],
      ['create a plan', (here) => ['POST', '/v2/plan', {}, inProject(here)]],
      ['change a plan', (here) => ['PUT', `/v2/plan/${here.planId}`, { label: 'x' }]],
      ['create stops', (here) => ['POST', '/v2/stops', [{}], { plan_id: here.planId }]],
      ['change a stop', (here) => ['PUT', `/v2/stop/${here.stopId}`, { comments: 'x' }]],
      ['change a route', (here) => ['PUT', `/v2/route/${here.routeId}`, { comments: 'x' }]],
      ['list the fleet', (here) => ['GET', '/v2/vehicles', undefined, inProject(here)]],
      ['see who drives what', (here) => ['GET', '/app/v1/driver_days', undefined, inProject(here)]],
      [
        'say who drives what',
        (here) => [
          'POST',
          '/app/v1/driver_assignments',
          { assignments: [{ date: '2026-03-02', vehicle_id: here.vehicleId, driver_id: null }] },
          inProject(here),
        ],
      ],
      ['list the drivers', (here) => ['GET', '/app/v1/drivers', undefined, inProject(here)]],
      ['write the address book', (here) => ['PUT', `/v2/client/${here.clientId}`, { label: 'x' }]],
      ['see the state of the editor', (here) => ['GET', `/app/v1/plan/${here.planId}/editor`]],
      ['look at a move', (here) => ['POST', `/app/v1/plan/${here.planId}/move/preview`, moved(here)]],
      ['move a stop', (here) => ['POST', `/app/v1/plan/${here.planId}/move`, moved(here)]],
      [
        'lock a route',
        (here) => ['PUT', `/app/v1/plan/${here.planId}/locks`, { route_ids: [here.routeId], locked: false }],
      ],
      ['ask why', (here) => ['GET', `/app/v1/stop/${here.stopId}/why`]],
      ['copy a plan', (here) => ['POST', `/app/v1/plan/${here.planId}/duplicate`, {}]],
      ['compare plans', (here) => ['POST', '/app/v1/plans/compare', { plan_ids: [here.planId] }]],
      ['turn a route round', (here) => ['POST', `/app/v1/route/${here.routeId}/reverse`]],
      ['list the members', (here) => ['GET', `/app/v1/project/${here.account.project_id}/members`]],
    ],
  ],
  [
    managers,
    [
      ['change the project', (here) => ['PUT', `/app/v1/project/${here.account.project_id}`, { label: 'x' }]],
      ['add a vehicle', (here) => ['POST', '/v2/vehicle', {}, inProject(here)]],
      ['add a driver', (here) => ['POST', '/app/v1/driver', { label: 'Ana' }, inProject(here)]],
      ['change a vehicle', (here) => ['PUT', `/v2/vehicle/${here.vehicleId}`, { label: 'x' }]],
      [
        'change a zone',
        (here) => ['PUT', `/v2/project/${here.account.project_id}/zone/${here.zoneId}`, { label: 'x' }],
      ],
      [
        'give a part in the project',
        (here) => [
          'PUT',
          `/app/v1/project/${here.account.project_id}/member/${here.ids['member of another project']}`,
          { role: null },
        ],
      ],
    ],
  ],
  [
    organization,
    [
      ['create a project', () => ['POST', '/app/v1/project', { label: 'New' }]],
      ['list webhooks', () => ['GET', '/app/v1/webhooks']],
    ],
  ],
  [
    ['administrator'],
    [
      ['list keys', () => ['GET', '/app/v1/api_keys']],
      ['make a key', () => ['POST', '/app/v1/api_key', {}]],
      ['rename the organization', () => ['PUT', '/app/v1/organization', { name: 'New' }]],
      ['list invitations', () => ['GET', '/app/v1/invitations']],
      ['change a role', (here) => ['PUT', `/app/v1/user/${here.ids.supervisor}`, { name: 'New' }]],
    ],
  ],
]

describe.each(
  table.flatMap(([allowed, operations]) => operations.map(([name, request]) => [name, request, allowed] as const)),
)('%s', (_name, request, allowed) => {
  test.each(roles)('as %s', async (role) => {
    const [method, path, body, query] = request(place)
    const answer = await server.call(method, path, {
      headers: { cookie: place.cookies[role] },
      body,
      query: query as Record<string, string>,
    })
    if (allowed.includes(role)) expect(answer.status, answer.text).toBeLessThan(300)
    else {
      expect(answer.status, answer.text).toBe(403)
      expect(answer.body.message_id).toMatch(/^highway\.(user|project)\.error\.forbidden$/)
    }
  })
})

test('inviting needs an administrator, too', async () => {
  const body = { email: 'new@example.test', role: 'organization_administrator' }
  for (const role of roles.filter((role) => role !== 'administrator')) {
    const answer = await server.call('POST', '/app/v1/invitation', { headers: { cookie: place.cookies[role] }, body })
    expect(answer.status, role).toBe(403)
  }
})
