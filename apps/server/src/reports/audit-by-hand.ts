// What dispatchers record by hand, and take back, stands in the audit log.
import { auditRecord } from '../audit/audit.ts'
import type { ReportRow } from '../data/report-tables.ts'
import type { Scope } from '../platform/scope.ts'

/** Notes it with what was said of the stop, but for words and pictures. What drivers and programs report is not audited. */
export async function auditByHand(scope: Scope, action: 'created' | 'deleted', report: ReportRow): Promise<void> {
  if (report.reporter !== 'dispatcher') return
  const { stop_id, type, cancel_reason } = report
  await auditRecord(scope, action, 'report', report, { stop_id, type, ...(cancel_reason && { cancel_reason }) })
}
