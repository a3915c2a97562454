// The day of a plan: its date in the calendar, and the moment at which it begins.
import type { Plan } from '@routewright/contract'
import { useFormats } from '../shell/session.ts'
import { usePlanStore } from './plan-store.ts'

/** The calendar date that a plan is for: dates stand at midnight UTC, other moments in the project's zone. */
export function dayOfPlan(
  { execution_date }: Pick<Plan, 'execution_date'>,
  dayKey: (moment: string) => string,
): string {
  return execution_date.endsWith('T00:00:00.000Z') ? execution_date.slice(0, 10) : dayKey(execution_date)
}

/** Kept by plan, because thousands of rows ask and the browser takes long to make the date formats that tell it. */
const known = new WeakMap<Plan, { timeZone: string | undefined; midnight: number }>()

/** Milliseconds since 1970. */
export function usePlanMidnight(): number {
  const { dayKey, timeZone } = useFormats()
  return usePlanStore(({ data }) => {
    const { plan } = data!
    const held = known.get(plan)
    if (held && held.timeZone === timeZone) return held.midnight
    const midnight = getMidnight(dayOfPlan(plan, dayKey), timeZone)
    known.set(plan, { timeZone, midnight })
    return midnight
  })
}

/** When a calendar day begins in a zone, milliseconds since 1970. */
export function getMidnight(day: string, timeZone: string | undefined): number {
  const utc = Date.parse(`${day}T00:00:00Z`)
  // Twice, because the offset at UTC midnight may differ from that at the zone's own.
  const first = utc - offsetAt(utc, timeZone)
  return utc - offsetAt(first, timeZone)
}

function offsetAt(moment: number, timeZone: string | undefined): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(moment)
  const part = (type: string) => Number(parts.find((entry) => entry.type === type)?.value)
  const local = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
  return local - Math.floor(moment / 1000) * 1000
}
