// Calls one operation for the published client: retries while that can help, and throws a failure.
import { backOffMs } from './back-off.ts'
import { exchange, type Failure, type Input } from './exchange.ts'
import { operations, readingOperations } from './generated/operations.ts'
import type { Operations } from './generated/wire.ts'
import { patiently } from './patience.ts'
import { RoutewrightError } from './routewright-error.ts'

export type OperationId = keyof Operations

export interface ConnectionOptions {
  /** Address of the service, such as https://routes.example.com. */
  baseUrl: string
  /** An API key. Without one the browser sends its session cookie, as in the planner. */
  privateKey?: string
  /** Number of retries after the first attempt; 5 by default, 0 switches them off. */
  retries?: number
  /** Time limit of one attempt in milliseconds; 120,000 by default, longer than the longest synchronous optimization. */
  timeoutMs?: number
  /** Another fetch: for proxies, tests, instrumentation. */
  fetch?: typeof fetch
}

export interface CallOptions {
  signal?: AbortSignal
  retries?: number
  timeoutMs?: number
  /**
   * Repeating the call does no harm, for instance because its body has a client_id: it is then retried after a lost response or a 5xx. GET
   * and reading POSTs always are; any other call only when this is set.
   */
  repeatable?: boolean
}

/**
 * First and longest pause in milliseconds: `failed` after a lost response or a 5xx, `refused` after a 429. The latter are longer, because
 * the service counts calls by the minute.
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
  throw getError(operation, exchanged, timeoutMs)
}

/** A browser must not send its referrer, nor a cookie together with a key. */
const sessionInit: RequestInit = { referrerPolicy: 'no-referrer' }
const keyInit: RequestInit = { ...sessionInit, credentials: 'omit' }

/** Whether the call changes nothing, so that it may be repeated when the response was lost. */
function isReading(operation: OperationId): boolean {
  return operations[operation].startsWith('GET ') || readingOperations.includes(operation)
}

function getError(operation: OperationId, failure: Failure, timeoutMs: number): RoutewrightError {
  const { status, messageId, requestId, cause } = failure
  const details = { operation, status, messageId, requestId, cause }
  return new RoutewrightError(getText(operation, failure, timeoutMs), details)
}

function getText(operation: OperationId, { status, isTimeout, isReadable, message }: Failure, timeoutMs: number) {
  if (isTimeout) return `${operation}: the service did not answer within ${timeoutMs} ms.`
  if (status === 0) return `${operation}: the service could not be reached.`
  if (!isReadable && status < 300) return `${operation}: the answer is not JSON; is baseUrl that of the service?`
  return message ?? `The service answered ${status}.`
}
