// Entries of the audit log: who did what, written by the same transaction as what was done.

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
 * Notes a change of a record, with the fields that were sent and their new values: never a secret, as the log is shown. For
 * what is no record, `id` is one made for the entry.
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

/** Notes that the caller was shown records of a kind; an entry that was written before is left alone. */
export async function auditView(scope: Scope, entryId: string, kind: ViewedKind): Promise<void> {
  await insert(scope, entryId, 'viewed', kind, { id: entryId }, null)
}

/** Notes that a key was used; an entry that was written before is left alone. */
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

/** The changed fields with the values that were sent. */
export function sentOf(input: object, changes: object): JsonObject {
  return Object.fromEntries(Object.entries(input).filter(([field]) => field in changes))
}
