// The queries of the audit log.

import type { Insertable } from 'kysely'
import type { AuditQuery } from '../audit/audit.ts'
import type { ProjectReach, Tx } from '../platform/scope.ts'
import type { AuditRow } from './audit-table.ts'
import type { Database } from './tables.ts'

export async function insertAuditRow(tx: Tx, row: Insertable<Database['audit_log']>): Promise<void> {
  await tx.insertInto('audit_log').values(row).execute()
}

export async function selectAuditPage(
  tx: Tx,
  organizationId: string,
  reach: ProjectReach,
  query: AuditQuery,
): Promise<{ rows: AuditRow[]; total: number }> {
  if (reach !== 'all' && reach.size === 0) return { rows: [], total: 0 }
  let entries = tx.selectFrom('audit_log').where('organization_id', '=', organizationId)
  if (reach !== 'all') entries = entries.where('project_id', 'in', [...reach])
  if (query.project_id) entries = entries.where('project_id', '=', query.project_id)
  if (query.resource_id) entries = entries.where('resource_id', '=', query.resource_id)
  const { total } = await entries.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await entries.selectAll().orderBy('id', 'desc').limit(query.limit).offset(query.offset).execute()
  return { rows, total }
}
