// Background jobs on pg-boss: declares the queues once, sends jobs inside the caller's transaction, and works on them.
import { CompiledQuery } from 'kysely'
import { PgBoss, type Queue, type SendOptions } from 'pg-boss'
import type { Database } from './db.ts'
import type { Log } from './log.ts'
import type { OrganizationMail } from './mail.ts'
import type { Metrics } from './metrics.ts'
import type { Tx } from './scope.ts'
import type { OrganizationSms } from './sms.ts'
import { type Tracing, untraced } from './tracing.ts'

/** Payloads of the queues' jobs. Ids rather than records: the worker reads the present state when it runs. */
export interface JobPayloads {
  /** A run of the optimizer; its lease allows one per plan at a time. */
  optimization: { run_id: string; max_seconds?: number }
  mail: OrganizationMail
  sms: OrganizationSms
  /** An alert for one device about a message, or about a route that was sent to its driver. */
  push:
    | { organization_id: string; device_id: string; message_id: string }
    | { organization_id: string; device_id: string; route_id: string }
  /** Nightly: deletes data whose retention has ended. */
  retention: Record<string, never>
  /** A route with straight-line times until roads are asked for; queued once at a time. */
  road_times: { organization_id: string; route_id: string }
  /** An extract that is to be downloaded. */
  map_extract: { extract_id: string }
  /** A past day of the month before the demo day. */
  demo_history: { organization_id: string; project_id: string; date: string; is_last?: boolean }
  /** Every ten minutes: sums up plans whose day has passed. */
  plan_figures: Record<string, never>
  /** Every ten minutes: finishes plans whose day is over, where the project asks for it. */
  close_days: Record<string, never>
  /** Every ten minutes: sends the figures of last week where it is Monday morning. */
  weekly_mail: Record<string, never>
  /** Every ten minutes: reminds recipients who were asked to choose a window. */
  slot_reminders: Record<string, never>
  /** A day on which slots were given away; queued once at a time. */
  booked_days: { organization_id: string; plan_id: string }
  /** Every night: learns from past days, project by project. */
  learning: Record<string, never>
  /** Every five minutes: computes the effects of running days. */
  running_days: Record<string, never>
  /** Every ten minutes: scores windows of arrival whose stop is done. */
  promises: Record<string, never>
  /** Every minute: merges new texts into their search indexes. */
  sort_in_texts: Record<string, never>
  /** Days that are planned together. */
  week_plan: { organization_id: string; week_plan_id: string }
  /** A what-if computation of one or more days. */
  what_if: { organization_id: string; what_if_id: string }
  /** A table to be exported into a file. */
  export: { organization_id: string; export_id: string }
  /** Files of deleted pictures, by their keys in the storage. */
  file_deletion: { storage_keys: string[] }
  /** An order that a shop sent. */
  intake: { organization_id: string; message_id: string }
  /** Every minute: fetches the files of orders that are due. */
  order_files: Record<string, never>
  /** Hourly: deletes expired data. */
  cleanup: Record<string, never>
}

export type QueueName = keyof JobPayloads

const day = 86_400

/** Queues whose jobs contain links or names of deleted things: no job is kept once it is done or given up. */
const forgottenQueues: ReadonlySet<QueueName> = new Set(['mail', 'sms', 'file_deletion'])

/** Options of long jobs: another worker restarts them from the beginning. */
const begunAnew = {
  notify: true,
  heartbeatSeconds: 10,
  retryLimit: 10,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 120,
  deleteAfterSeconds: day,
}

