// The delivery loop: events to deliveries, deliveries to receivers. What is under way is bounded for each subscription, so
// that a slow or dead receiver never holds up another one.

import { limits } from '@routewright/contract'
import {
  claimDeliveries,
  type DueWebhook,
  deleteOldEvents,
  fanOutBatch,
  fanOutEvents,
  selectDueWebhooks,
} from '../data/deliveries.sql.ts'
import type { DeliveryRow, WebhookRow } from '../data/webhook-tables.ts'
import { createOutgoingAgents } from '../platform/public-targets.ts'
import type { SecretKeys } from '../platform/secret-keys.ts'
import { type Services, systemCaller, transactAs } from '../platform/services.ts'
import { mayTargetPrivate } from '../platform/trial.ts'
import { wakeChannel } from './events.ts'
import { type Outcome, recordOutcomes, takeOutcomes } from './outcomes.ts'
import { type Rounds, startRounds } from './rounds.ts'
import { keptInSandbox, type Outgoing, sendWebhook } from './send.ts'
import { signingSecretOf } from './signing-secrets.ts'

export interface WebhookDelivery {
  /** One round: fans out what waits and begins to send what is due. */
  tick(): Promise<void>
  /** Resolves when nothing is under way. */
  idle(): Promise<void>
  stop(): Promise<void>
}

const pollMilliseconds = 1_000
/** Deliveries of one webhook under way at once, each of another resource. */
const laneWidth = 8
/** Longer than connecting and being answered can take, so a lease that is older belonged to a process that died. */
const leaseSeconds = 2 * limits.webhookLimits.timeoutSeconds + 20
const keepMilliseconds = 30 * 86_400_000

/** Starts the loop: woken by notifications, and now and then for retries that fall due. */
export async function startWebhookDelivery(services: Services): Promise<WebhookDelivery> {
  const { database } = services
  const sending = startSending(services)
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
      const due = new Map((await selectDueWebhooks(database.db)).map((webhook) => [webhook.id, webhook]))
      const lanes = [...due.keys()].map((webhookId) => ({ webhookId, free: laneWidth - sending.countOf(webhookId) }))
      const free = lanes.filter((lane) => lane.free > 0)
      if (free.length === 0 || isStopped()) return
      const claimed = await database.transaction((tx) => claimDeliveries(tx, free, leaseSeconds))
      for (const delivery of claimed) sending.begin(due.get(delivery.webhook_id)!, delivery, rounds)
    },
  })
  return {
    tick: rounds.tick,
    idle: async () => {
      while (rounds.current || sending.current.size > 0) await Promise.all([rounds.current, ...sending.current])
    },
    async stop() {
      await rounds.stop()
      await sending.stop()
    },
  }
}

/** The hourly clean-up of what was delivered long ago. */
export async function cleanUpWebhooks(services: Services): Promise<void> {
  await deleteOldEvents(services.database.db, new Date(services.clock.now().getTime() - keepMilliseconds))
}

/** What this process has under way, and the outcomes that wait to be written down: those that come together are, together. */
function startSending(services: Services) {
  const agents = createOutgoingAgents()
  const counts = new Map<string, number>()
  const current = new Set<Promise<void>>()
  const waiting: Outcome[] = []
  let isRecording = false
  let isStopped = false
  const track = (work: Promise<void>) => {
    current.add(work)
    void work.finally(() => current.delete(work))
  }
  const count = (webhookId: string, change: number) => {
    const now = (counts.get(webhookId) ?? 0) + change
    if (now > 0) counts.set(webhookId, now)
    else counts.delete(webhookId)
  }

  async function attempt(webhook: DueWebhook, delivery: DeliveryRow, rounds: Pick<Rounds, 'wake'>): Promise<void> {
    const outgoing = prepare(webhook, delivery)
    if (!outgoing) return count(webhook.id, -1)
    const agent = agents.find(mayTargetPrivate(services, webhook.organization_id))
    const now = services.clock.now()
    const result = webhook.is_sandbox ? keptInSandbox : await sendWebhook(agent, outgoing, now)
    // Our own shutdown ended the attempt, which is no failure of the receiver. The lease runs out, and another process sends it.
    if (!result.ok && isStopped) return
    waiting.push({ webhook, delivery, result })
    if (!isRecording) track(record(rounds))
  }

  /** Undefined where the keys of this node cannot sign: no failure of the receiver. The lease runs out, and it is tried again. */
  function prepare(webhook: WebhookRow, delivery: DeliveryRow): Outgoing | undefined {
    try {
      return outgoingOf(services.secrets, webhook, delivery)
    } catch (error) {
      services.log.error({ err: error, webhook: webhook.id }, 'the signing secret of a webhook cannot be read')
      return undefined
    }
  }

  async function record(rounds: Pick<Rounds, 'wake'>): Promise<void> {
    isRecording = true
    while (waiting.length > 0) {
      const outcomes = takeOutcomes(waiting)
      const caller = systemCaller(outcomes[0]!.webhook.organization_id)
      await transactAs(services, caller, (scope) => recordOutcomes(scope, outcomes), services.clock.now()).catch(
        // Their leases run out, and they are sent again.
        (error) => services.log.error({ err: error }, 'what came of webhooks could not be noted'),
      )
      for (const { webhook } of outcomes) count(webhook.id, -1)
      rounds.wake()
    }
    isRecording = false
  }

  return {
    /** Attempts and what is being written down. */
    current,
    countOf: (webhookId: string) => counts.get(webhookId) ?? 0,
    begin(webhook: DueWebhook, delivery: DeliveryRow, rounds: Pick<Rounds, 'wake'>) {
      count(webhook.id, 1)
      track(attempt(webhook, delivery, rounds))
    },
    async stop() {
      isStopped = true
      await agents.destroy()
      while (current.size > 0) await Promise.all(current)
    },
  }
}

function outgoingOf(secrets: SecretKeys, webhook: WebhookRow, delivery: DeliveryRow): Outgoing {
  return {
    url: webhook.url,
    body: JSON.stringify(delivery.body),
    deliveryId: `${webhook.id}-${delivery.event_key ?? delivery.id}`,
    signingSecret: signingSecretOf(secrets, webhook),
  }
}
