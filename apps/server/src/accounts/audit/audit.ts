// The rules of the audit log, which records who changed, exported or saw what: paging, export, trimming.

import { Readable } from 'node:stream'
import type { QueryOf } from '@routewright/contract'
import {
  countAuditRowsBefore,
  deleteChainThrough,
  findTrimEnd,
  listAuditOfRecords,
  listAuditPage,
  listChain,
  redactAuditOfRecords,
} from '../../data/audit.sql.ts'
import { auditLogTable } from '../../data/audit-table.ts'
import { recordMaker } from '../../data/records.ts'
import { apiError } from '../../frame/platform/api-error.ts'
import { createId } from '../../frame/platform/ids.ts'
import { getPage } from '../../frame/platform/paging.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import type { Table } from '../../frame/platform/table-file.ts'
import { auditRecord } from './entries.ts'

export { auditRecord, keepSent } from './entries.ts'
export { verifyAudit } from './verify.ts'
export { createViews } from './views.ts'

export type AuditQuery = QueryOf<'listAuditEntries'>

const auditResource = recordMaker(auditLogTable)
/** Entries that one transaction deletes because of their age. */
const trimmedAtOnce = 5_000
const exportedAtOnce = 1_000

/** Returns a page of the log, newest first. Callers with some projects see entries about these. */
export async function listAudit(scope: Scope, query: AuditQuery) {
  const { rows, total } = await listAuditPage(scope, query)
  return getPage(rows.map(auditResource), total, query.limit, query.offset)
}

/** Returns the changes of these records and their authors; entries with erased changes are left out. */
export async function listAuditFor(scope: Scope, resourceIds: readonly string[]): Promise<object[]> {
  return (await listAuditOfRecords(scope, resourceIds)).map(auditResource)
}

/** Erases the changes from these entries; the entries stay. */
export async function redactAudit(scope: Scope, resourceIds: readonly string[]): Promise<void> {
  await redactAuditOfRecords(scope, resourceIds)
}

export async function countAuditBefore(scope: Scope, before: Date): Promise<number> {
  return countAuditRowsBefore(scope, before)
}

/**
 * Deletes some of the oldest entries before a moment, and records in the chain itself where it begins now. Returns how many were
 * deleted; the caller repeats until none is.
 */
export async function trimAudit(scope: Scope, before: Date): Promise<number> {
  const end = await findTrimEnd(scope, before, trimmedAtOnce)
  if (!end) return 0
  const entries = await deleteChainThrough(scope, end)
  const noted = { entries, through: end.number, hash: end.hash }
  await auditRecord(scope, 'deleted', 'audit_log', { id: createId(scope.now) }, noted)
  return entries
}

/** Throws 403 for callers who do not see the whole organization. */
export function requireWholeLog(scope: Scope): void {
  if (scope.projects !== 'all') throw apiError('highway.user.error.forbidden', { action: 'read the whole audit log' })
}

type Exported = Awaited<ReturnType<typeof listChain>>[number]

async function* exportedEntries(scope: Scope): AsyncGenerator<Exported[]> {
  for (let after = 0; ; ) {
    const entries = await listChain(scope, after, exportedAtOnce)
    if (entries.length === 0) return
    yield entries
    after = entries.at(-1)!.number
  }
}

/** Returns the whole chain as JSON lines, oldest first, with everything that its hashes are computed from. */
export function auditLines(scope: Scope): Readable {
  return Readable.from(
    (async function* () {
      for await (const entries of exportedEntries(scope)) {
        yield entries.map((entry) => `${JSON.stringify(getLine(entry))}\n`).join('')
      }
    })(),
  )
}

/** `actor` and `changes` are texts, as in the hash's input. */
function getLine({ at, ...entry }: Exported) {
  return { ...entry, created_at: getTime(at), at_microseconds: at }
}

function getTime(microseconds: string): string {
  return new Date(Number(microseconds) / 1000).toISOString()
}

const columns = [
  ...['number', 'created_at', 'actor', 'action', 'resource_type', 'resource_id', 'project_id', 'changes', 'hash'],
] as const

/** The same as a table for people. */
export function auditTable(scope: Scope): Table {
  const cells = (entry: Exported) => {
    const row = { ...entry, created_at: getTime(entry.at) }
    return columns.map((name) => row[name])
  }
  return {
    name: 'audit',
    columns: columns.map((title) => ({ title, kind: title === 'number' ? 'number' : 'text' })),
    batches: (async function* () {
      for await (const entries of exportedEntries(scope)) yield entries.map(cells)
    })(),
  }
}
