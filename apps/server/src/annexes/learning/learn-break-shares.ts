// When drivers take their breaks: of those on the road, the share who have had theirs by each moment of the day.
import type { DrivenRoute } from './arrival-leads.ts'
import { FEWEST_DAYS, FEWEST_ROUTES } from './learn-spreads.ts'

/** Learned shares of breaks with the same hours. Seconds of the plan's day. */
export interface BreakShares {
  start: number
  end: number
  /** thin: too few routes, days or breaks, so there are no steps. */
  state: 'thin' | 'learned'
  routes: number
  days: number
  /** Routes whose driver told when the break began. */
  breaks: number
  /** YYYY-MM-DD */
  lastSeen: string
  /** From a second on, the share of drivers on the road who have had the break; both ascending. */
  steps: [fromSeconds: number, share: number][]
}

/** Fewest reported breaks from which begins are learned. */
const FEWEST_BREAKS = 20
/** Shares of fewer drivers on the road than that are luck: the last one before stays. */
const FEWEST_ON_THE_ROAD = 5
const STEP_SECONDS = 300
const ENOUGH_DIGITS = 10_000

/** Observation of one route: on the road from `entered` to `left`, by when the driver had begun the break or not. */
interface Watched {
  entered: number
  left: number
  hasEaten: boolean
}

/**
 * Learns by the hours of the break, the most frequent first. A route without a reported break counts until it ended; one that
 * continued after the hours of its break is unknown from then on, and one that left later counts from its start (the
 * product-limit estimate: Kaplan, Meier, Nonparametric estimation from incomplete observations, 1958, with late entries).
 * O(routes log routes).
 */
export function learnBreakShares(routes: readonly DrivenRoute[]): BreakShares[] {
  const byHours = Map.groupBy(routes, ({ breakHours }) => breakHours && `${breakHours.start} ${breakHours.end}`)
  return [...byHours]
    .flatMap(([hours, own]) => (hours === undefined ? [] : listShares(own[0]!.breakHours!, own)))
    .sort((a, b) => b.routes - a.routes || a.start - b.start || a.end - b.end)
}

function listShares({ start, end }: { start: number; end: number }, routes: readonly DrivenRoute[]): BreakShares[] {
  const seen = routes.flatMap((route) => {
    const watched = watchedOn(route, start, end)
    return watched ? [{ day: route.day, watched }] : []
  })
  if (seen.length === 0) return []
  const days = [...new Set(seen.map(({ day }) => day))].sort()
  const breaks = seen.filter(({ watched }) => watched.hasEaten).length
  const isThin = seen.length < FEWEST_ROUTES || days.length < FEWEST_DAYS || breaks < FEWEST_BREAKS
  const steps = isThin
    ? []
    : listSteps(
        seen.map(({ watched }) => watched),
        start,
      )
  const state = steps.length > 0 ? 'learned' : 'thin'
  return [{ start, end, state, routes: seen.length, days: days.length, breaks, lastSeen: days.at(-1)!, steps }]
}

/** Undefined for a route of which nobody knows whether its driver ate. */
function watchedOn(route: DrivenRoute, start: number, end: number): Watched | undefined {
  const second = (moment: number) => (moment - route.midnight) / 1_000
  const entered = second(route.plannedStart)
  // Breaks that the law asks for are none by the clock.
  const told = route.breaks.find((pause) => pause.told && pause.within)?.told
  // A break before its hours counts as taken when they begin.
  const eaten = told && Math.max(start, second(told.from))
  if (eaten !== undefined) return { entered: Math.min(entered, eaten - 1), left: eaten, hasEaten: true }
  const left = second(Math.max(...route.stops.map(({ reportedAt }) => reportedAt ?? Number.NEGATIVE_INFINITY)))
  return left > entered && left <= end ? { entered, left, hasEaten: false } : undefined
}

function listSteps(watched: readonly Watched[], start: number): BreakShares['steps'] {
  const entries = watched.map(({ entered }) => entered).sort((a, b) => a - b)
  const leaving = [...Map.groupBy(watched, ({ left }) => left)].sort((a, b) => a[0] - b[0])
  const steps: BreakShares['steps'] = []
  let entered = 0
  let left = 0
  let without = 1
  for (const [moment, leavers] of leaving) {
    while (entered < entries.length && entries[entered]! < moment) entered++
    const onTheRoad = entered - left
    left += leavers.length
    if (onTheRoad < FEWEST_ON_THE_ROAD) continue
    without *= 1 - leavers.filter(({ hasEaten }) => hasEaten).length / onTheRoad
    const from = start + STEP_SECONDS * Math.ceil((moment - start) / STEP_SECONDS)
    const share = Math.round((1 - without) * ENOUGH_DIGITS) / ENOUGH_DIGITS
    if (share <= (steps.at(-1)?.[1] ?? 0)) continue
    if (steps.at(-1)?.[0] === from) steps.pop()
    steps.push([from, share])
  }
  return steps
}
