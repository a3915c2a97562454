// Typed calls to the service for the web applications: every operation, public or internal, by its method and path.
// Types come from the contract and vanish in the build; a lost session, a busy or failing service are waited out here.
import type { BodyOf, EndpointOf, OperationId, ParamsOf, QueryInputOf, ResponseOf } from '@routewright/contract'

type RouteOf<Id extends OperationId> = `${EndpointOf<Id>['method']} ${EndpointOf<Id>['path']}`
/** `GET /v2/plans` and so on: what can be called. */
export type ServiceRoute = { [Id in OperationId]: RouteOf<Id> }[OperationId]
type IdOf<Route extends ServiceRoute> = { [Id in OperationId]: RouteOf<Id> extends Route ? Id : never }[OperationId]

type BodyPart<Id extends OperationId> =
  EndpointOf<Id> extends { upload: true }
    ? { file: Blob }
    : EndpointOf<Id> extends { bodyOptional: true }
      ? { body?: BodyOf<Id> }
      : EndpointOf<Id> extends { body: unknown }
        ? { body: BodyOf<Id> }
        : Record<never, never>

type InputOf<Id extends OperationId> = ParamsOf<Id> & QueryInputOf<Id> & BodyPart<Id>

/** What a call takes: path and query parameters, and `body`, in one object. */
export type ServiceInput<Route extends ServiceRoute> = InputOf<IdOf<Route>>
/** What a call answers. */
export type ServiceAnswer<Route extends ServiceRoute> = ResponseOf<IdOf<Route>>

export interface ServiceCallOptions {
  signal?: AbortSignal
  /** May be sent again after a lost answer or a 5xx; GET always may. */
  repeatable?: boolean
  /** Do not wait for a new sign-in; used by the sign-in itself. */
  withoutSignIn?: boolean
  /** Fail at once instead of trying again. */
  once?: boolean
  /** `updated_at` of the record as the caller saw it: the service refuses when somebody changed it since. */
  seenUpdatedAt?: string
}

/** Why a call is waiting, for the banner. */
export interface Waiting {
  reason: 'offline' | 'busy' | 'failing'
  /** When it is tried again, milliseconds since 1970. */
  until: number
}

export interface ServiceSettings {
  /** Empty: where the page came from. */
  baseUrl?: string
  /** Called on 401: resolves when somebody signed in again, rejects when the call is to fail. */
  signInAgain?: () => Promise<void>
  /** Told while calls wait, and with undefined when the service answers again. */
  onWaiting?: (waiting: Waiting | undefined) => void
  fetch?: typeof fetch
  /** Tries after the first; 6 by default, about a minute. */
  retries?: number
}

/** Who was faster, when a record is no longer as the caller saw it. */
export interface ChangedBy {
  /** Empty when it is not known. */
  name: string
  /** ISO timestamp. */
  at: string
}

/** A refused or failed call. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  /** HTTP status; 0 when no answer came. */
  readonly status: number
  readonly messageId: string | undefined
  readonly requestId: string | undefined
  readonly changedBy: ChangedBy | undefined

  constructor(message: string, status: number, messageId?: string, requestId?: string, changedBy?: ChangedBy) {
    super(message)
    this.changedBy = changedBy
    this.status = status
    this.messageId = messageId
    this.requestId = requestId
  }
}

export interface Service {
  call<Route extends ServiceRoute>(
    route: Route,
    ...rest: Record<never, never> extends ServiceInput<Route>
      ? [input?: ServiceInput<Route>, options?: ServiceCallOptions]
      : [input: ServiceInput<Route>, options?: ServiceCallOptions]
  ): Promise<ServiceAnswer<Route>>
}

/** Pauses before the tries, milliseconds: short first, so that a hiccup is not noticed. */
const PAUSES_MS = [500, 1_500, 4_000, 8_000, 15_000, 30_000] as const

