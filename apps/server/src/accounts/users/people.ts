// The rules of the organization's users: shown, changed, deactivated, and given memberships in projects.
import type { ProfileUpdate, ProjectRole, QueryOf, UserUpdate } from '@routewright/contract'
import { deleteMembership, putMemberships, replaceMemberships } from '../../data/project-members.sql.ts'
import { listProjectIds } from '../../data/projects.sql.ts'
import { deleteSessionsExcept } from '../../data/sessions.sql.ts'
import { listProjectMembers, listUserPage, lockAdministrators, updateUserRow } from '../../data/users.sql.ts'
import type { MembershipValue } from '../../data/values.ts'
import { requireRecordAsSeen } from '../../frame/conflicts/conflicts.ts'
import { apiError, invalidPayload } from '../../frame/platform/api-error.ts'
import { withoutUndefined } from '../../frame/platform/compact.ts'
import { getPage } from '../../frame/platform/paging.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { auditRecord } from '../audit/audit.ts'
import { getProject, requireProjectManager } from '../projects/projects.ts'
import { getOwnUser, requireUser, userRecord, userRecords } from './users.ts'

export type UserQuery = QueryOf<'listUsers'>

/** Returns users by name. Callers who manage neither organization nor projects see those of their own projects. */
export async function listUsers(scope: Scope, query: UserQuery) {
  const { text, active, limit, offset } = query
  const within = scope.projects === 'all' ? undefined : { projectIds: [...scope.projects], userId: scope.userId ?? '' }
  const { rows, total } = await listUserPage(scope, { text, active, within }, query)
  return getPage(await userRecords(scope, rows), total, limit, offset)
}

/** Returns a user. Throws 404, also for users whom the caller does not see. */
export async function getUser(scope: Scope, userId: string) {
  const user = await requireUser(scope, userId)
  if (scope.projects === 'all' || userId === scope.userId) return userRecord(scope, user)
  const record = await userRecord(scope, user)
  const reach = scope.projects
  if (record.memberships.some(({ project_id }) => reach.has(project_id))) return record
  throw apiError('highway.user.error.forbidden', { action: 'see people of other projects' })
}

/** Throws 403 unless the caller administers the organization. */
export function requireAdministrator(scope: Scope): void {
  if (scope.role === 'organization_administrator') return
  throw apiError('highway.user.error.forbidden', { action: 'manage people' })
}

/**
 * Changes role, activity, name, language and memberships of a user. Deactivating ends the user's sessions, and their keys get 401
 * from then on. Throws 404, 403, highway.user.error.last_administrator, …last_local_administrator.
 */
export async function updateUser(scope: Scope, userId: string, input: UserUpdate) {
  requireAdministrator(scope)
  // Lock order: administrators before the user, as in every change that takes rights away.
  const losesRights = input.active === false || (input.role && input.role !== 'organization_administrator')
  if (losesRights) await requireAnotherAdministrator(scope, userId)
  const before = await requireUser(scope, userId, 'lock')
  await requireRecordAsSeen(scope, before, `Person ${before.name || before.email}`)
  const { memberships, ...changes } = input
  const present = withoutUndefined(changes)
  if (memberships) await setMemberships(scope, userId, memberships)
  const isChanged = Object.keys(present).length > 0 || memberships !== undefined
  const user = isChanged ? await updateUserRow(scope, userId, present) : before
  if (input.active === false) await deleteSessionsExcept(scope, userId, undefined)
  const audited = { ...present, ...(memberships ? { memberships } : {}) }
  if (Object.keys(audited).length > 0) await auditRecord(scope, 'updated', 'user', { id: userId }, audited)
  return userRecord(scope, user)
}

async function requireAnotherAdministrator(scope: Scope, userId: string): Promise<void> {
  const refusal = await whyAdministratorStays(scope, userId)
  if (refusal) throw apiError(refusal, { id: userId })
}

/**
 * Returns why the user must remain an administrator; undefined where nothing is lost. One administrator must remain, and one with
 * a password if there is any, so that an unreachable provider locks nobody out.
 */
export async function whyAdministratorStays(scope: Scope, userId: string) {
  const administrators = await lockAdministrators(scope)
  const person = administrators.find(({ id }) => id === userId)
  const others = administrators.filter(({ id }) => id !== userId)
  if (!person) return undefined
  if (others.length === 0) return 'highway.user.error.last_administrator'
  if (person.password_hash === null || others.some(({ password_hash }) => password_hash !== null)) return undefined
  // Administrators without a password can sign in by a provider only.
  return 'highway.user.error.last_local_administrator'
}

async function setMemberships(scope: Scope, userId: string, memberships: readonly MembershipValue[]): Promise<void> {
  await requireKnownProjects(scope, memberships)
  await replaceMemberships(scope, userId, memberships)
}

/** Throws invalid_payload for a project of another organization, or one named twice. */
export async function requireKnownProjects(scope: Scope, memberships: readonly MembershipValue[]): Promise<void> {
  const ids = memberships.map(({ project_id }) => project_id)
  const known = new Set(await listProjectIds(scope, ids))
  for (const [index, id] of ids.entries()) {
    const place = `memberships[${index}].project_id`
    const isTwice = ids.indexOf(id) !== index
    if (!known.has(id) || isTwice) {
      const reason = isTwice ? `project ${id} stands twice` : `there is no project ${id}`
      throw invalidPayload(place, reason)
    }
  }
}

/** Changes the caller's own name and language. */
export async function updateProfile(scope: Scope, input: ProfileUpdate) {
  const present = withoutUndefined(input)
  if (Object.keys(present).length > 0) await updateUserRow(scope, scope.userId ?? '', present)
  return getOwnUser(scope)
}

/** Returns the members of a project, for everybody who works in it. */
export async function listMembers(scope: Scope, projectId: string) {
  await getProject(scope, projectId)
  const rows = await listProjectMembers(scope, projectId)
  const users = await userRecords(scope, rows)
  return rows.map((row, index) => ({ user: users[index]!, role: row.project_role }))
}

/** Sets a user's membership in the project, or ends it. Throws 404, and 403 unless the caller manages the project. */
export async function setMember(scope: Scope, projectId: string, userId: string, role: ProjectRole | null) {
  await getProject(scope, projectId)
  requireProjectManager(scope, projectId, 'manage the members of a project')
  await requireUser(scope, userId, 'lock')
  if (role === null) await deleteMembership(scope, userId, projectId)
  else await putMemberships(scope, userId, [{ project_id: projectId, role }])
  await updateUserRow(scope, userId, {})
  await auditRecord(scope, 'updated', 'user', { id: userId, project_id: projectId }, { project_role: role })
  return listMembers(scope, projectId)
}
