// The rules of sign-in providers: added, changed and removed by administrators.
import type { AuditedAction, GroupRole, SignInProviderInput, SignInProviderUpdate } from '@routewright/contract'
import { emptyRow, recordMaker, sentValues } from '../../data/records.ts'
import { deleteSessionsOfProvider } from '../../data/sessions.sql.ts'
import { type SignInProviderRow, signInProviderTable } from '../../data/sign-in-provider-tables.ts'
import {
  deleteIdentities,
  deleteProviderRow,
  findProviderRow,
  insertProvider,
  listProviderRows,
  updateProviderRow,
} from '../../data/sign-in-providers.sql.ts'
import { requireRecordAsSeen } from '../../frame/conflicts/conflicts.ts'
import { invalidPayload, notFound } from '../../frame/platform/api-error.ts'
import { createId } from '../../frame/platform/ids.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import type { SecretKeys } from '../../frame/platform/secret-keys.ts'
import { auditRecord } from '../audit/audit.ts'
import { requireAdministrator, requireKnownProjects } from './people.ts'
import { sealClientSecret } from './provider-secrets.ts'
import { samlAnswerUri, samlEntityId } from './saml-connection.ts'
import { readMetadata } from './saml-metadata.ts'
import { listDomains } from './sign-in-domains.ts'

const mostProviders = 20

/** Services that these rules need. */
export interface ProviderSurroundings {
  secrets: SecretKeys
  /** Whether providers may be reached without encryption, and at private addresses. */
  allowPrivate: boolean
}

const ownRecord = recordMaker(signInProviderTable)

function providerRecord(row: SignInProviderRow, publicBase: string) {
  const record = { ...ownRecord(row), has_secret: row.secret !== null }
  if (row.saml_metadata === null) return { ...record, kind: 'openid' as const }
  const { signOn, certificates } = readMetadata(row.saml_metadata)
  const shown = certificates.map((certificate) => ({
    subject: certificate.subject.replaceAll('\n', ', '),
    valid_until: new Date(certificate.validTo).toISOString(),
    fingerprint: certificate.fingerprint256,
  }))
  const saml = { sign_on: signOn, certificates: shown }
  return { ...record, kind: 'saml' as const, client_id: samlEntityId(publicBase), saml }
}

/** Returns the URL that providers send people back to; the same for all of them, as it must be entered there. */
export function redirectUri(publicBase: string): string {
  return `${publicBase}/planner/sign-in/provider`
}

export function signedOutUri(publicBase: string): string {
  return `${publicBase}/planner/sign-in`
}

export async function listProviders(scope: Scope) {
  requireAdministrator(scope)
  const rows = await listProviderRows(scope)
  return {
    redirect_uri: redirectUri(scope.publicBase),
    post_logout_redirect_uri: signedOutUri(scope.publicBase),
    saml_entity_id: samlEntityId(scope.publicBase),
    saml_answer_uri: samlAnswerUri(scope.publicBase),
    sign_in_link: `${scope.publicBase}/planner/sign-in?organization=${scope.organizationId}`,
    providers: rows.map((row) => providerRecord(row, scope.publicBase)),
    domains: await listDomains(scope, rows),
  }
}

/** Adds a provider. Throws 403, and invalid_payload for settings that would let nobody or anybody in. */
export async function createProvider(scope: Scope, around: ProviderSurroundings, input: SignInProviderInput) {
  requireAdministrator(scope)
  if ((await listProviderRows(scope)).length >= mostProviders) {
    throw invalidPayload('body', `an organization has at most ${mostProviders} providers of sign-ins`)
  }
  const id = createId(scope.now)
  const row = {
    ...emptyRow(signInProviderTable),
    id,
    created_at: scope.now,
    updated_at: scope.now,
    label: input.label,
    ...reachedBy(input),
    ...written(input),
    secret: input.secret ? sealClientSecret(around.secrets, id, input.secret) : null,
  }
  await requireUsable(scope, around, row)
  const made = await insertProvider(scope, row as never)
  await audit(scope, 'created', made)
  return providerRecord(made, scope.publicBase)
}

/** Changes a provider. Signs its users out when it is disabled or becomes another one. Throws 404, 403 and as above. */
export async function updateProvider(
  scope: Scope,
  around: ProviderSurroundings,
  id: string,
  input: SignInProviderUpdate,
) {
  const before = await getProvider(scope, id)
  await requireRecordAsSeen(scope, before, `Sign-in provider ${before.label}`)
  const { secret } = input
  const isSaml = before.saml_metadata !== null
  requireOfItsKind(input, isSaml)
  const changes = {
    ...written(input),
    ...(input.saml_metadata === undefined ? {} : fromMetadata(input.saml_metadata)),
    ...(secret === undefined ? {} : { secret: secret === null ? null : sealClientSecret(around.secrets, id, secret) }),
  }
  await requireUsable(scope, around, { ...before, ...changes })
  const row = await updateProviderRow(scope, id, changes as never)
  const isAnother = row.issuer !== before.issuer || row.client_id !== before.client_id
  if (isAnother) await deleteIdentities(scope, id)
  if (isAnother || !row.enabled) await deleteSessionsOfProvider(scope, id)
  await audit(scope, 'updated', row)
  return providerRecord(row, scope.publicBase)
}

export async function deleteProvider(scope: Scope, id: string) {
  const row = await getProvider(scope, id)
  await requireRecordAsSeen(scope, row, `Sign-in provider ${row.label}`)
  await deleteSessionsOfProvider(scope, id)
  await deleteProviderRow(scope, id)
  await audit(scope, 'deleted', row)
  return providerRecord(row, scope.publicBase)
}

