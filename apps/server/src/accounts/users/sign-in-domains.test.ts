// Whose domains a sign-in provider may speak for: those proven by a record in the DNS, or by the machine's administrator.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type DnsServer, startDnsServer } from '../../../test/dns-server.ts'
import { type Account, useTestServer } from '../../../test/harness.ts'

const origin = 'https://planner.example.test'
const dnsServers: string[] = []
const server = useTestServer({ config: { publicBaseUrl: origin, keepMails: true, dnsServers } })
let dns: DnsServer
let account: Account
let cookie: string
let tests = 0
let domain: string

beforeAll(async () => {
  dns = await startDnsServer()
  dnsServers.push(dns.address)
})
afterAll(() => dns?.stop())
beforeEach(async () => {
  tests += 1
  domain = `company${tests}.example`
  account = await server.createAccount()
  cookie = await server.signIn(account.user_id)
})

const call = (method: string, path: string, body?: unknown) =>
  server.call(method, `/app/v1${path}`, { body, headers: { origin, cookie } })
const offered = async () => (await server.call('GET', `/app/v1/session/providers?domain=${domain}`)).body
const prove = () => call('POST', '/sign_in_domain/prove', { domain: domain.toUpperCase() })
const listed = async () => (await call('GET', '/sign_in_providers')).body.domains

async function addProvider() {
  const answer = await call('POST', '/sign_in_provider', {
    label: 'Company',
    issuer: 'https://accounts.example.test',
    client_id: 'routewright',
    email_domains: [domain],
  })
  expect(answer.status, answer.text).toBe(201)
  return answer.body.id as string
}

describe('a domain that nobody has proven', () => {
  test('is offered no provider, and the settings show the record that proves it', async () => {
    await addProvider()
    expect(await offered()).toEqual([])
    expect(await listed()).toEqual([
      {
        domain,
        is_proven: false,
        record_name: `_routewright.${domain}`,
        record_value: `organization=${account.organization_id}`,
      },
    ])
  })

  test('stays so without a record, and the refusal says which one is missing', async () => {
    await addProvider()
    const refused = await prove()
    expect(refused.body.message_id).toBe('highway.user.error.domain_not_proven')
    expect(refused.body.message).toContain(
      `a TXT record _routewright.${domain} that says "organization=${account.organization_id}", but there is none.`,
    )
    expect(await offered()).toEqual([])
  })

  test('is not proven by the record of another organization', async () => {
    await addProvider()
    dns.records.set(`_routewright.${domain}`, ['organization=64b000000000000000000000'])
    expect((await prove()).body.message).toContain('but it says "organization=64b000000000000000000000"')
  })

  test('is no concern of an organization that no provider uses it in', async () => {
    expect((await prove()).body).toMatchObject({ message_id: expect.stringContaining('invalid_payload') })
  })
})

describe('a domain that is proven', () => {
  test('by its record is offered the provider, and stays proven when the record is gone', async () => {
    const id = await addProvider()
    dns.records.set(`_routewright.${domain}`, ['v=spf1 -all', `organization=${account.organization_id}`])
    expect((await prove()).body).toMatchObject({ domain, is_proven: true, proven_by: 'record' })
    expect(await offered()).toEqual([{ id, label: 'Company' }])
    dns.records.delete(`_routewright.${domain}`)
    expect(await listed()).toMatchObject([{ domain, is_proven: true }])
  })

  test('by the machine administrator is offered the provider', async () => {
    const id = await addProvider()
    const { organization_id } = account
    const answer = await server.call('POST', '/app/v1/sign_in_domain/confirm', {
      body: { organization_id, domain },
      headers: { authorization: `Bearer ${server.services.adminSecret}` },
    })
    expect(answer.body, answer.text).toMatchObject({ is_proven: true, proven_by: 'administrator' })
    expect(await offered()).toEqual([{ id, label: 'Company' }])
  })

  test('by one organization is not proven for another one', async () => {
    await addProvider()
    dns.records.set(`_routewright.${domain}`, [`organization=${account.organization_id}`])
    expect((await prove()).status).toBe(200)
    account = await server.createAccount('Another')
    cookie = await server.signIn(account.user_id)
    await addProvider()
    expect(await offered()).toHaveLength(1)
    expect(await listed()).toMatchObject([{ is_proven: false }])
  })
})
