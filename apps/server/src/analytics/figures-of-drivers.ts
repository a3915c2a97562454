// Figures by who drove: what is said of a route, of its vehicle that day, or who usually drives the vehicle.
import type { Analytics } from '@routewright/contract'
import { listAssignmentsOfDays } from '../data/driver-assignments.sql.ts'
import type { DriverRow } from '../data/driver-table.ts'
import { listDriversOfProjects } from '../data/drivers.sql.ts'
import { driverOf, driversOfDay } from '../modelling/route-drivers.ts'
import type { Scope } from '../platform/scope.ts'
import { type Counts, type Energy, type RouteSums, type Span, selectRouteSums } from './analytics.sql.ts'
import { addCounts, figuresOf } from './figures.ts'

/** Most stops first; without an id what nobody is known to have driven. */
export async function figuresOfDrivers(scope: Scope, span: Span): Promise<NonNullable<Analytics['drivers']>> {
  const routes = await selectRouteSums(scope, span)
  const projectIds = [...new Set(routes.map((route) => route.project_id))]
  const days = [...new Set(routes.map((route) => route.day))]
  const drivers = (await listDriversOfProjects(scope, projectIds)).map(asOnTheDay)
  const assignments = await listAssignmentsOfDays(scope, projectIds, days)
  const groups = new Map<string, { sums: Partial<Counts>; used: Energy[] }>()
  const assignmentsByDay = Map.groupBy(assignments, ({ project_id, day }) => `${project_id} ${day}`)
  for (const [name, ofDay] of Map.groupBy(routes, ({ project_id, day }) => `${project_id} ${day}`)) {
    const { project_id, day } = ofDay[0]!
    const own = drivers.filter((driver) => driver.project_id === project_id)
    const known = driversOfDay(day, own, assignmentsByDay.get(name) ?? [])
    for (const route of ofDay) {
      const driverId = route.route_id === null ? '' : (driverOf(drivable(route), known).driver?.id ?? '')
      const group = groups.get(driverId) ?? { sums: {}, used: [] }
      groups.set(driverId, group)
      addCounts(group.sums, route)
      group.used.push(route)
    }
  }
  const names = new Map(drivers.map(({ id, label }) => [id, label]))
  return [...groups]
    .map(([id, { sums, used }]) => ({
      ...(id && { driver_id: id, label: names.get(id) ?? '' }),
      ...figuresOf(sums, used),
    }))
    .sort((a, b) => b.total_stops - a.total_stops || ((a.driver_id ?? '') < (b.driver_id ?? '') ? -1 : 1))
}

/** Who has left since drove all the same where it was said of him; whom a vehicle is usually driven by now, he is not. */
function asOnTheDay(driver: DriverRow): DriverRow {
  return driver.archived ? { ...driver, archived: false, usual_vehicle_id: null } : driver
}

function drivable({ route_id, vehicle_id, time_window }: RouteSums) {
  return { ...(route_id !== null && { id: route_id }), vehicle_id, time_window }
}
