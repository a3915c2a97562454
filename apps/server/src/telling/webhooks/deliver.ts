// The delivery loop: routes that changed become forecasts, events become deliveries, deliveries go to receivers. Concurrency is limited for each subscription, so that
// a slow or dead receiver never holds up another one.

import {
  claimDeliveries,
  deleteOldEvents,
  fanOutBatch,
  fanOutEvents,
  releaseAllDeliveries,
  selectDueWebhooks,
} from '../../data/deliveries.sql.ts'
import { wakeChannel } from '../../data/events.ts'
import { deleteOldForecasts } from '../../data/forecasts.sql.ts'
import { type Rounds, startRounds } from '../../frame/platform/rounds.ts'
import type { Services } from '../../frame/platform/services.ts'
import { forecastNext } from './forecasts.ts'
import { leaseSeconds, type Sending, startSending } from './sending.ts'

export interface WebhookDelivery {
  /** Runs one round: looks at noted routes, fans out waiting events and begins to send deliveries that are due. */
  tick(): Promise<void>
  /** Resolves when nothing is under way. */
  idle(): Promise<void>
  stop(): Promise<void>
}

const pollMilliseconds = 1_000
const keepMilliseconds = 30 * 86_400_000

/** Starts the loop, woken by notifications, and periodically for retries that become due. */
export async function startWebhookDelivery(services: Services): Promise<WebhookDelivery> {
  let rounds: Rounds | undefined
  const sending = startSending(services, () => rounds?.wake())
  const started = await startRounds(services, {
    channel: wakeChannel,
    pollMilliseconds,
    failure: 'webhook round failed; trying again',
    async runRound(isStopped) {
      while (!isStopped() && (await forecastNext(services))) {
        // One route at a time, each in its own transaction, until none is noted.
      }
      // Begins due deliveries before preparing the next batch of a long backlog.
      while ((await prepareDeliveries(services)) === fanOutBatch && !isStopped()) await beginDue(services, sending)
      if (!isStopped()) await beginDue(services, sending)
    },
  })
  rounds = started
  return {
    tick: started.tick,
    idle: async () => {
      while (started.current || sending.current.size > 0) await Promise.all([started.current, ...sending.current])
    },
    async stop() {
      await started.stop()
      await sending.stop()
    },
  }
}

function prepareDeliveries({ database, clock }: Services): Promise<number> {
  return database.transaction((tx) => fanOutEvents(tx, clock.now(), fanOutBatch))
}

async function beginDue({ database }: Services, sending: Sending): Promise<void> {
  const due = new Map((await selectDueWebhooks(database.db)).map((webhook) => [webhook.id, webhook]))
  sending.forgetLanesBut(new Set(due.keys()))
  const lanes = [...due.keys()].map((webhookId) => ({ webhookId, free: sending.roomOf(webhookId) }))
  const free = lanes.filter((lane) => lane.free > 0)
  if (free.length === 0) return
  const claimedAt = performance.now()
  const claimed = await database.transaction((tx) => claimDeliveries(tx, free, leaseSeconds))
  for (const [webhookId, deliveries] of Map.groupBy(claimed, (delivery) => delivery.webhook_id)) {
    sending.begin(due.get(webhookId)!, deliveries, claimedAt)
  }
}

/** Releases all leases at the start of the only process: their deliveries were under way when an earlier process ended. */
export async function takeUpLeftDeliveries({ database }: Services): Promise<void> {
  if (database.backend === 'pglite') await releaseAllDeliveries(database.db)
}

/** Deletes old events, once an hour. */
export async function cleanUpWebhooks(services: Services): Promise<void> {
  const before = new Date(services.clock.now().getTime() - keepMilliseconds)
  await deleteOldEvents(services.database.db, before)
  await deleteOldForecasts(services.database.db, before)
}
