// How long somebody is willing to wait for a better plan, as a price of waiting.
import type { Patience } from '@routewright/contract'
import { usualWaitPrice } from '@routewright/solver'

/** Factors on the usual price of a second. */
const factors: Record<Patience, number> = { quick: 5, usual: 1, thorough: 0.2 }
/** Factor for callers who chose a time limit, because they are ready to wait for it. */
const factorOfChosenTime = 0.1

/** Price of a second of waiting, in percent of the plan's cost. */
export function getWaitPrice(patience: Patience, isTimeChosen: boolean): number {
  return usualWaitPrice * factors[patience] * (isTimeChosen ? factorOfChosenTime : 1)
}
