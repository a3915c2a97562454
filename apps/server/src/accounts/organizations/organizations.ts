// The rules of organizations: a new one comes with its administrator, its first project and its first key.

import type { OrganizationCreated, OrganizationInput, OrganizationUpdate } from '@routewright/contract'
import { filesOfExport } from '../../data/export-files.ts'
import { lockExports } from '../../data/exports.sql.ts'
import { listRunIds } from '../../data/optimization-runs.sql.ts'
import { deleteOrganizationRows } from '../../data/organization-rows.ts'
import { type OrganizationRow, organizationTable } from '../../data/organization-table.ts'
import {
  findOrganization,
  insertOrganization,
  listOrganizationPage,
  updateOrganizationRow,
} from '../../data/organizations.sql.ts'
import { insertProject } from '../../data/projects.sql.ts'
import { changedValues, recordMaker, sentValues } from '../../data/records.ts'
import { listStorageKeys } from '../../data/reports.sql.ts'
import { findFirstAdministrator, insertUser } from '../../data/users.sql.ts'
import { requireRecordAsSeen } from '../../frame/conflicts/conflicts.ts'
import { deleteFilesLater } from '../../frame/files/deletion.job.ts'
import { apiError, invalidPayload, notFound } from '../../frame/platform/api-error.ts'
import { withoutUndefined } from '../../frame/platform/compact.ts'
import { createId } from '../../frame/platform/ids.ts'
import { getPage, type Page } from '../../frame/platform/paging.ts'
import type { Scope, Surroundings, Tx } from '../../frame/platform/scope.ts'
import { getSurroundings, type Services, systemCaller, systemScope } from '../../frame/platform/services.ts'
import { createApiKey } from '../api-keys/api-keys.ts'
import { auditRecord } from '../audit/audit.ts'
import { firstCancelReasons } from '../projects/projects.ts'

export const organizationRecord = recordMaker(organizationTable)

export interface NewOrganization {
  name: string
  /** Sign-in of the administrator; without it nobody can sign in until a user is added. */
  login?: { email: string; passwordHash: string }
  /** The first project; named like the organization by default. */
  project?: { label?: string; timezone?: string; currency?: string }
  keyLabel?: string
}

/**
 * Creates an organization. `founding` has no caller, as nobody belongs to the organization yet. The key is only ever in this
 * response. Throws invalid_payload when the mail address is taken.
 */
export async function createOrganization(founding: Surroundings, input: NewOrganization): Promise<OrganizationCreated> {
  const { now } = founding
  const times = { created_at: now, updated_at: now }
  const userId = createId(now)
  const projectId = createId(now)
  const scope = administratorScope(founding, createId(now), userId)
  await insertOrganization(scope, input.name)
  const email = input.login?.email ?? `administrator@${scope.organizationId}.invalid`
  const user = await insertUser(scope, {
    id: userId,
    email,
    name: 'Administrator',
    password_hash: input.login?.passwordHash ?? null,
    role: 'organization_administrator',
    ...times,
  })
  if (!user) {
    throw invalidPayload('email', `${email} is taken`)
  }
  await insertProject(scope, {
    label: input.name,
    ...withoutUndefined(input.project ?? {}),
    id: projectId,
    created_by: userId,
    cancel_reasons: firstCancelReasons(),
    ...times,
  })
  const { key } = await createApiKey(scope, { label: input.keyLabel ?? 'First key' })
  return { organization_id: scope.organizationId, project_id: projectId, api_key: key }
}

/**
 * The same in a transaction of its own, for the machine's administrator. With a mail address and a password the organization's
 * administrator can sign in; the response then repeats both.
 */
export async function foundOrganization(services: Services, input: OrganizationInput): Promise<OrganizationCreated> {
  const { name, email, password } = input
  if (Boolean(email) !== Boolean(password)) {
    const [place, other] = email ? ['password', 'email'] : ['email', 'password']
    throw invalidPayload(place, `is required beside ${other}`)
  }
  // Hashing takes half a second, which no transaction should wait for.
  const login =
    email && password ? { email, passwordHash: await services.passwords.hashNew(password, [email, name]) } : undefined
  const created = await services.database.transaction((tx) =>
    createOrganization(getSurroundings(services, tx), { name, login }),
  )
  return email && password ? { ...created, login: { email, password } } : created
}

/** All organizations of the installation, oldest first; for the machine's administrator only. */
export async function listOrganizations(
  services: Services,
  { limit, offset }: { limit: number; offset: number },
): Promise<Page<ReturnType<typeof organizationRecord>>> {
  const { rows, total } = await listOrganizationPage(services.database.db, limit, offset)
  return getPage(rows.map(organizationRecord), total, limit, offset)
}

/** Returns whether the organization exists; for background work that may come too late. */
export async function isOrganizationThere(services: Services, organizationId: string): Promise<boolean> {
  const work = (tx: Tx) => findOrganization(systemScope(services, tx, organizationId, services.clock.now()))
  return (await services.database.transaction(work)) !== undefined
}

/** The caller's own organization. */
export async function getOrganization(scope: Scope, lock?: 'lock'): Promise<OrganizationRow> {
  const row = await findOrganization(scope, lock)
  if (!row) throw notFound('organization', scope.organizationId)
  return row
}

/** Throws 403 unless the caller administers the organization. */
export function requireAdministrator(scope: Scope, action: string): void {
  if (scope.role === 'organization_administrator') return
  throw apiError('highway.user.error.forbidden', { action })
}

/** Changes the fields sent. Throws 403 unless the caller administers the organization. */
export async function updateOrganization(scope: Scope, input: OrganizationUpdate) {
  requireAdministrator(scope, 'change the organization')
  const before = await getOrganization(scope, 'lock')
  await requireRecordAsSeen(scope, before, `Organization ${before.name}`)
  const { second_factor_from: from, ...others } = input
  const moments = from ? { second_factor_from: new Date(from) } : withoutUndefined({ second_factor_from: from })
  const changes = changedValues(before, sentValues(organizationTable, { ...others, ...moments }))
  if (Object.keys(changes).length === 0) return organizationRecord(before)
  await auditRecord(scope, 'updated', 'organization', before, changes)
  return organizationRecord(await updateOrganizationRow(scope, changes))
}

/**
 * Deletes the organization permanently, with everything that belongs to it and all its jobs; its pictures are deleted once the
 * transaction has committed. Throws 404.
 */
export async function deleteOrganization(scope: Scope): Promise<void> {
  const { tx, jobs, organizationId } = scope
  const exported = (await lockExports(scope, 'all')).flatMap(filesOfExport)
  const storageKeys = [...(await listStorageKeys(scope)), ...exported]
  const runIds = await listRunIds(scope)
  if (!(await deleteOrganizationRows(tx, organizationId))) throw notFound('organization', organizationId)
  await jobs.forget(tx, { organization_id: organizationId })
  for (const run_id of runIds) await jobs.forget(tx, { run_id })
  await deleteFilesLater(scope, storageKeys)
}

/** Returns a caller that acts as the organization's first administrator. Throws 404 when the organization or an active one is missing. */
export async function scopeOfAdministrator(founding: Surroundings, organizationId: string): Promise<Scope> {
  const user = await findFirstAdministrator({ ...founding, ...systemCaller(organizationId) })
  if (!user) throw notFound('organization', organizationId)
  return administratorScope(founding, organizationId, user.id)
}

function administratorScope(founding: Surroundings, organizationId: string, userId: string): Scope {
  return { ...founding, ...systemCaller(organizationId), userId, role: 'organization_administrator' }
}
