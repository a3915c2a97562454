// Calendars of vehicles: the address that programs subscribe to, created and revoked by fleet managers.

import { defineEndpoints, get, getFile, post, remove } from '../../../endpoints/endpoint.ts'
import { VehicleCalendar, VehicleCalendarAddress } from '../schemas/vehicle-calendar.ts'

export const vehicleCalendarEndpoints = defineEndpoints(
  { tag: 'Vehicle calendars', auth: 'session', visibility: 'internal', isStable: true },
  {
    getVehicleCalendar: get(
      '/app/v1/vehicle/{vehicle_id}/calendar',
      'See whether the calendar of a vehicle has an address',
      VehicleCalendar,
    ),
    renewVehicleCalendar: post(
      '/app/v1/vehicle/{vehicle_id}/calendar',
      'Give the calendar of a vehicle a new address',
      VehicleCalendarAddress,
      { description: 'One before is answered 404 from now on.' },
    ),
    endVehicleCalendar: remove(
      '/app/v1/vehicle/{vehicle_id}/calendar',
      'End the address of the calendar of a vehicle',
      VehicleCalendar,
    ),
  },
)

export const calendarEndpoints = defineEndpoints(
  { tag: 'Vehicle calendars', auth: 'none', visibility: 'internal', isStable: true },
  {
    readVehicleCalendar: getFile(
      '/app/v1/calendar/{calendar_token}',
      'Read what a vehicle has to do, as a calendar',
      'text/calendar',
      { description: 'Its stops from a week ago to 31 days ahead, but for plans that are drafts.' },
    ),
  },
)
