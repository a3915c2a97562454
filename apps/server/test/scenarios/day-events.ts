// Which webhook events a day must have caused, computed from what was done, and how what arrived differs from it.
import type { FullPlan, WebhookEvent } from '@routewright/contract'
import type { DriverLog } from './driver-day.ts'
import { getKey } from './webhook-receiver.ts'

/** How often each resource must be told of, by `event_id resource`. */
export function expectedEvents(plan: FullPlan, logs: readonly DriverLog[]): Map<string, number> {
  const expected = new Map<string, number>()
  const expectOnceMore = (eventId: string, id: string) =>
    expected.set(`${eventId} ${id}`, (expected.get(`${eventId} ${id}`) ?? 0) + 1)
  expectOnceMore('svc.planner.2.plan.created', plan.id)
  for (const stop of plan.stops) expectOnceMore('svc.planner.2.stop.created', stop.id)
  // planning → in_progress → finished.
  expectOnceMore('svc.planner.2.plan.updated', plan.id)
  expectOnceMore('svc.planner.2.plan.updated', plan.id)
  for (const { routeId, reports } of logs) {
    expectOnceMore('svc.drivers.2.route.started', routeId)
    expectOnceMore('svc.drivers.2.route.finished', routeId)
    for (const { stop_id } of reports) expectOnceMore('svc.planner.2.stop.reported', stop_id)
  }
  return expected
}

/** Every difference in words; `events` are the distinct deliveries in order of arrival. */
export function listEventFaults(
  expected: ReadonlyMap<string, number>,
  events: readonly WebhookEvent[],
  project: { organization_id: string; project_id: string },
): string[] {
  const faults: string[] = []
  const seen = new Map<string, number>()
  for (const event of events) {
    const name = `${event.event_id} ${event.data.id}`
    seen.set(name, (seen.get(name) ?? 0) + 1)
    const isOwn = event.project_id === project.project_id && event.meta.organization_id === project.organization_id
    if (!isOwn) faults.push(`${name} is of another project`)
    if ('packages' in event.data) faults.push(`${name} carries packages`)
  }
  for (const [name, count] of expected) {
    if (seen.get(name) !== count) faults.push(`${name} came ${seen.get(name) ?? 0} times instead of ${count}`)
  }
  for (const [name, count] of seen) if (!expected.has(name)) faults.push(`${name} came ${count} times unexpectedly`)
  return [...faults, ...listDisorder(events)]
}

/** Per resource: creation first, and every event later than the one before. */
function listDisorder(events: readonly WebhookEvent[]): string[] {
  const faults: string[] = []
  const last = new Map<string, WebhookEvent>()
  for (const event of events) {
    const before = last.get(event.data.id)
    last.set(event.data.id, event)
    if (!before) continue
    const isLater = Date.parse(event.data.updated_at) > Date.parse(before.data.updated_at)
    if (!isLater || event.event_id.endsWith('.created')) faults.push(`${getKey(event)} came after ${getKey(before)}`)
  }
  return faults
}
