// Fields of a row of a past day besides its stop: day, vehicle, position in the order, and time of completion.
import type { DrivenRow } from '@routewright/contract'
import { cleaned, Doubtful, Faulty, readPlainNumber, saysNothing } from './cells.ts'
import { type Moment, readFirstMoment, readMoment } from './days.ts'
import type { ColumnTarget, PastField } from './fields.ts'
import type { Read } from './rows.ts'

export type PastCells = Pick<DrivenRow, 'date' | 'vehicle' | 'position' | 'done_at'>

/** A moment with its doubt, if it contains a date, or whatever `isEnough` requires. */
function momentReading(moment: Moment | undefined, isEnough: boolean, fault: 'date' | 'time') {
  if (!moment || !isEnough) return new Faulty(fault)
  return moment.isDoubtful ? new Doubtful(moment, { kind: 'day_order' }) : moment
}

/** The day that windows are told on: completeAfter 2026-12-24 08:00. */
function readDayOfWindows(read: Read): string | undefined {
  for (const field of ['time_windows', 'window_from', 'window_to'] as const) {
    const moment = read<Moment | undefined>(field, (text, { days }) => {
      const found = readFirstMoment(text, days)
      return found?.isDoubtful ? new Doubtful(found, { kind: 'day_order' }) : found
    })
    if (moment) return moment.date
  }
  return undefined
}

/** Reads the fields. Columns of moments also give the date when no other column does. */
export function readPast(read: Read): PastCells {
  const day = read<Moment>('date', (text, { days }) => {
    const moment = readMoment(text, days)
    return momentReading(moment, moment?.date !== undefined, 'date')
  })
  const done = read<Moment>('done_at', (text, { days }) => momentReading(readMoment(text, days), true, 'time'))
  const past = {
    date: day?.date ?? done?.date ?? readDayOfWindows(read),
    vehicle: read('vehicle', (text) => (text.length > 500 ? new Faulty('too_long') : text)),
    position: read('position', (text, { numbers }) => {
      const value = readPlainNumber(text, numbers)
      return typeof value === 'number' && value < 0 ? new Faulty('number') : value
    }),
    done_at: done?.seconds ?? day?.seconds,
  }
  return Object.fromEntries(Object.entries(past).filter(([, value]) => value !== undefined))
}

/** Fields that tables often write only once, above the rows they apply to. */
const writtenOnce = ['date', 'vehicle'] as const

export interface FilledRows {
  rows: string[][]
  /** Columns whose empty cells were filled with the value above them. */
  filled: PastField[]
}

/**
 * With merged cells, or names above groups of rows, most cells of a column are empty and mean the value above them. This applies to columns
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
