// When the day of the plan on screen begins, for what is told as a moment and drawn as a time of day.
import type { Plan } from '@routewright/contract'
import { midnightOf } from '../live/midnight.ts'
import { dayOfPlan } from '../plans/plan-queries.ts'
import { useFormats } from '../shell/session.ts'
import { usePlanStore } from './plan-store.ts'

/** Thousands of rows ask, and finding it out makes two formats of dates. */
const known = new WeakMap<Plan, { timeZone: string | undefined; midnight: number }>()

/** Milliseconds since 1970. */
export function usePlanMidnight(): number {
  const { dayKey, timeZone } = useFormats()
  return usePlanStore(({ data }) => {
    const { plan } = data!
    const held = known.get(plan)
    if (held && held.timeZone === timeZone) return held.midnight
    const midnight = midnightOf(dayOfPlan(plan, dayKey), timeZone)
    known.set(plan, { timeZone, midnight })
    return midnight
  })
}
