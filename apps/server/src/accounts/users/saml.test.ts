// Signing in by SAML, by a real provider on this machine; and everything for which a response must be rejected.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Account, type Answer, useTestServer } from '../../../test/harness.ts'
import {
  makeKey,
  type SamlAccount,
  type SamlProvider,
  startSamlProvider,
  withoutFrame,
} from '../../../test/saml-provider.ts'

const origin = 'https://planner.example.test'
const answerUri = `${origin}/app/v1/saml/answer`
const server = useTestServer({ config: { publicBaseUrl: origin, keepMails: true, trustedProxies: 1 } })
let idp: SamlProvider
let account: Account
let cookie: string
/** Each test comes from an address of its own, since attempts are counted by it, and has a domain of its own. */
let tests = 0
let domain: string

beforeAll(async () => {
  idp = await startSamlProvider(answerUri)
})
afterAll(async () => idp?.stop())
beforeEach(async () => {
  tests += 1
  domain = `company${tests}.example`
  idp.oddities = {}
  server.clock.set(new Date())
  account = await server.createAccount('Müller & Söhne')
  await server.confirmDomain(account, domain)
  cookie = await server.signIn(account.user_id)
})

const call = (path: string, body?: unknown, more: { cookie?: string; method?: string } = {}) =>
  server.call(more.method ?? (body === undefined ? 'GET' : 'POST'), `/app/v1${path}`, {
    ...(body === undefined ? {} : { body }),
    headers: { origin, 'x-forwarded-for': `203.0.113.${tests}`, ...(more.cookie ? { cookie: more.cookie } : {}) },
  })
const getMessage = ({ status, body }: Answer) => [status, body?.message_id?.replace('highway.user.error.', '')]
const getCookie = ({ headers }: Answer, name: string) =>
  [headers['set-cookie']]
    .flat()
    .map(String)
    .find((line) => line.startsWith(`${name}=`))
    ?.split(';')[0] ?? ''
const readReasons = async () =>
  (await call('/audit?limit=100', undefined, { cookie })).body.docs
    .filter(({ action }: { action: string }) => action === 'refused')
    .map(({ changes }: { changes: { reason: string } }) => changes.reason)

const add = (more: object = {}) =>
  call('/sign_in_provider', { label: 'Company', saml_metadata: idp.metadata(), ...more }, { cookie })
/** One that lets everybody of the domain in. */
async function addOpen(more: object = {}) {
  const open = { email_domains: [domain], trusts_emails: true, creates_people: true, default_role: 'organization_user' }
  const answer = await add({ ...open, ...more })
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}

/** An account of the provider; each test has its own names there. */
function hasAccount(name: string, more: Partial<SamlAccount> = {}): string {
  const attributes = { mail: `${name}@${domain}`, givenName: 'Anna', sn: 'Berg', ...more.attributes }
  idp.accounts.set(`${name}-${tests}`, { id: `${name}-${tests}`, ...more, attributes })
  return `${name}-${tests}`
}

async function begin(provider: { id: string }, more: object = {}) {
  const answer = await call('/session/provider', { provider_id: provider.id, ...more })
  expect(answer.status, answer.text).toBe(200)
  return { url: answer.body.url as string, step: getCookie(answer, 'rw_provider_step') }
}

