// The days that slots are asked for: their plans, or where there is none the usual fleet, with all that is to be driven.

import type { StopInput } from '@routewright/contract'
import type { ChargingPlaceRow } from '../../data/charging-place-table.ts'
import { listChargingPlacesOfProjects } from '../../data/charging-places.sql.ts'
import type { DepotRow } from '../../data/depot-table.ts'
import { listDepotsOfProjects } from '../../data/depots.sql.ts'
import { type PlanRow, planTable } from '../../data/plan-table.ts'
import type { PlanOfDay } from '../../data/plans.sql.ts'
import { listPlansOfDays } from '../../data/plans.sql.ts'
import type { ProjectRow } from '../../data/project-tables.ts'
import { beginRecord } from '../../data/record-statements.ts'
import { emptyRow, listIds, mapById } from '../../data/records.ts'
import type { RecurringOrderRow } from '../../data/recurring-tables.ts'
import { listRoutesOfPlans } from '../../data/routes.sql.ts'
import { listHeld } from '../../data/slot-promises.sql.ts'
import type { SlotPromiseRow } from '../../data/slot-tables.ts'
import type { StopRow } from '../../data/stop-table.ts'
import { listStopsOfPlans } from '../../data/stops.sql.ts'
import type { VehicleRow } from '../../data/vehicle-table.ts'
import { listEnabledVehicles } from '../../data/vehicles.sql.ts'
import { listEnabledZones } from '../../data/zones.sql.ts'
import { ApiError } from '../../frame/platform/api-error.ts'
import { startInstant } from '../../frame/platform/calendar.ts'
import { getWeekday, secondsOfPlanDay } from '../../frame/platform/local-time.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import type { SecretKeys } from '../../frame/platform/secret-keys.ts'
import type { TravelProvider } from '../../geography/travel/travel.ts'
import type { RouteWithStops } from '../../planning/modelling/plan-problem.ts'
import { planSettings } from '../../planning/modelling/settings.ts'
import { getNewRoute } from '../../planning/routes/routes.ts'
import { loadContexts, loadDriversOfDays } from '../../planning/sequence/sequence.ts'
import { requireValidStop } from '../../planning/stops/stops.ts'
import { worksOn } from '../../planning/vehicles/vehicles.ts'
import { listUnfilledOrders } from '../recurring/recurring.ts'
import { createDay, type Day, type DayContext } from './insertion/day-routes.ts'
import type { DayStore } from './insertion/day-store.ts'
import type { PastDays } from './insertion/past-days.ts'
import { withWaiting } from './insertion/waiting.ts'
import { loadPastDays } from './past.ts'
import { type DrivenPlan, listDrivenPlans } from './slots.sql.ts'

/** Context of a query for slots. */
export interface DayReader {
  scope: Scope
  /** May cross a network where no transaction is open. */
  travel: TravelProvider
  store: DayStore
  /** Sign quotes, and keep who a slot is for. */
  secrets: SecretKeys
}

export interface SlotDay {
  date: string
  /** The plan that stops of the day join. */
  planId?: string
  /** Every plan of the day is finished. */
  isClosed: boolean
  /** Seconds of the day on the project's clock. */
  nowSeconds: number
  day: Day
  /** Facts of past days of the same weekday. */
  past?: PastDays | undefined
}

/** Weeks back in which the usual fleet of a day of the week is looked for. */
const weeksBack = 5
const dayMilliseconds = 86_400_000

/** Records to be ignored: a hold, or a stop that is to move. */
export interface Without {
  promiseId?: string
  stopId?: string
}

