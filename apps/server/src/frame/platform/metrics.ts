// Counts and durations for a Prometheus server, read at /metrics.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Database } from './db.ts'

export interface Metrics {
  registry: Registry
  /** One answered request. `operation` is an operationId or 'unknown', never a path, so the series stay few. */
  observeRequest(operation: string, status: number, seconds: number): void
  countJob(queue: string, outcome: 'completed' | 'failed', seconds: number): void
}

const bucketsSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

export function createMetrics(database: Database): Metrics {
  const registry = new Registry()
  // Includes the event loop's lag, memory and garbage collection.
  // Its timer wakes a process at rest: every 10 ms, as is usual, was a fifth of what such a process used.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 50 })
  const registers = [registry]
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of answered requests.',
    labelNames: ['operation', 'status'],
    buckets: bucketsSeconds,
    registers,
  })
  const jobs = new Histogram({
    name: 'job_duration_seconds',
    help: 'Duration of background jobs.',
    labelNames: ['queue', 'outcome'],
    buckets: bucketsSeconds,
    registers,
  })
  new Gauge({
    name: 'database_connections',
    help: 'Places of the connection pool, and callers that wait for one.',
    labelNames: ['state'],
    registers,
    collect() {
      for (const [state, count] of Object.entries(database.poolStats())) this.set({ state }, count)
    },
  })
  if (database.embedded) observeEmbedded(database.embedded, registers)
  return {
    registry,
    observeRequest: (operation, status, seconds) => requests.observe({ operation, status }, seconds),
    countJob: (queue, outcome, seconds) => jobs.observe({ queue, outcome }, seconds),
  }
}

function observeEmbedded(embedded: NonNullable<Database['embedded']>, registers: Registry[]): void {
  new Counter({
    name: 'pglite_requests_total',
    help: 'Messages answered by the embedded database.',
    registers,
    collect() {
      this.reset()
      this.inc(embedded.stats.requests)
    },
  })
  new Counter({
    name: 'pglite_busy_seconds_total',
    help: 'Time that the embedded database spent on them.',
    registers,
    collect() {
      this.reset()
      this.inc(embedded.stats.busySeconds)
    },
  })
  new Counter({
    name: 'pglite_syncs_total',
    help: 'Times that the disk was told to keep what was written.',
    registers,
    collect() {
      this.reset()
      this.inc(embedded.stats.syncCount)
    },
  })
  new Gauge({
    name: 'pglite_memory_bytes',
    help: 'Memory of the embedded database.',
    registers,
    collect() {
      this.set(embedded.stats.memoryBytes)
    },
  })
}
