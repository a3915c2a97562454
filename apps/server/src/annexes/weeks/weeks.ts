// The rules of weeks that are planned as a whole: asked for, looked at, thrown away. Applying is apply-week.ts.
import type { WeekDay, WeekItem, WeekPlan, WeekPlanInput } from '@routewright/contract'
import { weekLimits } from '@routewright/contract'
import { getProject, requireReach } from '../../accounts/projects/projects.ts'
import { listTerms } from '../../data/backlog.sql.ts'
import { beginRecord } from '../../data/record-statements.ts'
import { mapById } from '../../data/records.ts'
import { recurringOrderRecords } from '../../data/recurring-orders.sql.ts'
import { listStopRowsEvenDeleted } from '../../data/stops.sql.ts'
import type { FoundItem, WeekPlanRow } from '../../data/week-plan-table.ts'
import {
  countUnfinishedWeekPlans,
  findWeekPlan,
  insertWeekPlan,
  lockWeekPlan,
  removeOldWeekPlans,
  removeWeekPlan,
} from '../../data/week-plans.sql.ts'
import { apiError, invalidPayload, notFound } from '../../frame/platform/api-error.ts'
import { dateInZone } from '../../frame/platform/calendar.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import type { Services } from '../../frame/platform/services.ts'
import { laterDay } from './backlog/backlog.ts'
import { togetherWith } from './together.ts'
import { readWeek } from './week-stops.ts'

const usual = { days: 7, stability: 0.5, seconds: 30 } as const
/** Long enough to take it back on the day after. */
const keptMilliseconds = 7 * 86_400_000

/** Takes the order. Throws 404, 403, invalid_payload for a first day that is not ahead, highway.week.error.{too_large, too_many}. */
export async function planWeek(scope: Scope, projectId: string, input: WeekPlanInput): Promise<WeekPlan> {
  const project = await getProject(scope, projectId)
  const today = dateInZone(scope.now, project.timezone)
  const from_on = input.from?.slice(0, 10) ?? laterDay(today, 1)
  if (from_on <= today) throw invalidPayload('from', `must be after today, ${today}`)
  const { days, stability, seconds } = { ...usual, ...input }
  const { stops } = await readWeek(scope, project, datesOfWeek({ from_on, days }), new Set())
  const visits = stops.reduce((sum, { sets }) => sum + new Set(sets.flat()).size, 0)
  if (visits > weekLimits.visits)
    throw apiError('highway.week.error.too_large', { count: visits, limit: weekLimits.visits })
  const count = await countUnfinishedWeekPlans(scope)
  if (count >= weekLimits.atOnce) throw apiError('highway.week.error.too_many', { count, limit: weekLimits.atOnce })
  const row = await insertWeekPlan(scope, {
    ...beginRecord(scope, project.id),
    from_on,
    days,
    stability,
    seconds,
    expires_at: new Date(scope.now.getTime() + keptMilliseconds),
  })
  await scope.jobs.send(scope.tx, 'week_plan', { organization_id: scope.organizationId, week_plan_id: row.id })
  return weekRecord(scope, row)
}

export function datesOfWeek({ from_on, days }: Pick<WeekPlanRow, 'from_on' | 'days'>): string[] {
  return Array.from({ length: days }, (_, index) => laterDay(from_on, index))
}

/** Throws 404 or 403. */
export async function getWeekPlan(scope: Scope, id: string): Promise<WeekPlan> {
  return weekRecord(scope, requireWeek(scope, id, await findWeekPlan(scope, id)))
}

/** Throws it away; a search that runs ends when it hears of it. */
export async function discardWeekPlan(scope: Scope, id: string): Promise<WeekPlan> {
  const row = requireWeek(scope, id, await lockWeekPlan(scope, id))
  const record = await weekRecord(scope, row)
  await removeWeekPlan(scope, row.id)
  return record
}

/** Locks the week plan. Throws 404 or 403. */
export async function lockWeek(scope: Scope, id: string): Promise<WeekPlanRow> {
  return requireWeek(scope, id, await lockWeekPlan(scope, id))
}

function requireWeek(scope: Scope, id: string, row: WeekPlanRow | undefined): WeekPlanRow {
  if (!row) throw notFound('week plan', id)
  requireReach(scope, row.project_id)
  return row
}

/** Forgets those whose time has passed. */
export async function cleanUpWeeks({ database, clock }: Pick<Services, 'database' | 'clock'>): Promise<void> {
  await removeOldWeekPlans(database.db, clock.now())
}

/** With names and last days, which are read when they are told and never kept. */
export async function weekRecord(scope: Scope, row: WeekPlanRow): Promise<WeekPlan> {
  const { found, applied } = row
  const words = await getWords(scope, [
    ...(found?.days.flatMap(({ arriving, leaving }) => [...arriving, ...leaving]) ?? []),
    ...(found?.left ?? []),
  ])
  const proposed = found?.days.map((day): WeekDay => {
    const done = applied[day.date]
    const planId = done?.plan_id ?? day.plan_id
    return {
      date: day.date,
      before: day.before,
      after: day.after,
      kept_routes: day.kept_routes,
      arriving: day.arriving.map(words),
      leaving: day.leaving.map(words),
      returned: (done?.returned ?? []).map(words),
      together: togetherWith(found, day.date),
      ...(planId && { plan_id: planId }),
      ...(done && { applied_at: done.applied_at }),
    }
  })
  return {
    id: row.id,
    organization_id: row.organization_id,
    project_id: row.project_id,
    from_on: row.from_on,
    days: row.days,
    stability: row.stability,
    state: row.state,
    percent: row.percent,
    expires_at: row.expires_at.toISOString(),
    ...(row.created_by && { created_by: row.created_by }),
    ...(row.reason && { reason: row.reason }),
    ...(proposed && { proposed, left: found!.left.map(words) }),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

async function getWords(scope: Scope, items: readonly FoundItem[]): Promise<(item: FoundItem) => WeekItem> {
  const stopIds = [...new Set(items.flatMap(({ stop_id }) => stop_id ?? []))]
  const orderIds = [...new Set(items.flatMap(({ recurring_order_id }) => recurring_order_id ?? []))]
  const [stopRows, orderRows, terms] = await Promise.all([
    listStopRowsEvenDeleted(scope, stopIds),
    recurringOrderRecords.listEvenDeleted(scope, orderIds),
    listTerms(scope, stopIds),
  ])
  const [stops, orders] = [mapById(stopRows), mapById(orderRows)]
  const lastDays = new Map(terms.map(({ stop_id, latest_on }) => [stop_id, latest_on]))
  return ({ from, to, ...item }) => {
    const order = orders.get(item.recurring_order_id ?? '')
    const name = stops.get(item.stop_id ?? '')?.label ?? order?.label ?? order?.stop.label
    const last = lastDays.get(item.stop_id ?? '')
    return {
      ...item,
      ...(name && { label: name }),
      ...(from && { from_date: from }),
      ...(to && { to_date: to }),
      ...(last && { latest_on: last }),
    }
  }
}
