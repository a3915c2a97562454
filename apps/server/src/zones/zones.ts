// The rules of zones: polygons of a project; a stop inside one is served only by the routes that list it.
import { isDeepStrictEqual } from 'node:util'
import type { ZoneInput, ZoneUpdate } from '@routewright/contract'
import { auditRecord } from '../audit/audit.ts'
import { requireRecordAsSeen } from '../conflicts/conflicts.ts'
import type { JsonObject } from '../data/values.ts'
import type { ZoneRow } from '../data/zone-table.ts'
import { findZone, insertZone, selectZones, updateZoneRow } from '../data/zones.sql.ts'
import { apiError, notFound } from '../platform/api-error.ts'
import { createId } from '../platform/ids.ts'
import { json, type Scope } from '../platform/scope.ts'
import { getProject, requireProjectManager } from '../projects/projects.ts'
import { zoneResource } from '../resources/records.ts'

const changeZones = 'change the zones of the project'

type ZoneRecord = ReturnType<typeof zoneResource>

/** The zones of a project, oldest first. */
export async function listZones(scope: Scope, projectId: string): Promise<ZoneRecord[]> {
  const project = await getProject(scope, projectId)
  return (await selectZones(scope.tx, scope.organizationId, project.id)).map(zoneResource)
}

/** The zone. Throws 404, or 403 when its project is out of reach. */
export async function getZone(scope: Scope, projectId: string, zoneId: string): Promise<ZoneRecord> {
  const project = await getProject(scope, projectId)
  return zoneResource(requireZone(zoneId, await findZone(scope, project.id, zoneId)))
}

/** Creates a zone. Throws invalid_payload for a ring that encloses nothing. */
export async function createZone(scope: Scope, projectId: string, input: ZoneInput): Promise<ZoneRecord> {
  const project = await getProject(scope, projectId)
  requireProjectManager(scope, project.id, changeZones)
  requireRing(input.polygon)
  const zone = await insertZone(scope.tx, {
    id: createId(scope.now),
    organization_id: scope.organizationId,
    project_id: project.id,
    created_by: scope.userId ?? null,
    label: input.label ?? null,
    color: input.color ?? null,
    enabled: input.enabled ?? true,
    polygon: json(input.polygon),
    created_at: scope.now,
    updated_at: scope.now,
  })
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
  const zone = requireZone(zoneId, await findZone(scope, project.id, zoneId, 'lock'))
  await requireRecordAsSeen(scope, zone, nameOf(zone))
  if (input.polygon) requireRing(input.polygon)
  const changes = Object.entries(pickSent(input)).filter(
    ([field, value]) => !isDeepStrictEqual(value, zone[field as keyof ZoneRow]),
  )
  if (changes.length === 0) return zoneResource(zone)
  await auditRecord(scope, 'updated', 'zone', zone, told(Object.fromEntries(changes)))
  const values = Object.fromEntries(changes.map(([field, value]) => [field, field === 'polygon' ? json(value) : value]))
  return zoneResource(await updateZoneRow(scope.tx, zone.id, values, scope.now))
}

/** Deletes the zone softly and answers it. */
export async function deleteZone(scope: Scope, projectId: string, zoneId: string): Promise<ZoneRecord> {
  const project = await getProject(scope, projectId)
  requireProjectManager(scope, project.id, changeZones)
  const zone = requireZone(zoneId, await findZone(scope, project.id, zoneId, 'lock'))
  await requireRecordAsSeen(scope, zone, nameOf(zone))
  await auditRecord(scope, 'deleted', 'zone', zone)
  return zoneResource(await updateZoneRow(scope.tx, zone.id, { deleted: true, deleted_at: scope.now }, scope.now))
}

function nameOf({ label, id }: ZoneRow): string {
  return `Zone ${label ?? id}`
}

/** A ring has hundreds of corners: that it changed says enough. */
function told({ polygon, ...changes }: JsonObject): JsonObject {
  return polygon === undefined ? changes : { ...changes, polygon: '…' }
}

function pickSent(input: ZoneUpdate): Record<string, unknown> {
  const fields = ['label', 'color', 'enabled', 'polygon'] as const
  return Object.fromEntries(fields.flatMap((field) => (input[field] === undefined ? [] : [[field, input[field]]])))
}

function requireZone(zoneId: string, zone: ZoneRow | undefined): ZoneRow {
  if (!zone) throw notFound('zone', zoneId)
  return zone
}

/** Latitudes in range, and three corners that do not lie on one spot. */
function requireRing(polygon: readonly (readonly [number, number])[]): void {
  for (const [index, [, lat]] of polygon.entries()) {
    if (lat < -90 || lat > 90) throw invalid(`polygon[${index}][1]`, 'must be a latitude from -90 to 90')
  }
  const corners = new Set(polygon.map(([lng, lat]) => `${lng} ${lat}`))
  if (corners.size < 3) throw invalid('polygon', 'must have at least three different corners')
}

function invalid(place: string, reason: string) {
  return apiError('highway.validation.error.invalid_payload', { place, reason })
}