/** Posts the form as the provider's page does, and returns the part after the # of the redirect. */
async function post(form: URLSearchParams): Promise<string> {
  const answer = await server.call('POST', '/app/v1/saml/answer', {
    body: form.toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: idp.base, 'sec-fetch-site': 'cross-site' },
  })
  expect(answer.status, answer.text).toBe(200)
  expect(answer.headers).not.toHaveProperty('set-cookie')
  const address = /url=([^"]+)"/.exec(answer.text)![1]!.replaceAll('&amp;', '&')
  expect(address.startsWith(`${origin}/planner/sign-in/provider#SAMLResponse=`)).toBe(true)
  return new URL(address).hash
}

const complete = (answer: string, step: string) => call('/session/provider/complete', { answer }, { cookie: step })

async function signIn(provider: { id: string }, name: string, more: object = {}): Promise<Answer> {
  const { url, step } = await begin(provider, more)
  const { action, form } = await idp.signIn(url, name)
  expect(action).toBe(answerUri)
  return await complete(await post(form), step)
}

describe('who signs in', () => {
  test('comes in with the name, the address and the page that was wanted, and is the same person afterwards', async () => {
    const provider = await addOpen()
    expect(provider).toMatchObject({
      kind: 'saml',
      issuer: idp.entityId,
      client_id: `${origin}/app/v1/saml/metadata`,
      has_secret: false,
      saml: { sign_on: `${idp.base}/sso`, certificates: [{ subject: expect.stringContaining('CN=Company') }] },
    })
    const anna = hasAccount('anna')
    const first = await signIn(provider, anna, { to: '/planner/plans' })
    expect(first.status, first.text).toBe(200)
    expect(first.body).toMatchObject({
      to: '/planner/plans',
      session: { user: { email: `anna@${domain}`, name: 'Anna Berg', role: 'organization_user' } },
    })
    hasAccount('anna', { attributes: { mail: 'berg@elsewhere.example' } })
    const second = await signIn(provider, anna)
    expect(second.body.session.user.id).toBe(first.body.session.user.id)
    const left = await call('/session', undefined, { cookie: getCookie(second, 'rw_session'), method: 'DELETE' })
    expect(left.body ?? {}).not.toHaveProperty('provider_url')
  })

  test('may have the whole answer signed instead of the assertion, or both, and an address as the name', async () => {
    const provider = await addOpen()
    const format = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'
    for (const [at, oddities] of [{ signAssertion: false, signResponse: true }, { signResponse: true }, {}].entries()) {
      const name = hasAccount(`berta${at}`)
      idp.accounts.set(name, { id: `berta${at}@${domain}`, format })
      idp.oddities = oddities
      const answer = await signIn(provider, name)
      expect(answer.body.session?.user.email, answer.text).toBe(`berta${at}@${domain}`)
    }
  })

  test('has the rights of the groups of an attribute, also one with dots and slashes in its name', async () => {
    const groups_claim = 'http://schemas.xmlsoap.org/claims/Group'
    const group_roles = [
      { group: 'Disposition', role: 'organization_manager' },
      { group: 'Chefs', role: 'organization_administrator' },
    ]
    const provider = await addOpen({ groups_claim, group_roles, default_role: null })
    const anna = hasAccount('anna', { attributes: { [groups_claim]: ['Alle', 'Disposition'] } })
    expect((await signIn(provider, anna)).body.session.user.role).toBe('organization_manager')
    hasAccount('anna', { attributes: { [groups_claim]: 'Chefs' } })
    expect((await signIn(provider, anna)).body.session.user.role).toBe('organization_administrator')
    const berta = hasAccount('berta', { attributes: { [groups_claim]: 'Alle' } })
    expect(getMessage(await signIn(provider, berta))).toEqual([400, 'group_without_role'])
  })

  test('is refused with an address that nobody vouches for, or of a domain that is not named', async () => {
    const doubted = (await add()).body
    const name = hasAccount('anna', { attributes: { email_verified: 'true' } })
    expect(getMessage(await signIn(doubted, name))).toEqual([400, 'email_not_verified'])
    const provider = await addOpen()
    const foreign = hasAccount('eve', { attributes: { mail: 'eve@elsewhere.example' } })
    expect(getMessage(await signIn(provider, foreign))).toEqual([400, 'email_not_verified'])
  })

  test('is refused with a name that is another one each time', async () => {
    const provider = await addOpen()
    const format = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'
    expect(getMessage(await signIn(provider, hasAccount('anna', { format })))).toEqual([400, 'provider_refused'])
    expect((await readReasons())[0]).toContain('transient')
  })
})

describe('an answer', () => {
  const signatures = /<(ds:)?Signature[ >][\s\S]*?<\/(ds:)?Signature>/g
  const cases: [string, SamlProvider['oddities'], string, RegExp][] = [
    ['of a stranger', { byStranger: true }, 'provider_refused', /Invalid signature/],
    ['without a signature', { signAssertion: false }, 'provider_refused', /Invalid signature/],
    [
      'whose signature was taken away',
      { rewrite: (xml) => xml.replace(signatures, '') },
      'provider_refused',
      /Invalid signature/,
    ],
    ['that was changed', { rewrite: (xml) => xml.replace(/Berg/, 'Chef') }, 'provider_refused', /Invalid signature/],
    ['for another service', { audience: 'https://other.example' }, 'provider_refused', /audience/i],
    ['for another address', { recipient: 'https://other.example/acs' }, 'provider_refused', /not for this service/],
    ['meant for another address', { destination: 'https://other.example/acs' }, 'provider_refused', /is meant for/],
    ['of a provider with another name', { issuer: 'https://other.example' }, 'provider_issuer', /other\.example/],
    ['that has expired', { lifetimeInSeconds: -300 }, 'provider_clock', /clock/],
    ['to another request', { inResponseTo: '_of-somebody-else' }, 'provider_refused', /another request/],
    ['signed with SHA-1', { signatureAlgorithm: 'rsa-sha1', digestAlgorithm: 'sha1' }, 'provider_refused', /SHA-256/],
    [
      'with a document type',
      { rewrite: (xml) => `<!DOCTYPE a [<!ENTITY b "c">]>${xml}` },
      'provider_refused',
      /document type/,
    ],
    [
      'that says it failed',
      { rewrite: (xml) => xml.replace('status:Success', 'status:Responder') },
      'provider_refused',
      /failed/,
    ],
    ['that is no XML', { rewrite: () => 'Hello' }, 'provider_refused', /XML/],
    [
      'about nobody',
      { rewrite: (xml) => xml.replace(/<saml:Assertion[\s\S]*<\/saml:Assertion>/, '') },
      'provider_refused',
      /assertion/i,
    ],
  ]
  test.each(cases)('%s signs nobody in, and says why to administrators', async (_, oddities, refusal, reason) => {
    const provider = await addOpen()
    idp.oddities = oddities
    expect(getMessage(await signIn(provider, hasAccount('anna')))).toEqual([400, refusal])
    expect((await readReasons())[0]).toMatch(reason)
    idp.oddities = {}
    expect((await signIn(provider, hasAccount('anna'))).status).toBe(200)
  })

  test('with a forged assertion around, before or within the signed one signs nobody in', async () => {
    const provider = await addOpen()
    const name = hasAccount('anna')
    const part = /<saml:Assertion[\s\S]*<\/saml:Assertion>/
    const forged = (xml: string) =>
      part
        .exec(xml)![0]
        .replace(signatures, '')
        .replace(/ID="[^"]*"/, 'ID="_forged"')
        .replaceAll('anna', 'chef')
    const wrappings: ((xml: string) => string)[] = [
      (xml) => xml.replace(part, (signed) => forged(xml) + signed),
      (xml) => xml.replace(part, (signed) => signed + forged(xml)),
      (xml) => xml.replace(part, (signed) => forged(xml).replace('</saml:Assertion>', `${signed}</saml:Assertion>`)),
      (xml) =>
        xml.replace(part, (signed) => {
          const [signature = ''] = signed.match(signatures) ?? []
          const inner = signed.replace(signatures, '')
          const object = `<Object>${inner}</Object></Signature>`
          return forged(xml).replace('</saml:Issuer>', `</saml:Issuer>${signature.replace('</Signature>', object)}`)
        }),
    ]
    for (const rewrite of wrappings) {
      idp.oddities = { rewrite }
      expect(getMessage(await signIn(provider, name))).toEqual([400, 'provider_refused'])
    }
  })

  test('made to keep the service busy is not looked into', async () => {
    const provider = await addOpen()
    const prefixes = Array.from({ length: 3_000 }, (_, at) => `p${at}`)
    const declared = prefixes.map((prefix) => `xmlns:${prefix}="u"`).join(' ')
    const within = (text: string) => (xml: string) => xml.replace('</samlp:Response>', `${text}</samlp:Response>`)
    const heavy: [(xml: string) => string, RegExp][] = [
      [within(`<a ${declared}>${'<b/>'.repeat(1_000)}</a>`.repeat(2)), /more than 6000 elements/],
      [within('<!---->'.repeat(1_300)), /more than 1200 parts/],
      [within('<a/> '.repeat(700)), /more than 1200 parts/],
      [within('<a>'.repeat(40) + '</a>'.repeat(40)), /more than 30 levels/],
      [within(`<a b="${prefixes.join(' ')}"/>`), /more than 4000 characters/],
    ]
    for (const [rewrite, reason] of heavy) {
      idp.oddities = { rewrite }
      expect(getMessage(await signIn(provider, hasAccount('anna')))).toEqual([400, 'provider_refused'])
      expect((await readReasons())[0]).toMatch(reason)
    }
    idp.oddities = {}
    const groups = Array.from({ length: 1_000 }, (_, at) => `Group ${at}`)
    expect((await signIn(provider, hasAccount('anna', { attributes: { groups } }))).status).toBe(200)
  })

  test('may hold parts that are called like what every object has', async () => {
    const provider = await addOpen()
    idp.oddities = { rewrite: (xml) => xml.replace('</samlp:Response>', '<toString/><constructor/></samlp:Response>') }
    expect((await signIn(provider, hasAccount('anna'))).status).toBe(200)
  })

  test('counts once when it is brought ten times at once', async () => {
    const provider = await addOpen()
    const { url, step } = await begin(provider)
    const answer = await post((await idp.signIn(url, hasAccount('anna'))).form)
    const all = await Promise.all(Array.from({ length: 10 }, () => complete(answer, step)))
    expect(all.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(404)])
  })

  test('with a comment in the name is about the whole name', async () => {
    const provider = await addOpen()
    idp.oddities = {
      rewrite: (xml) => xml.replace(`chef@${domain}.evil.example`, `chef@${domain}<!-- -->.evil.example`),
    }
    const eve = hasAccount('eve', { attributes: { mail: `chef@${domain}.evil.example` } })
    expect(getMessage(await signIn(provider, eve))).toEqual([400, 'email_not_verified'])
  })

  test('counts once, and only in the browser that began', async () => {
    const provider = await addOpen()
    const { url, step } = await begin(provider)
    const { form } = await idp.signIn(url, hasAccount('anna'))
    const answer = await post(form)
    const other = await begin(provider)
    expect(getMessage(await complete(answer, other.step))).toEqual([404, 'step_expired'])
    expect(getMessage(await complete(answer, ''))).toEqual([404, 'step_expired'])
    // The state alone does not help: the response names the request.
    const renamed = new URLSearchParams(answer.slice(1))
    const last = await begin(provider)
    renamed.set('RelayState', new URL(last.url).searchParams.get('RelayState')!)
    expect(getMessage(await complete(`#${renamed}`, last.step))).toEqual([400, 'provider_refused'])
    expect((await complete(answer, step)).status).toBe(200)
    expect(getMessage(await complete(answer, step))).toEqual([404, 'step_expired'])
  })

  test('must be a form with both fields', async () => {
    const answer = await server.call('POST', '/app/v1/saml/answer', {
      body: 'SAMLResponse=abc',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining('RelayState')])
    const text = `"><script>'`
    const posted = new URLSearchParams({ SAMLResponse: text, RelayState: text })
    const page = await server.call('POST', '/app/v1/saml/answer', {
      body: posted.toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(page.text).not.toContain('<script')
    expect(page.headers['content-security-policy']).toContain("default-src 'none'")
  })
})

describe('a provider of SAML', () => {
  const refused = async (saml_metadata: string) => (await add({ saml_metadata })).body.message
  test('is described by its metadata, and what is wrong with that is said', async () => {
    expect(await refused('Hello')).toMatch(/^saml_metadata: is no XML/)
    expect(await refused('<a/>')).toMatch(/EntityDescriptor/)
    expect(await refused(`<!DOCTYPE a>${idp.metadata()}`)).toMatch(/document type/)
    expect(await refused(idp.metadata().replaceAll('IDPSSODescriptor', 'SPSSODescriptor'))).toMatch(/IDPSSODescriptor/)
    expect(await refused(idp.metadata({ descriptor: 'WantAuthnRequestsSigned="true"' }))).toMatch(/signed requests/)
    expect(await refused(idp.metadata().replace('HTTP-Redirect', 'SOAP'))).toMatch(/HTTP-Redirect/)
    expect(await refused(idp.metadata({ location: 'javascript:alert(1)' }))).toMatch(/none of the web/)
    expect(await refused(idp.metadata().replace(/<ds:X509Data>[\s\S]*<\/ds:X509Data>/, ''))).toMatch(/certificate/)
    expect(await refused(idp.metadata().replace(/(X509Certificate>)[^<]+/, '$1AAAA'))).toMatch(/cannot be read/)
    const ofKey = async (key: object) => {
      const { cert } = await makeKey('CN=Other', key)
      return idp.metadata().replace(/(X509Certificate>)[^<]+/, `$1${withoutFrame(cert)}`)
    }
    const rsa = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', publicExponent: new Uint8Array([1, 0, 1]) }
    expect(await refused(await ofKey({ ...rsa, modulusLength: 1024 }))).toMatch(/RSA key of 2048 bits/)
    expect(await refused(await ofKey({ name: 'ECDSA', namedCurve: 'P-256' }))).toMatch(/RSA key of 2048 bits/)
    expect((await add({ issuer: 'https://a.example' })).body.message).toMatch(/^issuer: does not go with/)
    expect((await add({ saml_metadata: undefined })).body.message).toMatch(/^issuer: is needed/)
  })

  test('gets new certificates without losing anybody, stays of its kind, and as another one knows nobody', async () => {
    const provider = await addOpen()
    const anna = hasAccount('anna')
    const first = await signIn(provider, anna)
    const change = (changes: object, id = provider.id) =>
      call(`/sign_in_provider/${id}`, changes, { cookie, method: 'PUT' })
    expect((await change({ saml_metadata: idp.metadata({ location: `${idp.base}/sso?new=1` }) })).status).toBe(200)
    const session = getCookie(first, 'rw_session')
    expect((await call('/session', undefined, { cookie: session })).status).toBe(200)
    expect((await change({ client_id: 'a' })).body.message).toMatch(/^client_id: does not go with/)
    const entry = (await call('/audit?limit=100', undefined, { cookie })).body.docs[0]
    expect(entry.changes.certificates).toEqual([provider.saml.certificates[0].fingerprint])
    const other = idp.metadata().replace(/entityID="[^"]+"/, 'entityID="urn:another"')
    expect((await change({ saml_metadata: other })).body.issuer).toBe('urn:another')
    expect((await call('/session', undefined, { cookie: session })).status).toBe(401)
    const openid = await call(
      '/sign_in_provider',
      { label: 'O', issuer: 'https://a.example', client_id: 'a' },
      { cookie },
    )
    expect(openid.body.kind).toBe('openid')
    const mixed = await change({ saml_metadata: idp.metadata() }, openid.body.id)
    expect(mixed.body.message).toMatch(/^saml_metadata: belongs to/)
  })

  test('reads what this service is from its metadata', async () => {
    const answer = await server.call('GET', '/app/v1/saml/metadata', {})
    expect(answer.headers['content-type']).toContain('application/samlmetadata+xml')
    expect(answer.text).toContain(`entityID="${origin}/app/v1/saml/metadata"`)
    expect(answer.text).toContain(`Location="${answerUri}"`)
    const list = await call('/sign_in_providers', undefined, { cookie })
    expect(list.body).toMatchObject({ saml_entity_id: `${origin}/app/v1/saml/metadata`, saml_answer_uri: answerUri })
  })
})
