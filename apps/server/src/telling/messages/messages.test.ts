// Messages through HTTP on a real database, mails kept, SMS to a gateway of the test's own.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Account, startTestServer, type TestServer } from '../../../test/harness.ts'
import { png } from '../../../test/pictures.ts'
import { type MessageDelivery, startMessageDelivery } from './deliver.ts'

let gateway: Server
let gatewayStatus = 200
let sent: { to: string; text: string }[] = []
let server: TestServer & { stop(): Promise<void> }
let delivery: MessageDelivery
let account: Account
let cookie: string
let planId: string
let routeId: string
let stopIds: string[]

beforeAll(async () => {
  gateway = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    if (gatewayStatus < 300) sent.push(JSON.parse(body))
    response.writeHead(gatewayStatus).end('{"message":"busy"}')
  })
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`
  const sms = { gateway: 'http' as const, url, method: 'POST', allowPrivate: true }
  server = await startTestServer({ config: { sms } })
  delivery = await startMessageDelivery(server.services)
})
afterAll(async () => {
  await delivery.stop()
  await server.stop()
  await new Promise((resolve) => gateway.close(resolve))
})

const call = (method: string, path: string, body?: unknown, query?: Record<string, string>) =>
  server.call(method, path, { key: account.key, body, query })
const app = (method: string, path: string, body?: unknown, query?: Record<string, string>) =>
  server.call(method, `/app/v1${path}`, { headers: { cookie }, body, query })
const configure = async (settings: object) => {
  const answer = await app('PUT', `/project/${account.project_id}/recipients`, settings)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}
const kinds = (...names: string[]) => ({
  messages: { kinds: Object.fromEntries(names.map((name) => [name, { email: true }])) },
})
const log = async (query: Record<string, string> = {}) =>
  (await app('GET', `/project/${account.project_id}/messages`, undefined, { limit: '100', ...query })).body.docs
const told = async (query?: Record<string, string>) =>
  (await log(query)).map((entry: { kind: string; channel: string; status: string; stop_label: string }) =>
    [entry.stop_label, entry.kind, entry.channel, entry.status].join(' '),
  )
const report = (index: number, body: object) => call('POST', `/v3/stop/${stopIds[index]}/report`, body)

beforeEach(async () => {
  server.clock.set('2026-03-02T08:00:00.000Z')
  gatewayStatus = 200
  sent = []
  server.mails.length = 0
  account = await server.createAccount()
  cookie = await server.signIn(account.user_id, 10)
  const project = { project_id: account.project_id }
  planId = (await call('POST', '/v2/plan', { execution_date: '2026-03-02' }, project)).body.id
  const person = (label: string, lat: number, more: object = {}) => ({
    label,
    email: `${label.toLowerCase()}@example.test`,
    phone: '+423 555 01 01',
    location: { lat, lng: 9.52 },
    ...more,
  })
  const stops = [person('Anna', 47.14), person('Beat', 47.16, { pin: '4711' }), person('Carla', 47.2)]
  const route = { email: 'driver@example.test', start_location: { lat: 47.1, lng: 9.5 }, stops }
  const answer = await call('POST', '/v2/routes', [{ ...route, time_window: [28_800, 61_200] }], { plan_id: planId })
  expect(answer.status, answer.text).toBe(201)
  routeId = answer.body[0].id
  stopIds = (await call('GET', `/v2/route/${routeId}`)).body.stops.map(({ id }: { id: string }) => id)
})

async function dispatch(): Promise<string> {
  const { body } = await call('POST', `/v2/route/${routeId}/dispatch`)
  return body.public_link.split('/d/')[1]
}

async function start() {
  const headers = { authorization: `Bearer ${await dispatch()}` }
  const drive = (method: string, path: string, body?: unknown) =>
    server.call(method, `/driver/v1${path}`, { headers, body })
  expect((await drive('POST', '/start')).status).toBe(200)
  return drive
}

describe('what is sent', () => {
  test('nothing, until the project switches it on', async () => {
    await start()
    await delivery.tick()
    expect(await log()).toEqual([])
  })

  test('planned: with the first dispatch, to each pending stop, never twice', async () => {
    await configure(kinds('planned'))
    await report(0, { type: 'service_report_canceled' })
    await dispatch()
    await dispatch()
    await Promise.all([delivery.tick(), delivery.tick()])
    await delivery.tick()
    expect(server.mails.map(({ to, subject }) => [to, subject]).toSorted()).toEqual([
      ['beat@example.test', 'Project: your delivery on Monday 2 March'],
      ['carla@example.test', 'Project: your delivery on Monday 2 March'],
    ])
    const mail = server.mails.find(({ to }) => to === 'beat@example.test')
    const link = (await call('GET', `/v2/stop/${stopIds[1]}`)).body.tracking_url
    expect(mail!.text).toContain(link)
    expect(mail!.html).toContain(`href="${link}"`)
    expect(mail!.unsubscribe!.page).toBe(`${link}?messages=off`)
    expect(mail!.text).toContain('Handover code: 4711')
    const entry = (await log({ stop_id: stopIds[1]! }))[0]
    expect(entry).toMatchObject({ kind: 'planned', channel: 'email', status: 'sent', attempts: 1 })
    expect(JSON.stringify(entry)).not.toContain('4711')
  })

  test('to other stops nothing of anybody else', async () => {
    await configure(kinds('planned'))
    await dispatch()
    await delivery.tick()
    const forAnna = server.mails.find(({ to }) => to === 'anna@example.test')!
    expect(JSON.stringify(forAnna)).not.toMatch(/Beat|Carla|4711/)
  })

  test('started, through both channels, and the handover code where there is one', async () => {
    await configure({ messages: { kinds: { started: { email: true, sms: true }, pin: { sms: true } } } })
    await start()
    await delivery.tick()
    expect((await told()).toSorted()).toEqual([
      'Anna started email sent',
      'Anna started sms sent',
      'Beat pin sms sent',
      'Beat started email sent',
      'Beat started sms sent',
      'Carla started email sent',
      'Carla started sms sent',
    ])
    expect(sent.map(({ to }) => to)).toContain('+4235550101')
    expect(sent.some(({ text }) => text.includes('your handover code is 4711'))).toBe(true)
  })

  test('approaching: to those within the stops or minutes of the project, once', async () => {
    await configure({
      messages: { kinds: { approaching: { email: true, stops_before: 1, minutes_before: null } } },
    })
    const drive = await start()
    server.clock.advanceSeconds(11)
    await delivery.tick()
    expect(await told()).toEqual(['Beat approaching email sent', 'Anna approaching email sent'])
    await report(0, { type: 'service_report_completed' })
    await drive('POST', '/positions', {
      positions: [{ lat: 47.15, lng: 9.52, recorded_at: server.clock.now().toISOString() }],
    })
    server.clock.advanceSeconds(11)
    await delivery.tick()
    expect(await told()).toEqual([
      'Carla approaching email sent',
      'Beat approaching email sent',
      'Anna approaching email sent',
    ])
  })

  test('delayed: when the time moved by more than the project tolerates, out of the window that was told', async () => {
    await configure({ messages: { kinds: { started: { email: true }, delayed: { email: true, minutes: 15 } } } })
    const drive = await start()
    await delivery.tick()
    expect(server.mails).toHaveLength(3)
    // Two hours later the driver has not moved, so all times have changed.
    server.clock.advanceSeconds(7_200)
    const here = { lat: 47.1, lng: 9.5, recorded_at: server.clock.now().toISOString() }
    await drive('POST', '/positions', { positions: [here] })
    server.clock.advanceSeconds(11)
    await delivery.tick()
    expect((await told({ kind: 'delayed' })).toSorted()).toEqual([
      'Anna delayed email sent',
      'Beat delayed email sent',
      'Carla delayed email sent',
    ])
    await drive('POST', '/positions', {
      positions: [{ ...here, recorded_at: server.clock.now().toISOString() }],
    })
    server.clock.advanceSeconds(11)
    await delivery.tick()
    expect(await told({ kind: 'delayed' })).toHaveLength(3)
  })

  test('completed and failed, with who took it, the reason in words and what comes next', async () => {
    await configure({ ...kinds('completed', 'failed'), page: { next_step: 'We come again tomorrow.' } })
    await report(0, { type: 'service_report_completed', taken_by: 'neighbour', taker_name: 'Meier' })
    await report(1, { type: 'service_report_canceled', cancel_reason: 'no_access', comments: 'internal' })
    await report(2, { type: 'service_report_attempted' })
    await delivery.tick()
    expect(await told()).toEqual(['Beat failed email sent', 'Anna completed email sent'])
    const failed = server.mails.find(({ to }) => to === 'beat@example.test')!
    expect(failed.text).toContain('We come again tomorrow.')
    expect(failed.text).toContain('Reason: There was no access')
    expect(failed.text).not.toContain('internal')
    const completed = server.mails.find(({ to }) => to === 'anna@example.test')!
    expect(completed.text).toContain('Left with your neighbour: Meier.')
  })

  test('canceled: to who was told before, and to nobody else', async () => {
    await configure(kinds('planned', 'canceled'))
    await call('DELETE', `/v2/stop/${stopIds[2]}`)
    await dispatch()
    await delivery.tick()
    await call('DELETE', `/v2/stop/${stopIds[0]}`)
    await delivery.tick()
    expect(await told({ kind: 'canceled' })).toEqual(['Anna canceled email sent'])
    expect(server.mails.at(-1)!.subject).toContain('was cancelled')
  })

  test('nothing of a plan that became a draft or was left meanwhile', async () => {
    const quiet_hours = { from: 7 * 3_600, to: 10 * 3_600 }
    await configure({ messages: { quiet_hours, ...kinds('planned').messages } })
    await dispatch()
    await delivery.tick()
    const other = (await call('POST', '/v2/plan', {}, { project_id: account.project_id })).body.id
    await call('POST', '/v2/stop/move', { plan_id: other, stop_ids: [stopIds[0]] })
    await call('PUT', `/v2/plan/${planId}`, { status: 'draft' })
    server.clock.set('2026-03-02T10:00:00.000Z')
    await delivery.tick()
    expect(server.mails).toEqual([])
    const codes = (await log()).map(({ reason_code }: { reason_code: string }) => reason_code)
    expect(codes.toSorted()).toEqual(['draft', 'draft', 'moved'])
  })

  test('in the language of the recipient, else of the project, in the words of the project', async () => {
    await call('PUT', `/v2/stop/${stopIds[0]}`, { custom_fields: { language: 'de-AT' } })
    await configure({
      branding: { name: 'Bäckerei Huber', color: '#aa3300', phone: '+423 1' },
      messages: {
        language: 'fr',
        kinds: { planned: { email: true, templates: { fr: { subject: 'Demain chez {{recipient}}' } } } },
      },
    })
    await dispatch()
    await delivery.tick()
    const subjectTo = (to: string) => server.mails.find((mail) => mail.to === to)!
    expect(subjectTo('anna@example.test').subject).toBe('Bäckerei Huber: Ihre Lieferung am Montag, 2. März')
    expect(subjectTo('beat@example.test')).toMatchObject({ subject: 'Demain chez Beat', from_name: 'Bäckerei Huber' })
    expect(subjectTo('beat@example.test').html).toContain('#aa3300')
  })
})

describe('when it is sent', () => {
  test('quiet hours hold a message back; afterwards it goes out, or not at all when it came too late', async () => {
    const quiet = { from: 7 * 3_600, to: 10 * 3_600 }
    await configure({ messages: { quiet_hours: quiet, ...kinds('started', 'completed').messages } })
    await start()
    await delivery.tick()
    await report(0, { type: 'service_report_completed' })
    await delivery.tick()
    expect(server.mails).toEqual([])
    expect((await told({ status: 'held' })).length).toBe(4)
    server.clock.set('2026-03-02T10:00:00.000Z')
    await delivery.tick()
    expect((await told()).toSorted()).toEqual([
      'Anna completed email sent',
      'Anna started email suppressed',
      'Beat started email sent',
      'Carla started email sent',
    ])
    expect((await log({ status: 'suppressed' }))[0]).toMatchObject({ reason_code: 'over' })
  })

  test('a failing gateway is asked again later and later, and then no more; by hand once more', async () => {
    await configure({ messages: { kinds: { started: { sms: true } } } })
    gatewayStatus = 503
    await start()
    await delivery.tick()
    const first = (await log({ stop_id: stopIds[0]! }))[0]
    expect(first).toMatchObject({ status: 'queued', attempts: 1, next_attempt_at: '2026-03-02T08:01:00.000Z' })
    expect(first.reason).toContain('503')
    for (const pause of [60, 300, 900, 3_600, 14_400]) {
      server.clock.advanceSeconds(pause)
      await delivery.tick()
    }
    const given = (await log({ stop_id: stopIds[0]! }))[0]
    expect(given).toMatchObject({ status: 'failed', reason_code: 'gave_up', attempts: 6 })
    gatewayStatus = 200
    const retried = await app('POST', `/stop/${stopIds[0]}/messages/${given.id}/retry`)
    expect(retried.body).toMatchObject({ status: 'queued', attempts: 0 })
    await delivery.tick()
    expect((await log({ stop_id: stopIds[0]! }))[0]).toMatchObject({ status: 'sent' })
    expect(sent).toHaveLength(1)
    expect(await app('POST', `/stop/${stopIds[0]}/messages/${given.id}/retry`)).toMatchObject({
      status: 400,
      body: { message_id: 'highway.message.error.not_now' },
    })
  })

  test('a refusal of the gateway is final', async () => {
    await configure({ messages: { kinds: { started: { sms: true } } } })
    gatewayStatus = 422
    await start()
    await delivery.tick()
    expect((await log())[0]).toMatchObject({ status: 'failed', reason_code: 'refused', attempts: 1 })
  })

  test('what a dead process was sending is not sent again by itself', async () => {
    await configure({ messages: { kinds: { started: { sms: true } } } })
    await start()
    gatewayStatus = 503
    await delivery.tick()
    const { db } = server.services.database
    await db
      .updateTable('messages')
      .set({ leased_until: new Date('2026-03-02T08:05:00Z') })
      .where('stop_id', '=', stopIds[0]!)
      .execute()
    gatewayStatus = 200
    server.clock.advanceSeconds(3_600)
    await delivery.tick()
    expect((await log({ stop_id: stopIds[0]! }))[0]).toMatchObject({ status: 'failed', reason_code: 'interrupted' })
    expect(sent).toHaveLength(2)
  })

  test('who asked for no more gets none from this sender, until he takes it back', async () => {
    await configure(kinds('planned', 'started'))
    const token = (await call('GET', `/v2/stop/${stopIds[0]}`)).body.tracking_url.split('/t/')[1]
    const off = await server.call('PUT', `/track/v1/${token}/messages`, { body: { off: true } })
    expect(off.body).toMatchObject({ messages_off: true })
    await dispatch()
    await delivery.tick()
    expect((await log({ stop_id: stopIds[0]! }))[0]).toMatchObject({
      status: 'suppressed',
      reason_code: 'unsubscribed',
    })
    expect(server.mails.map(({ to }) => to)).not.toContain('anna@example.test')
    await server.call('PUT', `/track/v1/${token}/messages`, { body: { off: false } })
    await start()
    await delivery.tick()
    expect(server.mails.map(({ to }) => to)).toContain('anna@example.test')
  })

  test('a mail program ends messages by one POST to the address in the header', async () => {
    await configure(kinds('planned'))
    await dispatch()
    await delivery.tick()
    const { post } = server.mails[0]!.unsubscribe!
    const answer = await server.call('POST', new URL(post).pathname, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
    expect(answer.status, answer.text).toBe(200)
    const token = new URL(post).pathname.split('/')[3]
    expect((await server.call('GET', `/track/v1/${token}`)).body.messages_off).toBe(true)
  })
})

describe('another day than today', () => {
  test('starting its route tells no recipient, whatever the project sends', async () => {
    await configure({
      messages: {
        kinds: {
          started: { email: true, sms: true },
          approaching: { email: true, stops_before: 5 },
          delayed: { email: true },
          pin: { sms: true },
          completed: { email: true },
        },
      },
    })
    server.clock.set('2026-03-01T02:52:00.000Z')
    const drive = await start()
    const here = { lat: 47.1, lng: 9.5, recorded_at: server.clock.now().toISOString() }
    await drive('POST', '/positions', { positions: [here] })
    await report(0, { type: 'service_report_completed' })
    server.clock.set('2026-03-01T11:00:00.000Z')
    await delivery.tick()
    expect([await log(), server.mails, sent]).toEqual([[], [], []])
  })

  test('announcing it waits for the morning of the day, or for as many days before as the project says', async () => {
    server.clock.set('2026-02-27T15:00:00.000Z')
    await configure(kinds('planned'))
    await dispatch()
    await delivery.tick()
    expect(server.mails).toEqual([])
    expect((await log())[0]).toMatchObject({ status: 'held', next_attempt_at: '2026-03-02T07:00:00.000Z' })
    server.clock.set('2026-03-02T07:00:00.000Z')
    await delivery.tick()
    expect(server.mails).toHaveLength(3)
  })

  test('a day before, where the project says so, in the evening of the day before', async () => {
    server.clock.set('2026-03-01T16:00:00.000Z')
    await configure({ messages: { kinds: { planned: { email: true, days_before: 1 } } } })
    await dispatch()
    await delivery.tick()
    expect(server.mails).toHaveLength(3)
  })

  test('what was held over night is not told on the day after', async () => {
    await configure({ messages: { kinds: { started: { email: true } } } })
    server.clock.set('2026-03-02T21:30:00.000Z')
    await start()
    await delivery.tick()
    expect(await told()).toEqual(['Carla started email held', 'Beat started email held', 'Anna started email held'])
    server.clock.set('2026-03-03T07:00:00.000Z')
    await delivery.tick()
    expect(server.mails).toEqual([])
    expect((await log())[0]).toMatchObject({ status: 'suppressed', reason_code: 'other_day' })
  })
})

describe('quiet hours that nobody set', () => {
  test('last from 21 to 7 where the project works; null is none, and stays none', async () => {
    const settings = async () => (await app('GET', `/project/${account.project_id}/recipients`)).body.messages
    expect((await settings()).quiet_hours).toEqual({ from: 75_600, to: 25_200 })
    await configure({ messages: { kinds: { started: { email: true } } } })
    server.clock.set('2026-03-02T05:10:00.000Z')
    await start()
    await delivery.tick()
    expect((await log())[0]).toMatchObject({ status: 'held', next_attempt_at: '2026-03-02T07:00:00.000Z' })
    await configure({ messages: { quiet_hours: null } })
    await configure({ messages: { reply_to: 'office@example.test' } })
    expect(await settings()).not.toHaveProperty('quiet_hours')
  })
})

describe('a number that can be none', () => {
  test('is not handed to the gateway and not listed as sent; mended, it is sent again', async () => {
    await configure({ messages: { kinds: { started: { sms: true } } } })
    await call('PUT', `/v2/stop/${stopIds[0]}`, { phone: '079 230 45 67' })
    await call('PUT', `/v2/stop/${stopIds[1]}`, { phone: '+423 12' })
    await start()
    await delivery.tick()
    expect(sent.map(({ to }) => to)).toEqual(['+4235550101'])
    const failed = await log({ status: 'failed' })
    expect(failed.map(({ stop_label, reason_code }: Record<string, string>) => [stop_label, reason_code])).toEqual([
      ['Beat', 'unusable'],
      ['Anna', 'country_unknown'],
    ])
    const again = (index: number) => app('POST', `/stop/${stopIds[index]}/messages/${failed[1 - index].id}/retry`)
    expect((await again(1)).body.message_id).toBe('highway.message.error.no_contact')
    await call('PUT', `/v2/stop/${stopIds[1]}`, { phone: '+423 555 02 02' })
    expect((await again(1)).body).toMatchObject({ to: '+4235550202', status: 'queued' })
    await configure({ messages: { country: 'CH' } })
    expect((await again(0)).body).toMatchObject({ to: '+41792304567', status: 'queued' })
    await delivery.tick()
    expect(sent.map(({ to }) => to).toSorted()).toEqual(['+41792304567', '+4235550101', '+4235550202'])
  })
})

describe('one look before dispatching', () => {
  const look = async (routeIds = [routeId]) => app('POST', `/plan/${planId}/dispatch_preview`, { route_ids: routeIds })

  test('tells who hears what and when, whom nothing reaches and why, and sends nothing', async () => {
    server.clock.set('2026-03-01T21:30:00.000Z')
    await configure({
      messages: { kinds: { planned: { email: true, sms: true }, started: { sms: true }, pin: { sms: true } } },
    })
    await call('PUT', `/v2/stop/${stopIds[0]}`, { email: null, phone: '079 230 45 67' })
    const { status, text, body } = await look()
    expect(status, text).toBe(200)
    expect(body).toMatchObject({
      drivers: [{ route_id: routeId, way: 'email', to: 'driver@example.test' }],
      recipients: [
        { kind: 'planned', email: 2, sms: 2, at: '2026-03-02T07:00:00.000Z' },
        { kind: 'started', email: 0, sms: 2 },
        { kind: 'pin', email: 0, sms: 1 },
      ],
      unreachable: [{ stop_id: stopIds[0], stop_label: 'Anna', why: 'country_unknown', contact: '079 230 45 67' }],
      sample: {
        stop_id: stopIds[1],
        kind: 'planned',
        channel: 'email',
        subject: 'Project: your delivery on Monday 2 March',
      },
    })
    expect(body.recipients[1]).not.toHaveProperty('at')
    expect(JSON.stringify(body.sample)).not.toContain('4711')
    await delivery.tick()
    expect([await log(), server.mails, sent]).toEqual([[], [], []])
  })

  test('what was announced is not announced again, and a project that tells nothing reaches everybody it wants to', async () => {
    expect((await look()).body).toMatchObject({ recipients: [], unreachable: [] })
    await configure(kinds('planned'))
    expect((await look()).body.recipients).toMatchObject([
      { kind: 'planned', email: 3, at: '2026-03-02T08:00:00.000Z' },
    ])
    await dispatch()
    await delivery.tick()
    expect((await look()).body.recipients).toEqual([])
    expect((await look(['0'.repeat(24)])).status).toBe(404)
  })

  test('those whom nothing reaches stand in one list, with messages that failed, until they are mended', async () => {
    const unreachable = async () =>
      (await app('GET', `/plan/${planId}/unreachable`)).body.map(({ stop_label, why }: Record<string, string>) => [
        stop_label,
        why,
      ])
    await configure({ messages: { kinds: { started: { sms: true } } } })
    await call('PUT', `/v2/stop/${stopIds[0]}`, { phone: null })
    await call('PUT', `/v2/stop/${stopIds[1]}`, { phone: 'at the gate' })
    expect(await unreachable()).toEqual([
      ['Anna', 'no_contact'],
      ['Beat', 'unusable'],
    ])
    gatewayStatus = 422
    await start()
    await delivery.tick()
    expect(await unreachable()).toEqual([
      ['Anna', 'no_contact'],
      ['Beat', 'unusable'],
      ['Carla', 'failed'],
    ])
    for (const id of stopIds) await call('PUT', `/v2/stop/${id}`, { phone: '+423 555 03 03' })
    expect(await unreachable()).toEqual([])
  })
})

describe('by hand', () => {
  test('the handover code is sent again, also where the project sends none by itself', async () => {
    const answer = await app('POST', `/stop/${stopIds[1]}/messages`, { kind: 'pin', channels: ['sms'] })
    expect(answer.status, answer.text).toBe(201)
    await app('POST', `/stop/${stopIds[1]}/messages`, { kind: 'pin', channels: ['sms'] })
    await delivery.tick()
    expect(sent).toHaveLength(2)
    expect(sent[0]!.text).toContain('4711')
  })

  test.each([
    ['pin', 0, {}, 'highway.message.error.not_now'],
    ['completed', 0, {}, 'highway.message.error.not_now'],
    ['pin', 1, { email: null }, 'highway.message.error.no_contact'],
  ])('%s is refused where it makes no sense', async (kind, index, change, messageId) => {
    await call('PUT', `/v2/stop/${stopIds[index]}`, change)
    const answer = await app('POST', `/stop/${stopIds[index]}/messages`, { kind, channels: ['email'] })
    expect([answer.status, answer.body.message_id]).toEqual([400, messageId])
    expect(await log()).toEqual([])
  })
})

describe('settings', () => {
  test('come whole, with our words beside; what is not sent stays, null goes back to ours', async () => {
    const { project_id } = account
    const before = (await app('GET', `/project/${project_id}/recipients`)).body
    expect(before).toMatchObject({
      messages: { language: 'en', kinds: { planned: { email: false }, address_check: { email: true } } },
      page: { van: 'near', proof: 'photos' },
      channels: { email: true, sms: true },
    })
    expect(before.defaults.pin.de.sms).toContain('{{pin}}')
    await configure({
      messages: { kinds: { planned: { email: true, templates: { en: { subject: 'A', sms: 'B' } } } } },
    })
    await configure({ messages: { kinds: { planned: { sms: true, templates: { en: { subject: null } } } } } })
    const after = await configure({ page: { van: 'never' } })
    expect(after.messages.kinds.planned).toEqual({
      email: true,
      sms: true,
      days_before: 0,
      templates: { en: { sms: 'B' } },
    })
    expect(after.page).toMatchObject({ van: 'never', proof: 'photos' })
  })

  test.each([
    [{ messages: { kinds: { planned: { templates: { de: { sms: 'Hallo {{nmae}}' } } } } } }, '"nmae"'],
    [{ messages: { quiet_hours: { from: 0, to: 86_400 } } }, 'messages.quiet_hours.to'],
    [{ messages: { reply_to: 'nobody' } }, 'messages.reply_to'],
    [{ branding: { website: 'javascript:alert(1)' } }, 'branding.website'],
    [{ branding: { color: 'red' } }, 'branding.color'],
    [{ branding: { logo: 'data:image/svg+xml;base64,PHN2Zz48L3N2Zz4=' } }, 'branding.logo'],
  ])('%j is refused, naming %s', async (settings, named) => {
    const answer = await app('PUT', `/project/${account.project_id}/recipients`, settings)
    expect(answer.status).toBe(400)
    expect(answer.body.message).toContain(named)
  })

  test('the sender’s logo stands on the pages of his recipients, and is gone when he takes it away', async () => {
    const token = (await call('GET', `/v2/stop/${stopIds[0]}`)).body.tracking_url.split('/t/')[1]
    await configure({ branding: { logo: `data:image/png;base64,${png().toString('base64')}` } })
    const answer = await server.app.inject(`/track/v1/${token}/logo`)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/png'])
    expect(answer.rawPayload.subarray(1, 4).toString()).toBe('PNG')
    await configure({ branding: { logo: null } })
    expect((await server.app.inject(`/track/v1/${token}/logo`)).statusCode).toBe(404)
  })

  test('a preview is filled with sample data, in the language asked for, and sends nothing', async () => {
    const preview = async (body: object) => app('POST', `/project/${account.project_id}/messages/preview`, body)
    const { body } = await preview({ kind: 'planned', language: 'es', branding: { name: 'Huber' } })
    expect(body.subject).toMatch(/^Huber: su entrega del lunes, 2 de marzo$/)
    expect(body.text).toContain('Lucía Ortega')
    expect(body.html).toContain('<html lang="es">')
    expect(body.sms_parts).toBeGreaterThan(0)
    const own = await preview({ kind: 'pin', template: { sms: 'Code {{pin}}' } })
    expect(own.body).toMatchObject({ sms: 'Code 4711', sms_parts: 1 })
    expect(await preview({ kind: 'pin', template: { sms: '{{code}}' } })).toMatchObject({
      status: 400,
      body: { message_id: 'highway.message.error.unknown_variable', message: expect.stringContaining('"code"') },
    })
    expect(server.mails).toEqual([])
  })
})
