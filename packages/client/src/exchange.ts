// One exchange with the service over HTTP, the only place that builds a request and reads a response: for the published client and for all
// three applications. Returns the outcome as data; callers retry and throw.

/** Path and query parameters by their names, and `body` (sent as JSON) or `file` (sent as a form). */
export type Input = Readonly<Record<string, unknown>>

export interface Connection {
  /** Name of the operation in the error for a missing parameter; default: its method and path. */
  name?: string
  /** Address of the service. Empty: the server that the page came from. */
  baseUrl?: string
  /** The API key, sent as query parameter. */
  privateKey?: string
  /** Sent as bearer token, in the header `authorization`. */
  token?: string
  /** Another fetch: for proxies, tests, instrumentation. */
  fetch?: typeof fetch
  /** Called with the headers of every response, including errors, as soon as they arrive. */
  onHeaders?: (headers: Headers) => void
  /** Further options of every request. */
  init?: RequestInit
}

export interface ExchangeOptions {
  /** Aborts the exchange; its reason is thrown. */
  signal?: AbortSignal
  /** Longest time until the whole response has arrived; without it the browser's own limit. */
  timeoutMs?: number
  /** `updated_at` of the record as last seen by the caller: the service rejects the call when somebody changed it since. */
  seenUpdatedAt?: string
  /** Name of the dispatcher who agrees to breaking promises to customers. */
  agreedBy?: string
}

/** Person who changed a record since the caller read it, and the time. */
export interface ChangedBy {
  /** Empty when unknown. */
  name: string
  /** ISO timestamp. */
  at: string
}

/** Promises to customers that a call would break, for which it was rejected. */
export interface BrokenPromises {
  count: number
  /** The first of them. */
  promises: readonly {
    stop_id: string
    /** Number and name of the stop, if any. */
    label?: string
    date: string
    time_window: readonly [number, number]
    fault: 'late' | 'left_out' | 'changed'
    late_seconds?: number
  }[]
}

/** A missing response, an error, or a response that is not from the service. */
export interface Failure {
  isDone: false
  /** HTTP status; 0 when no response arrived. */
  status: number
  /** Whether the time limit was reached, as opposed to a failed connection. */
  isTimeout: boolean
  /** False for text that the service does not produce: a proxy's page, or a truncated response. */
  isReadable: boolean
  /** The service's own message. */
  message?: string
  messageId?: string
  requestId?: string
  changedBy?: ChangedBy
  brokenPromises?: BrokenPromises
  cause?: unknown
}

export type Exchanged<T> = { isDone: true; body: T } | Failure

/** A file, and its name from the service. */
export interface ReceivedFile {
  blob: Blob
  name: string | undefined
}

/** Calls an operation (`GET /v2/plan/{id}`) once. Throws only the reason of the signal, and TypeError for a missing parameter. */
export function exchange<T>(
  connection: Connection,
  operation: string,
  input: Input,
  options: ExchangeOptions = {},
): Promise<Exchanged<T>> {
  return request(connection, operation, input, options, async (response) => {
    const text = await response.text()
    const read = parse(text)
    if (!response.ok) return getRefusal(response, read)
    if (read.isReadable) return { isDone: true, body: read.body as T }
    return { ...getFailure(response), isReadable: false, cause: read.cause }
  })
}

/** Like `exchange`, for an operation that returns a file. */
export function exchangeFile(
  connection: Connection,
  operation: string,
  input: Input,
  options: ExchangeOptions = {},
): Promise<Exchanged<ReceivedFile>> {
  return request(connection, operation, input, options, async (response) => {
    if (!response.ok) return getRefusal(response, parse(await response.text()))
    const name = fileName(response.headers.get('content-disposition') ?? '')
    return { isDone: true, body: { blob: await response.blob(), name } }
  })
}

