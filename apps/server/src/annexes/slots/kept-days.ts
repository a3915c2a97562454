// The days that slots were asked for, as each process keeps them.
import type { Services } from '../../frame/platform/services.ts'
import { DayStore } from './insertion/day-store.ts'

/** Caches by the process's keys, which every caller for slots has. */
const kept = new WeakMap<Services['secrets'], DayStore>()

/** Returns the process's cache of days. */
export function getDays({ secrets }: Pick<Services, 'secrets'>): DayStore {
  const days = kept.get(secrets) ?? new DayStore()
  kept.set(secrets, days)
  return days
}
