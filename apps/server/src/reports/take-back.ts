// A dispatcher who recorded something by mistake takes it back, while nobody has acted on it.
import type { ReportRow } from '../data/report-tables.ts'
import { deleteReport, listReportsOfStops } from '../data/reports.sql.ts'
import { findRouteRow } from '../data/routes.sql.ts'
import type { StopRow } from '../data/stop-table.ts'
import { listLinkedDeliveries } from '../data/stops.sql.ts'
import { findSurveyRow } from '../data/surveys.sql.ts'
import { listTasksOfStops } from '../data/tasks.sql.ts'
import { updateEstimates } from '../estimates/estimates.ts'
import { recordStopReported, unreportStop } from '../lifecycle/lifecycle.ts'
import { lockStops } from '../lifecycle/lock-stops.ts'
import { getPlan } from '../plans/plans.ts'
import { apiError, notFound } from '../platform/api-error.ts'
import type { Scope } from '../platform/scope.ts'
import { taskResource } from '../resources/records.ts'
import { reportResource } from '../resources/report.ts'
import { getStopRecord } from '../stops/stops.ts'
import { auditByHand } from './audit-by-hand.ts'

/**
 * The stop as it is without the report. Throws 404, 403, `highway.report.error.cannot_take_back` with the reason, and the refusals of a
 * route or plan that is over: they never start again.
 */
export async function takeBackReport(scope: Scope, stopId: string, reportId: string) {
  const [stop] = await lockStops(scope, [stopId])
  const reports = await listReportsOfStops(scope, [stopId])
  const report = reports.find(({ id }) => id === reportId)
  if (!report) throw notFound('report', reportId)
  const reason = await whyNot(scope, stop!, report, reports)
  if (reason) throw apiError('highway.report.error.cannot_take_back', { id: reportId, reason })
  const plan = await getPlan(scope, stop!.plan_id!)
  const route = stop!.route_id === null ? undefined : await findRouteRow(scope, stop!.route_id)
  await deleteReport(scope, reportId)
  const isAttempt = report.type === 'service_report_attempted'
  const pending = await unreportStop(scope, { stop: stop!, plan, ...(route && { route }) }, { id: reportId, isAttempt })
  if (route) await updateEstimates(scope, route.id)
  await auditByHand(scope, 'deleted', report)
  const tasks = await listTasksOfStops(scope, [stopId])
  await recordStopReported(scope, pending, plan, {
    reports: reports.filter((one) => one !== report).map((one) => reportResource(one, scope.publicBase)),
    tasks: tasks.map(taskResource),
  })
  return getStopRecord(scope, stopId)
}

/** Why it stays: it is another's, or something followed from it. */
async function whyNot(
  scope: Scope,
  stop: StopRow,
  report: ReportRow,
  reports: readonly ReportRow[],
): Promise<string | undefined> {
  if (report.reporter !== 'dispatcher') return 'no dispatcher recorded it'
  if (stop.plan_id === null || report.stop_moves !== stop.moves) return 'the stop was moved to another plan since'
  if (reports.some((one) => one.received_at > report.received_at)) return 'another report came after it'
  if (report.tasks.length > 0 || report.packages.length > 0) return 'it concerns tasks or parcels'
  if (await findSurveyRow(scope, stop.id)) return 'the recipient has answered'
  const deliveries = stop.type === 'pickup' ? await listLinkedDeliveries(scope, [stop.id]) : []
  return deliveries.some(({ status }) => status !== 'pending') ? 'what was picked up is delivered' : undefined
}
