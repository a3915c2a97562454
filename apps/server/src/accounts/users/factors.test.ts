// Signing in with more than a password: authenticator apps, passkeys, recovery codes, and what an organization demands.
import { Secret, TOTP } from 'otpauth'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Account, type Answer, useTestServer } from '../../../test/harness.ts'
import { createSoftwarePasskey, type SoftwarePasskey } from '../../../test/software-passkey.ts'

const server = useTestServer({
  annexes: 'all',
  config: { publicBaseUrl: 'https://planner.example.test', keepMails: true, trustedProxies: 1 },
  listen: true,
})
const origin = 'https://planner.example.test'
const password = 'correct horse battery'
let account: Account
let email: string
let cookie: string
/** Each test comes from an address of its own: attempts are counted by address. */
let tests = 0

beforeEach(async () => {
  tests += 1
  account = await server.createAccount('Müller & Söhne')
  email = `${account.user_id}@example.test`
  const { database, passwords } = server.services
  const password_hash = await passwords.hash(password)
  await database.db.updateTable('users').set({ password_hash }).where('id', '=', account.user_id).execute()
  cookie = await server.signIn(account.user_id)
})

const post = (path: string, body: unknown, more: { cookie?: string; method?: string } = {}) =>
  server.call(more.method ?? 'POST', `/app/v1${path}`, {
    body,
    headers: { origin, 'x-forwarded-for': `203.0.113.${tests}`, ...(more.cookie ? { cookie: more.cookie } : {}) },
  })
const login = () => post('/session', { email, password })
const own = async (path: string, body: unknown = {}, method?: string) => {
  const answer = await post(`/profile${path}`, body, { cookie, method })
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}
const getCode = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: server.clock.now().getTime() })
const nextHalfMinute = () => server.clock.advanceSeconds(30)
const getMessage = (answer: Answer) => [answer.status, answer.body?.message_id?.replace('highway.user.error.', '')]
const isSignedIn = (answer: Answer) =>
  answer.status === 200 && /rw_session=/.test(String(answer.headers['set-cookie'])) && 'user' in answer.body

async function addAuthenticator(): Promise<{ secret: string; recovery_codes: string[] }> {
  const { step, secret, uri } = await own('/authenticator', { current_password: password })
  expect(uri).toContain('otpauth://totp/')
  const { recovery_codes } = await own('/authenticator/confirm', { step, code: getCode(secret) })
  nextHalfMinute()
  return { secret, recovery_codes }
}

async function addPasskey(name = 'Phone'): Promise<SoftwarePasskey> {
  const passkey = createSoftwarePasskey(origin)
  const { step, options } = await own('/passkey/options', { current_password: password })
  await own('/passkey', { step, name, passkey: passkey.create(options) })
  return passkey
}

