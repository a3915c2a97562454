// Deliveries claimed by this process, under way or ready, and results waiting to be written, which are written together.

import { limits } from '@routewright/contract'
import { type DueWebhook, releaseDeliveries } from '../../data/deliveries.sql.ts'
import type { DeliveryRow, WebhookRow } from '../../data/webhook-tables.ts'
import { createOutgoingAgents } from '../../frame/platform/public-targets.ts'
import type { SecretKeys } from '../../frame/platform/secret-keys.ts'
import { type Services, systemCaller, transactAs } from '../../frame/platform/services.ts'
import { mayTargetPrivate } from '../../frame/platform/trial.ts'
import { writeBody } from './body-forms.ts'
import { followAnswer, type Lane, openLane, roomIn, takeLate, takeNext, type Waiting } from './lanes.ts'
import { type Outcome, recordOutcomes, takeOutcomes } from './outcomes.ts'
import { keptInSandbox, type Outgoing, sendWebhook } from './send.ts'
import { findSigningSecret } from './signing-secrets.ts'

/** Longest time for connecting and the response. */
const longestAttemptSeconds = 2 * limits.webhookLimits.timeoutSeconds
/** Longest time that a claimed delivery may wait before it is sent. */
const longestWaitSeconds = 20
/** An older lease belonged to a process that died. */
export const leaseSeconds = longestAttemptSeconds + longestWaitSeconds

export interface Sending {
  /** Returns how many more deliveries of the webhook may be claimed. */
  roomOf(webhookId: string): number
  /** Sends deliveries as the lane allows; `claimedAt` is a moment before the lease began, by the clock of `performance`. */
  begin(webhook: DueWebhook, deliveries: readonly DeliveryRow[], claimedAt: number): void
  /** Forgets the lanes of webhooks without due or running deliveries. */
  forgetLanesBut(due: ReadonlySet<string>): void
  /** Running attempts, and results being written. */
  readonly current: ReadonlySet<Promise<void>>
  stop(): Promise<void>
}

/** Creates the sender; it calls `wake` when more may be claimed. */
export function startSending(services: Services, wake: () => void): Sending {
  const agents = createOutgoingAgents()
  const lanes = new Map<string, Lane>()
  const current = new Set<Promise<void>>()
  const outcomes: Outcome[] = []
  let isRecording = false
  let isStopped = false
  const track = (work: Promise<void>) => {
    current.add(work)
    void work.finally(() => current.delete(work))
  }

  /** Begins deliveries that the lane has room for. */
  function advance(lane: Lane): void {
    if (isStopped) return
    giveBack(lane, takeLate(lane, performance.now()))
    for (let next = takeNext(lane); next; next = takeNext(lane)) track(attempt(lane, next))
  }

  async function attempt(lane: Lane, delivery: DeliveryRow): Promise<void> {
    const { webhook } = lane
    const outgoing = prepare(webhook, delivery)
    if (!outgoing) {
      lane.busy.delete(delivery.resource_id)
      lane.held -= 1
      return
    }
    const agent = agents.find(mayTargetPrivate(services, webhook.organization_id))
    const now = services.clock.now()
    const result = webhook.is_sandbox ? keptInSandbox : await sendWebhook(agent, outgoing, now)
    lane.busy.delete(delivery.resource_id)
    // Our own shutdown ended the attempt, which is no failure of the receiver. The lease runs out, and another process sends it.
    if (!result.ok && isStopped) return
    outcomes.push({ webhook, delivery, result })
    giveBack(lane, followAnswer(lane, result))
    if (!isRecording) track(record())
    advance(lane)
  }

  /**
   * Builds the request; undefined where this node lacks the key for signing, which is no failure of the receiver: the lease runs
   * out, and it is retried.
   */
  function prepare(webhook: WebhookRow, delivery: DeliveryRow): Outgoing | undefined {
    try {
      return getOutgoing(services.secrets, webhook, delivery)
    } catch (error) {
      services.log.error({ err: error, webhook: webhook.id }, 'the signing secret of a webhook cannot be read')
      return undefined
    }
  }

  async function record(): Promise<void> {
    isRecording = true
    while (outcomes.length > 0) {
      const taken = takeOutcomes(outcomes)
      const caller = systemCaller(taken[0]!.webhook.organization_id)
      await transactAs(services, caller, (scope) => recordOutcomes(scope, taken), services.clock.now()).catch(
        // The leases run out, and the deliveries are sent again.
        (error) => services.log.error({ err: error }, 'what came of webhooks could not be noted'),
      )
      const noted = taken.map(({ webhook }) => lanes.get(webhook.id)!)
      for (const lane of noted) lane.held -= 1
      if (noted.some((lane) => roomIn(lane) > 0)) wake()
    }
    isRecording = false
  }

  /** Ends the leases of deliveries that were not begun, so that they need not run out. */
  function giveBack(lane: Lane, unbegun: readonly Waiting[]): void {
    if (unbegun.length === 0) return
    const release = async () => {
      const { db } = services.database
      const ids = unbegun.map(({ delivery }) => delivery.id)
      await releaseDeliveries(db, ids).catch((error) =>
        services.log.warn({ err: error }, 'webhooks could not be given back; their leases run out'),
      )
      lane.held -= ids.length
      if (!isStopped && roomIn(lane) > 0) wake()
    }
    track(release())
  }

  return {
    current,
    roomOf: (webhookId) => roomIn(lanes.get(webhookId)),
    begin(webhook, deliveries, claimedAt) {
      const lane = lanes.get(webhook.id) ?? openLane(webhook)
      lanes.set(webhook.id, lane)
      lane.webhook = webhook
      lane.held += deliveries.length
      const beginsBefore = claimedAt + longestWaitSeconds * 1_000
      for (const delivery of deliveries) lane.waiting.push({ delivery, beginsBefore })
      if (isStopped) giveBack(lane, lane.waiting.splice(0))
      else advance(lane)
    },
    forgetLanesBut(due) {
      for (const [id, { held }] of lanes) if (held === 0 && !due.has(id)) lanes.delete(id)
    },
    async stop() {
      isStopped = true
      for (const lane of lanes.values()) giveBack(lane, lane.waiting.splice(0))
      await agents.destroy()
      while (current.size > 0) await Promise.all(current)
    },
  }
}

function getOutgoing(secrets: SecretKeys, webhook: WebhookRow, delivery: DeliveryRow): Outgoing {
  const deliveryId = `${webhook.id}-${delivery.event_key ?? delivery.id}`
  return {
    url: webhook.url,
    ...writeBody(webhook, delivery.body, deliveryId),
    deliveryId,
    signingSecret: findSigningSecret(secrets, webhook),
  }
}
