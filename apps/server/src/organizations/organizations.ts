// The rules of organizations: a new one comes with its administrator, its first project and its first key.

import type { Organization, OrganizationCreated, OrganizationInput } from '@routewright/contract'
import { createApiKey } from '../api-keys/api-keys.ts'
import { recordAudit } from '../audit/audit.ts'
import { requireRecordAsSeen } from '../conflicts/conflicts.ts'
import type { OrganizationRow } from '../data/organization-table.ts'
import {
  findFirstAdministrator,
  findOrganization,
  insertOrganization,
  selectOrganizations,
  updateOrganizationRow,
} from '../data/organizations.sql.ts'
import { insertProject } from '../data/projects.sql.ts'
import { insertUser } from '../data/users.sql.ts'
import { apiError, notFound } from '../platform/api-error.ts'
import { createId } from '../platform/ids.ts'
import { type Page, pageOf } from '../platform/paging.ts'
import { hashPassword } from '../platform/password.ts'
import { json, laterThanBefore, type Scope, type Surroundings } from '../platform/scope.ts'
import { type Services, surroundingsOf } from '../platform/services.ts'
import { firstCancelReasons } from '../projects/projects.ts'

export interface NewOrganization {
  name: string
  /** Sign-in of the administrator; without one nobody signs in until a user is added. */
  login?: { email: string; passwordHash: string }
  /** The first project; named like the organization by default. */
  project?: { label?: string; timezone?: string; currency?: string }
  keyLabel?: string
}

/**
 * `founding` has no caller, as nobody belongs to the organization yet. Throws invalid_payload when the address of the sign-in is
 * taken. The key is in the answer, and nowhere else.
 */
export async function createOrganization(founding: Surroundings, input: NewOrganization): Promise<OrganizationCreated> {
  const { tx, now } = founding
  const times = { created_at: now, updated_at: now }
  const organizationId = createId(now)
  const userId = createId(now)
  const projectId = createId(now)
  await insertOrganization(tx, { id: organizationId, name: input.name, ...times })
  const email = input.login?.email ?? `administrator@${organizationId}.invalid`
  const user = await insertUser(tx, {
    id: userId,
    organization_id: organizationId,
    email,
    name: 'Administrator',
    password_hash: input.login?.passwordHash ?? null,
    role: 'organization_administrator',
    ...times,
  })
  if (!user) {
    throw apiError('highway.validation.error.invalid_payload', { place: 'email', reason: `${email} is taken` })
  }
  await insertProject(tx, {
    id: projectId,
    organization_id: organizationId,
    created_by: userId,
    label: input.project?.label ?? input.name,
    timezone: input.project?.timezone,
    currency: input.project?.currency,
    cancel_reasons: json(firstCancelReasons()),
    ...times,
  })
  const scope = administratorScope(founding, organizationId, userId)
  const { key } = await createApiKey(scope, { label: input.keyLabel ?? 'First key' })
  return { organization_id: organizationId, project_id: projectId, api_key: key }
}

/**
 * The same in a transaction of its own, for the machine's administrator. With an e-mail address and a password the
 * organization's administrator can sign in; the answer then repeats both.
 */
export async function foundOrganization(services: Services, input: OrganizationInput): Promise<OrganizationCreated> {
  const { name, email, password } = input
  if (Boolean(email) !== Boolean(password)) {
    const [place, other] = email ? ['password', 'email'] : ['email', 'password']
    throw apiError('highway.validation.error.invalid_payload', { place, reason: `is required beside ${other}` })
  }
  // Hashing takes a tenth of a second, which no transaction should wait for.
  const login = email && password ? { email, passwordHash: await hashPassword(password) } : undefined
  const created = await services.database.transaction((tx) =>
    createOrganization(surroundingsOf(services, tx), { name, login }),
  )
  return email && password ? { ...created, login: { email, password } } : created
}

/** All organizations of the installation, oldest first; for the machine's administrator only. */
export async function listOrganizations(
  services: Services,
  { limit, offset }: { limit: number; offset: number },
): Promise<Page<Organization>> {
  const { rows, total } = await selectOrganizations(services.database.db, limit, offset)
  const docs = rows.map(({ id, name, created_at, updated_at }) => ({
    id,
    name,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  }))
  return pageOf(docs, total, limit, offset)
}

/** The caller's own organization. */
export async function getOrganization(scope: Scope, lock?: 'lock'): Promise<OrganizationRow> {
  const row = await findOrganization(scope.tx, scope.organizationId, lock)
  if (!row) throw notFound('organization', scope.organizationId)
  return row
}

/** Throws 403 unless the caller administers the organization. */
export async function renameOrganization(scope: Scope, name: string): Promise<OrganizationRow> {
  if (scope.role !== 'organization_administrator') {
    throw apiError('highway.user.error.forbidden', { action: 'rename the organization' })
  }
  const before = await getOrganization(scope, 'lock')
  await requireRecordAsSeen(scope, before, `Organization ${before.name}`)
  const resource = { resourceType: 'organization', resourceId: scope.organizationId } as const
  await recordAudit(scope, { action: 'updated', ...resource, changes: { name } })
  return updateOrganizationRow(scope.tx, scope.organizationId, { name, updated_at: laterThanBefore(scope.now) })
}

/** Acts as the organization's first administrator. Throws 404 when the organization or an active one is missing. */
export async function scopeOfAdministrator(founding: Surroundings, organizationId: string): Promise<Scope> {
  const user = await findFirstAdministrator(founding.tx, organizationId)
  if (!user) throw notFound('organization', organizationId)
  return administratorScope(founding, organizationId, user.id)
}

function administratorScope(founding: Surroundings, organizationId: string, userId: string): Scope {
  return {
    ...founding,
    organizationId,
    userId,
    role: 'organization_administrator',
    projects: 'all',
    actor: { type: 'system' },
  }
}
