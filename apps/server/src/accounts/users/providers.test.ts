// Signing in with a company's own accounts, by a real OpenID Connect provider on this machine.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Account, type Answer, useTestServer } from '../../../test/harness.ts'
import { type AccountClaims, type OpenIdProvider, startOpenIdProvider } from '../../../test/openid-provider.ts'

const origin = 'https://planner.example.test'
const server = useTestServer({ config: { publicBaseUrl: origin, keepMails: true, trustedProxies: 1 } })
let idp: OpenIdProvider
let account: Account
let cookie: string
/** Each test comes from an address of its own, since attempts are counted by it, and has a domain of its own. */
let tests = 0
let domain: string

beforeAll(async () => {
  idp = await startOpenIdProvider(origin)
})
afterAll(async () => idp?.stop())
beforeEach(async () => {
  tests += 1
  domain = `company${tests}.example`
  server.clock.set(new Date())
  account = await server.createAccount('Müller & Söhne')
  await server.confirmDomain(account, domain)
  cookie = await server.signIn(account.user_id)
})

interface CallMore {
  cookie?: string
  method?: string
}

const call = (path: string, body?: unknown, more: CallMore = {}) =>
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
const person = async (userId: string) => (await call(`/user/${userId}`, undefined, { cookie })).body
const readAudit = async () =>
  (await call('/audit?limit=100', undefined, { cookie })).body.docs as Record<string, unknown>[]

async function addProvider(more: object = {}) {
  const body = { label: 'Company', issuer: idp.issuer, client_id: idp.clientId, secret: idp.clientSecret, ...more }
  const answer = await call('/sign_in_provider', body, { cookie })
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}

const change = (provider: { id: string }, changes: object, method = 'PUT') =>
  call(`/sign_in_provider/${provider.id}`, changes, { cookie, method })

async function invite(email: string, more: object = {}) {
  const answer = await call('/invitation', { email, role: 'organization_manager', name: 'Anna', ...more }, { cookie })
  expect(answer.status, answer.text).toBe(201)
}

/** An account of the provider; each test has its own names there. */
function hasAccount(name: string, claims: AccountClaims = {}): { name: string; email: string } {
  const email = `${name}@${domain}`
  idp.accounts.set(`${name}-${tests}`, { email, email_verified: true, name: 'Anna Berg', ...claims })
  return { name: `${name}-${tests}`, email }
}

async function begin(provider: { id: string }, more: object = {}) {
  const answer = await call('/session/provider', { provider_id: provider.id, ...more })
  expect(answer.status, answer.text).toBe(200)
  return { url: answer.body.url as string, step: getCookie(answer, 'rw_provider_step'), answer }
}

const complete = (back: URL, step: string) =>
  call('/session/provider/complete', { answer: back.search }, { cookie: step })

async function signIn(provider: { id: string }, { name }: { name: string }, more: object = {}): Promise<Answer> {
  const { url, step } = await begin(provider, more)
  return await complete(await idp.signIn(url, name), step)
}

