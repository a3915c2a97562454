// Every statement on depots alone.
import { sql } from 'kysely'
import type { Scope } from '../frame/platform/scope.ts'
import { type DepotRow, depotTable } from './depot-table.ts'
import { listRecords, projectRecords } from './record-statements.ts'

export const depotRecords = projectRecords(depotTable)

/** Returns the depots of projects, in the order of creation. */
export async function listDepotsOfProjects(scope: Scope, projectIds: readonly string[]): Promise<DepotRow[]> {
  return listRecords(scope, depotTable, { project_id: projectIds, deleted: false }, sql`order by created_at, id`)
}
