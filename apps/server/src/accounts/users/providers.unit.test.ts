// Mapping of groups to rights, and checks of a provider's address.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { createOutgoingAgent } from '../../frame/platform/public-targets.ts'
import { boundedFetch } from './provider-connection.ts'
import { findRights, getClaim, listGroups } from './provider-groups.ts'
import { requireSafeIssuer } from './providers.ts'
import { tryProvider } from './try-provider.ts'

const project = 'a'.repeat(24)
const second = 'b'.repeat(24)
const ruled = {
  groups_claim: 'groups',
  default_role: null,
  group_roles: [
    { group: 'users', role: 'organization_user', memberships: [{ project_id: project, role: 'supervisor' }] },
    { group: 'planners', role: 'organization_user', memberships: [{ project_id: second, role: 'project_user' }] },
    { group: 'bosses', role: 'organization_manager' },
  ],
} as const
const asRow = (row: object) => row as Parameters<typeof findRights>[0]

test('the highest role of all groups counts, and their projects add up', () => {
  expect(findRights(asRow(ruled), { groups: ['users', 'bosses', 'planners'] })).toEqual({
    role: 'organization_manager',
    memberships: [
      { project_id: project, role: 'supervisor' },
      { project_id: second, role: 'project_user' },
    ],
  })
  expect(findRights(asRow(ruled), { groups: 'bosses' })).toEqual({ role: 'organization_manager', memberships: [] })
  expect(findRights(asRow(ruled), { groups: ['Bosses'] })).toBe('none')
  expect(findRights(asRow(ruled), {})).toBe('none')
  expect(findRights(asRow({ ...ruled, group_roles: [] }), { groups: ['bosses'] })).toBeUndefined()
})

test('groups may stand inside other claims, and a claim whose name has dots is found first', () => {
  expect(listGroups({ realm_access: { roles: ['a', 1, null] } }, 'realm_access.roles')).toEqual(['a'])
  expect(getClaim({ 'https://company.example/groups': ['b'] }, 'https://company.example/groups')).toEqual(['b'])
  expect(getClaim({ groups: ['a'] }, 'groups.constructor.name')).toBeUndefined()
})

test('an issuer is reached encrypted, and carries no password', () => {
  expect(() => requireSafeIssuer('http://idp.example', false)).toThrow('https://')
  expect(() => requireSafeIssuer('http://127.0.0.1:8080', true)).not.toThrow()
  expect(() => requireSafeIssuer('https://name:word@idp.example', false)).toThrow('password')
})

test('a provider is asked at public addresses only, and not listened to for ever', async () => {
  const server = createServer((_request, response) => response.end('x'.repeat(2_000_000)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const agents = [createOutgoingAgent(false), createOutgoingAgent(true)]
  const details = []
  for (const agent of agents) {
    const { checks } = await tryProvider(boundedFetch(agent), { issuer }, () => new Date())
    details.push(checks[0]!.detail)
    await agent.destroy()
  }
  expect(details).toEqual([
    expect.stringContaining('not a public one'),
    expect.stringContaining('longer than a megabyte'),
  ])
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})
