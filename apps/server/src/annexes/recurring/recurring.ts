// The rules of recurring orders: weekly patterns whose stops are put into the plans of their days, each once.
import type {
  QueryOf,
  RecurringFill,
  RecurringOrderInput,
  RecurringOrderUpdate,
  RecurringPattern,
} from '@routewright/contract'
import { weekdays } from '@routewright/contract'
import { auditRecord } from '../../accounts/audit/audit.ts'
import { getProject, requireReach } from '../../accounts/projects/projects.ts'
import type { PlanRow } from '../../data/plan-table.ts'
import type { ProjectRow } from '../../data/project-tables.ts'
import { beginRecord } from '../../data/record-statements.ts'
import { emptyRow, listIds, sentValues } from '../../data/records.ts'
import {
  type Fill,
  inSavepoint,
  listFilledDays,
  listFills,
  listOrdersOfDay,
  listOrdersOfSpan,
  lockOrders,
  recurringOrderRecords,
  saveFills,
} from '../../data/recurring-orders.sql.ts'
import { type RecurringOrderRow, recurringOrderTable } from '../../data/recurring-tables.ts'
import { recurringOrderResource } from '../../data/resources/recurring-order.ts'
import { requireRecordAsSeen } from '../../frame/conflicts/conflicts.ts'
import { ApiError, invalidPayload, notFound } from '../../frame/platform/api-error.ts'
import { dateInZone } from '../../frame/platform/calendar.ts'
import { getPage, type Page, parseSort } from '../../frame/platform/paging.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { getPlan } from '../../planning/plans/plans.ts'
import { createStops, requireValidStop } from '../../planning/stops/stops.ts'
import { dayNumber, fallsOn, getDate, nextDates, type Pattern } from './pattern.ts'
import { type ChosenPattern, hasChosenDays, mostVisits, visitSets } from './visits.ts'

type RecurringOrderRecord = ReturnType<typeof recurringOrderResource>

export type RecurringOrderQuery = QueryOf<'listRecurringOrders'>

const sortable = ['label', 'created_at', 'updated_at'] as const

/** One page of a project's recurring orders. */
export async function listRecurringOrders(
  scope: Scope,
  query: RecurringOrderQuery,
): Promise<Page<RecurringOrderRecord>> {
  const project = await getProject(scope, query.project_id)
  const sort = parseSort(query.sort, sortable)
  const page = { ...query, projectId: project.id, includeDeleted: false, sort }
  const { rows, total } = await recurringOrderRecords.page(scope, page)
  const records = rows.map((row) => getRecord(scope, project, row))
  return getPage(records, total, query.limit, query.offset)
}

/** The order. Throws 404, or 403 when its project is out of reach. */
export async function getRecurringOrder(scope: Scope, id: string): Promise<RecurringOrderRecord> {
  const row = requireOrder(scope, id, await recurringOrderRecords.find(scope, id))
  return getRecord(scope, await getProject(scope, row.project_id), row)
}

/** Creates an order; its stop is checked as if it were made today. Throws what `createStops` throws, placed at `stop`. */
export async function createRecurringOrder(
  scope: Scope,
  projectId: string,
  input: RecurringOrderInput,
): Promise<RecurringOrderRecord> {
  const project = await getProject(scope, projectId)
  const row: RecurringOrderRow = {
    ...emptyRow(recurringOrderTable),
    ...sentValues(recurringOrderTable, input),
    ...beginRecord(scope, project.id),
    weekdays: input.weekdays,
    starts_on: input.starts_on ?? dateInZone(scope.now, project.timezone),
    stop: input.stop,
  }
  await requireValid(scope, project, row)
  await recurringOrderRecords.insert(scope, [row])
  return getRecord(scope, project, row)
}

/** Changes the fields sent; stops that were made stay as they are. */
export async function updateRecurringOrder(
  scope: Scope,
  id: string,
  input: RecurringOrderUpdate,
): Promise<RecurringOrderRecord> {
  const row = requireOrder(scope, id, await recurringOrderRecords.lock(scope, id))
  await requireRecordAsSeen(scope, row, getName(row))
  const project = await getProject(scope, row.project_id)
  const sent = sentValues(recurringOrderTable, input)
  await requireValid(scope, project, { ...row, ...sent })
  await auditRecord(scope, 'updated', 'recurring_order', row, sent)
  return getRecord(scope, project, await recurringOrderRecords.update(scope, row.id, sent))
}

