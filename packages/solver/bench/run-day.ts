/** Runs rich days: time to the first complete plan, what the search gains on it, memory, and the cost of each single rule. */

import { check } from '../src/check/check.ts'
import { runEngine } from '../src/cli/run-engine.ts'
import { type DayFeature, dayFeatures, makeRichDay } from './rich-day.ts'

export interface DayFigures {
  readonly feature: DayFeature
  readonly stopCount: number
  readonly vehicleCount: number
  readonly firstSeconds: number | undefined
  readonly firstCost: number | undefined
  readonly finalCost: number
  readonly unassigned: number
  readonly findings: number
  readonly iterationsPerSecond: number
  readonly wallSeconds: number
  readonly cpuSeconds: number
  /** The most that the process had whenever the search told how far it was, and at the end. */
  readonly residentMegabytes: number
}

/** One day, one budget in wall seconds. The first plan counts when it leaves out no more than the final one. */
export async function runDay(
  feature: DayFeature,
  stopCount: number,
  vehicleCount: number,
  threads: number,
  budgetSeconds: number,
): Promise<DayFigures> {
  const problem = makeRichDay(stopCount, vehicleCount, feature)
  const startedAtMs = performance.now()
  const cpuBefore = process.cpuUsage()
  const points: { cost: number; unassigned: number; seconds: number }[] = []
  let residentBytes = 0
  const { solution, iterations } = await runEngine(problem, {
    seed: 1,
    threads,
    iterations: undefined,
    deadlineMs: startedAtMs + budgetSeconds * 1000,
    onProgress: ({ cost, unassigned }) => {
      residentBytes = Math.max(residentBytes, process.memoryUsage.rss())
      points.push({ cost, unassigned, seconds: (performance.now() - startedAtMs) / 1000 })
    },
  })
  const wallSeconds = (performance.now() - startedAtMs) / 1000
  const cpu = process.cpuUsage(cpuBefore)
  const required = (stops: { stop: number }[]) =>
    stops.filter(({ stop }) => problem.stops[stop]!.dropPenalty === undefined).length
  const isOptional = feature === 'optional' || feature === 'all'
  const first = points.find((point) => isOptional || point.unassigned <= solution.unassigned.length)
  return {
    feature,
    stopCount,
    vehicleCount,
    firstSeconds: first?.seconds,
    firstCost: first?.cost,
    finalCost: solution.totalCost,
    unassigned: required(solution.unassigned),
    findings: check(problem, solution).length,
    iterationsPerSecond: iterations / wallSeconds,
    wallSeconds,
    cpuSeconds: (cpu.user + cpu.system) / 1e6,
    residentMegabytes: Math.max(residentBytes, process.memoryUsage.rss()) / 2 ** 20,
  }
}

/** The large plain day, then each rule by itself on a smaller one. */
export async function runDays(threads: number, isQuick: boolean, say: (text: string) => void): Promise<DayFigures[]> {
  const figures = [await runDay('plain', 5000, 150, threads, isQuick ? 15 : 60)]
  say(formatDays(figures).at(-1)!)
  for (const feature of dayFeatures) {
    figures.push(await runDay(feature, 1000, 40, threads, isQuick ? 4 : 10))
    say(formatDays(figures).at(-1)!)
  }
  return figures
}

/** Rows of a Markdown table. */
export function formatDays(figures: readonly DayFigures[]): string[] {
  const rows = figures.map((day) => {
    const gain =
      day.firstCost === undefined ? '–' : ((100 * (day.firstCost - day.finalCost)) / day.firstCost).toFixed(1)
    const cells = [
      `${day.stopCount} stops, ${day.vehicleCount} vehicles: ${day.feature}`,
      day.firstSeconds?.toFixed(1) ?? '–',
      gain,
      Math.round(day.finalCost),
      day.unassigned,
      day.findings,
      Math.round(day.iterationsPerSecond),
      day.wallSeconds.toFixed(1),
      day.cpuSeconds.toFixed(1),
      Math.round(day.residentMegabytes),
    ]
    return `| ${cells.join(' | ')} |`
  })
  return [
    '| day | first plan s | gain on it % | cost | unassigned | findings | iterations/s | wall s | cpu s | MB |',
    `|---|${'---:|'.repeat(9)}`,
    ...rows,
  ]
}
