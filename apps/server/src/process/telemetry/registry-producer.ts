// The measurements of /metrics in the form of OpenTelemetry, so that each is declared once, whoever reads it.
import { type HrTime, ValueType } from '@opentelemetry/api'
import { millisToHrTime } from '@opentelemetry/core'
import { emptyResource } from '@opentelemetry/resources'
import {
  AggregationTemporality,
  type DataPoint,
  DataPointType,
  type Histogram,
  type MetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics'
import type { MetricObjectWithValues, MetricValue, MetricValueWithName, Registry } from 'prom-client'

type Told = MetricObjectWithValues<MetricValue<string>>
type Labels = Record<string, string | number>

/** Counts run since `beganAt`, milliseconds since 1970. */
export function createRegistryProducer(registry: Registry, scope: string, beganAt = Date.now()): MetricProducer {
  const startTime = millisToHrTime(beganAt)
  return {
    async collect() {
      const endTime = millisToHrTime(Date.now())
      const metrics = (await registry.getMetricsAsJSON()).flatMap((told) =>
        convert(told as Told, { startTime, endTime }),
      )
      return {
        resourceMetrics: { resource: emptyResource(), scopeMetrics: [{ scope: { name: scope }, metrics }] },
        errors: [],
      }
    },
  }
}

interface Time {
  startTime: HrTime
  endTime: HrTime
}

function convert(told: Told, time: Time): MetricData[] {
  const base = {
    descriptor: { name: told.name, description: told.help, unit: getUnit(told.name), valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  }
  // prom-client's types name an enum of numbers; at run time it is the kind's name.
  const kind = told.type as unknown as string
  if (kind === 'histogram') {
    return [{ ...base, dataPointType: DataPointType.HISTOGRAM, dataPoints: histograms(told, time) }]
  }
  const dataPoints = told.values.map(({ value, labels }) => ({ ...time, attributes: plain(labels), value }))
  if (kind === 'counter') return [{ ...base, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints }]
  // Summaries do not occur here; a gauge is what is left.
  return kind === 'gauge' ? [{ ...base, dataPointType: DataPointType.GAUGE, dataPoints }] : []
}

/** Prometheus counts in each bucket all that is below its bound; here each counts its own. */
function histograms(told: Told, time: Time): DataPoint<Histogram>[] {
  const series = new Map<
    string,
    { labels: Labels; boundaries: number[]; below: number[]; sum: number; count: number }
  >()
  for (const { metricName, value, labels } of told.values as MetricValueWithName<string>[]) {
    const { le, ...own } = labels as Labels
    const key = JSON.stringify(own)
    const one = series.get(key) ?? { labels: own, boundaries: [], below: [], sum: 0, count: 0 }
    series.set(key, one)
    if (metricName?.endsWith('_sum')) one.sum = value
    else if (metricName?.endsWith('_count')) one.count = value
    else if (le !== '+Inf') {
      one.boundaries.push(Number(le))
      one.below.push(value)
    }
  }
  return [...series.values()].map(({ labels, boundaries, below, sum, count }) => ({
    ...time,
    attributes: labels,
    value: {
      buckets: { boundaries, counts: [...below, count].map((all, i) => all - (below[i - 1] ?? 0)) },
      sum,
      count,
    },
  }))
}

function plain(labels: object): Labels {
  return labels as Labels
}

function getUnit(name: string): string {
  if (/_seconds(_total)?$/.test(name)) return 's'
  return /_bytes(_total)?$/.test(name) ? 'By' : ''
}
