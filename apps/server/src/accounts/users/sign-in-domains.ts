// The rules of mail domains: proven by a record in the DNS, or confirmed by the machine's administrator.
import { Resolver } from 'node:dns/promises'
import type { SignInDomain } from '@routewright/contract'
import { findOrganization } from '../../data/organizations.sql.ts'
import type { ProvenDomainRow, SignInProviderRow } from '../../data/sign-in-provider-tables.ts'
import { insertProvenDomain, listProvenDomains, listProviderRows } from '../../data/sign-in-providers.sql.ts'
import { apiError, invalidPayload, notFound } from '../../frame/platform/api-error.ts'
import type { Config } from '../../frame/platform/config.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { type Services, systemCaller, transactAs } from '../../frame/platform/services.ts'
import { auditRecord } from '../audit/audit.ts'
import { requireAdministrator } from './people.ts'

const lookUpMilliseconds = 5_000

/** Returns the domains of the providers with their proofs, in alphabetical order. */
export async function listDomains(scope: Scope, providers: readonly SignInProviderRow[]): Promise<SignInDomain[]> {
  const proofs = new Map((await listProvenDomains(scope)).map((proof) => [proof.domain, proof]))
  const domains = new Set(providers.flatMap(({ email_domains }) => email_domains))
  return [...domains].sort().map((domain) => domainRecord(scope.organizationId, domain, proofs.get(domain)))
}

/** Returns the provider with those of its domains that are proven: the others give no rights. */
export async function withProvenDomains(scope: Scope, provider: SignInProviderRow): Promise<SignInProviderRow> {
  const proven = new Set((await listProvenDomains(scope)).map(({ domain }) => domain))
  return { ...provider, email_domains: provider.email_domains.filter((domain) => proven.has(domain)) }
}

/** Throws 403, and invalid_payload for a domain of no provider. */
export async function requireOwnDomain(scope: Scope, domain: string): Promise<SignInDomain> {
  requireAdministrator(scope)
  const found = (await listDomains(scope, await listProviderRows(scope))).find((other) => other.domain === domain)
  if (!found) throw invalidPayload('domain', `no provider of the organization has ${domain} among its email_domains`)
  return found
}

/** Looks up the record, outside of any transaction. Throws domain_not_proven with what was found instead. */
export async function requireDomainRecord(
  { dnsServers }: Pick<Config, 'dnsServers'>,
  wanted: SignInDomain,
): Promise<void> {
  const { domain, record_name: name, record_value: value } = wanted
  const resolver = new Resolver({ timeout: lookUpMilliseconds, tries: 2 })
  if (dnsServers) resolver.setServers(dnsServers)
  const refuse = (found: string) => apiError('highway.user.error.domain_not_proven', { domain, name, value, found })
  const records = await resolver.resolveTxt(name).catch((error: NodeJS.ErrnoException) => {
    const isMissing = error.code === 'ENOTFOUND' || error.code === 'ENODATA'
    throw refuse(isMissing ? 'there is none' : `the DNS could not be asked (${error.code ?? error.message})`)
  })
  const texts = records.map((parts) => parts.join('').trim())
  if (!texts.includes(value)) throw refuse(`it says "${texts.join('", "').slice(0, 200)}"`)
}

/** Keeps the proof and returns the domain's record. */
export async function keepProof(
  scope: Scope,
  domain: string,
  proven_by: ProvenDomainRow['proven_by'],
): Promise<SignInDomain> {
  const { organizationId } = scope
  await insertProvenDomain(scope, { domain, proven_by, proven_at: scope.now })
  await auditRecord(scope, 'updated', 'organization', { id: organizationId }, { proven_domain: domain, proven_by })
  const proof = (await listProvenDomains(scope)).find((other) => other.domain === domain)
  return domainRecord(organizationId, domain, proof)
}

/** The machine's administrator says that the domain belongs to the organization. Throws 404 for an unknown organization. */
export async function confirmDomain(
  services: Services,
  { organization_id, domain }: { organization_id: string; domain: string },
): Promise<SignInDomain> {
  const work = async (scope: Scope) => {
    if (!(await findOrganization(scope))) throw notFound('organization', organization_id)
    return keepProof(scope, domain.toLowerCase(), 'administrator')
  }
  return transactAs(services, systemCaller(organization_id), work, services.clock.now())
}

function domainRecord(organizationId: string, domain: string, proof: ProvenDomainRow | undefined): SignInDomain {
  return {
    domain,
    is_proven: proof !== undefined,
    record_name: `_routewright.${domain}`,
    // The id is no secret: whoever can write this record owns the domain and names the organization that may use it.
    record_value: `organization=${organizationId}`,
    ...(proof && { proven_by: proof.proven_by, proven_at: proof.proven_at.toISOString() }),
  }
}