/** Soft-deletes the order and returns the record. */
export async function deleteRecurringOrder(scope: Scope, id: string): Promise<RecurringOrderRecord> {
  const row = requireOrder(scope, id, await recurringOrderRecords.lock(scope, id))
  await requireRecordAsSeen(scope, row, getName(row))
  await auditRecord(scope, 'deleted', 'recurring_order', row)
  const project = await getProject(scope, row.project_id)
  return getRecord(scope, project, await recurringOrderRecords.delete(scope, row.id))
}

/** The days of a pattern that may not be saved yet. */
export function previewDates(input: RecurringPattern): { dates: string[] } {
  const pattern = {
    weekdays: input.weekdays,
    every_weeks: input.every_weeks ?? 1,
    starts_on: input.starts_on,
    ends_on: input.ends_on ?? null,
    exceptions: input.exceptions ?? [],
  }
  return { dates: nextDates(pattern, input.from ?? input.starts_on, input.count ?? 10) }
}

/**
 * Puts the orders of the plan's day into it, each once for a day: what a plan of the day holds already stays alone, also
 * when somebody took the stop out again. Orders whose days are chosen come only where they are in `chosen`. An order whose stop cannot be made (a client that is gone) holds up no other.
 * Throws highway.plan.error.finished.
 */
export async function fillPlan(
  scope: Scope,
  planId: string,
  chosen: ReadonlySet<string> = new Set(),
): Promise<RecurringFill> {
  const plan = await getPlan(scope, planId, { lock: true })
  const project = await getProject(scope, plan.project_id)
  const day = plan.execution_date.toISOString().slice(0, 10)
  const orders = (await listOrdersOfDay(scope, project.id, day)).filter(
    (order) => fallsOn(order, day) && (!hasChosenDays(order) || chosen.has(order.id)),
  )
  if (orders.length === 0) return { created: 0, already_there: 0, refused: 0, orders: [] }
  const ids = listIds(orders)
  await lockOrders(scope, ids)
  const filled = new Map((await listFills(scope, ids, day)).map((fill) => [fill.recurring_order_id, fill]))
  const wanted = orders.filter((order) => !filled.has(order.id))
  const made = await makeStops(scope, project, plan, wanted)
  await saveFills(
    scope,
    day,
    [...made.values()].filter((result): result is Fill => 'stop_id' in result),
  )
  return summarize(orders, filled, made)
}

/** The orders of each of these days, ascending, that no plan holds yet. */
export async function listUnfilledOrders(
  scope: Scope,
  projectId: string,
  days: readonly string[],
): Promise<Map<string, RecurringOrderRow[]>> {
  const [from, to] = [days[0]!, days.at(-1)!]
  const [orders, filled] = await Promise.all([
    listOrdersOfSpan(scope, projectId, from, to),
    listFilledDays(scope, projectId, from, to),
  ])
  const isDue = (order: RecurringOrderRow, day: string) =>
    !hasChosenDays(order) && fallsOn(order, day) && !filled.has(`${order.id} ${day}`)
  return new Map(days.map((day) => [day, orders.filter((order) => isDue(order, day))]))
}

export interface OrderToChoose {
  order: RecurringOrderRow
  /** Sets of places of the days, of which one is to be chosen. */
  sets: number[][]
  /** The set that has the weekdays of the visits before, where there is one. */
  planned?: number[]
}

/** The orders whose visits of these days, which follow each other, are still to be chosen. */
export async function listOrdersToChoose(
  scope: Scope,
  projectId: string,
  days: readonly string[],
): Promise<OrderToChoose[]> {
  const [from, to] = [days[0]!, days.at(-1)!]
  const orders = (await listOrdersOfSpan(scope, projectId, from, to)).filter(hasChosenDays)
  if (orders.length === 0) return []
  const weeksBack = Math.max(...orders.map(({ every_weeks }) => every_weeks)) + 1
  const filled = await listFilledDays(scope, projectId, daysFrom(from, -7 * weeksBack), daysFrom(to, 7))
  const placedDays = Map.groupBy(filled, (text) => text.split(' ')[0]!)
  return orders.flatMap((order): OrderToChoose[] => {
    const placed = new Set((placedDays.get(order.id) ?? []).map((text) => text.split(' ')[1]!))
    const sets = visitSets(order, days, placed)
    if (sets.length === 0) return []
    const before = days.flatMap((day, at) => (placed.has(daysFrom(day, -7 * order.every_weeks)) ? at : []))
    const planned = sets.find((set) => set.join() === before.join())
    return [{ order, sets, ...(planned && { planned }) }]
  })
}

