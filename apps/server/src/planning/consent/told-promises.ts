// Optional events about slot promises: one was booked, and what was promised has changed.
import type { OptionalEventId } from '@routewright/contract'
import { recordEvents } from '../../data/events.ts'
import { promiseResource } from '../../data/resources/slot-promise.ts'
import type { SlotPromiseRow } from '../../data/slot-tables.ts'
import type { Scope } from '../../frame/platform/scope.ts'

export async function tellBooking(scope: Scope, promise: SlotPromiseRow): Promise<void> {
  await tellPromise(scope, 'svc.planner.2.slot.booked', promise)
}

/** Records that a booked promise was moved, released, changed by hand, or that somebody agreed to break it. A hold tells nobody. */
export async function tellPromiseChange(scope: Scope, promise: SlotPromiseRow): Promise<void> {
  if (promise.booked_at !== null) await tellPromise(scope, 'svc.planner.2.slot.changed', promise)
}

async function tellPromise(scope: Scope, eventId: OptionalEventId, promise: SlotPromiseRow): Promise<void> {
  const data = { ...promiseResource({ ...promise, is_held: false }), updated_at: promise.updated_at }
  await recordEvents(scope, [{ eventId, projectId: promise.project_id, data }])
}
