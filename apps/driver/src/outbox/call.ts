// One call to the service with the token of a link, and the meaning of its response for the queue.
import { type AnswerOf, exchange, type Failure, type InputOf, type Operation } from '@routewright/client/exchange'
import { markNow, noteServerTime } from '../store/clock.ts'
import { watchedFetch } from './watched-fetch.ts'

export type Outcome<T> =
  | { kind: 'done'; body: T }
  /** No response, or a failure that a retry may cure. */
  | { kind: 'later'; why: 'offline' | 'busy' | 'failing' }
  /** The link opens nothing (any more). */
  | { kind: 'closed' }
  | { kind: 'refused'; status: number; message_id: string; message: string }

/** Never throws. */
export async function callService<Called extends Operation>(
  token: string,
  operation: Called,
  input: InputOf<Called>,
): Promise<Outcome<AnswerOf<Called>>> {
  const asked = markNow()
  // Every response of the drivers' interface contains the service's time.
  const onHeaders = (headers: Headers) => noteServerTime(headers.get('x-server-time'), asked)
  const connection = { token, onHeaders, init: { cache: 'no-store' as const }, fetch: watchedFetch }
  const exchanged = await exchange(connection, operation, input)
  return exchanged.isDone ? { kind: 'done', body: exchanged.body } : getOutcome(exchanged)
}

/**
 * Returns the outcome of a failure. A response that is not the service's own means nothing, whatever its status: it was
 * truncated, or written by a hotspot or a proxy. The service names every refusal by an id.
 */
function getOutcome({ status, isReadable, messageId, message = '' }: Failure): Outcome<never> {
  if (status === 0) return { kind: 'later', why: 'offline' }
  if (status === 429 || status === 408) return { kind: 'later', why: 'busy' }
  if (status >= 500 || !isReadable || messageId === undefined) return { kind: 'later', why: 'failing' }
  if (status === 401) return { kind: 'closed' }
  return { kind: 'refused', status, message_id: messageId, message }
}
