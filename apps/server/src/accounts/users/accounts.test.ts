// Accounts through HTTP, with the mails that a person would read: invitations, forgotten passwords, sessions, the first start.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type Account,
  type Answer,
  type CallOptions,
  startTestServer,
  until,
  useTestServer,
} from '../../../test/harness.ts'
import { createTestDatabase } from '../../../test/template.ts'
import { openSetup } from './users.ts'

const server = useTestServer({ listen: true })
const password = 'correct horse battery'
let hash: string
let account: Account
let admin: string

beforeAll(async () => {
  hash = await server.services.passwords.hash(password)
})

beforeEach(async () => {
  account = await server.createAccount('Müller & Söhne')
  await setHash(account.user_id)
  admin = await signIn(`${account.user_id}@example.test`)
})

async function setHash(userId: string): Promise<void> {
  const { db } = server.services.database
  await db.updateTable('users').set({ password_hash: hash }).where('id', '=', userId).execute()
}

const getCookie = (answer: Answer) => String(answer.headers['set-cookie']).split(';')[0]!

/** Returns a function for calls with the secret of a session. */
function as(cookie: string) {
  return (method: string, path: string, body?: unknown, options: CallOptions = {}) =>
    server.call(method, path, { ...options, headers: { cookie, ...options.headers }, body })
}

async function signIn(email: string, word = password, userAgent?: string): Promise<string> {
  const headers = userAgent ? { 'user-agent': userAgent } : undefined
  const answer = await server.call('POST', '/app/v1/session', { headers, body: { email, password: word } })
  expect(answer.status, answer.text).toBe(200)
  return getCookie(answer)
}

const sessionStatus = async (cookie: string) => (await as(cookie)('GET', '/app/v1/session')).status

/** The token in the newest mail to an address. */
async function getToken(email: string, page: string, after = 0): Promise<string> {
  const link = new RegExp(`https?://[^\\s"]+/${page}/(\\w+)`)
  return until(`a mail to ${email}`, () => {
    const mails = server.mails.slice(after).filter((mail) => mail.to === email)
    return mails.map((mail) => link.exec(mail.text)?.[1]).at(-1)
  })
}

let people = 0
function newAddress(): string {
  people += 1
  return `person-${people}@example.test`
}

async function invite(input: object = {}): Promise<{ email: string; id: string; token: string }> {
  const email = newAddress()
  const before = server.mails.length
  const answer = await as(admin)('POST', '/app/v1/invitation', { email, role: 'organization_user', ...input })
  expect(answer.status, answer.text).toBe(201)
  return { email, id: answer.body.id, token: await getToken(email, 'invite', before) }
}

const accept = (token: string, body: object = { name: 'Ana', password }) =>
  server.call('POST', `/app/v1/invite/${token}`, { body })

