// Finds who drove a route of a past day: the driver set for the route, for its vehicle that day, or the usual driver of the vehicle.
import { listAssignmentsOfDays } from '../../data/driver-assignments.sql.ts'
import type { DriverRow } from '../../data/driver-table.ts'
import { listDriversOfProjects } from '../../data/drivers.sql.ts'
import type { TimeWindow } from '../../data/values.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { type DriversOfDay, driversOfDay, getDriver } from '../modelling/route-drivers.ts'

/** Fields of a route that tell who drove it. */
interface DrivenRoute {
  project_id: string
  /** YYYY-MM-DD */
  day: string
  /** Null for stops on no route: nobody drove them. */
  route_id: string | null
  vehicle_id: string | null
  time_window: TimeWindow | null
}

/** Returns the driver's id of each route, or null, and the names of the drivers. */
export async function whoDrove<Route extends DrivenRoute>(scope: Scope, routes: readonly Route[]) {
  const projectIds = [...new Set(routes.map((route) => route.project_id))]
  const days = [...new Set(routes.map((route) => route.day))]
  const drivers = (await listDriversOfProjects(scope, projectIds)).map(asOnTheDay)
  const assignments = await listAssignmentsOfDays(scope, projectIds, days)
  const assignmentsByDay = Map.groupBy(assignments, ({ project_id, day }) => `${project_id} ${day}`)
  const known = new Map<string, DriversOfDay>()
  for (const { project_id, day } of routes) {
    const name = `${project_id} ${day}`
    if (known.has(name)) continue
    const own = drivers.filter((driver) => driver.project_id === project_id)
    known.set(name, driversOfDay(day, own, assignmentsByDay.get(name) ?? []))
  }
  const getDriverId = (route: Route) =>
    route.route_id === null
      ? ''
      : (getDriver(drivable(route), known.get(`${route.project_id} ${route.day}`)!).driver?.id ?? '')
  return { driverIdOf: getDriverId, names: new Map(drivers.map(({ id, label }) => [id, label])) }
}

/** Drivers who left since then still count where they were set for the route or day, but not as today's usual drivers of a vehicle. */
function asOnTheDay(driver: DriverRow): DriverRow {
  return driver.archived ? { ...driver, archived: false, usual_vehicle_id: null } : driver
}

function drivable({ route_id, vehicle_id, time_window }: DrivenRoute) {
  return { ...(route_id !== null && { id: route_id }), vehicle_id, time_window }
}
