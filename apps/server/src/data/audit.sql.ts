// Every statement on the audit log. A trigger writes the chain at commit.
import type { QueryOf } from '@routewright/contract'
import { sql } from 'kysely'
import { withoutUndefined } from '../frame/platform/compact.ts'
import type { Scope } from '../frame/platform/scope.ts'
import { type AuditHead, type AuditRow, auditHeadTable, auditLogTable } from './audit-table.ts'
import {
  addRows,
  countRecords,
  findRecord,
  listPage,
  listRecords,
  removeRows,
  setColumns,
  withinReach,
} from './record-statements.ts'
import type { NewRow } from './records.ts'

/** Inserts an entry, unless its id exists. */
export async function insertAuditRow(scope: Scope, row: NewRow<typeof auditLogTable>): Promise<void> {
  await addRows(scope, auditLogTable, [row], sql`on conflict (id) do nothing`)
}

/** Returns a page of the log, newest first. */
export async function listAuditPage(
  scope: Scope,
  { project_id, resource_id, ...page }: QueryOf<'listAuditEntries'>,
): Promise<{ rows: AuditRow[]; total: number }> {
  const which = [withinReach(scope.projects), withoutUndefined({ project_id, resource_id })]
  return listPage(scope, auditLogTable, which, sql`number desc`, page)
}

/** Returns entries about these records whose changes are still there, in the order of the chain. */
export async function listAuditOfRecords(scope: Scope, resourceIds: readonly string[]): Promise<AuditRow[]> {
  const which = [{ resource_id: resourceIds }, sql`changes is not null`]
  return listRecords(scope, auditLogTable, which, sql`order by number`)
}

/** Deletes the changes in these entries; the chain remains valid, as it uses their digest. */
export async function redactAuditOfRecords(scope: Scope, resourceIds: readonly string[]): Promise<number> {
  const which = [{ resource_id: resourceIds }, sql`changes is not null`]
  return setColumns(scope, auditLogTable, which, { changes: null, salt: null, redacted_at: scope.now })
}

export async function countAuditRowsBefore(scope: Scope, before: Date): Promise<number> {
  return countRecords(scope, auditLogTable, [sql`created_at < ${before}`])
}

/** An entry with the exact texts that its hash is computed from, as the database writes them. */
export interface ChainedEntry {
  number: number
  id: string
  organization_id: string
  project_id: string | null
  actor: string
  action: string
  resource_type: string
  resource_id: string
  /** Microseconds since 1970. */
  at: string
  changes: string | null
  salt: string | null
  changes_digest: string | null
  hash: string
  redacted_at: Date | null
}

/** Returns the entries after a number, in the order of the chain. */
export async function listChain(scope: Scope, after: number, limit: number): Promise<ChainedEntry[]> {
  const { rows } = await sql<ChainedEntry>`
    select number, id, organization_id, project_id, actor::text as actor, action, resource_type, resource_id,
      (extract(epoch from created_at) * 1000000)::bigint::text as at, changes::text as changes, salt, changes_digest, hash,
      redacted_at
    from audit_log where organization_id = ${scope.organizationId} and number > ${after}
    order by number limit ${limit}`.execute(scope.tx)
  return rows
}

/** Returns an entry that is in no chain. */
export async function findUnchained(scope: Scope): Promise<AuditRow | undefined> {
  return findRecord(scope, auditLogTable, [sql`number is null`], sql`limit 1`)
}

export async function findAuditHead(scope: Scope): Promise<AuditHead | undefined> {
  return findRecord(scope, auditHeadTable, {})
}

/** Returns the youngest of up to `limit` entries at the beginning of the chain that are all older than a moment. */
export async function findTrimEnd(
  scope: Scope,
  before: Date,
  limit: number,
): Promise<{ number: number; hash: string } | undefined> {
  const { rows } = await sql<{ number: number; hash: string }>`
    select number, hash from (
      select number, hash, bool_and(created_at < ${before}) over (order by number) as is_old
      from audit_log where organization_id = ${scope.organizationId} and number is not null
      order by number limit ${limit}) oldest
    where is_old order by number desc limit 1`.execute(scope.tx)
  return rows[0]
}

/** Deletes the chain up to an entry, stores where it begins now, and returns the number of deleted entries. */
export async function deleteChainThrough(scope: Scope, end: { number: number; hash: string }): Promise<number> {
  const deleted = await removeRows(scope, auditLogTable, [sql`number <= ${end.number}`])
  await setColumns(scope, auditHeadTable, {}, { trimmed_number: end.number, trimmed_hash: end.hash })
  return deleted
}