/** The address of an operation: for links, pictures and streams, which the browser fetches itself. */
export function getAddress(
  { baseUrl = '', privateKey, name: called }: Connection,
  operation: string,
  input: Input,
): string {
  const { body: _body, file: _file, ...given } = input
  const parameters: Record<string, unknown> = given
  const path = getPath(operation).replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = parameters[name]
    delete parameters[name]
    if (value === undefined || value === null || value === '')
      throw new TypeError(`${called ?? operation} needs ${name}.`)
    return encodeURIComponent(String(value))
  })
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, String(value))
  if (privateKey !== undefined) query.set('private_key', privateKey)
  return `${baseUrl.replace(/\/+$/, '')}${path}${query.size > 0 ? `?${query}` : ''}`
}

/** The path of an operation, with its parameters in braces. */
export function getPath(operation: string): string {
  return operation.slice(operation.indexOf(' ') + 1)
}

async function request<T>(
  connection: Connection,
  operation: string,
  input: Input,
  options: ExchangeOptions,
  read: (response: Response) => Promise<Exchanged<T>>,
): Promise<Exchanged<T>> {
  const { signal, timeoutMs } = options
  const limit = timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs)
  const ends = [signal, limit].filter((end) => end !== undefined)
  const address = getAddress(connection, operation, input)
  const init = buildInit(connection, operation, input, options)
  try {
    const end = ends.length > 1 ? AbortSignal.any(ends) : (ends[0] ?? null)
    const response = await (connection.fetch ?? fetch)(address, { ...init, signal: end })
    connection.onHeaders?.(response.headers)
    return await read(response)
  } catch (cause) {
    signal?.throwIfAborted()
    return { isDone: false, status: 0, isTimeout: limit?.aborted === true, isReadable: true, cause }
  }
}

function buildInit(
  { token, init }: Connection,
  operation: string,
  input: Input,
  options: ExchangeOptions,
): RequestInit {
  const { body, file } = input
  const headers: Record<string, string> = {}
  if (token !== undefined) headers.authorization = `Bearer ${token}`
  if (options.seenUpdatedAt) headers['x-if-updated-at'] = options.seenUpdatedAt
  if (options.agreedBy) headers['x-agreed-by'] = encodeURIComponent(options.agreedBy)
  const request: RequestInit = { method: operation.split(' ')[0], credentials: 'same-origin', ...init, headers }
  if (file !== undefined) request.body = getForm(file as Blob)
  else if (body !== undefined) {
    request.body = JSON.stringify(body)
    headers['content-type'] = 'application/json'
  }
  return request
}

function getForm(file: Blob): FormData {
  const form = new FormData()
  form.set('file', file)
  return form
}

type Parsed = { isReadable: true; body: unknown } | { isReadable: false; cause: unknown }

function parse(text: string): Parsed {
  try {
    return { isReadable: true, body: text === '' ? undefined : JSON.parse(text) }
  } catch (cause) {
    return { isReadable: false, cause }
  }
}

/** The failure of an error response. Its body may be empty or a proxy's page; then only the status is known. */
function getRefusal(response: Response, read: Parsed): Failure {
  const body = (read.isReadable ? (read.body ?? {}) : {}) as { message?: unknown; message_id?: unknown }
  return {
    ...getFailure(response),
    isReadable: read.isReadable,
    ...(typeof body.message === 'string' ? { message: body.message } : {}),
    ...(typeof body.message_id === 'string' ? { messageId: body.message_id } : {}),
    ...getChangedBy(response),
    ...getBrokenPromises(response),
  }
}

function getFailure({ status, headers }: Response): Failure {
  const requestId = headers.get('x-request-id')
  return { isDone: false, status, isTimeout: false, isReadable: true, ...(requestId === null ? {} : { requestId }) }
}

function getBrokenPromises({ headers }: Response): { brokenPromises?: BrokenPromises } {
  const told = headers.get('x-broken-promises')
  return told === null ? {} : { brokenPromises: JSON.parse(decodeURIComponent(told)) as BrokenPromises }
}

function getChangedBy({ headers }: Response): { changedBy?: ChangedBy } {
  const at = headers.get('x-changed-at')
  return at === null ? {} : { changedBy: { name: decodeURIComponent(headers.get('x-changed-by') ?? ''), at } }
}

function fileName(disposition: string): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1]
  return encoded ? decodeURIComponent(encoded) : /filename="([^"]+)"/.exec(disposition)?.[1]
}
