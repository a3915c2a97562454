// Every statement on charging places alone.
import { sql } from 'kysely'
import type { Scope } from '../frame/platform/scope.ts'
import { type ChargingPlaceRow, chargingPlaceTable } from './charging-place-table.ts'
import { listRecords, projectRecords } from './record-statements.ts'

export const chargingPlaceRecords = projectRecords(chargingPlaceTable)

/** Returns the charging places of projects, by id. */
export async function listChargingPlacesOfProjects(
  scope: Scope,
  projectIds: readonly string[],
): Promise<ChargingPlaceRow[]> {
  return listRecords(scope, chargingPlaceTable, { project_id: projectIds, deleted: false }, sql`order by id`)
}
