/** Several routes of one driver on one day: each starts with the limits that the routes before it have left. */
import type { DrivingRules } from '../driving-rules.ts'
import { type DrivingActivity, rulesAfter } from './record.ts'

/** An earlier route of the driver, driven or planned. */
export interface EarlierRoute {
  /** Its start and end, in seconds of the day; includes loading. */
  beganSeconds: number
  endedSeconds: number
  /** The driver's activities from its start to its end. */
  record: readonly DrivingActivity[]
}

/** Start of the route after the earlier ones: exactly then, or no earlier. */
export interface StartBehind {
  seconds: number
  isFixed?: boolean
}

/**
 * Rules for a route after earlier ones, given in order. The time between two routes, and between the last one and the start, counts as a
 * break. The route starts no earlier than the last one ends; the day's span runs from the start of the first.
 *
 * A route that starts later than its earliest start has a longer break before it than is counted. That is harmless, with one exception: a
 * whole break also discards the first part of a divided one. So a first part counts only when the break before the start is whole or its
 * end is fixed.
 */
export function rulesBehind(
  rules: DrivingRules,
  earlier: readonly EarlierRoute[],
  { seconds: opensSeconds, isFixed = false }: StartBehind,
): DrivingRules {
  const [first] = earlier
  if (!first) return rules
  const record: DrivingActivity[] = []
  let at = first.beganSeconds
  for (const { beganSeconds, endedSeconds, record: own } of earlier) {
    record.push({ kind: 'break', seconds: Math.max(0, beganSeconds - at) }, ...own)
    at = Math.max(at, endedSeconds)
  }
  record.push({ kind: 'break', seconds: Math.max(0, opensSeconds - at) })
  const spans = rules.limits?.map((limit) =>
    limit.counts === 'span' && limit.beganSeconds === undefined
      ? { ...limit, beganSeconds: first.beganSeconds }
      : limit,
  )
  const left = rulesAfter({ ...rules, ...(spans && { limits: spans }) }, record)
  return {
    ...left,
    ...(!isFixed && left.breaks && { breaks: left.breaks.map((rule) => ({ ...rule, partsTaken: 0 })) }),
    restUntilSeconds: Math.max(left.restUntilSeconds ?? 0, at),
  }
}
