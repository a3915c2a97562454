// Typed calls that wait a disturbance out: a lost session, a busy or failing service, no connection. The planner calls so.
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
  /** Tries that failed so far. */
  tries: number
  /** Lets the calls that wait try again at once, but for those that were refused for being too many. */
  again(): void
}

export interface ServiceSettings extends Pick<Connection, 'baseUrl' | 'fetch'> {
  /** Called on 401: resolves when somebody signed in again, rejects when the call is to fail. */
  signInAgain?: () => Promise<void>
  /** Called where a call would break promises to customers: resolves with the name of who agrees, or with undefined when it is to fail. */
  agree?: (broken: BrokenPromises) => Promise<string | undefined>
  /** Told the wait that ends first while any call waits, and undefined when none waits any more. */
  onWaiting?: (waiting: Waiting | undefined) => void
  /** Tries after the first; 6 by default, about a minute. */
  retries?: number
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

/** Input and options of a call; the input may be left out where nothing in it is required. */
type Rest<Called extends Operation> =
  Record<never, never> extends InputOf<Called>
    ? [input?: InputOf<Called>, options?: ServiceCallOptions]
    : [input: InputOf<Called>, options?: ServiceCallOptions]

export interface Service {
  call<Called extends Operation>(operation: Called, ...rest: Rest<Called>): Promise<AnswerOf<Called>>
  /** A file, tried once: somebody waits for it and can ask again. */
  receive<Called extends Operation>(operation: Called, input: InputOf<Called>): Promise<ReceivedFile>
}

/** Pauses before the tries, milliseconds: short first, so that a hiccup is not noticed. */
const PAUSES_MS = [500, 1_500, 4_000, 8_000, 15_000, 30_000] as const
/** Shortest pause after a refusal for too many calls (429): the service counts by the minute, so sooner is no use. */
const SHORTEST_BUSY_MS = 5_000

export function createService(settings: ServiceSettings = {}): Service {
  const { baseUrl, onWaiting, signInAgain, agree, retries = PAUSES_MS.length } = settings
  const connection: Connection = { baseUrl, fetch: settings.fetch }
  // By call: one that is answered says nothing about another that was refused and still waits.
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
      if (!exchanged.isDone) throw errorOf(exchanged)
      return exchanged.body
    },
    async receive(operation, input) {
      const exchanged = await exchangeFile(connection, operation, input as Input)
      if (!exchanged.isDone) throw errorOf(exchanged)
      return exchanged.body
    },
  }
}

function servicePauseMs(attempt: number, { status }: Failure): number {
  const pauseMs = PAUSES_MS[Math.min(attempt, PAUSES_MS.length - 1)]!
  return status === 429 ? Math.max(SHORTEST_BUSY_MS, pauseMs) : pauseMs
}

/** What keeps the call from succeeding now but may pass; undefined when the same call would be refused again. */
export function passingReason({ status }: { status: number }): Waiting['reason'] | undefined {
  if (status === 0) return 'offline'
  if (status === 429) return 'busy'
  return status >= 500 ? 'failing' : undefined
}

function errorOf({ status, message, messageId, requestId, changedBy }: Failure): ServiceError {
  const text = status === 0 ? 'The service could not be reached.' : `The service answered ${status}.`
  return new ServiceError(message ?? text, status, messageId, requestId, changedBy)
}
