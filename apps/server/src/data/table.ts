// The words that lists of columns are written in: kinds of columns, what each column is for, and what follows for the rows.
import type { ColumnType } from 'kysely'
import type { BatteryValue, DrivingLogValue, DrivingRulesValue, LocationValue, TravelValue } from './values.ts'

/** How a value stands in records; the stop search compares it as this. */
export type WireForm = 'id' | 'string' | 'number' | 'boolean' | 'date' | 'json'

/** A column of a table. The three types say what a query reads, what an update writes, and what an insert may leave out. */
export interface Column<Read = unknown, Write = unknown, Insert = unknown> {
  readonly sqlType: string
  readonly form: WireForm
  readonly isNullable: boolean
  /** What the database puts into a new row that says nothing; undefined where it has no default. */
  readonly beginning?: unknown
  /** The only values that the database takes. */
  readonly oneOf?: readonly string[]
  /** The database fills it in by itself: by counting, or with the moment of writing. */
  readonly filledBy?: 'identity' | 'clock'
  /** Of the value that a caller sends only the parts that are not null are kept. */
  readonly keepsSetParts?: true
  /** A search for a text looks through it. */
  readonly isSearched?: true
  /** A computed or private column that may be empty, and that records are made with all the same. */
  readonly isWritten?: true
  /** Its place among the columns of exported tables, smallest first; without one it is not exported. */
  readonly exportPlace?: number
  /** Nothing at run time: carries the types. */
  readonly types?: { read: Read; write: Write; insert: Insert }
}

function column<Read, Write = Read>(sqlType: string, form: WireForm): Column<Read, Write, Write> {
  return { sqlType, form, isNullable: false }
}

/** 24 hexadecimal characters. */
export const id = column<string>('text', 'id')
export const text = column<string>('text', 'string')
export const integer = column<number>('integer', 'number')
/** A whole number that may pass two billion; the drivers read it as a number, and values stay below 2^53. */
export const wholeNumber = column<number>('bigint', 'number')
export const decimal = column<number>('double precision', 'number')
export const flag = column<boolean>('boolean', 'boolean')
export const moment = column<Date>('timestamptz', 'date')
export const bytes = column<Buffer>('bytea', 'string')
/** The number that the database gives each new row. */
export const identity: Column<number, never, never> = {
  ...column<number, never>('bigint', 'number'),
  filledBy: 'identity',
}
/** When the statement ran, by the database's clock. */
export const momentOfWriting: Column<Date, never, never> = {
  ...column<Date, never>('timestamptz', 'date'),
  filledBy: 'clock',
}

/** Read as the value, written as JSON text (see `columnValues`), so that lists never become SQL arrays. */
export function json<T>(): Column<T, string, string> {
  return column<T, string>('jsonb', 'json')
}

/** JSON that is stored and handed out as the text that was written, without being taken apart. */
export function jsonText<T>(): Column<T, string, string> {
  return column<T, string>('json', 'json')
}

/** A text of which we know more than the database does. */
export function textOf<T extends string>(): Column<T, T, T> {
  return column<T>('text', 'string')
}

/** A text that is one of these. */
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

/** A column that a new row has a value in without being told; a caller who clears the field gets that value back. */
export function beginning<Read, Write>(
  value: NoInfer<Read>,
  one: Column<Read, Write, Write>,
): Column<Read, Write, Write | undefined> {
  return { ...(one as Column<never, never, never>), beginning: value }
}

/** A computed or private column that records are made with, though it may be empty. */
export function written<Read, Write, Insert>(one: Column<Read, Write, Insert>): Column<Read, Write, Insert> {
  return { ...one, isWritten: true }
}

/** A column that a search for a text looks through. */
export function searched<Read, Write, Insert>(one: Column<Read, Write, Insert>): Column<Read, Write, Insert> {
  return { ...one, isSearched: true }
}

/** A column of exported tables, at this place among the others. */
export function exported<Read, Write, Insert>(
  exportPlace: number,
  one: Column<Read, Write, Insert>,
): Column<Read, Write, Insert> {
  return { ...one, exportPlace }
}

/** A list that is empty when nothing is said, never missing. */
export function list<T>(): Column<T[], string, string | undefined> {
  return beginning<T[], string>([], json<T[]>())
}

/** Whole numbers as an array of the database; none when nothing is said. */
export const wholeNumbers = beginning<number[], number[]>([], column<number[]>('bigint[]', 'json'))

/** A place, or none. */
export const place: Column<LocationValue | null, string | null, string | null | undefined> = {
  ...optional(json<LocationValue>()),
  keepsSetParts: true,
}

/** How a vehicle travels, or nothing that is not as usual. */
export const travel: Column<TravelValue | null, string | null, string | null | undefined> = {
  ...optional(json<TravelValue>()),
  keepsSetParts: true,
}

/** The battery of an electric vehicle, or none. */
export const battery: Column<BatteryValue | null, string | null, string | null | undefined> = {
  ...optional(json<BatteryValue>()),
  keepsSetParts: true,
}

/** Which law on driving and working time holds, or nothing said. */
export const drivingRules: Column<DrivingRulesValue | null, string | null, string | null | undefined> = {
  ...optional(json<DrivingRulesValue>()),
  keepsSetParts: true,
}

/** What the tachograph or the log says, or nothing. */
export const drivingLog: Column<DrivingLogValue | null, string | null, string | null | undefined> = {
  ...optional(json<DrivingLogValue>()),
  keepsSetParts: true,
}

/** What is known of every record that a project keeps. */
export const recordOfProject = {
  id,
  organization_id: id,
  project_id: id,
  created_by: optional(id),
  created_at: moment,
  updated_at: moment,
}

/** Of records that stay in the database when they are deleted. */
export const softDeletion = {
  deleted: beginning(false, flag),
  deleted_at: optional(moment),
}

export type Columns = Record<string, Column>

type None = Record<never, never>

/** One table: its columns by what they are for, and all of them together. */
export interface Table<
  Name extends string = string,
  Given extends Columns = Columns,
  Descriptive extends Columns = Columns,
  Planning extends Columns = Columns,
  Computed extends Columns = Columns,
  Private extends Columns = Columns,
> {
  readonly name: Name
  /** Known when the record is made and on its way out: ids, owners, times. */
  readonly given: Given
  /** Set by callers for people to read; may be corrected after the work is done. */
  readonly descriptive: Descriptive
  /** Set by callers, and the plan is made with it; fixed once the work is done. */
  readonly planning: Planning
  /** Written by the service after the record was made. */
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

/** The table as kysely sees it. */
export type KyselyTable<T extends Declared> = {
  [Name in keyof T['columns']]: T['columns'][Name] extends Column<infer Read, infer Write, infer Insert>
    ? ColumnType<Read, Insert, Write>
    : never
}

/** A row as queries answer it. */
export type RowOf<T extends Declared> = {
  [Name in keyof T['columns']]: T['columns'][Name] extends Column<infer Read, infer _Write, infer _Insert>
    ? Read
    : never
}

/** Columns that callers set: by descriptive and planning fields of the same names. */
export type SettableOf<T extends { descriptive: Columns; planning: Columns }> =
  | keyof T['descriptive']
  | keyof T['planning']
