/** Several routes of one driver on one day: each begins with what those before it have used. */
import type { DrivingRules } from '../driving-rules.ts'
import { type DrivingActivity, rulesAfter } from './record.ts'

/** A route of the driver that comes before, driven or planned. */
export interface EarlierRoute {
  /** Its start and end, seconds of the day; loading is part of it. */
  beganSeconds: number
  endedSeconds: number
  /** What he did from its start to its end. */
  record: readonly DrivingActivity[]
}

/** When the route behind them starts: then, or no earlier. */
export interface StartBehind {
  seconds: number
  isFixed?: boolean
}

/**
 * The rules for a route behind others in their order. What lies between two routes, and between the last one and the start, is the driver's own:
 * a break. The route starts no earlier than the last one ends; the day's span runs from the start of the first.
 *
 * A route that starts later than it may has a longer break before it than is counted. That never harms, but for one thing: a whole break also ends
 * what a first part of a divided one had begun. So a first part counts only where the break before the start is whole or its end is fixed.
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
