// The interface of every kind of shop: credentials, a connection test, and telling a state.
import type { OrderState, ShopTelling } from '@routewright/contract'
import type { CallShop } from './shop-call.ts'

/** Settings and credentials of a shop. */
export interface ShopKey {
  telling: ShopTelling
  secret: string
}

/** One state of one order, as a shop is to hear of it. */
export interface Told {
  orderId: string
  state: OrderState
  /** The shop's value for the state, by its settings. */
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
  /** Default values of states; missing states are not told. */
  values: ShopTelling['states']
  /** Fields of the settings that this kind cannot do without. */
  needs: readonly ('user' | 'database' | 'secret')[]
  /** Sent with every call. */
  headers(key: ShopKey): Record<string, string>
  /** Reads something that changes nothing; returns the finding in words. Throws where the shop does not respond as expected. */
  ask(call: CallShop, key: ShopKey): Promise<string>
  /** Tells the state; returns what was done, in words. Throws ShopRefused, and connection errors. */
  tell(call: CallShop, told: Told, key: ShopKey): Promise<string>
}

export const basic = (user: string, password: string) =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

/** A value that stands for a note and nothing else. */
export const noteOnly = 'note'
