// Inputs of a week: the routes that may change, and every stop with the days on which it may be served.

import { listTerms, type Terms } from '../../data/backlog.sql.ts'
import type { ProjectRow } from '../../data/project-tables.ts'
import { listIds } from '../../data/records.ts'
import { listLastVehicles } from '../../data/recurring-orders.sql.ts'
import { listPromisedStops } from '../../data/slot-promises.sql.ts'
import { findPins } from '../../data/stop-pins.sql.ts'
import type { StopRow } from '../../data/stop-table.ts'
import { listStopsWithoutPlan } from '../../data/stops.sql.ts'
import type { FoundItem } from '../../data/week-plan-table.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { hasPlace } from '../../planning/modelling/places.ts'
import { isOpen, type RouteWithStops } from '../../planning/modelling/plan-problem.ts'
import { listOrdersToChoose } from '../recurring/recurring.ts'
import { isClosedDay, loadPlainDays, type PlainDay, stopsOfOrders } from '../slots/slots.ts'
import { maySuit } from './backlog/backlog.ts'

/** A stop of the week. Its row has the id by which routes name it. */
export interface WeekStop {
  row: StopRow
  item: FoundItem
  /** Sets of places of days in the week, of which one is served as a whole; at least one. */
  sets: number[][]
  /** The set that it would have without this week plan: another one costs the price of a change. */
  plannedSet?: number[]
  /** The place of the day that it has. */
  planned?: number
  priority: number
  /** It stays on its route, which is one that takes part. */
  stays: boolean
  /** Vehicle of the last visit: another one costs a little. */
  usualVehicle?: string
  /** It was promised, or is held for somebody: its window is kept. */
  isPromised: boolean
}

export interface WeekDayStops {
  day: PlainDay
  /** Routes that may change. */
  routes: readonly RouteWithStops[]
  keptRoutes: number
}

export interface WeekStops {
  days: WeekDayStops[]
  stops: WeekStop[]
  /** Items that take no part, with the reason. */
  left: FoundItem[]
}

/** Names of stops that are not made yet; no id looks like them. */
export const recurringKey = (orderId: string) => `recurring ${orderId}`
export const heldPrefix = 'held '

/** Reads the week. Routes of `kept` stay as they are, besides those that always do. */
export async function readWeek(
  scope: Scope,
  project: ProjectRow,
  dates: readonly string[],
  kept: ReadonlySet<string>,
): Promise<WeekStops> {
  const plain = await loadPlainDays(scope, project, dates)
  const days: WeekDayStops[] = []
  const stops: WeekStop[] = []
  const left: FoundItem[] = []
  const sold = dates.map((date) => !isClosedDay(project.slot_rules, date))
  for (const [at, day] of plain.entries()) {
    const [pins, promised] = day.plan
      ? [await findPins(scope, day.plan.id), await listPromisedStops(scope, day.plan.id)]
      : [new Map<string, 'route' | 'place'>(), new Set<string>()]
    const linked = linkedStops(day)
    const changeable = day.isClosed
      ? []
      : day.routes.filter((route) => !kept.has(route.route.id) && mayChange(route, pins, linked))
    days.push({ day, routes: changeable, keptRoutes: day.routes.length - changeable.length })
    if (day.isClosed) continue
    const own = [...changeable.flatMap((entry) => entry.stops), ...day.waiting]
    const terms = await collectTerms(scope, own)
    for (const row of own) {
      const isPromised = promised.has(row.id)
      const isBound = isPromised || pins.has(row.id)
      const wanted = { ...stopOfDay(row, { at, dates, sold, terms: terms.get(row.id), isBound }), isPromised }
      if (linked.has(row.id)) left.push({ ...wanted.item, reason: 'linked' })
      else if (!hasPlace(row)) left.push({ ...wanted.item, reason: 'no_location' })
      else stops.push(wanted)
    }
    stops.push(...expectedStops(day, at))
  }
  await addBacklog(scope, project, { dates, sold }, { stops, left })
  await addChosen(scope, project, dates, stops)
  await noteUsualVehicles(scope, stops)
  return { days, stops, left }
}

/** Returns further stops of the day: recurring orders that are in no plan yet, and holds. */
function expectedStops({ date, due, held }: PlainDay, at: number): WeekStop[] {
  const recurring = due.map(({ row, orderId }): WeekStop => {
    const item: FoundItem = { kind: 'recurring', recurring_order_id: orderId, to: date }
    return { row: { ...row, id: `${recurringKey(orderId)} ${date}` }, item, sets: [[at]], ...unbound }
  })
  const kept = held.map(({ row, promiseId }): WeekStop => {
    const item: FoundItem = { kind: 'waiting' }
    return { row: { ...row, id: `${heldPrefix}${promiseId}` }, item, sets: [[at]], ...unbound, isPromised: true }
  })
  return [...recurring, ...kept].filter(({ row }) => hasPlace(row) && row.cluster === null)
}

