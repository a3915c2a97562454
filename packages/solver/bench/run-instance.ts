/** Solves one benchmark instance with one seed and measures the run. */

import { check } from '../src/check/check.ts'
import { checkPeriods } from '../src/check/check-periods.ts'
import { type LoadedProblem, loadProblem } from '../src/cli/load-problem.ts'
import { type EngineBudget, runEngine } from '../src/cli/run-engine.ts'
import { findPeriodic } from '../src/cli/solve-days.ts'
import type { PeriodicInstance } from '../src/formats/periodic-instance.ts'
import { type PeriodicResult, solvePeriods, solvePeriodsHere } from '../src/periods/solve-periods.ts'
import type { Solution } from '../src/solution.ts'
import type { BenchInstance } from './instances.ts'

export interface RunFigures {
  readonly instance: BenchInstance
  readonly seed: number
  readonly cost: number
  /** With travel times by the hour: excludes service, which is the same in every plan and most of the cost. */
  readonly gapPercent: number
  readonly vehicles: number
  readonly unassigned: number
  /** Number of findings of the checker; 0 for a correct solution. */
  readonly findings: number
  /** Seconds (wall, or processor with countsCpu) after which the gap was at most 1 % and 0.5 %; undefined: never. */
  readonly secondsTo1: number | undefined
  readonly secondsToHalf: number | undefined
  readonly iterations: number
  readonly wallSeconds: number
  /** Processor seconds of all threads. */
  readonly cpuSeconds: number
}

/**
 * Solves within the budget in wall time; on a busy machine compare `cpuSeconds` with it, or set `countsCpu`: then one thread gets the
 * budget in processor seconds, whatever else the machine does.
 */
export async function runInstance(
  instance: BenchInstance,
  seed: number,
  threads: number,
  budgetSeconds: number,
  countsCpu: boolean,
): Promise<RunFigures> {
  const clock = countsCpu ? readCpuMilliseconds : () => performance.now()
  const startedAtMs = clock()
  const wallStartedAtMs = performance.now()
  const cpuBefore = process.cpuUsage()
  const reached: { cost: number; seconds: number }[] = []
  const answer = await solveFile(instance, {
    seed,
    threads,
    iterations: undefined,
    deadlineMs: startedAtMs + budgetSeconds * 1000,
    ...(countsCpu && { clock }),
    onProgress: (progress) => {
      if (progress.unassigned > 0 && instance.set !== 'pcvrptw') return
      reached.push({ cost: progress.cost, seconds: (clock() - startedAtMs) / 1000 })
    },
  })
  const wallSeconds = (performance.now() - wallStartedAtMs) / 1000
  const endedAfterSeconds = (clock() - startedAtMs) / 1000
  const cpu = process.cpuUsage(cpuBefore)
  const { cost, service } = answer
  // Progress is in the engine's unit: the final solution, known in both units, gives the factor.
  const factor = answer.totalCost > 0 ? cost / answer.totalCost : 1
  const computeGap = (value: number) => (100 * (value - instance.bestKnown)) / (instance.bestKnown - service)
  const secondsTo = (percent: number) => {
    const hit = reached.find((point) => computeGap(point.cost * factor) <= percent)
    if (hit !== undefined) return hit.seconds
    return computeGap(cost) <= percent ? endedAfterSeconds : undefined
  }
  return {
    instance,
    seed,
    cost,
    gapPercent: computeGap(cost),
    vehicles: answer.vehicles,
    unassigned: answer.unassigned,
    findings: answer.findings,
    secondsTo1: secondsTo(1),
    secondsToHalf: secondsTo(0.5),
    iterations: answer.iterations,
    wallSeconds,
    cpuSeconds: (cpu.user + cpu.system) / 1e6,
  }
}

/** A solution in the file's unit, with the values that are compared. */
interface FileAnswer {
  cost: number
  /** Cost in the engine's unit. */
  totalCost: number
  /** Part of the cost that is the same in every plan. */
  service: number
  vehicles: number
  unassigned: number
  findings: number
  iterations: number
}

/** Solves a file of one day or of several. */
async function solveFile(instance: BenchInstance, budget: EngineBudget): Promise<FileAnswer> {
  const periodic = findPeriodic({ file: instance.file, format: 'auto' })
  if (periodic) {
    const { solution: answer, iterations } = await solveDaysFor(periodic, budget)
    const findings = checkPeriods(periodic.periodic, answer).length
    return { ...measure(answer.solution), cost: periodic.getCost(answer), service: 0, findings, iterations }
  }
  const loaded = loadProblem(instance.file, 'auto', instance.convention, undefined)
  const { solution, iterations } = await runEngine(loaded.problem, budget)
  const service = instance.set === 'lera' ? sumService(loaded, solution) : 0
  const findings = check(loaded.problem, solution).length
  return { ...measure(solution), cost: loaded.getCost(solution), service, findings, iterations }
}

function solveDaysFor({ periodic }: PeriodicInstance, budget: EngineBudget): Promise<PeriodicResult> | PeriodicResult {
  const { seed, threads, clock, deadlineMs, onProgress } = budget
  const shared = { seed, ...(onProgress && { onProgress }) }
  if (clock) return solvePeriodsHere(periodic, { ...shared, clock, deadlineMilliseconds: deadlineMs })
  return solvePeriods(periodic, { ...shared, threads, seconds: Math.max(0, deadlineMs - performance.now()) / 1000 })
}

function measure(solution: Solution): Pick<FileAnswer, 'totalCost' | 'vehicles' | 'unassigned'> {
  const vehicles = solution.routes.filter((route) => route.stops.length > 0).length
  return { totalCost: solution.totalCost, vehicles, unassigned: solution.unassigned.length }
}

/** Service of all stops in the file's unit: the solution gives the cost of a second. */
function sumService(loaded: LoadedProblem, solution: Solution): number {
  const service = loaded.problem.stops.reduce((sum, stop) => sum + stop.serviceSeconds, 0)
  return (service * loaded.getCost(solution)) / solution.cost.time
}

/** Milliseconds of processor time that this process has used. */
function readCpuMilliseconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
