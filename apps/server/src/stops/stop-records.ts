// Builds the wire records of many stops with everything that hangs on them, in a handful of queries.

import { listPackages } from '../data/packages.sql.ts'
import { findPlanHeads } from '../data/plans.sql.ts'
import { listReportsOfStops } from '../data/reports.sql.ts'
import type { StopRow } from '../data/stop-table.ts'
import { listStopRows } from '../data/stops.sql.ts'
import { listSurveysOfStops } from '../data/surveys.sql.ts'
import { listTasksOfStops } from '../data/tasks.sql.ts'
import type { Scope } from '../platform/scope.ts'
import { type StopChildren, stopResource } from '../resources/stop.ts'

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
  const pickups = options.pickup ? await loadPickups(scope, rows) : new Map<string, StopRow>()
  const all = [...rows, ...pickups.values()]
  const plans = await findPlanHeads(
    scope,
    all.flatMap((row) => row.plan_id ?? []),
  )
  const children = await loadChildren(scope, [...new Set(all.map((row) => row.id))])
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
    // A plan of thousands must not keep the event loop from answering others.
    if (records.length % recordsPerTurn === 0) await new Promise(setImmediate)
  }
  return records
}

const recordsPerTurn = 1_000

/** A supervisor's project holds other stops beside those that name him. */
function isWholly(scope: Scope, row: StopRow): boolean {
  return !scope.supervised?.has(row.project_id)
}

/** A supervisor reads: what would let him act in the recipient's place is left out. */
function seen(scope: Scope, row: StopRow, record: StopRecord): StopRecord {
  if (isWholly(scope, row)) return record
  const { pin: _code, ...rest } = record
  return { ...rest, tracking_url: '' } as StopRecord
}

const noChildren: StopChildren = { tasks: [], reports: [], packages: [] }

async function loadPickups(scope: Scope, rows: readonly StopRow[]): Promise<Map<string, StopRow>> {
  const ids = new Set(rows.map((row) => row.pickup_id).filter((id) => id !== null))
  const pickups = await listStopRows(scope, [...ids])
  return new Map(pickups.map((row) => [row.id, row]))
}

interface MutableChildren extends StopChildren {
  tasks: StopChildren['tasks'][number][]
  reports: StopChildren['reports'][number][]
  packages: StopChildren['packages'][number][]
}

async function loadChildren(scope: Scope, stopIds: readonly string[]): Promise<Map<string, StopChildren>> {
  const children = new Map<string, MutableChildren>()
  const of = (stopId: string) => {
    let entry = children.get(stopId)
    if (!entry) {
      entry = { tasks: [], reports: [], packages: [] }
      children.set(stopId, entry)
    }
    return entry
  }
  for (const task of await listTasksOfStops(scope, stopIds)) of(task.stop_id).tasks.push(task)
  for (const parcel of await listPackages(scope, stopIds)) of(parcel.stop_id).packages.push(parcel)
  for (const report of await listReportsOfStops(scope, stopIds)) of(report.stop_id).reports.push(report)
  for (const survey of await listSurveysOfStops(scope, stopIds)) of(survey.stop_id).survey = survey
  return children
}
