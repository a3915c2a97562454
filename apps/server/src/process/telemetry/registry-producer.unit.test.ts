import { DataPointType } from '@opentelemetry/sdk-metrics'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { createRegistryProducer } from './registry-producer.ts'

test('counters, gauges and histograms keep their values, labels and units', async () => {
  const registry = new Registry()
  const registers = [registry]
  new Counter({ name: 'calls_total', help: 'Calls.', labelNames: ['to'], registers }).inc({ to: 'here' }, 3)
  new Gauge({ name: 'memory_bytes', help: 'Memory.', registers }).set(7)
  const durations = new Histogram({
    name: 'job_duration_seconds',
    help: 'Durations.',
    labelNames: ['queue'],
    buckets: [0.1, 1],
    registers,
  })
  for (const seconds of [0.05, 0.5, 0.6, 5]) durations.observe({ queue: 'mail' }, seconds)
  durations.observe({ queue: 'cleanup' }, 0.1)

  const { resourceMetrics, errors } = await createRegistryProducer(registry, 'scope', 1_000).collect()

  expect(errors).toEqual([])
  const metrics = new Map(resourceMetrics.scopeMetrics[0]!.metrics.map((metric) => [metric.descriptor.name, metric]))
  expect(metrics.get('calls_total')).toMatchObject({
    descriptor: { description: 'Calls.', unit: '' },
    dataPointType: DataPointType.SUM,
    isMonotonic: true,
    dataPoints: [{ value: 3, attributes: { to: 'here' }, startTime: [1, 0] }],
  })
  expect(metrics.get('memory_bytes')).toMatchObject({
    descriptor: { unit: 'By' },
    dataPointType: DataPointType.GAUGE,
    dataPoints: [{ value: 7 }],
  })
  expect(metrics.get('job_duration_seconds')).toMatchObject({
    descriptor: { unit: 's' },
    dataPointType: DataPointType.HISTOGRAM,
    dataPoints: [
      {
        attributes: { queue: 'mail' },
        value: { buckets: { boundaries: [0.1, 1], counts: [1, 2, 1] }, sum: 6.15, count: 4 },
      },
      { attributes: { queue: 'cleanup' }, value: { buckets: { counts: [1, 0, 0] }, count: 1 } },
    ],
  })
})
