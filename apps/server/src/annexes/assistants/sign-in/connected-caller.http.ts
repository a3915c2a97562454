// As whom a connection acts: its person, with the rights of today, in the projects and to the extent that this person allowed.
import { type App, getCaller } from '../../../frame/http/mount.ts'
import type { UserPrincipal } from '../../../frame/http/principals.ts'
import { findHeldConnection, noteUse } from './held-connections.ts'

export interface ConnectedCaller {
  principal: UserPrincipal
  mayPropose: boolean
}

/** Returns the caller of an access token; undefined for a token that is unknown or has ended. */
export async function findConnectedCaller(app: App, token: string): Promise<ConnectedCaller | undefined> {
  const held = await findHeldConnection(app.services, token)
  const person = held && (await app.principals.findUser(held.user_id, held.connection_id))
  if (!person) return undefined
  const principal = narrowToProjects(person, held.project_ids)
  await noteUse(app.services, getCaller(principal), held)
  return { principal, mayPropose: held.scope.includes('propose') }
}

/** An administrator whose assistant sees some projects only works there as a manager of these projects. */
function narrowToProjects(person: UserPrincipal, projectIds: readonly string[] | null): UserPrincipal {
  if (projectIds === null) return person
  const { projects, managed, supervised } = person
  const seen = projectIds.filter((id) => projects === 'all' || projects.has(id))
  return {
    ...person,
    role: 'organization_user',
    projects: new Set(seen),
    managed: new Set(seen.filter((id) => projects === 'all' || managed.has(id))),
    supervised: new Set(projectIds.filter((id) => supervised.has(id))),
  }
}
