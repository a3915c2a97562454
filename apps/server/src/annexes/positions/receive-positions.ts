// Takes positions from a source: each device's go to the route that its vehicle was on at that moment, and nowhere else.
import type { PositionResult } from '@routewright/contract'
import type { PositionDeviceRow, PositionSourceRow } from '../../data/position-source-tables.ts'
import {
  addDevices,
  countDevices,
  findDevices,
  findPositionSourceByToken,
  setDevice,
} from '../../data/position-sources.sql.ts'
import type { NewPosition } from '../../data/positions.sql.ts'
import { listRoutesDrivenSince } from '../../data/routes.sql.ts'
import { listVehiclesByExternalId } from '../../data/vehicles.sql.ts'
import { getWay } from '../../field/estimates/estimates.ts'
import { isPossibleMoment, recordPositions } from '../../field/recorded-track/recorded-track.ts'
import { notFound } from '../../frame/platform/api-error.ts'
import { createId } from '../../frame/platform/ids.ts'
import { digestSecret } from '../../frame/platform/password.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { type Services, systemCaller, transactAs } from '../../frame/platform/services.ts'
import type { DevicePosition } from './read-positions.ts'

/** Anybody who has the address can name devices; more are not listed. */
const mostDevices = 2_000
/** A device is noted again only after so long: a thousand of them must not write every second. */
const noteMilliseconds = 20_000

/** Throws 404 for an unknown address. `read` throws for what cannot be read. */
export async function receivePositions(services: Services, token: string, read: (now: Date) => DevicePosition[]) {
  const source = await findPositionSourceByToken(services.database.db, digestSecret(token))
  if (!source) throw notFound('position source', 'this address')
  return await transactAs(services, systemCaller(source.organization_id), async (scope) => {
    const sent = read(scope.now)
    return { received: sent.length, accepted: await take(scope, source, sent) }
  })
}

async function take(scope: Scope, source: PositionSourceRow, sent: readonly DevicePosition[]): Promise<number> {
  const byDevice = Map.groupBy(sent, ({ deviceId }) => deviceId)
  const devices = await knowDevices(scope, source, byDevice)
  let accepted = 0
  // In the order of their ids, as whoever else writes several of them.
  for (const device of devices) {
    const own = byDevice.get(device.device_id)!
    const vehicleId = device.vehicle_id ?? undefined
    const positions = own.map(({ position }) => position)
    const { result, count } = vehicleId
      ? await recordOfVehicle(scope, vehicleId, positions)
      : { result: 'no_vehicle' as const, count: 0 }
    accepted += count
    await noteDevice(scope, device, own.at(-1)!.name ?? device.name, result)
  }
  return accepted
}

/** The devices, those that are new among them; one that is called as a vehicle's external_id is in it. */
async function knowDevices(
  scope: Scope,
  source: PositionSourceRow,
  sent: ReadonlyMap<string, readonly DevicePosition[]>,
): Promise<PositionDeviceRow[]> {
  const ids = [...sent.keys()]
  const known = await findDevices(scope, source.id, ids)
  const unknown = ids.filter((id) => !known.some(({ device_id }) => device_id === id))
  if (unknown.length > 0) {
    const room = Math.max(0, mostDevices - (await countDevices(scope, source.id)))
    const rows = unknown.slice(0, room).map((device_id) => ({
      id: createId(scope.now),
      organization_id: scope.organizationId,
      source_id: source.id,
      device_id,
      name: sent.get(device_id)!.at(-1)!.name ?? null,
      vehicle_id: null,
      created_at: scope.now,
      seen_at: scope.now,
      result: 'no_vehicle' as const,
    }))
    await addDevices(scope, rows)
  }
  const all = unknown.length > 0 ? await findDevices(scope, source.id, ids) : known
  return withVehicles(scope, source, all)
}

/** Vehicles of the same name as a device that is in none yet; asked at most every few seconds for a device. */
async function withVehicles(scope: Scope, source: PositionSourceRow, devices: PositionDeviceRow[]) {
  const asked = devices.filter((device) => device.vehicle_id === null && (isNew(scope, device) || isDue(scope, device)))
  if (asked.length === 0) return devices
  const names = asked.map(({ device_id }) => device_id)
  const byName = new Map(
    (await listVehiclesByExternalId(scope, source.project_id, names)).map(({ id, external_id }) => [external_id, id]),
  )
  for (const device of asked) {
    const vehicleId = byName.get(device.device_id)
    if (!vehicleId) continue
    device.vehicle_id = vehicleId
    await setDevice(scope, device.id, { vehicle_id: vehicleId })
  }
  return devices
}

function isNew(scope: Scope, { created_at }: PositionDeviceRow): boolean {
  return created_at.getTime() === scope.now.getTime()
}

function isDue(scope: Scope, { seen_at }: PositionDeviceRow): boolean {
  return scope.now.getTime() - seen_at.getTime() >= noteMilliseconds
}

/** Only what was driven on a route is kept: where a van is between its routes is nobody's business. */
async function recordOfVehicle(
  scope: Scope,
  vehicleId: string,
  positions: readonly NewPosition[],
): Promise<{ result: PositionResult; count: number }> {
  const possible = positions.filter(({ recorded_at }) => isPossibleMoment(scope, recorded_at))
  if (possible.length === 0) return { result: 'wrong_time', count: 0 }
  const earliest = new Date(Math.min(...possible.map(({ recorded_at }) => Date.parse(recorded_at))))
  const routes = await listRoutesDrivenSince(scope, vehicleId, earliest)
  const byRoute = Map.groupBy(possible, ({ recorded_at }) => {
    const moment = new Date(recorded_at)
    return routes.find(({ start_date, end_date }) => start_date! <= moment && (!end_date || moment <= end_date))?.id
  })
  let count = 0
  for (const [routeId, own] of byRoute) {
    if (routeId) count += await recordPositions(scope, await getWay(scope, routeId, 'route'), own)
  }
  const hasRoute = [...byRoute.keys()].some((id) => id !== undefined)
  return { result: count > 0 ? 'stored' : hasRoute ? 'repeated' : 'no_route', count }
}

async function noteDevice(
  scope: Scope,
  device: PositionDeviceRow,
  name: string | null,
  result: PositionResult,
): Promise<void> {
  if (!isDue(scope, device) && device.result === result && device.name === name) return
  await setDevice(scope, device.id, { seen_at: scope.now, name, result })
}
