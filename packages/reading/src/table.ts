// Finds the table on a sheet: the row of headings, group headings above them, rows of data and rows of sums.
import type { Purpose } from './fields.ts'
import { fold } from './fold.ts'
import { guessField } from './headings.ts'

/** A row of a sheet with its line number in the file, from 1. */
export interface Line {
  line: number
  cells: readonly string[]
}

/** A row that is no data: titles above the headings, group headings, sums, repeated headings. */
export interface LeftLine {
  line: number
  kind: 'title' | 'group' | 'total' | 'repeated' | 'continued'
  text: string
}

export interface Table {
  /** Undefined when the first row is already data. */
  headingLine: number | undefined
  /** Headings as written; empty for columns without one. Their number is that of the cells in the widest row. */
  names: string[]
  /** Group heading of each column; empty without one. */
  groups: string[]
  rows: Line[]
  left: LeftLine[]
}

/** Number of rows searched for the headings. */
const SEARCHED = 25

interface Counted {
  known: number
  filled: number
}

function countKnown({ cells }: Line, purpose: Purpose): Counted {
  const filled = cells.filter((cell) => cell.trim() !== '')
  const hasNumbers = filled.some((cell) => /^[\d.,:+\s-]+$/.test(cell))
  const fields = hasNumbers ? [] : filled.flatMap((cell) => guessField(cell, purpose)?.field ?? [])
  return { known: fields.length, filled: filled.length }
}

const isHeading = ({ known, filled }: Counted) => known > 1 && known * 2 >= filled

/**
 * Index in `lines` of the heading row: the first in which at least two known headings make up half of the cells. The next row is taken when
 * it has more of them and the one after it is none, because group headings are above column headings. Otherwise the first row, when it has
 * any known heading; undefined when all rows are data.
 */
export function findHeadingRow(lines: readonly Line[], purpose: Purpose = 'plan'): number | undefined {
  const counted = lines.slice(0, SEARCHED).map((line) => countKnown(line, purpose))
  let row = counted.findIndex(isHeading)
  if (row < 0) return (counted[0]?.known ?? 0) > 0 ? 0 : undefined
  for (let below = row + 1; below <= row + 2 && below < counted.length; below += 1) {
    const [here, there, after] = [counted[row]!, counted[below]!, counted[below + 1]]
    const isMore = isHeading(there) && there.known > here.known && there.filled > here.filled
    if (isMore && !(after && isHeading(after))) row = below
  }
  return row
}

/** Reads the table below the heading row, which is searched unless its index is given; null for a sheet of data only. */
export function readTable(sheet: readonly Line[], purpose: Purpose = 'plan', headingRow?: number | null): Table {
  const lines = sheet.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  const row = headingRow === undefined ? findHeadingRow(lines, purpose) : (headingRow ?? undefined)
  const heading = row === undefined ? undefined : lines[row]
  const above = row === undefined ? [] : lines.slice(0, row)
  const below = row === undefined ? lines : lines.slice(row + 1)
  const sums = new Set(below.filter(isTotal))
  const repeated = new Set(heading ? below.filter((line) => isSame(line, heading)) : [])
  const rows = below.filter((line) => !sums.has(line) && !repeated.has(line))
  const width = Math.max(measureWidth(heading?.cells ?? []), ...rows.map(({ cells }) => measureWidth(cells)), 0)
  const group = above.at(-1)
  const hasGroups = group !== undefined && group.cells.filter((cell) => cell.trim() !== '').length > 1
  return {
    headingLine: heading?.line,
    names: paddedTo(
      width,
      (heading?.cells ?? []).map((cell) => cell.trim()),
    ),
    groups: hasGroups ? spread(width, group.cells) : paddedTo(width, []),
    rows: rows.map(({ line, cells }) => ({ line, cells: paddedTo(width, cells) })),
    left: [
      ...above.map((line) => leftLine(line, line === group && hasGroups ? 'group' : 'title')),
      ...[...sums].map((line) => leftLine(line, 'total')),
      ...[...repeated].map((line) => leftLine(line, 'repeated')),
    ],
  }
}

function leftLine({ line, cells }: Line, kind: LeftLine['kind']): LeftLine {
  return {
    line,
    kind,
    text: cells
      .filter((cell) => cell.trim() !== '')
      .join(' · ')
      .slice(0, 200),
  }
}

function measureWidth(cells: readonly string[]): number {
  return cells.findLastIndex((cell) => cell.trim() !== '') + 1
}

function paddedTo(width: number, cells: readonly string[]): string[] {
  return [...cells.slice(0, width), ...Array<string>(Math.max(0, width - cells.length)).fill('')]
}

/** A group heading also applies to the empty cells to its right. */
function spread(width: number, cells: readonly string[]): string[] {
  let group = ''
  return paddedTo(width, cells).map((cell) => {
    group = cell.trim() || group
    return group
  })
}

function isSame({ cells }: Line, heading: Line): boolean {
  const width = Math.max(measureWidth(cells), measureWidth(heading.cells))
  return Array.from({ length: width }, (_, at) => at).every(
    (at) => (cells[at] ?? '').trim() === (heading.cells[at] ?? '').trim(),
  )
}

const TOTALS =
  /^(?:grand total|sub total|subtotal|total|totals|sum|summe|gesamt|gesamtsumme|gesamtergebnis|zwischensumme|insgesamt|somme|total general|totale|totali|totaal|suma|razem|celkem|soucet|toplam|genel toplam|итого|всего|eindtotaal|合計|总计|합계)(?: |$)/

/** Whether a row contains sums: its first cell says so, and the others are numbers. */
export function isTotal({ cells }: Pick<Line, 'cells'>): boolean {
  const [word = '', ...others] = cells.filter((cell) => cell.trim() !== '')
  // Order numbers are no words.
  if (word.length > 60 || !/^\P{L}*\p{L}{2}/u.test(word) || !TOTALS.test(fold(word))) return false
  return others.every((cell) => /^[^\p{L}]*\d[^\p{L}]*(?:\p{L}{1,3}\.?)?$/u.test(cell.trim()))
}
