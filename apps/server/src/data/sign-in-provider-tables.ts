// The tables of sign-in with a company's own accounts: its providers, and its users' identities there.
import { domainProofs, type GroupRole, userRoles } from '@routewright/contract'
import { beginning, flag, id, list, moment, oneOf, optional, type RowOf, table, text } from './table.ts'

export const signInProviderTable = table('sign_in_providers', {
  given: {
    id,
    organization_id: id,
    created_at: moment,
    updated_at: moment,
  },
  descriptive: {
    label: text,
    issuer: text,
    client_id: text,
    scope: beginning('openid email profile', text),
    enabled: beginning(true, flag),
    email_domains: list<string>(),
    trusts_emails: beginning(false, flag),
    creates_people: beginning(false, flag),
    groups_claim: optional(text),
    group_roles: list<GroupRole>(),
    default_role: optional(oneOf(userRoles)),
  },
  private: {
    /** Metadata of a SAML provider, as pasted. */
    saml_metadata: optional(text),
    /** The client secret, encrypted. */
    secret: optional(text),
  },
})

export const providerIdentityTable = table('provider_identities', {
  private: {
    id,
    organization_id: id,
    provider_id: id,
    user_id: id,
    /** The provider's id of the user, independent of the mail address. */
    subject: text,
    created_at: moment,
  },
})

/** Mail domains that belong to the organization, by a record in the DNS or by the word of the machine's administrator. */
export const provenDomainTable = table('proven_domains', {
  given: {
    organization_id: id,
    domain: text,
    proven_by: oneOf(domainProofs),
    proven_at: moment,
  },
})

export type ProvenDomainRow = RowOf<typeof provenDomainTable>
export type SignInProviderRow = RowOf<typeof signInProviderTable>
