// Optional events about visits: the van has come to a stop, and has left it.

import { type EventRecord, recordEvents } from '../../data/events.ts'
import type { PlanRow } from '../../data/plan-table.ts'
import { bareStopResource } from '../../data/resources/stop.ts'
import type { StopRow } from '../../data/stop-table.ts'
import type { Scope } from '../../frame/platform/scope.ts'

type PlanOfStop = Pick<PlanRow, 'label' | 'execution_date'>

/** How an arrival is known, and its moment. */
interface ToldArrival {
  at: Date
  by: 'driver' | 'positions'
}

/** Returns whether positions have shown the van at the stop before its driver said so. An attempt begins the next visit. */
export function wasNoticed({ noticed_arrival_time, report_attempts }: StopRow): boolean {
  return noticed_arrival_time !== null && report_attempts === 0
}

/** Records that the stop was reached. */
export async function tellArrival(scope: Scope, stop: StopRow, plan: PlanOfStop, told: ToldArrival): Promise<void> {
  await recordEvents(scope, [arrivalEvent(scope, stop, plan, told)])
}

/** Records what is new in these stops, as positions show: arrivals that no driver told before, and departures. */
export async function tellVisits(
  scope: Scope,
  plan: PlanOfStop,
  stops: readonly StopRow[],
  before: ReadonlyMap<string, StopRow>,
): Promise<void> {
  const events = stops.flatMap((stop): EventRecord[] => {
    const { noticed_arrival_time: came, noticed_departure_time: left } = stop
    const known = before.get(stop.id)
    const hasCome =
      came !== null && !known?.noticed_arrival_time && stop.arrived_at === null && stop.status === 'pending'
    return [
      ...(hasCome ? [arrivalEvent(scope, stop, plan, { at: came, by: 'positions' })] : []),
      ...(left !== null && !known?.noticed_departure_time ? [departureEvent(scope, stop, plan)] : []),
    ]
  })
  await recordEvents(scope, events)
}

function arrivalEvent(scope: Scope, stop: StopRow, plan: PlanOfStop, { at, by }: ToldArrival): EventRecord {
  const data = { ...bareStopResource(stop, plan, scope.publicBase), arrived_at: at, told_by: by }
  return { eventId: 'svc.drivers.2.stop.arrived', projectId: stop.project_id, data, changes: ['arrived_at'] }
}

function departureEvent(scope: Scope, stop: StopRow, plan: PlanOfStop): EventRecord {
  const data = bareStopResource(stop, plan, scope.publicBase)
  return {
    eventId: 'svc.drivers.2.stop.departed',
    projectId: stop.project_id,
    data,
    changes: ['noticed_departure_time'],
  }
}
