// Every statement on the fleet alone.
import { sql } from 'kysely'
import type { Db } from '../frame/platform/db.ts'
import type { Scope } from '../frame/platform/scope.ts'
import {
  changeRecords,
  containsText,
  listColumns,
  listRecords,
  projectRecords,
  setColumns,
} from './record-statements.ts'
import type { LocationValue } from './values.ts'
import { type VehicleRow, vehicleTable } from './vehicle-table.ts'

export const vehicleRecords = projectRecords(vehicleTable)

/** Returns vehicles of a project by id, including deleted ones, whose past work can still be queried. */
export async function listVehiclesOfProjectEvenDeleted(
  scope: Scope,
  projectId: string,
  ids: readonly string[],
): Promise<VehicleRow[]> {
  return listRecords(scope, vehicleTable, { id: ids, project_id: projectId })
}

/** Returns the whole fleet of a project, oldest first. */
export async function listVehiclesOfProject(scope: Scope, projectId: string): Promise<VehicleRow[]> {
  return listRecords(scope, vehicleTable, { project_id: projectId, deleted: false }, sql`order by created_at, id`)
}

/** Returns the vehicles named by the routes of a plan. */
export async function listVehiclesOfPlan(scope: Scope, planId: string): Promise<VehicleRow[]> {
  const ofRoutes = sql`id = any(array(select vehicle_id from routes where plan_id = ${planId} and not deleted))`
  return listRecords(scope, vehicleTable, [{ deleted: false }, ofRoutes], sql`order by id`)
}

/** Returns the vehicles of a project with these external ids, oldest first. */
export async function listVehiclesByExternalId(scope: Scope, projectId: string, externalIds: readonly string[]) {
  const which = { project_id: projectId, deleted: false, external_id: externalIds }
  return listColumns(scope, vehicleTable, ['id', 'external_id'], which, sql`order by created_at, id`)
}

/** Returns fuel and consumption of these vehicles. */
export async function listEnergies(scope: Scope, ids: readonly string[]) {
  if (ids.length === 0) return []
  return listColumns(scope, vehicleTable, ['id', 'fuel_type', 'consumption'], { id: ids }, sql`order by id`)
}

/** Returns the start places of a project's vehicles, newest first. */
export async function listPlacesOfVehicles(
  scope: Scope,
  projectId: string,
): Promise<Pick<VehicleRow, 'id' | 'default_start_location'>[]> {
  const which = { project_id: projectId, deleted: false }
  const newestFirst = sql`order by created_at desc, id desc`
  return listColumns(scope, vehicleTable, ['id', 'default_start_location'], which, newestFirst)
}

/** Returns the enabled vehicles of a project, oldest first. */
export async function listEnabledVehicles(scope: Scope, projectId: string): Promise<VehicleRow[]> {
  const which = { project_id: projectId, deleted: false, enabled: true }
  return listRecords(scope, vehicleTable, which, sql`order by created_at, id`)
}

/** Returns the start places of a project's enabled vehicles, oldest first; those without a place are left out. */
export async function listStartsOfVehicles(
  scope: Scope,
  projectId: string,
  most: number,
): Promise<{ lat: number; lng: number }[]> {
  const start = sql`default_start_location`
  const isPlaced = sql`${start} ->> 'lat' is not null and ${start} ->> 'lng' is not null`
  const which = [{ project_id: projectId, deleted: false, enabled: true }, isPlaced]
  const order = sql`order by created_at, id limit ${most}`
  const rows = await listColumns(scope, vehicleTable, ['default_start_location'], which, order)
  return rows.map(({ default_start_location }) => {
    const { lat, lng } = default_start_location!
    return { lat: lat!, lng: lng! }
  })
}

/** Stores a heartbeat of the vehicle's driver app; at most every few seconds. */
export async function noteHeartbeat(scope: Scope, vehicleId: string, notBefore: Date): Promise<void> {
  const isDue = sql`(session_seen_at is null or session_seen_at < ${notBefore})`
  await setColumns(scope, vehicleTable, [{ id: vehicleId }, isDue], { session_seen_at: scope.now })
}

/** Returns the vehicle, of any organization, whose calendar has this URL. */
export async function findVehicleByCalendar(db: Db, digest: Buffer): Promise<VehicleRow | undefined> {
  const { rows } = await sql<VehicleRow>`
    select v.* from vehicles v join projects p on p.id = v.project_id
    where v.calendar_digest = ${digest} and not v.deleted and not p.deleted`.execute(db)
  return rows[0]
}

/** Writes the new place of a depot to vehicles that name it, or removes the depot from them. */
export async function changeDepotOfVehicles(
  scope: Scope,
  depotId: string,
  { place, isGone }: { place?: LocationValue; isGone?: boolean },
): Promise<void> {
  const changes = (end: 'start' | 'end') => ({
    ...(place && { [`default_${end}_location`]: place }),
    ...(isGone && { [`default_${end}_depot_id`]: null }),
  })
  if (!place && !isGone) return
  await changeRecords(scope, vehicleTable, { default_start_depot_id: depotId, deleted: false }, changes('start'))
  await changeRecords(scope, vehicleTable, { default_end_depot_id: depotId, deleted: false }, changes('end'))
}

/** Sets the digest of the calendar's URL; null ends it. */
export async function setCalendarDigest(scope: Scope, vehicleId: string, digest: Buffer | null): Promise<void> {
  await setColumns(scope, vehicleTable, { id: vehicleId, deleted: false }, { calendar_digest: digest })
}

/** Returns vehicles that match by a part of the name, by a contact, or by id. */
export async function findVehiclesByText(
  scope: Scope,
  projectIds: readonly string[],
  text: string,
  most: number,
): Promise<VehicleRow[]> {
  const [isNamed] = containsText(vehicleTable, text, [sql`phone`])
  const which = [{ project_id: projectIds, deleted: false }, sql`(${isNamed} or id = ${text})`]
  return listRecords(scope, vehicleTable, which, sql`order by label, id limit ${most}`)
}
