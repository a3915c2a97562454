// Webhook subscriptions by key: same rules and records as in the planner's settings.
import Type from 'typebox'
import { getPage, pageParameters } from '../schemas/list.ts'
import { Webhook, WebhookAttempt, WebhookCreated, WebhookInput, WebhookUpdate } from '../schemas/webhook.ts'
import { create, defineEndpoints, get, post, put, remove } from './endpoint.ts'
import * as example from './examples.ts'

const webhookErrors = ['highway.webhook.error.invalid_url', 'highway.webhook.error.unknown_event'] as const

export const webhookEndpoints = defineEndpoints(
  { tag: 'Webhooks', auth: 'api_key', visibility: 'public' },
  {
    listWebhookSubscriptions: get('/v2/webhooks', 'List webhooks', Type.Array(Webhook), {
      description: 'For keys of those who manage the organization; others are answered 403.',
      examples: { response: [example.webhook] },
    }),
    createWebhookSubscription: create('/v2/webhook', 'Subscribe to events', WebhookCreated, {
      description:
        'All events and all projects unless told otherwise. With `signed` the answer holds the signing secret, this once.',
      body: WebhookInput,
      errors: webhookErrors,
      examples: { body: example.webhookInput, response: example.webhook },
    }),
    getWebhookSubscription: get('/v2/webhook/{webhook_id}', 'Retrieve a webhook', Webhook, {
      examples: { response: example.webhook },
    }),
    updateWebhookSubscription: put('/v2/webhook/{webhook_id}', 'Update a webhook', WebhookCreated, {
      description: 'Switching it on resets its failures; switching `signed` on answers a new secret.',
      body: WebhookUpdate,
      errors: webhookErrors,
      examples: { body: { enabled: false }, response: { ...example.webhook, enabled: false } },
    }),
    deleteWebhookSubscription: remove('/v2/webhook/{webhook_id}', 'Delete a webhook', Webhook, {
      examples: { response: example.webhook },
    }),
    sendTestEvent: post('/v2/webhook/{webhook_id}/test', 'Send a sample event to a webhook now', WebhookAttempt, {
      description: 'Answers what came of it; a receiver that fails is no error of the call.',
      ratePerMinute: 60,
      examples: { response: example.webhookAttempt },
    }),
    listDeliveries: get(
      '/v2/webhook/{webhook_id}/attempts',
      'List the latest deliveries of a webhook',
      getPage('DeliveryPage', WebhookAttempt),
      {
        description: 'Newest first; the latest 500 are kept.',
        query: Type.Object(pageParameters),
        examples: { response: example.page(example.webhookAttempt) },
      },
    ),
  },
)
