// Statements that are alike for many tables: rows of the organization read, locked, inserted, changed and deleted.
import { foldText } from '@routewright/contract'
import { isExpression, type QueryResult, type RawBuilder, sql } from 'kysely'
import { createId } from '../frame/platform/ids.ts'
import { containsPattern, orderBy, type SortTerm } from '../frame/platform/paging.ts'
import { laterThanBefore, type ProjectReach, type Scope } from '../frame/platform/scope.ts'
import { insertRows } from './insert-rows.ts'
import { columnValues, type NewRow, searchedNames } from './records.ts'
import type { RowOf, Table } from './table.ts'

type Condition = RawBuilder<unknown>

/** Columns and what they hold: a value, null, or one of several values. */
export type Fits<T extends Table> = {
  readonly [Name in keyof RowOf<T>]?: RowOf<T>[Name] | readonly RowOf<T>[Name][]
}

/** Which rows of a table: all of these conditions hold. */
export type Which<T extends Table> = Fits<T> | readonly (Fits<T> | Condition)[]

type OrExpressions<Row> = { readonly [Name in keyof Row]: Row[Name] | RawBuilder<unknown> }

/** What is written into columns: values as rows hold them, or expressions. */
export type Written<T extends Table> = Partial<OrExpressions<RowOf<T>>>

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

// A table without a column organization_id hangs on records of another one: whoever asks has shown that they are his.

/** The rows of the organization; `rest` orders or locks them. Nothing is asked where a column is to hold one of no values. */
export async function listRecords<T extends Table>(
  scope: Scope,
  table: T,
  which: Which<T>,
  rest?: Condition,
): Promise<RowOf<T>[]> {
  return select<RowOf<T>, T>(scope, table, sql`*`, which, rest)
}

/** The same with some of the columns, where there are many or wide rows. */
export async function listColumns<T extends Table, Name extends keyof RowOf<T> & string>(
  scope: Scope,
  table: T,
  names: readonly Name[],
  which: Which<T>,
  rest?: Condition,
): Promise<Pick<RowOf<T>, Name>[]> {
  const columns = sql.join(names.map((name) => sql.ref(name)))
  return select<Pick<RowOf<T>, Name>, T>(scope, table, columns, which, rest)
}

async function select<Row, T extends Table>(
  scope: Scope,
  table: T,
  columns: Condition,
  which: Which<T>,
  rest: Condition = sql``,
): Promise<Row[]> {
  const conditions = conditionsOf(scope, table, which)
  if (!conditions) return []
  const { rows } = await sql<Row>`select ${columns} from ${sql.table(table.name)} where ${conditions} ${rest}`.execute(
    scope.tx,
  )
  return rows
}

export async function findRecord<T extends Table>(
  scope: Scope,
  table: T,
  which: Which<T>,
  rest?: Condition,
): Promise<RowOf<T> | undefined> {
  return (await listRecords(scope, table, which, rest))[0]
}

