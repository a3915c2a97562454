// Assumptions about past days, kept while somebody looks at the figures and comes back to change them.
import { create } from 'zustand'
import { emptyPlace } from '../../forms/place.ts'
import type { PastChoice } from './past-input.ts'

/** The days are those of the file until others are chosen. */
export const usePastChoice = create<PastChoice>(() => ({
  from: '',
  to: '',
  depot: undefined,
  hours: '',
  minutes: 5,
  vans: 1,
  hourPrice: '',
  kilometerPrice: '',
  maxWeight: '',
  maxVolume: '',
  change: 0,
  otherHours: '',
  otherDepot: emptyPlace,
}))
