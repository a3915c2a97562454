// The workers of queues: how often they look for jobs, who wakes them, and how many jobs of one group they take at a time.
import type { Job, PgBoss } from 'pg-boss'
import { forgottenQueues, type JobPayloads, type QueueName, queues } from './job-queues.ts'
import type { JobContext } from './jobs.ts'

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

export function getPolling(queue: QueueName, isFirst: boolean, isAlone: boolean): Polling {
  const factor = (isFirst ? 1 : helperFactor) * (isAlone ? aloneFactor : 1)
  const own = pollingSeconds[queue] ?? (isAlone ? notifiedSeconds : gatherMilliseconds / 1_000)
  const pollingIntervalSeconds = factor * own
  return {
    pollingIntervalSeconds,
    notifyPollingIntervalSeconds: Math.max(factor * notifiedSeconds, pollingIntervalSeconds),
  }
}

type Handle<Q extends QueueName> = (payload: JobPayloads[Q], job: Pick<JobContext, 'id' | 'signal'>) => Promise<void>

/** One worker of a queue, one job at a time. */
export async function startWorker<Q extends QueueName>(
  boss: PgBoss,
  queue: Q,
  polling: Polling,
  handle: Handle<Q>,
): Promise<string> {
  let workerId: string | undefined
  // More jobs may wait (after a restart, or sent at once): without this the next one would wait for the next poll.
  const wake = () => workerId !== undefined && boss.notifyWorker(workerId)
  workerId = await boss.work(queue, { batchSize: 1, ...polling }, workOff(boss, queue, handle, wake))
  return workerId
}

/** Several workers of a queue, which together take up to `mostOfGroup` jobs of one group at a time. */
export async function startSharedWorkers<Q extends QueueName>(
  boss: PgBoss,
  queue: Q,
  { concurrency, mostOfGroup, ...polling }: Polling & { concurrency: number; mostOfGroup: number },
  handle: Handle<Q>,
): Promise<void> {
  const options = {
    batchSize: 1,
    ...polling,
    localConcurrency: concurrency,
    localGroupConcurrency: Math.min(mostOfGroup, concurrency),
  }
  // The end of a job may let another worker take one of the same group.
  const wakeAll = () => {
    for (const { id, name } of boss.getWipData()) if (name === queue) boss.notifyWorker(id)
  }
  await boss.work(queue, options, workOff(boss, queue, handle, wakeAll))
}

function workOff<Q extends QueueName>(boss: PgBoss, queue: Q, handle: Handle<Q>, wake: () => void) {
  return async (jobs: Job<JobPayloads[Q]>[]) => {
    for (const job of jobs) {
      const isForgotten = forgottenQueues.has(queue)
      await handle(job.data, job).catch(async (error) => {
        if (isForgotten && job.retryCount >= (queues[queue].retryLimit ?? 0)) await boss.deleteJob(queue, job.id)
        throw error
      })
      if (isForgotten) await boss.deleteJob(queue, job.id)
    }
    wake()
  }
}

/** Wakes the workers of queues with gathered jobs, some time after one was added; `add` registers a queue's worker. */
export function createGathering(wake: (workerId: string) => void) {
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
