/** The checker's rules on driving and working time: it reads the day as a tachograph records it, activity by activity in seconds. */

import type { BreakRule } from '../driving-rules.ts'
import type { Vehicle } from '../problem.ts'
import type { Route } from '../solution.ts'
import { type NoteFinding, roundingSeconds } from './check-report.ts'
import { listWork } from './check-service.ts'
import type { CheckedProblem } from './check-travel.ts'

/** One stretch of the record. Adjacent stretches of one kind are merged. */
export interface Activity {
  kind: 'driving' | 'work' | 'wait' | 'break'
  seconds: number
}

/** Activities of the driver from the start of the route to its end. */
export function recordActivities(problem: CheckedProblem, route: Route): Activity[] {
  const record: Activity[] = []
  const add = (kind: Activity['kind'], seconds: number): void => {
    if (seconds <= 0) return
    const last = record.at(-1)
    if (last?.kind === kind) last.seconds += seconds
    else record.push({ kind, seconds })
  }
  const work = listWork(problem, problem.vehicles[route.vehicle]!, route.steps)
  for (const [index, step] of route.steps.entries()) {
    add('driving', step.legSeconds)
    add('wait', step.waitSeconds)
    if (step.kind === 'stop') add('work', work[index]!)
    if (step.kind === 'reload' || step.kind === 'charge') add('work', step.departureSeconds - step.startSeconds)
    if (step.kind === 'break') add('break', step.departureSeconds - step.startSeconds)
  }
  return record
}

/** Notes every driving rule that a route breaks. */
export function listDrivingFindings(
  problem: CheckedProblem,
  vehicle: Vehicle,
  vehicleIndex: number,
  route: Route,
  note: NoteFinding,
): void {
  const rules = vehicle.drivingRules
  if (!rules || route.stops.length === 0) return
  const record = recordActivities(problem, route)
  const sum = (...kinds: Activity['kind'][]): number =>
    record.reduce((total, { kind, seconds }) => total + (kinds.includes(kind) ? seconds : 0), 0)
  for (const rule of rules.breaks ?? []) {
    const over = longestWithout(record, rule) - rule.afterSeconds
    if (over > roundingSeconds)
      note('break', vehicleIndex, null, over, `${rule.counts} goes on ${over} s too long without a break`)
  }
  const worked = sum('driving', 'work')
  for (const total of rules.breakTotals ?? []) {
    if (worked + (total.spentSeconds ?? 0) <= total.overWorkSeconds) continue
    const taken = interruptions(record, (total.spentSeconds ?? 0) > 0)
      .filter((seconds) => seconds >= total.leastPartSeconds)
      .reduce((all, seconds) => all + seconds, total.takenSeconds ?? 0)
    const missing = total.totalSeconds - taken
    if (missing > 0) note('break', vehicleIndex, null, missing, `breaks of the day are ${missing} s too short`)
  }
  for (const limit of rules.limits ?? []) {
    const used = {
      driving: sum('driving'),
      work: limit.isWaitWork ? sum('driving', 'work', 'wait') : worked,
      span: route.endSeconds - (limit.beganSeconds ?? route.startSeconds),
    }[limit.counts]
    const over = used + (limit.spentSeconds ?? 0) - limit.seconds
    const code = limit.counts === 'driving' ? 'driving_time' : 'work_time'
    // A limit exceeded before the route cannot be repaired by it.
    if (over > roundingSeconds && used > 0)
      note(code, vehicleIndex, null, over, `${limit.counts} is ${over} s too long`)
  }
  const early = (rules.restUntilSeconds ?? 0) - route.startSeconds
  if (early > 0) note('work_time', vehicleIndex, null, early, `starts ${early} s before the rest is over`)
}

/** Breaks with work before and after them. */
function interruptions(record: readonly Activity[], hasWorkedBefore: boolean): number[] {
  const isWork = ({ kind }: Activity): boolean => kind === 'driving' || kind === 'work'
  return record.flatMap((activity, index) => {
    if (activity.kind !== 'break') return []
    const isBehind = hasWorkedBefore || record.slice(0, index).some(isWork)
    return isBehind && record.slice(index + 1).some(isWork) ? [activity.seconds] : []
  })
}

/** The longest driving or work between two breaks that satisfy the rule. */
function longestWithout(record: readonly Activity[], rule: BreakRule): number {
  const counts = (kind: Activity['kind']): boolean => kind === 'driving' || (rule.counts === 'work' && kind === 'work')
  let longest = 0
  let since = rule.spentSeconds ?? 0
  let parts = rule.partsTaken ?? 0
  let halt = 0
  for (const { kind, seconds } of record) {
    if (rule.isAnyHalt) {
      halt = kind === 'driving' ? 0 : halt + seconds
      if (halt >= rule.breakSeconds) since = 0
    } else if (kind === 'break') {
      const asked = rule.partSeconds ?? []
      if (seconds >= rule.breakSeconds) parts = asked.length
      else if (parts < asked.length && seconds >= asked[parts]!) parts++
      else continue
      if (parts < asked.length) continue
      since = 0
      parts = 0
    }
    if (!counts(kind)) continue
    since += seconds
    longest = Math.max(longest, since)
  }
  return longest
}