describe('an invitation', () => {
  test('reaches its address, shows what it is about, and makes a person with role and projects who is signed in', async () => {
    const memberships = [{ project_id: account.project_id, role: 'project_manager' }]
    const { email, token } = await invite({ memberships, name: 'Ana', language: 'de' })
    const shown = await server.call('GET', `/app/v1/invite/${token}`)
    expect(shown.body).toMatchObject({ email, name: 'Ana', organization_name: 'Müller & Söhne', language: 'de' })
    const joined = await accept(token)
    expect(joined.status, joined.text).toBe(201)
    expect(joined.body.user).toMatchObject({
      email,
      name: 'Ana',
      role: 'organization_user',
      memberships,
      language: 'de',
    })
    expect(String(joined.headers['set-cookie'])).toMatch(/HttpOnly; SameSite=Lax/)
    expect((await as(getCookie(joined))('GET', '/v2/projects')).body.docs).toMatchObject([{ id: account.project_id }])
    await signIn(email)
    const invitations = (await as(admin)('GET', '/app/v1/invitations')).body
    expect(invitations).toMatchObject([{ email, state: 'accepted' }])
  })

  test('works once', async () => {
    const { token } = await invite()
    expect((await accept(token)).status).toBe(201)
    const again = await accept(token)
    expect(again).toMatchObject({ status: 404, body: { message_id: 'highway.user.error.link_expired' } })
    expect((await server.call('GET', `/app/v1/invite/${token}`)).text).toBe(again.text)
  })

  test('accepted twice at the same moment makes one person', async () => {
    const { token, email } = await invite()
    const statuses = (await Promise.all([accept(token), accept(token), accept(token)])).map((answer) => answer.status)
    expect(statuses.sort()).toEqual([201, 404, 404])
    const found = await as(admin)('GET', '/app/v1/users', undefined, { query: { text: email } })
    expect(found.body.total).toBe(1)
  })

  test('ends after seven days, when it is withdrawn, and when a newer one is sent', async () => {
    const late = await invite()
    server.clock.advanceSeconds(7 * 86_400 + 1)
    expect((await accept(late.token)).status).toBe(404)
    const withdrawn = await invite()
    expect((await as(admin)('DELETE', `/app/v1/invitation/${withdrawn.id}`)).body.state).toBe('withdrawn')
    expect((await accept(withdrawn.token)).status).toBe(404)
    expect((await as(admin)('DELETE', `/app/v1/invitation/${withdrawn.id}`)).body.message_id).toBe(
      'highway.user.error.invitation_closed',
    )
    const resent = await invite()
    const before = server.mails.length
    expect((await as(admin)('POST', `/app/v1/invitation/${resent.id}/resend`)).body.state).toBe('open')
    const newer = await getToken(resent.email, 'invite', before)
    expect((await accept(resent.token)).status).toBe(404)
    expect((await accept(newer)).status).toBe(201)
  })

  test('to an address that has an account is refused; a second one replaces the first', async () => {
    const taken = `${account.user_id}@EXAMPLE.test`
    const refused = await as(admin)('POST', '/app/v1/invitation', { email: taken, role: 'organization_user' })
    expect(refused.body.message_id).toBe('highway.user.error.email_taken')
    const first = await invite()
    const before = server.mails.length
    const again = { email: first.email, role: 'organization_manager' }
    expect((await as(admin)('POST', '/app/v1/invitation', again)).status).toBe(201)
    expect((await accept(first.token)).status).toBe(404)
    const second = await getToken(first.email, 'invite', before)
    expect((await accept(second)).body.user.role).toBe('organization_manager')
  })

  test('to a project of another organization is refused, naming the place', async () => {
    const stranger = await server.createAccount()
    const memberships = [{ project_id: stranger.project_id, role: 'project_user' }]
    const body = { email: newAddress(), role: 'organization_user', memberships }
    const answer = await as(admin)('POST', '/app/v1/invitation', body)
    expect(answer.status).toBe(400)
    expect(answer.body.message).toContain('memberships[0].project_id: ')
  })

  test.each([
    ['en', 'Join Müller & Söhne', 'Accept the invitation'],
    ['es', 'Únete a Müller & Söhne', 'Aceptar la invitación'],
    ['fr', 'Rejoignez Müller & Söhne', 'Accepter l’invitation'],
    ['de', 'Einladung zu Müller & Söhne', 'Einladung annehmen'],
    ['pt', 'Junte-se a Müller & Söhne', 'Aceitar o convite'],
  ])('speaks %s', async (language, subject, link) => {
    const { email } = await invite({ language })
    const mail = server.mails.findLast((mail) => mail.to === email)!
    expect(mail.subject).toContain(subject)
    expect(mail.text).toContain(link)
    expect(mail.html).toContain(`lang="${language}"`)
    expect(mail.html).toContain('Müller &#38; Söhne')
    expect(mail.text + mail.subject).not.toMatch(/\{\w+\}|undefined/)
  })
})