describe('who signs in', () => {
  test('is somebody invited, as what the invitation says, and the browser is bound from the beginning', async () => {
    const provider = await addProvider()
    const anna = hasAccount('anna')
    await invite(anna.email, { memberships: [{ project_id: account.project_id, role: 'project_user' }] })
    const { url, step, answer } = await begin(provider)
    expect(answer.headers['set-cookie']).toMatch(/HttpOnly; Secure; SameSite=Strict/)
    const asked = new URL(url).searchParams
    expect(asked.get('code_challenge_method')).toBe('S256')
    for (const name of ['state', 'nonce', 'code_challenge']) expect(asked.get(name)!.length).toBeGreaterThan(40)
    const signedIn = await complete(await idp.signIn(url, anna.name), step)
    expect(signedIn.status, signedIn.text).toBe(200)
    expect(signedIn.body.session.user).toMatchObject({
      email: anna.email,
      name: 'Anna',
      role: 'organization_manager',
      memberships: [{ project_id: account.project_id, role: 'project_user' }],
    })
    const own = await call('/sessions', undefined, { cookie: getCookie(signedIn, 'rw_session') })
    expect(Date.parse(own.body[0].expires_at) - Date.parse(own.body[0].created_at)).toBe(12 * 3_600_000)
    const entry = (await readAudit()).find(({ action }) => action === 'signed_in')!
    expect(entry.changes).toMatchObject({ by: 'Company' })
    const states = (await call('/invitations', undefined, { cookie })).body.map(({ state }: { state: string }) => state)
    expect(states).toEqual(['accepted'])
  })

  test('is known by the account from then on, whatever its address becomes', async () => {
    const provider = await addProvider()
    const anna = hasAccount('anna')
    await invite(anna.email)
    const first = await signIn(provider, anna)
    idp.accounts.set(anna.name, { email: `berg@${domain}`, email_verified: false })
    const second = await signIn(provider, anna)
    expect(second.body.session.user.id).toBe(first.body.session.user.id)
  })

  test('is found by a verified address, in any capitals, and is asked for no second factor of ours', async () => {
    const provider = await addProvider()
    const anna = hasAccount('anna', { email: `Anna@${domain}` })
    const user = await server.createUser(account, 'organization_user')
    await server.services.database.db
      .updateTable('users')
      .set({ email: anna.email })
      .where('id', '=', user.user_id)
      .execute()
    await server.services.database.db
      .updateTable('organizations')
      .set({ second_factor_from: new Date(Date.now() - 86_400_000) })
      .where('id', '=', account.organization_id)
      .execute()
    const answer = await signIn(provider, anna)
    expect(answer.body.session.user.id).toBe(user.user_id)
  })

  test('is refused with an address that the provider does not call verified, unless it is trusted for its domain', async () => {
    const provider = await addProvider()
    const anna = hasAccount('anna', { email_verified: undefined })
    await invite(anna.email)
    expect(getMessage(await signIn(provider, anna))).toEqual([400, 'email_not_verified'])
    expect((await change(provider, { trusts_emails: true, email_domains: ['another.example'] })).status).toBe(200)
    expect(getMessage(await signIn(provider, anna))).toEqual([400, 'email_not_verified'])
    expect((await change(provider, { email_domains: [domain.toUpperCase()] })).status).toBe(200)
    expect((await signIn(provider, anna)).status).toBe(200)
    const berta = hasAccount('berta', { email_verified: false })
    await invite(berta.email)
    expect(getMessage(await signIn(provider, berta))).toEqual([400, 'email_not_verified'])
    const refusals = (await readAudit()).filter(({ action }) => action === 'refused')
    expect(refusals).toHaveLength(3)
    expect(refusals[0]!.changes).toMatchObject({ by: 'Company', reason: expect.stringContaining('verified') })
  })

  test('is nobody unknown, inactive, or of another organization', async () => {
    const provider = await addProvider()
    const anna = hasAccount('anna')
    expect(getMessage(await signIn(provider, anna))).toEqual([400, 'person_unknown'])
    const { database } = server.services
    const other = await server.createAccount('Elsewhere')
    await database.db.updateTable('users').set({ email: anna.email }).where('id', '=', other.user_id).execute()
    expect(getMessage(await signIn(provider, anna))).toEqual([400, 'person_unknown'])
    const berta = hasAccount('berta')
    await invite(berta.email)
    const { id } = (await signIn(provider, berta)).body.session.user
    expect((await call(`/user/${id}`, { active: false }, { cookie, method: 'PUT' })).status).toBe(200)
    expect(getMessage(await signIn(provider, berta))).toEqual([400, 'person_unknown'])
  })

  test('comes to be at the first sign-in where that is allowed, for addresses of the domains', async () => {
    const provider = await addProvider({
      creates_people: true,
      default_role: 'organization_user',
      email_domains: [domain],
    })
    const anna = hasAccount('anna', { locale: 'de-AT' })
    const made = await signIn(provider, anna)
    expect(made.body.session.user).toMatchObject({
      email: anna.email,
      name: 'Anna Berg',
      role: 'organization_user',
      language: 'de',
      memberships: [],
    })
    const stranger = hasAccount('stranger', { email: `stranger${tests}@mail.example` })
    expect(getMessage(await signIn(provider, stranger))).toEqual([400, 'person_unknown'])
    // There is no password that would outlast the account at the provider.
    await call('/password/forgotten', { email: anna.email })
    const { id } = made.body.session.user
    const { db } = server.services.database
    expect(await db.selectFrom('password_resets').select('id').where('user_id', '=', id).execute()).toEqual([])
  })
})

