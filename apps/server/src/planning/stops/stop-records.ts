// Builds the records of many stops with all their attachments.

import { type EventRecord, recordEvents } from '../../data/events.ts'
import { listIds } from '../../data/records.ts'
import { bareStopResource, type StopChildren, type StopPlan, stopResource } from '../../data/resources/stop.ts'
import type { StopRow } from '../../data/stop-table.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { findAttachments, type StopAttachments } from './stop-attachments.sql.ts'

export type StopRecord = ReturnType<typeof stopResource>

export interface StopRecordOptions {
  /** Nest the record of the linked pickup into each delivery. */
  pickup?: boolean
}

/** The records of the rows, in their order. */
export async function stopRecords(
  scope: Scope,
  rows: readonly StopRow[],
  options: StopRecordOptions = {},
): Promise<StopRecord[]> {
  return buildStopRecords(scope, rows, await findAttachments(scope, listIds(rows), options))
}

/** The same when the attachments were already read. */
export async function buildStopRecords(
  scope: Scope,
  rows: readonly StopRow[],
  { children, pickups, plans }: StopAttachments,
): Promise<StopRecord[]> {
  const record = (row: StopRow, pickup?: object) =>
    stopResource(
      row,
      children.get(row.id) ?? noChildren,
      row.plan_id ? plans.get(row.plan_id) : undefined,
      scope.publicBase,
      pickup,
    )
  const pickupRecords = new Map([...pickups].map(([id, row]) => [id, record(row)]))
  const records: StopRecord[] = []
  for (const row of rows) {
    const pickup = row.pickup_id ? pickups.get(row.pickup_id) : undefined
    records.push(
      seen(scope, row, record(row, pickup && isWholly(scope, pickup) ? pickupRecords.get(pickup.id) : undefined)),
    )
    // A plan of thousands must not keep the event loop from serving other requests.
    if (records.length % recordsPerTurn === 0) await new Promise(setImmediate)
  }
  return records
}

const recordsPerTurn = 1_000

/** Returns whether the caller sees the whole record; supervisors of the project see it only in part. */
function isWholly(scope: Scope, row: StopRow): boolean {
  return !scope.supervised?.has(row.project_id)
}

/** Leaves out, for supervisors, what would let them act as the recipient. */
function seen(scope: Scope, row: StopRow, record: StopRecord): StopRecord {
  if (isWholly(scope, row)) return record
  const { pin: _code, ...rest } = record
  return { ...rest, tracking_url: '' } as StopRecord
}

const noChildren: StopChildren = { tasks: [], reports: [], packages: [] }

/** Records an event for each of the stops, which contains the stop without attachments. */
export async function recordStopEvents(
  scope: Scope,
  eventId: EventRecord['eventId'],
  stops: readonly StopRow[],
  planOf: (stop: StopRow) => StopPlan | undefined,
): Promise<void> {
  const events = stops.map((stop) => ({
    eventId,
    projectId: stop.project_id,
    data: bareStopResource(stop, planOf(stop), scope.publicBase),
  }))
  await recordEvents(scope, events)
}
