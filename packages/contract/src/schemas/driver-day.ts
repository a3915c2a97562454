// Drivers of vehicles and routes by day, and changes to them.
import Type, { type Static } from 'typebox'
import { routeStatuses } from '../lifecycle.ts'
import { nullable, oneOf, optionalFields, record } from '../schema.ts'
import { DriverRecord } from './driver-record.ts'
import { calendarDate, count, flag, id, label, timeOfDay, timeWindow } from './fields.ts'

export const mostDriverDays = 31
const mostAssignments = 500

/** Whether the driver works on a day: a working day, a day off, or absent. */
export const driverStates = ['works', 'off', 'absent'] as const
/** Source of a driver: named for the route, named for the vehicle that day, or the vehicle's usual one. */
export const driverSources = ['route', 'vehicle', 'usual'] as const
/**
 * absent: the assigned driver is absent; nobody: removed without a replacement; twice: on two routes at once; off: not the driver's working
 * day; hours: outside the driver's hours.
 */
export const driverTroubles = ['absent', 'nobody', 'twice', 'off', 'hours'] as const
export type DriverTrouble = (typeof driverTroubles)[number]

const driven = optionalFields({
  driver_id: id('Who drives; missing when nobody is known.'),
  source: oneOf(driverSources),
  trouble: oneOf(driverTroubles),
  missing_driver_id: id('Who should drive, and is absent.'),
})

export const DriverDay = record('DriverDay', 'Who drives what on a day.', {
  date: calendarDate(),
  drivers: Type.Array(
    Type.Object({
      driver_id: id(),
      state: oneOf(driverStates),
      is_free: flag('Works, and is on no route that has stops and is not over.'),
      ...optionalFields({ time_window: timeWindow('His hours of that day.') }),
    }),
  ),
  vehicles: Type.Array(Type.Object({ vehicle_id: id(), works: flag('The vehicle works on this weekday.'), ...driven })),
  routes: Type.Array(
    Type.Object({
      route_id: id(),
      plan_id: id(),
      status: oneOf(routeStatuses),
      stops: count(),
      sent: flag('A link that works was sent to whom drives it now.'),
      ...optionalFields({
        label: label(),
        vehicle_id: id(),
        planned_start_time: timeOfDay(),
        planned_end_time: timeOfDay(),
      }),
      ...driven,
    }),
  ),
})
export type DriverDay = Static<typeof DriverDay>

export const DriverDays = record('DriverDays', 'Who drives what in a span of days.', {
  drivers: Type.Array(DriverRecord, { description: 'Drivers that are not archived, by name.' }),
  vehicles: Type.Array(Type.Object({ id: id(), label: label() }), { description: 'Enabled vehicles, by name.' }),
  days: Type.Array(DriverDay),
})
export type DriverDays = Static<typeof DriverDays>

export const DriverAssignment = Type.Object(
  {
    date: calendarDate(),
    ...optionalFields({ vehicle_id: id(), route_id: id('Instead of a vehicle.') }),
    driver_id: Type.Optional(nullable(id('null is nobody; left out it is as usual.'))),
  },
  { title: 'DriverAssignment', description: 'Who drives a vehicle, or one route of it, on a day.' },
)
export type DriverAssignment = Static<typeof DriverAssignment>

export const DriverAssignments = record('DriverAssignments', 'Changes of who drives what, all or none.', {
  assignments: Type.Array(DriverAssignment, { minItems: 1, maxItems: mostAssignments }),
  is_undo: Type.Optional(flag('Refused for a route that was begun, or whose new driver was sent it, meanwhile.')),
})
export type DriverAssignments = Static<typeof DriverAssignments>

export const DriversAssigned = record('DriversAssigned', 'What was changed.', {
  before: Type.Array(DriverAssignment, { description: 'What takes it back.' }),
  days: Type.Array(DriverDay, { description: 'The days that were changed, as they are now.' }),
})
export type DriversAssigned = Static<typeof DriversAssigned>
