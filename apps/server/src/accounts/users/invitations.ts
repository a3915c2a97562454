// The rules of invitations: sent by an administrator, accepted once by the reader of the mail, sent again, withdrawn.
import type { InvitationAcceptance, InvitationInput } from '@routewright/contract'
import {
  insertInvitation,
  listInvitationRows,
  lockInvitation,
  lockOpenInvitation,
  updateInvitation,
  withdrawOpen,
} from '../../data/invitations.sql.ts'
import { replaceMemberships } from '../../data/project-members.sql.ts'
import { listProjectIds } from '../../data/projects.sql.ts'
import { recordMaker } from '../../data/records.ts'
import { type InvitationRow, invitationTable } from '../../data/user-tables.ts'
import { findUser, findUserByEmail, insertUser } from '../../data/users.sql.ts'
import { apiError, notFound } from '../../frame/platform/api-error.ts'
import { createId, createSecret } from '../../frame/platform/ids.ts'
import { queueMail } from '../../frame/platform/mail.ts'
import { digestSecret } from '../../frame/platform/password.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { type Services, systemCaller, systemScope, transactAs } from '../../frame/platform/services.ts'
import { auditRecord } from '../audit/audit.ts'
import { getOrganization } from '../organizations/organizations.ts'
import { invitationMail } from './account-mails.ts'
import { requireAdministrator, requireKnownProjects } from './people.ts'
import { admitPerson, type SignInOutcome, type Visit } from './second-step.ts'

const INVITATION_DAYS = 7
const TOKEN_CHARACTERS = 40

export async function listInvitations(scope: Scope) {
  requireAdministrator(scope)
  return (await listInvitationRows(scope)).map((row) => invitationRecord(row, scope.now))
}

/** Invites somebody, replacing an open invitation of the address. Throws 403, highway.user.error.email_taken. */
export async function createInvitation(scope: Scope, input: InvitationInput) {
  requireAdministrator(scope)
  const memberships = input.memberships ?? []
  await requireKnownProjects(scope, memberships)
  // Whether the address has an account in another organization is nobody's business here.
  if (await findUserByEmail(scope, input.email)) {
    throw apiError('highway.user.error.email_taken', { email: input.email })
  }
  await withdrawOpen(scope, input.email)
  const inviter = await findUser(scope, scope.userId ?? '')
  const token = createSecret('', TOKEN_CHARACTERS)
  const row = await insertInvitation(scope, {
    id: createId(scope.now),
    email: input.email,
    name: input.name ?? null,
    role: input.role,
    memberships,
    language: input.language ?? inviter?.language ?? 'en',
    invited_by: inviter?.id ?? null,
    created_at: scope.now,
    ...linkFields(token, scope.now),
  })
  await send(scope, row, token)
  const { email, role } = row
  await auditRecord(scope, 'created', 'invitation', { id: row.id }, { email, role, memberships })
  return invitationRecord(row, scope.now)
}

/** Sends the mail again; the link of the earlier mail stops working. Throws 404, 403, highway.user.error.invitation_closed. */
export async function resendInvitation(scope: Scope, invitationId: string) {
  const pending = await lockPending(scope, invitationId)
  const token = createSecret('', TOKEN_CHARACTERS)
  const row = await updateInvitation(scope, pending, linkFields(token, scope.now))
  await send(scope, row, token)
  return invitationRecord(row, scope.now)
}

/** Throws 404, 403, highway.user.error.invitation_closed. */
export async function withdrawInvitation(scope: Scope, invitationId: string) {
  const pending = await lockPending(scope, invitationId)
  const row = await updateInvitation(scope, pending, { withdrawn_at: scope.now })
  await auditRecord(scope, 'deleted', 'invitation', { id: row.id }, { email: row.email })
  return invitationRecord(row, scope.now)
}

async function lockPending(scope: Scope, invitationId: string): Promise<InvitationRow> {
  requireAdministrator(scope)
  const row = await lockInvitation(scope, invitationId)
  if (!row) throw notFound('invitation', invitationId)
  const state = getState(row, scope.now)
  if (state === 'accepted' || state === 'withdrawn') {
    throw apiError('highway.user.error.invitation_closed', { id: invitationId, state })
  }
  return row
}

function linkFields(token: string, now: Date) {
  const expires_at = new Date(now.getTime() + INVITATION_DAYS * 86_400_000)
  return { token_digest: digestSecret(token), sent_at: now, expires_at }
}

async function send(scope: Scope, row: InvitationRow, token: string): Promise<void> {
  const { name: organization } = await getOrganization(scope)
  const inviter = await findUser(scope, row.invited_by ?? '')
  const message = invitationMail({
    to: row.email,
    language: row.language,
    link: `${scope.publicBase}/invite/${token}`,
    organization,
    by: inviter?.name,
    days: INVITATION_DAYS,
  })
  await queueMail(scope, message)
}

/** Returns the data for the page of an invitation link. Throws highway.user.error.link_expired. */
export async function getOpenInvitation(services: Services, token: string) {
  const now = services.clock.now()
  const invitation = await services.database.transaction((tx) => lockOpenInvitation(tx, digestSecret(token), now))
  if (!invitation) throw apiError('highway.user.error.link_expired')
  return transactAs(services, systemCaller(invitation.organization_id), async (scope) => {
    const { email, name, role, language, expires_at } = invitation
    const inviter = await findUser(scope, invitation.invited_by ?? '')
    const organization_name = (await getOrganization(scope)).name
    const by = inviter?.name ? { invited_by_name: inviter.name } : {}
    return { email, name: name ?? '', role, language, expires_at, organization_name, ...by }
  })
}

/** Creates the user and signs them in. Throws highway.user.error.link_expired, highway.user.error.email_taken. */
export async function acceptInvitation(
  services: Services,
  token: string,
  input: InvitationAcceptance,
  visit: Visit,
): Promise<SignInOutcome> {
  const { email: invited, organization_name } = await getOpenInvitation(services, token)
  const password_hash = await services.passwords.hashNew(input.password, [invited, input.name ?? '', organization_name])
  const now = services.clock.now()
  return await services.database.transaction(async (tx) => {
    const invitation = await lockOpenInvitation(tx, digestSecret(token), now)
    if (!invitation) throw apiError('highway.user.error.link_expired')
    const { organization_id, email, role, memberships } = invitation
    const scope = systemScope(services, tx, organization_id, now)
    const user = await insertUser(scope, {
      id: createId(now),
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
    const ids = memberships.map((membership) => membership.project_id)
    const known = new Set(await listProjectIds(scope, ids))
    const left = memberships.filter((membership) => known.has(membership.project_id))
    await replaceMemberships(scope, user.id, left)
    await updateInvitation(scope, invitation, { accepted_at: now })
    return admitPerson(services, scope, user, visit)
  })
}

function getState(row: InvitationRow, now: Date): 'open' | 'expired' | 'accepted' | 'withdrawn' {
  if (row.accepted_at) return 'accepted'
  if (row.withdrawn_at) return 'withdrawn'
  return row.expires_at > now ? 'open' : 'expired'
}

const ownRecord = recordMaker(invitationTable)

function invitationRecord(row: InvitationRow, now: Date) {
  return { ...ownRecord(row), state: getState(row, now) }
}
