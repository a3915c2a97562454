// The rows of a spreadsheet as days and tours: which van drove what in which order, and which rows say too little.
import {
  type DrivenRow,
  type LeftOutRows,
  leftOutReasons,
  type SpreadsheetAssumptions,
  spreadsheetReplayLimits,
} from '@routewright/contract'

export type LeftOutReason = LeftOutRows['reason']

/** A row with the number of its line. */
export type NumberedRow = DrivenRow & { line: number }
/** One that somebody can be sent to on a day that is known. */
export type PlacedRow = NumberedRow & { date: string; lat: number; lng: number }

export type OrderSource = keyof SpreadsheetAssumptions['order']

/** Work of one van on one day. */
export interface DrivenTour {
  /** Name in the first of its rows; undefined where none is given. */
  vehicle: string | undefined
  rows: PlacedRow[]
  orderedBy: OrderSource
}

export interface DrivenDay {
  date: string
  tours: DrivenTour[]
  /** Rows without a van, of a day on which others have one. */
  unnamed: number
  /** No row names a van. */
  isUnnamed: boolean
}

export function numberRows(rows: readonly DrivenRow[]): NumberedRow[] {
  return rows.map((row, at) => ({ ...row, line: row.line ?? at + 1 }))
}

/** Why a row cannot count, before any address is looked up. */
export function whyUnusable({ date, address, lat }: DrivenRow): LeftOutReason | undefined {
  if (date === undefined) return 'no_date'
  return lat === undefined && (address ?? '').trim() === '' ? 'no_place' : undefined
}

/** Counts by reason, with the first lines of each. */
export function sumUpLeftOut(rows: readonly { line: number; reason: LeftOutReason }[]): LeftOutRows[] {
  const byReason = Map.groupBy(rows, ({ reason }) => reason)
  return leftOutReasons.flatMap((reason) => {
    const own = byReason.get(reason) ?? []
    return own.length > 0 ? [{ reason, ...countLines(own) }] : []
  })
}

export function countLines(rows: readonly { line: number }[]): { count: number; lines: number[] } {
  return { count: rows.length, lines: rows.slice(0, spreadsheetReplayLimits.listed).map(({ line }) => line) }
}

/**
 * The days, the earliest first. Rows that name the same van in other capitals or with other spaces are of one tour. Where some name
 * one, those that do not are a van of their own; where none does, they are cut into `vehiclesPerDay` parts as they stand.
 */
export function daysOfRows(rows: readonly PlacedRow[], vehiclesPerDay: number): DrivenDay[] {
  const byDate = [...Map.groupBy(rows, ({ date }) => date)].toSorted(([one], [other]) => (one < other ? -1 : 1))
  return byDate.map(([date, own]) => dayOfRows(date, own, vehiclesPerDay))
}

function dayOfRows(date: string, rows: readonly PlacedRow[], vehiclesPerDay: number): DrivenDay {
  const byVehicle = Map.groupBy(rows, ({ vehicle = '' }) => vehicle.trim().replace(/\s+/g, ' ').toLowerCase())
  const unnamed = byVehicle.get('') ?? []
  const isUnnamed = unnamed.length === rows.length
  const parts = isUnnamed ? cut(inOrder(unnamed).rows, vehiclesPerDay) : [...byVehicle.values()]
  return {
    date,
    tours: parts.map((part) => ({ vehicle: part[0]!.vehicle?.trim() || undefined, ...inOrder(part) })),
    unnamed: isUnnamed ? 0 : unnamed.length,
    isUnnamed,
  }
}

/** Cuts the list into this many parts, of which the first ones are longer by one if it does not divide evenly. */
function cut<T>(all: readonly T[], parts: number): T[][] {
  const count = Math.min(parts, all.length)
  const edge = (part: number) => Math.ceil((part * all.length) / count)
  return Array.from({ length: count }, (_, part) => all.slice(edge(part), edge(part + 1)))
}

/** Sorts by the position given in the rows, else by the times, else keeps their order; rows without a value come last. */
function inOrder(rows: readonly PlacedRow[]): Pick<DrivenTour, 'rows' | 'orderedBy'> {
  const has = (name: 'position' | 'done_at') => rows.some((row) => row[name] !== undefined)
  const name = has('position') ? 'position' : has('done_at') ? 'done_at' : undefined
  if (name === undefined) return { rows: [...rows], orderedBy: 'row' }
  const place = (row: PlacedRow) => row[name] ?? Number.MAX_VALUE
  return {
    rows: rows.toSorted((a, b) => place(a) - place(b)),
    orderedBy: name === 'position' ? 'position' : 'time',
  }
}

/** Counts the stops with both values, and of these the ones done after their last window. */
export function toldPunctuality(rows: readonly PlacedRow[]): { stops: number; late: number } | undefined {
  const told = rows.flatMap(({ done_at, time_windows }) => {
    const end = time_windows?.at(-1)?.[1]
    return done_at === undefined || end === undefined ? [] : done_at > end
  })
  return told.length === 0 ? undefined : { stops: told.length, late: told.filter(Boolean).length }
}
