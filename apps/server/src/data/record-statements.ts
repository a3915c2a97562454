// Statements shared by many tables: reading, locking, inserting, changing and deleting rows of the organization.
import { foldText } from '@routewright/contract'
import { isExpression, type QueryResult, type RawBuilder, sql } from 'kysely'
import { createId } from '../frame/platform/ids.ts'
import { containsPattern, orderBy, type SortTerm } from '../frame/platform/paging.ts'
import { laterThanBefore, type ProjectReach, type Scope } from '../frame/platform/scope.ts'
import { insertRows } from './insert-rows.ts'
import { columnValues, type NewRow, searchedNames } from './records.ts'
import type { RowOf, Table } from './table.ts'

type Condition = RawBuilder<unknown>

/** Columns and their required content: a value, null, or one of several values. */
export type Fits<T extends Table> = {
  readonly [Name in keyof RowOf<T>]?: RowOf<T>[Name] | readonly RowOf<T>[Name][]
}

/** Conditions on the rows of a table, which must all hold. */
export type Which<T extends Table> = Fits<T> | readonly (Fits<T> | Condition)[]

type OrExpressions<Row> = { readonly [Name in keyof Row]: Row[Name] | RawBuilder<unknown> }

/** New content of columns: values as rows have them, or expressions. */
export type Written<T extends Table> = Partial<OrExpressions<RowOf<T>>>

/** Fields that every new record of a project begins with. */
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

// Rows of a table without organization_id belong to records of another one, and the caller has checked access to those.

/** Returns the rows of the organization; `rest` sorts or locks them. No query is sent where a column would have to be one of no values. */
export async function listRecords<T extends Table>(
  scope: Scope,
  table: T,
  which: Which<T>,
  rest?: Condition,
): Promise<RowOf<T>[]> {
  return select<RowOf<T>, T>(scope, table, sql`*`, which, rest)
}

