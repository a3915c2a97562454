// Finds the user for a provider's account: by its identity, by a verified address, by an invitation, or as a new user.
import { type Language, languages } from '@routewright/contract'
import { lockOpenInvitationFor, updateInvitation } from '../../data/invitations.sql.ts'
import { replaceMemberships } from '../../data/project-members.sql.ts'
import { listProjectIds } from '../../data/projects.sql.ts'
import type { SignInProviderRow } from '../../data/sign-in-provider-tables.ts'
import { findIdentity, writeIdentity } from '../../data/sign-in-providers.sql.ts'
import type { UserRow } from '../../data/user-tables.ts'
import { findMemberships, findUser, findUserByEmail, insertUser, updateUserRow } from '../../data/users.sql.ts'
import type { MembershipValue } from '../../data/values.ts'
import { apiError } from '../../frame/platform/api-error.ts'
import { createId } from '../../frame/platform/ids.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { auditRecord } from '../audit/audit.ts'
import { whyAdministratorStays } from './people.ts'
import type { Redeemed } from './provider-connection.ts'
import { type Claims, findRights, type Rights } from './provider-groups.ts'
import { withProvenDomains } from './sign-in-domains.ts'

/** Returns the user, with the rights of the present groups. Throws email_not_verified, person_unknown, group_without_role. */
export async function admitAccount(
  scope: Scope,
  given: SignInProviderRow,
  { subject, claims }: Redeemed,
): Promise<UserRow> {
  const provider = await withProvenDomains(scope, given)
  const rights = findRights(provider, claims)
  const knownId = await findIdentity(scope, provider.id, subject)
  const known = knownId === undefined ? undefined : await findUser(scope, knownId, 'lock')
  if (known && !known.active) throw apiError('highway.user.error.person_unknown', { email: known.email })
  const email = known ? known.email : requireVerifiedEmail(provider, claims)
  if (rights === 'none') throw apiError('highway.user.error.group_without_role', { provider: provider.label })
  const person = known ?? (await findOrMake(scope, provider, email, claims, rights))
  if (!known) await link(scope, provider, person, subject)
  return rights ? await giveRights(scope, provider, person, rights) : person
}

function requireVerifiedEmail(provider: SignInProviderRow, claims: Claims): string {
  const { email, email_verified } = claims
  const isAddress = typeof email === 'string' && /^[^\s@<>",;]+@[^\s@<>",;]+$/.test(email) && email.length <= 320
  // Some providers send it as a text.
  const isVerified = email_verified === true || email_verified === 'true'
  const isTrusted = provider.trusts_emails && email_verified === undefined && isAddress && isOfDomains(provider, email)
  if (isAddress && (isVerified || isTrusted)) return email
  throw apiError('highway.user.error.email_not_verified', { provider: provider.label })
}

function isOfDomains({ email_domains }: SignInProviderRow, email: string): boolean {
  return email_domains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase())
}

async function findOrMake(
  scope: Scope,
  provider: SignInProviderRow,
  email: string,
  claims: Claims,
  rights: Rights | undefined,
): Promise<UserRow> {
  const unknown = apiError('highway.user.error.person_unknown', { email })
  const found = await findUserByEmail(scope, email)
  if (found) {
    if (!found.active || found.is_machine) throw unknown
    return found
  }
  const invitation = await lockOpenInvitationFor(scope, email)
  if (invitation) {
    const { role, memberships, language, name } = invitation
    const made = await make(scope, email, { role, memberships, language, name: name ?? getName(claims) })
    await updateInvitation(scope, invitation, { accepted_at: scope.now })
    return made
  }
  const role = rights?.role ?? provider.default_role
  if (!provider.creates_people || role === null || !isOfDomains(provider, email)) throw unknown
  const made = { role, memberships: rights?.memberships ?? [], language: getLanguage(claims), name: getName(claims) }
  return await make(scope, email, made)
}

interface NewPerson {
  name: string
  role: UserRow['role']
  language: Language
  memberships: MembershipValue[]
}

async function make(scope: Scope, email: string, { memberships, ...values }: NewPerson): Promise<UserRow> {
  const { now } = scope
  const row = { id: createId(now), email, password_hash: null, created_at: now, updated_at: now, ...values }
  const user = await insertUser(scope, row)
  if (!user) throw apiError('highway.user.error.person_unknown', { email })
  await replaceMemberships(scope, user.id, await knownProjects(scope, memberships))
  await auditRecord(acting(scope, user), 'created', 'user', user, { email, role: user.role, memberships })
  return user
}

/** Filters out projects that were deleted since the groups were configured. */
async function knownProjects(scope: Scope, memberships: readonly MembershipValue[]): Promise<MembershipValue[]> {
  const ids = memberships.map(({ project_id }) => project_id)
  const known = new Set(await listProjectIds(scope, ids))
  return memberships.filter(({ project_id }) => known.has(project_id))
}

async function link(scope: Scope, provider: SignInProviderRow, user: UserRow, subject: string): Promise<void> {
  const { id: provider_id } = provider
  await writeIdentity(scope, { id: createId(scope.now), provider_id, user_id: user.id, subject, created_at: scope.now })
  await auditRecord(acting(scope, user), 'updated', 'user', user, { sign_in_provider: provider.label, subject })
}

/** Applies the rights of the groups, unless no administrator would remain. */
async function giveRights(
  scope: Scope,
  provider: SignInProviderRow,
  user: UserRow,
  { role, memberships }: Rights,
): Promise<UserRow> {
  const losesRights = user.role === 'organization_administrator' && role !== user.role
  const stays = losesRights && (await whyAdministratorStays(scope, user.id)) !== undefined
  const changes: { role?: Rights['role']; memberships?: MembershipValue[] } = {}
  if (role !== user.role && !stays) changes.role = role
  if (memberships) {
    const wanted = await knownProjects(scope, memberships)
    if (print(wanted) !== print((await findMemberships(scope, [user.id])).get(user.id) ?? [])) {
      changes.memberships = wanted
    }
  }
  if (changes.role === undefined && changes.memberships === undefined) return user
  if (changes.memberships) await replaceMemberships(scope, user.id, changes.memberships)
  const { role: changed } = changes
  const updated = await updateUserRow(scope, user.id, changed ? { role: changed } : {})
  const by = `groups of ${provider.label}`
  await auditRecord(acting(scope, user), 'updated', 'user', user, { ...changes, by })
  return updated
}

function print(memberships: readonly MembershipValue[]): string {
  return memberships
    .map(({ project_id, role }) => `${project_id} ${role}`)
    .sort()
    .join()
}

function acting(scope: Scope, { id }: UserRow): Scope {
  return { ...scope, actor: { type: 'user', id } }
}

function getName({ name, given_name, family_name, preferred_username }: Claims): string {
  const whole = [given_name, family_name].filter((part) => typeof part === 'string').join(' ')
  const found = [name, whole, preferred_username].find((entry) => typeof entry === 'string' && entry.trim() !== '')
  return String(found ?? '')
    .trim()
    .slice(0, 200)
}

function getLanguage({ locale }: Claims): Language {
  const wanted = String(locale ?? '')
    .slice(0, 2)
    .toLowerCase()
  return languages.find((language) => language === wanted) ?? 'en'
}
