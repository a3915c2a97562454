/**
 * Activities of a driver before a given time, and the limits they have used up: for routes under way, and for loading before the first leg.
 */
import type { BreakRule, DrivingRules } from '../driving-rules.ts'

/** One stretch of a driver's record, in order of time. Waiting is neither driving nor work. */
export interface DrivingActivity {
  kind: 'driving' | 'work' | 'wait' | 'break'
  seconds: number
}

/**
 * The same rules for the time after the record: counters continue, and used time is subtracted from limits. A halt that is still going on
 * counts only as far as the record has it. The end of the rest period is unchanged.
 */
export function rulesAfter(rules: DrivingRules, record: readonly DrivingActivity[]): DrivingRules {
  const joined = joinTouching(record)
  const sum = (...kinds: DrivingActivity['kind'][]) =>
    joined.reduce((total, { kind, seconds }) => total + (kinds.includes(kind) ? seconds : 0), 0)
  const worked = sum('driving', 'work')
  return {
    ...rules,
    ...(rules.breaks && { breaks: rules.breaks.map((rule) => countOn(rule, joined)) }),
    ...(rules.breakTotals && {
      breakTotals: rules.breakTotals.map((total) => ({
        ...total,
        spentSeconds: (total.spentSeconds ?? 0) + worked,
        takenSeconds:
          (total.takenSeconds ?? 0) + interruptedSeconds(joined, total.leastPartSeconds, total.spentSeconds),
      })),
    }),
    ...(rules.limits && {
      limits: rules.limits.map((limit) => {
        const used = {
          driving: sum('driving'),
          work: limit.isWaitWork ? sum('driving', 'work', 'wait') : worked,
          span: sum('driving', 'work', 'wait', 'break'),
        }[limit.counts]
        // A span with a start time already includes the time since then.
        return limit.beganSeconds === undefined ? { ...limit, spentSeconds: (limit.spentSeconds ?? 0) + used } : limit
      }),
    }),
  }
}

/** Merges adjacent stretches of one kind. */
function joinTouching(record: readonly DrivingActivity[]): DrivingActivity[] {
  const joined: DrivingActivity[] = []
  for (const { kind, seconds } of record) {
    if (seconds <= 0) continue
    const last = joined.at(-1)
    if (last?.kind === kind) last.seconds += seconds
    else joined.push({ kind, seconds })
  }
  return joined
}

function countOn(rule: BreakRule, record: readonly DrivingActivity[]): BreakRule {
  const parts = rule.isAnyHalt ? [] : (rule.partSeconds ?? [])
  let spentSeconds = rule.spentSeconds ?? 0
  let partsTaken = rule.partsTaken ?? 0
  let halt = 0
  for (const { kind, seconds } of record) {
    if (kind === 'driving' || (rule.counts === 'work' && kind === 'work')) spentSeconds += seconds
    halt = kind === 'driving' ? 0 : halt + seconds
    const isWhole = rule.isAnyHalt ? halt >= rule.breakSeconds : kind === 'break' && seconds >= rule.breakSeconds
    if (!isWhole && kind === 'break' && partsTaken < parts.length && seconds >= parts[partsTaken]!) partsTaken++
    if (!isWhole && (parts.length === 0 || partsTaken < parts.length)) continue
    spentSeconds = 0
    partsTaken = 0
  }
  return { ...rule, spentSeconds, partsTaken }
}

/** Breaks with work before them; everything after the record counts as work after them. */
function interruptedSeconds(record: readonly DrivingActivity[], leastSeconds: number, spentSeconds = 0): number {
  let hasWorked = spentSeconds > 0
  let taken = 0
  for (const { kind, seconds } of record) {
    if (kind === 'driving' || kind === 'work') hasWorked = true
    if (kind === 'break' && hasWorked && seconds >= leastSeconds) taken += seconds
  }
  return taken
}