export async function countRecords<T extends Table>(scope: Scope, table: T, which: Which<T>): Promise<number> {
  const conditions = conditionsOf(scope, table, which)
  if (!conditions) return 0
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from ${sql.table(table.name)} where ${conditions}`.execute(scope.tx)
  return rows[0]!.total
}

/** A part of the rows, and how many there are in all. */
export async function listPage<T extends Table>(
  scope: Scope,
  table: T,
  which: Which<T>,
  order: Condition,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: RowOf<T>[]; total: number }> {
  const [total, rows] = await Promise.all([
    countRecords(scope, table, which),
    listRecords(scope, table, which, sql`order by ${order} limit ${limit} offset ${offset}`),
  ])
  return { rows, total }
}

/** What lies in the projects that the caller reaches. */
export function withinReach(reach: ProjectReach): { project_id?: string[] } {
  return reach === 'all' ? {} : { project_id: [...reach] }
}

/** The text stands anywhere in one of the searched columns, or in what else is named, as written or folded; nothing is asked without a text. */
export function containsText(table: Table, text: string | undefined, also: readonly Condition[] = []): Condition[] {
  if (!text) return []
  const columns = [...searchedNames(table).map((name) => sql.ref(name)), ...also]
  const [written, folded] = [containsPattern(text), containsPattern(foldText(text))]
  const parts = columns.map((column) => sql`${column} ilike ${written} or fold_text(${column}) like ${folded}`)
  return [sql`(${sql.join(parts, sql` or `)})`]
}

/** Inserts the rows and answers how many were; `rest` says what happens to those that clash. The organization is the scope's. */
export async function addRows<T extends Table>(
  scope: Scope,
  table: T,
  rows: readonly OrExpressions<NewRow<T>>[],
  rest: Condition = sql``,
): Promise<number> {
  return rows.length === 0 ? 0 : (await insert(scope, table, rows, rest)).count
}

/** The same, and answers the rows that were inserted. */
export async function insertRecords<T extends Table>(
  scope: Scope,
  table: T,
  rows: readonly OrExpressions<NewRow<T>>[],
  rest: Condition = sql``,
): Promise<RowOf<T>[]> {
  return rows.length === 0 ? [] : (await insert(scope, table, rows, sql`${rest} returning *`)).rows
}

export async function insertRecord<T extends Table>(scope: Scope, table: T, row: NewRow<T>): Promise<RowOf<T>> {
  return (await insertRecords(scope, table, [row]))[0]!
}

async function insert<T extends Table>(
  scope: Scope,
  table: T,
  rows: readonly OrExpressions<NewRow<T>>[],
  rest: Condition,
): Promise<{ rows: RowOf<T>[]; count: number }> {
  const owner = 'organization_id' in table.columns ? { organization_id: scope.organizationId } : {}
  const values = rows.map((row) => columnValues(table, { ...owner, ...row }))
  const names = [...new Set(values.flatMap((row) => Object.keys(row)))]
  const tuples = values.map((row) => {
    const cells = names.map((name) => (row[name] === undefined ? sql`default` : sql`${row[name]}`))
    return sql`(${sql.join(cells)})`
  })
  return countedRows(
    await sql<RowOf<T>>`
      insert into ${sql.table(table.name)} (${sql.join(names.map((name) => sql.ref(name)))})
      values ${sql.join(tuples)} ${rest}`.execute(scope.tx),
  )
}

/** Changes the rows, moves their updated_at, and answers them. */
export async function updateRecords<T extends Table>(
  scope: Scope,
  table: T,
  which: Which<T>,
  changes: Written<T>,
): Promise<RowOf<T>[]> {
  const values = { ...changes, updated_at: laterThanBefore(scope.now) } as Written<T>
  return (await write(scope, table, which, values, sql`returning *`)).rows
}

/** The same for the one record with the id. Throws when it is not there. */
export async function updateRecord<T extends Table>(
  scope: Scope,
  table: T,
  id: string,
  changes: Written<T>,
): Promise<RowOf<T>> {
  const [row] = await updateRecords(scope, table, { id } as unknown as Fits<T>, changes)
  if (!row) throw new Error(`There is no row ${id} of ${table.name} to change`)
  return row
}

/** Changes the rows and moves their updated_at; answers how many there were. */
export async function changeRecords<T extends Table>(
  scope: Scope,
  table: T,
  which: Which<T>,
  changes: Written<T>,
): Promise<number> {
  return setColumns(scope, table, which, { ...changes, updated_at: laterThanBefore(scope.now) } as Written<T>)
}

/** Writes columns and nothing else, updated_at neither; answers how many rows there were. */
export async function setColumns<T extends Table>(
  scope: Scope,
  table: T,
  which: Which<T>,
  values: Written<T>,
): Promise<number> {
  return (await write(scope, table, which, values, sql``)).count
}

/**
 * Writes the given columns of many rows by one statement, each by its id; all rows name the same columns. Rows that hold
 * these values already stay untouched, their updated_at too.
 */
export async function writeEach<T extends Table>(
  scope: Scope,
  table: T,
  rows: readonly ({ readonly id: string } & { readonly [Name in keyof RowOf<T>]?: unknown })[],
): Promise<void> {
  const [first] = rows
  if (!first) return
  const names = Object.keys(first).filter((name) => name !== 'id')
  const of = (source: string) => sql.join(names.map((name) => sql.ref(`${source}.${name}`)))
  const types = names.map((name) => sql`${sql.ref(name)} ${sql.raw(table.columns[name]!.sqlType)}`)
  const { name: target } = table
  await sql`
    update ${sql.table(target)} set (${sql.join(names.map((name) => sql.ref(name)))}, updated_at) = (
      ${of('r')}, ${laterThanBefore(scope.now)})
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id text, ${sql.join(types)})
    where ${sql.ref(`${target}.id`)} = r.id and organization_id = ${scope.organizationId}
      and (${of(target)}) is distinct from (${of('r')})`.execute(scope.tx)
}

/** Deletes the rows softly and answers them. */
export async function deleteRecords<T extends Table>(scope: Scope, table: T, which: Which<T>): Promise<RowOf<T>[]> {
  return updateRecords(scope, table, which, { deleted: true, deleted_at: scope.now } as unknown as Written<T>)
}

/** Deletes the rows for good; answers how many there were. */
export async function removeRows<T extends Table>(scope: Scope, table: T, which: Which<T>): Promise<number> {
  const conditions = conditionsOf(scope, table, which)
  if (!conditions) return 0
  return countedRows(await sql`delete from ${sql.table(table.name)} where ${conditions}`.execute(scope.tx)).count
}

async function write<T extends Table>(
  scope: Scope,
  table: T,
  which: Which<T>,
  values: Written<T>,
  rest: Condition,
): Promise<{ rows: RowOf<T>[]; count: number }> {
  const conditions = conditionsOf(scope, table, which)
  if (!conditions) return { rows: [], count: 0 }
  const set = Object.entries(columnValues(table, values)).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  return countedRows(
    await sql<RowOf<T>>`
      update ${sql.table(table.name)} set ${sql.join(set)} where ${conditions} ${rest}`.execute(scope.tx),
  )
}

function countedRows<Row>({ rows, numAffectedRows }: QueryResult<Row>): { rows: Row[]; count: number } {
  return { rows, count: Number(numAffectedRows ?? 0) }
}

/** Undefined where no row can fit. Throws where any row of a table would fit, or any value of a column that is named. */
function conditionsOf<T extends Table>(scope: Scope, table: T, which: Which<T>): Condition | undefined {
  const all = [which].flat() as (Fits<T> | Condition)[]
  const owner = 'organization_id' in table.columns ? [sql`organization_id = ${scope.organizationId}`] : []
  const parts = [...owner, ...all.flatMap((one) => (isExpression(one) ? [one] : fitsOf(table, one)))]
  if (parts.length === 0) throw new Error(`Any row of ${table.name} is asked for`)
  return parts.includes(undefined) ? undefined : sql.join(parts, sql` and `)
}

function fitsOf<T extends Table>(table: T, fits: Fits<T>): (Condition | undefined)[] {
  return Object.entries(fits).map(([name, value]) => {
    if (value === undefined) throw new Error(`${table.name}.${name} is asked for nothing`)
    const column = sql.ref(name)
    // Written out, so that the indexes of what is not deleted are found.
    if (typeof value === 'boolean') return value ? column : sql`not ${column}`
    if (value === null) return sql`${column} is null`
    if (!Array.isArray(value)) return sql`${column} = ${value}`
    if (value.length === 0) return undefined
    // PostgreSQL does not know how long a list is, and weighs a statement with one anew with each use.
    if (value.length === 1) return sql`${column} = ${value[0]}`
    return sql`${column} = any(${value}::${sql.raw(`${table.columns[name]!.sqlType}[]`)})`
  })
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

/** The statements on a kind of record that projects keep: their fleet, their address book, their recurring orders. */
export function projectRecords<T extends Table>(table: T, alsoSearched: readonly Condition[] = []) {
  const isPresent = sql`not deleted`
  const hasId = (id: string | readonly string[]) => ({ id }) as unknown as Fits<T>
  const isOf = (project_id: string) => ({ project_id }) as unknown as Fits<T>
  return {
    /** Records by id that are not deleted, in no order. */
    list: (scope: Scope, ids: readonly string[]) => listRecords(scope, table, [hasId(ids), isPresent]),
    listEvenDeleted: (scope: Scope, ids: readonly string[]) => listRecords(scope, table, hasId(ids)),
    find: (scope: Scope, id: string) => findRecord(scope, table, [hasId(id), isPresent]),
    /** The record behind its lock, for a change. */
    lock: (scope: Scope, id: string) => findRecord(scope, table, [hasId(id), isPresent], sql`for no key update`),
    page: (scope: Scope, query: RecordQuery, further: Fits<T> = {}) => {
      const { projectId, text, includeDeleted, sort } = query
      const kept = includeDeleted ? [] : [isPresent]
      const which = [isOf(projectId), ...kept, ...containsText(table, text, alsoSearched), further]
      return listPage(scope, table, which, orderBy(table.name, sort), query)
    },
    insert: (scope: Scope, rows: readonly RowOf<T>[]) => insertRows(scope.tx, table, rows),
    /** Changes the record and moves its updated_at. */
    update: (scope: Scope, id: string, changes: Written<T>) => updateRecord(scope, table, id, changes),
    /** Deletes the record softly and answers it. */
    delete: async (scope: Scope, id: string) => (await deleteRecords(scope, table, hasId(id)))[0]!,
    /** Deletes what is left of the project's records softly. */
    deleteOfProject: async (scope: Scope, projectId: string): Promise<void> => {
      const deleted = { deleted: true, deleted_at: scope.now } as unknown as Written<T>
      await changeRecords(scope, table, [isOf(projectId), isPresent], deleted)
    },
  }
}
