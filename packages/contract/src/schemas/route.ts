// A route: the ordered stops of one driver and vehicle.
import Type, { type Static } from 'typebox'
import { routeStatuses } from '../lifecycle.ts'
import * as limits from '../limits.ts'
import { beyondInterface, clearableFields, nullable, oneOf, optionalFields, record } from '../schema.ts'
import { Battery, BatteryInput, PlannedCharge } from './battery.ts'
import { depotId } from './depot.ts'
import { breakReasons, DrivingLog, DrivingLogInput, DrivingRules, DrivingRulesInput, drivingLaws } from './driving.ts'
import {
  color,
  count,
  customFields,
  email,
  flag,
  id,
  ids,
  label,
  latitude,
  longitude,
  number,
  quantity,
  recordTimes,
  seconds,
  straightDistance,
  text,
  timeOfDay,
  timestamp,
  timeWindow,
  words,
  wrongWindow,
} from './fields.ts'
import { Location, LocationInput } from './location.ts'
import { Stop, stopInputs } from './stop.ts'
import { Travel, TravelInput } from './travel.ts'

/** A break of `duration` seconds that begins and ends inside [start, end]. */
export const Break = Type.Object(
  { start: timeOfDay('Earliest begin.'), end: timeOfDay('Latest end.'), duration: seconds('Length of the pause.') },
  { title: 'Break', description: 'A pause that begins and ends inside [start, end].', 'x-pause': true },
)

const vehicleProfile = { fuel_type: text(), consumption: quantity('Per 100 km, in the unit of the fuel.') }

export const RouteVehicle = record('RouteVehicle', 'What the route keeps of its vehicle.', {
  ...optionalFields({ ...vehicleProfile, break: Break }),
})

export const RouteVehicleInput = record('RouteVehicleInput', 'What the route keeps of its vehicle.', {
  ...clearableFields({ ...vehicleProfile, break: Break }),
})

/** Limits of a route's work; a vehicle has the same fields as defaults. */
export const workLimits = {
  min_distance: quantity('Metres.'),
  max_distance: quantity('Metres.'),
  min_time: seconds('Shortest working time.'),
  max_time: seconds('Longest working time, services and waiting included.'),
  max_weight: quantity('Kilograms.'),
  max_volume: quantity('Cubic metres.'),
  max_services: count('Most stops.'),
}

export const prices = {
  price_per_minute: quantity(),
  price_per_distance: quantity('Per kilometre.'),
  price_per_stop: quantity(),
}

const descriptive = {
  external_id: label(),
  label: label(),
  vehicle_label: label(),
  comments: text(),
  phone: text(),
  email: email('Where the dispatch link goes.'),
  plate: text(),
  vehicle_model: text(),
  brand: text(),
  color: color(),
  custom_fields: customFields(),
  toll_price: quantity('Counted in the cost of the route.'),
  toll_price_currency: text('Currency code.'),
  ...prices,
}
const lists = {
  provides: words('Skills that the route offers.'),
  geo_fences: ids('Zones that the route serves.', limits.listLength.zones),
}
const depots = { start_depot_id: depotId('start'), end_depot_id: depotId('end') }
const window = timeWindow('Working hours, seconds since midnight.', {
  'x-message-ids': wrongWindow('highway.route.error.invalid_time_window'),
})

export const Position = record('Position', 'Where the driver was last seen.', {
  lat: latitude(),
  lng: longitude(),
  created_at: timestamp(),
  ...optionalFields({ orientation: number('Degrees clockwise from north.') }),
})

const breakTimes = {
  order: count('Number of stops before it.'),
  planned_start_time: timeOfDay(),
  planned_end_time: timeOfDay(),
  real_start_time: timestamp(),
  real_end_time: timestamp(),
}

export const BreakStop = record('BreakStop', 'The pause as planned and as taken; it is not counted as a stop.', {
  is_completed: flag(),
  ...optionalFields(breakTimes),
})

export const RouteBreak = record(
  'RouteBreak',
  'One break of a route, with why it is taken; an addition to the specification.',
  {
    is_completed: flag(),
    ...optionalFields({
      ...breakTimes,
      reason: oneOf(breakReasons, {
        description:
          '`driving`, `work`: no more than `after` of it may lie between two breaks; `day`: a day of more than `after` of work needs so much of breaks; `clock`: the break of the vehicle.',
      }),
      after: seconds('What the rule allows before it.'),
      law: oneOf(drivingLaws, { description: 'Whose rule it is.' }),
      is_on_the_way: flag('It is taken on the way to the stop behind it, not at a stop.'),
    }),
  },
)
export type RouteBreak = Static<typeof RouteBreak>

