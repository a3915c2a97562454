// What a row of a past day says beside its stop: when, by whom, in which place of the order, and when it was done.
import type { DrivenRow } from '@routewright/contract'
import { cleaned, Faulty, parseNumber, saysNothing } from './cells.ts'
import { isMonthFirst, readMoment } from './dates.ts'
import type { ColumnTarget, PastField } from './import-fields.ts'

export type PastCells = Pick<DrivenRow, 'date' | 'vehicle' | 'position' | 'done_at'>

/** Reads the cell of a field, if the row has one that says something. */
type ReadPast = <T>(field: PastField, parse: (text: string) => T | Faulty | undefined) => T | undefined

/** A column of moments says the day, too, where no other one does. `isMonthFirst`: of columns that are written so. */
export function readPast(read: ReadPast, isMonthFirst: boolean): PastCells {
  const day = read('date', (text) => {
    const moment = readMoment(text, isMonthFirst)
    return moment?.date === undefined ? new Faulty('date') : moment
  })
  const done = read('done_at', (text) => readMoment(text, isMonthFirst) ?? new Faulty('time'))
  const past = {
    date: day?.date ?? done?.date,
    vehicle: read('vehicle', (text) => (text.length > 500 ? new Faulty('too_long') : text)),
    position: read('position', (text) => {
      const value = parseNumber(text)
      return value === undefined || value < 0 ? new Faulty('number') : value
    }),
    done_at: done?.seconds ?? day?.seconds,
  }
  return Object.fromEntries(Object.entries(past).filter(([, value]) => value !== undefined))
}

/** Whether the days of a file are written month first. */
export function writesMonthFirst(rows: readonly (readonly string[])[], targets: readonly ColumnTarget[]): boolean {
  return (['date', 'done_at'] as const).some((field) => {
    const column = targets.indexOf(field)
    return column >= 0 && isMonthFirst(rows.map((row) => row[column] ?? ''))
  })
}

/** Days and vans that tables often write once, above the rows that they are of. */
const writtenOnce = ['date', 'vehicle'] as const

export interface FilledRows {
  rows: string[][]
  /** Columns whose empty cells were taken to mean what stands above them. */
  filled: PastField[]
}

/**
 * With joined cells, or names above groups of rows, most cells of a column are empty and hold what stands above them. So read are columns
 * that begin with a text, are empty in half of their cells, and never repeat a text from one row to the next.
 */
export function fillDown(rows: readonly string[][], targets: readonly ColumnTarget[]): FilledRows {
  let all = [...rows]
  const filled: PastField[] = []
  for (const field of writtenOnce) {
    const column = targets.indexOf(field)
    const texts = column < 0 ? [] : all.map((row) => emptied(row[column] ?? ''))
    if (!isWrittenOnce(texts)) continue
    filled.push(field)
    let above = ''
    all = all.map((row, at) => {
      above = texts[at] || above
      return row.with(column, above)
    })
  }
  return { rows: all, filled }
}

function emptied(cell: string): string {
  const text = cleaned(cell)
  return saysNothing(text) ? '' : text
}

function isWrittenOnce(texts: readonly string[]): boolean {
  const empty = texts.filter((text) => text === '').length
  const repeats = texts.some((text, at) => text !== '' && text === texts[at + 1])
  return texts.length > 0 && texts[0] !== '' && 2 * empty >= texts.length && !repeats
}