/** The days in their order, with all that is on them and all that is held. Throws TravelError. */
export async function loadDays(
  reader: DayReader,
  project: ProjectRow,
  dates: readonly string[],
  { promiseId, stopId }: Without = {},
): Promise<SlotDay[]> {
  const { scope } = reader
  const [first, last] = [startInstant(dates[0]!), new Date(startInstant(dates.at(-1)!).getTime() + dayMilliseconds - 1)]
  const plans = choosePlans(await listPlansOfDays(scope, project.id, first, last))
  const open = [...plans.values()].flatMap((plan) => (plan.status === 'finished' ? [] : plan))
  const [contexts, orders, unplanned, held, past] = await Promise.all([
    open.length > 0
      ? loadContexts(
          scope,
          open.map(({ id }) => id),
        )
      : new Map<string, DayContext>(),
    listUnfilledOrders(scope, project.id, dates),
    loadUnplanned(
      scope,
      project,
      dates.filter((date) => !plans.has(date)),
    ),
    listHeld(scope, project.id, dates),
    loadPastDays(scope, reader.store.past, project, dates),
  ])
  const keys = new ContextKeys()
  const wanted = dates.map((date): WantedDay => {
    const plan = plans.get(date)
    const context = (plan && contexts.get(plan.id)) ?? unplanned.contexts.get(date) ?? unplanned.closed
    const vehicles = unplanned.vehicles.get(date) ?? []
    const due = orders.get(date) ?? []
    const changes = [...vehicles, ...due].map(({ id, updated_at }) => `${id} ${updated_at.getTime()}`)
    const key = [plan?.id, plan?.revision, stopId, keys.of(context), ...changes].join(' ')
    const holds = held.filter(({ day, id }) => day === date && id !== promiseId)
    return { date, plan, context, vehicles, due, holds, key }
  })
  const stale = new PlansToRead(reader, wanted)
  const days: SlotDay[] = []
  for (const one of wanted) {
    days.push({ ...(await loadDay(reader, project, one, stale, stopId)), past: past.get(one.date) })
  }
  return days
}

interface WantedDay {
  date: string
  plan: PlanOfDay | undefined
  context: DayContext
  /** Where there is no plan. */
  vehicles: readonly VehicleRow[]
  due: readonly RecurringOrderRow[]
  holds: readonly SlotPromiseRow[]
  /** Says all that the day follows from but the holds. */
  key: string
}

/** Chooses, of several plans of a day, one with routes that is not over; drafts come last. */
function choosePlans(plans: readonly PlanOfDay[]): Map<string, PlanOfDay> {
  const byDate = Map.groupBy(plans, ({ execution_date }) => execution_date.toISOString().slice(0, 10))
  return new Map(
    [...byDate].map(([date, ofDay]) => {
      const open = ofDay.filter(({ status }) => status !== 'finished')
      return [date, open.find(({ total_routes }) => total_routes > 0) ?? open[0] ?? ofDay[0]!]
    }),
  )
}

/** Reads routes and stops of all plans that changed at once, when the first of them is needed. */
class PlansToRead {
  private readonly reader: DayReader
  private readonly planIds: readonly string[]
  private read?: Promise<Map<string, { routes: RouteWithStops[]; waiting: StopRow[] }>>

  constructor(reader: DayReader, wanted: readonly WantedDay[]) {
    this.reader = reader
    this.planIds = wanted.flatMap((day) => {
      const isKept = reader.store.has(getName(reader.scope, day), day.key, reader.scope.now)
      return day.plan && day.plan.status !== 'finished' && (day.context.isLive || !isKept) ? [day.plan.id] : []
    })
  }

  async get(planId: string): Promise<{ routes: RouteWithStops[]; waiting: StopRow[] }> {
    this.read ??= readPlans(this.reader.scope, this.planIds)
    const read = await this.read
    // Forgotten since it was looked for.
    return read.get(planId) ?? (await readPlans(this.reader.scope, [planId])).get(planId)!
  }
}

async function readPlans(scope: Scope, planIds: readonly string[]) {
  const [routes, stops] = await Promise.all([listRoutesOfPlans(scope, planIds), listStopsOfPlans(scope, planIds)])
  const byRoute = Map.groupBy(stops, (stop) => stop.route_id ?? stop.plan_id)
  return new Map(
    planIds.map((id) => {
      const own = routes.filter((route) => route.plan_id === id)
      const waiting = (byRoute.get(id) ?? []).filter(({ status }) => status === 'pending')
      return [id, { routes: own.map((route) => ({ route, stops: byRoute.get(route.id) ?? [] })), waiting }]
    }),
  )
}

function getName({ organizationId }: Scope, { date, plan, vehicles }: WantedDay): string {
  return `${organizationId} ${date} ${plan?.id ?? vehicles[0]?.project_id ?? ''}`
}

