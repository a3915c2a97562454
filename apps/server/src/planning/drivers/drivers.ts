// The rules of drivers: people of a project with their hours, absences and skills.
import type { DriverRecordInput, DriverRecordUpdate, QueryOf } from '@routewright/contract'
import { auditRecord, keepSent } from '../../accounts/audit/audit.ts'
import { getProject, requireProjectManager, requireReach } from '../../accounts/projects/projects.ts'
import { removeAssignmentsOfDriver } from '../../data/driver-assignments.sql.ts'
import { endSignInsOfDriver } from '../../data/driver-sign-ins.sql.ts'
import { type DriverRow, driverTable } from '../../data/driver-table.ts'
import { driverRecords } from '../../data/drivers.sql.ts'
import { beginRecord } from '../../data/record-statements.ts'
import { changedValues, emptyRow, sentValues } from '../../data/records.ts'
import { driverResource } from '../../data/resources/records.ts'
import { requireRecordAsSeen } from '../../frame/conflicts/conflicts.ts'
import { invalidPayload, notFound } from '../../frame/platform/api-error.ts'
import { dateInZone } from '../../frame/platform/calendar.ts'
import { getPage, type Page, parseSort } from '../../frame/platform/paging.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { tellHappening } from '../ports.ts'
import { findVehicles } from '../vehicles/vehicles.ts'
import { changingDrivers } from './follow-drivers.ts'

export { listDriverTroubles } from './absent-drivers.ts'
export { listRoutesOfDriver } from './driver-days.ts'
export { countNewPlaces, getFamiliarity, loadKnownPlaces } from './known-places.ts'

type DriverRecord = ReturnType<typeof driverResource>

const changeDrivers = 'change the drivers of the project'

/** Fields that callers without the right to manage the project may set: a dispatcher notes a call in the morning that somebody is ill. */
const notedByAll: ReadonlySet<string> = new Set(['absences', 'comments'])

/** Returns the driver. Throws 404, or 403 when the caller cannot access the project. */
export async function getDriver(scope: Scope, driverId: string): Promise<DriverRow> {
  return requireDriver(scope, driverId, await driverRecords.find(scope, driverId))
}

const sortable = ['label', 'external_id', 'created_at', 'updated_at'] as const

/** One page of a project's drivers. */
export async function listDrivers(scope: Scope, query: QueryOf<'listDriverRecords'>): Promise<Page<DriverRecord>> {
  const project = await getProject(scope, query.project_id)
  const sort = parseSort(query.sort, sortable)
  const page = { ...query, projectId: project.id, includeDeleted: query.deleted, sort }
  const { rows, total } = await driverRecords.page(scope, page, query.archived ? {} : { archived: false })
  return getPage(rows.map(driverResource), total, query.limit, query.offset)
}

/**
 * Creates drivers, all or none, in the order sent. `isList`: the body is a list, and paths in refusals begin with the index.
 * Throws invalid_payload for a weekday that appears twice or an absence that ends before it begins, and 404 for a vehicle of
 * another project.
 */
export async function createDrivers(
  scope: Scope,
  projectId: string,
  inputs: readonly DriverRecordInput[],
  { isList }: { isList: boolean },
): Promise<DriverRecord[]> {
  const project = await getProject(scope, projectId)
  requireProjectManager(scope, project.id, changeDrivers)
  const rows = inputs.map((input) => ({
    ...emptyRow(driverTable),
    ...sentValues(driverTable, input),
    label: input.label,
    ...beginRecord(scope, project.id),
  }))
  for (const [index, row] of rows.entries()) requireSensible(row, isList ? `[${index}].` : '')
  await requireVehicles(scope, project.id, rows)
  await driverRecords.insert(scope, rows)
  return rows.map(driverResource)
}

/** Changes the fields sent; null clears one. Throws as `createDrivers`. */
export async function updateDriver(scope: Scope, driverId: string, input: DriverRecordUpdate): Promise<DriverRecord> {
  const driver = requireDriver(scope, driverId, await driverRecords.lock(scope, driverId))
  await requireRecordAsSeen(scope, driver, getName(driver))
  const changes = changedValues(driver, sentValues(driverTable, input))
  const fields = Object.keys(changes)
  if (!fields.every((field) => notedByAll.has(field))) requireProjectManager(scope, driver.project_id, changeDrivers)
  if (fields.length === 0) return driverResource(driver)
  const wanted = { ...driver, ...changes }
  requireSensible(wanted, '')
  if ('usual_vehicle_id' in changes) await requireVehicles(scope, driver.project_id, [wanted])
  await auditRecord(scope, 'updated', 'driver', driver, keepSent(input, changes))
  if (changes.archived === true) await endSignInsOfDriver(scope, driver.id)
  const write = () => driverRecords.update(scope, driver.id, changes)
  const isFollowed = fields.some((field) => field === 'archived' || field in driverTable.planning)
  return driverResource(isFollowed ? await changingDriver(scope, driver, write) : await write())
}

/** Soft-deletes the driver and returns the record; past days keep who drove. */
export async function deleteDriver(scope: Scope, driverId: string): Promise<DriverRecord> {
  const driver = requireDriver(scope, driverId, await driverRecords.lock(scope, driverId))
  requireProjectManager(scope, driver.project_id, changeDrivers)
  await requireRecordAsSeen(scope, driver, getName(driver))
  await auditRecord(scope, 'deleted', 'driver', driver)
  const deleted = await changingDriver(scope, driver, async (today) => {
    await removeAssignmentsOfDriver(scope, driver.id, today)
    await tellHappening(scope, (listener) => listener.driverGone?.(scope, driver))
    await endSignInsOfDriver(scope, driver.id)
    return driverRecords.delete(scope, driver.id)
  })
  return driverResource(deleted)
}

/** Changes a driver and recomputes the open routes of today and later. */
async function changingDriver<Answer>(
  scope: Scope,
  driver: DriverRow,
  change: (today: string) => Promise<Answer>,
): Promise<Answer> {
  const project = await getProject(scope, driver.project_id)
  const today = dateInZone(scope.now, project.timezone)
  return changingDrivers(scope, project.id, { from: today }, () => change(today))
}

export function getName({ label, id }: DriverRow): string {
  return `Driver ${label || id}`
}

function requireDriver(scope: Scope, driverId: string, driver: DriverRow | undefined): DriverRow {
  if (!driver) throw notFound('driver', driverId)
  requireReach(scope, driver.project_id)
  return driver
}

function requireSensible({ label, shifts, absences }: DriverRow, place: string): void {
  if (label.trim() === '') throw invalidPayload(`${place}label`, 'must not be empty')
  const seen = new Set<string>()
  for (const [index, { weekday }] of shifts.entries()) {
    if (seen.has(weekday)) throw invalidPayload(`${place}shifts[${index}].weekday`, `${weekday} stands twice`)
    seen.add(weekday)
  }
  for (const [index, { from, to }] of absences.entries()) {
    if (to < from) throw invalidPayload(`${place}absences[${index}].to`, 'must not be before from')
  }
}

async function requireVehicles(scope: Scope, projectId: string, rows: readonly DriverRow[]): Promise<void> {
  const ids = rows.flatMap((row) => row.usual_vehicle_id ?? [])
  if (ids.length === 0) return
  const vehicles = await findVehicles(scope, ids)
  const unknown = ids.find((id) => vehicles.get(id)?.project_id !== projectId)
  if (unknown) throw notFound('vehicle', unknown)
}
