// What follows from a list of columns: wire records, rows to begin with, values that were sent, and what of them is new.
import { isDeepStrictEqual } from 'node:util'
import type { Column, Columns, RowOf, SettableOf, Table } from './table.ts'

type Named = { readonly columns: Columns }
type WireName<T extends Table> = keyof (T['given'] & T['descriptive'] & T['planning'] & T['computed']) &
  keyof RowOf<T> &
  string

/** The columns that callers may read, in the order of the list. */
export function wireNames<T extends Table>(table: T): WireName<T>[] {
  const { given, descriptive, planning, computed } = table
  return Object.keys({ ...given, ...descriptive, ...planning, ...computed }) as WireName<T>[]
}

/** The function that makes wire records of rows: without private columns, and without what has no value (decision R8). */
export function recordMaker<T extends Table>(table: T) {
  const names = wireNames(table)
  type Row = Pick<RowOf<T>, WireName<T>>
  return (row: Row): { [Name in WireName<T>]?: NonNullable<Row[Name]> } => {
    const record: { [Name in WireName<T>]?: NonNullable<Row[Name]> } = {}
    for (const name of names) {
      const value = row[name]
      if (value !== null) record[name] = value as NonNullable<Row[typeof name]>
    }
    return record
  }
}

/** The columns that callers may set. */
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

/** What a new row holds that nobody said anything about: the columns that may be left out of an insert. */
export function emptyRow<T extends Named>(table: T): Pick<RowOf<T>, BeginningName<T>> {
  const values = Object.entries(table.columns).flatMap(([name, { beginning, isNullable }]) =>
    isNullable || beginning !== undefined ? [[name, isNullable ? null : beginning]] : [],
  )
  return Object.fromEntries(values)
}

type Settable<T extends Table> = Pick<RowOf<T>, SettableOf<T> & keyof RowOf<T>>

/**
 * The settable columns that the caller sent, as a row holds them: null clears a field, or brings its beginning back where
 * a column is never empty.
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

/** The parts that have a value; null when none has. */
export function setParts<Parts extends object>(parts: object | null | undefined): Parts | null {
  const entries = Object.entries(parts ?? {}).filter(([, value]) => value !== null && value !== undefined)
  return entries.length === 0 ? null : (Object.fromEntries(entries) as Parts)
}

/** Those of the values that differ from the row's. */
export function changedValues<Row extends object>(row: Row, values: Partial<Row>): Partial<Row> {
  const changed = Object.entries(values).filter(([name, value]) => !isDeepStrictEqual(value, row[name as keyof Row]))
  return Object.fromEntries(changed) as Partial<Row>
}

/** The values as an update writes them: those of JSON columns as text. */
export function columnValues<T extends Named>(table: T, values: Partial<RowOf<T>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const isJson = table.columns[name]!.sqlType === 'jsonb' && value !== null
      return [name, isJson ? JSON.stringify(value) : value]
    }),
  )
}