const unbound = { priority: 0, stays: false, isPromised: false } as const

/** Recurring orders whose days are chosen here, each with the sets of days that it may have. */
async function addChosen(scope: Scope, project: ProjectRow, dates: readonly string[], stops: WeekStop[]) {
  const wanted = new Map((await listOrdersToChoose(scope, project.id, dates)).map((order) => [order.order.id, order]))
  const orders = [...wanted.values()].map(({ order }) => order)
  for (const { row, orderId } of await stopsOfOrders(scope, project, orders)) {
    if (!hasPlace(row) || row.cluster !== null) continue
    const { sets, planned } = wanted.get(orderId)!
    const item: FoundItem = { kind: 'recurring', recurring_order_id: orderId }
    stops.push({
      row: { ...row, id: recurringKey(orderId) },
      item,
      sets,
      ...unbound,
      ...(planned && { plannedSet: planned }),
    })
  }
}

/** Recurring orders keep their vehicle, and so their driver, where that costs little. */
async function noteUsualVehicles(scope: Scope, stops: readonly WeekStop[]): Promise<void> {
  const ids = stops.flatMap(({ item }) => item.recurring_order_id ?? [])
  const last = await listLastVehicles(scope, [...new Set(ids)])
  for (const stop of stops) {
    const vehicle = last.get(stop.item.recurring_order_id ?? '')
    if (vehicle !== undefined) stop.usualVehicle = vehicle
  }
}

/** Stops that must ride with others: which day and vehicle they get is not decided here. */
function linkedStops({ routes, waiting }: PlainDay): Set<string> {
  const all = [...routes.flatMap(({ stops }) => stops), ...waiting]
  const pickups = new Set(all.flatMap(({ pickup_id }) => pickup_id ?? []))
  return new Set(
    listIds(all.filter(({ id, pickup_id, cluster }) => pickup_id !== null || cluster !== null || pickups.has(id))),
  )
}

/** Not what is locked, under way, pinned to its order, tied to others, or broken already. */
function mayChange(
  { route, stops }: RouteWithStops,
  pins: ReadonlyMap<string, 'route' | 'place'>,
  linked: ReadonlySet<string>,
): boolean {
  if (!isOpen(route) || route.status === 'in_transit') return false
  return stops.every(
    (stop) =>
      stop.status === 'pending' &&
      hasPlace(stop) &&
      !linked.has(stop.id) &&
      pins.get(stop.id) !== 'place' &&
      stop.optimization_warnings.length === 0,
  )
}

interface DaysOfWeek {
  dates: readonly string[]
  /** Whether the seller's rules leave the day open: what may have another day gets none that is closed. */
  sold: readonly boolean[]
}

interface OfDay extends DaysOfWeek {
  at: number
  terms: Terms | undefined
  isBound: boolean
}

/** A stop that has a day: with terms, another day may do as well, unless somebody was promised this one. */
function stopOfDay(row: StopRow, { at, dates, sold, terms, isBound }: OfDay): WeekStop {
  const isOnRoute = row.route_id !== null
  const others =
    terms && !isBound ? dates.flatMap((date, index) => (sold[index] && maySuit(terms, date) ? index : [])) : []
  return {
    row,
    item: { kind: isOnRoute ? 'moved' : 'waiting', stop_id: row.id, from: dates[at]! },
    sets: [...new Set([at, ...others])].sort((a, b) => a - b).map((day) => [day]),
    planned: at,
    plannedSet: [at],
    priority: terms?.priority ?? 0,
    stays: isOnRoute && (isBound || !terms),
    isPromised: false,
  }
}

async function collectTerms(scope: Scope, stops: readonly StopRow[]): Promise<Map<string, Terms>> {
  return new Map((await listTerms(scope, listIds(stops))).map((row) => [row.stop_id, row]))
}

async function addBacklog(
  scope: Scope,
  project: ProjectRow,
  { dates, sold }: DaysOfWeek,
  { stops, left }: Pick<WeekStops, 'stops' | 'left'>,
): Promise<void> {
  const rows = await listStopsWithoutPlan(scope, project.id)
  const terms = await collectTerms(scope, rows)
  const pickups = new Set(rows.flatMap(({ pickup_id }) => pickup_id ?? []))
  for (const row of rows) {
    const known = terms.get(row.id)
    const item: FoundItem = { kind: 'backlog', stop_id: row.id }
    const sets = dates.flatMap((date, index) => (sold[index] && (!known || maySuit(known, date)) ? [[index]] : []))
    const isLinked = row.pickup_id !== null || row.cluster !== null || pickups.has(row.id)
    if (isLinked) left.push({ ...item, reason: 'linked' })
    else if (!hasPlace(row)) left.push({ ...item, reason: 'no_location' })
    else if (sets.length === 0) left.push({ ...item, reason: 'no_day' })
    else stops.push({ row, item, sets, ...unbound, priority: known?.priority ?? 0 })
  }
}
