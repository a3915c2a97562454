// The rules of drivers who sign in: a code opens their phone, the phone opens their own routes, dispatchers end it.
import type { DriverCode } from '@routewright/contract'
import { auditRecord } from '../../accounts/audit/audit.ts'
import { getOrganization } from '../../accounts/organizations/organizations.ts'
import { getProject } from '../../accounts/projects/projects.ts'
import { describeDevice } from '../../accounts/users/users.ts'
import type { DriverCodeRow, DriverDeviceRow } from '../../data/driver-sign-in-tables.ts'
import {
  endDevices,
  findDeviceByToken,
  forgetOldSignIns,
  insertDevice,
  keepDevice,
  listDevicesOfDriver,
} from '../../data/driver-sign-ins.sql.ts'
import { driverRecords } from '../../data/drivers.sql.ts'
import { driverDeviceResource } from '../../data/resources/records.ts'
import { createLinkOfDevice } from '../../field/dispatch/dispatch.ts'
import { apiError, notFound } from '../../frame/platform/api-error.ts'
import { dateInZone } from '../../frame/platform/calendar.ts'
import { withoutEmpty } from '../../frame/platform/compact.ts'
import { createId, createSecret } from '../../frame/platform/ids.ts'
import { digestSecret } from '../../frame/platform/password.ts'
import type { Scope, Tx } from '../../frame/platform/scope.ts'
import { type Caller, type Services, transactAs } from '../../frame/platform/services.ts'
import { getDriver, listRoutesOfDriver } from '../../planning/drivers/drivers.ts'
import { countCodes, evenly, makeCodeToShow, oldestCountedCode, takeCode } from './codes.ts'
import { scopesIn } from './known-drivers.ts'

export { requestCode } from './codes.ts'

/** A phone that was not seen for so long has to sign in again. */
const DEVICE_DAYS = 90
/** 256 random bits. */
const TOKEN_CHARACTERS = 43
/** How long a phone may go without a note that it was seen. */
const seenMilliseconds = 3_600_000
/** Today and the days of a week after it; the day before for routes that run past midnight. */
const shownDays = 9
const dayMilliseconds = 86_400_000

/** Signs in on a phone, and tells which drivers did. Throws highway.user.error.wrong_code, the same for a wrong, used or old code, and for none at all. */
export async function signInDriver(services: Services, { step, code }: DriverCode, userAgent: string | undefined) {
  const now = services.clock.now()
  const device = describeDevice(userAgent ?? null)
  const opened = await evenly(() =>
    services.database.transaction(async (tx) => {
      const { right, refused } = await takeCode(tx, step, code, now)
      for (const row of refused) await noteRefusal(services, tx, row, device)
      const opened = []
      for (const row of right) {
        const signIn = await openDevice(services, tx, row, device)
        if (signIn) opened.push({ driverId: row.driver_id, signIn })
      }
      return opened
    }),
  )
  if (opened.length === 0) throw apiError('highway.user.error.wrong_code')
  const sign_ins = opened.map(({ signIn }) => signIn)
  return { sign_ins, driverIds: opened.map(({ driverId }) => driverId) }
}

async function noteRefusal(services: Services, tx: Tx, row: DriverCodeRow, device: string): Promise<void> {
  const scope = scopesIn(services, tx, services.clock.now()).of(row.organization_id)
  const [driver] = await driverRecords.list(scope, [row.driver_id])
  if (!driver) return
  const about = { id: createId(scope.now), project_id: driver.project_id }
  await auditRecord(actingAs(scope, driver.id), 'refused', 'driver_device', about, { device, driver_id: driver.id })
}

/** Returns undefined for a driver who was deleted or archived since the code was created. */
async function openDevice(services: Services, tx: Tx, row: DriverCodeRow, device: string) {
  const scope = scopesIn(services, tx, services.clock.now()).of(row.organization_id)
  const [driver] = await driverRecords.list(scope, [row.driver_id])
  if (!driver || driver.archived) return undefined
  const token = createSecret('', TOKEN_CHARACTERS)
  const seen = seenNow(scope.now)
  const id = createId(scope.now)
  const token_digest = digestSecret(token)
  await insertDevice(scope, { id, driver_id: driver.id, token_digest, device, created_at: scope.now, ...seen })
  const about = { id, project_id: driver.project_id }
  const by = row.step_digest ? 'sent code' : 'code of a dispatcher'
  await auditRecord(actingAs(scope, driver.id), 'signed_in', 'driver_device', about, {
    device,
    driver_id: driver.id,
    by,
  })
  return { token, expires_at: seen.expires_at, ...(await whoseIs(scope, driver)) }
}

function seenNow(now: Date) {
  return { last_seen_at: now, expires_at: new Date(now.getTime() + DEVICE_DAYS * dayMilliseconds) }
}

