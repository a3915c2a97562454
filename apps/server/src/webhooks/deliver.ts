// The delivery loop: events to deliveries, deliveries to receivers, each receiver in a lane of its own so that a slow or
// dead one never holds up another.

import { limits } from '@routewright/contract'
import {
  claimDeliveries,
  deleteDelivery,
  deleteOldEvents,
  fanOutEvents,
  findWebhook,
  giveUpDeliveries,
  insertAttempt,
  postponeDelivery,
  selectDueWebhooks,
  selectOwnerEmails,
  trimAttempts,
} from '../data/deliveries.sql.ts'
import type { DeliveryRow, WebhookRow } from '../data/webhook-tables.ts'
import { countResult, disableWebhook } from '../data/webhooks.sql.ts'
import { queueMail } from '../platform/mail.ts'
import { createOutgoingAgents, type OutgoingAgents } from '../platform/public-targets.ts'
import type { Tx } from '../platform/scope.ts'
import type { Services } from '../platform/services.ts'
import { mayTargetPrivate } from '../platform/trial.ts'
import { wakeChannel } from './events.ts'
import { startRounds } from './rounds.ts'
import { type AttemptResult, sendWebhook } from './send.ts'

export interface WebhookDelivery {
  /** One round: fans out what waits and starts a lane for every webhook with something due. */
  tick(): Promise<void>
  /** Resolves when no lane is running. */
  idle(): Promise<void>
  stop(): Promise<void>
}

const pollMilliseconds = 1_000
const fanOutBatch = 1_000
/** Deliveries of one webhook under way at once, each of another resource. */
const laneWidth = 8
/** Longer than one attempt can take, so a lease that is older belonged to a process that died. */
const leaseMilliseconds = (limits.webhookLimits.timeoutSeconds + 20) * 1_000
const keepMilliseconds = 30 * 86_400_000
/** The log is cut back now and then, not at every attempt. */
const trimEvery = 50

/** Starts the loop: woken by notifications, and once a second for retries that fall due. */
export async function startWebhookDelivery(services: Services): Promise<WebhookDelivery> {
  const { database, log } = services
  const agents = createOutgoingAgents()
  const lanes = new Map<string, Promise<void>>()
  const rounds = await startRounds(services, {
    channel: wakeChannel,
    pollMilliseconds,
    failure: 'webhook round failed; trying again',
    async runRound(isStopped) {
      while (
        (await database.transaction((tx) => fanOutEvents(tx, services.clock.now(), fanOutBatch))) === fanOutBatch
      ) {
        // More may wait.
      }
      for (const webhookId of await selectDueWebhooks(database.db, services.clock.now())) {
        if (lanes.has(webhookId) || isStopped()) continue
        const lane = runLane(services, agents, webhookId, isStopped)
          .catch((error) => log.error({ err: error, webhook: webhookId }, 'webhook lane failed'))
          .finally(() => lanes.delete(webhookId))
        lanes.set(webhookId, lane)
      }
    },
  })
  return {
    tick: rounds.tick,
    idle: async () => {
      while (rounds.current || lanes.size > 0) await Promise.all([rounds.current, ...lanes.values()])
    },
    async stop() {
      await rounds.stop()
      await agents.destroy()
      await Promise.all(lanes.values())
    },
  }
}

/** The hourly clean-up of what was delivered long ago. */
export async function cleanUpWebhooks(services: Services): Promise<void> {
  await deleteOldEvents(services.database.db, new Date(services.clock.now().getTime() - keepMilliseconds))
}

async function runLane(
  services: Services,
  agents: OutgoingAgents,
  webhookId: string,
  isStopped: () => boolean,
): Promise<void> {
  while (!isStopped()) {
    const now = services.clock.now()
    const leasedUntil = new Date(now.getTime() + leaseMilliseconds)
    const [webhook, deliveries] = await services.database.transaction(async (tx) => [
      await findWebhook(tx, webhookId),
      await claimDeliveries(tx, webhookId, now, leasedUntil, laneWidth),
    ])
    if (!webhook?.enabled || deliveries.length === 0) return
    await Promise.all(deliveries.map((delivery) => attempt(services, agents, webhook, delivery, isStopped)))
  }
}

async function attempt(
  services: Services,
  agents: OutgoingAgents,
  webhook: WebhookRow,
  delivery: DeliveryRow,
  isStopped: () => boolean,
): Promise<void> {
  const outgoing = {
    url: webhook.url,
    body: JSON.stringify(delivery.body),
    deliveryId: `${webhook.id}-${delivery.event_key ?? delivery.id}`,
    signingSecret: webhook.signing_secret,
  }
  const agent = agents.find(mayTargetPrivate(services, webhook.organization_id))
  const result = await sendWebhook(agent, outgoing, services.clock.now())
  // Our own shutdown ended the attempt, which is no failure of the receiver. The lease runs out, and another process sends it.
  if (!result.ok && isStopped()) return
  await services.database.transaction((tx) => recordAttempt(tx, services, webhook, delivery, result))
}

/** The outcome of one attempt, in one transaction: log, retry or done, failures in a row, mail, switching off. */
async function recordAttempt(
  tx: Tx,
  services: Services,
  webhook: WebhookRow,
  delivery: DeliveryRow,
  result: AttemptResult,
): Promise<void> {
  const now = services.clock.now()
  // The row of the webhook is locked first by every attempt, so that two of them cannot wait for each other.
  const failures = await countResult(tx, webhook.id, result.ok)
  await insertAttempt(tx, delivery, result, now)
  if (delivery.id % trimEvery === 0) await trimAttempts(tx, webhook.id, limits.webhookLimits.logLength)
  if (result.ok) return deleteDelivery(tx, delivery.id)
  const pauseSeconds = limits.webhookLimits.retrySeconds[delivery.attempts]
  const nextAttemptAt = pauseSeconds === undefined ? undefined : new Date(now.getTime() + pauseSeconds * 1_000)
  await postponeDelivery(tx, delivery, nextAttemptAt)
  if (failures === limits.webhookLimits.failuresUntilMail) await tellOwner(tx, services, webhook, failures, result)
  if (failures >= limits.webhookLimits.failuresUntilDisabled && (await disableWebhook(tx, webhook.id, now))) {
    await giveUpDeliveries(tx, webhook.id)
    await tellOwner(tx, services, webhook, failures, result)
  }
}

async function tellOwner(
  tx: Tx,
  services: Services,
  webhook: WebhookRow,
  failures: number,
  result: AttemptResult,
): Promise<void> {
  const isOff = failures >= limits.webhookLimits.failuresUntilDisabled
  const host = new URL(webhook.url).host
  const text = [
    `The webhook ${webhook.label ? `"${webhook.label}" ` : ''}to ${host} failed ${failures} times in a row.`,
    `Last failure: ${result.error ?? 'unknown'}.`,
    isOff
      ? 'It is now switched off and receives no events until you switch it on again in the settings.'
      : `Deliveries are tried again. After ${limits.webhookLimits.failuresUntilDisabled} failures in a row it is switched off.`,
  ].join('\n\n')
  const subject = isOff ? `Webhook to ${host} switched off` : `Webhook to ${host} is failing`
  for (const to of await selectOwnerEmails(tx, webhook)) {
    await queueMail(tx, services.jobs, webhook.organization_id, { to, subject, text })
  }
}
