/** `routewright solve` for files with work over several days: chooses days and routes, and prints them by day. */
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { basename, extname } from 'node:path'
import { FormatError } from '../formats/format-error.ts'
import type { PeriodicInstance } from '../formats/periodic-instance.ts'
import { readPvrp } from '../formats/pvrp.ts'
import { detectFormat } from '../formats/read-instance.ts'
import { solvePeriods } from '../periods/solve-periods.ts'
import { type CommandIo, chooseSeconds, showProgress } from './progress.ts'
import type { SolveResult } from './result.ts'
import type { SolveArguments } from './solve-arguments.ts'

/** Output of `--json`: as for one day, plus the routes of each day. */
export interface DaysResult extends SolveResult {
  /** Per day its routes, each as the numbers of its stops and unloading places. */
  readonly days: readonly (readonly (readonly number[])[])[]
}

/** The file's instance, or undefined for a file of one day. Throws FormatError, and the system's error for a file that cannot be read. */
export function findPeriodic({ file, format }: Pick<SolveArguments, 'file' | 'format'>): PeriodicInstance | undefined {
  if (format !== 'auto' && format !== 'pvrp') return undefined
  const text = readFileSync(file, 'utf8')
  return format === 'pvrp' || detectFormat(text) === 'pvrp' ? readPvrp(text) : undefined
}

/** Solves and prints. Throws FormatError for options that work over several days does not support. */
export async function solveDays(
  options: SolveArguments,
  instance: PeriodicInstance,
  startedAtMs: number,
  io: CommandIo,
): Promise<void> {
  refuseOptions(options)
  const { periodic } = instance
  const threads = options.threads ?? availableParallelism()
  const budgetSeconds = options.seconds ?? chooseSeconds(periodic.problem.stops.length)
  const hasDeadline = options.iterations === undefined || options.seconds !== undefined
  const progress = showProgress(io, startedAtMs)
  const { solution, iterations } = await solvePeriods(periodic, {
    seed: options.seed,
    threads,
    ...(options.iterations !== undefined && { iterations: options.iterations }),
    ...(io.cancel !== undefined && { cancel: io.cancel }),
    ...(hasDeadline && { seconds: Math.max(0, budgetSeconds - (performance.now() - startedAtMs) / 1000) }),
    onProgress: progress.onProgress,
  })
  progress.clear()
  const used = solution.solution.routes.filter(({ stops }) => stops.length > 0)
  const days = Array.from({ length: periodic.dayCount }, (_, day) =>
    used
      .filter(({ vehicle }) => periodic.dayOfVehicle[vehicle] === day)
      .map((route) => instance.listNumbers(solution, route)),
  )
  const result: DaysResult = {
    instance: basename(options.file, extname(options.file)),
    cost: instance.getCost(solution),
    vehicles: used.length,
    routes: days.flat(),
    unassigned: solution.solution.unassigned.map(({ stop }) => solution.visits[stop]!.stop + 1),
    iterations,
    seconds: Math.round(performance.now() - startedAtMs) / 1000,
    threads,
    seed: options.seed,
    days,
  }
  io.stdout.write(options.isJson ? `${JSON.stringify(result)}\n` : formatDays(result))
}

function refuseOptions(options: SolveArguments): void {
  if (options.isVroom) throw new FormatError('answers files of VROOM only', '--vroom')
  if (options.objective !== undefined && options.objective !== 'distance')
    throw new FormatError('plans of several days count their distance', `--objective ${options.objective}`)
  if (options.convention !== undefined)
    throw new FormatError('plans of several days have one rounding', `--convention ${options.convention}`)
  if (options.svgFile !== undefined) throw new FormatError('draws plans of one day', '--svg')
  if (options.solFile !== undefined) throw new FormatError('writes plans of one day', '--sol')
}

function formatDays(result: DaysResult): string {
  const head = `${result.instance}: cost ${result.cost}, ${result.vehicles} routes on ${result.days.length} days, ${result.unassigned.length} visits unassigned`
  const work = `${result.iterations} iterations in ${result.seconds} s on ${result.threads} threads, seed ${result.seed}`
  const routes = result.days.flatMap((list, day) => list.map((route) => `  day ${day}: ${route.join(' ')}`))
  const left = result.unassigned.length === 0 ? [] : [`  unassigned: ${result.unassigned.join(' ')}`]
  return `${[head, work, ...routes, ...left].join('\n')}\n`
}
