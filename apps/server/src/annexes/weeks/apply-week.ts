// Days of a week plan are written, and taken back: nothing that anybody changed meanwhile is overwritten.
import type { WeekPlan } from '@routewright/contract'
import { getProject } from '../../accounts/projects/projects.ts'
import type { PlanRow } from '../../data/plan-table.ts'
import { listPlansOfDays } from '../../data/plans.sql.ts'
import type { ProjectRow } from '../../data/project-tables.ts'
import { listIds, mapById } from '../../data/records.ts'
import { removeFills } from '../../data/recurring-orders.sql.ts'
import { listRoutesOfPlan } from '../../data/routes.sql.ts'
import { lockSlotDays } from '../../data/slot-promises.sql.ts'
import { listStopRows, listStopsOfPlanByRoute, listStopsOfRoutes } from '../../data/stops.sql.ts'
import type { AppliedDay, FoundDay, FoundItem, FoundWeek, WeekPlanRow } from '../../data/week-plan-table.ts'
import { updateWeekPlan } from '../../data/week-plans.sql.ts'
import { apiError } from '../../frame/platform/api-error.ts'
import { startInstant } from '../../frame/platform/calendar.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { createPlan, removePlan } from '../../planning/full-plans/full-plans.ts'
import { lockPlans, refreshPlans, requirePlanAllows } from '../../planning/lifecycle/lifecycle.ts'
import { getPlan } from '../../planning/plans/plans.ts'
import { setOrder, unassignStops } from '../../planning/sequence/sequence.ts'
import { deleteStops, moveStops } from '../../planning/stops/stops.ts'
import { fillPlan } from '../recurring/recurring.ts'
import { togetherWith } from './together.ts'
import { recurringKey } from './week-stops.ts'
import { lockWeek, weekRecord } from './weeks.ts'

/**
 * Writes these days, and those that exchange stops with them, all or none. Throws 404, highway.week.error.{not_ready, changed},
 * highway.plan.error.finished.
 */
export async function applyWeekPlan(scope: Scope, id: string, dates: readonly string[]): Promise<WeekPlan> {
  const row = await lockWeek(scope, id)
  const { found, applied } = row
  if (row.state !== 'ready' || !found) throw apiError('highway.week.error.not_ready', { id, state: row.state })
  const days = daysToApply(found, applied, dates)
  const project = await getProject(scope, row.project_id)
  await lockSlotDays(
    scope,
    project.id,
    days.map(({ date }) => date),
  )
  const known = days.flatMap(({ plan_id }) => plan_id ?? [])
  const plans = mapById(await lockPlans(scope, known))
  await requireUnchanged(scope, project, days, plans)
  const done: Record<string, AppliedDay> = { ...applied }
  const begun: Begun[] = []
  for (const day of days) begun.push(await beginDay(scope, project, day, plans.get(day.plan_id ?? '')))
  // First everything comes to its day, then the orders are set: a day gives to another what that one waits for.
  const planIds = new Set(begun.map(({ plan }) => plan.id))
  for (const one of begun) await takeIn(scope, one, planIds)
  for (const one of begun) await setOrders(scope, one)
  await refreshPlans(
    scope,
    begun.map(({ plan }) => plan.id),
  )
  for (const one of begun) done[one.day.date] = { ...one.made, returned: await giveBackBroken(scope, one) }
  return weekRecord(scope, await updateWeekPlan(scope, row.id, { applied: done }))
}

/** Ascending; those that were applied, and those that stay as they are, are left out. */
function daysToApply({ days }: FoundWeek, applied: WeekPlanRow['applied'], dates: readonly string[]): FoundDay[] {
  const wanted = new Set(
    dates.map((date) => date.slice(0, 10)).flatMap((date) => [date, ...togetherWith({ days, left: [] }, date)]),
  )
  return days.filter(({ date, routes }) => wanted.has(date) && routes.length > 0 && !applied[date])
}

/** A plan that was changed, made or deleted since the week was read may hold what was not known then. */
async function requireUnchanged(
  scope: Scope,
  project: ProjectRow,
  days: readonly FoundDay[],
  plans: ReadonlyMap<string, PlanRow>,
): Promise<void> {
  for (const { date, plan_id, revision } of days) {
    const plan = plans.get(plan_id ?? '')
    const isSame = plan_id ? plan?.revision === revision : !(await hasPlan(scope, project, date))
    if (!isSame) throw apiError('highway.week.error.changed', { date })
    if (plan) requirePlanAllows(plan, 'stops_joined')
  }
}

