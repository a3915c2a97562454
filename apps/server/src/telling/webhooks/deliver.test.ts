// Delivery of events: every receiver gets each event, a bad one harms no other, failures are counted and told.
import { createHmac, randomBytes } from 'node:crypto'
import { createServer, type Server as HttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { WebhookInput } from '@routewright/contract'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Account, until, useTestServer } from '../../../test/harness.ts'
import { claimDeliveries, fanOutEvents } from '../../data/deliveries.sql.ts'
import { type EventRecord, recordEvents } from '../../data/events.ts'
import { createId } from '../../frame/platform/ids.ts'
import { createSecretKeys } from '../../frame/platform/secret-keys.ts'
import { systemCaller, transactAs } from '../../frame/platform/services.ts'
import { cleanUpWebhooks, startWebhookDelivery, takeUpLeftDeliveries, type WebhookDelivery } from './deliver.ts'
import { createWebhook } from './webhooks.ts'

const server = useTestServer({ annexes: 'all', incompleteEvents: true })
let account: Account
let delivery: WebhookDelivery
const receivers: HttpServer[] = []

interface Received {
  body: string
  path: string
  event: { event_id: string; data: { id: string; updated_at: string; step: number } }
  headers: IncomingMessage['headers']
}

type Answer = (response: ServerResponse, received: Received) => void