export function createService(settings: ServiceSettings = {}): Service {
  const retries = settings.retries ?? PAUSES_MS.length
  return {
    async call(route, ...[input, options = {}]) {
      const isReading = options.repeatable || route.startsWith('GET ')
      for (let attempt = 0; ; attempt += 1) {
        try {
          const answer = await sendOnce(settings, route, (input ?? {}) as Record<string, unknown>, options)
          settings.onWaiting?.(undefined)
          return answer as never
        } catch (error) {
          options.signal?.throwIfAborted()
          if (!(error instanceof ServiceError)) throw error
          if (error.status === 401 && settings.signInAgain && !options.withoutSignIn) {
            await settings.signInAgain()
            continue
          }
          const reason = passingReason(error)
          // A 429 was refused before anything was done, so any call may come again.
          const mayRepeat = error.status === 429 || (isReading && reason !== undefined)
          if (options.once || !mayRepeat || attempt >= retries) throw error
          const pauseMs = error.status === 429 ? Math.max(5_000, pauseOf(attempt)) : pauseOf(attempt)
          settings.onWaiting?.({ reason: reason ?? 'busy', until: Date.now() + pauseMs })
          await pause(pauseMs, options.signal)
        }
      }
    },
  }
}

/** Why the next try may succeed; undefined for a refusal that stands. */
export function passingReason({ status }: ServiceError): Waiting['reason'] | undefined {
  if (status === 0) return 'offline'
  if (status === 429) return 'busy'
  return status >= 500 ? 'failing' : undefined
}

function pauseOf(attempt: number): number {
  return PAUSES_MS[Math.min(attempt, PAUSES_MS.length - 1)]!
}

function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      globalThis.removeEventListener?.('online', end)
      if (signal?.aborted) reject(signal.reason)
      else resolve()
    }
    const timer = setTimeout(end, milliseconds)
    // Back on the network: no need to wait any longer.
    globalThis.addEventListener?.('online', end, { once: true })
    signal?.addEventListener('abort', end, { once: true })
  })
}

async function sendOnce(
  settings: ServiceSettings,
  route: string,
  input: Record<string, unknown>,
  { signal, seenUpdatedAt }: ServiceCallOptions,
): Promise<unknown> {
  const { url, init } = requestOf(settings.baseUrl ?? '', route, input)
  if (seenUpdatedAt) init.headers = { ...init.headers, 'x-if-updated-at': seenUpdatedAt }
  let response: Response
  let text: string
  try {
    response = await (settings.fetch ?? fetch)(url, { ...init, signal: signal ?? null })
    text = await response.text()
  } catch {
    signal?.throwIfAborted()
    throw new ServiceError('The service could not be reached.', 0)
  }
  if (!response.ok) throw refusalOf(response, text)
  return text === '' ? undefined : JSON.parse(text)
}

function refusalOf(response: Response, text: string): ServiceError {
  let body: { message?: unknown; message_id?: unknown } = {}
  try {
    body = JSON.parse(text) ?? {}
  } catch {
    // 500 has no body, and a proxy's page is no JSON: the status says it all.
  }
  return new ServiceError(
    typeof body.message === 'string' ? body.message : `The service answered ${response.status}.`,
    response.status,
    typeof body.message_id === 'string' ? body.message_id : undefined,
    response.headers.get('x-request-id') ?? undefined,
    changedByOf(response),
  )
}

function changedByOf({ headers }: Response): ChangedBy | undefined {
  const at = headers.get('x-changed-at')
  return at === null ? undefined : { name: decodeURIComponent(headers.get('x-changed-by') ?? ''), at }
}

function requestOf(baseUrl: string, route: string, input: Record<string, unknown>): { url: string; init: RequestInit } {
  const [method, template] = route.split(' ') as [string, string]
  const { body, file, ...parameters } = input
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = parameters[name]
    delete parameters[name]
    if (value === undefined || value === null || value === '') throw new TypeError(`${route} needs ${name}.`)
    return encodeURIComponent(String(value))
  })
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, String(value))
  const init: RequestInit = { method, credentials: 'same-origin' }
  if (file !== undefined) {
    const form = new FormData()
    form.set('file', file as Blob)
    init.body = form
  } else if (body !== undefined) {
    init.body = JSON.stringify(body)
    init.headers = { 'content-type': 'application/json' }
  }
  return { url: `${baseUrl}${path}${query.size > 0 ? `?${query}` : ''}`, init }
}
