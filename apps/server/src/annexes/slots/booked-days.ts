// Asks for a look at a day on which a slot was given away.
import type { Scope } from '../../frame/platform/scope.ts'

/** Share of the day's cost, unless the project sets another. */
export const usualShare = 0.05
/** Seconds after a change within which somebody may still be working on the plan. */
export const editedSeconds = 300
/** Bookings that follow each other are one look. */
export const lookSeconds = 60

/** Has the day looked at a minute from now. Within the transaction that gave a slot away. */
export async function lookAfterBooking(scope: Scope, planId: string, seconds: number = lookSeconds): Promise<void> {
  const payload = { organization_id: scope.organizationId, plan_id: planId }
  await scope.jobs.send(scope.tx, 'booked_days', payload, { singletonKey: planId, startAfter: seconds })
}
