// How long somebody is willing to wait for a better plan, as a price of waiting.
import type { Patience } from '@routewright/contract'
import { usualWaitPrice } from '@routewright/solver'

/** Against the usual price of a second. */
const factors: Record<Patience, number> = { quick: 5, usual: 1, thorough: 0.2 }
/** Whoever names a time is ready to wait for it. */
const factorOfChosenTime = 0.1

/** What a second of waiting costs, in percent of the plan. */
export function waitPriceOf(patience: Patience, isTimeChosen: boolean): number {
  return usualWaitPrice * factors[patience] * (isTimeChosen ? factorOfChosenTime : 1)
}
