// The rules of assigning drivers: a driver for a vehicle on a day, or for one route of it.
import type { DriverAssignment, DriverAssignments } from '@routewright/contract'
import { auditRecord } from '../../accounts/audit/audit.ts'
import { getProject } from '../../accounts/projects/projects.ts'
import { addAssignment, listAssignmentsOfDays, removeAssignment } from '../../data/driver-assignments.sql.ts'
import type { DriverAssignmentRow } from '../../data/driver-table.ts'
import { driverRecords } from '../../data/drivers.sql.ts'
import { mapById } from '../../data/records.ts'
import { apiError, invalidPayload, notFound } from '../../frame/platform/api-error.ts'
import { createId } from '../../frame/platform/ids.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { findVehicles } from '../vehicles/vehicles.ts'
import { type DayRoute, listDayRoutes } from './driver-days.sql.ts'
import { readDays } from './driver-days.ts'
import { changingDrivers } from './follow-drivers.ts'

/**
 * Makes all of the assignments or none, and returns those that undo them. Throws 404 for records outside the project,
 * invalid_payload for a route of another day, highway.driver.error.{archived, acted_on} and highway.route.error.finished.
 */
export async function assignDrivers(scope: Scope, projectId: string, { assignments, is_undo }: DriverAssignments) {
  const project = await getProject(scope, projectId)
  const dates = [...new Set(assignments.map(({ date }) => date))].sort()
  const span = { from: dates[0]!, to: dates.at(-1)! }
  await requireDrivers(scope, project.id, assignments)
  const before = await changingDrivers(scope, project.id, span, async () => {
    const routes = await listDayRoutes(scope, project.id, span)
    const present = await listAssignmentsOfDays(scope, [project.id], dates)
    await requirePlaces(scope, project.id, assignments, routes)
    if (is_undo) requireNothingFollowed(assignments, present, routes)
    const taken = assignments.map((assignment) => asItIs(assignment, present))
    for (const one of assignments) await write(scope, project.id, one)
    return taken
  })
  const { days } = await readDays(scope, project.id, dates)
  return { before, days }
}

async function requireDrivers(
  scope: Scope,
  projectId: string,
  assignments: readonly DriverAssignment[],
): Promise<void> {
  const ids = assignments.flatMap(({ driver_id }) => driver_id ?? [])
  const drivers = mapById(await driverRecords.list(scope, [...new Set(ids)]))
  for (const id of ids) {
    const driver = drivers.get(id)
    if (driver?.project_id !== projectId) throw notFound('driver', id)
    if (driver.archived) throw apiError('highway.driver.error.archived', { id })
  }
}

async function requirePlaces(
  scope: Scope,
  projectId: string,
  assignments: readonly DriverAssignment[],
  routes: readonly DayRoute[],
): Promise<void> {
  const known = mapById(routes)
  const vehicles = await findVehicles(
    scope,
    assignments.flatMap(({ vehicle_id }) => vehicle_id ?? []),
  )
  for (const [index, { date, vehicle_id, route_id }] of assignments.entries()) {
    const place = `assignments[${index}]`
    if ((vehicle_id === undefined) === (route_id === undefined)) {
      throw invalidPayload(place, 'needs either vehicle_id or route_id')
    }
    if (vehicle_id !== undefined && vehicles.get(vehicle_id)?.project_id !== projectId)
      throw notFound('vehicle', vehicle_id)
    if (route_id === undefined) continue
    const route = known.get(route_id)
    if (route?.date !== date)
      throw invalidPayload(`${place}.route_id`, `route ${route_id} is not of ${date} in this project`)
    if (route.status === 'finished') throw apiError('highway.route.error.finished', { id: route.id })
  }
}

/** Throws highway.driver.error.acted_on when somebody was sent the route, or began it, since the assignment that is to be undone. */
function requireNothingFollowed(
  assignments: readonly DriverAssignment[],
  present: readonly DriverAssignmentRow[],
  routes: readonly DayRoute[],
): void {
  for (const one of assignments) {
    const made = present.find((row) => isOf(row, one))
    if (!made) continue
    const acted = routes.find(
      (route) =>
        (one.route_id ? route.id === one.route_id : route.vehicle_id === one.vehicle_id && route.date === one.date) &&
        [route.sent_at, route.start_date].some((at) => at !== null && at > made.created_at),
    )
    if (acted) throw apiError('highway.driver.error.acted_on', { id: acted.id })
  }
}

function isOf(row: DriverAssignmentRow, { date, vehicle_id, route_id }: DriverAssignment): boolean {
  return route_id === undefined ? row.vehicle_id === vehicle_id && row.day === date : row.route_id === route_id
}

/** Returns the present assignment of the same vehicle or route; without `driver_id` the usual driver drives. */
function asItIs(one: DriverAssignment, present: readonly DriverAssignmentRow[]): DriverAssignment {
  const { driver_id: _, ...of } = one
  const row = present.find((candidate) => isOf(candidate, one))
  return row ? { ...of, driver_id: row.driver_id } : of
}

async function write(scope: Scope, projectId: string, { date, vehicle_id, route_id, driver_id }: DriverAssignment) {
  await removeAssignment(scope, route_id === undefined ? { vehicle_id: vehicle_id!, day: date } : { route_id })
  const about = { id: (route_id ?? vehicle_id)!, project_id: projectId }
  await auditRecord(scope, 'updated', 'driver_assignment', about, { date, driver_id: driver_id ?? null })
  if (driver_id === undefined) return
  await addAssignment(scope, {
    id: createId(scope.now),
    project_id: projectId,
    day: date,
    vehicle_id: vehicle_id ?? null,
    route_id: route_id ?? null,
    driver_id,
    created_by: scope.userId ?? null,
    created_at: scope.now,
  })
}
