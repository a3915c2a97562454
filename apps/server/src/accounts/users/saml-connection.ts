// Signing in by SAML 2.0 (OASIS, 2005; the Web Browser SSO profile): the request is sent in the URL, the response in a form.
import { generateServiceProviderMetadata, SAML, SamlStatusError } from '@node-saml/node-saml'
import type { SignInProviderRow } from '../../data/sign-in-provider-tables.ts'
import { ApiError, apiError } from '../../frame/platform/api-error.ts'
import type { Redeemed } from './provider-connection.ts'
import type { Claims } from './provider-groups.ts'
import { readMetadata, type SamlMetadata } from './saml-metadata.ts'
import { everyElement, getChildren, isElement, onlyText, parseXml, type XmlElement } from './saml-xml.ts'

/** Tolerated difference between clocks. */
const toleranceMilliseconds = 60_000
const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'
const nameFormats = {
  transient: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
  address: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
}
/**
 * Accepted algorithms of signatures, of those that can be checked. SHA-1 is broken, and a shared key would let the service sign
 * for the provider.
 */
const algorithms = new Map([
  ['SignatureMethod', /^http:\/\/www\.w3\.org\/2001\/04\/xmldsig-more#rsa-sha(256|512)$/],
  ['DigestMethod', /^http:\/\/www\.w3\.org\/2001\/04\/xmlenc#sha(256|512)$/],
])
const success = 'urn:oasis:names:tc:SAML:2.0:status:Success'
/** Names under which providers send an address and a name; the first one present counts. */
const claimNames = {
  email: [
    ...['email', 'mail', 'emailAddress', 'Email', 'EmailAddress', 'urn:oid:0.9.2342.19200300.100.1.3'],
    'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  ],
  name: [
    ...['name', 'displayName', 'cn', 'urn:oid:2.16.840.1.113730.3.1.241', 'urn:oid:2.5.4.3'],
    'http://schemas.microsoft.com/identity/claims/displayname',
  ],
  given_name: [
    ...['given_name', 'givenName', 'firstName', 'urn:oid:2.5.4.42'],
    'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname',
  ],
  family_name: [
    ...['family_name', 'sn', 'surname', 'lastName', 'urn:oid:2.5.4.4'],
    'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname',
  ],
  locale: ['locale', 'preferredLanguage', 'urn:oid:2.16.840.1.113730.3.1.39'],
} as const

/** Entity id of this service; its metadata is found there. */
export function samlEntityId(publicBase: string): string {
  return `${publicBase}/app/v1/saml/metadata`
}

/** URL to which a provider's page posts the response. */
export function samlAnswerUri(publicBase: string): string {
  return `${publicBase}/app/v1/saml/answer`
}

/** Returns this service's metadata for providers. */
export function serviceMetadata(publicBase: string): string {
  return generateServiceProviderMetadata({
    issuer: samlEntityId(publicBase),
    callbackUrl: samlAnswerUri(publicBase),
    wantAssertionsSigned: true,
    identifierFormat: null,
  })
}

/** Identifies the request by the nonce of the begun sign-in: only a response to it, in the same browser, signs in. */
function getRequestId(nonce: string): string {
  return `_${nonce}`
}

function connect(metadata: SamlMetadata, publicBase: string, requestId?: string): SAML {
  return new SAML({
    issuer: samlEntityId(publicBase),
    callbackUrl: samlAnswerUri(publicBase),
    entryPoint: metadata.signOn,
    idpCert: metadata.certificates.map((certificate) => certificate.toString()),
    audience: samlEntityId(publicBase),
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    acceptedClockSkewMs: toleranceMilliseconds,
    // Either the whole response or the assertion in it must be signed, and only signed parts are read.
    wantAssertionsSigned: false,
    wantAuthnResponseSigned: false,
    ...(requestId === undefined ? {} : { generateUniqueId: () => requestId }),
  })
}

/** Returns the URL at which the browser signs in. */
export async function samlSignInUrl(
  { saml_metadata }: SignInProviderRow,
  { state, nonce }: { state: string; nonce: string },
  publicBase: string,
): Promise<string> {
  const saml = connect(readMetadata(saml_metadata!), publicBase, getRequestId(nonce))
  return await saml.getAuthorizeUrlAsync(state, undefined, {})
}

/** Expected values, and the clock to check against. */
interface Expectation {
  nonce: string
  publicBase: string
  now: Date
}

/** Returns the person identified by the response that the browser brought. Throws provider_refused, provider_issuer, provider_clock. */
export async function redeemSaml(
  provider: SignInProviderRow,
  answer: string,
  expected: Expectation,
): Promise<Redeemed> {
  const metadata = readMetadata(provider.saml_metadata!)
  try {
    requireSafeAnswer(Buffer.from(answer, 'base64').toString('utf8'), expected)
    const saml = connect(metadata, expected.publicBase)
    const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: answer })
    const signed = profile?.getAssertionXml?.()
    if (signed === undefined) throw new Error('it holds nothing about a person')
    return readAssertion(provider, metadata, parseXml(signed), expected)
  } catch (error) {
    throw getRefusal(provider, error)
  }
}

function getRefusal({ label: provider }: SignInProviderRow, error: unknown): ApiError {
  if (error instanceof ApiError) return error
  const { message } = error as Error
  if (/clock|expired|not yet valid|no valid subject confirmation/i.test(message))
    return apiError('highway.user.error.provider_clock', { provider })
  const reason = error instanceof SamlStatusError ? message : `its answer is not accepted: ${message}`
  return apiError('highway.user.error.provider_refused', { provider, reason: reason.slice(0, 300) })
}

/** Checks the unsigned parts of the response before anything else is read from it. */
function requireSafeAnswer(xml: string, { nonce, publicBase }: Expectation): void {
  const response = parseXml(xml)
  if (!isElement(response, 'protocol', 'Response')) throw new Error('it is no Response of SAML 2.0')
  const { Destination, InResponseTo } = response.attributes
  if (Destination !== undefined && Destination !== samlAnswerUri(publicBase))
    throw new Error(`it is meant for ${Destination.slice(0, 200)}`)
  if (InResponseTo !== getRequestId(nonce)) throw new Error('it answers another request than the one of this browser')
  const isAboutSomebody = getChildren(response, 'assertion', 'Assertion').length > 0
  const [status] = getChildren(response, 'protocol', 'Status').flatMap((element) =>
    getChildren(element, 'protocol', 'StatusCode'),
  )
  if (isAboutSomebody && status?.attributes.Value !== success)
    throw new Error(`it says that signing in failed: ${String(status?.attributes.Value).slice(0, 100)}`)
  for (const one of everyElement(response)) {
    const allowed = algorithms.get(one.name)
    const algorithm = one.attributes.Algorithm ?? ''
    if (allowed && !allowed.test(algorithm))
      throw new Error(`it is signed with ${algorithm.slice(0, 100)}; RSA with SHA-256 or SHA-512 is needed`)
    if (one.name === 'EncryptedAssertion')
      throw new Error('it is encrypted: switch the encryption of assertions off there')
  }
}

function readAssertion(
  provider: SignInProviderRow,
  { entityId }: SamlMetadata,
  assertion: XmlElement,
  expected: Expectation,
): Redeemed {
  if (!isElement(assertion, 'assertion', 'Assertion')) throw new Error('what is signed in it is no assertion')
  const issuer = onlyText(assertion, 'assertion', 'Issuer')
  if (issuer !== entityId) {
    const reason = `it calls itself ${String(issuer).slice(0, 200)}, and its metadata ${entityId}`
    throw apiError('highway.user.error.provider_issuer', { provider: provider.label, reason })
  }
  const [subject, ...others] = getChildren(assertion, 'assertion', 'Subject')
  if (!subject || others.length > 0) throw new Error('it does not say about whom it is')
  requireBearer(subject, expected)
  requireConditions(assertion, expected)
  const [statement] = getChildren(assertion, 'assertion', 'AuthnStatement')
  if (!statement) throw new Error('it does not say that anybody signed in')
  requireNotOver(statement.attributes.SessionNotOnOrAfter, expected.now)
  const [nameId] = getChildren(subject, 'assertion', 'NameID')
  const name = onlyText(subject, 'assertion', 'NameID')
  if (!nameId || !name) throw new Error('it names nobody: it has no NameID')
  const format = nameId.attributes.Format
  if (format === nameFormats.transient)
    throw new Error(
      'its NameID is another one each time (transient): choose a persistent one or the e-mail address there',
    )
  return {
    subject: name,
    claims: getClaims(assertion, format === nameFormats.address ? name : undefined),
    idToken: undefined,
  }
}

/** Checks that the response is meant for this use: sent to this URL, in response to this request, and in time. */
function requireBearer(subject: XmlElement, { nonce, publicBase, now }: Expectation): void {
  const confirmations = getChildren(subject, 'assertion', 'SubjectConfirmation')
    .filter(({ attributes }) => attributes.Method === bearer)
    .flatMap((element) => getChildren(element, 'assertion', 'SubjectConfirmationData'))
    .map(({ attributes }) => attributes)
  const own = confirmations.filter(
    ({ Recipient, InResponseTo }) => Recipient === samlAnswerUri(publicBase) && InResponseTo === getRequestId(nonce),
  )
  if (own.length === 0) throw new Error('it is not for this service, or answers another request')
  const isInTime = own.some(
    ({ NotBefore, NotOnOrAfter }) =>
      NotOnOrAfter !== undefined && !isOver(NotOnOrAfter, now) && !isEarly(NotBefore, now),
  )
  if (!isInTime) throw new Error('it has expired')
}

function requireConditions(assertion: XmlElement, { publicBase, now }: Expectation): void {
  const [conditions, ...others] = getChildren(assertion, 'assertion', 'Conditions')
  if (!conditions || others.length > 0) throw new Error('it does not say for whom it is (Conditions)')
  requireNotOver(conditions.attributes.NotOnOrAfter, now)
  if (isEarly(conditions.attributes.NotBefore, now)) throw new Error('it is not yet valid')
  const restrictions = getChildren(conditions, 'assertion', 'AudienceRestriction')
  const isOurs = (element: XmlElement) =>
    getChildren(element, 'assertion', 'Audience').some(({ text }) => text.trim() === samlEntityId(publicBase))
  if (restrictions.length === 0 || !restrictions.every(isOurs))
    throw new Error(`it is for another service: its audience must be ${samlEntityId(publicBase)}`)
}

function requireNotOver(moment: string | undefined, now: Date): void {
  if (moment !== undefined && isOver(moment, now)) throw new Error('it has expired')
}

/** Returns whether the moment has passed; an unreadable one counts as passed. */
function isOver(moment: string, now: Date): boolean {
  return !(Date.parse(moment) > now.getTime() - toleranceMilliseconds)
}

function isEarly(moment: string | undefined, now: Date): boolean {
  return moment !== undefined && !(Date.parse(moment) <= now.getTime() + toleranceMilliseconds)
}

/** All attributes by their names, and address, name and language under those that the rules of people know. */
function getClaims(assertion: XmlElement, addressOfName: string | undefined): Claims {
  const attributes = getChildren(assertion, 'assertion', 'AttributeStatement').flatMap((statement) =>
    getChildren(statement, 'assertion', 'Attribute'),
  )
  const told: Record<string, string[]> = Object.create(null) as Record<string, string[]>
  for (const attribute of attributes) {
    const name = attribute.attributes.Name ?? ''
    const values = getChildren(attribute, 'assertion', 'AttributeValue').map(({ text }) => text.trim())
    told[name] = [...(told[name] ?? []), ...values]
  }
  const known = Object.entries(claimNames).map(([claim, names]) => [
    claim,
    names.map((name) => told[name]?.find((value) => value !== '')).find((value) => value !== undefined),
  ])
  const { email, ...others } = Object.fromEntries(known) as Record<string, string | undefined>
  // SAML has no notion of a verified address: the organization decides whether addresses are trusted.
  return { ...told, ...others, email: email ?? addressOfName, email_verified: undefined }
}
