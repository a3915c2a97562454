// A person in several organizations: invited without anybody learning of the other account, signing in to the one they choose.
import { beforeEach, describe, expect, test } from 'vitest'
import { type Account, type Answer, until, useTestServer } from '../../../test/harness.ts'

const server = useTestServer({ listen: true })
const password = 'correct horse battery'
const another = 'another word of hers'
let first: Account
let second: Account
let email: string
let people = 0

beforeEach(async () => {
  people += 1
  email = `anna-${people}@example.test`
  first = await server.createAccount('First')
  second = await server.createAccount('Second')
})

const invite = async (account: Account, address = email): Promise<Answer> => {
  const cookie = await server.signIn(account.user_id)
  const body = { email: address, role: 'organization_user' }
  return server.call('POST', '/app/v1/invitation', { headers: { cookie }, body })
}

/** The token of the newest mail to the address, once there are this many. */
async function getToken(page: string, address = email, mails = 1): Promise<string> {
  const link = new RegExp(`https?://[^\\s"]+/${page}/(\\w+)`)
  return until(`a mail to ${address}`, () => {
    const links = server.mails.filter(({ to }) => to === address).flatMap(({ text }) => link.exec(text)?.[1] ?? [])
    return links.length >= mails ? links.at(-1) : undefined
  })
}

async function join(account: Account, word: string, mails: number): Promise<void> {
  expect((await invite(account)).status).toBe(201)
  const token = await getToken('invite', email, mails)
  const body = { name: 'Anna', password: word }
  const joined = await server.call('POST', `/app/v1/invite/${token}`, { body })
  expect(joined.body.organization.id, joined.text).toBe(account.organization_id)
}

const signIn = (word: string, organization_id?: string, address = email) =>
  server.call('POST', '/app/v1/session', { body: { email: address, password: word, organization_id } })

describe('an invitation', () => {
  test('answers alike whether or not the address has an account in another organization', async () => {
    await join(first, password, 1)
    const known = await invite(second)
    const unknown = await invite(second, `nobody-${people}@example.test`)
    expect(known.status).toBe(201)
    const shape = ({ body }: Answer) => Object.keys(body).sort()
    expect(shape(known)).toEqual(shape(unknown))
    expect(await getToken('invite', email, 2)).not.toBe('')
  })

  test('to somebody of the same organization is refused, as its administrator sees them anyway', async () => {
    await join(first, password, 1)
    expect((await invite(first)).body.message_id).toBe('highway.user.error.email_taken')
  })
})

describe('a person of two organizations', () => {
  test('with one password for both chooses between them', async () => {
    await join(first, password, 1)
    await join(second, password, 2)
    expect((await signIn(password)).body).toEqual({
      organizations: [
        { id: first.organization_id, name: 'First' },
        { id: second.organization_id, name: 'Second' },
      ],
    })
    const chosen = await signIn(password, second.organization_id)
    expect(chosen.body.organization).toMatchObject({ id: second.organization_id })
    expect(chosen.headers['set-cookie']).toBeDefined()
  })

  test('is let into the organization whose password it is, and into no other', async () => {
    await join(first, password, 1)
    await join(second, another, 2)
    expect((await signIn(another)).body.organization).toMatchObject({ id: second.organization_id })
    expect((await signIn(another, first.organization_id)).status).toBe(403)
  })

  test('is not let into one that they are not of', async () => {
    await join(first, password, 1)
    expect((await signIn(password, second.organization_id)).status).toBe(403)
  })

  test('who left one of them goes on in the other', async () => {
    await join(first, password, 1)
    await join(second, password, 2)
    const cookie = await server.signIn(first.user_id)
    const users = await server.call('GET', `/app/v1/users?text=${email}`, { headers: { cookie } })
    const path = `/app/v1/user/${users.body.docs[0].id}`
    expect((await server.call('PUT', path, { headers: { cookie }, body: { active: false } })).status).toBe(200)
    expect((await signIn(password)).body.organization).toMatchObject({ id: second.organization_id })
  })

  test('who forgot the password sets it for both by one mail', async () => {
    await join(first, password, 1)
    await join(second, another, 2)
    await server.call('POST', '/app/v1/password/forgotten', { body: { email } })
    const token = await getToken('reset')
    const body = { password: 'a new word for both' }
    expect((await server.call('POST', `/app/v1/password/${token}`, { body })).status).toBe(200)
    expect((await signIn('a new word for both')).body.organizations).toHaveLength(2)
    expect((await signIn(another)).status).toBe(403)
  })
})
