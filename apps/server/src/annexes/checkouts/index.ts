// Windows chosen in the checkout of a shop.
import type { Annex } from '../annexes.ts'
import { mountCheckouts } from './checkouts.http.ts'
import { cleanUpCheckouts } from './checkouts.ts'

export const checkouts: Annex = {
  name: 'checkouts',
  mount: mountCheckouts,
  cleanUp: cleanUpCheckouts,
}