describe('groups', () => {
  const rules = (projectId: string) => [
    { group: 'fleet', role: 'organization_user', memberships: [{ project_id: projectId, role: 'supervisor' }] },
    { group: 'bosses', role: 'organization_administrator' },
  ]

  test('decide role and projects at every sign-in', async () => {
    const group_roles = rules(account.project_id)
    const provider = await addProvider({ groups_claim: 'groups', group_roles })
    const anna = hasAccount('anna', { groups: ['fleet', 'football'] })
    await invite(anna.email)
    const fleet = await signIn(provider, anna)
    expect(fleet.body.session.user).toMatchObject({
      role: 'organization_user',
      memberships: [{ project_id: account.project_id, role: 'supervisor' }],
    })
    idp.accounts.set(anna.name, { email: anna.email, email_verified: true, groups: ['bosses', 'fleet'] })
    expect((await signIn(provider, anna)).body.session.user.role).toBe('organization_administrator')
    idp.accounts.set(anna.name, { email: anna.email, email_verified: true, groups: [] })
    expect(getMessage(await signIn(provider, anna))).toEqual([400, 'group_without_role'])
    expect((await change(provider, { default_role: 'organization_user' })).status).toBe(200)
    expect((await signIn(provider, anna)).body.session.user).toMatchObject({
      role: 'organization_user',
      memberships: [],
    })
  })

  test('never take the last administrator with a password away', async () => {
    const { database, passwords } = server.services
    const admin = hasAccount('admin', { groups: ['fleet'] })
    const password_hash = await passwords.hash('correct horse battery')
    await database.db
      .updateTable('users')
      .set({ email: admin.email, password_hash })
      .where('id', '=', account.user_id)
      .execute()
    const provider = await addProvider({ groups_claim: 'groups', group_roles: rules(account.project_id) })
    const boss = hasAccount('boss', { groups: ['bosses'] })
    await invite(boss.email, { role: 'organization_administrator' })
    const { id } = (await signIn(provider, boss)).body.session.user
    expect((await signIn(provider, admin)).body.session.user.role).toBe('organization_administrator')
    const demoted = await call(`/user/${account.user_id}`, { role: 'organization_user' }, { cookie, method: 'PUT' })
    expect(getMessage(demoted)).toEqual([400, 'last_local_administrator'])
    await database.db.updateTable('users').set({ password_hash }).where('id', '=', id).execute()
    expect((await signIn(provider, admin)).body.session.user.role).toBe('organization_user')
  })
})

describe('what goes wrong is said', () => {
  test('a provider that does not answer, at signing in and when it is tried', async () => {
    const gone = await startOpenIdProvider(origin)
    const provider = await addProvider({ issuer: gone.issuer })
    await gone.stop()
    expect(getMessage(await call('/session/provider', { provider_id: provider.id }))).toEqual([400, 'provider_down'])
    const tried = await call('/sign_in_provider/try', { issuer: gone.issuer }, { cookie })
    expect(tried.body).toMatchObject({ usable: false, checks: [{ check: 'reachable', state: 'failed' }] })
  })

  test('a provider that calls itself otherwise', async () => {
    const issuer = idp.issuer.replace('127.0.0.1', 'localhost')
    const provider = await addProvider({ issuer })
    expect(getMessage(await call('/session/provider', { provider_id: provider.id }))).toEqual([400, 'provider_issuer'])
    const { body } = await call('/sign_in_provider/try', { issuer }, { cookie })
    const failed = body.checks.filter(({ state }: { state: string }) => state === 'failed')
    expect(failed).toEqual([{ check: 'issuer', state: 'failed', detail: expect.stringContaining(idp.issuer) }])
  })

  test('one that will do', async () => {
    const issuer = `${idp.issuer}/.well-known/openid-configuration`
    const { body } = await call('/sign_in_provider/try', { issuer }, { cookie })
    expect(body.usable, JSON.stringify(body)).toBe(true)
    expect((await addProvider({ issuer })).issuer).toBe(idp.issuer)
  })

  test('clocks that differ', async () => {
    const provider = await addProvider()
    const anna = hasAccount('anna')
    await invite(anna.email)
    server.clock.advanceSeconds(2 * 3_600)
    expect(getMessage(await signIn(provider, anna))).toEqual([400, 'provider_clock'])
    const { body } = await call('/sign_in_provider/try', { issuer: idp.issuer }, { cookie })
    expect(body.checks.find(({ check }: { check: string }) => check === 'clock').state).toBe('failed')
  })

  test('a refusal of the provider, and a client that it does not know', async () => {
    const provider = await addProvider()
    const { url, step } = await begin(provider)
    const state = new URL(url).searchParams.get('state')!
    const refused = new URL(`${origin}/planner/sign-in/provider`)
    refused.search = new URLSearchParams({ error: 'access_denied', state, iss: idp.issuer }).toString()
    expect(getMessage(await complete(refused, step))).toEqual([400, 'provider_refused'])
    const wrong = await addProvider({ secret: 'not the secret' })
    expect(getMessage(await signIn(wrong, hasAccount('anna')))).toEqual([400, 'provider_refused'])
  })
})

