// The audit log: who changed what in the organization's settings, written by the same transaction as the change.

import { insertAuditRow, selectAuditPage } from '../data/audit.sql.ts'
import { type AuditRow, auditLogTable } from '../data/audit-table.ts'
import { recordMaker } from '../data/records.ts'
import type { JsonObject } from '../data/values.ts'
import { createId } from '../platform/ids.ts'
import { json, jsonOrNull, type Scope } from '../platform/scope.ts'

export interface AuditedChange {
  action: 'created' | 'updated' | 'deleted'
  resourceType:
    | ('organization' | 'project' | 'api_key' | 'webhook' | 'user' | 'invitation')
    | ('vehicle' | 'client' | 'zone' | 'recurring_order')
  resourceId: string
  projectId?: string | null
  /** The fields that were sent with their new values; never a secret. */
  changes?: JsonObject
}

/** Notes a change. Secrets must not be among the changes: the log is shown. */
export async function recordAudit(scope: Scope, change: AuditedChange): Promise<void> {
  await insertAuditRow(scope.tx, {
    id: createId(scope.now),
    organization_id: scope.organizationId,
    project_id: change.projectId ?? null,
    actor: json(scope.actor),
    action: change.action,
    resource_type: change.resourceType,
    resource_id: change.resourceId,
    changes: jsonOrNull(change.changes),
    created_at: scope.now,
  })
}

/** Notes a change of a record of a project. */
export async function auditRecord(
  scope: Scope,
  action: AuditedChange['action'],
  resourceType: AuditedChange['resourceType'],
  { id, project_id }: { id: string; project_id: string },
  changes: JsonObject = {},
): Promise<void> {
  await recordAudit(scope, { action, resourceType, resourceId: id, projectId: project_id, changes })
}

/** The changed fields with the values that were sent. */
export function sentOf(input: object, changes: object): JsonObject {
  return Object.fromEntries(Object.entries(input).filter(([field]) => field in changes))
}

export interface AuditQuery {
  project_id?: string
  resource_id?: string
  limit: number
  offset: number
}

/** A page of the log, newest first. Callers with some projects see what concerns those. */
export async function listAudit(scope: Scope, query: AuditQuery): Promise<{ rows: AuditRow[]; total: number }> {
  return selectAuditPage(scope.tx, scope.organizationId, scope.projects, query)
}

export const auditResource = recordMaker(auditLogTable)
