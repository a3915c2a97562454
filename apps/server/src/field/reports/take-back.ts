// Taking back a report, by a dispatcher or by the driver who made it, as long as nobody has acted on it.
import type { ReportRow } from '../../data/report-tables.ts'
import { listReportsOfStops } from '../../data/reports.sql.ts'
import { findRouteRow } from '../../data/routes.sql.ts'
import type { StopRow } from '../../data/stop-table.ts'
import { listLinkedDeliveries } from '../../data/stops.sql.ts'
import { findSurveyRow } from '../../data/surveys.sql.ts'
import { apiError, notFound } from '../../frame/platform/api-error.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { unreportStop } from '../../planning/lifecycle/lifecycle.ts'
import { lockStops } from '../../planning/lifecycle/lock-stops.ts'
import { getPlan } from '../../planning/plans/plans.ts'
import { getStopRecord } from '../../planning/stops/stops.ts'
import { updateEstimates } from '../estimates/estimates.ts'
import { auditByHand, getReporter } from './reports.ts'
import { type Change, removeReport, tellReports, undoOutcome } from './versions.ts'

/**
 * Takes back a report, whoever made it, and returns the stop without it. Throws 404, 403, `highway.report.error.cannot_take_back`
 * with the reason, and the refusals of a finished route or plan, which never start again.
 */
export async function takeBackReport(scope: Scope, stopId: string, reportId: string) {
  const [stop] = await lockStops(scope, [stopId])
  const report = (await listReportsOfStops(scope, [stopId])).find(({ id }) => id === reportId)
  if (!report) throw notFound('report', reportId)
  await withdrawReport(scope, stop!, report, { by: getReporter(scope), at: scope.now })
  return getStopRecord(scope, stopId)
}

/** Restores the stop to its state before the report. Throws as `takeBackReport`. The stop and its plan must be locked. */
export async function withdrawReport(scope: Scope, stop: StopRow, report: ReportRow, change: Change): Promise<void> {
  const reason = await whyNot(scope, stop, report)
  if (reason) throw apiError('highway.report.error.cannot_take_back', { id: report.id, reason })
  const plan = await getPlan(scope, stop.plan_id!)
  const route = stop.route_id === null ? undefined : await findRouteRow(scope, stop.route_id)
  await undoOutcome(scope, stop, report)
  await removeReport(scope, report, change)
  const isAttempt = report.type === 'service_report_attempted'
  await unreportStop(scope, { stop, plan, ...(route && { route }) }, { id: report.id, isAttempt })
  if (route) await updateEstimates(scope, route.id)
  await auditByHand(scope, 'deleted', report, change.by)
  await tellReports(scope, stop.id, plan)
}

/** Returns why the report cannot be taken back: something followed from it. */
async function whyNot(scope: Scope, stop: StopRow, report: ReportRow): Promise<string | undefined> {
  if (stop.plan_id === null || report.stop_moves !== stop.moves) return 'the stop was moved to another plan since'
  const reports = await listReportsOfStops(scope, [stop.id])
  if (reports.some((other) => other.received_at > report.received_at)) return 'another report came after it'
  if (await findSurveyRow(scope, stop.id)) return 'the recipient has answered'
  const deliveries = stop.type === 'pickup' ? await listLinkedDeliveries(scope, [stop.id]) : []
  return deliveries.some(({ status }) => status !== 'pending') ? 'what was picked up is delivered' : undefined
}