/** `expireInSeconds` is the longest run; a job whose worker died is restarted after `heartbeatSeconds`. `notify` wakes a worker at once. */
const queues: Record<QueueName, Omit<Queue, 'name'>> = {
  optimization: {
    notify: true,
    expireInSeconds: 3 * 3600,
    heartbeatSeconds: 10,
    retryLimit: 3,
    deleteAfterSeconds: day,
  },
  mail: {
    notify: true,
    expireInSeconds: 120,
    retryLimit: 8,
    retryDelay: 10,
    retryBackoff: true,
    retryDelayMax: 3600,
    deleteAfterSeconds: day,
  },
  // A gateway that does not recognize repeated messages must not send one for hours.
  sms: {
    notify: true,
    expireInSeconds: 120,
    retryLimit: 4,
    retryDelay: 10,
    retryBackoff: true,
    retryDelayMax: 600,
    deleteAfterSeconds: day,
  },
  // A person who was not reached within some minutes sees the news when they next open the app.
  push: {
    notify: true,
    expireInSeconds: 60,
    retryLimit: 5,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 300,
    deleteAfterSeconds: 3600,
  },
  // Runs in small transactions, and a later night continues what a broken one left.
  retention: { expireInSeconds: 6 * 3600, heartbeatSeconds: 10, retryLimit: 3, deleteAfterSeconds: day },
  // Not woken at once, so that successive changes become one job. A routing server may be down for days, and is retried until it is back.
  road_times: {
    policy: 'short',
    expireInSeconds: 300,
    heartbeatSeconds: 10,
    retryLimit: 1_000,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 600,
    deleteAfterSeconds: 3600,
  },
  // A download resumes where it broke off. Permanent failures are shown, and the person who manages the maps restarts it.
  map_extract: {
    notify: true,
    expireInSeconds: 12 * 3600,
    heartbeatSeconds: 10,
    retryLimit: 3,
    retryDelay: 5,
    deleteAfterSeconds: day,
  },
  demo_history: { expireInSeconds: 600, heartbeatSeconds: 10, retryLimit: 10, deleteAfterSeconds: day },
  // The next run, ten minutes later, continues where this one ended.
  plan_figures: {
    policy: 'exclusive',
    expireInSeconds: 3600,
    heartbeatSeconds: 10,
    retryLimit: 0,
    deleteAfterSeconds: day,
  },
  // The next run, ten minutes later, finds the days that this one missed.
  close_days: {
    policy: 'exclusive',
    expireInSeconds: 3600,
    heartbeatSeconds: 10,
    retryLimit: 0,
    deleteAfterSeconds: day,
  },
  // The next run, ten minutes later, finds the mails that this one missed.
  weekly_mail: {
    policy: 'exclusive',
    expireInSeconds: 3600,
    heartbeatSeconds: 10,
    retryLimit: 0,
    deleteAfterSeconds: day,
  },
  // The next run, ten minutes later, finds the reminders that this one missed.
  slot_reminders: {
    policy: 'exclusive',
    expireInSeconds: 3600,
    heartbeatSeconds: 10,
    retryLimit: 0,
    deleteAfterSeconds: day,
  },
  // The next booking causes the next check.
  booked_days: { policy: 'short', expireInSeconds: 300, retryLimit: 2, retryDelay: 30, deleteAfterSeconds: 3600 },
  // The next run, ten minutes later, scores what this one missed.
  promises: { policy: 'exclusive', expireInSeconds: 600, retryLimit: 0, deleteAfterSeconds: day },
  // The next run, five minutes later, looks at what this one missed.
  running_days: { policy: 'exclusive', expireInSeconds: 600, retryLimit: 0, deleteAfterSeconds: 3600 },
  // The next night learns what this one missed.
  learning: {
    policy: 'exclusive',
    expireInSeconds: 3600,
    heartbeatSeconds: 10,
    retryLimit: 0,
    deleteAfterSeconds: day,
  },
  sort_in_texts: { policy: 'exclusive', expireInSeconds: 600, retryLimit: 0, deleteAfterSeconds: 3600 },
  what_if: { ...begunAnew, expireInSeconds: 3 * 3600 },
  week_plan: { ...begunAnew, expireInSeconds: 3600 },
  export: { ...begunAnew, expireInSeconds: 3600 },
  // The file storage may be down for days.
  file_deletion: {
    notify: true,
    expireInSeconds: 3600,
    heartbeatSeconds: 10,
    retryLimit: 1_000,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 3600,
    deleteAfterSeconds: day,
  },
  // The log keeps the order itself, and causes of a failure pass.
  intake: {
    notify: true,
    expireInSeconds: 120,
    heartbeatSeconds: 10,
    retryLimit: 100,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 600,
    deleteAfterSeconds: 3600,
  },
  // A request during a running round gets another one. Each source has its next turn whether this round succeeds or not.
  order_files: {
    policy: 'short',
    notify: true,
    expireInSeconds: 3600,
    heartbeatSeconds: 10,
    retryLimit: 0,
    deleteAfterSeconds: 3600,
  },
  cleanup: { expireInSeconds: 600, retryLimit: 1, deleteAfterSeconds: day },
}

