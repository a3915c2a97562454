// Sends spans and measurements to an OpenTelemetry collector. Loaded only where the settings name one.
import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Attributes,
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { detectResources, envDetector, type Resource, resourceFromAttributes } from '@opentelemetry/resources'
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Registry } from 'prom-client'
import type { OpenSpan, SpanOptions, Tracing } from '../../frame/platform/tracing.ts'
import { createRegistryProducer } from './registry-producer.ts'

/** Where and what is sent. Headers, certificates and timeouts of the collector are read by the exporters from OTEL_EXPORTER_OTLP_*. */
export interface TelemetryOptions {
  /** http:// or https:// address of a collector that takes OTLP, without a slash at the end. */
  endpoint: string
  serviceName: string
  /** Share of the traces that are recorded, 0..1; a call that brings a `traceparent` follows what its caller decided. */
  traceShare: number
}

const scope = 'routewright'
/** How often the measurements are sent. */
const metricMilliseconds = 60_000

/** Opens the outlet of this process for spans. Names and values hold no personal data: see docs/operations.md. */
export function openTracing(options: TelemetryOptions): Tracing {
  const provider = new TracerProvider({
    resource: getResource(options),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(options.traceShare) }),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: `${options.endpoint}/v1/traces` }) }),
    ],
  })
  return new RecordedSpans(provider)
}

/** Spans of one provider; what runs now is known by the asynchronous flow. */
class RecordedSpans implements Tracing {
  readonly isOn = true
  private readonly provider: TracerProvider
  private readonly tracer: Tracer
  private readonly running = new AsyncLocalStorage<Context>()
  private readonly propagator = new W3CTraceContextPropagator()

  constructor(provider: TracerProvider) {
    this.provider = provider
    this.tracer = provider.getTracer(scope)
  }

  begin(name: string, attributes: Attributes, { kind, parent }: SpanOptions = {}): OpenSpan {
    const above = this.contextOf(parent)
    const span = this.tracer.startSpan(name, { kind: kinds[kind ?? 'internal'], attributes }, above)
    const context = trace.setSpan(above, span)
    return {
      set: (more) => void span.setAttributes(more),
      within: (work) => this.running.run(context, work),
      end(error) {
        if (error !== undefined) markFailed(span, error)
        span.end()
      },
    }
  }

  async span<T>(
    name: string,
    attributes: Attributes,
    work: (span: OpenSpan) => Promise<T>,
    options?: SpanOptions,
  ): Promise<T> {
    const span = this.begin(name, attributes, options)
    try {
      const result = await span.within(() => work(span))
      span.end()
      return result
    } catch (error) {
      span.end(error ?? new Error('unknown'))
      throw error
    }
  }

  note(name: string, attributes: Attributes, time: { began: number; ended: number }, error?: unknown): void {
    const context = this.running.getStore()
    // Alone it would be a trace of one line, such as the queue's polling statements.
    if (!context) return
    const span = this.tracer.startSpan(name, { attributes, startTime: time.began }, context)
    if (error !== undefined) markFailed(span, error)
    span.end(time.ended)
  }

  traceparent(): string | undefined {
    const context = this.running.getStore()
    if (!context) return undefined
    const carrier: Record<string, string> = {}
    this.propagator.inject(context, carrier, {
      set: (target, key, value) => {
        target[key] = value
      },
    })
    return carrier.traceparent
  }

  // Handed to the log by itself.
  readonly logFields = () => {
    const context = this.running.getStore()
    const current = context && trace.getSpanContext(context)
    return current && { trace_id: current.traceId, span_id: current.spanId }
  }

  close(): Promise<void> {
    return this.provider.shutdown()
  }

  private contextOf(parent: string | undefined): Context {
    if (parent === undefined) return this.running.getStore() ?? ROOT_CONTEXT
    return this.propagator.extract(ROOT_CONTEXT, { traceparent: parent }, getter)
  }
}

/** Sends the registry's metrics, the same as at /metrics; returns a function that sends the last ones and stops. */
export function sendMetrics(registry: Registry, options: TelemetryOptions): () => Promise<void> {
  const provider = new MeterProvider({
    resource: getResource(options),
    readers: [
      new PeriodicExportingMetricReader({
        exporter: new OTLPMetricExporter({ url: `${options.endpoint}/v1/metrics` }),
        exportIntervalMillis: metricMilliseconds,
        metricProducers: [createRegistryProducer(registry, scope)],
      }),
    ],
  })
  return () => provider.shutdown()
}

/** Resource attributes of OTEL_RESOURCE_ATTRIBUTES, and the service's name. */
function getResource({ serviceName }: TelemetryOptions): Resource {
  const given = detectResources({ detectors: [envDetector] })
  return given.merge(resourceFromAttributes({ 'service.name': serviceName, 'process.pid': process.pid }))
}

const kinds = { server: SpanKind.SERVER, consumer: SpanKind.CONSUMER, internal: SpanKind.INTERNAL }

const getter = {
  get: (carrier: Record<string, string>, key: string) => carrier[key],
  keys: (carrier: Record<string, string>) => Object.keys(carrier),
}

/** The kind of the error only: its text may repeat what somebody sent. */
function markFailed(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR })
  const { name, code } = error as { name?: string; code?: string }
  span.setAttribute('error.type', code ?? name ?? 'unknown')
}
