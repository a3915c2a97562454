// One operation as HTTP: the request out of its input, the answer or an error out of the response, and tries in between.
import { backOffMs, pause } from './back-off.ts'
import { operations, readingOperations } from './operations.ts'
import { RoutewrightError } from './routewright-error.ts'
import type { Operations } from './wire.ts'

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

/** First pause and longest pause: after a lost answer or 5xx, and after a 429, whose window is a minute. */
const patience = { failed: [500, 15_000], refused: [2_000, 30_000] } as const

/** Calls the operation. Throws RoutewrightError, or the signal's reason when it is aborted. */
export async function send<Id extends OperationId>(
  connection: ConnectionOptions,
  operation: Id,
  input: Operations[Id]['input'],
  options: CallOptions = {},
): Promise<Operations[Id]['answer']> {
  const retries = options.retries ?? connection.retries ?? 5
  const isRepeatable = options.repeatable || isReading(operation)
  for (let attempt = 0; ; attempt += 1) {
    try {
      return (await tryOnce(
        connection,
        operation,
        input as Record<string, unknown>,
        options,
      )) as Operations[Id]['answer']
    } catch (error) {
      options.signal?.throwIfAborted()
      if (!(error instanceof RoutewrightError) || attempt >= retries) throw error
      // A 429 was refused before anything was done, so any call may come again.
      if (error.status !== 429 && !(isRepeatable && isPassing(error))) throw error
      const [baseMs, mostMs] = error.status === 429 ? patience.refused : patience.failed
      await pause(backOffMs(attempt, baseMs, mostMs), options.signal)
    }
  }
}

/** Whether nothing changes by calling it, so that it may be called again when the answer was lost. */
function isReading(operation: OperationId): boolean {
  return operations[operation].startsWith('GET ') || readingOperations.includes(operation)
}

/** Whether the next try may well succeed: no answer arrived, or the service or what stands before it failed. */
export function isPassing({ status }: RoutewrightError): boolean {
  return status === 0 || status >= 500
}

async function tryOnce(
  connection: ConnectionOptions,
  operation: OperationId,
  input: Record<string, unknown>,
  { signal, timeoutMs = connection.timeoutMs ?? 120_000 }: CallOptions,
): Promise<unknown> {
  const limit = AbortSignal.timeout(timeoutMs)
  const { url, init } = requestOf(connection, operation, input)
  let response: Response
  let text: string
  try {
    response = await (connection.fetch ?? fetch)(url, {
      ...init,
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    })
    text = await response.text()
  } catch (cause) {
    signal?.throwIfAborted()
    const why = limit.aborted ? `did not answer within ${timeoutMs} ms` : 'could not be reached'
    throw new RoutewrightError(`${operation}: the service ${why}.`, { operation, status: 0, cause })
  }
  if (response.ok) return text === '' ? undefined : parsed(operation, response, text)
  throw refusal(operation, response, text)
}

function parsed(operation: OperationId, response: Response, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    const details = { operation, ...traceOf(response), cause }
    throw new RoutewrightError(`${operation}: the answer is not JSON; is baseUrl that of the service?`, details)
  }
}

function refusal(operation: OperationId, response: Response, text: string): RoutewrightError {
  let body: { message?: unknown; message_id?: unknown } = {}
  try {
    body = JSON.parse(text) ?? {}
  } catch {
    // 500 has no body, and a proxy's error page is no JSON: the status says it all.
  }
  const message = typeof body.message === 'string' ? body.message : `The service answered ${response.status}.`
  const messageId = typeof body.message_id === 'string' ? body.message_id : undefined
  return new RoutewrightError(message, { operation, ...traceOf(response), messageId })
}

function traceOf(response: Response): { status: number; requestId?: string } {
  return { status: response.status, requestId: response.headers.get('x-request-id') ?? undefined }
}

function requestOf(
  { baseUrl, privateKey }: ConnectionOptions,
  operation: OperationId,
  input: Record<string, unknown>,
): { url: string; init: RequestInit } {
  const [method, template] = operations[operation].split(' ') as [string, string]
  const { body, file, ...parameters } = input
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = parameters[name]
    delete parameters[name]
    if (value === undefined || value === null || value === '') throw new TypeError(`${operation} needs ${name}.`)
    return encodeURIComponent(String(value))
  })
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, String(value))
  if (privateKey !== undefined) query.set('private_key', privateKey)
  const url = `${baseUrl.replace(/\/+$/, '')}${path}${query.size > 0 ? `?${query}` : ''}`
  // A browser must not send its referrer, nor a cookie along with a key.
  const init: RequestInit = {
    method,
    referrerPolicy: 'no-referrer',
    credentials: privateKey === undefined ? 'same-origin' : 'omit',
  }
  if (file !== undefined) init.body = formOf(file as Blob)
  else if (body !== undefined) {
    init.body = JSON.stringify(body)
    init.headers = { 'content-type': 'application/json' }
  }
  return { url, init }
}

function formOf(file: Blob): FormData {
  const form = new FormData()
  form.set('file', file)
  return form
}
