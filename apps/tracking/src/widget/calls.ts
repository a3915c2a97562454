// The calls that a checkout's token opens, from a page of any site that the shop named. No cookie goes along.
import { type AnswerOf, exchange, type InputOf, type Operation } from '@routewright/client/exchange'
import {
  chooseCheckoutSlot,
  getCheckoutSlots,
  getCheckoutView,
  releaseCheckoutSlot,
  setCheckoutPlace,
} from '@routewright/client/operations'
import type { CheckoutView, RecipientSlots } from '@routewright/contract'

/** Why a call did not succeed, as the words tell it. */
export type Trouble = 'over' | 'wrongSite' | 'taken' | 'tooMany' | 'notFound' | 'offline' | 'busy'

export class CallFailed extends Error {
  readonly trouble: Trouble

  constructor(trouble: Trouble) {
    super(trouble)
    this.trouble = trouble
  }
}

export interface CheckoutCalls {
  view(): Promise<CheckoutView>
  slots(): Promise<RecipientSlots>
  setPlace(address: string): Promise<CheckoutView>
  choose(slotId: string, quote: string | undefined): Promise<CheckoutView>
  release(): Promise<CheckoutView>
}

const answerMilliseconds = 20_000
const troubles: Record<string, Trouble> = {
  'highway.checkout.error.over': 'over',
  'highway.checkout.error.wrong_origin': 'wrongSite',
  'highway.checkout.error.too_many_holds': 'tooMany',
  'highway.slot.error.taken': 'taken',
  'highway.slot.error.no_windows': 'over',
}

export function checkoutCalls(service: string, token: string): CheckoutCalls {
  const connection = { baseUrl: service, init: { credentials: 'omit' } } as const
  const call = async <Called extends Operation>(
    operation: Called,
    input: InputOf<Called>,
    ofRefusal: Trouble = 'busy',
  ): Promise<AnswerOf<Called>> => {
    const answered = await exchange(connection, operation, input, { timeoutMs: answerMilliseconds })
    if (answered.isDone) return answered.body
    const { status, messageId = '' } = answered
    const ofStatus: Record<number, Trouble> = { 0: 'offline', 404: 'over', 400: ofRefusal }
    throw new CallFailed(troubles[messageId] ?? ofStatus[status] ?? 'busy')
  }
  return {
    view: () => call(getCheckoutView, { token }),
    slots: () => call(getCheckoutSlots, { token }),
    setPlace: (address) => call(setCheckoutPlace, { token, body: { address } }, 'notFound'),
    choose: (slot_id, quote) =>
      call(chooseCheckoutSlot, { token, body: { slot_id, ...(quote !== undefined && { quote }) } }),
    release: () => call(releaseCheckoutSlot, { token }),
  }
}
