// A week of traffic as a table, to be brought and to be taken away: what a spreadsheet makes of it, with the mistakes by line.
import {
  HOURS_OF_WEEK,
  LEAST_FACTOR,
  MOST_FACTOR,
  ROAD_GROUPS,
  type RoadGroup,
  type WeekTraffic,
} from '@routewright/roads'

const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
const columns = ['roads', 'days', 'from', 'to', 'hour_of_week', 'factor', 'speed'] as const
type Column = (typeof columns)[number]

/** A mistake of the table, in words that name what is wrong and what is allowed. */
class TableError extends Error {}

/** Where a line holds. */
interface Hours {
  groups: readonly RoadGroup[]
  /** Hours of the week. */
  at: readonly number[]
}

export interface ReadTable {
  week: WeekTraffic
  /** Sentences that begin with the number of their line; where there are any, the week means nothing. */
  mistakes: string[]
}

/** Reads columns that are parted by commas, semicolons or tabs. Lines that are empty or begin with # say nothing. */
export function readTrafficTable(text: string): ReadTable {
  const week = plainWeek()
  const mistakes: string[] = []
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)
  const first = lines.findIndex(saysSomething)
  if (first < 0) return { week, mistakes: ['line 1: the table is empty'] }
  const separator = [';', '\t', ','].find((sign) => lines[first]!.includes(sign)) ?? ','
  const attempt = <T>(line: number, work: () => T): T | undefined => {
    try {
      return work()
    } catch (error) {
      if (!(error instanceof TableError)) throw error
      mistakes.push(`line ${line + 1}: ${error.message}`)
      return undefined
    }
  }
  const header = attempt(first, () => readHeader(listCells(lines[first]!, separator)))
  if (!header) return { week, mistakes }
  for (let line = first + 1; line < lines.length; line++) {
    if (!saysSomething(lines[line]!)) continue
    attempt(line, () => readLine(listCells(lines[line]!, separator), header, week))
  }
  if (!lines.slice(first + 1).some(saysSomething)) mistakes.push(`line ${first + 2}: no hour stands below the header`)
  return { week, mistakes }
}

/** The shortest table that gives the week again: for each group, days that are alike share their lines. */
export function writeTrafficTable(week: WeekTraffic): string {
  const lines = ['roads,days,from,to,factor']
  for (const group of ROAD_GROUPS) {
    for (const [name, hours] of likeDays(week[group])) {
      for (let from = 0, to: number; from < 24; from = to) {
        to = from + 1
        while (to < 24 && hours[to] === hours[from]) to++
        if (hours[from] !== 1) lines.push(`${group},${name},${from}:00,${to}:00,${hours[from]}`)
      }
    }
  }
  if (lines.length === 1) lines.push('all,all,0:00,24:00,1')
  return `${lines.join('\n')}\n`
}

function plainWeek(): Record<RoadGroup, number[]> {
  const plain = () => Array<number>(HOURS_OF_WEEK).fill(1)
  return { motorway: plain(), main: plain(), other: plain() }
}

function saysSomething(line: string): boolean {
  return line.trim() !== '' && !line.trimStart().startsWith('#') && /[^,;\s]/.test(line)
}

function listCells(line: string, separator: string): string[] {
  return line.split(separator).map((cell) =>
    cell
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .trim(),
  )
}

function readHeader(cells: readonly string[]): Map<Column, number> {
  const places = new Map<Column, number>()
  for (const [place, cell] of cells.entries()) {
    const column = columns.find((column) => column === cell.toLowerCase())
    if (!column) throw new TableError(`there is no column "${cell}"; columns are ${columns.join(', ')}`)
    if (places.has(column)) throw new TableError(`the column ${column} stands twice`)
    places.set(column, place)
  }
  if (!places.has('roads')) throw new TableError('the column roads is missing')
  if (places.has('factor') === places.has('speed'))
    throw new TableError('there must be one of the columns factor and speed')
  const isByWeek = places.has('hour_of_week')
  const missing = (['days', 'from', 'to'] as const).filter((column) => !places.has(column))
  if (isByWeek ? missing.length < 3 : missing.length > 0)
    throw new TableError('there must be either the columns days, from and to, or the column hour_of_week')
  return places
}

