// Every statement on assignments of drivers for single days.
import { sql } from 'kysely'
import type { Scope } from '../frame/platform/scope.ts'
import { type DriverAssignmentRow, driverAssignmentTable } from './driver-table.ts'
import { addRows, listRecords, removeRows } from './record-statements.ts'
import type { NewRow } from './records.ts'

export async function listAssignmentsOfDays(
  scope: Scope,
  projectIds: readonly string[],
  days: readonly string[],
): Promise<DriverAssignmentRow[]> {
  return listRecords(scope, driverAssignmentTable, { project_id: projectIds, day: days }, sql`order by day, id`)
}

export async function listAssignmentsOfDriver(scope: Scope, driverId: string): Promise<DriverAssignmentRow[]> {
  return listRecords(scope, driverAssignmentTable, { driver_id: driverId }, sql`order by day, id`)
}

/** Removes the assignment of this vehicle that day, or of this route. */
export async function removeAssignment(
  scope: Scope,
  of: { route_id: string } | { vehicle_id: string; day: string },
): Promise<void> {
  await removeRows(scope, driverAssignmentTable, of)
}

export async function addAssignment(scope: Scope, row: NewRow<typeof driverAssignmentTable>): Promise<void> {
  await addRows(scope, driverAssignmentTable, [row])
}

/** Removes all assignments of a driver from a day on. */
export async function removeAssignmentsOfDriver(scope: Scope, driverId: string, fromDay: string): Promise<void> {
  await removeRows(scope, driverAssignmentTable, [{ driver_id: driverId }, sql`day >= ${fromDay}`])
}