async function hasPlan(scope: Scope, project: ProjectRow, date: string): Promise<boolean> {
  const day = startInstant(date)
  const end = new Date(day.getTime() + 86_400_000 - 1)
  return (await listPlansOfDays(scope, project.id, day, end)).length > 0
}

interface Begun {
  day: FoundDay
  plan: PlanRow
  /** The stop of each recurring order that the plan has now. */
  filled: Map<string, string>
  made: Omit<AppliedDay, 'returned'>
}

async function beginDay(
  scope: Scope,
  project: ProjectRow,
  day: FoundDay,
  present: PlanRow | undefined,
): Promise<Begun> {
  const planId = present?.id ?? (await makePlan(scope, project, day))
  const before = await listStopsOfPlanByRoute(scope, planId)
  const { orders } = await fillPlan(
    scope,
    planId,
    new Set(day.arriving.flatMap((item) => item.recurring_order_id ?? [])),
  )
  const filled = new Map(
    orders.flatMap((order) => (order.result === 'created' ? [[order.recurring_order_id, order.stop_id!]] : [])),
  )
  const byRoute = Map.groupBy(before, ({ route_id }) => route_id)
  const routes = await listRoutesOfPlan(scope, planId)
  return {
    day,
    plan: await getPlan(scope, planId, { lock: true }),
    filled,
    made: {
      applied_at: scope.now.toISOString(),
      plan_id: planId,
      was_made: !present,
      orders: routes.map(({ id }) => ({ route_id: id, stop_ids: listIds(byRoute.get(id) ?? []) })),
      came: [...filled.values()].map((stop_id) => ({ stop_id, from_plan_id: null, recurring: true as const })),
    },
  }
}

async function makePlan(scope: Scope, project: ProjectRow, { date, routes }: FoundDay): Promise<string> {
  const vehicles = [...new Set(routes.flatMap(({ vehicle_id }) => vehicle_id ?? []))]
  const input = { execution_date: date, routes: vehicles.map((vehicle_id) => ({ vehicle_id })) }
  return (await createPlan(scope, project.id, input)).id as string
}

/** Orders from the backlog and from the other days join the plan; what somebody gave another day meanwhile stays there. */
async function takeIn(scope: Scope, { day, plan, made }: Begun, planIds: ReadonlySet<string>): Promise<void> {
  const ids = day.arriving.flatMap(({ stop_id }) => stop_id ?? [])
  const coming = (await listStopRows(scope, ids)).filter(
    ({ plan_id, status }) => status === 'pending' && (plan_id === null || planIds.has(plan_id)),
  )
  await moveStops(scope, plan.id, listIds(coming.filter(({ plan_id }) => plan_id !== plan.id)))
  made.came.push(...coming.map(({ id, plan_id }) => ({ stop_id: id, from_plan_id: plan_id })))
}

/** Puts the stops on their routes. One that was deleted meanwhile is left out. */
async function setOrders(scope: Scope, { day, plan, filled }: Begun): Promise<void> {
  const present = new Set(listIds(await listStopsOfPlanByRoute(scope, plan.id)))
  const routes = await listRoutesOfPlan(scope, plan.id)
  for (const { route_id, vehicle_id, after } of day.routes) {
    const route = routes.find((route) => (route_id ? route.id === route_id : route.vehicle_id === vehicle_id))
    if (!route) continue
    const ids = after
      .map((key) => findStopId(key, day.date, filled))
      .filter((id) => id !== undefined && present.has(id))
    await setOrder(scope, route, ids as string[])
  }
}

function findStopId(key: string, date: string, filled: ReadonlyMap<string, string>): string | undefined {
  if (!key.startsWith(recurringKey(''))) return key
  return filled.get(key.slice(recurringKey('').length, -date.length - 1))
}

