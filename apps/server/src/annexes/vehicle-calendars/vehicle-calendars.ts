// The rules of calendars of vehicles: a secret address that can be renewed and ended, and what stands in it.
import { auditRecord } from '../../accounts/audit/audit.ts'
import { getProject } from '../../accounts/projects/projects.ts'
import { addressText } from '../../data/resources/address.ts'
import type { VehicleRow } from '../../data/vehicle-table.ts'
import { findVehicleByCalendar, setCalendarDigest } from '../../data/vehicles.sql.ts'
import { type CalendarEvent, subscribedCalendar } from '../../frame/calendar-files/calendar-files.ts'
import { notFound } from '../../frame/platform/api-error.ts'
import { createSecret } from '../../frame/platform/ids.ts'
import { momentOfPlanDay } from '../../frame/platform/local-time.ts'
import { digestSecret } from '../../frame/platform/password.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { readingScope, type Services, systemCaller } from '../../frame/platform/services.ts'
import { findPlace } from '../../planning/modelling/places.ts'
import { getOwnVehicle } from '../../planning/vehicles/vehicles.ts'
import { type CalendarStop, selectStopsOfVehicle } from './vehicle-calendars.sql.ts'

const daysBack = 7
const daysAhead = 31
/** Calendar programs give up on larger files; a van has no such month. */
const mostEvents = 5_000
const dayMilliseconds = 86_400_000

/** Whether there is an address. Throws 404, or 403 for those who may not change the fleet. */
export async function getCalendar(scope: Scope, vehicleId: string) {
  return { is_open: (await getOwnVehicle(scope, vehicleId)).calendar_digest !== null }
}

/** A new address, which is told this once; one before is unknown from now on. */
export async function renewCalendar(scope: Scope, vehicleId: string) {
  const vehicle = await getOwnVehicle(scope, vehicleId)
  const token = createSecret('cal_', 40)
  await setCalendarDigest(scope, vehicle.id, digestSecret(token))
  await auditRecord(scope, 'updated', 'vehicle', vehicle, { calendar: true })
  return { address: `${scope.publicBase}/app/v1/calendar/${token}` }
}

export async function endCalendar(scope: Scope, vehicleId: string) {
  const vehicle = await getOwnVehicle(scope, vehicleId)
  await setCalendarDigest(scope, vehicle.id, null)
  await auditRecord(scope, 'updated', 'vehicle', vehicle, { calendar: false })
  return { is_open: false }
}

/** The text of the calendar. Throws 404 for an unknown address. */
export async function readCalendar(services: Services, token: string): Promise<string> {
  const vehicle = await findVehicleByCalendar(services.database.db, digestSecret(token))
  if (!vehicle) throw notFound('calendar', 'this address')
  return writeCalendar(readingScope(services, systemCaller(vehicle.organization_id)), vehicle)
}

async function writeCalendar(scope: Scope, vehicle: VehicleRow): Promise<string> {
  const { timezone } = await getProject(scope, vehicle.project_id)
  const around = (days: number) => new Date(scope.now.getTime() + days * dayMilliseconds)
  const span = { from: around(-daysBack), to: around(daysAhead), most: mostEvents }
  const stops = await selectStopsOfVehicle(scope, vehicle.id, span)
  const host = new URL(scope.publicBase).hostname
  return subscribedCalendar({
    name: vehicle.label ?? vehicle.plate ?? vehicle.external_id ?? vehicle.id,
    timeZone: timezone,
    now: scope.now,
    events: stops.map((stop) => getEvent(stop, timezone, host)),
  })
}

/** The id stays with the stop, also when it moves to another day or van: programs move the entry then. */
function getEvent(stop: CalendarStop, timezone: string, host: string): CalendarEvent {
  const { planned_arrival_time: arrival, planned_departure_time: departure, execution_date } = stop
  const address = stop.location ? addressText(stop.location) : undefined
  const name = stop.label ?? address ?? stop.external_id ?? stop.id
  const moment = (seconds: number) => momentOfPlanDay(seconds, execution_date, timezone)
  const end = departure ?? (arrival ?? 0) + (stop.duration ?? 0)
  const place = findPlace(stop.location)
  const notes = [stop.route_label, stop.location_details, stop.comments, stop.phone].filter(Boolean).join('\n')
  return {
    uid: `${stop.id}@${host}`,
    summary: stop.order === null ? name : `${stop.order + 1}. ${name}`,
    changedAt: stop.changed_at,
    isCanceled: stop.status === 'canceled',
    ...(address ? { location: address } : {}),
    ...(notes ? { description: notes } : {}),
    ...(place ? { place: { lat: place.lat, lng: place.lng } } : {}),
    ...(arrival === null ? { day: execution_date } : { window: { from: moment(arrival), to: moment(end) } }),
  }
}
