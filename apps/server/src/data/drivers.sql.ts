// Every statement on drivers alone.
import { sql } from 'kysely'
import type { Scope } from '../frame/platform/scope.ts'
import { type DriverRow, driverTable } from './driver-table.ts'
import { listRecords, projectRecords, setColumns } from './record-statements.ts'

export const driverRecords = projectRecords(driverTable)

/** Returns the drivers of projects, archived ones too, in the order of creation. */
export async function listDriversOfProjects(scope: Scope, projectIds: readonly string[]): Promise<DriverRow[]> {
  const which = { project_id: projectIds, deleted: false }
  return listRecords(scope, driverTable, which, sql`order by created_at, id`)
}

const blank = {
  external_id: null,
  label: '',
  phone: null,
  email: null,
  comments: null,
  custom_fields: null,
  home: null,
  languages: sql`'[]'::jsonb`,
  licence_classes: sql`'[]'::jsonb`,
  provides: sql`'[]'::jsonb`,
  shifts: sql`'[]'::jsonb`,
  absences: sql`'[]'::jsonb`,
  usual_vehicle_id: null,
  cost_per_hour: null,
  cost_per_day: null,
}

/** Deletes drivers together with their personal data. */
export async function blankDrivers(scope: Scope, ids: readonly string[]): Promise<number> {
  const deleted = { deleted: true, deleted_at: sql<Date>`coalesce(deleted_at, ${scope.now})` }
  return setColumns(scope, driverTable, { id: ids }, { ...blank, ...deleted })
}