function readLine(
  cells: readonly string[],
  header: ReadonlyMap<Column, number>,
  week: Record<RoadGroup, number[]>,
): void {
  if (cells.length > header.size) throw new TableError(`has ${cells.length} cells, the header ${header.size}`)
  const cell = (column: Column) => cells[header.get(column)!] ?? ''
  const { groups, at } = readHours(cell, header.has('hour_of_week'))
  const factor = header.has('factor') ? readFactor(cell('factor')) : readSpeed(cell('speed'))
  for (const group of groups) for (const hour of at) week[group][hour] = factor
}

function readHours(cell: (column: Column) => string, isByWeek: boolean): Hours {
  const roads = cell('roads').toLowerCase()
  const groups = roads === 'all' ? ROAD_GROUPS : ROAD_GROUPS.filter((group) => group === roads)
  if (groups.length === 0)
    throw new TableError(`roads must be ${ROAD_GROUPS.join(', ')} or all, it is "${cell('roads')}"`)
  if (isByWeek) {
    const hour = cell('hour_of_week')
    if (!/^\d{1,3}$/.test(hour) || Number(hour) >= HOURS_OF_WEEK)
      throw new TableError(`hour_of_week must be a whole number from 0 to ${HOURS_OF_WEEK - 1}, it is "${hour}"`)
    return { groups, at: [Number(hour)] }
  }
  const from = readTime('from', cell('from'))
  const to = readTime('to', cell('to'))
  if (to <= from) throw new TableError(`to must be after from, and at most 24:00; it is "${cell('to')}"`)
  const at = readDays(cell('days')).flatMap((day) => Array.from({ length: to - from }, (_, k) => day * 24 + from + k))
  return { groups, at }
}

function readDays(text: string): number[] {
  const [first = '', last = first, ...more] = text
    .toLowerCase()
    .split('-')
    .map((part) => part.trim())
  if (first === 'all' && last === 'all') return days.map((_, day) => day)
  const [from, to] = [days.indexOf(first), days.indexOf(last)]
  if (from < 0 || to < from || more.length > 0)
    throw new TableError(
      `days must be all, one of ${days.join(', ')}, or two of them in order as mon-fri; it is "${text}"`,
    )
  return days.flatMap((_, day) => (day >= from && day <= to ? [day] : []))
}

function readTime(column: 'from' | 'to', text: string): number {
  const [, hour] = /^(\d{1,2})(?::00(?::00)?)?$/.exec(text) ?? []
  if (hour === undefined || Number(hour) > 24)
    throw new TableError(`${column} must be a full hour as 7:00, it is "${text}"`)
  return Number(hour)
}

function readNumber(text: string): number {
  return /^\d+([.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN
}

function readFactor(text: string): number {
  const factor = readNumber(text)
  if (factor >= LEAST_FACTOR && factor <= MOST_FACTOR) return factor
  throw new TableError(`factor must be a number from ${LEAST_FACTOR} to ${MOST_FACTOR}, it is "${text}"`)
}

function readSpeed(text: string): number {
  const percent = readNumber(text)
  const [least, most] = [100 / MOST_FACTOR, Math.floor(100 / LEAST_FACTOR)]
  if (percent >= least && percent <= most) return 100 / percent
  throw new TableError(`speed must be percent of the plain speed, from ${least} to ${most}, it is "${text}"`)
}

/** Names of runs of days whose hours are alike, as in a table. */
function likeDays(factors: readonly number[]): [string, readonly number[]][] {
  const runs: [string, readonly number[]][] = []
  for (let from = 0, to: number; from < days.length; from = to) {
    const hours = factors.slice(from * 24, from * 24 + 24)
    to = from + 1
    while (to < days.length && hours.every((factor, hour) => factor === factors[to * 24 + hour])) to++
    runs.push([to === from + 1 ? days[from]! : `${days[from]}-${days[to - 1]}`, hours])
  }
  return runs
}
