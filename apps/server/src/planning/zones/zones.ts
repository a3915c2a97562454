// The rules of zones: polygons of a project; a stop inside one is served only by the routes that list it.
import type { ZoneInput, ZoneUpdate } from '@routewright/contract'
import { auditRecord } from '../../accounts/audit/audit.ts'
import { getProject, requireProjectManager } from '../../accounts/projects/projects.ts'
import { beginRecord } from '../../data/record-statements.ts'
import { changedValues, emptyRow, sentValues } from '../../data/records.ts'
import { zoneResource } from '../../data/resources/records.ts'
import type { JsonObject } from '../../data/values.ts'
import { type ZoneRow, zoneTable } from '../../data/zone-table.ts'
import { listZonesOfProject, zoneRecords } from '../../data/zones.sql.ts'
import { requireRecordAsSeen } from '../../frame/conflicts/conflicts.ts'
import { invalidPayload, notFound } from '../../frame/platform/api-error.ts'
import type { Scope } from '../../frame/platform/scope.ts'

const changeZones = 'change the zones of the project'

type ZoneRecord = ReturnType<typeof zoneResource>

/** The zones of a project, oldest first. */
export async function listZones(scope: Scope, projectId: string): Promise<ZoneRecord[]> {
  const project = await getProject(scope, projectId)
  return (await listZonesOfProject(scope, project.id)).map(zoneResource)
}

/** The zone. Throws 404, or 403 when its project is out of reach. */
export async function getZone(scope: Scope, projectId: string, zoneId: string): Promise<ZoneRecord> {
  const project = await getProject(scope, projectId)
  return zoneResource(requireZone(project.id, zoneId, await zoneRecords.find(scope, zoneId)))
}

/** Creates a zone. Throws invalid_payload for a ring that encloses nothing. */
export async function createZone(scope: Scope, projectId: string, input: ZoneInput): Promise<ZoneRecord> {
  const project = await getProject(scope, projectId)
  requireProjectManager(scope, project.id, changeZones)
  requireRing(input.polygon)
  const sent = { ...sentValues(zoneTable, input), polygon: input.polygon }
  const zone = { ...emptyRow(zoneTable), ...sent, ...beginRecord(scope, project.id) }
  await zoneRecords.insert(scope, [zone])
  return zoneResource(zone)
}

/** Changes the fields sent. Routes are checked against the new shape when they are next computed. */
export async function updateZone(
  scope: Scope,
  projectId: string,
  zoneId: string,
  input: ZoneUpdate,
): Promise<ZoneRecord> {
  const project = await getProject(scope, projectId)
  requireProjectManager(scope, project.id, changeZones)
  const zone = requireZone(project.id, zoneId, await zoneRecords.lock(scope, zoneId))
  await requireRecordAsSeen(scope, zone, getName(zone))
  if (input.polygon) requireRing(input.polygon)
  const changes = changedValues(zone, sentValues(zoneTable, input))
  if (Object.keys(changes).length === 0) return zoneResource(zone)
  await auditRecord(scope, 'updated', 'zone', zone, told(changes))
  return zoneResource(await zoneRecords.update(scope, zone.id, changes))
}

/** Soft-deletes the zone and returns the record. */
export async function deleteZone(scope: Scope, projectId: string, zoneId: string): Promise<ZoneRecord> {
  const project = await getProject(scope, projectId)
  requireProjectManager(scope, project.id, changeZones)
  const zone = requireZone(project.id, zoneId, await zoneRecords.lock(scope, zoneId))
  await requireRecordAsSeen(scope, zone, getName(zone))
  await auditRecord(scope, 'deleted', 'zone', zone)
  return zoneResource(await zoneRecords.delete(scope, zone.id))
}

function getName({ label, id }: ZoneRow): string {
  return `Zone ${label ?? id}`
}

/** Shortens a change for the audit log: a ring has hundreds of corners, so only that it changed is kept. */
function told({ polygon, ...changes }: JsonObject): JsonObject {
  return polygon === undefined ? changes : { ...changes, polygon: '…' }
}

function requireZone(projectId: string, zoneId: string, zone: ZoneRow | undefined): ZoneRow {
  if (zone?.project_id !== projectId) throw notFound('zone', zoneId)
  return zone
}

/** Throws unless latitudes are in range and three corners are distinct. */
function requireRing(polygon: readonly (readonly [number, number])[]): void {
  for (const [index, [, lat]] of polygon.entries()) {
    if (lat < -90 || lat > 90) throw invalidPayload(`polygon[${index}][1]`, 'must be a latitude from -90 to 90')
  }
  const corners = new Set(polygon.map(([lng, lat]) => `${lng} ${lat}`))
  if (corners.size < 3) throw invalidPayload('polygon', 'must have at least three different corners')
}
