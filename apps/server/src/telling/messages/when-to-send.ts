// When an automatic message may be sent: on the day that it is about, and not in quiet hours.
import type { MessageKind } from '@routewright/contract'
import type { PlanRow } from '../../data/plan-table.ts'
import { momentOfPlanDay, secondsOfPlanDay } from '../../frame/platform/local-time.ts'
import type { Subject } from './facts.ts'
import { quietUntil } from './quiet-hours.ts'

/** Now, after a moment, or never, because it is about another day than today. */
export type Turn = { state: 'now' } | { state: 'held'; until: Date } | { state: 'other_day' }

/** Returns when a message of this kind about the stop may be sent; days begin at midnight in the project's time zone. */
export function findTurn(kind: MessageKind, { plan, route, project, settings }: Subject, now: Date): Turn {
  const zone = project.timezone
  if (plan && !isItsDay(kind, plan, route?.planned_end_time ?? null, zone, now)) return { state: 'other_day' }
  const daysBefore = settings.kinds.planned.days_before ?? 0
  const opens = kind === 'planned' && plan ? momentOfPlanDay(-daysBefore * daySeconds, plan.execution_date, zone) : now
  const soonest = opens > now ? opens : now
  const until = quietUntil(settings.quiet_hours, zone, soonest) ?? soonest
  return until > now ? { state: 'held', until } : { state: 'now' }
}

const daySeconds = 86_400

/**
 * Returns whether a message of this kind makes sense on this day. A day ends at midnight, or with a route planned to end later.
 * Questions to recipients, and cancellations, are about no particular day.
 */
function isItsDay(kind: MessageKind, plan: PlanRow, endsAt: number | null, zone: string, now: Date): boolean {
  const seconds = secondsOfPlanDay(now, plan.execution_date, zone)
  const isOver = seconds >= Math.max(daySeconds, endsAt ?? 0)
  switch (kind) {
    case 'planned':
      return !isOver
    case 'started':
    case 'approaching':
    case 'delayed':
    case 'pin':
      return seconds >= 0 && !isOver
    case 'completed':
    case 'failed':
      // A result of late evening is still told the next morning.
      return seconds >= 0
    case 'canceled':
    case 'address_check':
    case 'choose_slot':
    case 'slot_chosen':
      return true
  }
}
