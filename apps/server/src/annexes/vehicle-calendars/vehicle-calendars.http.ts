// Mounts the calendars of vehicles.
import { type App, mount, mountChange, mountRead } from '../../frame/http/mount.ts'
import { endCalendar, getCalendar, readCalendar, renewCalendar } from './vehicle-calendars.ts'

export function mountVehicleCalendars(app: App): void {
  mountRead(app, 'getVehicleCalendar', (scope, { params }) => getCalendar(scope, params.vehicle_id))
  mountChange(app, 'renewVehicleCalendar', (scope, { params }) => renewCalendar(scope, params.vehicle_id))
  mountChange(app, 'endVehicleCalendar', (scope, { params }) => endCalendar(scope, params.vehicle_id))
  mount(app, 'readVehicleCalendar', async ({ params }, { reply, services }) => {
    const file = await readCalendar(services, params.calendar_token)
    return reply
      .header('content-type', 'text/calendar; charset=utf-8')
      .header('content-disposition', 'inline; filename="vehicle.ics"')
      .header('cache-control', 'private, max-age=300')
      .header('referrer-policy', 'no-referrer')
      .header('x-robots-tag', 'noindex')
      .send(file)
  })
}
