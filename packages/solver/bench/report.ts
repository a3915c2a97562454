/** Writes docs/benchmarks.md: a row per family, a row per instance, searches without a limit, and synthetic days. */

import type { KeptDay, KeptRun } from './figures.ts'

export interface Anchors {
  readonly note: string
  readonly solvers: readonly string[]
  readonly titles: Readonly<Record<string, string>>
  /** Gap in percent by instance (or set/instance when two sets share the name), then by solver. */
  readonly gaps: Readonly<Record<string, Readonly<Record<string, number>>>>
}

const introduction = `# Benchmarks

The optimizer on public problems with known best solutions. \`npm run bench -- solver\` writes this page: it keeps the newest figures of each instance in
\`packages/solver/bench/figures\`, and runs with \`--quick\` or with other budgets print only. Other figures: [roads](benchmarks-roads.md), [roads of a whole country](benchmarks-country.md),
[addresses](benchmarks-addresses.md), [the service](benchmarks-service.md), [the planner](benchmarks-planner.md). What each change to the optimizer gained or lost, run by run: [attempts](benchmarks/attempts.md).

A gap is to the best known cost of the same convention and objective; a negative one is to a run of another solver, where no best value is known. Two threads
have wall seconds (10 s at 100 stops, 30 s up to 500, 60 s above, 120 s at 5,000), one thread has as many processor seconds. Findings of the independent checker were 0 in all runs. ✗ marks a
mean above the target. Single seeds differ by as much as most changes gain.`

/** The whole page. */
export function formatPage(runs: readonly KeptRun[], days: readonly KeptDay[], anchors: Anchors): string {
  const sections = [
    introduction,
    `## Families\n\n${formatFamilies(runs)}`,
    `## Instances\n\n${formatInstances(runs, anchors)}\n\nOther solvers: ${anchors.note}`,
    `## Without a time limit\n\nOne thread, as the service searches where nobody names a time: \`node packages/solver/bench/default-run.ts --keep NAME…\`.\n\n${formatUnlimited(runs)}`,
    `## Made-up days\n\nTwo threads, one rule each: \`npm run bench -- solver --family days\`.\n\n${formatDays(days)}`,
  ]
  return `${sections.join('\n\n')}\n`
}

function formatFamilies(runs: readonly KeptRun[]): string {
  const rows = [...Map.groupBy(runs, ({ family }) => family)].flatMap(([family, all]) => {
    const [two, one] = [computeMeans(all, '2 threads'), computeMeans(all, '1 thread')]
    if (two.size === 0 && one.size === 0) return []
    const target = all[0]!.targetPercent
    const worst = [...two].reduce((a, b) => (b[1] > a[1] ? b : a), ['', Number.NEGATIVE_INFINITY])
    const mark = two.size > 0 && mean([...two.values()]) > target + 0.005 ? ' ✗' : ''
    return [
      [
        family,
        Math.max(two.size, one.size),
        `${formatMean(two)}${mark}`,
        target,
        two.size > 0 ? `${worst[0]} ${percent(worst[1])}` : '',
        formatMean(one),
      ],
    ]
  })
  return table(['family', 'instances', 'gap %, 2 threads', 'target %', 'worst instance', 'gap %, 1 thread'], rows)
}

function formatInstances(runs: readonly KeptRun[], anchors: Anchors): string {
  const titles = anchors.solvers.map((solver) => anchors.titles[solver]!)
  const rows = [
    ...Map.groupBy(
      runs.filter(({ kind }) => kind !== 'no limit'),
      ({ instance }) => instance,
    ),
  ].map(([instance, all]) => {
    const ofKind = (kind: string) => all.filter((run) => run.kind === kind)
    const [two, one] = [ofKind('2 threads'), ofKind('1 thread')]
    const others = anchors.gaps[instance] ?? {}
    return [
      instance,
      all[0]!.stopCount,
      all[0]!.bestKnown,
      formatGaps(two),
      two[0]?.date ?? '',
      formatGaps(one),
      one[0]?.date ?? '',
      ...anchors.solvers.map((solver) => (others[solver] === undefined ? '' : percent(others[solver]))),
    ]
  })
  return table(['instance', 'stops', 'best known', 'gap % by seed, 2 threads', 'on', '1 thread', 'on', ...titles], rows)
}

function formatUnlimited(runs: readonly KeptRun[]): string {
  const own = runs.filter(({ kind }) => kind === 'no limit')
  const halves = own.flatMap(({ halfGapPercent }) => halfGapPercent ?? [])
  const rows = own.map((run) => [
    run.instance,
    run.stopCount,
    percent(run.gapPercent),
    run.halfGapPercent === undefined ? '' : percent(run.halfGapPercent),
    seconds(run.seconds),
    seconds(run.firstSeconds),
    seconds(run.nearSeconds),
    run.date,
  ])
  const means = [own.map(({ gapPercent }) => gapPercent), halves, own.map((run) => run.seconds ?? 0)]
  const [gap, half, spent] = means.map((values) => (values.length > 0 ? percent(mean(values)) : ''))
  return table(
    [
      'instance',
      'stops',
      'gap %',
      'in half of the longest time',
      'processor seconds',
      'first plan after',
      'within 1 % of the last after',
      'on',
    ],
    [...rows, [`mean of ${own.length}`, '', gap ?? '', half ?? '', spent ?? '', '', '', '']],
  )
}

function formatDays(days: readonly KeptDay[]): string {
  const rows = days.map((day) => [
    day.day,
    seconds(day.firstSeconds),
    day.gainPercent?.toFixed(1) ?? '–',
    Math.round(day.cost),
    day.unassigned,
    Math.round(day.iterationsPerSecond),
    day.wallSeconds.toFixed(0),
    seconds(day.cpuSeconds),
    Math.round(day.residentMegabytes),
    day.date,
  ])
  const titles = [
    'day',
    'first plan, s',
    'gain on it, %',
    'cost',
    'left out',
    'steps a second',
    'wall, s',
    'processor, s',
    'MB at most',
    'on',
  ]
  return table(titles, rows)
}

/** Mean gap by instance, over its seeds. */
function computeMeans(runs: readonly KeptRun[], kind: string): Map<string, number> {
  const groups = Map.groupBy(
    runs.filter((run) => run.kind === kind),
    ({ instance }) => instance,
  )
  return new Map([...groups].map(([instance, all]) => [instance, mean(all.map(({ gapPercent }) => gapPercent))]))
}

function formatGaps(runs: readonly KeptRun[]): string {
  return [...runs]
    .sort((a, b) => a.seed - b.seed)
    .map(({ gapPercent }) => percent(gapPercent))
    .join(', ')
}

const formatMean = (gaps: ReadonlyMap<string, number>) => (gaps.size === 0 ? '' : percent(mean([...gaps.values()])))
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const percent = (value: number) => value.toFixed(2).replace('-0.00', '0.00').replace('-', '−')
const seconds = (value: number | undefined) => value?.toFixed(1) ?? '–'

function table(titles: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const lines = rows.map((cells) => `| ${cells.join(' | ')} |`)
  return [`| ${titles.join(' | ')} |`, `|---${'|--:'.repeat(titles.length - 1)}|`, ...lines].join('\n')
}
