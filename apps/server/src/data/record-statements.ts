// Statements that are alike for many tables: rows of the organization read, locked, changed and softly deleted.
import { type RawBuilder, sql } from 'kysely'
import { createId } from '../platform/ids.ts'
import { containsPattern, orderBy, type SortTerm } from '../platform/paging.ts'
import { laterThanBefore, type Scope } from '../platform/scope.ts'
import { columnValues } from './records.ts'
import type { RowOf, Table } from './table.ts'

type Condition = RawBuilder<unknown>

export const isPresent: Condition = sql`not deleted`
export const hasId = (ids: readonly string[]): Condition => sql`id = any(${ids}::text[])`
export const isOfProject = (projectId: string): Condition => sql`project_id = ${projectId}`

/** What a new record of the project begins with, whatever its kind. */
export function beginRecord(scope: Scope, projectId: string) {
  return {
    id: createId(scope.now),
    organization_id: scope.organizationId,
    project_id: projectId,
    created_by: scope.userId ?? null,
    created_at: scope.now,
    updated_at: scope.now,
  }
}

/** The records of the organization that meet all conditions; `rest` orders or locks them. */
export async function listRecords<T extends Table>(
  scope: Scope,
  table: T,
  conditions: readonly Condition[],
  rest: Condition = sql``,
): Promise<RowOf<T>[]> {
  const { rows } = await sql<RowOf<T>>`
    select * from ${sql.table(table.name)} where ${ofOrganization(scope, conditions)} ${rest}`.execute(scope.tx)
  return rows
}

/** The record behind the lock, for a change; not one that was deleted. */
export async function lockRecord<T extends Table>(scope: Scope, table: T, id: string): Promise<RowOf<T> | undefined> {
  return (await listRecords(scope, table, [hasId([id]), isPresent], sql`for no key update`))[0]
}

/** One page of a project's records, as callers ask for it. */
export interface RecordQuery {
  projectId: string
  /** Found anywhere in one of the searched columns. */
  text?: string
  includeDeleted: boolean
  sort: readonly SortTerm[]
  limit: number
  offset: number
}

export async function listRecordPage<T extends Table>(
  scope: Scope,
  table: T,
  { projectId, text, includeDeleted, sort, limit, offset }: RecordQuery,
  searched: readonly Condition[],
  further: readonly Condition[] = [],
): Promise<{ rows: RowOf<T>[]; total: number }> {
  const matches = (pattern: string) =>
    sql`(${sql.join(
      searched.map((column) => sql`${column} ilike ${pattern}`),
      sql` or `,
    )})`
  const conditions = [
    isOfProject(projectId),
    ...(includeDeleted ? [] : [isPresent]),
    ...(text ? [matches(containsPattern(text))] : []),
    ...further,
  ]
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::integer as total from ${sql.table(table.name)} where ${ofOrganization(scope, conditions)}`.execute(
    scope.tx,
  )
  const page = sql`order by ${orderBy(table.name, sort)} limit ${limit} offset ${offset}`
  return { rows: await listRecords(scope, table, conditions, page), total: counted[0]!.total }
}

/** Changes the record and moves its updated_at. */
export async function updateRecord<T extends Table>(
  scope: Scope,
  table: T,
  id: string,
  changes: Partial<RowOf<T>>,
): Promise<RowOf<T>> {
  return (await updateRecords(scope, table, [hasId([id])], changes))[0]!
}

/** Deletes the record softly and answers it. */
export async function deleteRecord<T extends Table>(scope: Scope, table: T, id: string): Promise<RowOf<T>> {
  return (await deleteRecords(scope, table, [id]))[0]!
}

export async function deleteRecords<T extends Table>(
  scope: Scope,
  table: T,
  ids: readonly string[],
): Promise<RowOf<T>[]> {
  return updateRecords(scope, table, [hasId(ids)], { deleted: true, deleted_at: scope.now })
}

/** Deletes what is left of a project's records softly. */
export async function deleteRecordsOfProject(scope: Scope, table: Table, projectId: string): Promise<void> {
  await updateRecords(scope, table, [isOfProject(projectId), isPresent], { deleted: true, deleted_at: scope.now })
}

async function updateRecords<T extends Table>(
  scope: Scope,
  table: T,
  conditions: readonly Condition[],
  changes: object,
): Promise<RowOf<T>[]> {
  const values = { ...columnValues(table, changes as Partial<RowOf<T>>), updated_at: laterThanBefore(scope.now) }
  const set = Object.entries(values).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  const { rows } = await sql<RowOf<T>>`
    update ${sql.table(table.name)} set ${sql.join(set)} where ${ofOrganization(scope, conditions)} returning *`.execute(
    scope.tx,
  )
  return rows
}

function ofOrganization(scope: Scope, conditions: readonly Condition[]): Condition {
  return sql.join([sql`organization_id = ${scope.organizationId}`, ...conditions], sql` and `)
}
