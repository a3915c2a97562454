// The rules of the fleet: vehicles of a project, whose defaults become the limits of routes built from them.
import { type QueryOf, SESSION_SECONDS, type VehicleInput } from '@routewright/contract'
import { auditRecord, keepSent } from '../../accounts/audit/audit.ts'
import { getProject, requireProjectManager, requireReach } from '../../accounts/projects/projects.ts'
import { beginRecord } from '../../data/record-statements.ts'
import { changedValues, emptyRow, mapById, sentValues } from '../../data/records.ts'
import { type FlatPlace, flatPlace, vehicleResource } from '../../data/resources/records.ts'
import { findRouteUnderWay } from '../../data/routes.sql.ts'
import { type VehicleRow, vehicleTable } from '../../data/vehicle-table.ts'
import {
  listEnabledVehicles,
  listPlacesOfVehicles,
  listVehiclesOfProjectEvenDeleted,
  vehicleRecords,
} from '../../data/vehicles.sql.ts'
import { requireRecordAsSeen } from '../../frame/conflicts/conflicts.ts'
import { apiError, notFound } from '../../frame/platform/api-error.ts'
import { getWeekday, type Weekday } from '../../frame/platform/local-time.ts'
import { getPage, type Page, parseSort } from '../../frame/platform/paging.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { endsOfVehicle, withDepots } from '../depots/depots.ts'

/** The action as a refusal names it to callers who may not change the fleet. */
const changeFleet = 'change the fleet of the project'

type VehicleRecord = ReturnType<typeof vehicleResource>

/** Returns the vehicle. Throws 404, or 403 when the caller cannot access its project. */
export async function getVehicle(scope: Scope, vehicleId: string): Promise<VehicleRow> {
  return requireVehicle(scope, vehicleId, await vehicleRecords.find(scope, vehicleId))
}

/** Returns the vehicle to callers who may change the fleet. Throws 404, or 403. */
export async function getOwnVehicle(scope: Scope, vehicleId: string): Promise<VehicleRow> {
  const vehicle = await getVehicle(scope, vehicleId)
  requireProjectManager(scope, vehicle.project_id, changeFleet)
  return vehicle
}

/** Returns the organization's vehicles among these ids, by id. */
export async function findVehicles(scope: Scope, ids: readonly string[]): Promise<Map<string, VehicleRow>> {
  const rows = await vehicleRecords.list(scope, ids)
  return mapById(rows)
}

/** Returns the enabled vehicles of a project that work on the weekday of this calendar date, oldest first. */
export async function listVehiclesForDay(scope: Scope, projectId: string, executionDate: Date): Promise<VehicleRow[]> {
  const weekday = getWeekday(executionDate)
  const vehicles = await listEnabledVehicles(scope, projectId)
  return vehicles.filter((vehicle) => worksOn(vehicle, weekday))
}

/** Returns whether the vehicle works on this weekday; one without working days works every day. */
export function worksOn({ default_working_days: days }: VehicleRow, weekday: Weekday): boolean {
  return !days || days.length === 0 || days.includes(weekday)
}

export type VehicleQuery = QueryOf<'listVehicles'>

const sortable = ['label', 'external_id', 'plate', 'enabled', 'created_at', 'updated_at'] as const

/** One page of a project's fleet. */
export async function listVehicles(scope: Scope, query: VehicleQuery): Promise<Page<VehicleRecord>> {
  const project = await getProject(scope, query.project_id)
  const sort = parseSort(query.sort, sortable)
  const page = { ...query, projectId: project.id, includeDeleted: query.deleted, sort }
  const { rows, total } = await vehicleRecords.page(scope, page, query.enabled ? { enabled: true } : {})
  return getPage(rows.map(vehicleResource), total, query.limit, query.offset)
}

/** Returns the id and start alone of every vehicle of a project. */
export async function listVehiclePlaces(scope: Scope, projectId: string): Promise<FlatPlace[]> {
  const project = await getProject(scope, projectId)
  const rows = await listPlacesOfVehicles(scope, project.id)
  return rows.map(({ id, default_start_location }) => flatPlace(id, default_start_location))
}

