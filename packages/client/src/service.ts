// Typed calls that wait out disturbances: a lost session, a busy or failing service, no connection. Used by the planner.
import { type AnswerOf, exchange, type InputOf, type Operation } from './app-exchange.ts'
import {
  type BrokenPromises,
  type ChangedBy,
  type Connection,
  exchangeFile,
  type Failure,
  type Input,
  type ReceivedFile,
} from './exchange.ts'
import { patiently } from './patience.ts'

export type { BrokenPromises, ChangedBy } from './exchange.ts'

export interface ServiceCallOptions {
  signal?: AbortSignal
  /** May be repeated after a lost response or a 5xx; GET always may. */
  repeatable?: boolean
  /** Do not wait for a new sign-in; used by the sign-in itself. */
  withoutSignIn?: boolean
  /** Fail at once instead of retrying. */
  once?: boolean
  /** `updated_at` of the record as last seen by the caller: the service rejects the call when somebody changed it since. */
  seenUpdatedAt?: string
}

/** Reason why a call is waiting, for the banner. */
export interface Waiting {
  reason: 'offline' | 'busy' | 'failing'
  /** Time of the next retry, milliseconds since 1970. */
  until: number
  /** Number of failed attempts so far. */
  tries: number
  /** Lets waiting calls retry at once, except those rejected for exceeding the rate limit. */
  again(): void
}

export interface ServiceSettings extends Pick<Connection, 'baseUrl' | 'fetch'> {
  /** Called on 401: resolves when the user has signed in again, rejects when the call should fail. */
  signInAgain?: () => Promise<void>
  /**
   * Called when a call would break promises to customers: resolves with the name of the person who agrees, or undefined when it should
   * fail.
   */
  agree?: (broken: BrokenPromises) => Promise<string | undefined>
  /** Called with the wait that ends first while any call waits, and with undefined when none waits any more. */
  onWaiting?: (waiting: Waiting | undefined) => void
  /** Number of retries after the first attempt; 6 by default, about a minute. */
  retries?: number
}

/** A rejected or failed call. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  /** HTTP status; 0 when no response arrived. */
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

/** Input and options of a call; the input is optional when nothing in it is required. */
type Rest<Called extends Operation> =
  Record<never, never> extends InputOf<Called>
    ? [input?: InputOf<Called>, options?: ServiceCallOptions]
    : [input: InputOf<Called>, options?: ServiceCallOptions]

export interface Service {
  call<Called extends Operation>(operation: Called, ...rest: Rest<Called>): Promise<AnswerOf<Called>>
  /** Receives a file, tried once: the user waits for it and can ask again. */
  receive<Called extends Operation>(operation: Called, input: InputOf<Called>): Promise<ReceivedFile>
}

/** Pauses before retries in milliseconds: short first, so that a brief failure is not noticed. */
const PAUSES_MS = [500, 1_500, 4_000, 8_000, 15_000, 30_000] as const
/** Shortest pause after a 429: the service counts by the minute, so a sooner retry does not help. */
const SHORTEST_BUSY_MS = 5_000

export function createService(settings: ServiceSettings = {}): Service {
  const { baseUrl, onWaiting, signInAgain, agree, retries = PAUSES_MS.length } = settings
  const connection: Connection = { baseUrl, fetch: settings.fetch }
  // Per call: the success of one says nothing about another that was rejected and still waits.
  const waits = new Map<symbol, Omit<Waiting, 'again'> & { wake(): void }>()
  const again = () => {
    for (const { reason, wake } of [...waits.values()]) if (reason !== 'busy') wake()
  }
  const tellWaiting = () => {
    const [first] = [...waits.values()].sort((a, b) => a.until - b.until)
    onWaiting?.(first && { reason: first.reason, until: first.until, tries: first.tries, again })
  }
  return {
    async call(operation, ...[input, options = {}]) {
      const self = Symbol(operation)
      let agreedBy: string | undefined
      const tryOnce = async () => {
        for (;;) {
          const exchanged = await exchange(connection, operation, (input ?? {}) as never, { ...options, agreedBy })
          if (exchanged.isDone) return exchanged
          if (exchanged.brokenPromises && agree && agreedBy === undefined) {
            agreedBy = await agree(exchanged.brokenPromises)
            if (agreedBy === undefined) return exchanged
          } else if (exchanged.status === 401 && signInAgain && !options.withoutSignIn) await signInAgain()
          else return exchanged
        }
      }
      const exchanged = await patiently(tryOnce, {
        retries: options.once ? 0 : retries,
        isRepeatable: options.repeatable === true || operation.startsWith('GET '),
        pauseMs: servicePauseMs,
        onPause: ({ failure, pauseMs, attempt, wake }) => {
          const reason = passingReason(failure) ?? 'busy'
          waits.set(self, { reason, until: Date.now() + pauseMs, tries: attempt + 1, wake })
          tellWaiting()
        },
        signal: options.signal,
      }).finally(() => waits.delete(self) && tellWaiting())
      if (!exchanged.isDone) throw getError(exchanged)
      return exchanged.body
    },
    async receive(operation, input) {
      const exchanged = await exchangeFile(connection, operation, input as Input)
      if (!exchanged.isDone) throw getError(exchanged)
      return exchanged.body
    },
  }
}

function servicePauseMs(attempt: number, { status }: Failure): number {
  const pauseMs = PAUSES_MS[Math.min(attempt, PAUSES_MS.length - 1)]!
  return status === 429 ? Math.max(SHORTEST_BUSY_MS, pauseMs) : pauseMs
}

/** Passing reason for a failure; undefined when the same call would be rejected again. */
export function passingReason({ status }: { status: number }): Waiting['reason'] | undefined {
  if (status === 0) return 'offline'
  if (status === 429) return 'busy'
  return status >= 500 ? 'failing' : undefined
}

function getError({ status, message, messageId, requestId, changedBy }: Failure): ServiceError {
  const text = status === 0 ? 'The service could not be reached.' : `The service answered ${status}.`
  return new ServiceError(message ?? text, status, messageId, requestId, changedBy)
}
