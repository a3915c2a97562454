// Sign-in with a company's own accounts by OpenID Connect or SAML: providers, and the permissions of their groups.
import Type, { type Static } from 'typebox'
import { nullable, oneOf, optionalFields, record } from '../schema.ts'
import { flag, id, label, timestamp } from './fields.ts'
import { Membership, Session, userRoles } from './organization.ts'

const memberships = Type.Array(Membership, {
  description: 'Parts in projects, for an organization_user.',
  maxItems: 200,
})
const issuer = Type.String({
  description: 'The address by which the provider calls itself, as in its discovery document.',
  pattern: '^https?://[^\\s?#]+$',
  maxLength: 500,
})
const domain = Type.String({
  description: 'What stands behind the @ of an e-mail address.',
  pattern: '^[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)+$',
  maxLength: 253,
})

export const GroupRole = record('GroupRole', 'What the members of one group of the provider may do.', {
  group: Type.String({ description: 'As the provider writes it, capitals too.', minLength: 1, maxLength: 200 }),
  role: oneOf(userRoles),
  memberships: Type.Optional(memberships),
})
export type GroupRole = Static<typeof GroupRole>

const domains = Type.Array(domain, {
  description:
    'Whoever types an address of one of them at signing in is offered this provider, once the domain is proven.',
  maxItems: 50,
})
const groupRoles = Type.Array(GroupRole, {
  description: 'The highest role of the groups somebody is in counts, at every sign-in; their projects are added up.',
  maxItems: 100,
})

/** How a domain was proven: by a record in the DNS, or by the administrator of the machine. */
export const domainProofs = ['record', 'administrator'] as const

export const SignInDomain = record('SignInDomain', 'A mail domain of the providers, and whether it is proven.', {
  domain,
  is_proven: flag('No provider offers itself for a domain that is not proven, or gives its people accounts.'),
  record_name: Type.String({ description: 'Name of the TXT record that proves it.' }),
  record_value: Type.String({ description: 'What the record says.' }),
  ...optionalFields({ proven_by: oneOf(domainProofs), proven_at: timestamp() }),
})
export type SignInDomain = Static<typeof SignInDomain>

export const DomainInput = record('DomainInput', 'A domain that is to be proven.', { domain })
export const DomainConfirmation = record('DomainConfirmation', 'A domain that belongs to an organization.', {
  organization_id: id(),
  domain,
})

export const providerKinds = ['openid', 'saml'] as const

const SamlCertificate = record('SamlCertificate', 'A certificate whose signatures count.', {
  subject: Type.String({ description: 'Whose it is, as it says itself.' }),
  valid_until: timestamp('It counts longer, until the metadata is replaced: few providers renew it in time.'),
  fingerprint: Type.String({ description: 'SHA-256, in hexadecimal.' }),
})

export const SignInProvider = record('SignInProvider', 'A provider whose accounts sign in.', {
  id: id(),
  organization_id: id(),
  label: label('What the button says.'),
  kind: oneOf(providerKinds, { description: 'OpenID Connect, or SAML 2.0 by its metadata.' }),
  issuer: Type.String({
    description: 'By which the provider calls itself: the address of its discovery document, or its entity ID.',
    maxLength: 500,
  }),
  client_id: Type.String({ description: 'By which it knows this service; of SAML the entity ID.', maxLength: 500 }),
  has_secret: flag('Whether there is a client secret; it is never shown.'),
  scope: Type.String({ description: 'What the provider is asked for.', maxLength: 500 }),
  enabled: flag('Nobody signs in by it while it is off.'),
  email_domains: domains,
  trusts_emails: flag('Addresses of the domains count as verified though the provider does not say so.'),
  creates_people: flag('Whoever has an address of the domains gets an account at the first sign-in.'),
  group_roles: groupRoles,
  created_at: timestamp(),
  updated_at: timestamp(),
  ...optionalFields({
    groups_claim: Type.String({
      description: 'Where the groups stand: groups, or realm_access.roles.',
      maxLength: 200,
    }),
    default_role: oneOf(userRoles, { description: 'Of who is in none of the groups; refused when missing.' }),
    saml: record('SamlProvider', 'What the metadata of a provider of SAML says.', {
      sign_on: Type.String({ description: 'Where browsers are sent to sign in.' }),
      certificates: Type.Array(SamlCertificate),
    }),
  }),
})
export type SignInProvider = Static<typeof SignInProvider>