/** Creates vehicles, all or none, in the order sent. */
export async function createVehicles(
  scope: Scope,
  projectId: string,
  inputs: readonly VehicleInput[],
): Promise<VehicleRecord[]> {
  const project = await getProject(scope, projectId)
  requireProjectManager(scope, project.id, changeFleet)
  const filled = await withDepots(scope, project.id, inputs, endsOfVehicle)
  const rows = filled.map((input) => newVehicle(scope, project.id, input))
  await vehicleRecords.insert(scope, rows)
  return rows.map(vehicleResource)
}

/** Changes the fields sent; null clears one. Routes that exist keep what they copied. */
export async function updateVehicle(scope: Scope, vehicleId: string, input: VehicleInput): Promise<VehicleRecord> {
  const vehicle = requireVehicle(scope, vehicleId, await vehicleRecords.lock(scope, vehicleId))
  requireProjectManager(scope, vehicle.project_id, changeFleet)
  await requireRecordAsSeen(scope, vehicle, getName(vehicle))
  const [filled] = await withDepots(scope, vehicle.project_id, [input], endsOfVehicle, vehicle)
  const changes = changedValues(vehicle, sentValues(vehicleTable, filled!))
  if (Object.keys(changes).length === 0) return vehicleResource(vehicle)
  await auditRecord(scope, 'updated', 'vehicle', vehicle, keepSent(filled!, changes))
  return vehicleResource(await vehicleRecords.update(scope, vehicle.id, changes))
}

/** Soft-deletes the vehicle and returns the record. Throws highway.vehicle.error.in_use while it drives a route. */
export async function deleteVehicle(scope: Scope, vehicleId: string): Promise<VehicleRecord> {
  const vehicle = requireVehicle(scope, vehicleId, await vehicleRecords.lock(scope, vehicleId))
  requireProjectManager(scope, vehicle.project_id, changeFleet)
  await requireRecordAsSeen(scope, vehicle, getName(vehicle))
  const route = await findRouteUnderWay(scope, vehicle.id)
  if (route) throw apiError('highway.vehicle.error.in_use', { id: vehicle.id, route_id: route.id })
  await auditRecord(scope, 'deleted', 'vehicle', vehicle)
  return vehicleResource(await vehicleRecords.delete(scope, vehicle.id))
}

/** Returns whether each vehicle's driver app connected lately. Throws 404 for a vehicle outside the project. */
export async function listSessions(
  scope: Scope,
  projectId: string,
  vehicleIds: readonly string[],
): Promise<{ sessions: Record<string, boolean> }> {
  const vehicles = await getVehiclesOfProject(scope, projectId, vehicleIds)
  const since = scope.now.getTime() - SESSION_SECONDS * 1000
  const isLive = ({ session_seen_at: seenAt }: VehicleRow) => seenAt !== null && seenAt.getTime() >= since
  return { sessions: Object.fromEntries(vehicles.map((vehicle) => [vehicle.id, isLive(vehicle)])) }
}

/** Returns the vehicles in the order of the ids, deleted ones too. Throws 404 for one outside the project. */
export async function getVehiclesOfProject(
  scope: Scope,
  projectId: string,
  vehicleIds: readonly string[],
): Promise<VehicleRow[]> {
  const project = await getProject(scope, projectId)
  const rows = await listVehiclesOfProjectEvenDeleted(scope, project.id, vehicleIds)
  const found = mapById(rows)
  return [...new Set(vehicleIds)].map((id) => {
    const vehicle = found.get(id)
    if (!vehicle) throw notFound('vehicle', id)
    return vehicle
  })
}

function getName({ label, plate, external_id, id }: VehicleRow): string {
  return `Vehicle ${label ?? plate ?? external_id ?? id}`
}

function requireVehicle(scope: Scope, vehicleId: string, vehicle: VehicleRow | undefined): VehicleRow {
  if (!vehicle) throw notFound('vehicle', vehicleId)
  requireReach(scope, vehicle.project_id)
  return vehicle
}

function newVehicle(scope: Scope, projectId: string, input: VehicleInput): VehicleRow {
  return { ...emptyRow(vehicleTable), ...sentValues(vehicleTable, input), ...beginRecord(scope, projectId) }
}
