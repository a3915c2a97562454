/** The checker's rules on breaks: each required break is taken once, whole, inside its interval, in order, and at a place of the route. */

import type { Break, Vehicle } from '../problem.ts'
import type { Route, Step } from '../solution.ts'
import { type NoteFinding, roundingSeconds } from './check-report.ts'

/** Notes every finding about the breaks of one route. */
export function listBreakFindings(vehicle: Vehicle, vehicleIndex: number, route: Route, note: NoteFinding): void {
  if (route.stops.length === 0) return
  const pauses = vehicle.breaks ?? []
  const taken: Step[] = []
  route.steps.forEach((step, index) => {
    if (step.kind !== 'break') return
    taken.push(step)
    const isOnTheWay = vehicle.drivingRules !== undefined && step.location === null
    if (!isOnTheWay && !isBesideRoute(route.steps, index)) {
      note(
        'break',
        vehicleIndex,
        null,
        1,
        `step ${index}: the break is neither where the step before nor where the step after is`,
      )
    }
  })
  const due = pauses.map((pause) => isDue(pause, route.startSeconds, route.endSeconds))
  const mayHaveOthers = vehicle.drivingRules !== undefined
  if (canPair(taken, 0, pauses, 0, due, mayHaveOthers)) return
  noteUnpaired(taken, pauses, due, vehicleIndex, note)
}

/** A driver who can rest inside the interval before the route starts, or after it ends, needs no break on it. */
function isDue(pause: Break, startSeconds: number, endSeconds: number): boolean {
  const canRestBefore = startSeconds - pause.earliestSeconds >= pause.durationSeconds - roundingSeconds
  const canRestAfter = pause.latestSeconds - endSeconds >= pause.durationSeconds - roundingSeconds
  return !canRestBefore && !canRestAfter
}

function isBesideRoute(steps: readonly Step[], index: number): boolean {
  const { location } = steps[index]!
  for (let before = index - 1; before >= 0; before--) {
    const step = steps[before]!
    if (step.location === location) return true
    if (step.kind !== 'break') break
  }
  for (let after = index + 1; after < steps.length; after++) {
    const step = steps[after]!
    if (step.location === location) return true
    if (step.kind !== 'break') break
  }
  return location === null
}

/**
 * Whether the breaks taken match, in order, some of those stated, with no required one left out. Driving rules may require further breaks.
 */
function canPair(
  taken: readonly Step[],
  from: number,
  pauses: readonly Break[],
  next: number,
  due: readonly boolean[],
  mayHaveOthers: boolean,
): boolean {
  if (next === pauses.length) return mayHaveOthers || from === taken.length
  const step = taken[from]
  if (
    step !== undefined &&
    getBreakExcess(step, pauses[next]!) <= roundingSeconds &&
    canPair(taken, from + 1, pauses, next + 1, due, mayHaveOthers)
  )
    return true
  if (mayHaveOthers && step !== undefined && canPair(taken, from + 1, pauses, next, due, true)) return true
  return due[next] === false && canPair(taken, from, pauses, next + 1, due, mayHaveOthers)
}

/** Seconds by which a break taken is too early, too late, or not of the stated length. */
function getBreakExcess(step: Step, pause: Break): number {
  const length = step.departureSeconds - step.startSeconds
  return (
    Math.max(0, pause.earliestSeconds - step.startSeconds) +
    Math.max(0, step.startSeconds + pause.durationSeconds - pause.latestSeconds) +
    Math.abs(length - pause.durationSeconds)
  )
}

/** Notes what is wrong when no pairing works: pairs in order, with all breaks or with the required ones, whichever has the right number. */
function noteUnpaired(
  taken: readonly Step[],
  pauses: readonly Break[],
  due: readonly boolean[],
  vehicleIndex: number,
  note: NoteFinding,
): void {
  const expected = taken.length === pauses.length ? pauses : pauses.filter((_, index) => due[index])
  expected.forEach((pause, index) => {
    const step = taken[index]
    if (step === undefined) {
      note('break', vehicleIndex, null, pause.durationSeconds, `a break of ${pause.durationSeconds} s is missing`)
      return
    }
    const excess = getBreakExcess(step, pause)
    if (excess > roundingSeconds) {
      const interval = `${pause.earliestSeconds}..${pause.latestSeconds}`
      note(
        'break',
        vehicleIndex,
        null,
        excess,
        `the break at ${step.startSeconds} misses ${interval} or its length by ${excess} s`,
      )
    }
  })
  if (taken.length > expected.length) {
    const extra = taken.length - expected.length
    note('break', vehicleIndex, null, extra, `${extra} breaks more than stated`)
  }
}
