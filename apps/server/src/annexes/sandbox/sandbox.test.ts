// A sandbox sends nothing: mails, SMS and webhooks are only logged; accounts still work, and other organizations are unaffected.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Account, type Answer, type CallOptions, useTestServer } from '../../../test/harness.ts'
import { sendMail, sendSms } from '../../telling/messages/outlets.ts'

const server = useTestServer({ listen: true, realClock: true })
let account: Account
let cookie: string
const received: string[] = []
const receiver = createServer((request, response) => {
  received.push(request.url!)
  response.end()
})
let hook = ''

beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  hook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
})
afterAll(() => receiver.close())

beforeEach(async () => {
  account = await server.createAccount()
  cookie = await server.signIn(account.user_id)
})

const call = (method: string, path: string, body?: unknown, query?: CallOptions['query']) =>
  server.call(method, path, { key: account.key, body, query })
const dashboard = (method: string, path: string, body?: unknown): Promise<Answer> =>
  server.call(method, path, { headers: { cookie }, body })
const kept = async () => (await dashboard('GET', '/app/v1/sandbox')).body
const patiently = { timeout: 20_000 }

async function becomeSandbox(): Promise<void> {
  const { status, body } = await dashboard('PUT', '/app/v1/organization', { is_sandbox: true })
  expect([status, body.is_sandbox]).toEqual([200, true])
}

async function dispatch(email: string): Promise<void> {
  const query = { project_id: account.project_id }
  const { body: plan } = await call('POST', '/v2/plan', { routes: [{ label: 'Van', email }] }, query)
  const { body: full } = await call('GET', `/v2/plan/${plan.id}`)
  expect((await call('POST', `/v2/route/${full.routes[0].id}/dispatch`)).status).toBe(200)
}

test('a mail to a driver is kept with its link, and leaves where the organization is no sandbox', async () => {
  await becomeSandbox()
  await dispatch('kept@example.test')
  await expect.poll(async () => (await kept()).total, patiently).toBe(1)
  const [mail] = (await kept()).docs
  expect(mail).toMatchObject({ channel: 'email', recipient: 'kept@example.test', body: expect.stringContaining('/d/') })
  await dashboard('PUT', '/app/v1/organization', { is_sandbox: false })
  await dispatch('sent@example.test')
  await expect.poll(() => server.mails.map(({ to }) => to), patiently).toContain('sent@example.test')
  expect(server.mails.map(({ to }) => to)).not.toContain('kept@example.test')
  expect((await kept()).total).toBe(1)
})

test('an SMS is kept', async () => {
  await becomeSandbox()
  const { organization_id } = account
  await sendSms(server.services, { organization_id, to: '+4235550101', text: 'Soon', id: 'x' })
  expect((await kept()).docs).toMatchObject([{ channel: 'sms', recipient: '+4235550101', body: 'Soon' }])
})

test('a webhook is not called; its log tells what it would have got, by itself and when it is tried out', async () => {
  const { body: webhook } = await call('POST', '/v2/webhook', { url: `${hook}/${account.organization_id}` })
  await becomeSandbox()
  await call('POST', '/v2/plan', { label: 'Monday' }, { project_id: account.project_id })
  const attempts = async () => (await call('GET', `/v2/webhook/${webhook.id}/attempts`)).body
  await expect.poll(async () => (await attempts()).total, patiently).toBe(1)
  expect((await attempts()).docs[0]).toMatchObject({
    event_id: 'svc.planner.2.plan.created',
    ok: true,
    error: 'not sent: the organization is a sandbox',
    body: { data: { label: 'Monday' } },
  })
  expect((await call('POST', `/v2/webhook/${webhook.id}/test`)).body).toMatchObject({
    ok: true,
    error: expect.stringContaining('not sent'),
  })
  expect(received).not.toContain(`/${account.organization_id}`)
})

test('mails about accounts go to the people of the organization', async () => {
  await becomeSandbox()
  const body = { email: `new-${account.organization_id}@example.test`, role: 'organization_user' }
  expect((await dashboard('POST', '/app/v1/invitation', body)).status).toBe(201)
  await expect.poll(() => server.mails.map(({ to }) => to), patiently).toContain(body.email)
  expect((await kept()).total).toBe(0)
})

test('the log is for administrators of the same organization, and goes with the recipient', async () => {
  await becomeSandbox()
  const { organization_id } = account
  const mail = { organization_id, to: 'anna@example.test', subject: 'Today', text: 'At noon' }
  await sendMail(server.services, mail)
  const manager = await server.createUser(account, 'organization_manager')
  const headers = { cookie: await server.signIn(manager.user_id) }
  expect((await server.call('GET', '/app/v1/sandbox', { headers })).status).toBe(403)
  const other = await server.createAccount('Other')
  const elsewhere = { cookie: await server.signIn(other.user_id) }
  expect((await server.call('GET', '/app/v1/sandbox', { headers: elsewhere })).body.total).toBe(0)
  const found = await dashboard('POST', '/app/v1/recipient/find', { email: 'anna@example.test' })
  expect(found.body.counts).toMatchObject({ kept_mails: 1 })
})
