// What takes part in a week: the routes that may change, and every stop with the days on which it may be served.
import { maySuit } from '../backlog/backlog.ts'
import { listTerms, type Terms } from '../data/backlog.sql.ts'
import type { ProjectRow } from '../data/project-tables.ts'
import { idsOf } from '../data/records.ts'
import { listPromisedStops } from '../data/slot-promises.sql.ts'
import { findPins } from '../data/stop-pins.sql.ts'
import type { StopRow } from '../data/stop-table.ts'
import { listStopsWithoutPlan } from '../data/stops.sql.ts'
import type { FoundItem } from '../data/week-plan-table.ts'
import { hasPlace } from '../modelling/places.ts'
import { isOpen, type RouteWithStops } from '../modelling/plan-problem.ts'
import type { Scope } from '../platform/scope.ts'
import { loadPlainDays, type PlainDay } from '../slots/slots.ts'

/** A stop of the week. Its row has the id by which routes name it. */
export interface WeekStop {
  row: StopRow
  item: FoundItem
  /** Places of days in the week on which it may be served, at least one. */
  choices: number[]
  /** The place of the day that it has. */
  planned?: number
  priority: number
  /** It stays on its route, which is one that takes part. */
  stays: boolean
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
  /** What takes no part, with the reason. */
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
  for (const [at, day] of plain.entries()) {
    const [pins, promised] = day.plan
      ? [await findPins(scope, day.plan.id), await listPromisedStops(scope, day.plan.id)]
      : [new Map<string, 'route' | 'place'>(), new Set<string>()]
    const linked = linkedStops(day)
    const changeable = day.isClosed
      ? []
      : day.routes.filter((one) => !kept.has(one.route.id) && mayChange(one, pins, linked))
    days.push({ day, routes: changeable, keptRoutes: day.routes.length - changeable.length })
    if (day.isClosed) continue
    const own = [...changeable.flatMap((one) => one.stops), ...day.waiting]
    const terms = await termsOf(scope, own)
    for (const row of own) {
      const isPromised = promised.has(row.id)
      const isBound = isPromised || pins.has(row.id)
      const wanted = { ...stopOfDay(row, { at, dates, terms: terms.get(row.id), isBound }), isPromised }
      if (linked.has(row.id)) left.push({ ...wanted.item, reason: 'linked' })
      else if (!hasPlace(row)) left.push({ ...wanted.item, reason: 'no_location' })
      else stops.push(wanted)
    }
    stops.push(...expectedStops(day, at))
  }
  await addBacklog(scope, project, dates, { stops, left })
  return { days, stops, left }
}

/** What the day gets besides: recurring orders that no plan holds yet, and what is held for somebody. */
function expectedStops({ date, due, held }: PlainDay, at: number): WeekStop[] {
  const recurring = due.map(({ row, orderId }): WeekStop => {
    const item: FoundItem = { kind: 'recurring', recurring_order_id: orderId, to: date }
    return { row: { ...row, id: `${recurringKey(orderId)} ${date}` }, item, choices: [at], ...unbound }
  })
  const kept = held.map(({ row, promiseId }): WeekStop => {
    const item: FoundItem = { kind: 'waiting' }
    return { row: { ...row, id: `${heldPrefix}${promiseId}` }, item, choices: [at], ...unbound, isPromised: true }
  })
  return [...recurring, ...kept].filter(({ row }) => hasPlace(row) && row.cluster === null)
}

const unbound = { priority: 0, stays: false, isPromised: false } as const

/** Stops that must ride with others: which day and vehicle they get is not decided here. */
function linkedStops({ routes, waiting }: PlainDay): Set<string> {
  const all = [...routes.flatMap(({ stops }) => stops), ...waiting]
  const pickups = new Set(all.flatMap(({ pickup_id }) => pickup_id ?? []))
  return new Set(
    idsOf(all.filter(({ id, pickup_id, cluster }) => pickup_id !== null || cluster !== null || pickups.has(id))),
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

interface OfDay {
  at: number
  dates: readonly string[]
  terms: Terms | undefined
  isBound: boolean
}

/** A stop that has a day: with terms, another day may do as well, unless somebody was promised this one. */
function stopOfDay(row: StopRow, { at, dates, terms, isBound }: OfDay): WeekStop {
  const isOnRoute = row.route_id !== null
  const others = terms && !isBound ? dates.flatMap((date, index) => (maySuit(terms, date) ? index : [])) : []
  return {
    row,
    item: { kind: isOnRoute ? 'moved' : 'waiting', stop_id: row.id, from: dates[at]! },
    choices: [...new Set([at, ...others])].sort((a, b) => a - b),
    planned: at,
    priority: terms?.priority ?? 0,
    stays: isOnRoute && (isBound || !terms),
    isPromised: false,
  }
}

async function termsOf(scope: Scope, stops: readonly StopRow[]): Promise<Map<string, Terms>> {
  return new Map((await listTerms(scope, idsOf(stops))).map((row) => [row.stop_id, row]))
}

async function addBacklog(
  scope: Scope,
  project: ProjectRow,
  dates: readonly string[],
  { stops, left }: Pick<WeekStops, 'stops' | 'left'>,
): Promise<void> {
  const rows = await listStopsWithoutPlan(scope, project.id)
  const terms = await termsOf(scope, rows)
  const pickups = new Set(rows.flatMap(({ pickup_id }) => pickup_id ?? []))
  for (const row of rows) {
    const known = terms.get(row.id)
    const item: FoundItem = { kind: 'backlog', stop_id: row.id }
    const choices = dates.flatMap((date, index) => (known && !maySuit(known, date) ? [] : index))
    const isLinked = row.pickup_id !== null || row.cluster !== null || pickups.has(row.id)
    if (isLinked) left.push({ ...item, reason: 'linked' })
    else if (!hasPlace(row)) left.push({ ...item, reason: 'no_location' })
    else if (choices.length === 0) left.push({ ...item, reason: 'no_day' })
    else stops.push({ row, item, choices, ...unbound, priority: known?.priority ?? 0 })
  }
}
