// The days that slots were asked for, as each process keeps them.
import type { Services } from '../../frame/platform/services.ts'
import { DayStore } from './insertion/day-store.ts'

/** By the keys of the process, which everybody who asks for slots is handed. */
const kept = new WeakMap<Services['secrets'], DayStore>()

/** Those of a process, so that a day that did not change is not made again. */
export function daysOf({ secrets }: Pick<Services, 'secrets'>): DayStore {
  const days = kept.get(secrets) ?? new DayStore()
  kept.set(secrets, days)
  return days
}