describe('a forgotten password', () => {
  const forget = (email: string) => server.call('POST', '/app/v1/password/forgotten', { body: { email } })

  test('is set anew by a link in a mail, which ends every session but the new one', async () => {
    const email = `${account.user_id}@example.test`
    const before = server.mails.length
    expect((await forget(email.toUpperCase())).status).toBe(204)
    const token = await getToken(email, 'reset', before)
    expect((await server.call('GET', `/app/v1/password/${token}`)).body).toMatchObject({ email })
    const answer = await server.call('POST', `/app/v1/password/${token}`, { body: { password: 'another long one' } })
    expect(answer.status, answer.text).toBe(200)
    expect(await sessionStatus(admin)).toBe(401)
    expect(await sessionStatus(getCookie(answer))).toBe(200)
    await signIn(email, 'another long one')
    const again = await server.call('POST', `/app/v1/password/${token}`, { body: { password: 'a third long one' } })
    expect(again.body.message_id).toBe('highway.user.error.link_expired')
    await until('the notice', () => server.mails.slice(before).some((mail) => /was changed/.test(mail.subject)))
  })

  test('of an unknown or a deactivated address answers alike, and sends nothing', async () => {
    const { email, token } = await invite()
    const { user } = (await accept(token)).body
    await as(admin)('PUT', `/app/v1/user/${user.id}`, { active: false })
    const before = server.mails.length
    const unknown = await forget('nobody@example.test')
    const deactivated = await forget(email)
    const known = await forget(`${account.user_id}@example.test`)
    for (const answer of [unknown, deactivated])
      expect([answer.status, answer.text]).toEqual([known.status, known.text])
    await getToken(`${account.user_id}@example.test`, 'reset', before)
    expect(server.mails.slice(before).map((mail) => mail.to)).toEqual([`${account.user_id}@example.test`])
  })

  test('may be asked for three times a minute for an address, known or not, and five times an hour by mail', async () => {
    for (const email of ['nobody-else@example.test', `${account.user_id}@example.test`]) {
      const statuses: number[] = []
      for (let attempt = 0; attempt < 4; attempt += 1) statuses.push((await forget(email)).status)
      expect(statuses).toEqual([204, 204, 204, 429])
    }
    const { db } = server.services.database
    const count = async () =>
      (await db.selectFrom('password_resets').selectAll().where('user_id', '=', account.user_id).execute()).length
    for (let minute = 0; minute < 2; minute += 1) {
      const now = server.clock.now()
      const { id } = (await db.selectFrom('password_resets').select('id').limit(1).executeTakeFirst())!
      const row = {
        id: id.replace(/.{6}$/, `00000${minute}`),
        user_id: account.user_id,
        created_at: now,
        expires_at: now,
      }
      await db
        .insertInto('password_resets')
        .values({ ...row, token_digest: Buffer.from(`other ${minute}`) })
        .execute()
    }
    const before = await count()
    expect(before).toBe(5)
    server.clock.advanceSeconds(61)
    if (server.backend === 'pglite') {
      expect((await forget(`${account.user_id}@example.test`)).status).toBe(204)
      expect(await count()).toBe(before)
    }
  })

  test('ends after an hour', async () => {
    const email = `${account.user_id}@example.test`
    const before = server.mails.length
    await forget(email)
    const token = await getToken(email, 'reset', before)
    server.clock.advanceSeconds(3_601)
    expect((await server.call('GET', `/app/v1/password/${token}`)).status).toBe(404)
  })
})

