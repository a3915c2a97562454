// The work of a process as spans of a trace: a call, its statements, the jobs that it sends, their threads. The module telemetry/
// records and sends them; without a collector in the settings nothing does, and `untraced` costs nothing.

export type SpanAttributes = Record<string, string | number | boolean | undefined>

/** Something that has begun and not ended yet. */
export interface OpenSpan {
  set(attributes: SpanAttributes): void
  /** Runs `work` with this span as parent of all spans begun in it, also later in what it awaits. */
  within<T>(work: () => T): T
  /** Ends it; with an error it counts as failed. */
  end(error?: unknown): void
}

export interface SpanOptions {
  kind?: 'server' | 'consumer'
  /** Parent in another process: a W3C `traceparent`. Absent: the present span. */
  parent?: string
}

export interface Tracing {
  /** Whether anything is recorded. */
  readonly isOn: boolean
  /** Runs the work as a span of its own, part of what runs now. What it throws is noted and thrown on. */
  span<T>(
    name: string,
    attributes: SpanAttributes,
    work: (span: OpenSpan) => Promise<T>,
    options?: SpanOptions,
  ): Promise<T>
  /** Begins a span that somebody else ends. */
  begin(name: string, attributes: SpanAttributes, options?: SpanOptions): OpenSpan
  /** Tells a part of what runs now that is over already. Both times in milliseconds since 1970. */
  note(name: string, attributes: SpanAttributes, time: { began: number; ended: number }, error?: unknown): void
  /** Returns the present span for another process or a later job: a W3C `traceparent`; undefined when nothing is recorded. */
  traceparent(): string | undefined
  /** Names what runs now in lines of the log. */
  logFields(): { trace_id: string; span_id: string } | undefined
  /** Sends what is left. */
  close(): Promise<void>
}

/** Milliseconds since 1970, finer than the clock's. */
export function preciseNow(): number {
  return performance.timeOrigin + performance.now()
}

const unrecorded: OpenSpan = { set: () => {}, within: (work) => work(), end: () => {} }

export const untraced: Tracing = {
  isOn: false,
  span: (_name, _attributes, work) => work(unrecorded),
  begin: () => unrecorded,
  note: () => {},
  traceparent: () => undefined,
  logFields: () => undefined,
  close: async () => {},
}
