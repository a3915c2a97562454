// The rules of the fleet: vehicles of a project, whose defaults become the limits of routes built from them.
import { isDeepStrictEqual } from 'node:util'
import { SESSION_SECONDS, type VehicleInput } from '@routewright/contract'
import { auditRecord, sentOf } from '../audit/audit.ts'
import { requireRecordAsSeen } from '../conflicts/conflicts.ts'
import { findRouteUnderWay } from '../data/routes.sql.ts'
import type { VehicleRow } from '../data/vehicle-table.ts'
import {
  insertVehicleRows,
  lockVehicle,
  selectEnabledVehicles,
  selectVehicles,
  selectVehiclesById,
  selectVehiclesOfProject,
  updateVehicleRow,
} from '../data/vehicles.sql.ts'
import { weekdayOf } from '../modelling/local-time.ts'
import { apiError, notFound } from '../platform/api-error.ts'
import { createId } from '../platform/ids.ts'
import { type Page, pageOf, parseSort } from '../platform/paging.ts'
import { jsonOrNull, type Scope } from '../platform/scope.ts'
import { getProject, requireProjectManager, requireReach } from '../projects/projects.ts'
import { vehicleResource } from '../resources/records.ts'

/** Who only plans takes the fleet as it is. */
const changeFleet = 'change the fleet of the project'

type VehicleRecord = ReturnType<typeof vehicleResource>

/** The vehicle. Throws 404, or 403 when its project is out of reach. */
export async function getVehicle(scope: Scope, vehicleId: string): Promise<VehicleRow> {
  const [vehicle] = await selectVehiclesById(scope.tx, scope.organizationId, [vehicleId])
  return requireVehicle(scope, vehicleId, vehicle)
}

/** The vehicles with these ids that the organization has, by id. */
export async function findVehicles(scope: Scope, ids: readonly string[]): Promise<Map<string, VehicleRow>> {
  const rows = await selectVehiclesById(scope.tx, scope.organizationId, ids)
  return new Map(rows.map((row) => [row.id, row]))
}

/** The enabled vehicles of a project that work on the weekday of this calendar date, oldest first. */
export async function listVehiclesForDay(scope: Scope, projectId: string, executionDate: Date): Promise<VehicleRow[]> {
  const weekday = weekdayOf(executionDate)
  const vehicles = await selectEnabledVehicles(scope.tx, scope.organizationId, projectId)
  return vehicles.filter(({ default_working_days: days }) => !days || days.length === 0 || days.includes(weekday))
}

export interface VehicleQuery {
  project_id: string
  text?: string
  sort: string
  offset: number
  limit: number
  deleted: boolean
  enabled: boolean
}

const sortable = ['label', 'external_id', 'plate', 'enabled', 'created_at', 'updated_at'] as const

/** One page of a project's fleet. */
export async function listVehicles(scope: Scope, query: VehicleQuery): Promise<Page<VehicleRecord>> {
  const project = await getProject(scope, query.project_id)
  const filter = {
    organizationId: scope.organizationId,
    projectId: project.id,
    text: query.text,
    includeDeleted: query.deleted,
    onlyEnabled: query.enabled,
  }
  const sort = parseSort(query.sort, sortable)
  const { rows, total } = await selectVehicles(scope.tx, filter, sort, query.limit, query.offset)
  return pageOf(rows.map(vehicleResource), total, query.limit, query.offset)
}

/** Creates vehicles, all or none, in the order sent. */
export async function createVehicles(
  scope: Scope,
  projectId: string,
  inputs: readonly VehicleInput[],
): Promise<VehicleRecord[]> {
  const project = await getProject(scope, projectId)
  requireProjectManager(scope, project.id, changeFleet)
  const rows = inputs.map((input) => newVehicle(scope, project.id, input))
  await insertVehicleRows(scope.tx, rows)
  return rows.map(vehicleResource)
}

/** Changes the fields sent; null clears one. Routes that exist keep what they copied. */
export async function updateVehicle(scope: Scope, vehicleId: string, input: VehicleInput): Promise<VehicleRecord> {
  const locked = await lockVehicle(scope.tx, scope.organizationId, vehicleId)
  const vehicle = requireVehicle(scope, vehicleId, locked)
  requireProjectManager(scope, vehicle.project_id, changeFleet)
  await requireRecordAsSeen(scope, vehicle, nameOf(vehicle))
  const changes = changesOf(vehicle, input)
  if (Object.keys(changes).length === 0) return vehicleResource(vehicle)
  await auditRecord(scope, 'updated', 'vehicle', vehicle, sentOf(input, changes))
  return vehicleResource(await updateVehicleRow(scope.tx, vehicle.id, changes, scope.now))
}

