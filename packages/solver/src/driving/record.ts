/** What a driver has done before a moment, and what of the rules is used up by it: for routes that are under way, and for loading before the first way. */
import type { BreakRule, DrivingRules } from '../driving-rules.ts'

/** One stretch of a driver's record, in order of time. Waiting is neither driving nor work. */
export interface DrivingActivity {
  kind: 'driving' | 'work' | 'wait' | 'break'
  seconds: number
}

/**
 * The same rules for what follows the record: counters run on, and limits are used up by it. A halt that lasts at the moment counts only as
 * far as the record has it. The end of the rest stays as it is.
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
        // A span that runs from a moment counts what lies behind it by itself.
        return limit.beganSeconds === undefined ? { ...limit, spentSeconds: (limit.spentSeconds ?? 0) + used } : limit
      }),
    }),
  }
}

/** Stretches of one kind that touch are one. */
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

/** Breaks that have work before them; whatever follows the record is work behind them. */
function interruptedSeconds(record: readonly DrivingActivity[], leastSeconds: number, spentSeconds = 0): number {
  let hasWorked = spentSeconds > 0
  let taken = 0
  for (const { kind, seconds } of record) {
    if (kind === 'driving' || kind === 'work') hasWorked = true
    if (kind === 'break' && hasWorked && seconds >= leastSeconds) taken += seconds
  }
  return taken
}
