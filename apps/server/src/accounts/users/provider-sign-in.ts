// Signing in by a provider: the browser is sent there, and returns with a response that matches this sign-in alone.
import type { ProviderSignIn } from '@routewright/contract'
import type { SignInProviderRow } from '../../data/sign-in-provider-tables.ts'
import { findEnabledProvider, listOffered } from '../../data/sign-in-providers.sql.ts'
import { deleteStep } from '../../data/sign-in-steps.sql.ts'
import { ApiError, apiError, notFound } from '../../frame/platform/api-error.ts'
import { createId } from '../../frame/platform/ids.ts'
import { isSameSecret } from '../../frame/platform/password.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { type Services, systemCaller, transactAs } from '../../frame/platform/services.ts'
import { auditRecord } from '../audit/audit.ts'
import {
  authorizationUrl,
  type Connections,
  type Expected,
  logoutUrl,
  newExpected,
  type Redeemed,
  redeem,
} from './provider-connection.ts'
import { admitAccount } from './provider-person.ts'
import { redirectUri, signedOutUri } from './providers.ts'
import { redeemSaml, samlSignInUrl } from './saml-connection.ts'
import type { Visit } from './second-step.ts'
import { describeDevice, openSession, type SignedIn, sealLogoutUrl } from './sessions.ts'
import { beginStep, openStep, type StepContent } from './sign-in-steps.ts'

type Begun = NonNullable<StepContent['provider']>

/** Returns the providers that the sign-in page offers; reveals no list of domains. */
export async function offerProviders(
  { database }: Services,
  { domain, organization_id }: { domain?: string; organization_id?: string },
) {
  if (domain === undefined && organization_id === undefined) return []
  return await listOffered(database.db, { domain: domain?.toLowerCase(), organizationId: organization_id })
}

/** Returns the URL for the browser, and the secret that it must return with. Throws 404, provider_down, provider_issuer. */
export async function beginAtProvider(
  services: Services,
  connections: Connections,
  { provider_id, to }: ProviderSignIn,
): Promise<{ url: string; step: string; expires_at: Date }> {
  const provider = await requireEnabled(services, provider_id)
  const expected = newExpected()
  const url = await signInUrl(services, connections, provider, expected)
  const begun: Begun = { id: provider.id, ...expected, ...(to === undefined ? {} : { to }) }
  const step = await services.database.transaction((tx) =>
    beginStep(services, tx, 'provider', null, { provider: begun }),
  )
  return { url, ...step }
}

async function signInUrl(
  services: Services,
  connections: Connections,
  provider: SignInProviderRow,
  expected: Expected,
): Promise<string> {
  if (provider.saml_metadata !== null) return await samlSignInUrl(provider, expected, services.publicBase())
  const connection = await connections.open(provider)
  return await authorizationUrl(connection, provider, expected, redirectUri(services.publicBase()))
}

async function requireEnabled({ database }: Services, id: string): Promise<SignInProviderRow> {
  const provider = await findEnabledProvider(database.db, id)
  if (!provider) throw notFound('sign-in provider', id)
  return provider
}

/** Signs in the user whom the provider identifies. `step` is the browser's cookie. Throws step_expired and errors of the provider. */
export async function completeAtProvider(
  services: Services,
  connections: Connections,
  input: { step: string; answer: string },
  visit: Visit,
): Promise<{ signedIn: SignedIn; to: string | undefined }> {
  const answered = new URL(`${redirectUri(services.publicBase())}?${input.answer.replace(/^[?#]/, '')}`)
  const begun = await takeStep(services, input.step, answered)
  const provider = await requireEnabled(services, begun.id)
  try {
    // Outside of any transaction, because the provider is called over the network.
    const { redeemed, leave } = await redeemAnswer(services, connections, provider, answered, begun)
    const enter = async (scope: Scope) => {
      const user = await admitAccount(scope, provider, redeemed)
      return await openSession(scope, user, visit.userAgent, provider.label, {
        provider_id: provider.id,
        logout_url: (id) => (leave ? sealLogoutUrl(services.secrets, id, leave) : null),
      })
    }
    const caller = systemCaller(provider.organization_id)
    return { signedIn: await transactAs(services, caller, enter, services.clock.now()), to: begun.to }
  } catch (error) {
    if (error instanceof ApiError) await noteRefusal(services, provider, visit, error)
    throw error
  }
}

/** Returns the person identified by the response, and the provider's sign-out URL; SAML providers have none. */
async function redeemAnswer(
  services: Services,
  connections: Connections,
  provider: SignInProviderRow,
  answered: URL,
  begun: Begun,
): Promise<{ redeemed: Redeemed; leave: string | undefined }> {
  if (provider.saml_metadata !== null) {
    const answer = answered.searchParams.get('SAMLResponse') ?? ''
    const expected = { nonce: begun.nonce, publicBase: services.publicBase(), now: services.clock.now() }
    return { redeemed: await redeemSaml(provider, answer, expected), leave: undefined }
  }
  const connection = await connections.open(provider)
  const redeemed = await redeem(connection, provider, answered, begun)
  return { redeemed, leave: logoutUrl(connection, redeemed.idToken, signedOutUri(services.publicBase())) }
}

/** Takes the unfinished sign-in of this browser, which can be used once. A response for any other sign-in is rejected. */
async function takeStep(services: Services, step: string, { searchParams }: URL): Promise<Begun> {
  return await services.database.transaction(async (tx) => {
    const { row, content } = await openStep(services, tx, step, 'provider')
    const begun = content.provider
    if (!begun || !isSameSecret(searchParams.get('state') ?? searchParams.get('RelayState') ?? '', begun.state)) {
      throw apiError('highway.user.error.step_expired')
    }
    await deleteStep(tx, row.id)
    return begun
  })
}

/** Records the cause for administrators, as users only report that it does not work. */
async function noteRefusal(
  services: Services,
  { organization_id, label }: SignInProviderRow,
  { userAgent }: Visit,
  { message }: ApiError,
): Promise<void> {
  const changes = { device: describeDevice(userAgent ?? null), by: label, reason: message }
  const note = (scope: Scope) => auditRecord(scope, 'refused', 'session', { id: createId(scope.now) }, changes)
  await transactAs(services, systemCaller(organization_id), note, services.clock.now())
}
