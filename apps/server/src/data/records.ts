// Functions derived from a table's list of columns: wire records, initial rows, values that were sent, and changes.
import { isDeepStrictEqual } from 'node:util'
import { isExpression } from 'kysely'
import { type Compact, withoutEmpty } from '../frame/platform/compact.ts'
import type { Column, Columns, RowOf, SettableOf, Table } from './table.ts'

type Named = { readonly columns: Columns }
type WireName<T extends Table> = keyof (T['given'] & T['descriptive'] & T['planning'] & T['computed']) &
  keyof RowOf<T> &
  string

/** Returns the columns that callers may read, in the order of the list. */
export function wireNames<T extends Table>(table: T): WireName<T>[] {
  const { given, descriptive, planning, computed } = table
  return Object.keys({ ...given, ...descriptive, ...planning, ...computed }) as WireName<T>[]
}

/** Returns a function from rows to wire records: without private columns, and without empty values (decision R8). */
export function recordMaker<T extends Table>(table: T) {
  const names = wireNames(table)
  type Row = Pick<RowOf<T>, WireName<T>>
  return (row: Row): Compact<Row> => {
    const record: Partial<Record<WireName<T>, unknown>> = {}
    for (const name of names) if (row[name] !== null) record[name] = row[name]
    return record as Compact<Row>
  }
}

/** Converts rows that the database collected as JSON: moments, which are texts there, become dates. */
export function rowsOfJson<T extends Table>(table: T, rows: readonly object[] | null): RowOf<T>[] {
  const moments = Object.keys(table.columns).filter((name) => table.columns[name]!.form === 'date')
  for (const row of (rows ?? []) as Record<string, unknown>[]) {
    for (const name of moments) if (typeof row[name] === 'string') row[name] = new Date(row[name])
  }
  return [...(rows ?? [])] as RowOf<T>[]
}

/** Returns the ids of the records, in their order. */
export function listIds(records: Iterable<{ readonly id: string }>): string[] {
  return Array.from(records, ({ id }) => id)
}

/** Returns the records by id. */
export function mapById<Row extends { readonly id: string }>(records: Iterable<Row>): Map<string, Row> {
  return new Map(Array.from(records, (record) => [record.id, record]))
}

/** Returns the columns that callers may set. */
export function settableNames<T extends Table>(table: T): (SettableOf<T> & string)[] {
  return Object.keys({ ...table.descriptive, ...table.planning }) as (SettableOf<T> & string)[]
}

type BeginningName<T extends Named> = {
  [Name in keyof T['columns']]: T['columns'][Name] extends Column<infer _Read, infer _Write, infer Insert>
    ? undefined extends Insert
      ? Name
      : never
    : never
}[keyof T['columns']]

type FilledName<T extends Named> = {
  [Name in keyof T['columns']]: T['columns'][Name] extends Column<infer _Read, infer _Write, infer Insert>
    ? [Insert] extends [never]
      ? Name
      : never
    : never
}[keyof T['columns']]

/** A row to be inserted: columns with a default may be missing, and those that the database fills in are excluded. */
export type NewRow<T extends Named> = Omit<RowOf<T>, BeginningName<T> | FilledName<T> | 'organization_id'> &
  Partial<Pick<RowOf<T>, BeginningName<T>>>

/** Returns the columns that a text search covers. */
export function searchedNames(table: Table): string[] {
  return Object.entries(table.columns).flatMap(([name, { isSearched }]) => (isSearched ? [name] : []))
}

/** Returns the `default_x` fields of the row, each as `x`. */
export function collectDefaults(row: object): Record<string, unknown> {
  const entries = Object.entries(row).filter(([name]) => name.startsWith('default_'))
  return Object.fromEntries(entries.map(([name, value]) => [name.slice('default_'.length), value]))
}

/** Returns the defaults of a new row: the columns that an insert may leave out. */
export function emptyRow<T extends Named>(table: T): Pick<RowOf<T>, BeginningName<T>> {
  const values = Object.entries(table.columns).flatMap(([name, { beginning, isNullable }]) =>
    isNullable || beginning !== undefined ? [[name, isNullable ? null : beginning]] : [],
  )
  return Object.fromEntries(values)
}

type Settable<T extends Table> = Pick<RowOf<T>, SettableOf<T> & keyof RowOf<T>>

/**
 * Returns the settable columns that the caller sent, as a row has them: null clears a field, or restores the default where a
 * column is never empty.
 */
export function sentValues<T extends Table>(table: T, input: object): Partial<Settable<T>> {
  const values: Record<string, unknown> = {}
  for (const name of settableNames(table)) {
    const value = (input as Record<string, unknown>)[name]
    if (value !== undefined) values[name] = rowValue(table.columns[name]!, value)
  }
  return values as Partial<Settable<T>>
}

function rowValue(column: Column, value: unknown): unknown {
  if (value === null) return column.isNullable ? null : column.beginning
  return column.keepsSetParts ? setParts(value as object) : value
}

/** Returns the parts that have a value; null when none has. */
export function setParts<Parts extends object>(parts: object | null | undefined): Parts | null {
  const set = withoutEmpty(parts ?? {})
  return Object.keys(set).length === 0 ? null : (set as Parts)
}

/** Returns the values that differ from the row's. */
export function changedValues<Row extends object>(row: Row, values: Partial<Row>): Partial<Row> {
  const changed = Object.entries(values).filter(([name, value]) => !isDeepStrictEqual(value, row[name as keyof Row]))
  return Object.fromEntries(changed) as Partial<Row>
}

/** Returns the values as statements write them: those of JSON columns as text; expressions stay. */
export function columnValues<T extends Named>(table: T, values: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const isJson = table.columns[name]!.sqlType.startsWith('json') && value !== null && value !== undefined
      return [name, isJson && !isExpression(value) ? JSON.stringify(value) : value]
    }),
  )
}
