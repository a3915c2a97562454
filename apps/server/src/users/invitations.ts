// The rules of invitations: sent by an administrator, accepted once by who reads the mail, sent again, withdrawn.
import type { InvitationAcceptance, InvitationInput } from '@routewright/contract'
import { recordAudit } from '../audit/audit.ts'
import {
  insertInvitation,
  lockInvitation,
  lockOpenInvitation,
  selectInvitations,
  updateInvitation,
  withdrawOpen,
} from '../data/invitations.sql.ts'
import { replaceMemberships } from '../data/project-members.sql.ts'
import { recordMaker } from '../data/records.ts'
import { type InvitationRow, invitationTable } from '../data/user-tables.ts'
import { findUser, findUserByEmail, insertUser, selectKnownProjects } from '../data/users.sql.ts'
import { getOrganization } from '../organizations/organizations.ts'
import { apiError, notFound } from '../platform/api-error.ts'
import { createId, createSecret } from '../platform/ids.ts'
import type { Jobs } from '../platform/jobs.ts'
import { queueMail } from '../platform/mail.ts'
import { digestSecret, hashPassword } from '../platform/password.ts'
import { json, type Scope } from '../platform/scope.ts'
import { type Services, systemCaller, transactAs } from '../platform/services.ts'
import { invitationMail } from './account-mails.ts'
import { requireAdministrator, requireKnownProjects } from './people.ts'
import { openSession, type SignedIn } from './sessions.ts'

const INVITATION_DAYS = 7
const TOKEN_CHARACTERS = 40

export async function listInvitations(scope: Scope) {
  requireAdministrator(scope)
  return (await selectInvitations(scope.tx, scope.organizationId)).map((row) => invitationRecord(row, scope.now))
}

/** Invites somebody; an open invitation of the address is replaced. Throws 403, highway.user.error.email_taken. */
export async function createInvitation(scope: Scope, jobs: Jobs, input: InvitationInput) {
  requireAdministrator(scope)
  const memberships = input.memberships ?? []
  await requireKnownProjects(scope, memberships)
  if (await findUserByEmail(scope.tx, input.email)) {
    throw apiError('highway.user.error.email_taken', { email: input.email })
  }
  await withdrawOpen(scope.tx, scope.organizationId, input.email, scope.now)
  const inviter = await findUser(scope.tx, scope.organizationId, scope.userId ?? '')
  const token = createSecret('', TOKEN_CHARACTERS)
  const row = await insertInvitation(scope.tx, {
    id: createId(scope.now),
    organization_id: scope.organizationId,
    email: input.email,
    name: input.name ?? null,
    role: input.role,
    memberships: json(memberships),
    language: input.language ?? inviter?.language ?? 'en',
    invited_by: inviter?.id ?? null,
    created_at: scope.now,
    ...linkFields(token, scope.now),
  })
  await send(scope, jobs, row, token)
  const { email, role } = row
  await audit(scope, 'created', row, { email, role, memberships })
  return invitationRecord(row, scope.now)
}

/** Sends the mail again; the link of the mail before ends. Throws 404, 403, highway.user.error.invitation_closed. */
export async function resendInvitation(scope: Scope, jobs: Jobs, invitationId: string) {
  await requirePending(scope, invitationId)
  const token = createSecret('', TOKEN_CHARACTERS)
  const row = await updateInvitation(scope.tx, invitationId, linkFields(token, scope.now))
  await send(scope, jobs, row, token)
  return invitationRecord(row, scope.now)
}

/** Throws 404, 403, highway.user.error.invitation_closed. */
export async function withdrawInvitation(scope: Scope, invitationId: string) {
  await requirePending(scope, invitationId)
  const row = await updateInvitation(scope.tx, invitationId, { withdrawn_at: scope.now })
  await audit(scope, 'deleted', row, { email: row.email })
  return invitationRecord(row, scope.now)
}

