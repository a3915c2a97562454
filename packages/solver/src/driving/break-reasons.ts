/** Reason for each break of a route: the rule that would be broken without it. */
import type { BreakRule } from '../driving-rules.ts'
import type { Problem, Vehicle } from '../problem.ts'
import type { Route, Step } from '../solution.ts'

/** Rule that a break satisfies. */
export interface BreakReason {
  /**
   * `driving`, `work`: a rule allows at most `afterSeconds` of it between two breaks. `day`: a day with more than `afterSeconds` of work
   * needs a certain total of breaks. `clock`: the vehicle has a break at that time of day.
   */
  kind: 'driving' | 'work' | 'day' | 'clock'
  /** Absent for `clock`. */
  afterSeconds?: number
}

/** One per step of the kind `break`, in their order. When a break serves several rules, the one with the least time left is given. */
export function explainBreaks(problem: Problem, route: Route): BreakReason[] {
  const vehicle = problem.vehicles[route.vehicle]!
  const { breaks = [] } = vehicle.drivingRules ?? {}
  const courses = breaks.map((rule) => ({ rule, since: rule.spentSeconds ?? 0, parts: rule.partsTaken ?? 0, halt: 0 }))
  return route.steps.flatMap((step, at) => {
    for (const course of courses) arrive(course, step)
    const reasons = step.kind === 'break' ? [reasonAt(vehicle, route, at, courses)] : []
    for (const course of courses) stay(course, step, staySeconds(step))
    return reasons
  })
}

/** Counters of one rule along the route. */
interface RuleCourse {
  rule: BreakRule
  /** Driven or worked since the last whole break. */
  since: number
  parts: number
  /** Seconds without driving. */
  halt: number
}

function arrive(course: RuleCourse, { legSeconds, waitSeconds }: Step): void {
  course.since += legSeconds
  if (legSeconds > 0) course.halt = 0
  course.halt += waitSeconds
}

function stay(course: RuleCourse, step: Step, seconds: number): void {
  const { rule } = course
  course.halt += seconds
  if (step.kind !== 'break' && rule.counts === 'work') course.since += seconds
  const part = partAfter(course, step, seconds)
  if (part === undefined) return
  course.parts = part.isWhole ? 0 : part.parts
  if (part.isWhole) course.since = 0
}

/** Part of the rule's break that a stay counts as; undefined when it does not count. */
function partAfter(
  { rule, parts, halt }: RuleCourse,
  step: Step,
  seconds: number,
): { parts: number; isWhole: boolean } | undefined {
  if (rule.isAnyHalt) return halt >= rule.breakSeconds ? { parts: 0, isWhole: true } : undefined
  if (step.kind !== 'break') return undefined
  if (seconds >= rule.breakSeconds) return { parts: 0, isWhole: true }
  const asked = rule.partSeconds ?? []
  if (parts >= asked.length || seconds < asked[parts]!) return undefined
  return { parts: parts + 1, isWhole: parts + 1 >= asked.length }
}

function staySeconds({ kind, startSeconds, departureSeconds }: Step): number {
  return kind === 'stop' || kind === 'break' || kind === 'reload' ? departureSeconds - startSeconds : 0
}

function reasonAt(vehicle: Vehicle, route: Route, at: number, courses: readonly RuleCourse[]): BreakReason {
  const step = route.steps[at]!
  const seconds = step.departureSeconds - step.startSeconds
  const serving = courses.filter((course) => {
    if (course.since <= 0) return false
    // A halt also counts as whole together with the service after it.
    if (course.rule.isAnyHalt)
      return course.since + computeSecondsAhead(route, at, course.rule) > course.rule.afterSeconds
    const after = partAfter(course, step, seconds)
    return after && course.since + computeSecondsAhead(route, at, course.rule) > course.rule.afterSeconds
  })
  const [tightest] = serving.toSorted((a, b) => a.rule.afterSeconds - a.since - (b.rule.afterSeconds - b.since))
  if (tightest) return { kind: tightest.rule.counts, afterSeconds: tightest.rule.afterSeconds }
  const total = (vehicle.drivingRules?.breakTotals ?? []).find(
    ({ overWorkSeconds, spentSeconds = 0, leastPartSeconds }) => {
      return seconds >= leastPartSeconds && spentSeconds + getWork(route) > overWorkSeconds
    },
  )
  const isByClock = vehicle.breaks?.some(
    ({ earliestSeconds, latestSeconds, durationSeconds }) =>
      Math.abs(seconds - durationSeconds) < 1 &&
      step.startSeconds > earliestSeconds - 1 &&
      step.departureSeconds < latestSeconds + 1,
  )
  return isByClock || !total ? { kind: 'clock' } : { kind: 'day', afterSeconds: total.overWorkSeconds }
}

/** Seconds that the rule counts after step `at`. */
function computeSecondsAhead({ steps }: Route, at: number, rule: BreakRule): number {
  let sum = 0
  for (const step of steps.slice(at + 1)) {
    sum += step.legSeconds
    if (rule.counts === 'work' && step.kind !== 'break') sum += staySeconds(step)
  }
  return sum
}

function getWork({ steps }: Route): number {
  return steps.reduce((sum, step) => sum + step.legSeconds + (step.kind === 'break' ? 0 : staySeconds(step)), 0)
}