export interface JobContext {
  id: string
  /** Aborted when the server has shut down for long enough, or the job takes too long. */
  signal: AbortSignal
  /** Returns whether the server shuts down: a long job may throw then, and the next start runs it again. */
  isStopping(): boolean
}

/** Work that is due and not running. */
export interface Backlog {
  due: number
  /** How long the oldest has been due; 0 when there is none. */
  oldestSeconds: number
}

export interface QueueBacklog extends Backlog {
  queue: string
}

export interface Jobs {
  /** Adds a job that exists only if the transaction commits. Returns its id, or null when a singleton refused it. */
  send<Q extends QueueName>(tx: Tx, queue: Q, payload: JobPayloads[Q], options?: SendOptions): Promise<string | null>
  /** The same for many at once. In a queue with one job per key, keys that are queued already are skipped. */
  sendEach<Q extends QueueName>(
    tx: Tx,
    queue: Q,
    jobs: readonly { key: string; payload: JobPayloads[Q] }[],
  ): Promise<void>
  /** Deletes the waiting, running and finished jobs whose payload has these values. */
  forget(tx: Tx, values: { organization_id: string } | { run_id: string }): Promise<void>
  /** Works on the queue, up to `concurrency` jobs at a time in this process. A thrown error causes a retry by the queue's rule. */
  work<Q extends QueueName>(
    queue: Q,
    options: { concurrency?: number },
    handler: (payload: JobPayloads[Q], context: JobContext) => Promise<void>,
  ): Promise<void>
  /** Returns, for each queue with due jobs that wait for a worker, their number and the age of the oldest. */
  listBacklog(): Promise<QueueBacklog[]>
  /** Runs the queue's job by a cron expression, once for all nodes. */
  schedule(queue: QueueName, cron: string): Promise<void>
  /** Opens the queues; `supervise` also lets this process do the housekeeping of pg-boss (workers). */
  start(options: { supervise: boolean }): Promise<void>
  /** Lets running jobs finish, `graceSeconds` at most. */
  stop(graceSeconds?: number): Promise<void>
}

/** Polling intervals of queues for which the default of two seconds is needlessly short. */
const pollingSeconds: Partial<Record<QueueName, number>> = { cleanup: 30, demo_history: 10 }
/** Polling interval of queues whose workers are woken by `notify`. */
const notifiedSeconds = 10
/** Factor on the polling interval of further workers: one finds due jobs, the others are woken or help when there are many. */
const helperFactor = 3
/** With the embedded database no other process adds jobs: this process notifies its own workers. */
const aloneFactor = 2
/** Changes within this time become one job, where the queue has one per key. */
const gatherMilliseconds = 2_000

interface Polling {
  pollingIntervalSeconds: number
  notifyPollingIntervalSeconds: number
}

function pollingOf(queue: QueueName, isFirst: boolean, isAlone: boolean): Polling {
  const factor = (isFirst ? 1 : helperFactor) * (isAlone ? aloneFactor : 1)
  const own = pollingSeconds[queue] ?? (isAlone ? notifiedSeconds : gatherMilliseconds / 1_000)
  const pollingIntervalSeconds = factor * own
  return {
    pollingIntervalSeconds,
    notifyPollingIntervalSeconds: Math.max(factor * notifiedSeconds, pollingIntervalSeconds),
  }
}