async function requirePending(scope: Scope, invitationId: string): Promise<void> {
  requireAdministrator(scope)
  const row = await lockInvitation(scope.tx, scope.organizationId, invitationId)
  if (!row) throw notFound('invitation', invitationId)
  const state = stateOf(row, scope.now)
  if (state === 'accepted' || state === 'withdrawn') {
    throw apiError('highway.user.error.invitation_closed', { id: invitationId, state })
  }
}

function linkFields(token: string, now: Date) {
  const expires_at = new Date(now.getTime() + INVITATION_DAYS * 86_400_000)
  return { token_digest: digestSecret(token), sent_at: now, expires_at }
}

async function send(scope: Scope, jobs: Jobs, row: InvitationRow, token: string): Promise<void> {
  const { name: organization } = await getOrganization(scope)
  const inviter = await findUser(scope.tx, scope.organizationId, row.invited_by ?? '')
  const message = invitationMail({
    to: row.email,
    language: row.language,
    link: `${scope.publicBase}/invite/${token}`,
    organization,
    by: inviter?.name,
    days: INVITATION_DAYS,
  })
  await queueMail(scope.tx, jobs, scope.organizationId, message)
}

/** What the page of a link shows. Throws highway.user.error.link_expired. */
export async function getOpenInvitation(services: Services, token: string) {
  const now = services.clock.now()
  const invitation = await services.database.transaction((tx) => lockOpenInvitation(tx, digestSecret(token), now))
  if (!invitation) throw apiError('highway.user.error.link_expired')
  return transactAs(services, systemCaller(invitation.organization_id), async (scope) => {
    const { email, name, role, language, expires_at } = invitation
    const inviter = await findUser(scope.tx, scope.organizationId, invitation.invited_by ?? '')
    const organization_name = (await getOrganization(scope)).name
    const by = inviter?.name ? { invited_by_name: inviter.name } : {}
    return { email, name: name ?? '', role, language, expires_at, organization_name, ...by }
  })
}

/** Makes the person and signs in. Throws highway.user.error.link_expired, highway.user.error.email_taken. */
export async function acceptInvitation(
  services: Services,
  token: string,
  input: InvitationAcceptance,
  userAgent: string | undefined,
): Promise<SignedIn> {
  await getOpenInvitation(services, token)
  const password_hash = await hashPassword(input.password)
  const now = services.clock.now()
  return await services.database.transaction(async (tx) => {
    const invitation = await lockOpenInvitation(tx, digestSecret(token), now)
    if (!invitation) throw apiError('highway.user.error.link_expired')
    const { organization_id, email, role, memberships } = invitation
    const user = await insertUser(tx, {
      id: createId(now),
      organization_id,
      email,
      name: input.name,
      password_hash,
      role,
      language: input.language ?? invitation.language,
      created_at: now,
      updated_at: now,
    })
    if (!user) throw apiError('highway.user.error.email_taken', { email })
    // Projects may have been deleted since.
    const known = await selectKnownProjects(
      tx,
      organization_id,
      memberships.map((one) => one.project_id),
    )
    const left = memberships.filter((one) => known.has(one.project_id))
    await replaceMemberships(tx, user.id, left, now)
    await updateInvitation(tx, invitation.id, { accepted_at: now })
    return openSession(tx, user, now, userAgent)
  })
}

function stateOf(row: InvitationRow, now: Date): 'open' | 'expired' | 'accepted' | 'withdrawn' {
  if (row.accepted_at) return 'accepted'
  if (row.withdrawn_at) return 'withdrawn'
  return row.expires_at > now ? 'open' : 'expired'
}

const ownRecord = recordMaker(invitationTable)

function invitationRecord(row: InvitationRow, now: Date) {
  return { ...ownRecord(row), state: stateOf(row, now) }
}

async function audit(
  scope: Scope,
  action: 'created' | 'deleted',
  row: InvitationRow,
  changes: Record<string, unknown>,
): Promise<void> {
  await recordAudit(scope, { action, resourceType: 'invitation', resourceId: row.id, changes })
}
