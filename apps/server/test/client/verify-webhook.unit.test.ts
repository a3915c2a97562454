// The published client's check of deliveries, against the signature that the service really writes.
import { verifyWebhook, WebhookVerificationError } from '@routewright/client'
import { expect, test } from 'vitest'
import { signatureHeaders } from '../../src/telling/webhooks/send.ts'

const secret = `whsec_${Buffer.from('a secret of twenty-four b').toString('base64')}`
const now = Date.parse('2026-11-23T08:12:31.000Z')
const body = JSON.stringify({ event_id: 'svc.planner.2.plan.created', data: { label: 'Überfahrt' } })
const outgoing = {
  deliveryId: '691f1a2e6d40b97c135f8ea2',
  body,
  signingSecret: secret,
  url: 'https://receiver.example',
}
const headers = signatureHeaders(outgoing, new Date(now))
const refused = (problem: Promise<unknown>, words: string) =>
  expect(problem).rejects.toMatchObject({
    constructor: WebhookVerificationError,
    message: expect.stringContaining(words),
  })

test('a delivery that the service signed is its event, from text and bytes, with headers of fetch and of Node', async () => {
  expect(await verifyWebhook(body, headers, secret, { now })).toEqual(JSON.parse(body))
  expect(await verifyWebhook(Buffer.from(body), new Headers(headers), secret, { now })).toEqual(JSON.parse(body))
  const rolled = { ...headers, 'webhook-signature': `v1,${btoa('another')} ${headers['webhook-signature']}` }
  expect(await verifyWebhook(body, rolled, secret, { now })).toEqual(JSON.parse(body))
})

test('another body, secret or moment, or a missing header, is refused with the reason', async () => {
  await refused(verifyWebhook(`${body} `, headers, secret, { now }), 'does not fit')
  await refused(verifyWebhook(body, headers, `whsec_${btoa('another')}`, { now }), 'does not fit')
  await refused(verifyWebhook(body, headers, secret, { now: now + 301_000 }), '300 seconds')
  await refused(verifyWebhook(body, headers, secret, { now: now + 2_000, toleranceSeconds: 1 }), '1 seconds')
  await refused(verifyWebhook(body, { ...headers, 'webhook-timestamp': 'x' }, secret, { now }), 'webhook-timestamp')
  await refused(verifyWebhook(body, {}, secret, { now }), 'webhook-id is missing')
  await refused(verifyWebhook(body, headers, 'whsec_?', { now }), 'not one of a webhook')
  await refused(verifyWebhook(body, { ...headers, 'webhook-signature': 'v1,?? v2,x' }, secret, { now }), 'does not fit')
})
