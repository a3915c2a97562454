// Asks for a look at a day on which a slot was given away.
import type { Scope } from '../../frame/platform/scope.ts'

/** Of the day's cost, unless the project says otherwise. */
export const usualShare = 0.05
/** Whoever changed the plan so lately may be at it still. */
export const editedSeconds = 300
/** Bookings that follow each other are one look. */
export const lookSeconds = 60

/** Has the day looked at a minute from now. Within the transaction that gave a slot away. */
export async function lookAfterBooking(scope: Scope, planId: string, seconds: number = lookSeconds): Promise<void> {
  const payload = { organization_id: scope.organizationId, plan_id: planId }
  await scope.jobs.send(scope.tx, 'booked_days', payload, { singletonKey: planId, startAfter: seconds })
}
