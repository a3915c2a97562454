// The rules of depots: places of a project where vehicles load, which vehicles and routes name instead of writing the place again.
import type { DepotRecordInput, DepotRecordUpdate, QueryOf } from '@routewright/contract'
import { auditRecord, sentOf } from '../audit/audit.ts'
import { requireRecordAsSeen } from '../conflicts/conflicts.ts'
import { type DepotRow, depotTable } from '../data/depot-table.ts'
import { depotRecords } from '../data/depots.sql.ts'
import { beginRecord } from '../data/record-statements.ts'
import { changedValues, emptyRow, sentValues, setParts } from '../data/records.ts'
import type { LocationValue } from '../data/values.ts'
import { invalidPayload, notFound } from '../platform/api-error.ts'
import { type Page, pageOf, parseSort } from '../platform/paging.ts'
import type { Scope } from '../platform/scope.ts'
import { getProject, requireProjectManager, requireReach } from '../projects/projects.ts'
import { depotResource } from '../resources/records.ts'
import { changingDepot } from './follow-depots.ts'

export { endsOfRoute, endsOfVehicle, withDepots } from './named-depots.ts'

type DepotRecord = ReturnType<typeof depotResource>

const changeDepots = 'change the depots of the project'

/** The depot. Throws 404, or 403 when the project is out of reach. */
export async function getDepot(scope: Scope, depotId: string): Promise<DepotRow> {
  return requireDepot(scope, depotId, await depotRecords.find(scope, depotId))
}

const sortable = ['label', 'external_id', 'created_at', 'updated_at'] as const

/** One page of a project's depots. */
export async function listDepots(scope: Scope, query: QueryOf<'listDepots'>): Promise<Page<DepotRecord>> {
  const project = await getProject(scope, query.project_id)
  const sort = parseSort(query.sort, sortable)
  const page = { ...query, projectId: project.id, includeDeleted: query.deleted, sort }
  const { rows, total } = await depotRecords.page(scope, page)
  return pageOf(rows.map(depotResource), total, query.limit, query.offset)
}

/**
 * Creates depots, all or none, in the order sent. `isList`: the body is a list, and places in refusals begin with the index.
 * Throws invalid_payload for a name of spaces and for a weekday that stands twice.
 */
export async function createDepots(
  scope: Scope,
  projectId: string,
  inputs: readonly DepotRecordInput[],
  { isList }: { isList: boolean },
): Promise<DepotRecord[]> {
  const project = await getProject(scope, projectId)
  requireProjectManager(scope, project.id, changeDepots)
  const rows = inputs.map((input) => ({
    ...emptyRow(depotTable),
    ...sentValues(depotTable, input),
    label: input.label,
    location: placeOf(input.location),
    ...beginRecord(scope, project.id),
  }))
  for (const [index, row] of rows.entries()) requireSensible(row, isList ? `[${index}].` : '')
  await depotRecords.insert(scope, rows)
  return rows.map(depotResource)
}

/** Changes the fields sent; null clears one. What names the depot follows (see `changingDepot`). */
export async function updateDepot(scope: Scope, depotId: string, input: DepotRecordUpdate): Promise<DepotRecord> {
  const depot = requireDepot(scope, depotId, await depotRecords.lock(scope, depotId))
  requireProjectManager(scope, depot.project_id, changeDepots)
  await requireRecordAsSeen(scope, depot, nameOf(depot))
  const sent = { ...sentValues(depotTable, input), ...(input.location && { location: placeOf(input.location) }) }
  const changes = changedValues(depot, sent)
  const fields = Object.keys(changes)
  if (fields.length === 0) return depotResource(depot)
  requireSensible({ ...depot, ...changes }, '')
  await auditRecord(scope, 'updated', 'depot', depot, sentOf(input, changes))
  const write = () => depotRecords.update(scope, depot.id, changes)
  if (!fields.some((field) => field in depotTable.planning)) return depotResource(await write())
  const place = changes.location
  return depotResource(await changingDepot(scope, depot, place ? { place } : {}, write))
}

/** Deletes the depot softly and answers it. What named it keeps the place as it is written there. */
export async function deleteDepot(scope: Scope, depotId: string): Promise<DepotRecord> {
  const depot = requireDepot(scope, depotId, await depotRecords.lock(scope, depotId))
  requireProjectManager(scope, depot.project_id, changeDepots)
  await requireRecordAsSeen(scope, depot, nameOf(depot))
  await auditRecord(scope, 'deleted', 'depot', depot)
  return depotResource(await changingDepot(scope, depot, { isGone: true }, () => depotRecords.delete(scope, depot.id)))
}

function nameOf({ label, id }: DepotRow): string {
  return `Depot ${label || id}`
}

function placeOf(location: DepotRecordInput['location']): LocationValue {
  return setParts<LocationValue>(location)!
}

function requireDepot(scope: Scope, depotId: string, depot: DepotRow | undefined): DepotRow {
  if (!depot) throw notFound('depot', depotId)
  requireReach(scope, depot.project_id)
  return depot
}

function requireSensible({ label, hours }: Pick<DepotRow, 'label' | 'hours'>, place: string): void {
  if (label.trim() === '') throw invalidPayload(`${place}label`, 'must not be empty')
  const seen = new Set<string>()
  for (const [index, { weekday }] of hours.entries()) {
    if (seen.has(weekday)) throw invalidPayload(`${place}hours[${index}].weekday`, `${weekday} stands twice`)
    seen.add(weekday)
  }
}