function daysFrom(date: string, days: number): string {
  return getDate(dayNumber(date) + days)
}

type Made = Map<string, Fill | { message: string; message_id: string }>

/** All at once where that is possible, else one by one, so that what is refused is told apart. */
async function makeStops(
  scope: Scope,
  project: ProjectRow,
  plan: PlanRow,
  orders: readonly RecurringOrderRow[],
): Promise<Made> {
  const make = async (some: readonly RecurringOrderRow[]) => {
    const inputs = some.map((order) => order.stop)
    const stops = await inSavepoint(scope.tx, () => createStops(scope, { project, plan }, inputs))
    return some.map((order, index) => ({
      recurring_order_id: order.id,
      plan_id: plan.id,
      stop_id: stops[index]!.id,
    }))
  }
  const made: Made = new Map()
  try {
    for (const fill of await make(orders)) made.set(fill.recurring_order_id, fill)
    return made
  } catch (error) {
    if (!isAboutStops(error)) throw error
  }
  for (const order of orders) {
    try {
      const [fill] = await make([order])
      made.set(order.id, fill!)
    } catch (error) {
      if (!isAboutStops(error)) throw error
      made.set(order.id, { message: error.message, message_id: error.messageId })
    }
  }
  return made
}

/** A refusal of what one stop says, not of the whole plan. */
function isAboutStops(error: unknown): error is ApiError {
  return error instanceof ApiError && !error.messageId.startsWith('highway.plan.')
}

function summarize(orders: readonly RecurringOrderRow[], filled: ReadonlyMap<string, Fill>, made: Made): RecurringFill {
  const results = orders.map((order) => {
    const label = order.label ?? order.stop.label ?? undefined
    const about = { recurring_order_id: order.id, ...(label === undefined ? {} : { label }) }
    const before = filled.get(order.id)
    if (before) {
      return { ...about, result: 'already_there' as const, stop_id: before.stop_id, plan_id: before.plan_id }
    }
    const result = made.get(order.id)!
    return 'message' in result
      ? { ...about, result: 'refused' as const, ...result }
      : { ...about, result: 'created' as const, stop_id: result.stop_id, plan_id: result.plan_id }
  })
  const count = (wanted: string) => results.filter(({ result }) => result === wanted).length
  return {
    created: count('created'),
    already_there: count('already_there'),
    refused: count('refused'),
    orders: results,
  }
}

function getName({ label, stop, id }: RecurringOrderRow): string {
  return `Recurring order ${label ?? stop.label ?? id}`
}

function requireOrder(scope: Scope, id: string, row: RecurringOrderRow | undefined): RecurringOrderRow {
  if (!row) throw notFound('recurring order', id)
  requireReach(scope, row.project_id)
  return row
}

type Wanted = Pattern & Pick<RecurringOrderRow, 'stop' | 'visits_per_week' | 'min_days_between'>

async function requireValid(scope: Scope, project: ProjectRow, row: Wanted) {
  if (row.ends_on !== null && row.ends_on < row.starts_on) {
    throw invalidPayload('ends_on', 'must not be before starts_on')
  }
  if (hasChosenDays(row)) requireRoom(row)
  await requireValidStop(scope, { project }, row.stop, 'stop')
}

/** Throws where a week of the pattern has no room for its visits. */
function requireRoom({ weekdays: days, visits_per_week, min_days_between }: ChosenPattern) {
  if (visits_per_week > days.length)
    throw invalidPayload('visits_per_week', `must not be more than the weekdays, ${days.length}`)
  const places = weekdays.flatMap((day, index) => (days.includes(day) ? index : []))
  const most = mostVisits(places, min_days_between ?? 1)
  if (visits_per_week > most)
    throw invalidPayload(
      'min_days_between',
      `leaves room for ${most} visits a week, and visits_per_week is ${visits_per_week}`,
    )
}

function getRecord(scope: Scope, project: ProjectRow, row: RecurringOrderRow): RecurringOrderRecord {
  const [next] =
    row.paused || row.deleted || hasChosenDays(row) ? [] : nextDates(row, dateInZone(scope.now, project.timezone), 1)
  return recurringOrderResource(row, next)
}
