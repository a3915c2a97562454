// Finds the table on a sheet: which row has the headings, which stand above them, which rows are data and which are sums.
import type { Purpose } from './fields.ts'
import { fold } from './fold.ts'
import { guessField } from './headings.ts'

/** A row of a sheet with its line in the file, from 1. */
export interface Line {
  line: number
  cells: readonly string[]
}

/** A row that is no data: what is written above the headings, headings of groups, sums, headings that are repeated. */
export interface LeftLine {
  line: number
  kind: 'title' | 'group' | 'total' | 'repeated' | 'continued'
  text: string
}

export interface Table {
  /** Undefined where the first row is data already. */
  headingLine: number | undefined
  /** As they are written; empty for columns without one. As many as the widest row has cells. */
  names: string[]
  /** The heading of the group that each column is in; empty where there is none. */
  groups: string[]
  rows: Line[]
  left: LeftLine[]
}

/** Rows that stand above the headings at most. */
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
 * The place among `lines` of the row that is made of headings rather than of data: the first with two known ones that are
 * half of its cells. The row below it is taken where it has more of them and the next is none, as groups of columns stand
 * above their headings. Else the first row, where it has any known heading; undefined where all rows are data.
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

/** Reads the table below the row of headings, which is searched unless its place is given; null for a sheet of data only. */
export function readTable(sheet: readonly Line[], purpose: Purpose = 'plan', headingRow?: number | null): Table {
  const lines = sheet.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  const row = headingRow === undefined ? findHeadingRow(lines, purpose) : (headingRow ?? undefined)
  const heading = row === undefined ? undefined : lines[row]
  const above = row === undefined ? [] : lines.slice(0, row)
  const below = row === undefined ? lines : lines.slice(row + 1)
  const sums = new Set(below.filter(isTotal))
  const repeated = new Set(heading ? below.filter((line) => isSame(line, heading)) : [])
  const rows = below.filter((line) => !sums.has(line) && !repeated.has(line))
  const width = Math.max(widthOf(heading?.cells ?? []), ...rows.map(({ cells }) => widthOf(cells)), 0)
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

function widthOf(cells: readonly string[]): number {
  return cells.findLastIndex((cell) => cell.trim() !== '') + 1
}

function paddedTo(width: number, cells: readonly string[]): string[] {
  return [...cells.slice(0, width), ...Array<string>(Math.max(0, width - cells.length)).fill('')]
}

/** The heading of a group holds for the empty cells to its right. */
function spread(width: number, cells: readonly string[]): string[] {
  let group = ''
  return paddedTo(width, cells).map((cell) => {
    group = cell.trim() || group
    return group
  })
}

function isSame({ cells }: Line, heading: Line): boolean {
  const width = Math.max(widthOf(cells), widthOf(heading.cells))
  return Array.from({ length: width }, (_, at) => at).every(
    (at) => (cells[at] ?? '').trim() === (heading.cells[at] ?? '').trim(),
  )
}

const TOTALS =
  /^(?:grand total|sub total|subtotal|total|totals|sum|summe|gesamt|gesamtsumme|gesamtergebnis|zwischensumme|insgesamt|somme|total general|totale|totali|totaal|suma|razem|celkem|soucet|toplam|genel toplam|итого|всего|eindtotaal|合計|总计|합계)(?: |$)/

/** A row of sums: its first cell says so, and it has nothing else but numbers. */
export function isTotal({ cells }: Pick<Line, 'cells'>): boolean {
  const [word = '', ...others] = cells.filter((cell) => cell.trim() !== '')
  // Numbers of orders are no words.
  if (word.length > 60 || !/^\P{L}*\p{L}{2}/u.test(word) || !TOTALS.test(fold(word))) return false
  return others.every((cell) => /^[^\p{L}]*\d[^\p{L}]*(?:\p{L}{1,3}\.?)?$/u.test(cell.trim()))
}
