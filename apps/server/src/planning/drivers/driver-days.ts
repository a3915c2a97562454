// Reads who drives which route on which day, together with conflicts such as absent drivers.
import type { DriverTrouble, QueryOf } from '@routewright/contract'
import { getProject } from '../../accounts/projects/projects.ts'
import type { DriverRow } from '../../data/driver-table.ts'
import { driverResource } from '../../data/resources/records.ts'
import type { VehicleRow } from '../../data/vehicle-table.ts'
import { listEnabledVehicles } from '../../data/vehicles.sql.ts'
import { dateInZone } from '../../frame/platform/calendar.ts'
import { withoutEmpty } from '../../frame/platform/compact.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import {
  type Driven,
  type DriversOfDay,
  findShift,
  getDriver,
  isAbsent,
  isWorkingDay,
} from '../modelling/route-drivers.ts'
import { loadDriversOfDays } from '../sequence/sequence.ts'
import { type DayRoute, listDayRoutes } from './driver-days.sql.ts'

/** Returns the drivers, vehicles and days of a project from a date on. */
export async function getDriverDays(scope: Scope, query: QueryOf<'getDriverDays'>) {
  const project = await getProject(scope, query.project_id)
  const from = query.from ?? dateInZone(scope.now, project.timezone)
  const dates = Array.from({ length: query.days }, (_, index) => laterDate(from, index))
  const { days, vehicles, drivers } = await readDays(scope, project.id, dates)
  return {
    drivers: drivers
      .filter(({ archived }) => !archived)
      .sort(byLabel)
      .map(driverResource),
    vehicles: [...vehicles].sort(byLabel).map((vehicle) => ({ id: vehicle.id, label: vehicleName(vehicle) })),
    days,
  }
}

/** Reads the days as they are now; `dates` are in ascending order. */
export async function readDays(scope: Scope, projectId: string, dates: readonly string[]) {
  const drivers = await loadDriversOfDays(scope, projectId, dates)
  const [vehicles, routes] = await Promise.all([
    listEnabledVehicles(scope, projectId),
    listDayRoutes(scope, projectId, { from: dates[0]!, to: dates.at(-1)! }),
  ])
  const byDate = Map.groupBy(routes, ({ date }) => date)
  const days = dates.map((date) => getDay(drivers.get(date)!, vehicles, byDate.get(date) ?? []))
  return { days, vehicles, drivers: drivers.get(dates[0]!)!.drivers }
}

/** Returns the driver's open routes between two dates, without drafts; of days before `today` only routes under way. */
export async function listRoutesOfDriver(
  scope: Scope,
  driver: DriverRow,
  { from, today, days }: { from: string; today: string; days: number },
): Promise<DayRoute[]> {
  const dates = Array.from({ length: days }, (_, index) => laterDate(from, index))
  const [drivers, routes] = await Promise.all([
    loadDriversOfDays(scope, driver.project_id, dates),
    listDayRoutes(scope, driver.project_id, { from, to: dates.at(-1)! }),
  ])
  return routes.filter((route) => {
    const isDue = route.date >= today || route.status === 'in_transit'
    const isOut = route.plan_status !== 'draft' && isOpen(route)
    return isDue && isOut && getDriver(route, drivers.get(route.date)!).driver?.id === driver.id
  })
}

export interface DrivenRoute {
  route: DayRoute
  driven: Driven
}

/**
 * Returns the routes of one day with their drivers. A driver with two overlapping routes is reported at both. Drafts conflict
 * with no other plan.
 */
export function drivenRoutes(day: DriversOfDay, routes: readonly DayRoute[]): DrivenRoute[] {
  const all = routes.map((route) => ({ route, driven: getDriver(route, day) }))
  return all.map(({ route, driven }) => {
    const isTwice =
      isOpen(route) &&
      all.some(
        (other) =>
          other.route !== route &&
          isOpen(other.route) &&
          (other.route.plan_id === route.plan_id || !(isDraft(other.route) || isDraft(route))) &&
          isSameDriver(other.driven, driven) &&
          meets(other.route, route),
      )
    return { route, driven: isTwice ? { ...driven, trouble: 'twice' as const } : driven }
  })
}

