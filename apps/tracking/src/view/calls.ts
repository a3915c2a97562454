// The calls of the page, under the token of its address.
import {
  type AnswerOf,
  exchange,
  type Failure,
  getAddress,
  type InputOf,
  type Operation,
  openStream,
} from '@routewright/client/exchange'
import {
  chooseTrackingSlot,
  declineTrackingSlots,
  findTrackingAddresses,
  getTracking,
  getTrackingCalendar,
  getTrackingSlots,
  rateDelivery,
  setTrackingInstructions,
  setTrackingLocation,
  setTrackingMessages,
  streamTracking,
} from '@routewright/client/operations'

const link = { token: decodeURIComponent(location.pathname.split('/').pop() ?? '') }

export const calendarAddress = () => getAddress(getTrackingCalendar, link)
export const openViewStream = () => openStream(streamTracking, link)

/** Event fired on the window when a call got no response, whatever the browser believes about its connection. */
export const unreachable = 'unreachable'

/** Why a call did not succeed: `closed` — the link opens nothing any more; `offline` — nobody answered. */
export type Reason = 'closed' | 'offline' | 'busy' | 'refused' | 'forbidden' | 'over' | 'taken'

export class CallFailed extends Error {
  readonly reason: Reason

  constructor(reason: Reason) {
    super(reason)
    this.reason = reason
  }
}

const ANSWER_MILLISECONDS = 20_000

async function call<Called extends Operation>(operation: Called, input: InputOf<Called>): Promise<AnswerOf<Called>> {
  const exchanged = await exchange({}, operation, input, { timeoutMs: ANSWER_MILLISECONDS })
  if (exchanged.isDone) return exchanged.body
  if (exchanged.status === 0) dispatchEvent(new Event(unreachable))
  throw new CallFailed(getReason(exchanged))
}

function getReason({ status, messageId }: Failure): Reason {
  if (status === 0) return 'offline'
  if (status === 404) return 'closed'
  if (status === 429 || status >= 500) return 'busy'
  if (messageId === 'highway.stop.error.already_executed' || messageId === 'highway.survey.error.already_exists') {
    return 'over'
  }
  if (messageId === 'highway.slot.error.taken') return 'taken'
  return messageId === 'highway.geocoding.error.wrong_lat_lng' || status === 403 ? 'forbidden' : 'refused'
}

export type Correction = NonNullable<InputOf<typeof setTrackingLocation>['body']>
export type Rating = InputOf<typeof rateDelivery>['body']

export const readView = () => call(getTracking, link)
export const saveInstructions = (text: string | null) =>
  call(setTrackingInstructions, { ...link, body: { customer_text_field: text } })
export const saveLocation = (body: Correction) => call(setTrackingLocation, { ...link, body })
export const findAddresses = (text: string) => call(findTrackingAddresses, { ...link, text })
export const rate = (body: Rating) => call(rateDelivery, { ...link, body })
export const setMessages = (off: boolean) => call(setTrackingMessages, { ...link, body: { off } })
export const readSlots = () => call(getTrackingSlots, link)
export const chooseSlot = (slot_id: string, quote: string | undefined) =>
  call(chooseTrackingSlot, { ...link, body: { slot_id, ...(quote !== undefined && { quote }) } })
export const chooseAnyDay = (any_day: { from: string; to: string }) =>
  call(chooseTrackingSlot, { ...link, body: { any_day } })
export const declineSlots = () => call(declineTrackingSlots, link)
