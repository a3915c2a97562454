// Signing in to the planner, and what a session may call.
import { beforeEach, describe, expect, test } from 'vitest'
import { type Account, type Answer, useTestServer } from '../../test/harness.ts'
import { hashPassword } from '../platform/password.ts'

const server = useTestServer()
const password = 'correct horse battery'
let account: Account
let email: string

beforeEach(async () => {
  account = await server.createAccount()
  email = `${account.user_id}@example.test`
  await server.services.database.db
    .updateTable('users')
    .set({ password_hash: await hashPassword(password) })
    .where('id', '=', account.user_id)
    .execute()
})

const login = (body: object) => server.call('POST', '/app/v1/session', { body })

function cookieOf(answer: Answer): string {
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

  test('a deactivated user cannot sign in, and the session ends at once', async () => {
    const cookie = cookieOf(await login({ email, password }))
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
    const cookie = cookieOf(await login({ email, password }))
    const projects = () => server.call('GET', '/v2/projects', { headers: { cookie } })
    expect((await projects()).body.docs).toMatchObject([{ id: account.project_id }])
    expect((await server.call('DELETE', '/app/v1/session', { headers: { cookie } })).status).toBe(204)
    expect((await projects()).status).toBe(401)
  })

  test('changes nothing for a page of another site', async () => {
    const cookie = cookieOf(await login({ email, password }))
    const answer = await server.call('POST', '/app/v1/project', {
      headers: { cookie, origin: 'https://evil.example' },
      body: { label: 'Planted' },
    })
    expect(answer.status).toBe(403)
  })

  test('ends after thirty days', async () => {
    const cookie = cookieOf(await login({ email, password }))
    server.clock.advanceSeconds(30 * 86_400 + 1)
    expect((await server.call('GET', '/app/v1/session', { headers: { cookie } })).status).toBe(401)
  })
})