/** The times of the day itself may leave no room where the mean day had some: what came and breaks a rule goes back. */
async function giveBackBroken(scope: Scope, { plan, made, day }: Begun): Promise<FoundItem[]> {
  const came = new Map(made.came.map((entry) => [entry.stop_id, entry]))
  const returned: FoundItem[] = []
  for (;;) {
    const stops = await listStopsOfPlanByRoute(scope, plan.id)
    const broken = stops.filter(
      ({ id, route_id, optimization_warnings }) =>
        came.has(id) && route_id !== null && optimization_warnings.length > 0,
    )
    const late = stops.filter(
      ({ id, route_id, optimization_warnings }) =>
        !came.has(id) && route_id !== null && optimization_warnings.length > 0,
    )
    const lateRoutes = new Set(late.map(({ route_id }) => route_id))
    const besideLate = stops.filter(({ id, route_id }) => came.has(id) && route_id !== null && lateRoutes.has(route_id))
    const going = broken.length > 0 ? broken : besideLate.slice(-1)
    if (going.length === 0) return returned
    for (const { id } of going) {
      const { from_plan_id, recurring } = came.get(id)!
      if (recurring || from_plan_id === plan.id) await unassignStops(scope, [id])
      else await moveStops(scope, from_plan_id, [id])
      came.delete(id)
      const item = day.arriving.find(({ stop_id }) => stop_id === id)
      returned.push({ ...(item ?? { kind: 'recurring' as const }), stop_id: id, reason: 'time_window' })
    }
    await refreshPlans(scope, [plan.id])
  }
}

/**
 * Takes days back that were applied, and those that exchanged stops with them. Throws 404, highway.week.error.{not_applied,
 * under_way}, highway.plan.error.finished.
 */
export async function undoWeekPlan(scope: Scope, id: string, dates: readonly string[]): Promise<WeekPlan> {
  const row = await lockWeek(scope, id)
  const { found, applied } = row
  const wanted = new Set(
    dates
      .map((date) => date.slice(0, 10))
      .flatMap((date) => [date, ...togetherWith(found ?? { days: [], left: [] }, date)]),
  )
  const days = Object.entries(applied).filter(([date]) => wanted.has(date))
  if (days.length === 0) throw apiError('highway.week.error.not_applied', { date: dates[0]! })
  await lockSlotDays(
    scope,
    row.project_id,
    days.map(([date]) => date),
  )
  const plans = mapById(
    await lockPlans(
      scope,
      days.map(([, { plan_id }]) => plan_id),
    ),
  )
  for (const [date, one] of days) await takeBack(scope, date, one, plans.get(one.plan_id))
  for (const [, one] of days) await putBack(scope, one)
  const left = Object.fromEntries(Object.entries(applied).filter(([date]) => !wanted.has(date)))
  return weekRecord(scope, await updateWeekPlan(scope, row.id, { applied: left, state: 'ready' }))
}

/** Removes stops that were added, unless somebody has moved them elsewhere since. */
async function takeBack(
  scope: Scope,
  date: string,
  { came, plan_id }: AppliedDay,
  plan: PlanRow | undefined,
): Promise<void> {
  if (!plan) return
  requirePlanAllows(plan, 'stops_joined')
  const stops = mapById(await listStopsOfPlanByRoute(scope, plan_id))
  const here = came.filter(({ stop_id }) => stops.has(stop_id))
  if (here.some(({ stop_id }) => stops.get(stop_id)!.status !== 'pending'))
    throw apiError('highway.week.error.under_way', { date })
  const made = here.flatMap(({ stop_id, recurring }) => (recurring ? stop_id : []))
  await deleteStops(scope, made)
  await removeFills(scope, made)
  for (const [to, some] of Map.groupBy(here, ({ from_plan_id, recurring }) => (recurring ? 'made' : from_plan_id)))
    if (to !== 'made' && to !== plan_id)
      await moveStops(
        scope,
        to,
        some.map(({ stop_id }) => stop_id),
      )
}

/** The routes have their orders again, as far as nobody changed them; a plan that was made for it and is empty goes. */
async function putBack(scope: Scope, { plan_id, was_made, orders, came }: AppliedDay): Promise<void> {
  const stops = await listStopsOfPlanByRoute(scope, plan_id)
  if (was_made && stops.length === 0) {
    await removePlan(scope, plan_id)
    return
  }
  const present = mapById(stops)
  const routes = mapById(await listRoutesOfPlan(scope, plan_id))
  for (const { route_id, stop_ids } of orders) {
    const route = routes.get(route_id)
    if (!route) continue
    const handled = new Set([...stop_ids, ...came.map(({ stop_id }) => stop_id)])
    const now = await listStopsOfRoutes(scope, [route_id])
    const kept = stop_ids.filter((id) => present.get(id)?.status === 'pending' || now.some((stop) => stop.id === id))
    await setOrder(scope, route, [...kept, ...listIds(now).filter((id) => !handled.has(id))])
  }
  await refreshPlans(scope, [plan_id])
}
