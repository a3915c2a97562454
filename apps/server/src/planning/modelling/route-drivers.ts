// Finds the driver of a route on its day, and applies the driver to the route: skills, hours, law, and costs where the vehicle has none.
import type { DriverTrouble, PlanStatus, weekdays } from '@routewright/contract'
import type { DriverAssignmentRow, DriverRow } from '../../data/driver-table.ts'
import type { RouteRow } from '../../data/route-table.ts'
import type { RouteWorkValue, TimeWindow } from '../../data/values.ts'
import { getWeekday } from '../../frame/platform/local-time.ts'
import { hasPrice } from './costs.ts'

type Weekday = (typeof weekdays)[number]

/** A route of a driver under a law, with the driver's work on it. */
export interface WorkOfRoute
  extends Pick<
    RouteRow,
    'id' | 'plan_id' | 'label' | 'vehicle_label' | 'status' | 'time_window' | 'planned_start_time'
  > {
  plan_status: PlanStatus
  work: RouteWorkValue
}

/** A past day of the driver. */
export interface PastWork extends Pick<RouteWorkValue, 'driving' | 'work' | 'waiting' | 'ended_at'> {
  date: string
}

/** The drivers of a project on one calendar date, and the assignments of that date. */
export interface DriversOfDay {
  date: string
  weekday: Weekday
  /** Oldest first: of several who could drive a vehicle as usual, the first one does. */
  drivers: readonly DriverRow[]
  /** A driver's id, or null for nobody. */
  byRoute: ReadonlyMap<string, string | null>
  byVehicle: ReadonlyMap<string, string | null>
  /** Routes of the day under a law, by driver. Recomputing a route updates its entry here (`noteWork`) for the driver's later routes. */
  work: Map<string, WorkOfRoute[]>
  /** Past routes under a law by driver, back to the Monday of the week before. */
  past: ReadonlyMap<string, readonly PastWork[]>
}

export function driversOfDay(
  date: string,
  drivers: readonly DriverRow[],
  assignments: readonly DriverAssignmentRow[],
  work: readonly (WorkOfRoute & { date: string })[] = [],
): DriversOfDay {
  const ofDay = assignments.filter(({ day }) => day === date)
  return {
    date,
    weekday: getWeekday(new Date(`${date}T00:00:00Z`)),
    drivers,
    byRoute: new Map(ofDay.flatMap((row) => (row.route_id ? [[row.route_id, row.driver_id] as const] : []))),
    byVehicle: new Map(ofDay.flatMap((row) => (row.vehicle_id ? [[row.vehicle_id, row.driver_id] as const] : []))),
    work: Map.groupBy(
      work.filter((entry) => entry.date === date),
      (entry) => entry.work.driver,
    ),
    past: pastWork(date, work),
  }
}

function pastWork(date: string, work: readonly (WorkOfRoute & { date: string })[]): Map<string, PastWork[]> {
  const from = mondayBefore(date)
  const before = work.filter((entry) => from <= entry.date && entry.date < date && entry.plan_status !== 'draft')
  const byDriver = Map.groupBy(before, (entry) => entry.work.driver)
  return new Map(
    [...byDriver].map(([driver, routes]) => [
      driver,
      routes.map(({ date, work: { driving, work, waiting, ended_at } }) => ({
        date,
        driving,
        work,
        waiting,
        ended_at,
      })),
    ]),
  )
}