function actingAs(scope: Scope, driverId: string): Scope {
  return { ...scope, actor: { type: 'driver', id: driverId } }
}

async function whoseIs(scope: Scope, driver: { label: string; project_id: string }) {
  const project = await getProject(scope, driver.project_id)
  const organization = await getOrganization(scope)
  return { driver_label: driver.label, project_label: project.label, organization_label: organization.name }
}

/** The signed-in phone of a secret. Throws 401, the same for a secret that was ended and one that never was. */
async function getDevice(services: Services, token: string): Promise<DriverDeviceRow> {
  const device = await findDeviceByToken(services.database.db, digestSecret(token), services.clock.now())
  if (!device) throw apiError('highway.apiKey.error.not_found')
  return device
}

function getCaller({ organization_id, driver_id }: DriverDeviceRow): Caller {
  return { organizationId: organization_id, projects: 'all', actor: { type: 'driver', id: driver_id } }
}

/** The driver's open routes of today and the next days; the phone stays signed in for longer. Throws 401. */
export async function listOwnRoutes(services: Services, token: string) {
  const device = await getDevice(services, token)
  const machineNow = services.clock.now()
  const isDue = machineNow.getTime() - device.last_seen_at.getTime() > seenMilliseconds
  const { expires_at } = isDue ? seenNow(machineNow) : device
  return transactAs(services, getCaller(device), async (scope) => {
    if (isDue) await keepDevice(scope, device.id, seenNow(machineNow))
    const driver = await getDriver(scope, device.driver_id)
    const { timezone } = await getProject(scope, driver.project_id)
    const today = dateInZone(scope.now, timezone)
    const from = dayBefore(today)
    const routes = await listRoutesOfDriver(scope, driver, { from, today, days: shownDays })
    return {
      ...(await whoseIs(scope, driver)),
      today,
      expires_at,
      routes: routes.map(({ id, date, status, stops, label, planned_start_time, planned_end_time }) => ({
        route_id: id,
        date,
        status,
        stops,
        ...withoutEmpty({ label, planned_start_time, planned_end_time }),
      })),
    }
  })
}

function dayBefore(date: string): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) - dayMilliseconds).toISOString().slice(0, 10)
}

/** A link to one of the driver's own routes. Throws 401, 404 for another's, and as links do for drafts and what is finished. */
export async function openOwnRoute(services: Services, token: string, routeId: string) {
  const device = await getDevice(services, token)
  return transactAs(services, getCaller(device), (scope) => createLinkOfDevice(scope, routeId, device))
}

/** Signs the driver out on this phone. Throws 401. */
export async function signOutDriver(services: Services, token: string): Promise<void> {
  const device = await getDevice(services, token)
  await transactAs(services, getCaller(device), (scope) => endDevice(scope, device.driver_id, device.id))
}

/** The phones on which a driver is signed in. Throws 404, or 403 when the project is out of reach. */
export async function listDevices(scope: Scope, driverId: string, now: Date) {
  const driver = await getDriver(scope, driverId)
  return (await listDevicesOfDriver(scope, driver.id, now)).map(driverDeviceResource)
}

/** Signs a phone out, and ends the links that it opened routes by. Throws 404. */
export async function endDevice(scope: Scope, driverId: string, deviceId: string): Promise<void> {
  const driver = await getDriver(scope, driverId)
  const [ended] = await endDevices(scope, { driver_id: driver.id, id: deviceId })
  if (!ended) throw notFound('device', deviceId)
  const about = { id: ended.id, project_id: driver.project_id }
  await auditRecord(scope, 'deleted', 'driver_device', about, { device: ended.device, driver_id: driver.id })
}

/** The codes that were asked for from phones on which the driver has not signed in. Throws 404. */
export async function getDriverCodes(scope: Scope, driverId: string, now: Date) {
  const driver = await getDriver(scope, driverId)
  return countCodes(scope, driver.id, now, null)
}

/** A code to read out or show to the driver. Throws 404, and highway.driver.error.archived. */
export async function createCodeToShow(scope: Scope, driverId: string, now: Date) {
  const driver = await getDriver(scope, driverId)
  if (driver.archived) throw apiError('highway.driver.error.archived', { id: driver.id })
  const { code, expires_at } = await makeCodeToShow(scope, driver.id, now)
  const about = { id: createId(scope.now), project_id: driver.project_id }
  await auditRecord(scope, 'created', 'driver_device', about, { driver_id: driver.id, by: 'code of a dispatcher' })
  // After the #, so that no server and no log ever sees it.
  return { code, link: `${scope.publicBase}/d/#/code/${code}`, expires_at }
}

/** Forgets phones that were not seen for too long, and codes that no limit counts any more. */
export async function cleanUpDriverSignIns({ database, clock }: Services): Promise<void> {
  await forgetOldSignIns(database.db, clock.now(), oldestCountedCode(clock.now()))
}