describe('against attacks', () => {
  test('an answer counts once, for ten minutes', async () => {
    const provider = await addProvider()
    const anna = hasAccount('anna')
    await invite(anna.email)
    const { url, step } = await begin(provider)
    const back = await idp.signIn(url, anna.name)
    expect((await complete(back, step)).status).toBe(200)
    expect(getMessage(await complete(back, step))).toEqual([404, 'step_expired'])
    const late = await begin(provider)
    const answer = await idp.signIn(late.url, anna.name)
    server.clock.advanceSeconds(601)
    expect(getMessage(await complete(answer, late.step))).toEqual([404, 'step_expired'])
  })

  test('nobody is signed in by the answer that somebody else got (login CSRF)', async () => {
    const provider = await addProvider()
    const attacker = hasAccount('attacker')
    await invite(attacker.email)
    const theirs = await begin(provider)
    const back = await idp.signIn(theirs.url, attacker.name)
    // The victim's browser has begun nothing, or something else.
    expect(getMessage(await complete(back, ''))).toEqual([404, 'step_expired'])
    const { step } = await begin(provider)
    const answer = await complete(back, step)
    expect(getMessage(answer)).toEqual([404, 'step_expired'])
    expect(getCookie(answer, 'rw_session')).toBe('')
    const fromElsewhere = await server.call('POST', '/app/v1/session/provider/complete', {
      body: { answer: back.search },
      headers: { origin: 'https://evil.example', cookie: theirs.step },
    })
    expect(fromElsewhere.status).toBe(403)
  })

  test('a session that was planted before is not the one that is signed in (session fixation)', async () => {
    const provider = await addProvider()
    const anna = hasAccount('anna')
    await invite(anna.email)
    const planted = 'rw_session=known-to-the-attacker-0123456789'
    const { url, step } = await begin(provider)
    const back = await idp.signIn(url, anna.name)
    const answer = await complete(back, `${step}; ${planted}`)
    const own = getCookie(answer, 'rw_session')
    expect(own).not.toBe(planted)
    expect((await call('/session', undefined, { cookie: planted })).status).toBe(401)
    expect((await call('/session', undefined, { cookie: own })).body.user.email).toBe(anna.email)
  })

  test('the page to open afterwards is one of ours (open redirect)', async () => {
    const provider = await addProvider()
    const strange = [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      '/\tevil',
      'javascript:alert(1)',
      'plans',
    ]
    for (const to of strange) {
      const answer = await call('/session/provider', { provider_id: provider.id, to })
      expect([to, answer.status]).toEqual([to, 400])
    }
    const anna = hasAccount('anna')
    await invite(anna.email)
    expect((await signIn(provider, anna, { to: '/planner/plans?day=2026-03-02' })).body.to).toBe(
      '/planner/plans?day=2026-03-02',
    )
  })

  test('the answer of one provider is not taken for that of another (mix-up)', async () => {
    const honest = await addProvider()
    const second = await startOpenIdProvider(origin)
    try {
      const anna = hasAccount('anna')
      await invite(anna.email)
      second.accounts.set('mallory', { email: anna.email, email_verified: true })
      const other = await addProvider({ label: 'Other', issuer: second.issuer })
      const { url, step } = await begin(honest)
      // Sent to the other one meanwhile, with what was meant for the honest one.
      const swapped = new URL(url)
      const { origin: at } = new URL(second.issuer)
      const back = await second.signIn(`${at}${swapped.pathname}${swapped.search}`, 'mallory')
      expect(back.searchParams.get('code')).toMatch(/^[\w-]{10,}$/)
      expect(getMessage(await complete(back, step))).toEqual([400, 'provider_issuer'])
      // Nor where it does not say who it is.
      const again = await begin(honest)
      const state = new URL(again.url).searchParams.get('state')!
      const silent = new URL(back)
      silent.searchParams.set('state', state)
      silent.searchParams.delete('iss')
      expect(getMessage(await complete(silent, again.step))[0]).toBe(400)
      expect(other.label).toBe('Other')
    } finally {
      await second.stop()
    }
  })
})

