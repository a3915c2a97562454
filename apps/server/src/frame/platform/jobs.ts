// Background jobs on pg-boss: declares the queues once, sends jobs inside the caller's transaction, and works on them.
import { CompiledQuery, sql } from 'kysely'
import { PgBoss, type SendOptions } from 'pg-boss'
import type { Database } from './db.ts'
import { type JobPayloads, type QueueName, queues, queuesInTurns } from './job-queues.ts'
import { takeTurn } from './job-turns.ts'
import { createGathering, getPolling, startSharedWorkers, startWorker } from './job-workers.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import type { Tx } from './scope.ts'
import { type Tracing, untraced } from './tracing.ts'

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

/** A job whose last try failed. */
export interface FailedJob {
  id: string
  queue: string
  failed_at: Date
  tries: number
  /** The organization that asked for it, where its payload names one. */
  organization_id: string | null
  /** The error's first line. */
  reason: string | null
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
  /**
   * Works on the queue, up to `concurrency` jobs at a time in this process, of which up to `mostOfGroup` have the same `group` in
   * their options. A thrown error causes a retry by the queue's rule.
   */
  work<Q extends QueueName>(
    queue: Q,
    options: { concurrency?: number; mostOfGroup?: number },
    handler: (payload: JobPayloads[Q], context: JobContext) => Promise<void>,
  ): Promise<void>
  /** Returns, for each queue with due jobs that wait for a worker, their number and the age of the oldest. */
  listBacklog(): Promise<QueueBacklog[]>
  /** Lists jobs that failed for good and are still kept, the latest first. */
  listFailed(limit: number): Promise<FailedJob[]>
  /** Runs the queue's job by a cron expression, once for all nodes. */
  schedule(queue: QueueName, cron: string): Promise<void>
  /** Opens the queues; `supervise` also lets this process do the housekeeping of pg-boss (workers). */
  start(options: { supervise: boolean }): Promise<void>
  /** Lets running jobs finish, `graceSeconds` at most. */
  stop(graceSeconds?: number): Promise<void>
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
    async send(tx, queue, payload, options) {
      gathering.begin(queue)
      const isInTurn = queuesInTurns.has(queue) && 'organization_id' in payload
      const turn = isInTurn && { priority: await takeTurn(tx, queue, payload.organization_id, options?.priority) }
      return running().send(queue, stored(payload), { ...options, ...turn, db: getDatabase(tx) })
    },
    async sendEach(tx, queue, jobs) {
      if (jobs.length === 0) return
      gathering.begin(queue)
      const rows = jobs.map(({ key, payload }) => ({ singletonKey: key, data: stored(payload) }))
      await running().insert(queue, rows, { db: getDatabase(tx) })
    },
    async forget(tx, values) {
      const db = getDatabase(tx)
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
    async work(queue, { concurrency = 1, mostOfGroup }, handler) {
      const handle = observeJobs({ queue, metrics, log, tracing, isStopping: () => boss === undefined }, handler)
      const isAlone = database.backend === 'pglite'
      if (mostOfGroup !== undefined) {
        const polling = getPolling(queue, true, isAlone)
        return await startSharedWorkers(running(), queue, { ...polling, concurrency, mostOfGroup }, handle)
      }
      for (let worker = 0; worker < concurrency; worker++) {
        const polling = getPolling(queue, worker === 0, isAlone)
        gathering.add(queue, await startWorker(running(), queue, polling, handle))
      }
    },
    listBacklog: () => listBacklog(database),
    listFailed: (limit) => listFailed(database, limit),
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

async function listFailed({ db }: Database, limit: number): Promise<FailedJob[]> {
  const { rows } = await sql<FailedJob>`
    select id, name as queue, completed_on as failed_at, retry_count + 1 as tries, data ->> 'organization_id' as organization_id,
      split_part(coalesce(output ->> 'message', output #>> '{}'), chr(10), 1) as reason
    from jobs.job where state = 'failed' and name = any(${Object.keys(queues)}) order by completed_on desc limit ${limit}`.execute(
    db,
  )
  return rows
}

/** Adapts the transaction to pg-boss's interface of a database. */
function getDatabase(tx: Tx) {
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
