// A calendar to subscribe to, of what a vehicle has to do.
import type { Annex } from '../annexes.ts'
import { mountVehicleCalendars } from './vehicle-calendars.http.ts'

export const vehicleCalendars: Annex = {
  name: 'vehicle-calendars',
  mount: mountVehicleCalendars,
}
