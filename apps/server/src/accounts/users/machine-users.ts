// The rules of machine users: programs with a role and projects of their own. Keys act as them, and nobody signs in as them.
import type { MachineUserInput } from '@routewright/contract'
import { replaceMemberships } from '../../data/project-members.sql.ts'
import { insertUser } from '../../data/users.sql.ts'
import { createId } from '../../frame/platform/ids.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { auditRecord } from '../audit/audit.ts'
import { requireAdministrator, requireKnownProjects } from './people.ts'
import { userRecord } from './users.ts'

/** Throws 403 unless the caller administers the organization, and invalid_payload for unknown projects. */
export async function createMachineUser(scope: Scope, { name, role, memberships = [] }: MachineUserInput) {
  requireAdministrator(scope)
  await requireKnownProjects(scope, memberships)
  const id = createId(scope.now)
  const times = { created_at: scope.now, updated_at: scope.now }
  // Users are distinguished by their address; this one leads nowhere, as .invalid guarantees.
  const email = `${id}@machine.invalid`
  const user = await insertUser(scope, { id, email, name, role, is_machine: true, password_hash: null, ...times })
  await replaceMemberships(scope, id, memberships)
  await auditRecord(scope, 'created', 'user', { id }, { name, role, memberships, is_machine: true })
  return userRecord(scope, user!)
}
