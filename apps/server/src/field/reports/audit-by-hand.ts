// Audits reports that dispatchers record by hand or take back.
import { auditRecord } from '../../accounts/audit/audit.ts'
import type { ReportRow } from '../../data/report-tables.ts'
import type { Scope } from '../../frame/platform/scope.ts'

/**
 * Records what `by` did to a report and its content except words and pictures. Drivers' own actions are not audited: their
 * reports and versions show them.
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
