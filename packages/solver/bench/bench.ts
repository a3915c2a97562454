/** `npm run bench -- solver`: solves development instances, compares with the best known, and keeps the figures for docs/benchmarks.md. */

import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { keepFigures } from './figures.ts'
import { type BenchInstance, findBenchmarkFolder, getName, listInstances, quickNames } from './instances.ts'
import { runDays } from './run-day.ts'
import { type RunFigures, runInstance } from './run-instance.ts'
import { runRandomProblems } from './run-random.ts'

const usage = `Usage: node packages/solver/bench/bench.ts [options]

  --quick              a few instances of every family at a fifth of their budgets, under 3 minutes
  --long               every instance, 3 seeds, full budgets
  --family A,B         only these families (solomon, homberger-200, x-500, li-lim-100, hfvrp, lera-400, rifki, …; "days", "random")
  --instance A,B       only these instances
  --seeds 1,2,3        default 1
  --threads N          default: one per processor
  --seconds-scale F    multiplies every budget
  --cpu                one thread, budgets in processor seconds: fair on a busy machine
  --random N           how many random rich problems to solve and check (default 0; 50 in --quick, 2000 in --long)
  --no-write           print only, keep nothing; so do runs with other budgets
`

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    long: { type: 'boolean', default: false },
    family: { type: 'string' },
    instance: { type: 'string' },
    seeds: { type: 'string' },
    threads: { type: 'string' },
    'seconds-scale': { type: 'string' },
    random: { type: 'string' },
    cpu: { type: 'boolean', default: false },
    'no-write': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  process.stdout.write(usage)
} else {
  await main()
}

async function main(): Promise<void> {
  const threads = values.cpu ? 1 : Number(values.threads ?? availableParallelism())
  const scale = Number(values['seconds-scale'] ?? (values.quick ? 0.2 : 1))
  const seeds = (values.seeds ?? (values.long ? '1,2,3' : '1')).split(',').map(Number)
  const figures: RunFigures[] = []
  for (const instance of chooseInstances()) {
    for (const seed of seeds) {
      const budgetSeconds = Math.min(instance.budgetSeconds * scale, values.quick ? 8 : Number.POSITIVE_INFINITY)
      const run = await runInstance(instance, seed, threads, budgetSeconds, values.cpu)
      figures.push(run)
      say(
        `${instance.family} ${instance.name} seed ${seed}: ${run.cost} (${run.gapPercent.toFixed(2)} %), ${run.iterations} iterations, ${run.wallSeconds.toFixed(1)} s wall, ${run.cpuSeconds.toFixed(1)} s cpu, ${run.findings} findings`,
      )
    }
  }
  const isUnfiltered = values.family === undefined && values.instance === undefined
  const wantsDays = isUnfiltered || values.family?.split(',').includes('days') === true
  const days = wantsDays ? await runDays(threads, values.quick, say) : []
  const randomCount = Number(values.random ?? (values.quick ? 50 : values.long ? 2000 : 0))
  const wantsRandom = randomCount > 0 && (isUnfiltered || values.random !== undefined)
  const random = wantsRandom
    ? [false, true].map((byHour) => runRandomProblems(randomCount, byHour)).join('\n\n')
    : undefined
  if (random !== undefined) say(random)
  const unsound = [...figures.map(({ findings }) => findings), ...days.map(({ findings }) => findings)].some(Boolean)
  if (unsound) {
    say('FAILED: the checker has findings, so nothing is kept.')
    process.exitCode = 1
  }
  if (unsound || values['no-write'] || scale !== 1) return

  const date = new Date().toISOString().slice(0, 10)
  const kind = values.cpu ? '1 thread' : `${threads} threads`
  const runs = figures.map(({ instance, seed, gapPercent }) => {
    const { family, stopCount, bestKnown, targetPercent } = instance
    return { instance: getName(instance), family, stopCount, bestKnown, targetPercent, kind, seed, date, gapPercent }
  })
  keepFigures(
    runs,
    days.map((day) => ({ ...day, date })),
  )
}

function chooseInstances(): BenchInstance[] {
  const folder = findBenchmarkFolder()
  if (folder === undefined) {
    say('SKIPPED: no benchmark instances (../shared/benchmarks beside the repository, or ROUTEWRIGHT_SHARED)')
    return []
  }
  const families = values.family?.split(',')
  const names = values.instance?.split(',')
  return listInstances(folder).filter((instance) => {
    if (families !== undefined && !families.includes(instance.family)) return false
    if (names !== undefined) return names.includes(instance.name)
    return !values.quick || quickNames.includes(instance.name)
  })
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