async function getProvider(scope: Scope, id: string): Promise<SignInProviderRow> {
  requireAdministrator(scope)
  const row = await findProviderRow(scope, id, 'lock')
  if (!row) throw notFound('sign-in provider', id)
  return row
}

function written(input: SignInProviderInput | SignInProviderUpdate) {
  const values = sentValues(signInProviderTable, input)
  const { issuer, email_domains } = values
  return {
    ...values,
    // People paste the URL of the configuration document, which is below the issuer.
    ...(issuer ? { issuer: issuer.replace(/\/\.well-known\/openid-configuration$/, '') } : {}),
    ...(email_domains ? { email_domains: [...new Set(email_domains.map((text) => text.toLowerCase()))] } : {}),
  }
}

/** Returns the connection settings of a new provider. Throws invalid_payload for missing ones, or ones of the other kind. */
function reachedBy(input: SignInProviderInput) {
  const { issuer, client_id, saml_metadata } = input
  requireOfItsKind(input, saml_metadata !== undefined)
  if (saml_metadata !== undefined) return fromMetadata(saml_metadata)
  if (issuer === undefined) throw invalidPayload('issuer', 'is needed, or saml_metadata for a provider of SAML')
  if (client_id === undefined) throw invalidPayload('client_id', 'is needed, or saml_metadata for a provider of SAML')
  return { issuer, client_id }
}

function fromMetadata(saml_metadata: string) {
  return { issuer: readMetadata(saml_metadata).entityId, client_id: '', saml_metadata }
}

/** Throws where the kind of a provider would change. */
function requireOfItsKind(input: SignInProviderInput | SignInProviderUpdate, isSaml: boolean): void {
  if (!isSaml && input.saml_metadata !== undefined) {
    throw invalidPayload('saml_metadata', 'belongs to a provider of SAML: add a new one')
  }
  const other = isSaml && (['issuer', 'client_id', 'secret', 'scope'] as const).find((name) => input[name] != null)
  if (other) throw invalidPayload(other, 'does not go with saml_metadata: a provider of SAML has none')
}

type Checked = Pick<
  SignInProviderRow,
  | 'saml_metadata'
  | 'issuer'
  | 'email_domains'
  | 'trusts_emails'
  | 'creates_people'
  | 'group_roles'
  | 'groups_claim'
  | 'default_role'
>

async function requireUsable(scope: Scope, { allowPrivate }: ProviderSurroundings, row: Checked): Promise<void> {
  if (row.saml_metadata === null) requireSafeIssuer(row.issuer, allowPrivate)
  else requireSafeSignOn(row.saml_metadata, allowPrivate)
  if (row.email_domains.length === 0) {
    const why = 'needs at least one domain, so that not everybody with an account there is let in'
    if (row.creates_people) throw invalidPayload('creates_people', `${why}: give email_domains`)
    if (row.trusts_emails) throw invalidPayload('trusts_emails', `${why}: give email_domains`)
  }
  if (row.creates_people && row.group_roles.length === 0 && row.default_role === null) {
    throw invalidPayload('default_role', 'new people need a role: give default_role or group_roles')
  }
  if (row.group_roles.length > 0 && row.groups_claim === null) {
    throw invalidPayload('groups_claim', 'group_roles need the name of the claim that the groups stand in')
  }
  for (const [at, { memberships }] of row.group_roles.entries()) await requireProjects(scope, at, memberships)
}

async function requireProjects(scope: Scope, at: number, memberships: GroupRole['memberships']): Promise<void> {
  try {
    await requireKnownProjects(scope, memberships ?? [])
  } catch (error) {
    const { details } = error as { details?: { place?: string; reason?: string } }
    throw details?.place ? invalidPayload(`group_roles[${at}].${details.place}`, String(details.reason)) : error
  }
}

/** Throws invalid_payload for an invalid URL, or one without encryption, over which secrets could be overheard. */
export function requireSafeIssuer(issuer: string, allowPrivate: boolean): void {
  if (!URL.canParse(issuer)) throw invalidPayload('issuer', 'is no address')
  const { protocol, username, password } = new URL(issuer)
  if (username || password) throw invalidPayload('issuer', 'must not hold a name or a password')
  if (protocol !== 'https:' && !allowPrivate) throw invalidPayload('issuer', 'must begin with https://')
}

/**
 * Throws for a sign-on page without encryption: the request is no secret, but an attacker could replace the page, which asks for
 * a password.
 */
function requireSafeSignOn(metadata: string, allowPrivate: boolean): void {
  const { signOn } = readMetadata(metadata)
  if (new URL(signOn).protocol !== 'https:' && !allowPrivate) {
    throw invalidPayload('saml_metadata', `names ${signOn} as the address to sign in at: it must begin with https://`)
  }
}

async function audit(scope: Scope, action: AuditedAction, row: SignInProviderRow): Promise<void> {
  const { label, issuer, client_id, enabled, creates_people, trusts_emails, group_roles, default_role } = row
  const own = { label, issuer, client_id, enabled, creates_people, trusts_emails, group_roles, default_role }
  const signers = row.saml_metadata === null ? [] : readMetadata(row.saml_metadata).certificates
  const certificates = signers.map((signer) => signer.fingerprint256)
  const changes = { ...own, ...(certificates.length > 0 && { certificates }) }
  await auditRecord(scope, action, 'sign_in_provider', row, changes)
}
