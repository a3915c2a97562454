// Corrections and conflicts: corrects a report that does not count, and accepts a correction that came too late.
import { isDeepStrictEqual } from 'node:util'
import { findProjectOfStop } from '../../data/projects.sql.ts'
import type { ReportConflictRow } from '../../data/report-conflict-tables.ts'
import { decideConflict, listConflicts, lockConflict, rewriteConflict } from '../../data/report-conflicts.sql.ts'
import type { ReportRow } from '../../data/report-tables.ts'
import { listReportsOfStops } from '../../data/reports.sql.ts'
import type { StopRow } from '../../data/stop-table.ts'
import { type ApiError, apiError } from '../../frame/platform/api-error.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { getPlan } from '../../planning/plans/plans.ts'
import { amendReport, type Change, keepVersion, type Said, withdrawReport } from './report-versions.ts'

/** Corrects a report that does not count, or discards it when its driver took it back; the former content is kept. */
export async function amendConflict(
  scope: Scope,
  id: string,
  said: Said | undefined,
  change: Change,
): Promise<ReportConflictRow> {
  const conflict = (await lockConflict(scope, id))!
  await keepVersion(scope, conflict, said ? 'amended' : 'taken_back', change)
  if (said) await rewriteConflict(scope, id, said)
  else if (conflict.state === 'open') {
    await decideConflict(scope, id, { state: 'dismissed', decided_by: null, report_id: null })
  }
  return (await listConflicts(scope, [id]))[0]!
}

/**
 * Applies an accepted correction of a driver: corrects the report, or takes it back. Returns undefined where the report no longer
 * exists.
 */
export async function countAmendment(
  scope: Scope,
  conflict: ReportConflictRow,
  stop: StopRow,
): Promise<ReportRow | undefined> {
  const report = (await listReportsOfStops(scope, [stop.id])).find(({ id }) => id === conflict.amends)
  const change: Change = { by: 'dispatcher', at: scope.now }
  if (conflict.reason === 'taken_back') {
    if (!report) throw cannotTake(conflict, 'its report was taken back already')
    await withdrawReport(scope, stop, report, change)
    return report
  }
  if (!report) return undefined
  const plan = stop.plan_id === null ? undefined : await getPlan(scope, stop.plan_id)
  const project = (await findProjectOfStop(scope, stop.id))!
  return amendReport(scope, { stop, project, ...(plan && { plan }) }, report, saidBy(conflict, report), change)
}

/** Returns the fields in which the correction differs from the report. */
function saidBy(conflict: ReportConflictRow, report: ReportRow): Said {
  const names = [
    ...(['comments', 'cancel_reason', 'custom_fields', 'taken_by', 'taker_name', 'payment_collected'] as const),
    ...(['images', 'signature', 'tasks', 'packages'] as const),
  ]
  const changed = names.filter((name) => !isDeepStrictEqual(conflict[name], report[name]))
  return Object.fromEntries(changed.map((name) => [name, conflict[name]]))
}

/** Returns the refusal of a conflict that cannot count. */
export function cannotTake({ id }: ReportConflictRow, reason: string): ApiError {
  return apiError('highway.report.error.cannot_take', { id, reason })
}
