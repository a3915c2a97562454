// Rows of a text file: cells separated by commas, semicolons, tabs or pipes, with quotes, read by papaparse.
import Papa from 'papaparse'
import type { Line } from './table.ts'

/** A line with unbalanced quotes, which was read literally. */
export interface TextFault {
  line: number
  kind: 'quote'
}

export interface TextRows {
  lines: Line[]
  faults: TextFault[]
  separator: string
}

const SEPARATORS = ['\t', ';', ',', '|'] as const
const PREVIEWED = 60

/** Every row with its line number in the file, including empty ones. */
export function readTextRows(text: string): TextRows {
  const plain = text.replace(/^\uFEFF/, '')
  // Excel's separator hint in the first line.
  const hint = /^"?sep=(.)"?[ \t]*(?:\r\n|\n|\r)/i.exec(plain)
  const body = hint ? plain.slice(hint[0].length) : plain
  const separator = hint?.[1] ?? guessSeparator(body)
  const first = hint ? 2 : 1
  const { data, errors } = Papa.parse<string[]>(body, { delimiter: separator })
  const isBroken = errors.some(({ type }) => type === 'Quotes')
  const read = isBroken ? readByLines(body, separator, first) : { lines: numbered(data, first), faults: [] }
  return { ...read, separator }
}

/** The separator that gives the most rows of equal length. */
function guessSeparator(text: string): string {
  let best: { separator: string; score: number } = { separator: ',', score: 0 }
  for (const separator of SEPARATORS) {
    const { data, errors } = Papa.parse<string[]>(text, { delimiter: separator, preview: PREVIEWED })
    const isBroken = errors.some(({ type }) => type === 'Quotes')
    const rows = isBroken ? firstLines(text).map((line) => line.split(separator)) : data
    const lengths = rows.map((row) => row.length).filter((length) => length > 1)
    const counts = Map.groupBy(lengths, (length) => length)
    const score = Math.max(0, ...[...counts].map(([length, same]) => same.length * Math.min(length, 12)))
    if (score > best.score) best = { separator, score }
  }
  return best.separator
}

function firstLines(text: string): string[] {
  return text.slice(0, 50_000).split(/\r\n|\n|\r/, PREVIEWED)
}

function numbered(rows: readonly string[][], first: number): Line[] {
  let line = first
  return rows.map((cells) => {
    const own = { line, cells }
    line += 1 + cells.reduce((sum, cell) => sum + (cell.includes('\n') ? cell.split('\n').length - 1 : 0), 0)
    return own
  })
}

/** Most lines that a quoted cell may span when some quotes are unbalanced. */
const JOINED_MOST = 20

/** Reads line by line, so that a superfluous quote does not swallow the rest. */
function readByLines(text: string, separator: string, first: number): Omit<TextRows, 'separator'> {
  const physical = text.split(/\r\n|\n|\r/)
  const lines: Line[] = []
  const faults: TextFault[] = []
  for (let at = 0; at < physical.length; at += 1) {
    const whole = joinQuoted(physical, at, separator)
    if (whole) {
      lines.push({ line: first + at, cells: whole.cells })
      at += whole.joined
    } else {
      lines.push({ line: first + at, cells: physical[at]!.split(separator).map(unquoted) })
      faults.push({ line: first + at, kind: 'quote' })
    }
  }
  return { lines, faults }
}

function joinQuoted(
  physical: readonly string[],
  at: number,
  separator: string,
): { cells: string[]; joined: number } | undefined {
  for (let joined = 0; joined < JOINED_MOST && at + joined < physical.length; joined += 1) {
    const text = physical.slice(at, at + joined + 1).join('\n')
    const { data, errors } = Papa.parse<string[]>(text, { delimiter: separator, newline: '\n' })
    const codes = errors.flatMap(({ type, code }) => (type === 'Quotes' ? [code] : []))
    if (codes.length === 0) return { cells: data[0] ?? [''], joined }
    // A quote that ends before its cell does is not repaired by the following lines.
    if (codes.includes('InvalidQuotes')) return undefined
  }
  return undefined
}

/** Removes quotes around a whole cell. */
function unquoted(cell: string): string {
  return /^".*"$/.test(cell) && cell.length > 1 ? cell.slice(1, -1).replaceAll('""', '"') : cell
}
