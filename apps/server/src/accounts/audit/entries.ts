// Entries of the audit log: who did what, written in the same transaction as the change.

import type { AuditedAction, AuditedKind } from '@routewright/contract'
import { insertAuditRow } from '../../data/audit.sql.ts'
import type { JsonObject } from '../../data/values.ts'
import { createId } from '../../frame/platform/ids.ts'
import type { Scope } from '../../frame/platform/scope.ts'

export type ViewedKind = Extract<AuditedKind, 'stops' | 'clients' | 'messages' | 'recurring_orders' | 'drivers'>

interface Audited {
  id: string
  project_id?: string | null
}

/**
 * Records a change of a record, with the fields that were sent and their new values: never a secret, because the log is shown.
 * For a subject that is no record, `id` is one created for the entry.
 */
export async function auditRecord(
  scope: Scope,
  action: AuditedAction,
  resourceType: AuditedKind,
  about: Audited,
  changes: object | null = {},
): Promise<void> {
  await insert(scope, createId(scope.now), action, resourceType, about, changes)
}

/** Records that the caller was shown records of a kind; an entry that exists already stays. */
export async function auditView(scope: Scope, entryId: string, kind: ViewedKind): Promise<void> {
  await insert(scope, entryId, 'viewed', kind, { id: entryId }, null)
}

/** Records that a key was used; an entry that exists already stays. */
export async function auditUse(scope: Scope, entryId: string, keyId: string): Promise<void> {
  await insert(scope, entryId, 'used', 'api_key', { id: keyId }, null)
}

async function insert(
  scope: Scope,
  id: string,
  action: AuditedAction,
  resource_type: AuditedKind,
  about: Audited,
  changes: object | null,
): Promise<void> {
  await insertAuditRow(scope, {
    id,
    project_id: about.project_id ?? null,
    actor: scope.actor,
    action,
    resource_type,
    resource_id: about.id,
    changes: changes as JsonObject | null,
    created_at: scope.now,
  })
}

/** Returns the changed fields with the values that were sent. */
export function keepSent(input: object, changes: object): JsonObject {
  return Object.fromEntries(Object.entries(input).filter(([field]) => field in changes))
}
