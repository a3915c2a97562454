// What dispatchers record by hand, and take back, stands in the audit log.
import { auditRecord } from '../../accounts/audit/audit.ts'
import type { ReportRow } from '../../data/report-tables.ts'
import type { Scope } from '../../frame/platform/scope.ts'

/**
 * Notes what `by` did to a report, with what it said of the stop, but for words and pictures. What drivers do themselves is not audited: their
 * reports and versions tell it.
 */
export async function auditByHand(
  scope: Scope,
  action: 'created' | 'updated' | 'deleted',
  report: ReportRow,
  by = report.reporter,
): Promise<void> {
  if (by !== 'dispatcher') return
  const { stop_id, type, cancel_reason } = report
  await auditRecord(scope, action, 'report', report, { stop_id, type, ...(cancel_reason && { cancel_reason }) })
}
