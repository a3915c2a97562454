// The rules of sources of positions: who may manage them, which device is in which vehicle, tracks that come as files.
import type {
  AuditedAction,
  PositionDeviceUpdate,
  PositionSourceInput,
  PositionSourceUpdate,
  TrackFile,
} from '@routewright/contract'
import { auditRecord } from '../../accounts/audit/audit.ts'
import { getProject, requireManager } from '../../accounts/projects/projects.ts'
import { type PositionSourceRow, positionDeviceTable, positionSourceTable } from '../../data/position-source-tables.ts'
import {
  findDevice,
  findPositionSource,
  insertPositionSource,
  listDevices,
  listPositionSourceRows,
  removePositionSource,
  removeSilentDevices,
  setDevice,
  updatePositionSource,
} from '../../data/position-sources.sql.ts'
import { beginRecord } from '../../data/record-statements.ts'
import { recordMaker, sentValues } from '../../data/records.ts'
import { getWay, type Way } from '../../field/estimates/estimates.ts'
import { recordPositions } from '../../field/recorded-track/recorded-track.ts'
import { requireRecordAsSeen } from '../../frame/conflicts/conflicts.ts'
import { invalidPayload, notFound } from '../../frame/platform/api-error.ts'
import { createSecret } from '../../frame/platform/ids.ts'
import { digestSecret } from '../../frame/platform/password.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import type { Services } from '../../frame/platform/services.ts'
import { getVehicle } from '../../planning/vehicles/vehicles.ts'
import { readGpx } from './gpx.ts'

const mostSources = 100
/** A device that nobody put into a vehicle is forgotten when it was silent for so long. */
const silentDays = 90
const dayMilliseconds = 86_400_000
/** Loggers are switched on before the driver opens the route, and off after its last stop. */
const aroundMilliseconds = 3_600_000

const manageSources = 'manage sources of positions'

const sourceResource = recordMaker(positionSourceTable)
const deviceResource = recordMaker(positionDeviceTable)

export async function listSources(scope: Scope) {
  requireManager(scope, manageSources)
  return (await listPositionSourceRows(scope)).map(sourceResource)
}

/** The source with its address, which is told this once. */
export async function createSource(scope: Scope, input: PositionSourceInput) {
  requireManager(scope, manageSources)
  const project = await getProject(scope, input.project_id)
  if ((await listPositionSourceRows(scope)).length >= mostSources) {
    throw invalidPayload('body', `an organization has at most ${mostSources} sources of positions`)
  }
  const token = newToken()
  const row = await insertPositionSource(scope, {
    ...beginRecord(scope, project.id),
    label: input.label ?? 'GPS',
    enabled: input.enabled ?? true,
    token_digest: digestSecret(token),
  })
  await audit(scope, 'created', row)
  return { ...sourceResource(row), address: getAddress(scope, token) }
}

export async function updateSource(scope: Scope, id: string, input: PositionSourceUpdate) {
  const before = await getSource(scope, id, 'lock')
  await requireRecordAsSeen(scope, before, `Position source ${before.label}`)
  const row = await updatePositionSource(scope, id, sentValues(positionSourceTable, input))
  await audit(scope, 'updated', row)
  return sourceResource(row)
}

export async function deleteSource(scope: Scope, id: string) {
  const row = await getSource(scope, id, 'lock')
  await requireRecordAsSeen(scope, row, `Position source ${row.label}`)
  await removePositionSource(scope, id)
  await audit(scope, 'deleted', row)
  return sourceResource(row)
}

/** The address before is unknown from now on. */
export async function renewAddress(scope: Scope, id: string) {
  await getSource(scope, id, 'lock')
  const token = newToken()
  const row = await updatePositionSource(scope, id, { token_digest: digestSecret(token) })
  await audit(scope, 'updated', row)
  return { ...sourceResource(row), address: getAddress(scope, token) }
}

export async function listDevicesOfSource(scope: Scope, sourceId: string) {
  await getSource(scope, sourceId)
  return (await listDevices(scope, sourceId)).map(deviceResource)
}

/** Puts the device into a vehicle of the source's project, or takes it out. Throws 404. */
export async function updateDevice(
  scope: Scope,
  sourceId: string,
  deviceId: string,
  { vehicle_id }: PositionDeviceUpdate,
) {
  const source = await getSource(scope, sourceId)
  const device = await findDevice(scope, deviceId)
  if (device?.source_id !== source.id) throw notFound('device', deviceId)
  if (vehicle_id !== null) {
    const vehicle = await getVehicle(scope, vehicle_id)
    if (vehicle.project_id !== source.project_id) throw notFound('vehicle', vehicle_id)
  }
  await setDevice(scope, device.id, { vehicle_id })
  return deviceResource({ ...device, vehicle_id })
}

/** Adds what a device recorded elsewhere. Throws 404, 403, and invalid_payload for a file without a point of the route's time. */
export async function addTrack(scope: Scope, routeId: string, { gpx }: TrackFile) {
  const way = await getWay(scope, routeId, 'route')
  const points = readGpx(gpx)
  const { from, to } = drivenBetween(scope, way)
  const inside = points.filter(({ recorded_at }) => {
    const moment = Date.parse(recorded_at)
    return moment >= from && moment <= to
  })
  if (inside.length === 0) {
    const span = `${new Date(from).toISOString()} and ${new Date(to).toISOString()}`
    throw invalidPayload('gpx', `has no point with a time between ${span}, when the route was driven`)
  }
  const accepted = await recordPositions(scope, way, inside)
  return { points: points.length, outside: points.length - inside.length, accepted }
}

/** From a little before its start to a little after its end; of a route that nobody opened, around its day. */
function drivenBetween({ now }: Scope, { route, plan }: Way): { from: number; to: number } {
  const latest = now.getTime()
  if (!route.start_date) {
    const day = plan.execution_date.getTime()
    return { from: day - dayMilliseconds / 2, to: Math.min(latest, day + 1.5 * dayMilliseconds) }
  }
  const end = (route.end_date?.getTime() ?? latest) + aroundMilliseconds
  return { from: route.start_date.getTime() - aroundMilliseconds, to: Math.min(latest, end) }
}

/** Throws 404, or 403 for users who may not manage sources. */
async function getSource(scope: Scope, id: string, lock?: 'lock'): Promise<PositionSourceRow> {
  requireManager(scope, manageSources)
  const row = await findPositionSource(scope, id, lock)
  if (!row) throw notFound('position source', id)
  return row
}

function newToken(): string {
  return createSecret('gps_', 40)
}

function getAddress(scope: Scope, token: string): string {
  return `${scope.publicBase}/app/v1/positions/${token}`
}

async function audit(scope: Scope, action: AuditedAction, row: PositionSourceRow): Promise<void> {
  const { label, enabled } = row
  await auditRecord(scope, action, 'position_source', row, { label, enabled })
}

/** The hourly clean-up. */
export async function cleanUpPositionSources({ database, clock }: Services): Promise<void> {
  await removeSilentDevices(database.db, new Date(clock.now().getTime() - silentDays * dayMilliseconds))
}
