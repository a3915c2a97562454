// Tables as files that people open in a spreadsheet: CSV here, Excel in http/sheet-file.ts; both are written while their rows come.

/** Dates are calendar dates (2026-01-31); null and undefined are empty cells. */
export type Cell = string | number | boolean | null | undefined

export interface TableColumn {
  title: string
  kind: 'text' | 'number' | 'date'
}

export interface Table {
  /** Of the file, without its ending. */
  name: string
  columns: readonly TableColumn[]
  /** Batches of rows, so that a large table is never in memory as a whole. */
  batches: AsyncIterable<readonly (readonly Cell[])[]> | Iterable<readonly (readonly Cell[])[]>
}

export interface CsvStyle {
  separator: ',' | ';' | '\t'
  /** The decimal sign; with a comma as separator always a point. */
  decimal: '.' | ','
}

/** Spreadsheets skip white space before a formula, and some take the full-width signs of East Asian keyboards for signs. */
const startsFormula = /^(?:[\t\r\n]|\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/

/** A text that no spreadsheet takes for a formula: what could begin one gets an apostrophe before it. */
export function neutralized(text: string): string {
  return startsFormula.test(text) ? `'${text}` : text
}

/** The table as CSV with a byte order mark, CRLF line ends, and every text neutralized. */
export async function* writeCsv(table: Table, style: CsvStyle): AsyncGenerator<string> {
  const line = (cells: readonly Cell[]) => `${cells.map((cell) => csvCell(cell, style)).join(style.separator)}\r\n`
  yield `\uFEFF${line(table.columns.map((column) => column.title))}`
  for await (const rows of table.batches) yield rows.map(line).join('')
}

function csvCell(cell: Cell, { separator, decimal }: CsvStyle): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'boolean') return cell ? '1' : '0'
  if (typeof cell === 'number') return decimal === '.' ? String(cell) : String(cell).replace('.', ',')
  const text = neutralized(cell)
  return text.includes(separator) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
