// Orders that come again.
import type { Annex } from '../annexes.ts'
import { mountRecurring } from './recurring.http.ts'

export const recurring: Annex = {
  name: 'recurring',
  mount: mountRecurring,
}