describe('an authenticator app', () => {
  test('is asked for after the password, and each of its codes works once', async () => {
    const { secret } = await addAuthenticator()
    const asked = await login()
    expect(asked.headers['set-cookie']).toBeUndefined()
    expect(asked.body).toMatchObject({ methods: ['code', 'recovery_code'], must_enroll: false })
    const code = getCode(secret)
    expect(isSignedIn(await post('/session/second_factor', { step: asked.body.step, code }))).toBe(true)
    const again = (await login()).body
    expect(getMessage(await post('/session/second_factor', { step: again.step, code }))).toEqual([400, 'wrong_code'])
    nextHalfMinute()
    const later = { step: again.step, code: getCode(secret) }
    expect(isSignedIn(await post('/session/second_factor', later))).toBe(true)
    expect(getMessage(await post('/session/second_factor', later))).toEqual([404, 'step_expired'])
  })

  test('is not used up twice at the same moment', async () => {
    const { secret } = await addAuthenticator()
    const steps = [(await login()).body.step, (await login()).body.step]
    const code = getCode(secret)
    const answers = await Promise.all(steps.map((step) => post('/session/second_factor', { step, code })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  test('is not guessed: after ten wrong codes none is looked at for a quarter of an hour', async () => {
    const { secret } = await addAuthenticator()
    const attempt = (step: string, code: string) => post('/session/second_factor', { step, code })
    const wrong = getCode(secret) === '000000' ? '111111' : '000000'
    const { step } = (await login()).body
    for (let time = 0; time < 10; time++) expect(getMessage(await attempt(step, wrong))).toEqual([400, 'wrong_code'])
    expect(getMessage(await attempt(step, getCode(secret)))).toEqual([404, 'step_expired'])
    expect(getMessage(await attempt((await login()).body.step, getCode(secret)))).toEqual([400, 'too_many_codes'])
    server.clock.advanceSeconds(15 * 60)
    expect(isSignedIn(await attempt((await login()).body.step, getCode(secret)))).toBe(true)
  })

  test('is set up by a right code and the password only, and one at a time', async () => {
    const refused = await post('/profile/authenticator', { current_password: 'not this one' }, { cookie })
    expect(getMessage(refused)).toEqual([400, 'wrong_password'])
    const { step, secret } = await own('/authenticator', { current_password: password })
    const wrong = getCode(secret) === '000000' ? '111111' : '000000'
    const answer = await post('/profile/authenticator/confirm', { step, code: wrong }, { cookie })
    expect(getMessage(answer)).toEqual([400, 'wrong_code'])
    const { factors, recovery_codes } = await own('/authenticator/confirm', { step, code: getCode(secret) })
    expect(factors).toMatchObject({ has_password: true, passkeys: [], recovery_codes_left: 10 })
    expect(new Set(recovery_codes).size).toBe(10)
    const second = await post('/profile/authenticator', { current_password: password }, { cookie })
    expect(getMessage(second)).toEqual([400, 'factor_exists'])
  })

  test('is asked for after a forgotten password, too', async () => {
    await addAuthenticator()
    await post('/password/forgotten', { email })
    await expect.poll(() => server.mails.some(({ to, text }) => to === email && text.includes('/reset/'))).toBe(true)
    const mail = server.mails.findLast(({ to, text }) => to === email && text.includes('/reset/'))!
    const token = /\/reset\/(\w+)/.exec(mail.text)![1]
    const answer = await post(`/password/${token}`, { password: 'another good password' })
    expect(answer.body.methods).toEqual(['code', 'recovery_code'])
    expect(answer.headers['set-cookie']).toBeUndefined()
  })

  test('lies encrypted in the database, and shows in no log', async () => {
    const { secret, recovery_codes } = await addAuthenticator()
    const { rows } = await server.services.database.executeSql('select * from authenticators', [])
    expect(JSON.stringify(rows)).not.toContain(secret)
    const audit = await server.call('GET', '/app/v1/audit', { headers: { cookie } })
    for (const hidden of [secret, recovery_codes[0]!]) {
      expect(audit.text + server.logLines.join()).not.toContain(hidden)
    }
    expect(audit.body.docs.map((doc: { resource_type: string }) => doc.resource_type)).toContain('authenticator')
  })
})

describe('a recovery code', () => {
  test('opens once, however it is typed; new ones end the old', async () => {
    const { recovery_codes } = await addAuthenticator()
    const use = async (recovery_code: string) =>
      post('/session/second_factor', { step: (await login()).body.step, recovery_code })
    const [first, second] = recovery_codes as [string, string]
    expect(isSignedIn(await use(first.toUpperCase().replaceAll('-', ' ')))).toBe(true)
    expect(getMessage(await use(first))).toEqual([400, 'wrong_code'])
    const renewed = await own('/recovery_codes', { current_password: password })
    expect(renewed.recovery_codes).not.toContain(second)
    expect(getMessage(await use(second))).toEqual([400, 'wrong_code'])
    expect(isSignedIn(await use(renewed.recovery_codes[0]))).toBe(true)
  })
})

describe('a passkey', () => {
  test('signs in without a password, if its device has checked its owner', async () => {
    const passkey = await addPasskey()
    const ask = async () => (await post('/session/passkey/options', undefined)).body
    const { step, options } = await ask()
    const answer = { step, passkey: passkey.sign(options) }
    const signedIn = await post('/session/passkey', answer)
    expect(isSignedIn(signedIn)).toBe(true)
    expect(signedIn.body.user).toMatchObject({ email, has_second_factor: true })
    expect(getMessage(await post('/session/passkey', answer))).toEqual([404, 'step_expired'])
    const refusals: Parameters<SoftwarePasskey['sign']>[1][] = [
      { ownerVerified: false },
      { origin: 'https://planner.example.test.evil.test' },
      { counter: 1 },
    ]
    for (const changes of refusals) {
      const asked = await ask()
      const refused = await post('/session/passkey', {
        step: asked.step,
        passkey: passkey.sign(asked.options, changes),
      })
      expect(getMessage(refused)).toEqual([400, 'passkey_refused'])
    }
    const { passkeys } = await own('/factors', undefined, 'GET')
    expect(passkeys).toMatchObject([{ name: 'Phone', last_used_at: server.clock.now().toISOString() }])
  })

  test('is asked for after the password, and another’s is refused', async () => {
    const passkey = await addPasskey()
    const asked = (await login()).body
    expect(asked.methods).toEqual(['passkey', 'recovery_code'])
    const stranger = createSoftwarePasskey(origin)
    const wrong = { step: asked.step, passkey: stranger.sign(asked.passkey_options) }
    expect(getMessage(await post('/session/second_factor', wrong))).toEqual([400, 'passkey_refused'])
    const right = { step: asked.step, passkey: passkey.sign(asked.passkey_options, { ownerVerified: false }) }
    expect(isSignedIn(await post('/session/second_factor', right))).toBe(true)
  })

  test('is renamed, and opens nothing once it is removed', async () => {
    const passkey = await addPasskey()
    await addPasskey('Key on the ring')
    const { passkeys } = await own('/factors', undefined, 'GET')
    const renamed = await own(`/passkey/${passkeys[0].id}`, { name: 'Old phone' }, 'PUT')
    expect(renamed.factors.passkeys.map(({ name }: { name: string }) => name)).toEqual(['Old phone', 'Key on the ring'])
    await own(`/passkey/${passkeys[0].id}/remove`, { current_password: password })
    const { step, options } = (await post('/session/passkey/options', undefined)).body
    const refused = await post('/session/passkey', { step, passkey: passkey.sign(options) })
    expect(getMessage(refused)).toEqual([400, 'passkey_refused'])
  })

  test('needs a name in the address of the page', async () => {
    const at = 'http://127.0.0.1:8080'
    const headers = { cookie, origin: at, host: '127.0.0.1:8080' }
    const answer = await server.call('POST', '/app/v1/profile/passkey/options', {
      headers,
      body: { current_password: password },
    })
    expect(answer.body.message).toContain('open the service by a name')
  })
})

describe('an organization that demands a second factor', () => {
  const demand = async (second_factor_from: string | null) => {
    const answer = await post('/organization', { second_factor_from }, { cookie, method: 'PUT' })
    expect(answer.status, answer.text).toBe(200)
  }
  const inDays = (days: number) => new Date(server.clock.now().getTime() + days * 86_400_000).toISOString()

  test('lets people in until the day, says so, and has it set up at signing in from then on', async () => {
    const from = inDays(7)
    await demand(from)
    const before = await login()
    expect(isSignedIn(before)).toBe(true)
    expect(before.body.second_factor_due).toBe(from)
    server.clock.advanceSeconds(8 * 86_400)
    const { step, methods, must_enroll } = (await login()).body
    expect([methods, must_enroll]).toEqual([[], true])
    expect(getMessage(await post('/session/second_factor', { step, code: '000000' }))).toEqual([404, 'step_expired'])
    const { secret } = (await post('/session/authenticator', { step })).body
    expect((await post('/session/authenticator', { step })).body.secret).toBe(secret)
    const done = await post('/session/authenticator/confirm', { step, code: getCode(secret) })
    expect(done.status, done.text).toBe(200)
    expect(done.body.recovery_codes).toHaveLength(10)
    expect(done.body.session.user.has_second_factor).toBe(true)
    expect(String(done.headers['set-cookie'])).toContain('rw_session=')
    expect((await login()).body.methods).toEqual(['code', 'recovery_code'])
  })

  test('keeps the last factor of a person, until it demands none', async () => {
    await addAuthenticator()
    await demand(inDays(-1))
    const remove = () => post('/profile/authenticator/remove', { current_password: password }, { cookie })
    expect(getMessage(await remove())).toEqual([400, 'factor_demanded'])
    expect((await login()).body.methods).toContain('code')
    await demand(null)
    expect((await remove()).body.factors).toMatchObject({ recovery_codes_left: 0 })
    expect(isSignedIn(await login())).toBe(true)
  })
})

test('an administrator takes the factors from a person who lost them, who hears of it and is signed out', async () => {
  const { secret } = await addAuthenticator()
  await addPasskey()
  const other = await server.createUser(account, 'organization_administrator')
  const manager = await server.createUser(account, 'organization_manager')
  const path = `/user/${account.user_id}/factors`
  const as = async (userId: string) => post(path, undefined, { cookie: await server.signIn(userId), method: 'DELETE' })
  expect((await as(manager.user_id)).status).toBe(403)
  const before = server.mails.length
  expect((await as(other.user_id)).body.has_second_factor).toBe(false)
  expect((await server.call('GET', '/app/v1/session', { headers: { cookie } })).status).toBe(401)
  expect(isSignedIn(await login())).toBe(true)
  await expect.poll(() => server.mails.slice(before).some(({ to }) => to === email)).toBe(true)
  expect(server.mails.map(({ text }) => text).join()).not.toContain(secret)
})

test('secrets are encrypted anew under a new key', async () => {
  const { secret } = await addAuthenticator()
  const { adminSecret, database } = server.services
  await database.db.updateTable('authenticators').set({ last_step: 0 }).execute()
  const headers = { authorization: `Bearer ${adminSecret}` }
  // All are under the first key already.
  expect((await server.call('POST', '/app/v1/secrets/renew', { headers })).body).toEqual({ renewed: 0 })
  const { step } = (await login()).body
  expect(isSignedIn(await post('/session/second_factor', { step, code: getCode(secret) }))).toBe(true)
})
