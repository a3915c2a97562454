/**
 * Gain of a run without a time limit: `node packages/solver/bench/default-run.ts NAME…` solves development instances on one thread by
 * processor time, as the service does when no time is requested, and prints a line each. `--steps` ends after the number of steps of former
 * versions; `--keep` keeps the figures for docs/benchmarks.md.
 */

import { loadProblem } from '../src/cli/load-problem.ts'
import { usualWaitPrice } from '../src/search/worth-waiting.ts'
import { solve } from '../src/solve.ts'
import { requireTables } from '../src/wide-problem.ts'
import { type KeptRun, keepFigures } from './figures.ts'
import { findBenchmarkFolder, getName, listInstances } from './instances.ts'

const { argv } = process
const isBySteps = argv.includes('--steps')
const names = argv.slice(2).filter((name) => !name.startsWith('--'))
const folder = findBenchmarkFolder()
if (!folder)
  throw new Error('no benchmark instances (../shared/benchmarks beside the repository, or ROUTEWRIGHT_SHARED)')

/** Longest time that the service uses when no time is requested. */
function statedSeconds(stopCount: number): number {
  if (stopCount <= 200) return 10
  return stopCount <= 1_000 ? 30 : 60
}

const processorMilliseconds = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

const runs: KeptRun[] = []
const date = new Date().toISOString().slice(0, 10)
process.stdout.write('instance stops gap% half-gap% seconds first within-1%\n')
for (const instance of listInstances(folder).filter(({ name }) => names.includes(name))) {
  const { problem, getCost } = loadProblem(instance.file, 'auto', instance.convention, undefined)
  const began = processorMilliseconds()
  const seen: { cost: number; seconds: number }[] = []
  const n = problem.stops.length
  const { solution } = solve(requireTables(problem), {
    seed: 1,
    clock: processorMilliseconds,
    deadlineMilliseconds: began + 1_000 * statedSeconds(n),
    ...(isBySteps ? { iterations: Math.ceil(2_000 + 30 * n * Math.sqrt(n)) } : { waitPrice: usualWaitPrice }),
    onProgress: ({ cost }) => seen.push({ cost, seconds: (processorMilliseconds() - began) / 1_000 }),
  })
  const seconds = (processorMilliseconds() - began) / 1_000
  const gap = (100 * (getCost(solution) - instance.bestKnown)) / instance.bestKnown
  const near = seen.find(({ cost }) => cost <= 1.01 * solution.totalCost)?.seconds ?? seconds
  const firstSeconds = seen[0]?.seconds ?? seconds
  const atHalf = seen.findLast((plan) => plan.seconds <= statedSeconds(n) / 2)
  // Costs of the search count what the instance does not, so only their ratio is used.
  const halfGap = atHalf ? (100 + gap) * (atHalf.cost / solution.totalCost) - 100 : undefined
  const gaps = [gap.toFixed(2), halfGap?.toFixed(2) ?? '–']
  const figures = [...gaps, seconds.toFixed(1), firstSeconds.toFixed(1), near.toFixed(1)]
  process.stdout.write(`${instance.name} ${n} ${figures.join(' ')}\n`)
  const { family, stopCount, bestKnown, targetPercent } = instance
  const times = { seconds, firstSeconds, nearSeconds: near, halfGapPercent: halfGap }
  const kept = {
    instance: getName(instance),
    family,
    stopCount,
    bestKnown,
    targetPercent,
    kind: 'no limit',
    seed: 1,
    date,
  }
  runs.push({ ...kept, gapPercent: gap, ...times })
}
if (argv.includes('--keep') && !isBySteps) keepFigures(runs, [])
