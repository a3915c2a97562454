// A day that bookings have made worse is optimized by the service itself: when it searches, and when it stays away.

import { getProject } from '../../accounts/projects/projects.ts'
import { dateInZone } from '../../frame/platform/calendar.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import type { Services } from '../../frame/platform/services.ts'
import { requestPlanRun } from '../../optimizing/optimization/optimization.ts'
import { lockPlans } from '../../planning/lifecycle/lifecycle.ts'
import { type BookedSince, findBookedSince, hasUndecidedRun, isEdited } from './after-bookings.sql.ts'
import { editedSeconds, lookAfterBooking, usualShare } from './booked-days.ts'

/** Result of a check. */
export type Look = 'off' | 'over' | 'later' | 'good_enough' | 'searching'

/**
 * Requests an optimization if bookings can have made the day worse by the project's share, and postpones it while somebody works
 * on the plan. Locks the plan, so that only one of several processes requests it.
 */
export async function lookAtDay(scope: Scope, services: Services, planId: string): Promise<Look> {
  const [plan] = await lockPlans(scope, [planId])
  if (!plan || plan.status === 'finished' || plan.status === 'draft') return 'over'
  const project = await getProject(scope, plan.project_id)
  const share = project.slot_rules.reoptimize_share ?? usualShare
  if (share === 0) return 'off'
  if (plan.execution_date.toISOString().slice(0, 10) < dateInZone(scope.now, project.timezone)) return 'over'
  const since = await findBookedSince(scope, planId)
  if (since.bookings === 0 || mostGained(since) < share) return 'good_enough'
  if (await isAway(scope, planId)) {
    await lookAfterBooking(scope, planId, editedSeconds)
    return 'later'
  }
  await requestPlanRun(scope, services, planId, {
    keepCurrentAssignment: false,
    isAwaited: false,
    mode: 'from_scratch',
    hold: true,
    isAfterBookings: true,
  })
  return 'searching'
}

/** Returns whether somebody works on the plan, or has a search of their own to decide about. */
async function isAway(scope: Scope, planId: string): Promise<boolean> {
  return (await isEdited(scope, planId, editedSeconds)) || (await hasUndecidedRun(scope, planId))
}

/**
 * The most that an optimization can take off the day, as a share of it. One more stop never makes the best possible day shorter, so it
 * cannot save more than the bookings since the last one added, and what that one left.
 */
function mostGained({ seconds, meters, daySeconds, dayMeters, left }: BookedSince): number {
  const computeShare = (part: number, whole: number) => (whole > 0 ? part / whole : 1)
  return left + Math.max(computeShare(seconds, daySeconds), computeShare(meters, dayMeters))
}
