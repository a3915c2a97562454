// Every statement on the audit log.
import { sql } from 'kysely'
import type { AuditQuery } from '../audit/audit.ts'
import { withoutUndefined } from '../platform/compact.ts'
import type { Scope } from '../platform/scope.ts'
import { type AuditRow, auditLogTable } from './audit-table.ts'
import { addRows, listPage, withinReach } from './record-statements.ts'
import type { NewRow } from './records.ts'

export async function insertAuditRow(scope: Scope, row: NewRow<typeof auditLogTable>): Promise<void> {
  await addRows(scope, auditLogTable, [row])
}

/** A page of the log, newest first. */
export async function listAuditPage(
  scope: Scope,
  { project_id, resource_id, ...page }: AuditQuery,
): Promise<{ rows: AuditRow[]; total: number }> {
  const which = [withinReach(scope.projects), withoutUndefined({ project_id, resource_id })]
  return listPage(scope, auditLogTable, which, sql`id desc`, page)
}