/** Deletes the vehicle softly and answers it. Throws highway.vehicle.error.in_use while it drives a route. */
export async function deleteVehicle(scope: Scope, vehicleId: string): Promise<VehicleRecord> {
  const locked = await lockVehicle(scope.tx, scope.organizationId, vehicleId)
  const vehicle = requireVehicle(scope, vehicleId, locked)
  requireProjectManager(scope, vehicle.project_id, changeFleet)
  await requireRecordAsSeen(scope, vehicle, nameOf(vehicle))
  const routeId = await findRouteUnderWay(scope, vehicle.id)
  if (routeId) throw apiError('highway.vehicle.error.in_use', { id: vehicle.id, route_id: routeId })
  await auditRecord(scope, 'deleted', 'vehicle', vehicle)
  const changes = { deleted: true, deleted_at: scope.now }
  return vehicleResource(await updateVehicleRow(scope.tx, vehicle.id, changes, scope.now))
}

/** Whether each vehicle's driver application was heard lately. Throws 404 for a vehicle that is not of the project. */
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

/** The vehicles in the order of the ids, deleted ones too. Throws 404 for one that is not of the project. */
export async function getVehiclesOfProject(
  scope: Scope,
  projectId: string,
  vehicleIds: readonly string[],
): Promise<VehicleRow[]> {
  const project = await getProject(scope, projectId)
  const rows = await selectVehiclesOfProject(scope.tx, scope.organizationId, project.id, vehicleIds)
  const found = new Map(rows.map((row) => [row.id, row]))
  return [...new Set(vehicleIds)].map((id) => {
    const vehicle = found.get(id)
    if (!vehicle) throw notFound('vehicle', id)
    return vehicle
  })
}

function nameOf({ label, plate, external_id, id }: VehicleRow): string {
  return `Vehicle ${label ?? plate ?? external_id ?? id}`
}

function requireVehicle(scope: Scope, vehicleId: string, vehicle: VehicleRow | undefined): VehicleRow {
  if (!vehicle) throw notFound('vehicle', vehicleId)
  requireReach(scope, vehicle.project_id)
  return vehicle
}

const plainColumns = [
  'external_id',
  'label',
  'plate',
  'vehicle_model',
  'brand',
  'color',
  'comments',
  'phone',
  'email',
  'avatar_url',
  'fuel_type',
  'consumption',
  'price_per_minute',
  'price_per_distance',
  'price_per_stop',
  'default_min_distance',
  'default_max_distance',
  'default_min_time',
  'default_max_time',
  'default_max_weight',
  'default_max_volume',
  'default_max_services',
] as const
const jsonColumns = ['custom_fields', 'default_time_window', 'default_working_days', 'default_break'] as const
const placeColumns = ['default_start_location', 'default_end_location'] as const
/** Cleared they are empty, never missing. */
const listColumns = ['default_provides', 'default_geo_fences'] as const
const nullableColumns = [...plainColumns, ...jsonColumns, ...placeColumns] as const

type Settable = Pick<VehicleRow, (typeof nullableColumns)[number] | (typeof listColumns)[number] | 'enabled'>

/** The values of the fields that were sent. */
function valuesOf(input: VehicleInput): Partial<Settable> {
  const values: Record<string, unknown> = {}
  for (const column of [...plainColumns, ...jsonColumns]) {
    if (input[column] !== undefined) values[column] = input[column]
  }
  for (const column of placeColumns) if (input[column] !== undefined) values[column] = withoutNulls(input[column])
  for (const column of listColumns) if (input[column] !== undefined) values[column] = input[column] ?? []
  if (input.enabled !== undefined) values.enabled = input.enabled
  return values as Partial<Settable>
}

function newVehicle(scope: Scope, projectId: string, input: VehicleInput): VehicleRow {
  const nothing = Object.fromEntries(nullableColumns.map((column) => [column, null]))
  return {
    ...(nothing as unknown as Settable),
    default_provides: [],
    default_geo_fences: [],
    enabled: true,
    ...valuesOf(input),
    id: createId(scope.now),
    organization_id: scope.organizationId,
    project_id: projectId,
    created_by: scope.userId ?? null,
    session_seen_at: null,
    created_at: scope.now,
    updated_at: scope.now,
    deleted: false,
    deleted_at: null,
  }
}

const storedAsJson: readonly string[] = [...jsonColumns, ...placeColumns, ...listColumns]

/** The values that differ from the row's, as its columns take them. */
function changesOf(vehicle: VehicleRow, input: VehicleInput): Record<string, unknown> {
  const changes: Record<string, unknown> = {}
  for (const [column, value] of Object.entries(valuesOf(input))) {
    if (isDeepStrictEqual(value, vehicle[column as keyof Settable])) continue
    changes[column] = storedAsJson.includes(column) ? jsonOrNull(value) : value
  }
  return changes
}

/** A place without the parts that were sent as null. */
function withoutNulls(location: object | null): object | null {
  const entries = Object.entries(location ?? {}).filter(([, value]) => value !== null)
  return entries.length === 0 ? null : Object.fromEntries(entries)
}
