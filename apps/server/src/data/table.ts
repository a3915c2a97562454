// The vocabulary for lists of columns: kinds of columns, the purpose of each column, and the row types that follow.
import type { ColumnType } from 'kysely'
import type { BatteryValue, DrivingLogValue, DrivingRulesValue, LocationValue, TravelValue } from './values.ts'

/** Type of a value in records; the stop search compares it as this. */
export type WireForm = 'id' | 'string' | 'number' | 'boolean' | 'date' | 'json'

/** A column of a table. The three types are those of reading, of updating, and of inserting. */
export interface Column<Read = unknown, Write = unknown, Insert = unknown> {
  readonly sqlType: string
  readonly form: WireForm
  readonly isNullable: boolean
  /** Default of the database for new rows; undefined where it has none. */
  readonly beginning?: unknown
  /** The only allowed values. */
  readonly oneOf?: readonly string[]
  /** Filled in by the database: by counting, or with the time of writing. */
  readonly filledBy?: 'identity' | 'clock'
  /** Keeps only those parts of a sent value that are not null. */
  readonly keepsSetParts?: true
  /** True when a text search covers it. */
  readonly isSearched?: true
  /** True for a computed or private column that may be empty and is still set at creation. */
  readonly isWritten?: true
  /** Position among the columns of exported tables, smallest first; without one it is not exported. */
  readonly exportPlace?: number
  /** Absent at run time: carries the types. */
  readonly types?: { read: Read; write: Write; insert: Insert }
}

function column<Read, Write = Read>(sqlType: string, form: WireForm): Column<Read, Write, Write> {
  return { sqlType, form, isNullable: false }
}

/** 24 hexadecimal characters. */
export const id = column<string>('text', 'id')
export const text = column<string>('text', 'string')
export const integer = column<number>('integer', 'number')
/** A whole number that may exceed two billion; read as a number, so values stay below 2^53. */
export const wholeNumber = column<number>('bigint', 'number')
export const decimal = column<number>('double precision', 'number')
export const flag = column<boolean>('boolean', 'boolean')
export const moment = column<Date>('timestamptz', 'date')
export const bytes = column<Buffer>('bytea', 'string')
/** A number that the database assigns to each new row. */
export const identity: Column<number, never, never> = {
  ...column<number, never>('bigint', 'number'),
  filledBy: 'identity',
}
/** Time of the statement, by the database's clock. */
export const momentOfWriting: Column<Date, never, never> = {
  ...column<Date, never>('timestamptz', 'date'),
  filledBy: 'clock',
}

/** Read as the value, written as JSON text (see `columnValues`), so that lists never become SQL arrays. */
export function json<T>(): Column<T, string, string> {
  return column<T, string>('jsonb', 'json')
}

/** JSON that is stored and returned as the written text, without parsing. */
export function jsonText<T>(): Column<T, string, string> {
  return column<T, string>('json', 'json')
}

/** A text with a narrower type than the database knows. */
export function getText<T extends string>(): Column<T, T, T> {
  return column<T>('text', 'string')
}

/** A text that is one of these values. */
export function oneOf<const Values extends readonly string[]>(
  values: Values,
): Column<Values[number], Values[number], Values[number]> {
  return { ...column<Values[number]>('text', 'string'), oneOf: values }
}

/** A column that may be empty. */
export function optional<Read, Write>(
  one: Column<Read, Write, Write>,
): Column<Read | null, Write | null, Write | null | undefined> {
  return { ...(one as Column<never, never, never>), isNullable: true }
}

/** A column with a default; a caller who clears the field restores it. */
export function beginning<Read, Write>(
  value: NoInfer<Read>,
  one: Column<Read, Write, Write>,
): Column<Read, Write, Write | undefined> {
  return { ...(one as Column<never, never, never>), beginning: value }
}

/** A computed or private column that is set at creation, though it may be empty. */
export function written<Read, Write, Insert>(one: Column<Read, Write, Insert>): Column<Read, Write, Insert> {
  return { ...one, isWritten: true }
}

/** A column that a text search covers. */
export function searched<Read, Write, Insert>(one: Column<Read, Write, Insert>): Column<Read, Write, Insert> {
  return { ...one, isSearched: true }
}

