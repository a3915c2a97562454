// Reads a table: each row becomes a record by the titles of its columns. Out of CSV (RFC 4180) here; see read-workbook.ts for Excel.
import { invalidPayload } from '../platform/api-error.ts'

/** Of one table. */
export const mostRows = 5_000
const separators = [',', ';', '\t'] as const

/**
 * The rows as records of texts; empty cells are left out, and lines without any cell that is filled. UTF-8, with or without its mark;
 * comma, semicolon or tab, whichever the line of titles has most of. Throws invalid_payload with the line where it cannot be read.
 */
export function readTable(bytes: Buffer): Record<string, string>[] {
  const text = decode(bytes)
  return recordsOf(linesOf(text, separatorOf(text.slice(0, Math.max(0, text.search(/[\r\n]/)) || text.length))))
}

/** The rows below the first one, which has the titles, as records. Throws invalid_payload with the line where that does not work out. */
export function recordsOf([titles, ...rows]: readonly TableLine[]): Record<string, string>[] {
  if (!titles || rows.length === 0) throw invalidPayload('body', 'needs a line of titles and a line for each order')
  if (rows.length > mostRows)
    throw invalidPayload('body', `has ${rows.length} rows; at most ${mostRows} are taken at once`)
  const names = titles.cells.map((title) => title.trim())
  const twice = names.find((name, at) => name !== '' && names.indexOf(name) !== at)
  if (twice !== undefined) throw invalidPayload('body', `has two columns ${twice}`)
  return rows.map(({ cells, line }) => {
    if (cells.length > names.length) {
      throw invalidPayload('body', `line ${line} has ${cells.length} cells, and there are ${names.length} columns`)
    }
    const filled = cells.flatMap((cell, at) => (cell.trim() && names[at] ? [[names[at], cell.trim()]] : []))
    return Object.fromEntries(filled)
  })
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw invalidPayload('body', 'is no UTF-8: save the table as CSV UTF-8')
  }
}

function separatorOf(titles: string): string {
  const count = (separator: string) => titles.split(separator).length
  return separators.reduce((best, one) => (count(one) > count(best) ? one : best))
}

/** A row that has a cell which is filled. */
export interface TableLine {
  cells: string[]
  /** From 1; where the row begins. */
  line: number
}

/** One pass over the text: a cell in quotes may hold separators, ends of lines, and quotes written twice. */
function linesOf(text: string, separator: string): TableLine[] {
  const cell = new RegExp(
    `("(?:[^"]|"")*"|[^"${separator}\\r\\n][^${separator}\\r\\n]*|)(${separator}|\\r\\n|\\n|\\r|$)`,
    'y',
  )
  const lines: TableLine[] = []
  let current: TableLine = { cells: [], line: 1 }
  let line = 1
  while (cell.lastIndex < text.length) {
    const found = cell.exec(text)
    if (!found) throw invalidPayload('body', `line ${line} has a quote that is not closed or stands in the wrong place`)
    const [, raw = '', end = ''] = found
    current.cells.push(raw.startsWith('"') ? raw.slice(1, -1).replaceAll('""', '"') : raw)
    line += raw.split('\n').length - 1
    if (end === separator) continue
    line += 1
    if (current.cells.some((one) => one.trim())) lines.push(current)
    current = { cells: [], line }
  }
  // The text ended behind a separator: the row is whole.
  if (current.cells.some((one) => one.trim())) lines.push(current)
  return lines
}
