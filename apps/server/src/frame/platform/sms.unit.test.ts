// SMS gateways, against a server of the test's own, and what becomes of SMS without one.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createOutbox } from './outbox.ts'
import { createSms, type KeptSms, type SmsOptions, SmsRefused } from './sms.ts'

interface Received {
  method: string
  url: string
  headers: IncomingHttpHeaders
  body: string
}

let gateway: Server
let base: string
let received: Received[]
let answer: { status: number; body: string }

beforeAll(async () => {
  gateway = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    received.push({ method: request.method!, url: request.url!, headers: request.headers, body })
    response.writeHead(answer.status).end(answer.body)
  })
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`
})
afterAll(() => new Promise((resolve) => gateway.close(resolve)))
beforeEach(() => {
  received = []
  answer = { status: 201, body: '{"sid":"SM1"}' }
})

const [demoId, otherId] = ['0123456789abcdef01234567', 'fedcba9876543210fedcba98']
const message = {
  to: '+4235550101',
  text: 'Wir kommen "gleich" & bringen 100 %',
  id: 'm1',
  organization_id: demoId,
}

const directory = mkdtempSync(join(tmpdir(), 'routewright-sms-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))
const moment = new Date('2026-11-20T06:00:00.000Z')
const kept: KeptSms = {
  outbox: createOutbox({ directory, channels: ['sms'], clock: { now: () => moment } }),
  isKeptFor: (organizationId) => organizationId === demoId,
  momentOf: () => moment,
}

async function send(options: Partial<SmsOptions>, sent = message): Promise<void> {
  const sms = createSms({ gateway: 'http', url: base, method: 'POST', allowPrivate: true, ...options }, kept)
  try {
    await sms.send(sent)
  } finally {
    await sms.close()
  }
}

test('Twilio gets a form with To, From and Body under the account, signed in with account and secret', async () => {
  await send({ gateway: 'twilio', account: 'AC1', secret: 's3cret', from: '+15550100' })
  const [call] = received
  expect([call!.method, call!.url]).toEqual(['POST', '/2010-04-01/Accounts/AC1/Messages.json'])
  expect(call!.headers.authorization).toBe(`Basic ${Buffer.from('AC1:s3cret').toString('base64')}`)
  expect(Object.fromEntries(new URLSearchParams(call!.body))).toEqual({
    To: message.to,
    From: '+15550100',
    Body: message.text,
  })
})

test('the settings of the how-to send what the WhatsApp Cloud API takes, and its refusal is told', async () => {
  const page = readFileSync(new URL('../../../../../docs/how-to/whatsapp.md', import.meta.url), 'utf8')
  const getSetting = (name: string) => new RegExp(`^${name}='?(.*?)'?$`, 'm').exec(page)![1]!
  const address = getSetting('SMS_URL')
  expect(address).toMatch(/^https:\/\/graph\.facebook\.com\/v\d+\.\d\/\{\{from\}\}\/messages$/)
  const options = {
    url: address.replace('https://graph.facebook.com', base),
    from: getSetting('SMS_FROM'),
    secret: 'EAAG1',
    headers: getSetting('SMS_HEADERS'),
    body: getSetting('SMS_BODY'),
  }
  await send(options, { ...message, text: 'Heute, 9–11 Uhr.\n  "Track": https://t.example/1 ' })
  const [call] = received
  expect([call!.method, call!.url]).toEqual(['POST', `/v23.0/${options.from}/messages`])
  expect(call!.headers).toMatchObject({ authorization: 'Bearer EAAG1', 'content-type': 'application/json' })
  expect(JSON.parse(call!.body)).toEqual({
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    to: message.to,
    type: 'template',
    template: {
      name: 'delivery_news',
      language: { code: 'en' },
      components: [
        { type: 'body', parameters: [{ type: 'text', text: 'Heute, 9–11 Uhr. "Track": https://t.example/1' }] },
      ],
    },
  })
  answer = { status: 400, body: '{"error":{"message":"(#132001) Template name does not exist","code":132001}}' }
  await expect(send(options)).rejects.toThrow(/400: \(#132001\) Template name does not exist/)
})

test('a messaging service is named instead of a number', async () => {
  await send({ gateway: 'twilio', account: 'AC1', secret: 's', from: 'MG77' })
  expect(new URLSearchParams(received[0]!.body).get('MessagingServiceSid')).toBe('MG77')
})

test('any gateway: a JSON body by default, with everything escaped', async () => {
  await send({ from: 'Shop' })
  expect(JSON.parse(received[0]!.body)).toEqual({ to: message.to, from: 'Shop', text: message.text })
})

test('any gateway: address, headers and body are templates, each encoded for its place', async () => {
  await send({
    url: `${base}/send?to={{to}}&text={{text}}`,
    method: 'PUT',
    headers: 'Content-Type: application/x-www-form-urlencoded\nX-Key: {{secret}}\nIdempotency-Key: {{id}}',
    secret: 'k1',
    body: 'number={{to}}&message={{text}}&unknown={{other}}',
  })
  const [call] = received
  expect(call!.method).toBe('PUT')
  expect(new URL(call!.url, base).searchParams.get('text')).toBe(message.text)
  expect(call!.headers).toMatchObject({ 'x-key': 'k1', 'idempotency-key': 'm1' })
  const form = new URLSearchParams(call!.body)
  expect([form.get('number'), form.get('message'), form.get('unknown')]).toEqual([
    message.to,
    message.text,
    '{{other}}',
  ])
})

test('a GET sends no body', async () => {
  await send({ url: `${base}/?t={{text}}`, method: 'GET' })
  expect(received[0]).toMatchObject({ method: 'GET', body: '' })
})

test.each([
  [400, true],
  [422, true],
  [401, false],
  [429, false],
  [500, false],
  [503, false],
])('an answer of %i is final: %s', async (status, isFinal) => {
  answer = { status, body: '{"code":21211,"message":"Invalid number"}' }
  const error = await send({}).catch((thrown) => thrown)
  expect(error instanceof SmsRefused).toBe(isFinal)
  expect(error.message).toBe(`the gateway answered ${status}: Invalid number`)
})

test('who answered STOP to Twilio is told apart', async () => {
  answer = { status: 400, body: '{"code":21610,"message":"Attempt to send to unsubscribed recipient"}' }
  await expect(send({})).rejects.toMatchObject({ isUnsubscribed: true })
})

test('a private address is refused where that is not allowed', async () => {
  await expect(send({ allowPrivate: false })).rejects.toThrow('is not a public one')
  expect(received).toEqual([])
})

test('without a gateway the SMS of the demo are kept in the outbox, and others are not sent', async () => {
  const sms = createSms({ method: 'POST', allowPrivate: true }, kept)
  expect([demoId, otherId].map((id) => sms.isAvailableTo(id))).toEqual([true, false])
  await sms.send(message)
  expect(await kept.outbox.list(demoId)).toMatchObject([
    { channel: 'sms', to: message.to, title: message.text, date: moment.toUTCString() },
  ])
  await expect(sms.send({ ...message, organization_id: otherId })).rejects.toThrow('No SMS gateway')
  expect(await kept.outbox.list(otherId)).toEqual([])
})

test('with a gateway nothing is kept, and every organization may send', async () => {
  const sms = createSms({ gateway: 'http', url: base, method: 'POST', allowPrivate: true }, kept)
  expect(sms.isAvailableTo(otherId)).toBe(true)
  const before = await kept.outbox.list(demoId)
  await sms.send(message)
  await sms.close()
  expect(received).toHaveLength(1)
  expect(await kept.outbox.list(demoId)).toEqual(before)
})