/** Returns the Monday of the week before that of the date. */
export function mondayBefore(date: string): string {
  const day = new Date(`${date}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7) - 7)
  return day.toISOString().slice(0, 10)
}

/** Work of a route's driver before it begins. */
export interface BehindRoute {
  /** The driver's routes of the day before this one, in their order. */
  earlier: readonly WorkOfRoute[]
  past: readonly PastWork[]
}

type Ordered = Pick<RouteRow, 'id' | 'plan_id' | 'status' | 'time_window' | 'planned_start_time'>

/** Returns the driver's earlier routes of the day in plans that count: the same plan, and those that are no drafts. */
export function findEarlierWork(route: Ordered & Drivable, day: DriversOfDay | undefined): BehindRoute | undefined {
  const driver = day && day.work.size + day.past.size > 0 ? getDriver(route, day).driver : undefined
  if (!driver) return undefined
  const others = listOthers(route, day!.work.get(driver.id) ?? [])
  return {
    earlier: others.filter((other) => isBefore(other, route)).sort(byTurn),
    past: day!.past.get(driver.id) ?? [],
  }
}

/** Returns the driver's routes of the day that come after this one and so depend on it. */
export function listFollowers(route: Ordered, day: DriversOfDay, driverId: string): WorkOfRoute[] {
  return listOthers(route, day.work.get(driverId) ?? []).filter((other) => !isBefore(other, route))
}

function listOthers(route: Ordered, work: readonly WorkOfRoute[]): WorkOfRoute[] {
  return work.filter(
    (other) => other.id !== route.id && (other.plan_id === route.plan_id || other.plan_status !== 'draft'),
  )
}

/**
 * Orders a driver's routes: begun ones first, then by the start of their working hours, then by their planned start, at last by
 * their ids.
 */
export function byTurn(one: Ordered, other: Ordered): number {
  const turn = ({ status, time_window, planned_start_time }: Ordered) => [
    status === 'not_started' ? 1 : 0,
    status === 'not_started' ? (time_window?.[0] ?? 0) : (planned_start_time ?? 0),
    planned_start_time ?? Number.MAX_SAFE_INTEGER,
  ]
  const [a, b] = [turn(one), turn(other)]
  const at = a.findIndex((value, index) => value !== b[index])
  return at < 0 ? (one.id < other.id ? -1 : 1) : a[at]! - b[at]!
}

const isBefore = (ordered: Ordered, other: Ordered) => byTurn(ordered, other) < 0

/** Stores the work of a recomputed route for the later routes of its driver. */
export function noteWork(
  day: DriversOfDay,
  route: RouteRow,
  planStatus: PlanStatus,
  work: RouteWorkValue | null,
): void {
  for (const [driver, routes] of day.work) {
    const left = routes.filter(({ id }) => id !== route.id)
    if (left.length < routes.length) day.work.set(driver, left)
  }
  if (!work) return
  const { id, plan_id, label, vehicle_label, status, time_window, planned_start_time } = route
  const own = {
    id,
    plan_id,
    label,
    vehicle_label,
    status,
    time_window,
    planned_start_time,
    plan_status: planStatus,
    work,
  }
  day.work.set(work.driver, [...(day.work.get(work.driver) ?? []), own])
}

export interface Driven {
  driver?: DriverRow
  source?: 'route' | 'vehicle' | 'usual'
  trouble?: DriverTrouble
  /** The assigned driver, when absent. */
  missing?: DriverRow
}

type Drivable = Pick<RouteRow, 'vehicle_id' | 'time_window'> & { id?: string }

/** Returns the driver assigned to the route, else to its vehicle that day, else the vehicle's usual driver. */
export function getDriver(route: Drivable, day: DriversOfDay): Driven {
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

/** Returns the usual driver whose hours overlap those of the route most; of equals, the first. */
function usual(route: Drivable, day: DriversOfDay): Driven {
  const own = day.drivers.filter(
    (driver) => driver.usual_vehicle_id === route.vehicle_id && !driver.archived && isWorkingDay(driver, day.weekday),
  )
  // Drivers assigned to another vehicle that day do not drive their usual one.
  const elsewhere = new Set(day.byVehicle.values())
  const present = own.filter((driver) => !isAbsent(driver, day.date) && !elsewhere.has(driver.id))
  const shared = (driver: DriverRow) => overlapSeconds(findShift(driver, day.weekday), route.time_window)
  const [driver] = present.toSorted((a, b) => shared(b) - shared(a))
  if (driver) {
    const trouble = troubleOfHours(driver, route, day)
    return { driver, source: 'usual', ...(trouble && { trouble }) }
  }
  if (own.length === 0) return {}
  const missing = own.find((row) => isAbsent(row, day.date))
  return missing ? { source: 'usual', trouble: 'absent', missing } : { source: 'usual', trouble: 'nobody' }
}

function troubleOfHours(driver: DriverRow, { time_window }: Drivable, day: DriversOfDay): 'hours' | undefined {
  const shift = findShift(driver, day.weekday)
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

/** Returns whether the driver works on the weekday; drivers without any hours work every day. */
export function isWorkingDay({ shifts }: DriverRow, weekday: Weekday): boolean {
  return shifts.length === 0 || shifts.some((shift) => shift.weekday === weekday)
}

/** Returns the driver's hours of the weekday; undefined where they have none that day. */
export function findShift({ shifts }: DriverRow, weekday: Weekday): TimeWindow | undefined {
  return shifts.find((shift) => shift.weekday === weekday)?.time_window
}

/**
 * Applies the driver to the route, the one place where people affect planning. The driver's skills join those of the route, their
 * hours bound its hours (hours without overlap are reported instead, see `getDriver`), their law on driving and log replace those
 * of the route, and their costs count where it has none.
 */
export function asDriven(route: RouteRow, day: DriversOfDay | undefined): RouteRow {
  const driver = day && getDriver(route, day).driver
  if (!driver) return route
  const shift = findShift(driver, day.weekday)
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
