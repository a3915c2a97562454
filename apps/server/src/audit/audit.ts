// The audit log: who changed what in the organization's settings, written by the same transaction as the change.

import type { QueryOf } from '@routewright/contract'
import { insertAuditRow, listAuditPage } from '../data/audit.sql.ts'
import { auditLogTable } from '../data/audit-table.ts'
import { recordMaker } from '../data/records.ts'
import type { JsonObject } from '../data/values.ts'
import { createId } from '../platform/ids.ts'
import { pageOf } from '../platform/paging.ts'
import type { Scope } from '../platform/scope.ts'

export type AuditedAction = 'created' | 'updated' | 'deleted'

type AuditedType =
  | ('organization' | 'project' | 'api_key' | 'webhook' | 'user' | 'invitation')
  | ('vehicle' | 'client' | 'zone' | 'recurring_order' | 'map_extract')

/** Notes a change of a record, with the fields that were sent and their new values: never a secret, as the log is shown. */
export async function auditRecord(
  scope: Scope,
  action: AuditedAction,
  resourceType: AuditedType,
  { id, project_id = null }: { id: string; project_id?: string | null },
  changes: object | null = {},
): Promise<void> {
  await insertAuditRow(scope, {
    id: createId(scope.now),
    project_id,
    actor: scope.actor,
    action,
    resource_type: resourceType,
    resource_id: id,
    changes: changes as JsonObject | null,
    created_at: scope.now,
  })
}

/** The changed fields with the values that were sent. */
export function sentOf(input: object, changes: object): JsonObject {
  return Object.fromEntries(Object.entries(input).filter(([field]) => field in changes))
}

export type AuditQuery = QueryOf<'listAuditEntries'>

const auditResource = recordMaker(auditLogTable)

/** A page of the log, newest first. Callers with some projects see what concerns those. */
export async function listAudit(scope: Scope, query: AuditQuery) {
  const { rows, total } = await listAuditPage(scope, query)
  return pageOf(rows.map(auditResource), total, query.limit, query.offset)
}
