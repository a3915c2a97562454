// The planner's operations on webhooks.

import { getOrganization } from '../../accounts/organizations/organizations.ts'
import type { LoggedDelivery } from '../../data/deliveries.sql.ts'
import type { WebhookRow } from '../../data/webhook-tables.ts'
import { type App, type Context, mount, mountChange, mountSame } from '../../frame/http/mount.ts'
import { getPage } from '../../frame/platform/paging.ts'
import { createOutgoingAgents, type OutgoingAgents } from '../../frame/platform/public-targets.ts'
import type { SecretKeys } from '../../frame/platform/secret-keys.ts'
import { mayTargetPrivate } from '../../frame/platform/trial.ts'
import { writeBody } from './body-forms.ts'
import { keptInSandbox, sendWebhook } from './send.ts'
import { findSigningSecret } from './signing-secrets.ts'
import {
  attemptResource,
  createWebhook,
  deleteWebhook,
  getAttempt,
  getWebhook,
  listAttempts,
  listWebhooks,
  logAttempt,
  sampleEvent,
  updateWebhook,
  type WebhookSurroundings,
  webhookResource,
} from './webhooks.ts'

export function mountWebhooks(app: App): void {
  const getAgent = getAgents(app)
  const { secrets } = app.services
  const makeRules = (organizationId: string): WebhookSurroundings => ({
    allowPrivateWebhooks: mayTargetPrivate(app.services, organizationId),
    secrets,
  })

  mount(app, 'listWebhooks', async (_input, { read }) => (await read(listWebhooks)).map(webhookResource))

  mount(app, 'createWebhook', async ({ body }, { transaction }) => {
    const row = await transaction((scope) => createWebhook(scope, body, makeRules(scope.organizationId)))
    return withSecret(secrets, row)
  })

  mount(app, 'updateWebhook', async ({ params, body }, { transaction }) => {
    const row = await transaction((scope) =>
      updateWebhook(scope, params.webhook_id, body, makeRules(scope.organizationId)),
    )
    return body.signed === true ? withSecret(secrets, row) : webhookResource(row)
  })

  mountChange(app, 'deleteWebhook', async (scope, { params }) =>
    webhookResource(await deleteWebhook(scope, params.webhook_id)),
  )

  mount(app, 'testWebhook', async ({ params }, context) => {
    const [webhook, delivery] = await context.transaction(async (scope) => {
      const row = await getWebhook(scope, params.webhook_id)
      return [row, sampleEvent(scope, row)] as const
    })
    return sendNow(getAgent(webhook), secrets, context, webhook, delivery)
  })

  mount(app, 'listWebhookAttempts', async ({ params, query }, { transaction }) => {
    const { limit, offset } = query
    const { total, rows } = await transaction((scope) => listAttempts(scope, params.webhook_id, { limit, offset }))
    return getPage(rows.map(attemptResource), total, limit, offset)
  })

  mount(app, 'resendWebhookAttempt', async ({ params, body }, context) => {
    const [webhook, attempt] = await context.transaction(async (scope) => [
      await getWebhook(scope, params.webhook_id),
      await getAttempt(scope, params.webhook_id, body.attempt_id),
    ])
    return sendNow(getAgent(webhook), secrets, context, webhook, { ...attempt, id: attempt.delivery_id })
  })

  mountByKey(app)
}

/** Creates the connections to receivers. */
function getAgents(app: App) {
  const agents = createOutgoingAgents()
  app.addHook('onClose', () => agents.destroy())
  return (webhook: WebhookRow) => agents.find(mayTargetPrivate(app.services, webhook.organization_id))
}

/** Mounts the same operations for API keys that manage the organization. */
function mountByKey(app: App): void {
  mountSame(app, 'listWebhookSubscriptions', 'listWebhooks')
  mountSame(app, 'createWebhookSubscription', 'createWebhook')
  mountChange(app, 'getWebhookSubscription', async (scope, { params }) =>
    webhookResource(await getWebhook(scope, params.webhook_id)),
  )
  mountSame(app, 'updateWebhookSubscription', 'updateWebhook')
  mountSame(app, 'deleteWebhookSubscription', 'deleteWebhook')
  mountSame(app, 'sendTestEvent', 'testWebhook')
  mountSame(app, 'listDeliveries', 'listWebhookAttempts')
}

/** Sends outside any transaction, then records the result. */
async function sendNow(
  agent: ReturnType<OutgoingAgents['find']>,
  secrets: SecretKeys,
  context: Pick<Context, 'now' | 'transaction' | 'read'>,
  webhook: WebhookRow,
  delivery: LoggedDelivery,
) {
  const deliveryId = `${webhook.id}-${delivery.resource_id}`
  const outgoing = {
    url: webhook.url,
    ...writeBody(webhook, delivery.body, deliveryId),
    deliveryId,
    signingSecret: findSigningSecret(secrets, webhook),
  }
  const { is_sandbox } = await context.read((scope) => getOrganization(scope))
  const result = is_sandbox ? keptInSandbox : await sendWebhook(agent, outgoing, context.now)
  return attemptResource(await context.transaction((scope) => logAttempt(scope, delivery, result)))
}

/** Adds the signing secret to the response of the call that creates it, and of no other. */
function withSecret(secrets: SecretKeys, row: WebhookRow) {
  const secret = findSigningSecret(secrets, row)
  return { ...webhookResource(row), ...(secret ? { signing_secret: secret } : {}) }
}
