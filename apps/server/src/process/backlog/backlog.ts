// How much waits to be done, and for how long: what grows here needs another worker, or a look.
import { Gauge, type Registry } from 'prom-client'
import { countWaitingDeliveries } from '../../data/deliveries.sql.ts'
import { countWaitingMessages } from '../../data/messages.sql.ts'
import type { Database } from '../../frame/platform/db.ts'
import type { Jobs, QueueBacklog } from '../../frame/platform/jobs.ts'
import type { Log } from '../../frame/platform/log.ts'

/** Returns what is due and waits: jobs by queue, deliveries of webhooks, messages. */
export async function readBacklog({ db }: Database, jobs: Pick<Jobs, 'listBacklog'>): Promise<QueueBacklog[]> {
  return [
    ...(await jobs.listBacklog()),
    { queue: 'webhooks', ...(await countWaitingDeliveries(db)) },
    { queue: 'messages', ...(await countWaitingMessages(db)) },
  ]
}

/** Adds the gauges to the registry; each reading asks the database three small questions. */
export function observeBacklog(
  registry: Registry,
  database: Database,
  jobs: Pick<Jobs, 'listBacklog'>,
  log: Log,
): void {
  // Both gauges are read at the same time, and tell of the same moment.
  let reading: Promise<QueueBacklog[]> | undefined
  const readOnce = () => {
    reading ??= readBacklog(database, jobs)
      .catch((error): QueueBacklog[] => {
        log.warn({ err: error }, 'could not count what waits')
        return []
      })
      .finally(() => {
        reading = undefined
      })
    return reading
  }
  const add = (name: string, help: string, told: (backlog: QueueBacklog) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['queue'],
      registers: [registry],
      async collect() {
        const rows = await readOnce()
        this.reset()
        for (const row of rows) this.set({ queue: row.queue }, told(row))
      },
    })
  add('backlog_due', 'What is due and waits: jobs by queue, deliveries of webhooks, messages.', ({ due }) => due)
  add('backlog_oldest_seconds', 'How long the oldest of it has been due.', ({ oldestSeconds }) => oldestSeconds)
}