describe('signing out', () => {
  test('goes on to where the provider signs out, which knows whom it is about', async () => {
    const provider = await addProvider()
    const anna = hasAccount('anna')
    await invite(anna.email)
    const own = getCookie(await signIn(provider, anna), 'rw_session')
    const { body } = await call('/session', {}, { cookie: own, method: 'DELETE' })
    const leave = new URL(body.provider_url)
    expect(leave.origin).toBe(idp.issuer)
    expect(leave.searchParams.get('post_logout_redirect_uri')).toBe(`${origin}/planner/sign-in`)
    expect((await fetch(leave)).status).toBe(200)
    expect((await call('/session', undefined, { cookie: own })).status).toBe(401)
    const byPassword = await call('/session', {}, { cookie, method: 'DELETE' })
    expect([byPassword.status, byPassword.body]).toEqual([200, {}])
  })

  test('happens to everybody when the provider is switched off or deleted', async () => {
    const provider = await addProvider()
    const anna = hasAccount('anna')
    await invite(anna.email)
    const first = getCookie(await signIn(provider, anna), 'rw_session')
    expect((await change(provider, { enabled: false })).status).toBe(200)
    expect((await call('/session', undefined, { cookie: first })).status).toBe(401)
    expect((await call('/session/provider', { provider_id: provider.id })).status).toBe(404)
    await change(provider, { enabled: true })
    const second = getCookie(await signIn(provider, anna), 'rw_session')
    expect((await change(provider, {}, 'DELETE')).status).toBe(200)
    expect((await call('/session', undefined, { cookie: second })).status).toBe(401)
  })
})

describe('providers', () => {
  test('are managed by administrators, and their secret is never told and lies encrypted', async () => {
    const provider = await addProvider()
    expect(provider).toMatchObject({ has_secret: true, enabled: true, scope: 'openid email profile', group_roles: [] })
    const listed = await call('/sign_in_providers', undefined, { cookie })
    expect(listed.text).not.toContain(idp.clientSecret)
    expect(listed.body).toMatchObject({
      redirect_uri: `${origin}/planner/sign-in/provider`,
      sign_in_link: `${origin}/planner/sign-in?organization=${account.organization_id}`,
      providers: [{ id: provider.id }],
    })
    const { database } = server.services
    const row = await database.db.selectFrom('sign_in_providers').selectAll().where('id', '=', provider.id).execute()
    expect(JSON.stringify(row)).not.toContain(idp.clientSecret)
    expect(JSON.stringify(await readAudit())).not.toContain(idp.clientSecret)
    const manager = await server.signIn((await server.createUser(account, 'organization_manager')).user_id)
    expect((await call('/sign_in_providers', undefined, { cookie: manager })).status).toBe(403)
    expect((await call('/sign_in_provider/try', { issuer: idp.issuer }, { cookie: manager })).status).toBe(403)
  })

  test('are offered for their domains and by the link of their organization, and else not at all', async () => {
    const provider = await addProvider({ email_domains: [domain] })
    const offered = [{ id: provider.id, label: 'Company' }]
    expect((await call(`/session/providers?domain=${domain.toUpperCase()}`)).body).toEqual(offered)
    expect((await call(`/session/providers?organization_id=${account.organization_id}`)).body).toEqual(offered)
    expect((await call('/session/providers?domain=example')).body).toEqual([])
    expect((await call('/session/providers')).body).toEqual([])
    await change(provider, { enabled: false })
    expect((await call(`/session/providers?domain=${domain}`)).body).toEqual([])
  })

  test('let nobody in by an oversight', async () => {
    const base = { label: 'Company', issuer: idp.issuer, client_id: 'x' }
    const readPlace = async (more: object) => {
      const { status, body } = await call('/sign_in_provider', { ...base, ...more }, { cookie })
      return [status, body.message]
    }
    const says = (text: string) => [400, expect.stringContaining(text)]
    expect(await readPlace({ creates_people: true, default_role: 'organization_user' })).toEqual(says('creates_people'))
    expect(await readPlace({ trusts_emails: true })).toEqual(says('trusts_emails'))
    expect(await readPlace({ creates_people: true, email_domains: [domain] })).toEqual(says('default_role'))
    const group_roles = [{ group: 'a', role: 'organization_user' }]
    expect(await readPlace({ group_roles })).toEqual(says('groups_claim'))
    const memberships = [{ project_id: 'f'.repeat(24), role: 'project_user' }]
    const unknown = { groups_claim: 'groups', group_roles: [{ ...group_roles[0], memberships }] }
    expect(await readPlace(unknown)).toEqual(says('group_roles[0].memberships[0].project_id'))
    expect(await readPlace({ issuer: 'https://name:pass@company.example' })).toEqual(says('issuer'))
  })

  test('forget who is who when they become other ones', async () => {
    const provider = await addProvider()
    const anna = hasAccount('anna')
    await invite(anna.email)
    const { id } = (await signIn(provider, anna)).body.session.user
    await change(provider, { client_id: 'another' })
    await change(provider, { client_id: idp.clientId })
    idp.accounts.set(anna.name, { email: anna.email, email_verified: false })
    expect(getMessage(await signIn(provider, anna))).toEqual([400, 'email_not_verified'])
    expect((await person(id)).active).toBe(true)
  })
})
