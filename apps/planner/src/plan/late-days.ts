// On how many of ten days each stop would be late. Whoever plays the plan on many days tells it, and the timeline shows it.
import { create } from 'zustand'

/** Late days by stop id; stops that are hardly ever late are missing. */
export const useLateDays = create<{ byStop: ReadonlyMap<string, number> }>(() => ({ byStop: new Map() }))
