// Work of a vehicle, as a calendar that programs subscribe to.
import Type from 'typebox'
import { record } from '../../../schema.ts'
import { flag } from '../../../schemas/fields.ts'

export const VehicleCalendar = record('VehicleCalendar', 'Whether the calendar of a vehicle has an address.', {
  is_open: flag('Whether an address was made and not ended.'),
})

export const VehicleCalendarAddress = record('VehicleCalendarAddress', 'The address; it is shown this once.', {
  address: Type.String({ description: 'For calendar programs to subscribe to.' }),
})