/** A column of exported tables, at this position. */
export function exported<Read, Write, Insert>(
  exportPlace: number,
  one: Column<Read, Write, Insert>,
): Column<Read, Write, Insert> {
  return { ...one, exportPlace }
}

/** A list, empty by default, never null. */
export function list<T>(): Column<T[], string, string | undefined> {
  return beginning<T[], string>([], json<T[]>())
}

/** Whole numbers as a database array, empty by default. */
export const wholeNumbers = beginning<number[], number[]>([], column<number[]>('bigint[]', 'json'))

/** A place, or null. */
export const place: Column<LocationValue | null, string | null, string | null | undefined> = {
  ...optional(json<LocationValue>()),
  keepsSetParts: true,
}

/** How a vehicle travels, or null for the usual. */
export const travel: Column<TravelValue | null, string | null, string | null | undefined> = {
  ...optional(json<TravelValue>()),
  keepsSetParts: true,
}

/** The battery of an electric vehicle, or null. */
export const battery: Column<BatteryValue | null, string | null, string | null | undefined> = {
  ...optional(json<BatteryValue>()),
  keepsSetParts: true,
}

/** The law on driving and working time, or null where none is set. */
export const drivingRules: Column<DrivingRulesValue | null, string | null, string | null | undefined> = {
  ...optional(json<DrivingRulesValue>()),
  keepsSetParts: true,
}

/** Values of the tachograph or driving log, or null. */
export const drivingLog: Column<DrivingLogValue | null, string | null, string | null | undefined> = {
  ...optional(json<DrivingLogValue>()),
  keepsSetParts: true,
}

/** Columns of every record of a project. */
export const recordOfProject = {
  id,
  organization_id: id,
  project_id: id,
  created_by: optional(id),
  created_at: moment,
  updated_at: moment,
}

/** Columns of records that stay in the database when deleted. */
export const softDeletion = {
  deleted: beginning(false, flag),
  deleted_at: optional(moment),
}

export type Columns = Record<string, Column>

type None = Record<never, never>

/** A table: its columns by purpose, and all together. */
export interface Table<
  Name extends string = string,
  Given extends Columns = Columns,
  Descriptive extends Columns = Columns,
  Planning extends Columns = Columns,
  Computed extends Columns = Columns,
  Private extends Columns = Columns,
> {
  readonly name: Name
  /** Set at creation and readable by callers: ids, owners, times. */
  readonly given: Given
  /** Set by callers for people to read; may be corrected after the work is done. */
  readonly descriptive: Descriptive
  /** Set by callers and used for planning; fixed once the work is done. */
  readonly planning: Planning
  /** Written by the service after creation. */
  readonly computed: Computed
  /** Never leaves the server. */
  readonly private: Private
  readonly columns: Given & Descriptive & Planning & Computed & Private
}

/** Declares a table. */
export function table<
  const Name extends string,
  Given extends Columns = None,
  Descriptive extends Columns = None,
  Planning extends Columns = None,
  Computed extends Columns = None,
  Private extends Columns = None,
>(
  name: Name,
  groups: { given?: Given; descriptive?: Descriptive; planning?: Planning; computed?: Computed; private?: Private },
): Table<Name, Given, Descriptive, Planning, Computed, Private> {
  const all = {
    given: groups.given ?? ({} as Given),
    descriptive: groups.descriptive ?? ({} as Descriptive),
    planning: groups.planning ?? ({} as Planning),
    computed: groups.computed ?? ({} as Computed),
    private: groups.private ?? ({} as Private),
  }
  const columns = { ...all.given, ...all.descriptive, ...all.planning, ...all.computed, ...all.private }
  return { name, ...all, columns }
}

type Declared = { readonly columns: Columns }

/** The table as kysely's type. */
export type KyselyTable<T extends Declared> = {
  [Name in keyof T['columns']]: T['columns'][Name] extends Column<infer Read, infer Write, infer Insert>
    ? ColumnType<Read, Insert, Write>
    : never
}

/** A row as queries return it. */
export type RowOf<T extends Declared> = {
  [Name in keyof T['columns']]: T['columns'][Name] extends Column<infer Read, infer _Write, infer _Insert>
    ? Read
    : never
}

/** Columns that callers set, by descriptive and planning fields of the same names. */
export type SettableOf<T extends { descriptive: Columns; planning: Columns }> =
  | keyof T['descriptive']
  | keyof T['planning']