async function loadDay(
  reader: DayReader,
  project: ProjectRow,
  one: WantedDay,
  plans: PlansToRead,
  withoutStop: string | undefined,
): Promise<SlotDay> {
  const { scope, travel, store } = reader
  const { date, plan, context } = one
  const isClosed = plan?.status === 'finished'
  const nowSeconds = secondsOfPlanDay(scope.now, startInstant(date), project.timezone)
  const base = { date, isClosed, nowSeconds }
  if (isClosed) return { ...base, day: await createDay(date, context, [], travel) }
  const make = async (previous?: Day) => {
    const { routes, waiting } = plan
      ? await plans.get(plan.id)
      : { routes: usualRoutes(scope, project, one), waiting: [] }
    const others = routes.map(({ route, stops }) => ({ route, stops: stops.filter(({ id }) => id !== withoutStop) }))
    const due = await dueStops(scope, project, one.due)
    const day = await createDay(date, context, others, travel, previous)
    return withWaiting(day, [...waiting.filter(({ id }) => id !== withoutStop), ...due], travel, previous)
  }
  const name = getName(scope, one)
  // A live day changes every moment, so it is not cached.
  const find = (of: string, key: string, make: (previous?: Day) => Promise<Day>) =>
    context.isLive ? make() : store.find(of, key, scope.now, make)
  const free = await find(name, one.key, make)
  if (one.holds.length === 0) return { ...base, ...(plan && { planId: plan.id }), day: free }
  const key = [one.key, ...one.holds.map(({ id, updated_at }) => `${id} ${updated_at.getTime()}`)].join(' ')
  const day = await find(`${name} held`, key, async (previous) => {
    const stops = await dueStops(scope, project, one.holds.map(asHeld))
    return withWaiting(free, stops, travel, previous)
  })
  return { ...base, ...(plan && { planId: plan.id }), day }
}

/** Returns the stop of a hold as it would be booked. */
function asHeld({ stop, opens, closes }: SlotPromiseRow): { stop: StopInput } {
  return { stop: { ...stop, time_windows: [[opens, closes]] } }
}

function usualRoutes(
  scope: Scope,
  project: ProjectRow,
  { date, vehicles }: Pick<WantedDay, 'date' | 'vehicles'>,
): RouteWithStops[] {
  const plan: PlanRow = {
    ...emptyRow(planTable),
    ...beginRecord(scope, project.id),
    execution_date: startInstant(date),
  }
  return vehicles.map((vehicle, order) => ({ route: getNewRoute(scope, plan, vehicle, order), stops: [] }))
}