function isDraft({ plan_status }: DayRoute): boolean {
  return plan_status === 'draft'
}

function getDay(day: DriversOfDay, vehicles: readonly VehicleRow[], routes: readonly DayRoute[]) {
  const driven = drivenRoutes(day, routes)
  const busy = new Set(driven.flatMap((route) => (isOpen(route.route) ? (route.driven.driver?.id ?? []) : [])))
  return {
    date: day.date,
    drivers: day.drivers.filter(({ archived }) => !archived).map((driver) => getState(driver, day, busy)),
    vehicles: drivenVehicles(day, vehicles),
    routes: driven.map(({ route, driven: own }) => ({
      route_id: route.id,
      plan_id: route.plan_id,
      status: route.status,
      stops: route.stops,
      sent: isSent(route, own),
      ...withoutEmpty({
        label: route.label,
        vehicle_id: route.vehicle_id,
        planned_start_time: route.planned_start_time,
        planned_end_time: route.planned_end_time,
      }),
      ...drivenFields(own),
    })),
  }
}

function drivenVehicles(day: DriversOfDay, vehicles: readonly VehicleRow[]) {
  const all = vehicles.map((vehicle) => {
    const { default_working_days: days } = vehicle
    const works = !days || days.length === 0 || days.includes(day.weekday)
    return {
      vehicle,
      works,
      driven: getDriver({ vehicle_id: vehicle.id, time_window: vehicle.default_time_window }, day),
    }
  })
  return all.map(({ vehicle, works, driven }) => {
    const isTwice = all.some(
      (other) =>
        other.vehicle !== vehicle &&
        isSameDriver(other.driven, driven) &&
        overlaps(getHours(other.vehicle), getHours(vehicle)),
    )
    return { vehicle_id: vehicle.id, works, ...drivenFields(isTwice ? { ...driven, trouble: 'twice' } : driven) }
  })
}

function drivenFields({ driver, source, trouble, missing }: Driven) {
  return withoutEmpty({
    driver_id: driver?.id,
    source,
    trouble: trouble as DriverTrouble | undefined,
    missing_driver_id: missing?.id,
  })
}

function getState(driver: DriverRow, day: DriversOfDay, busy: ReadonlySet<string>) {
  const state = isAbsent(driver, day.date) ? 'absent' : isWorkingDay(driver, day.weekday) ? 'works' : 'off'
  const time_window = findShift(driver, day.weekday)
  return {
    driver_id: driver.id,
    state: state as 'absent' | 'works' | 'off',
    is_free: state === 'works' && !busy.has(driver.id),
    ...(time_window && { time_window }),
  }
}

/** Returns whether the route has stops and is not finished. */
export function isOpen({ status, stops }: DayRoute): boolean {
  return status !== 'finished' && stops > 0
}

function isSent({ email, sent_to }: DayRoute, { driver }: Driven): boolean {
  const address = driver?.email ?? email
  return sent_to !== null && sent_to.toLowerCase() === address?.toLowerCase()
}

function isSameDriver(one: Driven, other: Driven): boolean {
  return one.driver !== undefined && one.driver.id === other.driver?.id
}

type Span = readonly [number, number] | null

function meets(one: DayRoute, other: DayRoute): boolean {
  return overlaps(findSpan(one), findSpan(other))
}

/** Span of a route: planned start to planned end, else the working hours, else the whole day. */
function findSpan({ planned_start_time: start, planned_end_time: end, time_window }: DayRoute): Span {
  return start !== null && end !== null ? [start, end] : time_window
}

const getHours = ({ default_time_window }: VehicleRow): Span => default_time_window

function overlaps(one: Span, other: Span): boolean {
  return !one || !other || (one[0] < other[1] && other[0] < one[1])
}

function laterDate(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

function byLabel(one: { label: string | null }, other: { label: string | null }): number {
  return (one.label ?? '').localeCompare(other.label ?? '', 'en', { numeric: true })
}

function vehicleName({ label, plate, external_id, id }: VehicleRow): string {
  return label ?? plate ?? external_id ?? id
}
