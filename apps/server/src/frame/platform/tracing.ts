// What a process does, as spans of a trace: a call, its statements, the jobs it leaves behind, their threads. Who records and
// sends them stands in telemetry/; without a collector in the settings nothing does, and `untraced` costs nothing.

export type SpanAttributes = Record<string, string | number | boolean | undefined>

/** Something that has begun and not ended yet. */
export interface OpenSpan {
  set(attributes: SpanAttributes): void
  /** What is begun within `work`, also later by what it awaits, is a part of this. */
  within<T>(work: () => T): T
  /** Ends it; with an error it counts as failed. */
  end(error?: unknown): void
}

export interface SpanOptions {
  kind?: 'server' | 'consumer'
  /** What this is a part of, elsewhere: a W3C `traceparent`. Absent: what runs now. */
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
  /** What runs now, for another process or a later job: a W3C `traceparent`; undefined when nothing is recorded. */
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
