// Handles the result of an optimization after bookings: applied if it is worth it and disturbs nobody, else discarded.
import { auditRecord } from '../../accounts/audit/audit.ts'
import { getProject } from '../../accounts/projects/projects.ts'
import { writeResult } from '../../data/optimization-results.sql.ts'
import { finishRun, lockOwnRun, settleRun } from '../../data/optimization-runs.sql.ts'
import type { RunRow } from '../../data/optimization-tables.ts'
import type { PlanRow } from '../../data/plan-table.ts'
import { listRoutesOfPlan } from '../../data/routes.sql.ts'
import { listPromisedWindows } from '../../data/slot-promises.sql.ts'
import { notFound } from '../../frame/platform/api-error.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { type ApplyOutcome, applyFound, type FoundPlan } from '../../optimizing/optimization/apply.ts'
import { compare } from '../../optimizing/optimization/held-results.ts'
import { getUndo, ordersNow } from '../../optimizing/optimization/orders.ts'
import { lockPlans } from '../../planning/lifecycle/lifecycle.ts'
import { hasPrice } from '../../planning/modelling/costs.ts'
import type { PlanFigures } from '../../planning/modelling/route-figures.ts'
import { loadContexts } from '../../planning/sequence/sequence.ts'
import { isEdited } from './after-bookings.sql.ts'
import { editedSeconds, lookAfterBooking, lookSeconds, usualShare } from './booked-days.ts'

/**
 * Applies what was found if the day gets better by the share of the project, keeps every promise and leaves nobody out or late who was
 * not before; else it is thrown away. A plan that changed since the search began, or that somebody is at, is looked at again later.
 */
export async function applyAfterBookings(
  scope: Scope,
  run: RunRow,
  revision: PlanRow['revision'],
  found: FoundPlan,
): Promise<ApplyOutcome> {
  const [plan] = await lockPlans(scope, [run.plan_id])
  if (!(await lockOwnRun(scope, run))) return 'lost'
  if (!plan) throw notFound('plan', run.plan_id)
  await finishRun(scope, run.id, { status: 'success', cost: found.cost, unassigned_stops: found.unassigned.length })
  if (plan.revision !== revision || plan.status === 'finished' || (await isEdited(scope, plan.id, editedSeconds))) {
    await settleRun(scope, run.id, 'discarded_at')
    await lookAfterBooking(scope, plan.id, plan.revision === revision ? editedSeconds : lookSeconds)
    return 'applied'
  }
  const comparison = await compare(scope, plan.id, found, run)
  const project = await getProject(scope, plan.project_id)
  const gained = await shareGained(scope, plan, comparison)
  const isWorth = gained >= (project.slot_rules.reoptimize_share ?? usualShare)
  if (!isWorth || isWorse(comparison) || !(await keepsPromises(scope, plan.id, comparison))) {
    await writeResult(scope, run, { result: null, comparison })
    await settleRun(scope, run.id, 'discarded_at')
    return 'applied'
  }
  const before = await ordersNow(scope, plan.id)
  await applyFound(scope, plan, null, found)
  const undo = getUndo(before, await ordersNow(scope, plan.id))
  await writeResult(scope, run, { result: null, comparison, undo })
  await settleRun(scope, run.id, 'applied_at')
  const { moved_stops, before: was, after: is } = comparison
  const saved = { saved_distance: was.distance - is.distance, saved_time: was.travel_time - is.travel_time }
  await auditRecord(scope, 'updated', 'routes', plan, { after_bookings: true, moved_stops, ...saved })
  return 'applied'
}

type Comparison = Awaited<ReturnType<typeof compare>>

/** Returns the share gained in the day's objective: money where vehicles have prices, else metres or seconds of driving. */
async function shareGained(scope: Scope, plan: PlanRow, { before, after }: Comparison): Promise<number> {
  const { settings } = (await loadContexts(scope, [plan.id])).get(plan.id)!
  const isPriced = (await listRoutesOfPlan(scope, plan.id)).some(hasPrice)
  const field: keyof PlanFigures = isPriced ? 'cost' : settings.useDistance ? 'distance' : 'travel_time'
  return before[field] > 0 ? (before[field] - after[field]) / before[field] : 0
}

function isWorse({ before, after }: Comparison): boolean {
  const names = ['unassigned', 'late_stops', 'broken_rules'] as const
  return names.some((name) => after[name] > before[name])
}

/** Checks the planned times against the promises, independently of the optimizer. */
async function keepsPromises(scope: Scope, planId: string, { routes }: Comparison): Promise<boolean> {
  const arrivals = new Map(
    routes.flatMap((route) => route.stops.map((stop) => [stop.stop_id, stop.planned_arrival_time])),
  )
  const promised = await listPromisedWindows(scope, planId)
  return promised.every(({ stop_id, closes }) => {
    const arrival = arrivals.get(stop_id)
    return arrival !== undefined && arrival <= closes
  })
}
