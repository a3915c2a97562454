/** `routewright solve FILE`: plans the routes of a problem file and prints them. */

import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { FormatError } from '../formats/format-error.ts'
import { writeSol } from '../formats/to-problem.ts'
import { writeVroom } from '../formats/vroom-answer.ts'
import type { Solution } from '../solution.ts'
import { timeOrders, usualWaitPrice } from '../solve.ts'
import { type LoadedProblem, loadProblem } from './load-problem.ts'
import { type CommandIo, chooseSeconds, showProgress } from './progress.ts'
import type { SolveResult } from './result.ts'
import { runEngine } from './run-engine.ts'
import { readSolveArguments, type SolveArguments, solveUsage, UsageError } from './solve-arguments.ts'
import { findPeriodic, solveDays } from './solve-days.ts'
import { drawSvg } from './svg.ts'

/** Runs the command with the arguments after `solve`. Returns the exit code: 0, 1 for a bad file, 2 for bad arguments. */
export async function runSolve(argv: readonly string[], io: CommandIo): Promise<number> {
  const startedAtMs = io.startedAtMs ?? performance.now()
  if (argv.includes('--help')) {
    io.stdout.write(solveUsage)
    return 0
  }
  try {
    const options = readSolveArguments(argv)
    const periodic = findPeriodic(options)
    if (periodic) {
      await solveDays(options, periodic, startedAtMs, io)
      return 0
    }
    const loaded = loadProblem(options.file, options.format, options.convention, options.objective)
    if (options.isVroom && !loaded.vroom) throw new FormatError('answers files of VROOM only', '--vroom')
    await solveAndPrint(options, loaded, startedAtMs, io)
    return 0
  } catch (error) {
    if (error instanceof UsageError) {
      io.stderr.write(`routewright solve: ${error.message}\n\n${solveUsage}`)
      return 2
    }
    if (error instanceof FormatError || (error instanceof Error && 'syscall' in error)) {
      io.stderr.write(`routewright solve: ${error.message}\n`)
      return 1
    }
    throw error
  }
}

async function solveAndPrint(
  options: SolveArguments,
  loaded: LoadedProblem,
  startedAtMs: number,
  io: CommandIo,
): Promise<void> {
  const { problem } = loaded
  const loadedAtMs = performance.now()
  const threads = options.threads ?? availableParallelism()
  const budgetSeconds = options.seconds ?? chooseSeconds(problem.stops.length)
  const progress = showProgress(io, startedAtMs)
  const { solution, iterations } = loaded.vroom?.isTimedOnly
    ? { solution: timeOrders(loaded.vroom.problem, loaded.vroom.steps), iterations: 0 }
    : await runEngine(problem, {
        seed: options.seed,
        threads,
        iterations: options.iterations,
        ...(io.cancel !== undefined && { cancel: io.cancel }),
        deadlineMs:
          options.iterations !== undefined && options.seconds === undefined
            ? Number.POSITIVE_INFINITY
            : startedAtMs + budgetSeconds * 1000,
        onProgress: progress.onProgress,
        // A time limit given by the user is used in full.
        ...(options.seconds === undefined && options.iterations === undefined && { waitPrice: usualWaitPrice }),
        ...(loaded.vroom && { initial: loaded.vroom.steps }),
      })
  progress.clear()
  const result: SolveResult = {
    instance: loaded.name,
    cost: loaded.getCost(solution),
    vehicles: solution.routes.filter((route) => route.stops.length > 0).length,
    routes: loaded.listRoutes(solution),
    unassigned: solution.unassigned.map(({ stop }) => loaded.getStopNumber(stop)),
    iterations,
    seconds: Math.round(performance.now() - startedAtMs) / 1000,
    threads,
    seed: options.seed,
  }
  writeFiles(options, loaded, solution, result)
  if (!options.isVroom)
    return void io.stdout.write(options.isJson ? `${JSON.stringify(result)}\n` : formatResult(result))
  const loading = Math.round(loadedAtMs - startedAtMs)
  const times = { loading, solving: Math.round(performance.now() - loadedAtMs), routing: 0 }
  io.stdout.write(`${JSON.stringify(writeVroom(loaded.vroom!, solution, times))}\n`)
}

function writeFiles(options: SolveArguments, loaded: LoadedProblem, solution: Solution, result: SolveResult): void {
  if (options.solFile !== undefined) writeFileSync(options.solFile, writeSol(result.routes, result.cost))
  if (options.svgFile === undefined) return
  if (loaded.points === undefined) throw new FormatError('the file has no coordinates to draw', '--svg')
  const title = `${result.instance}: cost ${result.cost}, ${result.vehicles} vehicles, ${result.unassigned.length} unassigned`
  writeFileSync(options.svgFile, drawSvg(loaded.problem, solution, loaded.points, title))
}

function formatResult(result: SolveResult): string {
  const head = `${result.instance}: cost ${result.cost}, ${result.vehicles} vehicles, ${result.unassigned.length} unassigned`
  const work = `${result.iterations} iterations in ${result.seconds} s on ${result.threads} threads, seed ${result.seed}`
  const routes = result.routes.flatMap((route, index) =>
    route.length === 0 ? [] : [`  ${index + 1}: ${route.join(' ')}`],
  )
  const left = result.unassigned.length === 0 ? [] : [`  unassigned: ${result.unassigned.join(' ')}`]
  return `${[head, work, ...routes, ...left].join('\n')}\n`
}
