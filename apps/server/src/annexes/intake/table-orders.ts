// Orders of a table: each row becomes a record by the titles of its columns, with what all rows together tell of a column.
import type { OrderMapping } from '@routewright/contract'
import {
  type ColumnForm,
  type ColumnTarget,
  chooseSheet,
  guessColumns,
  judgeColumn,
  type Line,
  leaveContinued,
  readTable,
  type Setting,
  type Table,
} from '@routewright/reading'
import type { Encoding, Sheet } from '@routewright/reading/sheets'
import { invalidPayload } from '../../frame/platform/api-error.ts'
import { findTitle } from './json-paths.ts'

/** Most rows of one table. */
export const mostRows = 5_000

/** The name of the header of a message that says how the columns of its table are written. */
export const columnsHeader = 'x-table-columns'
/** The name of the header that says on which line of its file the order stands. */
export const lineHeader = 'x-table-line'
/** The name of the header that says as what the letters of the file were read; missing for a workbook. */
export const encodingHeader = 'x-table-encoding'

/** Returns the text encoding of the order's table; undefined for other messages and workbooks. */
export function findEncoding({ [encodingHeader]: encoding }: Readonly<Record<string, string>>): Encoding | undefined {
  return encoding as Encoding | undefined
}

/** The guessed meaning of a column that no rule of the mapping names, and the format of its cells. */
export interface TableColumn {
  guess: ColumnTarget
  form: ColumnForm
}

/** Columns by title. */
export type TableColumns = Readonly<Record<string, TableColumn>>

export interface TableOrder {
  body: Record<string, string>
  headers: Record<string, string>
}

/** Throws invalid_payload, with the line where that tells something. */
export function ordersOfSheets(
  sheets: readonly Sheet[],
  { mapping, setting }: { mapping: OrderMapping; setting: Setting },
): TableOrder[] {
  const wanted = wantedTitles(mapping)
  const { lines } = sheets[chooseSheet(sheets)]!
  const table = readTable(lines, 'plan', titleRow(lines, wanted))
  if (table.headingLine === undefined || table.rows.length === 0)
    throw invalidPayload('body', 'needs a line of titles and a line for each order')
  if (table.rows.length > mostRows)
    throw invalidPayload('body', `has ${table.rows.length} rows; at most ${mostRows} are taken at once`)
  const titles = uniqueTitles(table, wanted)
  const columns = getColumns(table, titles, setting)
  const { rows } = leaveContinued(table.rows, listMeanings(mapping, titles, columns))
  const written = JSON.stringify(columns)
  return rows.map((row) => ({
    body: getRecord(row, titles),
    headers: { [columnsHeader]: written, [lineHeader]: String(row.line) },
  }))
}

/** The meaning of each column, with the number of the order where the mapping has it. */
function listMeanings({ fields }: OrderMapping, titles: readonly string[], columns: TableColumns): ColumnTarget[] {
  const order = fields.find(({ field }) => field === 'order_id')?.paths.flatMap((path) => findTitle(path) ?? []) ?? []
  const isMapped = titles.some((title) => order.includes(title))
  return titles.map((title) => {
    const { guess } = columns[title]!
    if (order.includes(title)) return 'external_id'
    return guess === 'external_id' && isMapped ? 'ignore' : guess
  })
}

/** Titles that the mapping reads. */
function wantedTitles({ fields, cancel, accept }: OrderMapping): Set<string> {
  const paths = [
    ...fields.flatMap((rule) => [...rule.paths, ...(rule.otherwise ?? [])]),
    ...[...cancel, ...accept].flatMap(({ path }) => path ?? []),
  ]
  return new Set(paths.flatMap((path) => findTitle(path) ?? []))
}

/** The row that has most of the titles that the mapping reads; undefined where none has any, so that headings are searched. */
function titleRow(lines: readonly Line[], wanted: ReadonlySet<string>): number | undefined {
  const filled = lines.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  const counts = filled.slice(0, 25).map(({ cells }) => cells.filter((cell) => wanted.has(cell.trim())).length)
  const most = Math.max(0, ...counts)
  return most > 0 ? counts.indexOf(most) : undefined
}

/** Columns without a title are called by their place where they hold something. */
function uniqueTitles({ names, rows }: Table, wanted: ReadonlySet<string>): string[] {
  const last = names.findLastIndex((name) => name !== '')
  const longer = rows.find(({ cells }) => cells.findLastIndex((cell) => cell.trim() !== '') > last)
  if (longer) {
    const count = longer.cells.findLastIndex((cell) => cell.trim() !== '') + 1
    throw invalidPayload('body', `line ${longer.line} has ${count} cells, and there are ${last + 1} columns`)
  }
  const twice = names.find((name, at) => wanted.has(name) && names.indexOf(name) !== at)
  if (twice !== undefined) throw invalidPayload('body', `has two columns ${twice}`)
  const seen = new Map<string, number>()
  return names.slice(0, last + 1).map((name, at) => {
    const base = name || `column ${at + 1}`
    const count = (seen.get(base) ?? 0) + 1
    seen.set(base, count)
    return count === 1 ? base : `${base} (${count})`
  })
}

function getColumns({ names, groups, rows }: Table, titles: readonly string[], setting: Setting): TableColumns {
  const samples = rows.map(({ cells }) => cells)
  const guesses = guessColumns({ names: names.slice(0, titles.length), groups, samples })
  const entries = titles.map((title, at) => {
    const cells = samples.map((row) => row[at] ?? '')
    return [title, { guess: guesses[at]!, form: judgeColumn(cells, setting) }] as const
  })
  return Object.fromEntries(entries)
}

function getRecord({ cells }: Line, titles: readonly string[]): Record<string, string> {
  const filled = titles.flatMap((title, at) => (cells[at]?.trim() ? [[title, cells[at].trim()] as const] : []))
  return Object.fromEntries(filled)
}
