// Who drives a route on its day, and what that changes about the route: skills, hours, and costs where the vehicle has none.
import type { DriverTrouble, weekdays } from '@routewright/contract'
import type { DriverAssignmentRow, DriverRow } from '../data/driver-table.ts'
import type { RouteRow } from '../data/route-table.ts'
import type { TimeWindow } from '../data/values.ts'
import { hasPrice } from './costs.ts'
import { weekdayOf } from './local-time.ts'

type Weekday = (typeof weekdays)[number]

/** The drivers of a project on one calendar date, and what is said of that date. */
export interface DriversOfDay {
  date: string
  weekday: Weekday
  /** Oldest first: the first of those who could drive a vehicle as usual does. */
  drivers: readonly DriverRow[]
  /** A driver's id, or null for nobody. */
  byRoute: ReadonlyMap<string, string | null>
  byVehicle: ReadonlyMap<string, string | null>
}

export function driversOfDay(
  date: string,
  drivers: readonly DriverRow[],
  assignments: readonly DriverAssignmentRow[],
): DriversOfDay {
  const ofDay = assignments.filter(({ day }) => day === date)
  return {
    date,
    weekday: weekdayOf(new Date(`${date}T00:00:00Z`)),
    drivers,
    byRoute: new Map(ofDay.flatMap((one) => (one.route_id ? [[one.route_id, one.driver_id] as const] : []))),
    byVehicle: new Map(ofDay.flatMap((one) => (one.vehicle_id ? [[one.vehicle_id, one.driver_id] as const] : []))),
  }
}

export interface Driven {
  driver?: DriverRow
  source?: 'route' | 'vehicle' | 'usual'
  trouble?: DriverTrouble
  /** Who should drive, and is away. */
  missing?: DriverRow
}

type Drivable = Pick<RouteRow, 'vehicle_id' | 'time_window'> & { id?: string }

/** What is said of the route counts, then what is said of its vehicle that day, then who usually drives the vehicle. */
export function driverOf(route: Drivable, day: DriversOfDay): Driven {
  const ofRoute = route.id === undefined ? undefined : day.byRoute.get(route.id)
  if (ofRoute !== undefined) return named(ofRoute, 'route', route, day)
  const ofVehicle = route.vehicle_id === null ? undefined : day.byVehicle.get(route.vehicle_id)
  if (ofVehicle !== undefined) return named(ofVehicle, 'vehicle', route, day)
  return route.vehicle_id === null ? {} : usual(route, day)
}

function named(driverId: string | null, source: 'route' | 'vehicle', route: Drivable, day: DriversOfDay): Driven {
  if (driverId === null) return { source, trouble: 'nobody' }
  const driver = day.drivers.find(({ id }) => id === driverId)
  if (!driver || driver.archived) return { source, trouble: 'nobody' }
  if (isAbsent(driver, day.date)) return { source, trouble: 'absent', missing: driver }
  const trouble = isWorkingDay(driver, day.weekday) ? troubleOfHours(driver, route, day) : ('off' as const)
  return { driver, source, ...(trouble && { trouble }) }
}

/** Of several whose hours meet those of the route, the one with most of them; among equals who came first. */
function usual(route: Drivable, day: DriversOfDay): Driven {
  const own = day.drivers.filter(
    (driver) => driver.usual_vehicle_id === route.vehicle_id && !driver.archived && isWorkingDay(driver, day.weekday),
  )
  // Who was given another vehicle that day is not on his usual one.
  const elsewhere = new Set(day.byVehicle.values())
  const present = own.filter((driver) => !isAbsent(driver, day.date) && !elsewhere.has(driver.id))
  const shared = (driver: DriverRow) => overlapSeconds(shiftOf(driver, day.weekday), route.time_window)
  const [driver] = present.toSorted((a, b) => shared(b) - shared(a))
  if (driver) {
    const trouble = troubleOfHours(driver, route, day)
    return { driver, source: 'usual', ...(trouble && { trouble }) }
  }
  if (own.length === 0) return {}
  const missing = own.find((one) => isAbsent(one, day.date))
  return missing ? { source: 'usual', trouble: 'absent', missing } : { source: 'usual', trouble: 'nobody' }
}

function troubleOfHours(driver: DriverRow, { time_window }: Drivable, day: DriversOfDay): 'hours' | undefined {
  const shift = shiftOf(driver, day.weekday)
  return shift && time_window && overlapSeconds(shift, time_window) <= 0 ? 'hours' : undefined
}

function overlapSeconds(one: TimeWindow | null | undefined, other: TimeWindow | null): number {
  const [a, b] = [one ?? wholeDay, other ?? wholeDay]
  return Math.min(a[1], b[1]) - Math.max(a[0], b[0])
}

const wholeDay: TimeWindow = [0, 86_400]

export function isAbsent({ absences }: DriverRow, date: string): boolean {
  return absences.some(({ from, to }) => from <= date && date <= to)
}

/** Whoever has no hours at all works every day. */
export function isWorkingDay({ shifts }: DriverRow, weekday: Weekday): boolean {
  return shifts.length === 0 || shifts.some((shift) => shift.weekday === weekday)
}

/** His hours of the weekday; undefined where he has none that day. */
export function shiftOf({ shifts }: DriverRow, weekday: Weekday): TimeWindow | undefined {
  return shifts.find((shift) => shift.weekday === weekday)?.time_window
}

/**
 * The route as its driver drives it: the one place where a person counts in planning. His skills join those of the route, his
 * hours bound its hours (hours that never meet are told instead, see `driverOf`), his law on driving and his log stand in for its, and his costs
 * count where it has none.
 */
export function asDriven(route: RouteRow, day: DriversOfDay | undefined): RouteRow {
  const driver = day && driverOf(route, day).driver
  if (!driver) return route
  const shift = shiftOf(driver, day.weekday)
  const isBound = shift !== undefined && overlapSeconds(shift, route.time_window) > 0
  const { time_window: hours } = route
  return {
    ...route,
    provides: [...new Set([...route.provides, ...driver.provides])],
    ...(isBound && { time_window: hours ? [Math.max(hours[0], shift[0]), Math.min(hours[1], shift[1])] : shift }),
    ...(!hasPrice(route) && driver.cost_per_hour !== null && { price_per_minute: driver.cost_per_hour / 60 }),
    toll_price: route.toll_price ?? driver.cost_per_day,
    driving_rules: driver.driving_rules ?? route.driving_rules,
    driving_log: driver.driving_log ?? route.driving_log,
  }
}
