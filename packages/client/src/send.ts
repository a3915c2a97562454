// Calls one operation as the published client does: tried again while that can help, and a failure is thrown.
import { backOffMs } from './back-off.ts'
import { exchange, type Failure, type Input } from './exchange.ts'
import { operations, readingOperations } from './generated/operations.ts'
import type { Operations } from './generated/wire.ts'
import { patiently } from './patience.ts'
import { RoutewrightError } from './routewright-error.ts'

export type OperationId = keyof Operations

export interface ConnectionOptions {
  /** Where the service is, https://routes.example.com. */
  baseUrl: string
  /** An API key. Without one the browser's session cookie goes along, as in the planner. */
  privateKey?: string
  /** Further tries after the first; 5 by default, 0 switches them off. */
  retries?: number
  /** Milliseconds that one try may take; 120,000 by default, longer than the longest optimization that is waited for. */
  timeoutMs?: number
  /** Another fetch: for proxies, tests, instrumentation. */
  fetch?: typeof fetch
}

export interface CallOptions {
  signal?: AbortSignal
  retries?: number
  timeoutMs?: number
  /**
   * Repeating the call does no harm, for instance because its body carries a client_id: it is then tried again after a
   * lost answer or a 5xx. GET and the reading POSTs always are; anything else never is unless this says so.
   */
  repeatable?: boolean
}

/**
 * First and longest pause in milliseconds: `failed` after a lost answer or a 5xx, `refused` after a 429. The latter are longer,
 * because the service counts calls by the minute.
 */
const patience = { failed: [500, 15_000], refused: [2_000, 30_000] } as const

/** Calls the operation. Throws RoutewrightError, or the signal's reason when it is aborted. */
export async function send<Id extends OperationId>(
  connection: ConnectionOptions,
  operation: Id,
  input: Operations[Id]['input'],
  options: CallOptions = {},
): Promise<Operations[Id]['answer']> {
  const { signal, timeoutMs = connection.timeoutMs ?? 120_000 } = options
  const via = { ...connection, name: operation, init: connection.privateKey === undefined ? sessionInit : keyInit }
  const tryOnce = () =>
    exchange<Operations[Id]['answer']>(via, operations[operation], input as Input, { signal, timeoutMs })
  const exchanged = await patiently(tryOnce, {
    retries: options.retries ?? connection.retries ?? 5,
    isRepeatable: options.repeatable === true || isReading(operation),
    pauseMs: (attempt, { status }) => {
      const [baseMs, mostMs] = status === 429 ? patience.refused : patience.failed
      return backOffMs(attempt, baseMs, mostMs)
    },
    signal,
  })
  if (exchanged.isDone) return exchanged.body
  throw errorOf(operation, exchanged, timeoutMs)
}

/** A browser must not send its referrer, nor a cookie along with a key. */
const sessionInit: RequestInit = { referrerPolicy: 'no-referrer' }
const keyInit: RequestInit = { ...sessionInit, credentials: 'omit' }

/** Whether nothing changes by calling it, so that it may be called again when the answer was lost. */
function isReading(operation: OperationId): boolean {
  return operations[operation].startsWith('GET ') || readingOperations.includes(operation)
}

function errorOf(operation: OperationId, failure: Failure, timeoutMs: number): RoutewrightError {
  const { status, messageId, requestId, cause } = failure
  const details = { operation, status, messageId, requestId, cause }
  return new RoutewrightError(textOf(operation, failure, timeoutMs), details)
}

function textOf(operation: OperationId, { status, isTimeout, isReadable, message }: Failure, timeoutMs: number) {
  if (isTimeout) return `${operation}: the service did not answer within ${timeoutMs} ms.`
  if (status === 0) return `${operation}: the service could not be reached.`
  if (!isReadable && status < 300) return `${operation}: the answer is not JSON; is baseUrl that of the service?`
  return message ?? `The service answered ${status}.`
}