const writable = {
  scope: Type.Optional(
    Type.String({
      description: '"openid email profile" unless said otherwise.',
      pattern: '^openid( \\S+)*$',
      maxLength: 500,
    }),
  ),
  enabled: Type.Optional(flag()),
  email_domains: Type.Optional(domains),
  trusts_emails: Type.Optional(flag()),
  creates_people: Type.Optional(flag()),
  groups_claim: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 200 }))),
  group_roles: Type.Optional(groupRoles),
  default_role: Type.Optional(nullable(oneOf(userRoles))),
  secret: Type.Optional(
    nullable(
      Type.String({ description: 'The client secret; null for a public client.', minLength: 1, maxLength: 1_000 }),
    ),
  ),
}
const name = Type.String({ description: 'What the button says.', minLength: 1, maxLength: 100 })
const samlMetadata = Type.String({
  description:
    'The metadata of a provider of SAML 2.0, as XML; issuer, client_id and secret are left out then. Given anew when its certificates change.',
  minLength: 1,
  maxLength: 200_000,
})
const clientId = Type.String({ description: 'By which the provider knows this service.', minLength: 1, maxLength: 500 })

export const SignInProviderInput = record('SignInProviderInput', 'A new provider.', {
  label: name,
  issuer: Type.Optional(issuer),
  client_id: Type.Optional(clientId),
  saml_metadata: Type.Optional(samlMetadata),
  ...writable,
})
export type SignInProviderInput = Static<typeof SignInProviderInput>

export const SignInProviderUpdate = record('SignInProviderUpdate', 'What changes in a provider.', {
  label: Type.Optional(name),
  issuer: Type.Optional(issuer),
  client_id: Type.Optional(clientId),
  saml_metadata: Type.Optional(samlMetadata),
  ...writable,
})
export type SignInProviderUpdate = Static<typeof SignInProviderUpdate>

export const SignInProviders = record('SignInProviders', 'The providers, and what they must be told of this service.', {
  redirect_uri: Type.String({ description: 'Where the provider sends people back to.' }),
  post_logout_redirect_uri: Type.String({ description: 'Where it sends them after signing out.' }),
  saml_entity_id: Type.String({
    description: 'By which a provider of SAML knows this service; its metadata is found there.',
  }),
  saml_answer_uri: Type.String({ description: 'Where a provider of SAML posts its answer.' }),
  sign_in_link: Type.String({ description: 'Opens the sign-in page with the providers of the organization.' }),
  providers: Type.Array(SignInProvider),
  domains: Type.Array(SignInDomain, { description: 'The domains of all of them.' }),
})
export type SignInProviders = Static<typeof SignInProviders>

export const providerChecks = [
  ...(['reachable', 'issuer', 'code_flow', 'pkce', 'keys', 'client_authentication', 'scopes', 'clock'] as const),
  'sign_out',
] as const

export const ProviderTrialInput = record('ProviderTrialInput', 'Which provider is looked at.', {
  issuer,
  scope: writable.scope,
})
export type ProviderTrialInput = Static<typeof ProviderTrialInput>

export const ProviderTrial = record('ProviderTrial', 'What the provider says of itself, and whether that will do.', {
  usable: flag('Nothing of it failed.'),
  checks: Type.Array(
    record('ProviderCheck', 'One thing that was looked at.', {
      check: oneOf(providerChecks),
      state: oneOf(['ok', 'doubtful', 'failed']),
      detail: Type.String({ description: 'What was found, in a sentence.' }),
    }),
  ),
})
export type ProviderTrial = Static<typeof ProviderTrial>

export const OfferedProvider = record('OfferedProvider', 'A way to sign in.', { id: id(), label: label() })
export type OfferedProvider = Static<typeof OfferedProvider>

export const ProviderSignIn = record('ProviderSignIn', 'Whose accounts shall sign in.', {
  provider_id: id(),
  to: Type.Optional(
    Type.String({
      description: 'The page of the planner to open afterwards: a path of this service.',
      pattern: '^/(?![/\\\\])[^\\\\\\s]*$',
      maxLength: 1_000,
    }),
  ),
})
export type ProviderSignIn = Static<typeof ProviderSignIn>

export const ProviderRedirect = record('ProviderRedirect', 'Where the browser goes to sign in.', { url: Type.String() })

export const ProviderAnswer = record('ProviderAnswer', 'What the provider sent the browser back with.', {
  answer: Type.String({
    description: 'The query of the address, as it is; of SAML what stands behind its #.',
    maxLength: 400_000,
  }),
})
export type ProviderAnswer = Static<typeof ProviderAnswer>

export const ProviderSession = record('ProviderSession', 'Who is signed in, and where they wanted to go.', {
  session: Session,
  ...optionalFields({ to: Type.String() }),
})
export type ProviderSession = Static<typeof ProviderSession>

export const SignedOut = record('SignedOut', 'That the session has ended.', {
  ...optionalFields({ provider_url: Type.String({ description: 'Where the provider signs out, too.' }) }),
})
