/** Keeps the newest figures of each benchmark instance as tables of values, from which docs/benchmarks.md is written. */

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Anchors, formatPage } from './report.ts'

/** Limit of a run: wall seconds, processor seconds, or the end that the service finds by itself. */
export type RunKind = '2 threads' | '1 thread' | 'no limit'

export interface KeptRun {
  /** Name of the instance, with its set when two sets share the name. */
  readonly instance: string
  readonly family: string
  readonly stopCount: number
  readonly bestKnown: number
  /** Mean gap that the family should reach on two threads. */
  readonly targetPercent: number
  /** Runs with other numbers of threads are kept under their own name, and not shown. */
  readonly kind: RunKind | string
  readonly seed: number
  /** Calendar day in UTC. */
  readonly date: string
  readonly gapPercent: number
  /** `no limit` only: processor seconds to the end, to the first plan, and to within 1 % of the last one. */
  readonly seconds?: number | undefined
  readonly firstSeconds?: number | undefined
  readonly nearSeconds?: number | undefined
  /** `no limit` only: gap of the best plan that was there after half of the longest time that the service uses. */
  readonly halfGapPercent?: number | undefined
}

export interface KeptDay {
  readonly day: string
  readonly date: string
  readonly firstSeconds: number | undefined
  /** Percentage by which the last plan is cheaper than the first complete one. */
  readonly gainPercent: number | undefined
  readonly cost: number
  readonly unassigned: number
  readonly findings: number
  readonly iterationsPerSecond: number
  readonly wallSeconds: number
  readonly cpuSeconds: number | undefined
  /** Peak memory of the process. */
  readonly residentMegabytes: number
}

const runColumns: (keyof KeptRun)[] = [
  'instance',
  'family',
  'stopCount',
  'bestKnown',
  'targetPercent',
  'kind',
  'seed',
  'date',
  'gapPercent',
  'seconds',
  'firstSeconds',
  'nearSeconds',
  'halfGapPercent',
]
const dayColumns: (keyof KeptDay)[] = [
  'day',
  'date',
  'firstSeconds',
  'gainPercent',
  'cost',
  'unassigned',
  'findings',
  'iterationsPerSecond',
  'wallSeconds',
  'cpuSeconds',
  'residentMegabytes',
]
const texts = new Set(['instance', 'family', 'kind', 'date', 'day'])

const here = join(import.meta.dirname, 'figures')
const page = join(import.meta.dirname, '../../../docs/benchmarks.md')

/** The kept figures as the page. */
export function readPage(): string {
  const anchors = JSON.parse(readFileSync(join(import.meta.dirname, 'anchors.json'), 'utf8')) as Anchors
  return formatPage(
    readTable<KeptRun>('instances.csv', runColumns),
    readTable<KeptDay>('days.csv', dayColumns),
    anchors,
  )
}

/** Replaces older figures of the same instances by new ones, and rewrites the page. */
export function keepFigures(runs: readonly KeptRun[], days: readonly KeptDay[]): void {
  writeTable('instances.csv', runColumns, mergeRuns(readTable<KeptRun>('instances.csv', runColumns), runs))
  const fresh = new Set(days.map(({ day }) => day))
  const others = readTable<KeptDay>('days.csv', dayColumns).filter(({ day }) => !fresh.has(day))
  writeTable('days.csv', dayColumns, [...others, ...days])
  writeFileSync(page, readPage())
}

/** Replaces all seeds of an instance and kind by the new ones; the order of the older table stays, new instances come last. */
export function mergeRuns(older: readonly KeptRun[], newer: readonly KeptRun[]): KeptRun[] {
  const makeKey = ({ instance, kind }: KeptRun) => `${instance} ${kind}`
  const fresh = Map.groupBy(newer, makeKey)
  const kept = older.flatMap((run, index) => {
    const replaced = fresh.get(makeKey(run))
    if (!replaced) return [run]
    return older.findIndex((other) => makeKey(other) === makeKey(run)) === index ? replaced : []
  })
  const known = new Set(older.map(makeKey))
  return [...kept, ...newer.filter((run) => !known.has(makeKey(run)))]
}

function readTable<Row>(name: string, columns: readonly string[]): Row[] {
  const lines = readFileSync(join(here, name), 'utf8').trim().split('\n').slice(1)
  return lines.map((line) => {
    const cells = line.split(',')
    const values = columns.map((column, index) => [column, readCell(column, cells[index] ?? '')])
    return Object.fromEntries(values) as Row
  })
}

function readCell(column: string, cell: string): string | number | undefined {
  if (texts.has(column)) return cell.replaceAll(';', ',')
  return cell === '' ? undefined : Number(cell)
}

function writeTable<Row extends object>(
  name: string,
  columns: readonly (keyof Row & string)[],
  rows: readonly Row[],
): void {
  const lines = rows.map((row) => columns.map((column) => writeCell(row[column])).join(','))
  writeFileSync(join(here, name), `${columns.join(',')}\n${lines.join('\n')}\n`)
}

/** Numbers to three decimals; a comma of a text becomes a semicolon. */
function writeCell(value: unknown): string {
  if (typeof value === 'number') return String(Number(value.toFixed(3)))
  return String(value ?? '').replaceAll(',', ';')
}
