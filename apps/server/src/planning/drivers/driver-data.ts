// The data rights of drivers: export of all data about a driver, and erasure.
import { auditRecord, listAuditFor, redactAudit } from '../../accounts/audit/audit.ts'
import { requireAdministrator } from '../../accounts/organizations/organizations.ts'
import { getProject } from '../../accounts/projects/projects.ts'
import { listAssignmentsOfDriver, removeAssignmentsOfDriver } from '../../data/driver-assignments.sql.ts'
import { forgetSentTo, listLinksSentTo } from '../../data/driver-links.sql.ts'
import { endSignInsOfDriver, listDevicesOfDriver } from '../../data/driver-sign-ins.sql.ts'
import type { DriverRow } from '../../data/driver-table.ts'
import { blankDrivers, driverRecords } from '../../data/drivers.sql.ts'
import { driverDeviceResource, driverResource } from '../../data/resources/records.ts'
import { forgetWorkOfDriver } from '../../data/routes.sql.ts'
import { notFound } from '../../frame/platform/api-error.ts'
import { dateInZone } from '../../frame/platform/calendar.ts'
import { withoutEmpty } from '../../frame/platform/compact.ts'
import { createId } from '../../frame/platform/ids.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { listWorkOfDriver } from '../sequence/sequence.ts'
import { workRecord } from './driver-work.ts'
import { changingDrivers } from './follow-drivers.ts'

/** Returns the driver even when deleted: data kept about them can be seen and erased until retention deletes it. Throws 403, 404. */
async function getEvenDeleted(scope: Scope, driverId: string): Promise<DriverRow> {
  const [driver] = await driverRecords.listEvenDeleted(scope, [driverId])
  if (!driver) throw notFound('driver', driverId)
  return driver
}

/** Returns all data about a driver. Throws 403 unless the caller administers the organization. */
export async function getDriverData(scope: Scope, driverId: string) {
  requireAdministrator(scope, 'see everything that is known of a driver')
  const driver = await getEvenDeleted(scope, driverId)
  const assignments = await listAssignmentsOfDriver(scope, driver.id)
  await auditRecord(scope, 'exported', 'driver', driver)
  return {
    driver: driverResource(driver),
    assignments: assignments.map(({ day, vehicle_id, route_id }) => ({
      date: day,
      ...withoutEmpty({ vehicle_id, route_id }),
    })),
    sent_links: await listSentLinks(scope, driver),
    driven: (await listWorkOfDriver(scope, driver.project_id, driver.id)).map(workRecord),
    devices: (await listDevicesOfDriver(scope, driver.id, scope.now)).map(driverDeviceResource),
    audit: await listAuditFor(scope, [driver.id]),
  }
}

/** Links sent to any address of the driver, latest first. */
async function listSentLinks(scope: Scope, driver: DriverRow) {
  const links = []
  for (const address of listAddresses(driver)) links.push(...(await listLinksSentTo(scope, driver.project_id, address)))
  return links.sort((a, b) => b.created_at.getTime() - a.created_at.getTime())
}

function listAddresses({ email, phone }: DriverRow): string[] {
  return [email, phone].filter((address) => address !== null && address !== '') as string[]
}

/** Deletes the driver and all personal data about them; routes keep their figures without the driver. Throws 403, 404. */
export async function eraseDriver(scope: Scope, driverId: string) {
  requireAdministrator(scope, 'erase what is known of a driver')
  const driver = await getEvenDeleted(scope, driverId)
  const blank = async () => {
    await removeAssignmentsOfDriver(scope, driver.id, '')
    await endSignInsOfDriver(scope, driver.id)
    await blankDrivers(scope, [driver.id])
  }
  // A driver who was deleted before affects no route any more, and their project may be deleted, too.
  if (driver.deleted) await blank()
  else {
    const project = await getProject(scope, driver.project_id)
    await changingDrivers(scope, project.id, { from: dateInZone(scope.now, project.timezone) }, blank)
  }
  await forgetWorkOfDriver(scope, driver.project_id, driver.id)
  for (const address of listAddresses(driver)) await forgetSentTo(scope, driver.project_id, address)
  await redactAudit(scope, [driver.id])
  await auditRecord(scope, 'erased', 'driver', { id: createId(scope.now), project_id: driver.project_id })
  return driverResource(await getEvenDeleted(scope, driver.id))
}
