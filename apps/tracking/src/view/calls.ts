// The calls of the page, under the token of its address.
import type { Location, TrackingView } from '@routewright/contract'

export const token = decodeURIComponent(location.pathname.split('/').pop() ?? '')
const base = `/track/v1/${encodeURIComponent(token)}`

export const liveUrl = `${base}/live`
export const calendarUrl = `${base}/calendar`

/** Fired on the window when a call got no answer, whatever the browser believes about its connection. */
export const unreachable = 'unreachable'

/** Why a call did not succeed: `closed` — the link opens nothing any more; `offline` — nobody answered. */
export type Failure = 'closed' | 'offline' | 'busy' | 'refused' | 'forbidden' | 'over'

export class CallFailed extends Error {
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure)
    this.failure = failure
  }
}

async function call<T>(method: string, path: string, body?: object): Promise<T> {
  let answer: Response
  try {
    answer = await fetch(base + path, {
      method,
      ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(20_000),
    })
  } catch {
    dispatchEvent(new Event(unreachable))
    throw new CallFailed('offline')
  }
  if (answer.ok) return (await answer.json()) as T
  throw new CallFailed(await failureOf(answer))
}

async function failureOf(answer: Response): Promise<Failure> {
  if (answer.status === 404) return 'closed'
  if (answer.status === 429 || answer.status >= 500) return 'busy'
  const { message_id: id } = (await answer.json().catch(() => ({}))) as { message_id?: string }
  if (id === 'highway.stop.error.already_executed' || id === 'highway.survey.error.already_exists') return 'over'
  if (id === 'highway.geocoding.error.wrong_lat_lng' || answer.status === 403) return 'forbidden'
  return 'refused'
}

export interface Correction {
  lat?: number
  lng?: number
  address?: string
  location_details?: string
}

export interface Rating {
  rating: number
  rating_tag: string | null
  comments: string | null
}

export const readView = () => call<TrackingView>('GET', '')
export const saveInstructions = (text: string | null) =>
  call<TrackingView>('PUT', '/instructions', { customer_text_field: text })
export const saveLocation = (correction: Correction) => call<TrackingView>('PUT', '/location', correction)
export const findAddresses = (text: string) => call<Location[]>('GET', `/addresses?text=${encodeURIComponent(text)}`)
export const rate = (rating: Rating) => call<object>('POST', '/survey', rating)
export const setMessages = (off: boolean) => call<TrackingView>('PUT', '/messages', { off })
