// Strangers see nothing by default: no mails and SMS, no metrics, no access to the service's network.
import { describe, expect, test } from 'vitest'
import { startTestServer, useTestServer } from '../../../test/harness.ts'
import { createMail } from '../platform/mail.ts'
import { createOutbox } from '../platform/outbox.ts'

const server = useTestServer({ config: { allowPrivateWebhooks: false } })
const makeMail = (organizationId: string, subject: string) => ({
  organization_id: organizationId,
  to: 'somebody@example.test',
  subject,
  text: 'Open this link to choose a new password.',
})

/** A server whose mails are files, as without a mail server, and whose demo is the organization (or none). */
async function startWithOutbox() {
  const { directory, clock } = server
  const outbox = createOutbox({ directory: `${directory}/outbox`, channels: ['email', 'sms'], clock })
  const mail = createMail({ from: 'a@example.test', outbox, clock })
  const started = await startTestServer({ config: {}, mail, directory })
  const [demo, other] = [await started.createAccount('Demo'), await started.createAccount('Other')]
  await mail.send(makeMail(demo.organization_id, 'Mail of the demo'))
  await mail.send(makeMail(other.organization_id, 'Mail of another'))
  return { started, outbox, demo, other }
}

describe('/outbox', () => {
  test('is not there without a demo, so that nobody reads the reset of a password', async () => {
    const { started, outbox, other } = await startWithOutbox()
    expect((await started.call('GET', '/outbox')).status).toBe(404)
    const [entry] = await outbox.list(other.organization_id)
    expect((await started.call('GET', `/outbox/${entry!.name}`)).status).toBe(404)
    await started.stop()
  })

  test("shows the demo's mails and no others, to this machine alone", async () => {
    const { started, outbox, demo, other } = await startWithOutbox()
    started.services.trial.organizationId = demo.organization_id
    const page = await started.call('GET', '/outbox')
    expect(page.text).toContain('<h1>Outbox</h1>')
    expect(page.text).toContain('Mail of the demo')
    expect(page.text).not.toContain('Mail of another')
    const [own] = await outbox.list(demo.organization_id)
    const [foreign] = await outbox.list(other.organization_id)
    expect((await started.call('GET', `/outbox/${own!.name}`)).text).toContain('Open this link')
    expect((await started.call('GET', `/outbox/${foreign!.name}`)).status).toBe(404)
    const strangers: Record<string, string>[] = [
      { host: 'routes.example.com' },
      { host: 'localhost', 'x-forwarded-for': '203.0.113.7' },
      { host: 'localhost', 'x-forwarded-host': 'routes.example.com' },
      { host: 'localhost', forwarded: 'for=203.0.113.7' },
    ]
    for (const headers of strangers) {
      expect((await started.call('GET', '/outbox', { headers })).status).toBe(404)
    }
    const elsewhere = { method: 'GET' as const, url: '/outbox', remoteAddress: '203.0.113.7' }
    expect((await started.app.inject(elsewhere)).statusCode).toBe(404)
    await started.stop()
  })
})

describe('the outbox in the planner', () => {
  test('is for people of the demo, on this machine, and for nobody else', async () => {
    const { started, outbox, demo, other } = await startWithOutbox()
    const cookieOf = { demo: await started.signIn(demo.user_id), other: await started.signIn(other.user_id) }
    const list = (who: keyof typeof cookieOf, headers: Record<string, string> = {}) =>
      started.call('GET', '/app/v1/outbox', { headers: { cookie: cookieOf[who], ...headers } })
    expect((await list('demo')).status).toBe(404)
    started.services.trial.organizationId = demo.organization_id
    expect((await list('demo')).body).toMatchObject([
      { channel: 'email', title: 'Mail of the demo', to: 'somebody@example.test' },
    ])
    expect((await list('other')).status).toBe(404)
    const strangers: Record<string, string>[] = [
      { host: 'routes.example.com' },
      { host: 'localhost', 'x-forwarded-for': '203.0.113.7' },
      { host: 'localhost', forwarded: 'for=203.0.113.7' },
    ]
    for (const headers of strangers) expect((await list('demo', headers)).status).toBe(404)
    expect((await started.call('GET', '/app/v1/outbox')).status).toBe(401)
    const read = (name: string) =>
      started.call('GET', '/app/v1/outbox/message', { headers: { cookie: cookieOf.demo }, query: { name } })
    const [own] = await outbox.list(demo.organization_id)
    const [foreign] = await outbox.list(other.organization_id)
    expect((await read(own!.name)).body.text).toBe('Open this link to choose a new password.')
    expect((await read(foreign!.name)).status).toBe(404)
    await started.stop()
  })
})

describe('/metrics', () => {
  test('is not there by default', async () => {
    expect((await server.call('GET', '/metrics')).status).toBe(404)
  })

  test('is answered to who sends the token, and is not there for others', async () => {
    const metricsToken = 'a token of 24 characters'
    const started = await startTestServer({ config: { metricsToken } })
    const ask = (authorization?: string) =>
      started.call('GET', '/metrics', { headers: authorization === undefined ? {} : { authorization } })
    expect((await ask()).status).toBe(404)
    expect((await ask('Bearer another token')).status).toBe(404)
    expect((await ask(`Bearer ${metricsToken}`)).text).toContain('nodejs_eventloop_lag_seconds')
    await started.stop()
  })

  test('is answered on a port of its own, and nothing else is', async () => {
    const started = await startTestServer({ listen: true, config: { metricsPort: 0 } })
    const base = `http://127.0.0.1:${started.services.config.metricsPort}`
    const answer = await fetch(`${base}/metrics`)
    expect(await answer.text()).toContain('nodejs_eventloop_lag_seconds')
    const other = await fetch(`${base}/health`)
    expect([other.status, await other.text()]).toEqual([404, ''])
    await started.stop()
  })
})

test('webhooks go to private addresses for the demo only', async () => {
  const [demo, other] = [await server.createAccount('Demo'), await server.createAccount('Other')]
  server.services.trial.organizationId = demo.organization_id
  const subscribe = async (account: typeof demo) => {
    const cookie = await server.signIn(account.user_id)
    const body = { url: 'http://127.0.0.1:9/hook' }
    return server.call('POST', '/app/v1/webhook', { headers: { cookie, origin: 'http://localhost' }, body })
  }
  expect((await subscribe(demo)).status).toBe(201)
  expect(await subscribe(other)).toMatchObject({
    status: 400,
    body: { message_id: 'highway.webhook.error.invalid_url' },
  })
})