/** One worker of a queue, one job at a time. */
async function startWorker<Q extends QueueName>(
  boss: PgBoss,
  queue: Q,
  polling: Polling,
  handle: (payload: JobPayloads[Q], job: Pick<JobContext, 'id' | 'signal'>) => Promise<void>,
): Promise<string> {
  let workerId: string | undefined
  workerId = await boss.work<JobPayloads[Q]>(queue, { batchSize: 1, ...polling }, async (jobs) => {
    for (const job of jobs) {
      const isForgotten = forgottenQueues.has(queue)
      await handle(job.data, job).catch(async (error) => {
        if (isForgotten && job.retryCount >= (queues[queue].retryLimit ?? 0)) await boss.deleteJob(queue, job.id)
        throw error
      })
      if (isForgotten) await boss.deleteJob(queue, job.id)
    }
    // More jobs may wait (after a restart, or sent at once): without this the next one would wait for the next poll.
    if (workerId !== undefined) boss.notifyWorker(workerId)
  })
  return workerId
}

/** Wakes the workers of queues with gathered jobs, some time after one was added; `add` registers a queue's worker. */
function createGathering(wake: (workerId: string) => void) {
  const workers = new Map<QueueName, string[]>()
  const timers = new Map<QueueName, NodeJS.Timeout>()
  return {
    add(queue: QueueName, workerId: string) {
      workers.set(queue, [...(workers.get(queue) ?? []), workerId])
    },
    begin(queue: QueueName) {
      if (queues[queue].notify || timers.has(queue)) return
      const timer = setTimeout(() => {
        timers.delete(queue)
        for (const workerId of workers.get(queue) ?? []) wake(workerId)
      }, gatherMilliseconds)
      timers.set(queue, timer.unref())
    },
    stop() {
      for (const timer of timers.values()) clearTimeout(timer)
      timers.clear()
      workers.clear()
    },
  }
}

function createBoss(database: Database, supervise: boolean): PgBoss {
  return new PgBoss({
    db: { executeSql: database.executeSql, listen: (...parameters) => listen(database, ...parameters) },
    backend: database.backend,
    schema: 'jobs',
    supervise,
    schedule: supervise,
    useListenNotify: true,
    // Jobs here wait for no other job, and what runs by the clock runs hourly: asking every five seconds would be for nothing.
    flowIntervalSeconds: 3_600,
    cronWorkerIntervalSeconds: 45,
    // The embedded database is vacuumed by ourselves, and its indexes are small.
    monitorVacuum: false,
    reindex: database.backend === 'postgres',
  })
}

/** A job's payload as stored. */
type Stored<Payload> = Payload & {
  /** Trace context of the requester, where traces are recorded. */
  traceparent?: string
}

