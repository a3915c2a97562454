// Webhook subscriptions and the log of their deliveries.
import Type, { type Static } from 'typebox'
import { allEventIds } from '../events.ts'
import { textLength } from '../limits.ts'
import { nullable, oneOf, optionalFields, record } from '../schema.ts'
import { count, flag, id, label, text, timestamp, url } from './fields.ts'

const eventList = Type.Array(oneOf(allEventIds, { title: 'EventType' }), {
  description: 'Event types that are delivered; when empty, the eight that are not optional.',
  maxItems: 100,
  'x-message-id': 'highway.webhook.error.unknown_event',
})
const target = Type.String({
  description: 'Where events go; https outside development.',
  minLength: 1,
  maxLength: textLength.webhookUrl,
  'x-message-id': 'highway.webhook.error.invalid_url',
})

/** Forms of a delivery's body besides the plain envelope. */
export const webhookForms = ['cloudevents'] as const
const form = oneOf(webhookForms, {
  description:
    'How deliveries are written: as CloudEvents 1.0, with the envelope as `data`. The plain envelope without it.',
})

export const Webhook = record('Webhook', 'A subscription to events.', {
  id: id(),
  organization_id: id(),
  url: url(),
  events: eventList,
  enabled: flag('Switched off by itself after 50 failures in a row.'),
  failure_count: count('Failed attempts since the last success.'),
  signed: flag('Whether deliveries carry Standard Webhooks headers.'),
  created_at: timestamp(),
  updated_at: timestamp(),
  ...optionalFields({
    project_id: id('All projects when missing.'),
    created_by: id(),
    label: label(),
    disabled_at: timestamp(),
    form,
  }),
})
export type Webhook = Static<typeof Webhook>

export const WebhookCreated = record('WebhookCreated', 'A new subscription; its signing secret is shown this once.', {
  ...Webhook.properties,
  signing_secret: Type.Optional(Type.String()),
})

const writable = {
  events: Type.Optional(eventList),
  enabled: Type.Optional(flag()),
  label: Type.Optional(nullable(label())),
  project_id: Type.Optional(nullable(id('All projects when null.'))),
  form: Type.Optional(nullable(form)),
  signed: Type.Optional(flag('Sign deliveries after Standard Webhooks; off by default.')),
}

export const WebhookInput = record('WebhookInput', 'A new subscription.', { url: target, ...writable })
export type WebhookInput = Static<typeof WebhookInput>

export const WebhookUpdate = record(
  'WebhookUpdate',
  'What changes in a subscription; enabling it resets its failures.',
  {
    url: Type.Optional(target),
    ...writable,
  },
)
export type WebhookUpdate = Static<typeof WebhookUpdate>

export const WebhookAttempt = record('WebhookAttempt', 'One attempt to deliver one event.', {
  id: Type.Integer(),
  event_id: Type.String(),
  resource_id: Type.String(),
  ok: flag('Whether the receiver answered 2xx within 10 seconds.'),
  duration_ms: count(),
  body: Type.Unsafe<Record<string, unknown>>({ type: 'object', description: 'What was sent.' }),
  created_at: timestamp(),
  ...optionalFields({ response_status: Type.Integer(), error: text(), delivery_id: Type.Integer() }),
})
export type WebhookAttempt = Static<typeof WebhookAttempt>