/** The same with some of the columns, for many or wide rows. */
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
  const conditions = findConditions(scope, table, which)
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
  const conditions = findConditions(scope, table, which)
  if (!conditions) return 0
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from ${sql.table(table.name)} where ${conditions}`.execute(scope.tx)
  return rows[0]!.total
}

/**
 * Counts the rows for a limit on their number: concurrent calls for the organization and table wait until the transaction ends, so
 * that together they do not exceed it.
 */
export async function countUnderLock<T extends Table>(scope: Scope, table: T, which: Which<T>): Promise<number> {
  const key = `routewright.limit.${table.name}.${scope.organizationId}`
  await sql`select pg_advisory_xact_lock(hashtext(${key}))`.execute(scope.tx)
  return countRecords(scope, table, which)
}

/** Returns a page of the rows, and their total number. */
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

/** Condition on records of the projects that the caller can access. */
export function withinReach(reach: ProjectReach): { project_id?: string[] } {
  return reach === 'all' ? {} : { project_id: [...reach] }
}

/** Condition that the text occurs in one of the searched columns or in `also`, as written or folded; empty without a text. */
export function containsText(table: Table, text: string | undefined, also: readonly Condition[] = []): Condition[] {
  if (!text) return []
  const columns = [...searchedNames(table).map((name) => sql.ref(name)), ...also]
  const [written, folded] = [containsPattern(text), containsPattern(foldText(text))]
  const parts = columns.map((column) => sql`${column} ilike ${written} or fold_text(${column}) like ${folded}`)
  return [sql`(${sql.join(parts, sql` or `)})`]
}

/** Inserts the rows and returns their number; `rest` handles conflicts. The organization is the scope's. */
export async function addRows<T extends Table>(
  scope: Scope,
  table: T,
  rows: readonly OrExpressions<NewRow<T>>[],
  rest: Condition = sql``,
): Promise<number> {
  return rows.length === 0 ? 0 : (await insert(scope, table, rows, rest)).count
}

/** The same, but returns the inserted rows. */
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

/** Changes the rows, sets their updated_at, and returns them. */
export async function updateRecords<T extends Table>(
  scope: Scope,
  table: T,
  which: Which<T>,
  changes: Written<T>,
): Promise<RowOf<T>[]> {
  const values = { ...changes, updated_at: laterThanBefore(scope.now) } as Written<T>
  return (await write(scope, table, which, values, sql`returning *`)).rows
}

/** The same for the one record with the id. Throws when it is missing. */
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

/** Changes the rows and sets their updated_at; returns their number. */
export async function changeRecords<T extends Table>(
  scope: Scope,
  table: T,
  which: Which<T>,
  changes: Written<T>,
): Promise<number> {
  return setColumns(scope, table, which, { ...changes, updated_at: laterThanBefore(scope.now) } as Written<T>)
}

/** Writes columns without setting updated_at; returns the number of rows. */
export async function setColumns<T extends Table>(
  scope: Scope,
  table: T,
  which: Which<T>,
  values: Written<T>,
): Promise<number> {
  return (await write(scope, table, which, values, sql``)).count
}

/**
 * Writes the given columns of many rows in one statement, each by its id; all rows name the same columns. Rows with equal values
 * stay untouched, including updated_at.
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

/** Soft-deletes the rows and returns them. */
export async function deleteRecords<T extends Table>(scope: Scope, table: T, which: Which<T>): Promise<RowOf<T>[]> {
  return updateRecords(scope, table, which, { deleted: true, deleted_at: scope.now } as unknown as Written<T>)
}

/** Deletes the rows permanently; returns their number. */
export async function removeRows<T extends Table>(scope: Scope, table: T, which: Which<T>): Promise<number> {
  const conditions = findConditions(scope, table, which)
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
  const conditions = findConditions(scope, table, which)
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

/**
 * Returns the conditions as SQL; undefined where no row can match. Throws where every row of a table would match, or any value of
 * a named column.
 */
function findConditions<T extends Table>(scope: Scope, table: T, which: Which<T>): Condition | undefined {
  const all = [which].flat() as (Fits<T> | Condition)[]
  const owner = 'organization_id' in table.columns ? [sql`organization_id = ${scope.organizationId}`] : []
  const parts = [...owner, ...all.flatMap((entry) => (isExpression(entry) ? [entry] : listFits(table, entry)))]
  if (parts.length === 0) throw new Error(`Any row of ${table.name} is asked for`)
  return parts.includes(undefined) ? undefined : sql.join(parts, sql` and `)
}

function listFits<T extends Table>(table: T, fits: Fits<T>): (Condition | undefined)[] {
  return Object.entries(fits).map(([name, value]) => {
    if (value === undefined) throw new Error(`${table.name}.${name} is asked for nothing`)
    const column = sql.ref(name)
    // Written as the bare column, so that partial indexes on undeleted rows are used.
    if (typeof value === 'boolean') return value ? column : sql`not ${column}`
    if (value === null) return sql`${column} is null`
    if (!Array.isArray(value)) return sql`${column} = ${value}`
    if (value.length === 0) return undefined
    // PostgreSQL does not know the length of a list, and plans a statement with one anew each time.
    if (value.length === 1) return sql`${column} = ${value[0]}`
    return sql`${column} = any(${value}::${sql.raw(`${table.columns[name]!.sqlType}[]`)})`
  })
}

/** Query of one page of a project's records, as callers send it. */
export interface RecordQuery {
  projectId: string
  /** Text that occurs in one of the searched columns. */
  text?: string
  includeDeleted: boolean
  sort: readonly SortTerm[]
  limit: number
  offset: number
}

/** Returns the statements on one kind of record of projects, such as the fleet, the address book, recurring orders. */
export function projectRecords<T extends Table>(table: T, alsoSearched: readonly Condition[] = []) {
  const isPresent = sql`not deleted`
  const hasId = (id: string | readonly string[]) => ({ id }) as unknown as Fits<T>
  const isOf = (project_id: string) => ({ project_id }) as unknown as Fits<T>
  return {
    /** Returns records by id that are not deleted, in no order. */
    list: (scope: Scope, ids: readonly string[]) => listRecords(scope, table, [hasId(ids), isPresent]),
    listEvenDeleted: (scope: Scope, ids: readonly string[]) => listRecords(scope, table, hasId(ids)),
    find: (scope: Scope, id: string) => findRecord(scope, table, [hasId(id), isPresent]),
    /** Locks the record for a change. */
    lock: (scope: Scope, id: string) => findRecord(scope, table, [hasId(id), isPresent], sql`for no key update`),
    page: (scope: Scope, query: RecordQuery, further: Fits<T> = {}) => {
      const { projectId, text, includeDeleted, sort } = query
      const kept = includeDeleted ? [] : [isPresent]
      const which = [isOf(projectId), ...kept, ...containsText(table, text, alsoSearched), further]
      return listPage(scope, table, which, orderBy(table.name, sort), query)
    },
    insert: (scope: Scope, rows: readonly RowOf<T>[]) => insertRows(scope.tx, table, rows),
    /** Changes the record and sets its updated_at. */
    update: (scope: Scope, id: string, changes: Written<T>) => updateRecord(scope, table, id, changes),
    /** Soft-deletes the record and returns it. */
    delete: async (scope: Scope, id: string) => (await deleteRecords(scope, table, hasId(id)))[0]!,
    /** Soft-deletes the remaining records of the project. */
    deleteOfProject: async (scope: Scope, projectId: string): Promise<void> => {
      const deleted = { deleted: true, deleted_at: scope.now } as unknown as Written<T>
      await changeRecords(scope, table, [isOf(projectId), isPresent], deleted)
    },
  }
}