export function createJobs(database: Database, metrics: Metrics, log: Log, tracing: Tracing = untraced): Jobs {
  let boss: PgBoss | undefined
  const running = () => {
    if (!boss) throw new Error('The job queues are not open.')
    return boss
  }
  const gathering = createGathering((workerId) => boss?.notifyWorker(workerId))
  const stored = <P extends object>(payload: P): Stored<P> => {
    const traceparent = tracing.traceparent()
    return traceparent ? { ...payload, traceparent } : payload
  }
  return {
    async start({ supervise }) {
      boss = createBoss(database, supervise)
      boss.on('error', (error) => log.error({ err: error }, 'job queue error'))
      boss.on('warning', (warning) => log.warn({ warning }, 'job queue warning'))
      await boss.start()
      for (const [name, options] of Object.entries(queues)) await boss.createQueue(name, options)
      // The first send of a queue reads its settings outside the caller's transaction, which would wait for itself
      // on the single session of the embedded database. So they are read now.
      for (const name of Object.keys(queues)) await boss.findJobs(name, { id: '00000000-0000-0000-0000-000000000000' })
    },
    send(tx, queue, payload, options) {
      gathering.begin(queue)
      return running().send(queue, stored(payload), { ...options, db: databaseOf(tx) })
    },
    async sendEach(tx, queue, jobs) {
      if (jobs.length === 0) return
      gathering.begin(queue)
      const rows = jobs.map(({ key, payload }) => ({ singletonKey: key, data: stored(payload) }))
      await running().insert(queue, rows, { db: databaseOf(tx) })
    },
    async forget(tx, values) {
      const db = databaseOf(tx)
      for (const name of Object.keys(queues)) {
        const found = await running().findJobs(name, { data: values, db })
        if (found.length > 0)
          await running().deleteJob(
            name,
            found.map(({ id }) => id),
            { db },
          )
      }
    },
    async work(queue, { concurrency = 1 }, handler) {
      const handle = observeJobs({ queue, metrics, log, tracing, isStopping: () => boss === undefined }, handler)
      const isAlone = database.backend === 'pglite'
      for (let worker = 0; worker < concurrency; worker++) {
        const polling = pollingOf(queue, worker === 0, isAlone)
        gathering.add(queue, await startWorker(running(), queue, polling, handle))
      }
    },
    listBacklog: () => listBacklog(database),
    async schedule(queue, cron) {
      await running().schedule(queue, cron, {})
    },
    async stop(graceSeconds = 20) {
      const last = boss
      boss = undefined
      gathering.stop()
      await last?.stop({ graceful: true, timeout: graceSeconds * 1000, close: false })
    },
  }
}

interface Observed<Q extends QueueName> extends Pick<JobContext, 'isStopping'> {
  queue: Q
  metrics: Metrics
  log: Log
  tracing: Tracing
}

/** Wraps the handler: counts and times it, logs its failures, and continues the trace of the requester. */
function observeJobs<Q extends QueueName>(
  { queue, metrics, log, tracing, isStopping }: Observed<Q>,
  handler: (payload: JobPayloads[Q], context: JobContext) => Promise<void>,
) {
  return async (data: Stored<JobPayloads[Q]>, { id, signal }: Pick<JobContext, 'id' | 'signal'>): Promise<void> => {
    const { traceparent, ...rest } = data
    const payload = rest as unknown as JobPayloads[Q]
    const options = { kind: 'consumer', parent: traceparent } as const
    const started = performance.now()
    const seconds = () => (performance.now() - started) / 1000
    try {
      const work = () => handler(payload, { id, signal, isStopping })
      await tracing.span(`job ${queue}`, { 'job.id': id }, work, options)
      metrics.countJob(queue, 'completed', seconds())
    } catch (error) {
      metrics.countJob(queue, 'failed', seconds())
      if (!isStopping()) log.error({ err: error, queue, job: id }, 'job failed')
      throw error
    }
  }
}

async function listBacklog(database: Database): Promise<QueueBacklog[]> {
  const { rows } = await database.executeSql(
    `select name as queue, count(*)::int as due, extract(epoch from now() - min(start_after))::float8 as "oldestSeconds"
     from jobs.job where state < 'active' and start_after <= now() and name = any($1) group by name`,
    [Object.keys(queues)],
  )
  return rows as unknown as QueueBacklog[]
}

/** Adapts the transaction to pg-boss's interface of a database. */
function databaseOf(tx: Tx) {
  return {
    async executeSql(text: string, values: unknown[] = []) {
      const { rows } = await tx.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, values))
      return { rows }
    },
  }
}

async function listen(
  database: Database,
  channel: string,
  onNotification: (payload: string) => void,
  onReconnect: () => void,
): Promise<{ close(): Promise<void> }> {
  return { close: await database.listener.listen(channel, onNotification, onReconnect) }
}