async function startReceiver(answer: Answer = (response) => void response.end()) {
  const received: Received[] = []
  const receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    const one = { body, path: request.url ?? '', event: JSON.parse(body), headers: request.headers }
    received.push(one)
    answer(response, one)
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  receivers.push(receiver)
  return { received, url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook` }
}

const fail: Answer = (response) => void response.writeHead(500).end()

function as<T>(work: Parameters<typeof transactAs<T>>[2]): Promise<T> {
  return transactAs(server.services, systemCaller(account.organization_id), work)
}

function subscribe(input: WebhookInput) {
  const { secrets } = server.services
  const rules = { allowPrivateWebhooks: true, secrets }
  return as((scope) => createWebhook({ ...scope, userId: account.user_id }, input, rules))
}

/** One plan.updated event of the given resource, with a running number. */
function plan(id: string, step = 0): EventRecord {
  return {
    eventId: 'svc.planner.2.plan.updated',
    projectId: account.project_id,
    data: { id, updated_at: new Date(server.clock.now().getTime() + step), step },
  }
}

const record = (...events: EventRecord[]) => as((scope) => recordEvents(scope, events))

async function webhookRow(id: string) {
  return await server.services.database.db
    .selectFrom('webhooks')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/** Lets so much time pass for what waits: it goes by the database's clock, which cannot be set. */
async function passSeconds(seconds: number) {
  await sql`
    update webhook_deliveries set next_attempt_at = next_attempt_at - make_interval(secs => ${seconds}),
      leased_until = leased_until - make_interval(secs => ${seconds})`.execute(server.services.database.db)
}

/** Everything that is due now is tried. */
async function settle() {
  await delivery.tick()
  await delivery.idle()
}

beforeEach(async () => {
  account = await server.createAccount()
  delivery = await startWebhookDelivery(server.services)
})

afterEach(async () => {
  await delivery.stop()
  for (const receiver of receivers.splice(0)) {
    receiver.closeAllConnections()
    receiver.close()
  }
})

describe('delivery', () => {
  test('an event reaches every webhook that wants it, and no webhook of another organization', async () => {
    const all = await startReceiver()
    const some = await startReceiver()
    const other = await startReceiver()
    const elsewhere = await startReceiver()
    await subscribe({ url: all.url })
    await subscribe({ url: some.url, events: ['svc.planner.2.plan.updated'], project_id: account.project_id })
    await subscribe({ url: other.url, events: ['svc.planner.2.stop.created'] })
    const own = account
    account = await server.createAccount()
    await subscribe({ url: elsewhere.url })
    account = own
    await record(plan(createId(server.clock.now())))
    await settle()
    expect([all, some, other, elsewhere].map(({ received }) => received.length)).toEqual([1, 1, 0, 0])
  })

  test('the envelope carries created_at, project_id, event_id, meta and data', async () => {
    const receiver = await startReceiver()
    await subscribe({ url: receiver.url })
    const id = createId(server.clock.now())
    await record({ ...plan(id), changes: ['label'] })
    await settle()
    expect(JSON.parse(receiver.received[0]!.body)).toEqual({
      created_at: '2026-03-02T08:00:00.000Z',
      project_id: account.project_id,
      event_id: 'svc.planner.2.plan.updated',
      meta: { organization_id: account.organization_id, actor: { type: 'system' }, changes: ['label'] },
      data: { id, updated_at: '2026-03-02T08:00:00.000Z', step: 0 },
    })
    expect(receiver.received[0]!.headers['webhook-signature']).toBeUndefined()
  })

  test('a rolled-back transaction leaves no event', async () => {
    const receiver = await startReceiver()
    await subscribe({ url: receiver.url })
    await as(async (scope) => {
      await recordEvents(scope, [plan(createId(scope.now))])
      throw new Error('planned')
    }).catch(() => {})
    await settle()
    expect(receiver.received).toHaveLength(0)
  })

  test('the changes of one resource arrive in their order', async () => {
    const receiver = await startReceiver((response) => setTimeout(() => response.end(), Math.random() * 20))
    await subscribe({ url: receiver.url })
    const ids = [1, 2, 3].map(() => createId(server.clock.now()))
    for (let step = 0; step < 8; step += 1) await record(...ids.map((id) => plan(id, step)))
    await settle()
    expect(receiver.received).toHaveLength(24)
    for (const id of ids) {
      const steps = receiver.received.filter(({ event }) => event.data.id === id).map(({ event }) => event.data.step)
      expect(steps).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    }
  })

  test('of a backlog no resource has two on their way, each in its order, and at most 32 are at once', async () => {
    let most = 0
    const open = new Map<string, number>()
    const count = (id: string, change: number) => open.set(id, (open.get(id) ?? 0) + change).get(id)!
    const together: string[] = []
    const receiver = await startReceiver((response, { event }) => {
      if (count(event.data.id, 1) > 1) together.push(event.data.id)
      most = Math.max(most, [...open.values()].filter((value) => value > 0).length)
      setTimeout(() => {
        count(event.data.id, -1)
        response.end()
      }, Math.random() * 20)
    })
    await subscribe({ url: receiver.url })
    const ids = Array.from({ length: 60 }, () => createId(server.clock.now()))
    for (let step = 0; step < 15; step += 1) await record(...ids.map((id) => plan(id, step)))
    await settle()
    expect(receiver.received).toHaveLength(900)
    expect(together).toEqual([])
    for (const id of ids) {
      const steps = receiver.received.filter(({ event }) => event.data.id === id).map(({ event }) => event.data.step)
      expect(steps).toEqual(Array.from({ length: 15 }, (_, step) => step))
    }
    expect(most).toBeGreaterThan(8)
    expect(most).toBeLessThanOrEqual(32)
  })

  test('a receiver that begins to fail amid a backlog is sent no more at once than any other', async () => {
    let isFailing = false
    let [open, most] = [0, 0]
    const receiver = await startReceiver((response) => {
      open += 1
      most = Math.max(most, open)
      setTimeout(() => {
        open -= 1
        if (receiver.received.length >= 600) isFailing = true
        response.writeHead(isFailing ? 500 : 204).end()
      }, 10)
    })
    const { id } = await subscribe({ url: receiver.url })
    await record(...Array.from({ length: 1_000 }, () => plan(createId(server.clock.now()))))
    await delivery.tick()
    await until('the failures', () => isFailing && open === 0)
    expect(most).toBeGreaterThan(8)
    most = 0
    await settle()
    expect(most).toBeLessThanOrEqual(8)
    expect(await webhookRow(id)).toMatchObject({ enabled: false })
    const { rows } = await sql<{ leased: number }>`
      select count(leased_until) as leased from webhook_deliveries where webhook_id = ${id}`.execute(
      server.services.database.db,
    )
    expect(rows).toEqual([{ leased: 0 }])
  })

  test('what was claimed and not begun is free again when the process ends', async () => {
    const waiting: ServerResponse[] = []
    const receiver = await startReceiver((response) => {
      if (receiver.received.length <= 8) response.end()
      else waiting.push(response)
    })
    const { id } = await subscribe({ url: receiver.url })
    await record(...Array.from({ length: 100 }, () => plan(createId(server.clock.now()))))
    await delivery.tick()
    await until('the row that hangs', () => waiting.length >= 8)
    await delivery.stop()
    const { rows } = await sql<{ leased: number; free: number }>`
      select count(leased_until) as leased, count(*) - count(leased_until) as free
      from webhook_deliveries where webhook_id = ${id}`.execute(server.services.database.db)
    // Deliveries under way may have arrived, so they stay leased.
    expect(rows[0]!.leased).toBe(waiting.length)
    expect(rows[0]!.free).toBe(100 - 8 - waiting.length)
    delivery = await startWebhookDelivery(server.services)
  })

  test('a hanging and a failing receiver delay no other', async () => {
    const hanging = await startReceiver(() => {})
    const failing = await startReceiver(fail)
    const healthy = await startReceiver()
    for (const { url } of [hanging, failing, healthy]) await subscribe({ url })
    await record(...Array.from({ length: 30 }, () => plan(createId(server.clock.now()))))
    await delivery.tick()
    await until('the healthy receiver', () => healthy.received.length === 30)
    // All deliveries that one webhook may have under way are still open: none waited for them, and no more were begun.
    await until('the hanging receiver', () => hanging.received.length >= 8)
    expect(hanging.received).toHaveLength(8)
  })
})

describe('receivers on one host', () => {
  test('one that hangs delays no other, and its failures are counted to it alone', async () => {
    const host = await startReceiver((response, { path }) => {
      if (path !== '/hanging') response.end()
    })
    const getUrl = (path: string) => new URL(path, host.url).href
    await subscribe({ url: getUrl('/hanging') })
    const healthy = await Promise.all([1, 2, 3].map((number) => subscribe({ url: getUrl(`/healthy/${number}`) })))
    await record(...Array.from({ length: 30 }, () => plan(createId(server.clock.now()))))
    await delivery.tick()
    const arrived = () => host.received.filter(({ path }) => path.startsWith('/healthy')).length
    await until('the healthy receivers', () => arrived() === 90, 5)
    for (const { id } of healthy) expect(await webhookRow(id)).toMatchObject({ failure_count: 0 })
    expect(host.received.filter(({ path }) => path === '/hanging')).toHaveLength(8)
  })
})

describe('a node whose clock is an hour ahead', () => {
  const ahead = { now: () => new Date(server.clock.now().getTime() + 3_600_000) }
  let other: WebhookDelivery
  beforeEach(async () => {
    other = await startWebhookDelivery({ ...server.services, clock: ahead })
  })
  afterEach(() => other.stop())

  test('sends nothing that another node is sending', async () => {
    const waiting: ServerResponse[] = []
    const receiver = await startReceiver((response) => void waiting.push(response))
    await subscribe({ url: receiver.url })
    await record(...Array.from({ length: 8 }, () => plan(createId(server.clock.now()))))
    await delivery.tick()
    await until('all deliveries', () => receiver.received.length === 8)
    await other.tick()
    for (const response of waiting) response.end()
    await other.idle()
    await delivery.idle()
    expect(receiver.received).toHaveLength(8)
  })

  test('makes no other node wait for what it prepared, and tries nothing again too early', async () => {
    const receiver = await startReceiver(fail)
    await subscribe({ url: receiver.url })
    await delivery.stop()
    await other.stop()
    await record(plan(createId(server.clock.now())))
    await server.services.database.transaction((tx) => fanOutEvents(tx, ahead.now(), 100))
    delivery = await startWebhookDelivery(server.services)
    await settle()
    expect(receiver.received).toHaveLength(1)
    other = await startWebhookDelivery({ ...server.services, clock: ahead })
    await other.tick()
    await other.idle()
    expect(receiver.received).toHaveLength(1)
  })
})

test('a subscription may get CloudEvents: the envelope is their data', async () => {
  const receiver = await startReceiver(
    (response, { headers }) =>
      void response.writeHead(headers['content-type'] === 'application/cloudevents+json' ? 200 : 415).end(),
  )
  const plain = await startReceiver()
  await subscribe({ url: receiver.url, form: 'cloudevents' })
  await subscribe({ url: plain.url })
  const id = createId(server.clock.now())
  await record(plan(id))
  await settle()
  const [{ body }] = receiver.received as [Received]
  const [{ body: envelope }] = plain.received as [Received]
  expect(JSON.parse(body)).toEqual({
    specversion: '1.0',
    id: expect.stringMatching(/^[0-9a-f]{24}-\d+$/),
    source: `/project/${account.project_id}`,
    type: 'svc.planner.2.plan.updated',
    subject: id,
    time: '2026-03-02T08:00:00.000Z',
    datacontenttype: 'application/json',
    data: JSON.parse(envelope),
  })
})

describe('a new subscription', () => {
  test('hears the events of a node whose clock is an hour behind, and none that were recorded before it', async () => {
    const receiver = await startReceiver()
    const [before, after] = [createId(server.clock.now()), createId(server.clock.now())]
    await record(plan(before))
    await subscribe({ url: receiver.url })
    const anHourAgo = new Date(server.clock.now().getTime() - 3_600_000)
    await transactAs(
      server.services,
      systemCaller(account.organization_id),
      (scope) => recordEvents(scope, [plan(after)]),
      anHourAgo,
    )
    await settle()
    expect(receiver.received.map(({ event }) => event.data.id)).toEqual([after])
  })
})

describe('signing', () => {
  test('the secret is shown once, stands nowhere readable, and signs; new keys take the place of old ones', async () => {
    const receiver = await startReceiver()
    const [older, newer] = [randomBytes(32), randomBytes(32)]
    const use = (...keys: Buffer[]) => Object.assign(server.services.secrets, createSecretKeys(keys))
    use(older)
    const body = { url: receiver.url, signed: true }
    const made = await server.call('POST', '/app/v1/webhook', {
      headers: { cookie: await server.signIn(account.user_id) },
      body,
    })
    const secret: string = made.body.signing_secret
    expect(secret, made.text).toMatch(/^whsec_/)
    const { rows } = await sql<{ row: string }>`select w::text as row from webhooks w`.execute(
      server.services.database.db,
    )
    expect(JSON.stringify(rows)).not.toContain('whsec_')

    const deliverOne = async () => {
      await record(plan(createId(server.clock.now())))
      await settle()
      const { headers, body: bytes } = receiver.received.at(-1)!
      const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${bytes}`
      const hmac = createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
        .update(signed)
        .digest('base64')
      expect(headers['webhook-signature']).toBe(`v1,${hmac}`)
    }
    const renew = async () => {
      const headers = { authorization: `Bearer ${server.services.adminSecret}` }
      return (await server.call('POST', '/app/v1/secrets/renew', { headers })).body
    }
    await deliverOne()
    use(newer, older)
    await deliverOne()
    expect(await renew()).toMatchObject({ renewed: 1 })
    expect(await renew()).toEqual({ renewed: 0 })
    use(newer)
    await deliverOne()
  })

  test('a node without the key sends nothing, and counts no failure to the receiver', async () => {
    const receiver = await startReceiver()
    Object.assign(server.services.secrets, createSecretKeys([randomBytes(32)]))
    const { id } = await subscribe({ url: receiver.url, signed: true })
    Object.assign(server.services.secrets, createSecretKeys([randomBytes(32)]))
    await record(plan(createId(server.clock.now())))
    await settle()
    expect(receiver.received).toHaveLength(0)
    expect(await webhookRow(id)).toMatchObject({ enabled: true, failure_count: 0 })
  })
})