/** The stops of recurring orders and of holds as they would be made; one that cannot be made holds nothing up. */
async function dueStops(scope: Scope, project: ProjectRow, due: readonly { stop: StopInput }[]): Promise<StopRow[]> {
  const stops: StopRow[] = []
  for (const { stop } of due) {
    try {
      stops.push(await requireValidStop(scope, { project }, stop, 'stop'))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
  }
  return stops
}

/** Loads vehicles for days without a plan: those of the last plan of the same weekday, else all that work on it. */
async function loadUnplanned(scope: Scope, project: ProjectRow, dates: readonly string[]) {
  const makeContext = (
    date: string,
    zones: DayContext['zones'],
    drivers?: DayContext['drivers'],
    places: { depots?: readonly DepotRow[]; charging_places?: readonly ChargingPlaceRow[] } = {},
  ): DayContext => ({
    settings: planSettings(
      { optimizer_config: null, traffic_options: null, execution_date: startInstant(date) },
      { ...project, ...places },
    ),
    zones,
    nowSeconds: secondsOfPlanDay(scope.now, startInstant(date), project.timezone),
    isLive: false,
    drivers,
  })
  const closed = makeContext('1970-01-01', [])
  if (dates.length === 0)
    return { closed, contexts: new Map<string, DayContext>(), vehicles: new Map<string, VehicleRow[]>() }
  const before = startInstant(dates[0]!).getTime() - weeksBack * 7 * dayMilliseconds
  const [driven, fleet, zones, drivers, depots, charging_places] = await Promise.all([
    listDrivenPlans(scope, project.id, new Date(before), startInstant(dates.at(-1)!)),
    listEnabledVehicles(scope, project.id),
    listEnabledZones(scope, [project.id]),
    loadDriversOfDays(scope, project.id, dates),
    listDepotsOfProjects(scope, [project.id]),
    listChargingPlacesOfProjects(scope, [project.id]),
  ])
  const findDrivers = (date: string) => (drivers.get(date)!.drivers.length > 0 ? drivers.get(date) : undefined)
  return {
    closed,
    contexts: new Map(
      dates.map((date) => [date, makeContext(date, zones, findDrivers(date), { depots, charging_places })]),
    ),
    vehicles: new Map(dates.map((date) => [date, usualFleet(date, driven, fleet)])),
  }
}

function usualFleet(date: string, driven: readonly DrivenPlan[], fleet: readonly VehicleRow[]): VehicleRow[] {
  const day = startInstant(date)
  const known = mapById(fleet)
  const last = driven.find((plan) => plan.date < date && startInstant(plan.date).getUTCDay() === day.getUTCDay())
  const usual = (last?.vehicle_ids ?? []).flatMap((id) => known.get(id) ?? [])
  return usual.length > 0 ? usual : fleet.filter((vehicle) => worksOn(vehicle, getWeekday(day)))
}

/** Contexts as texts; what days have in common is written once. */
class ContextKeys {
  private readonly written = new Map<object, string>()

  of({ settings, zones, drivers, booked }: DayContext): string {
    const people =
      drivers &&
      this.once(
        drivers.drivers,
        drivers.drivers.map(({ id, updated_at }) => [id, updated_at]),
      )
    const assigned = drivers && [...drivers.byRoute, ...drivers.byVehicle]
    const charging = booked && [...booked].filter(([, bookings]) => bookings.length > 0)
    return JSON.stringify([settings, this.once(zones, zones), people, assigned, charging])
  }

  private once(whole: object, parts: unknown): string {
    const known = this.written.get(whole) ?? JSON.stringify(parts)
    this.written.set(whole, known)
    return known
  }
}

/** A day as it stands, with nothing put on it that is not planned, and what is expected on it besides. */
export interface PlainDay {
  date: string
  plan: PlanOfDay | undefined
  /** Its plan is finished. */
  isClosed: boolean
  context: DayContext
  /** Routes of the plan; without one, those of the usual fleet. */
  routes: RouteWithStops[]
  /** Open stops of the plan that are on no route. */
  waiting: StopRow[]
  /** Recurring orders that no plan holds yet. */
  due: { row: StopRow; orderId: string }[]
  held: { row: StopRow; promiseId: string }[]
}

/** The days in their order. */
export async function loadPlainDays(scope: Scope, project: ProjectRow, dates: readonly string[]): Promise<PlainDay[]> {
  const [first, last] = [startInstant(dates[0]!), new Date(startInstant(dates.at(-1)!).getTime() + dayMilliseconds - 1)]
  const plans = choosePlans(await listPlansOfDays(scope, project.id, first, last))
  const open = listIds([...plans.values()].filter(({ status }) => status !== 'finished'))
  const free = dates.filter((date) => !plans.has(date))
  const [contexts, orders, unplanned, held, read] = await Promise.all([
    open.length > 0 ? loadContexts(scope, open) : new Map<string, DayContext>(),
    listUnfilledOrders(scope, project.id, dates),
    loadUnplanned(scope, project, free),
    listHeld(scope, project.id, dates),
    readPlans(scope, open),
  ])
  const days: PlainDay[] = []
  for (const date of dates) {
    const plan = plans.get(date)
    const context = (plan && contexts.get(plan.id)) ?? unplanned.contexts.get(date) ?? unplanned.closed
    const vehicles = unplanned.vehicles.get(date) ?? []
    const { routes, waiting } = (plan && read.get(plan.id)) ?? {
      routes: usualRoutes(scope, project, { date, vehicles }),
      waiting: [],
    }
    const due = await stopsOfOrders(scope, project, orders.get(date) ?? [])
    const promised = held.filter(({ day }) => day === date)
    const kept = await eachDue(
      scope,
      project,
      promised.map((row) => ({ ...row, ...asHeld(row) })),
      ({ id }) => ({ promiseId: id }),
    )
    days.push({ date, plan, isClosed: plan?.status === 'finished', context, routes, waiting, due, held: kept })
  }
  return days
}

/** The stops of recurring orders as they would be made; an order whose stop cannot be made is left out. */
export function stopsOfOrders<Order extends { id: string; stop: StopInput }>(
  scope: Scope,
  project: ProjectRow,
  orders: readonly Order[],
): Promise<{ row: StopRow; orderId: string }[]> {
  return eachDue(scope, project, orders, ({ id }) => ({ orderId: id }))
}

/** The row of each, with what it belongs to; one that cannot be made is left out. */
async function eachDue<Due extends { id: string; stop: StopInput }, Named>(
  scope: Scope,
  project: ProjectRow,
  due: readonly Due[],
  getName: (one: Due) => Named,
): Promise<({ row: StopRow } & Named)[]> {
  const made: ({ row: StopRow } & Named)[] = []
  for (const one of due) {
    const [row] = await dueStops(scope, project, [one])
    if (row) made.push({ row, ...getName(one) })
  }
  return made
}