describe('the own account', () => {
  test('changes name and language, and the password by who knows it, which ends the other sessions', async () => {
    const email = `${account.user_id}@example.test`
    const other = await signIn(email)
    const profile = await as(admin)('PUT', '/app/v1/profile', { name: 'Íñigo', language: 'es' })
    expect(profile.body).toMatchObject({ name: 'Íñigo', language: 'es' })
    const change = (current_password: string) =>
      as(admin)('PUT', '/app/v1/profile/password', { current_password, password: 'quite another one' })
    expect((await change('wrong')).body.message_id).toBe('highway.user.error.wrong_password')
    expect(await sessionStatus(other)).toBe(200)
    expect((await change(password)).status).toBe(204)
    expect(await sessionStatus(other)).toBe(401)
    expect(await sessionStatus(admin)).toBe(200)
    await signIn(email, 'quite another one')
  })

  test('guessing the current password is throttled like signing in', async () => {
    const statuses: number[] = []
    for (let attempt = 0; attempt < 11; attempt += 1) {
      const body = { current_password: 'x', password: 'quite another one' }
      statuses.push((await as(admin)('PUT', '/app/v1/profile/password', body)).status)
    }
    expect(statuses.at(-1)).toBe(429)
  })

  test('lists its sessions with their devices, and ends one or all others', async () => {
    const email = `${account.user_id}@example.test`
    const phone = await signIn(email, password, 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) Version/18.0 Safari/604.1')
    const desk = await signIn(email, password, 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko Firefox/130.0')
    const list = (await as(desk)('GET', '/app/v1/sessions')).body
    expect(list).toHaveLength(3)
    expect(list.map((session: { device: string }) => session.device)).toEqual(
      expect.arrayContaining(['Safari on iPhone', 'Firefox on Linux']),
    )
    expect(list.filter((session: { current: boolean }) => session.current)).toMatchObject([
      { device: 'Firefox on Linux' },
    ])
    const { id } = list.find((session: { device: string }) => session.device === 'Safari on iPhone')
    expect((await as(desk)('DELETE', `/app/v1/sessions/${id}`)).status).toBe(204)
    expect(await sessionStatus(phone)).toBe(401)
    expect((await as(desk)('DELETE', `/app/v1/sessions/${id}`)).status).toBe(404)
    expect((await as(desk)('DELETE', '/app/v1/sessions')).status).toBe(204)
    expect(await sessionStatus(admin)).toBe(401)
    expect(await sessionStatus(desk)).toBe(200)
  })

  test('ends when nobody has used it for 14 days, and is not listed any more', async () => {
    const { db } = server.services.database
    const desk = await signIn(`${account.user_id}@example.test`)
    const setLastUse = (days: number) => {
      const last_seen_at = new Date(server.clock.now().getTime() - days * 86_400_000)
      return db.updateTable('user_sessions').set({ last_seen_at }).where('user_id', '=', account.user_id).execute()
    }
    await setLastUse(13)
    expect(await sessionStatus(desk)).toBe(200)
    await setLastUse(15)
    expect(await sessionStatus(desk)).toBe(401)
    const again = await signIn(`${account.user_id}@example.test`)
    expect((await as(again)('GET', '/app/v1/sessions')).body).toHaveLength(1)
  })

  test('of somebody else ends nobody else’s session', async () => {
    const stranger = await server.createAccount()
    await setHash(stranger.user_id)
    const theirs = await signIn(`${stranger.user_id}@example.test`)
    const [session] = (await as(theirs)('GET', '/app/v1/sessions')).body
    expect((await as(admin)('DELETE', `/app/v1/sessions/${session.id}`)).status).toBe(404)
    expect(await sessionStatus(theirs)).toBe(200)
  })

  test('is changed by no page of another site', async () => {
    const { token } = await invite()
    const joined = getCookie(await accept(token))
    const options = { headers: { origin: 'https://evil.example' } }
    const calls: [string, string, object?][] = [
      ['PUT', '/app/v1/profile', { name: 'Evil' }],
      ['PUT', '/app/v1/profile/password', { current_password: password, password: 'evil evil evil' }],
      ['DELETE', '/app/v1/sessions'],
      ['POST', '/app/v1/invitation', { email: newAddress(), role: 'organization_user' }],
    ]
    for (const [method, path, body] of calls) {
      expect((await as(joined)(method, path, body, options)).status, path).toBe(403)
    }
  })
})

describe('people', () => {
  test('change role and projects at once, for their keys and sessions too', async () => {
    const { token } = await invite({ role: 'organization_manager' })
    const joined = await accept(token)
    const cookie = getCookie(joined)
    const userId = joined.body.user.id
    const reach = async () => (await as(cookie)('GET', '/v2/projects')).body.total
    expect(await reach()).toBe(1)
    const second = await server.createProject(account)
    const memberships = [{ project_id: second, role: 'supervisor' }]
    const changed = await as(admin)('PUT', `/app/v1/user/${userId}`, { role: 'organization_user', memberships })
    expect(changed.body).toMatchObject({ role: 'organization_user', memberships })
    expect((await as(cookie)('GET', '/v2/projects')).body.docs.map((doc: { id: string }) => doc.id)).toEqual([second])
    await as(admin)('PUT', `/app/v1/user/${userId}`, { memberships: [] })
    expect(await reach()).toBe(0)
  })

  test('who are deactivated are out at once, with keys and sessions, and come back when activated', async () => {
    const key = await server.createUser(account, 'organization_administrator')
    await setHash(key.user_id)
    const email = `${key.user_id}@example.test`
    const cookie = await signIn(email)
    const byKey = async () => (await server.call('GET', '/v2/projects', { key: key.key })).status
    expect(await byKey()).toBe(200)
    const set = (active: boolean) => as(admin)('PUT', `/app/v1/user/${key.user_id}`, { active })
    expect((await set(false)).body.active).toBe(false)
    expect([await byKey(), await sessionStatus(cookie)]).toEqual([401, 401])
    expect((await set(true)).body.active).toBe(true)
    expect([await byKey(), await sessionStatus(cookie)]).toEqual([200, 401])
    await signIn(email)
  })

  test('an organization always keeps an active administrator, even when two leave at once', async () => {
    const path = `/app/v1/user/${account.user_id}`
    for (const change of [{ active: false }, { role: 'organization_user' }]) {
      expect((await as(admin)('PUT', path, change)).body.message_id).toBe('highway.user.error.last_administrator')
    }
    const other = await server.createUser(account, 'organization_administrator')
    const both = [path, `/app/v1/user/${other.user_id}`]
    const answers = await Promise.all(
      both.map((session) => as(admin)('PUT', session, { role: 'organization_manager' })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('are listed by name, found by a part of name or address, and counted', async () => {
    const { token, email } = await invite()
    await accept(token, { name: 'Åsa Østergård', password })
    const list = (query: Record<string, string>) => as(admin)('GET', '/app/v1/users', undefined, { query })
    expect((await list({})).body.total).toBe(2)
    expect((await list({ text: 'østerg' })).body.docs).toMatchObject([{ email }])
    expect((await list({ active: 'false' })).body.total).toBe(0)
    expect((await list({ text: '%' })).body.total).toBe(0)
  })

  test('every change of people stands in the audit log, without secrets', async () => {
    const { token, email } = await invite()
    const { user } = (await accept(token)).body
    await as(admin)('PUT', `/app/v1/user/${user.id}`, { role: 'organization_manager' })
    const log = (await as(admin)('GET', '/app/v1/audit')).body
    const changes = log.docs.filter((entry: { resource_type: string }) => entry.resource_type !== 'session')
    expect(changes).toMatchObject([
      { action: 'updated', resource_type: 'user', resource_id: user.id, changes: { role: 'organization_manager' } },
      { action: 'created', resource_type: 'invitation', changes: { email } },
    ])
    expect(JSON.stringify(log)).not.toContain(token)
  })
})

describe('the first start', () => {
  test('prints a link that makes the first administrator once, and never again', async () => {
    const fresh = await startTestServer({ database: await createTestDatabase() })
    try {
      const { services } = fresh
      const token = (await openSetup(services))!.split('/').at(-1)!
      const call = (method: string, body?: object) => fresh.call(method, `/app/v1/setup/${token}`, { body })
      expect((await call('GET')).body).toEqual({ open: true })
      expect((await fresh.call('GET', `/app/v1/setup/${'x'.repeat(40)}`)).status).toBe(404)
      const input = { organization: 'Fresh', email: 'first@example.test', name: 'First', password, language: 'fr' }
      expect((await call('POST', { ...input, timezone: 'Mars/Base' })).body.message).toContain('timezone')
      const answer = await call('POST', { ...input, timezone: 'Europe/Paris', currency: 'CHF' })
      expect(answer.status, answer.text).toBe(201)
      expect(answer.body).toMatchObject({
        user: { role: 'organization_administrator', name: 'First', language: 'fr' },
        organization: { name: 'Fresh' },
      })
      const headers = { cookie: getCookie(answer) }
      const projects = await fresh.call('GET', '/v2/projects', { headers })
      expect(projects.body.docs).toMatchObject([{ label: 'Fresh', timezone: 'Europe/Paris', currency: 'CHF' }])
      expect((await call('POST', { ...input, email: 'second@example.test' })).status).toBe(404)
      expect(await openSetup(services)).toBeUndefined()
    } finally {
      await fresh.stop()
    }
  })
})