describe('failures', () => {
  test('a failed delivery is tried again after 1 min, 5 min, 30 min, 2 h and 6 h, with the same bytes, then given up', async () => {
    const receiver = await startReceiver(fail)
    await subscribe({ url: receiver.url })
    await record(plan(createId(server.clock.now())))
    await settle()
    const pauses = [60, 300, 1800, 7200, 21_600]
    for (const [index, seconds] of pauses.entries()) {
      // Never earlier, and at most a tenth of the pause later; the test itself takes some seconds, too.
      await passSeconds(seconds - 20)
      await settle()
      expect(receiver.received).toHaveLength(index + 1)
      await passSeconds(20 + seconds * 0.1)
      await settle()
      expect(receiver.received).toHaveLength(index + 2)
    }
    await passSeconds(86_400)
    await settle()
    expect(receiver.received).toHaveLength(6)
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1)
  })

  test('after 5 failures in a row the owner gets a mail, after 50 the webhook is switched off with another', async () => {
    const receiver = await startReceiver(fail)
    const { id } = await subscribe({ url: receiver.url, label: 'Warehouse' })
    const mails = () => queuedMails().then((all) => all.filter(({ text }) => text.includes('Warehouse')))
    const failTimes = async (count: number) => {
      for (let done = 0; done < count; done += 1) {
        await record(plan(createId(server.clock.now())))
        await settle()
      }
    }
    await failTimes(4)
    expect(await mails()).toHaveLength(0)
    await failTimes(1)
    expect(await mails()).toMatchObject([{ to: `${account.user_id}@example.test` }])
    await failTimes(44)
    expect(await webhookRow(id)).toMatchObject({ enabled: true, failure_count: 49 })
    await failTimes(1)
    expect(await webhookRow(id)).toMatchObject({ enabled: false, failure_count: 50 })
    expect(await mails()).toHaveLength(2)
    await failTimes(1)
    expect(receiver.received).toHaveLength(50)
  })

  test('a success begins the count anew', async () => {
    let isHealthy = false
    const receiver = await startReceiver((response) => void response.writeHead(isHealthy ? 204 : 500).end())
    const { id } = await subscribe({ url: receiver.url })
    for (let done = 0; done < 4; done += 1) await record(plan(createId(server.clock.now())))
    await settle()
    expect((await webhookRow(id)).failure_count).toBe(4)
    isHealthy = true
    await record(plan(createId(server.clock.now())))
    await settle()
    expect((await webhookRow(id)).failure_count).toBe(0)
  })

  test('the hourly clean-up deletes delivered events after thirty days, and none that still waits', async () => {
    const receiver = await startReceiver()
    const { id } = await subscribe({ url: receiver.url })
    await record(plan(createId(server.clock.now())))
    await settle()
    const { db } = server.services.database
    const own = () =>
      db.selectFrom('events').select('id').where('organization_id', '=', account.organization_id).execute()
    server.clock.advanceSeconds(29 * 86_400)
    await cleanUpWebhooks(server.services)
    expect(await own()).toHaveLength(1)
    await delivery.stop()
    await record(plan(createId(server.clock.now())))
    server.clock.advanceSeconds(2 * 86_400)
    await cleanUpWebhooks(server.services)
    expect(await own()).toHaveLength(1)
    delivery = await startWebhookDelivery(server.services)
    await settle()
    expect(receiver.received).toHaveLength(2)
    expect((await webhookRow(id)).failure_count).toBe(0)
  })

  /** Its one delivery was claimed by a process that is gone; no other is there yet. */
  async function leaseByDeadProcess() {
    const receiver = await startReceiver()
    const { id } = await subscribe({ url: receiver.url })
    await delivery.stop()
    await record(plan(createId(server.clock.now())))
    const { database } = server.services
    await database.transaction((tx) => fanOutEvents(tx, server.clock.now(), 100))
    expect(await database.transaction((tx) => claimDeliveries(tx, [{ webhookId: id, free: 8 }], 40))).toHaveLength(1)
    return receiver
  }

  test('what a killed process had leased is sent by another once the lease runs out', async () => {
    const receiver = await leaseByDeadProcess()
    delivery = await startWebhookDelivery(server.services)
    await settle()
    expect(receiver.received).toHaveLength(0)
    await passSeconds(41)
    await settle()
    expect(receiver.received).toHaveLength(1)
  })

  test('the start takes up what was leased where there can be no other process: on the embedded database', async () => {
    const receiver = await leaseByDeadProcess()
    await takeUpLeftDeliveries(server.services)
    delivery = await startWebhookDelivery(server.services)
    await settle()
    expect(receiver.received).toHaveLength(server.backend === 'pglite' ? 1 : 0)
  })

  test('after an outage a backlog of 20,000 is claimed oldest first, as quickly as a short one', async () => {
    const { id } = await subscribe({ url: 'http://127.0.0.1:1/hook' })
    await delivery.stop()
    const { database } = server.services
    const now = server.clock.now()
    // Fresh rows, of which the planner knows nothing yet: comparing each with every other would take minutes.
    await sql`
      insert into webhook_deliveries (webhook_id, event_id, resource_id, body, next_attempt_at, created_at)
      select ${id}, 'svc.planner.2.stop.reported', lpad((n % 10000)::text, 24, '0'), '{}', ${now}, ${now}
      from generate_series(0, 19999) n`.execute(database.db)
    const claim = () => database.transaction((tx) => claimDeliveries(tx, [{ webhookId: id, free: 8 }], 40))
    const claimed: string[] = []
    for (let turn = 0; turn < 20; turn++) claimed.push(...(await claim()).map(({ resource_id }) => resource_id))
    expect(claimed.map(Number)).toEqual(Array.from({ length: 160 }, (_, index) => index))
    await sql`delete from webhook_deliveries where webhook_id = ${id}`.execute(database.db)
    delivery = await startWebhookDelivery(server.services)
  })
})

async function queuedMails(): Promise<{ to: string; text: string }[]> {
  const { rows } = await server.services.database.executeSql(
    `select data from jobs.job where name = 'mail' order by created_on`,
  )
  return rows.map(({ data }) => data as { to: string; text: string })
}
