/** Runs rich days: time to the first complete plan, gain of the search, memory, and the cost of each single rule. */

import { check } from '../src/check/check.ts'
import { runEngine } from '../src/cli/run-engine.ts'
import type { KeptDay } from './figures.ts'
import { type DayFeature, dayFeatures, makeRichDay } from './rich-day.ts'

export type DayFigures = Omit<KeptDay, 'date'>

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
  const firstCost = first?.cost
  return {
    day: `${stopCount} stops, ${vehicleCount} vehicles: ${feature}`,
    firstSeconds: first?.seconds,
    gainPercent: firstCost === undefined ? undefined : (100 * (firstCost - solution.totalCost)) / firstCost,
    cost: solution.totalCost,
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
  say(dayLine(figures[0]!))
  for (const feature of dayFeatures) {
    const day = await runDay(feature, 1000, 40, threads, isQuick ? 4 : 10)
    say(dayLine(day))
    figures.push(day)
  }
  return figures
}

function dayLine({ day, gainPercent, cost, unassigned, findings, iterationsPerSecond }: DayFigures): string {
  const gain = gainPercent === undefined ? 'no first plan' : `${gainPercent.toFixed(1)} % below the first plan`
  return `${day}: ${Math.round(cost)} (${gain}), ${unassigned} left out, ${Math.round(iterationsPerSecond)} steps a second, ${findings} findings`
}
