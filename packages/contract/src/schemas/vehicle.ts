// A vehicle of the fleet: driver, profile, and the defaults of the routes built from it.
import Type, { type Static } from 'typebox'
import * as limits from '../limits.ts'
import { clearableFields, optionalFields, record } from '../schema.ts'
import { Battery, BatteryInput } from './battery.ts'
import { depotId } from './depot.ts'
import { DrivingLog, DrivingLogInput, DrivingRules, DrivingRulesInput } from './driving.ts'
import {
  count,
  customFields,
  email,
  flag,
  id,
  ids,
  label,
  quantity,
  recordTimes,
  seconds,
  straightDistance,
  text,
  timeWindow,
  url,
  words,
  workingDays,
  wrongWindow,
} from './fields.ts'
import { Location, LocationInput } from './location.ts'
import { Break, prices } from './route.ts'
import { Travel, TravelInput } from './travel.ts'

const descriptive = {
  external_id: label("The caller's own identifier; it need not be unique."),
  label: label(),
  plate: text(),
  vehicle_model: text(),
  brand: text(),
  color: text('Of its paint, in any words; a hex colour, #3366ff, is also that of its routes.'),
  comments: text(),
  phone: text(),
  email: email('Where dispatch links go.'),
  avatar_url: url(),
  fuel_type: text(),
  consumption: quantity('Per 100 km, in the unit of the fuel.'),
  custom_fields: customFields(),
  ...prices,
  default_time_window: timeWindow('Working hours.', {
    'x-message-ids': wrongWindow('highway.route.error.invalid_time_window'),
  }),
  default_working_days: workingDays(),
  default_min_distance: quantity('Metres.'),
  default_max_distance: quantity('Metres.'),
  default_min_time: seconds('Shortest working time.'),
  default_max_time: seconds('Longest working time.'),
  default_max_weight: quantity('Kilograms.'),
  default_max_volume: quantity('Cubic metres.'),
  default_max_services: count('Most stops.'),
  default_break: Break,
  default_start_depot_id: depotId('start'),
  default_end_depot_id: depotId('end'),
}
const lists = {
  default_provides: words('Skills that the vehicle offers.'),
  default_geo_fences: ids('Zones that the vehicle serves.', limits.listLength.zones),
}

export const Vehicle = record('Vehicle', 'A driver and vehicle; default_x becomes x of a route built from it.', {
  id: id(),
  organization_id: id(),
  project_id: id(),
  ...optionalFields({
    created_by: id(),
    ...descriptive,
    default_start_location: Location,
    default_end_location: Location,
    default_travel: Travel,
    default_battery: Battery,
    default_driving_rules: DrivingRules,
    default_driving_log: DrivingLog,
  }),
  ...lists,
  enabled: flag('Disabled vehicles get no routes.'),
  ...recordTimes,
})
export type Vehicle = Static<typeof Vehicle>

export const VehicleInput = record('VehicleInput', 'A new vehicle, or what changes in one; null clears a field.', {
  ...clearableFields({
    ...descriptive,
    ...lists,
    default_start_location: LocationInput,
    default_end_location: LocationInput,
    default_travel: TravelInput,
    default_battery: BatteryInput,
    default_driving_rules: DrivingRulesInput,
    default_driving_log: DrivingLogInput,
  }),
  enabled: Type.Optional(flag('Disabled vehicles get no routes.')),
})
export type VehicleInput = Static<typeof VehicleInput>

export const VehiclePerformance = record('VehiclePerformance', 'What one vehicle did in a span of days.', {
  total_routes: count(),
  total_stops: count(),
  completed_stops: count(),
  incomplete_stops: count(),
  canceled_stops: count(),
  report_attempts: count(),
  on_time_stops: count(),
  planned_distance: quantity('Metres.'),
  distance_traveled: quantity('Metres.'),
  planned_time: quantity('Seconds.'),
  real_time: quantity('Seconds.'),
  ...optionalFields({
    straight_distance: straightDistance(),
    average_delay: Type.Number({ description: 'Seconds; negative is early.' }),
    average_time_in_stop: quantity('Seconds.'),
    average_rating: Type.Number({ description: '1 to 5.' }),
  }),
})
export type VehiclePerformance = Static<typeof VehiclePerformance>
