// Who drove a route of a past day: what was said of it, of its vehicle that day, or who usually drives the vehicle.
import { listAssignmentsOfDays } from '../../data/driver-assignments.sql.ts'
import type { DriverRow } from '../../data/driver-table.ts'
import { listDriversOfProjects } from '../../data/drivers.sql.ts'
import type { TimeWindow } from '../../data/values.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { type DriversOfDay, driverOf, driversOfDay } from '../modelling/route-drivers.ts'

/** What it takes to tell who drove. */
interface DrivenRoute {
  project_id: string
  /** YYYY-MM-DD */
  day: string
  /** Null for stops on no route: nobody drove them. */
  route_id: string | null
  vehicle_id: string | null
  time_window: TimeWindow | null
}

/** Tells who drove each of these routes, by his id or nothing, and how drivers are called. */
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
  const driverIdOf = (route: Route) =>
    route.route_id === null
      ? ''
      : (driverOf(drivable(route), known.get(`${route.project_id} ${route.day}`)!).driver?.id ?? '')
  return { driverIdOf, names: new Map(drivers.map(({ id, label }) => [id, label])) }
}

/** Who has left since drove all the same where it was said of him; whom a vehicle is usually driven by now, he is not. */
function asOnTheDay(driver: DriverRow): DriverRow {
  return driver.archived ? { ...driver, archived: false, usual_vehicle_id: null } : driver
}

function drivable({ route_id, vehicle_id, time_window }: DrivenRoute) {
  return { ...(route_id !== null && { id: route_id }), vehicle_id, time_window }
}
