// Signing in to the planner, and what a session may call.
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { type Account, type Answer, cheapCost, startTestServer, useTestServer } from '../../../test/harness.ts'
import { createPasswords, digestSecret } from '../../frame/platform/password.ts'

const server = useTestServer()
const password = 'correct horse battery'
let account: Account
let email: string

beforeEach(async () => {
  account = await server.createAccount()
  email = `${account.user_id}@example.test`
  await server.services.database.db
    .updateTable('users')
    .set({ password_hash: await server.services.passwords.hash(password) })
    .where('id', '=', account.user_id)
    .execute()
})

const login = (body: object) => server.call('POST', '/app/v1/session', { body })

function getCookie(answer: Answer): string {
  return String(answer.headers['set-cookie']).split(';')[0]!
}

describe('signing in', () => {
  test('answers the user and the organization, and sets a cookie that scripts cannot read', async () => {
    const answer = await login({ email: email.toUpperCase(), password })
    expect(answer.status).toBe(200)
    expect(answer.body.user).toMatchObject({ id: account.user_id, role: 'organization_administrator' })
    expect(answer.body.organization.id).toBe(account.organization_id)
    expect(answer.text).not.toContain('scrypt')
    expect(String(answer.headers['set-cookie'])).toMatch(/HttpOnly; SameSite=Lax/)
  })

  test('a wrong address and a wrong password get the same bytes', async () => {
    const wrongPassword = await login({ email, password: 'wrong' })
    const wrongAddress = await login({ email: 'nobody@example.test', password })
    expect(wrongPassword.status).toBe(403)
    expect(wrongAddress.text).toBe(wrongPassword.text)
  })

  test('more than ten attempts a minute as one person get 429', async () => {
    const statuses: number[] = []
    for (let attempt = 0; attempt < 12; attempt += 1) statuses.push((await login({ email, password: 'x' })).status)
    expect(statuses).toEqual([...Array(10).fill(403), 429, 429])
  })

  test('wrong tries from another address, and from many, lock nobody out who is on a known device', async () => {
    const signIn = (remoteAddress: string, text: string, cookie?: string) =>
      server.app.inject({
        method: 'POST',
        url: '/app/v1/session',
        remoteAddress,
        headers: { 'content-type': 'application/json', ...(cookie ? { cookie } : {}) },
        payload: JSON.stringify({ email, password: text }),
      })
    const first = await signIn('203.0.113.1', password)
    const device = first.cookies.find(({ name }) => name === 'rw_device')!
    expect(device).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/app/v1/session' })
    const guesses = Array.from({ length: 12 }, () => signIn('203.0.113.2', 'x'))
    const statuses = (await Promise.all(guesses)).map(({ statusCode }) => statusCode)
    expect(statuses.sort()).toEqual([...Array(10).fill(403), 429, 429])
    // The person's own office is another address.
    expect((await signIn('203.0.113.1', password)).statusCode).toBe(200)
    // Fills the limit as guesses from many addresses would, without making all the calls.
    const person = digestSecret(email).toString('base64url')
    while (!(await server.app.limiter.take([{ name: `login-strangers:${person}`, perMinute: 60 }]))) {
      // Until it is full.
    }
    expect((await signIn('203.0.113.9', password)).statusCode).toBe(429)
    const cookie = `rw_device=${device.value}`
    expect((await signIn('203.0.113.9', password, cookie)).statusCode).toBe(200)
    // Made up, or of another person, it opens nothing.
    const madeUp = `rw_device=${device.value.slice(0, -2)}xx`
    expect((await signIn('203.0.113.9', password, madeUp)).statusCode).toBe(429)
  })

  test.each([
    ['text that looks like JSON', { 'content-type': 'text/plain' }, 400],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 400],
    ['bytes without a name', { 'content-type': '' }, 400],
    ['a page of another site', { origin: 'https://evil.example' }, 403],
    ['a page of another site, by Fetch Metadata', { 'sec-fetch-site': 'cross-site' }, 403],
  ])('is not done by %s', async (_, headers, status) => {
    const answer = await server.call('POST', '/app/v1/session', { headers, body: { email, password } })
    expect(answer.status, answer.text).toBe(status)
    expect(answer.headers['set-cookie']).toBeUndefined()
  })

  test('a password that was hashed at less cost is hashed anew with the next sign-in', async () => {
    const production = await startTestServer({ costlyPasswords: true })
    onTestFinished(() => production.stop())
    const { db } = production.services.database
    const { user_id } = await production.createAccount()
    const old = await createPasswords(cheapCost).hash(password)
    await db.updateTable('users').where('id', '=', user_id).set({ password_hash: old }).execute()
    const hash = async () =>
      (await db.selectFrom('users').select('password_hash').where('id', '=', user_id).executeTakeFirstOrThrow())
        .password_hash
    const statusWith = async (given: string) => {
      const body = { email: `${user_id}@example.test`, password: given }
      return (await production.call('POST', '/app/v1/session', { body })).status
    }
    expect(await statusWith('wrong')).toBe(403)
    expect(await hash()).toBe(old)
    expect(await statusWith(password)).toBe(200)
    expect(await hash()).toMatch(/^scrypt\$131072\$8\$1\$/)
    expect(await statusWith(password)).toBe(200)
  })

  test('a deactivated user cannot sign in, and the session ends at once', async () => {
    const cookie = getCookie(await login({ email, password }))
    await server.services.database.db
      .updateTable('users')
      .set({ active: false })
      .where('id', '=', account.user_id)
      .execute()
    expect((await server.call('GET', '/app/v1/session', { headers: { cookie } })).status).toBe(401)
    expect((await login({ email, password })).status).toBe(403)
  })
})

describe('a session', () => {
  test('calls the same operations as a key, until it signs out', async () => {
    const cookie = getCookie(await login({ email, password }))
    const projects = () => server.call('GET', '/v2/projects', { headers: { cookie } })
    expect((await projects()).body.docs).toMatchObject([{ id: account.project_id }])
    expect((await server.call('DELETE', '/app/v1/session', { headers: { cookie } })).status).toBe(200)
    expect((await projects()).status).toBe(401)
  })

  test('changes nothing for text of whatever page', async () => {
    const cookie = getCookie(await login({ email, password }))
    const headers = { cookie, 'content-type': 'text/plain' }
    const answer = await server.call('POST', '/app/v1/project', { headers, body: { label: 'Planted' } })
    expect([answer.status, answer.body.message_id]).toEqual([400, 'highway.request.error.malformed_json'])
  })

  test('changes nothing for a page of another site', async () => {
    const cookie = getCookie(await login({ email, password }))
    const answer = await server.call('POST', '/app/v1/project', {
      headers: { cookie, origin: 'https://evil.example' },
      body: { label: 'Planted' },
    })
    expect(answer.status).toBe(403)
  })

  test('ends after thirty days', async () => {
    const cookie = getCookie(await login({ email, password }))
    server.clock.advanceSeconds(30 * 86_400 + 1)
    expect((await server.call('GET', '/app/v1/session', { headers: { cookie } })).status).toBe(401)
  })
})
