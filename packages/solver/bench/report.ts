/** Writes benchmark figures as Markdown: a family summary, a row per instance, newest run first. */

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { RunFigures } from './run-instance.ts'

export interface Anchors {
  readonly note: string
  readonly solvers: readonly string[]
  readonly titles: Readonly<Record<string, string>>
  /** Gap in percent by instance (or set/instance where a name stands twice), then by solver. */
  readonly gaps: Readonly<Record<string, Readonly<Record<string, number>>>>
}

export interface RunDescription {
  /** When, in UTC, to the minute. */
  readonly date: string
  readonly mode: string
  readonly threads: number
  readonly secondsScale: number
  /** Budgets were processor seconds of one thread. */
  readonly countsCpu: boolean
  readonly loadBefore: number
  readonly node: string
}

const startMark = '<!-- solver runs, newest first -->'

/** Puts one dated section before the earlier ones; makes the page when it is not there. */
export function prependRun(page: string, section: string): void {
  const text = existsSync(page) ? readFileSync(page, 'utf8') : ''
  const intro = text.includes(startMark)
    ? text
    : `${text}${text === '' ? '# Benchmarks\n\n' : '\n'}${introduction()}\n${startMark}\n`
  writeFileSync(page, intro.replace(startMark, `${startMark}\n\n${section.trimEnd()}`))
}

function introduction(): string {
  return [
    '## Solver',
    '',
    'Written by `npm run bench -- solver`: each section is one run, newest first. Gaps are to the best known cost of the same',
    'convention and objective. Budgets are wall seconds; on a busy machine the processor seconds (all threads) tell what a run',
    'really got. Findings are those of the independent checker, and must be 0. “Time to” counts from the start of the search.',
    '',
  ].join('\n')
}

/** One run as a Markdown section. */
export function formatRun(figures: readonly RunFigures[], description: RunDescription, anchors: Anchors): string {
  const isQuiet = description.loadBefore < 0.5
  const lines = [
    `### ${description.date} UTC, ${description.mode}`,
    '',
    `${description.threads} threads, budgets × ${description.secondsScale} (${description.countsCpu ? 'processor' : 'wall'} seconds), Node ${description.node}, machine ${isQuiet ? 'quiet' : 'busy'} before the run (load ${description.loadBefore.toFixed(1)}).`,
    '',
    ...(figures.length === 0 ? [] : [...formatFamilies(figures), '', ...formatInstances(figures, anchors), '']),
  ]
  return lines.join('\n')
}

function formatFamilies(figures: readonly RunFigures[]): string[] {
  const lines = [
    '| family | instances | runs | mean gap % | target % | worst instance | findings |',
    '|---|---|---|---|---|---|---|',
  ]
  for (const [family, runs] of groupRuns(figures, (run) => run.instance.family)) {
    const byInstance = [...groupRuns(runs, keyOf)].map(([name, group]) => ({
      name,
      gap: meanOf(group, (run) => run.gapPercent),
    }))
    const worst = byInstance.reduce((a, b) => (b.gap > a.gap ? b : a))
    const mean = byInstance.reduce((sum, { gap }) => sum + gap, 0) / byInstance.length
    const target = runs[0]!.instance.targetPercent
    const mark = mean <= target + 0.005 ? '' : ' ✗'
    const findings = runs.reduce((sum, run) => sum + run.findings, 0)
    lines.push(
      `| ${family} | ${byInstance.length} | ${runs.length} | ${mean.toFixed(2)}${mark} | ${target} | ${worst.name} ${worst.gap.toFixed(2)} | ${findings} |`,
    )
  }
  return lines
}

function formatInstances(figures: readonly RunFigures[], anchors: Anchors): string[] {
  const titles = anchors.solvers.map((solver) => anchors.titles[solver])
  const lines = [
    `| instance | n | runs | mean cost | best known | gap % | best gap % | to 1 % s | to 0.5 % s | 1000 iterations/s | wall s | cpu s | ${titles.join(' | ')} |`,
    `|---|${'---:|'.repeat(11 + titles.length)}`,
  ]
  for (const [name, runs] of groupRuns(figures, keyOf)) {
    const { instance } = runs[0]!
    const anchor = anchors.gaps[name] ?? anchors.gaps[instance.name] ?? {}
    const cells = [
      name,
      instance.stopCount,
      runs.length,
      Number(meanOf(runs, (run) => run.cost).toFixed(2)),
      instance.bestKnown,
      meanOf(runs, (run) => run.gapPercent).toFixed(2),
      Math.min(...runs.map((run) => run.gapPercent)).toFixed(2),
      formatTimes(runs.map((run) => run.secondsTo1)),
      formatTimes(runs.map((run) => run.secondsToHalf)),
      (meanOf(runs, (run) => run.iterations / run.wallSeconds) / 1000).toFixed(1),
      meanOf(runs, (run) => run.wallSeconds).toFixed(1),
      meanOf(runs, (run) => run.cpuSeconds).toFixed(1),
      ...anchors.solvers.map((solver) => anchor[solver]?.toFixed(2) ?? ''),
    ]
    lines.push(`| ${cells.join(' | ')} |`)
  }
  return lines
}

/** Mean over runs that got there, or a dash when one did not. */
function formatTimes(times: readonly (number | undefined)[]): string {
  let sum = 0
  for (const time of times) {
    if (time === undefined) return '–'
    sum += time
  }
  return (sum / times.length).toFixed(1)
}

/** Name of an instance; with its set where two sets share names. */
function keyOf(run: RunFigures): string {
  return run.instance.set === 'pcvrptw' || run.instance.set === 'homberger'
    ? `${run.instance.set}/${run.instance.name}`
    : run.instance.name
}

function groupRuns(runs: readonly RunFigures[], key: (run: RunFigures) => string): Map<string, RunFigures[]> {
  const groups = new Map<string, RunFigures[]>()
  for (const run of runs) {
    const group = groups.get(key(run))
    if (group === undefined) groups.set(key(run), [run])
    else group.push(run)
  }
  return groups
}

function meanOf(runs: readonly RunFigures[], value: (run: RunFigures) => number): number {
  return runs.reduce((sum, run) => sum + value(run), 0) / runs.length
}