const routeFields = {
  id: id(),
  organization_id: id(),
  project_id: id(),
  plan_id: id(),
  ...optionalFields({
    vehicle_id: id(),
    created_by: id(),
    ...descriptive,
    plan_label: label(),
    plan_execution_date: Type.String({ description: 'Calendar date.', format: 'date' }),
    start_location: Location,
    end_location: Location,
    ...depots,
    vehicle: RouteVehicle,
    travel: Travel,
    battery: Battery,
    time_window: window,
    ...workLimits,
    planned_track: Type.String({ description: 'Encoded polyline of precision 5.' }),
    planned_distance: quantity('Metres.'),
    straight_distance: straightDistance(),
    is_off_roads: flag(
      'True where no roads are known at all for its vehicle: all of planned_distance is straight lines, an estimate.',
      beyondInterface(),
    ),
    planned_start_time: timeOfDay(),
    planned_loading_time: seconds('Loading at the depot, from planned_start_time on; the way begins after it.'),
    planned_end_time: timeOfDay(),
    planned_charge: PlannedCharge,
    start_date: timestamp('Real start.'),
    end_date: timestamp('Real end.'),
    estimated_end_time: timestamp(),
    last_position: Position,
    distance_traveled: quantity('Metres of the recorded track.'),
    tracing_percent: Type.Number({ description: 'Share of the planned track that was followed, 0 to 100.' }),
    driving_rules: DrivingRules,
    driving_log: DrivingLog,
    break_stop: BreakStop,
  }),
  ...lists,
  breaks: Type.Array(RouteBreak, {
    description:
      'All breaks in order of time; break_stop is the one under way, else the next. An addition to the specification.',
  }),
  is_locked: flag('A locked route is not optimized and cannot be deleted.'),
  order: Type.Integer({ description: 'Place among the routes of the plan.' }),
  status: oneOf(routeStatuses),
  ...recordTimes,
}
const stopsOfRoute = Type.Array(Stop, { description: 'In driving order.' })

export const Route = record('Route', 'An ordered sequence of stops for one driver and vehicle.', {
  ...routeFields,
  stops: stopsOfRoute,
})
export type Route = Static<typeof Route>

export const BareRoute = record('BareRoute', 'A route without its stops.', routeFields)
export type BareRoute = Static<typeof BareRoute>

export const DayRoute = record('DayRoute', 'A route; its stops only where they were asked for.', {
  ...routeFields,
  stops: Type.Optional(stopsOfRoute),
})
export type DayRoute = Static<typeof DayRoute>

const inputFields = {
  ...clearableFields({
    ...descriptive,
    ...lists,
    start_location: LocationInput,
    end_location: LocationInput,
    ...depots,
    vehicle: RouteVehicleInput,
    travel: TravelInput,
    battery: BatteryInput,
    driving_rules: DrivingRulesInput,
    driving_log: DrivingLogInput,
    time_window: window,
    ...workLimits,
  }),
  is_locked: Type.Optional(flag('A locked route is not optimized and cannot be deleted.')),
  order: Type.Optional(Type.Integer({ minimum: 0, maximum: limits.pageLimits.maxOffset })),
}

export const RouteInput = record('RouteInput', 'A new route; fields left out are copied from its vehicle.', {
  vehicle_id: Type.Optional(nullable(id('Vehicle of the fleet whose defaults are copied.'))),
  ...inputFields,
  stops: Type.Optional(stopInputs),
})
export type RouteInput = Static<typeof RouteInput>

/** The exact order of a route's stops. */
export const stopOrder = ids('The exact order; stops left out become unassigned.')

export const RouteUpdate = record('RouteUpdate', 'What changes in a route; null clears a field.', {
  vehicle_id: Type.Optional(nullable(id())),
  ...inputFields,
  stops: Type.Optional({ ...stopOrder, uniqueItems: true } as typeof stopOrder),
})
export type RouteUpdate = Static<typeof RouteUpdate>
