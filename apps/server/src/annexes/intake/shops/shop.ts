// What every kind of shop is: how it is opened, asked whether it listens, and told a state.
import type { OrderState, ShopTelling } from '@routewright/contract'
import type { CallShop } from './shop-call.ts'

/** What opens a shop. */
export interface ShopKey {
  telling: ShopTelling
  secret: string
}

/** One state of one order, as a shop is to hear of it. */
export interface Told {
  orderId: string
  state: OrderState
  /** What this shop gets for the state, by its settings. */
  value: string
  /** The state and the tracking link in a sentence. */
  note: string
  /** Empty once the link has ended. */
  trackingUrl: string
  /** The same at every attempt to tell this state of this order. */
  key: string
  /** Whether an attempt may have reached the shop before: then what cannot be said twice is looked for first. */
  isRepeated: boolean
  happenedAt: Date
}

export interface Shop {
  /** What a state is told as unless the settings say otherwise; states that are missing are not told. */
  values: ShopTelling['states']
  /** Fields of the settings that this kind cannot do without. */
  needs: readonly ('user' | 'database' | 'secret')[]
  /** Sent with every call. */
  headers(key: ShopKey): Record<string, string>
  /** Reads something that changes nothing; answers what was found, in words. Throws where the shop does not answer as it should. */
  ask(call: CallShop, key: ShopKey): Promise<string>
  /** Answers what was done, in words. Throws ShopRefused, and what a connection throws. */
  tell(call: CallShop, told: Told, key: ShopKey): Promise<string>
}

export const basic = (user: string, password: string) =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

/** A value that stands for a note and nothing else. */
export const noteOnly = 'note'
