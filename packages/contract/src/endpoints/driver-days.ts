// Assignment of drivers to vehicles and routes by day.
import Type from 'typebox'
import { defaulted } from '../schema.ts'
import { DriverAssignments, DriverDays, DriversAssigned, mostDriverDays } from '../schemas/driver-day.ts'
import { calendarDate, id } from '../schemas/fields.ts'
import { defineEndpoints, get, post } from './endpoint.ts'

const ofProject = Type.Object({ project_id: id() })

export const driverDayEndpoints = defineEndpoints(
  { tag: 'Drivers', auth: 'api_key', visibility: 'internal', isStable: true },
  {
    getDriverDays: get('/app/v1/driver_days', 'Who drives what in a span of days', DriverDays, {
      query: Type.Object({
        project_id: id(),
        from: Type.Optional(calendarDate('The day that it is now in the project, by default.')),
        days: defaulted(Type.Integer({ minimum: 1, maximum: mostDriverDays, description: 'How many days.' }), 7),
      }),
    }),
    assignDrivers: post('/app/v1/driver_assignments', 'Change who drives what', DriversAssigned, {
      description:
        'A driver for a vehicle on a day, or for one route. Routes that have not begun lose links that were sent to somebody else; a route under way keeps them, so that what its phone holds still arrives.',
      query: ofProject,
      body: DriverAssignments,
      errors: ['highway.driver.error.acted_on', 'highway.driver.error.archived', 'highway.route.error.finished'],
      examples: {
        body: {
          assignments: [
            { date: '2026-11-23', vehicle_id: '65a000000000000000000005', driver_id: '65a0000000000000000000d1' },
          ],
        },
      },
    }),
  },
)
