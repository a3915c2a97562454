// How narrow windows of arrival could be for somebody who knows the truth of the fleet but for the luck that is still to come: the floor of any learner.
import { type Lead, listLeads } from '../../apps/server/src/annexes/learning/arrival-leads.ts'
import { leadsOfDays as leadsOfRoutes, learnHabits } from '../../apps/server/src/annexes/learning/learn-habits.ts'
import { computeScore, learnSpreads, type Tried } from '../../apps/server/src/annexes/learning/learn-spreads.ts'
import { findSpread } from '../../apps/server/src/planning/modelling/pace/arrival-spread.ts'
import { usualHalfSeconds } from '../../apps/server/src/planning/modelling/pace/arrival-window.ts'
import { type EstimateHabits, PLAIN_HABITS } from '../../apps/server/src/planning/modelling/pace/pace.ts'
import { createRandom } from '../../packages/roads/test/random.ts'
import { drivenRoutes, type Estimate, type Plan, planWith } from './plans.ts'
import { learnTimes } from './taught.ts'
import type { OracleKnows, PlayedDay } from './truth.ts'

const futures = 300
const share = 0.8

/**
 * Prints, for the same estimates, how often windows hold and how wide they are: as learned, with true means of which less and less is hidden, and of the oracle.
 * Widths are before rounding; beside them the usual rule around the estimate without breaks, with the factor that holds as often.
 */
export function scoreOracle(known: readonly PlayedDay[], told: readonly PlayedDay[], held: readonly PlayedDay[]): void {
  const learned = planWith(learnTimes(known, true))
  const before = leadsOfDays(held, () => learned, 'before', PLAIN_HABITS)
  const report = (name: string, tried: readonly Tried[]) => {
    const { kept, leads, width } = computeScore(tried)
    const usual = usualWidth(before, kept / leads)
    console.log(
      `    ${name}: ${(100 * (kept / leads)).toFixed(1)} % hold, ${(width / 60).toFixed(1)} min wide, ${(100 * (width / usual)).toFixed(0)} % of the usual rule`,
    )
  }
  const plans: [string, (day: PlayedDay) => Plan, boolean?][] = [
    ['as learned, with paces', () => learned],
    ['as learned, nothing of days', () => learned, false],
    ['true means, an average driver', (day) => oraclePlan(day, { drivers: false, weather: false })],
    ['and each driver', (day) => oraclePlan(day, { drivers: true, weather: false })],
    ['and rain', (day) => oraclePlan(day, { drivers: true, weather: true })],
  ]
  console.log('  how narrow windows can be, before rounding')
  for (const [name, plan, usesDays] of plans) report(name, listWindows(told, held, plan, usesDays))
  const foreseen = held.flatMap((day) => foresee(day, learned))
  const at = (arrivals: Float64Array, part: number) => arrivals[Math.round(part * futures - 0.5)]!
  const parts = (begin: number, end: number) =>
    foreseen.map(({ lead, arrivals }) => ({ lead, spread: [at(arrivals, begin), at(arrivals, end)] as const }))
  report('the oracle', parts(0.05, 0.85))
}

/** Windows as the service learns them, for the days left out. */
function listWindows(
  told: readonly PlayedDay[],
  held: readonly PlayedDay[],
  planFor: (day: PlayedDay) => Plan,
  usesDays = true,
): Tried[] {
  const routes = told.flatMap((day) => drivenRoutes(day, planFor(day), 'now'))
  const habits = learnHabits(routes, usesDays)?.habits ?? PLAIN_HABITS
  const { spreads } = learnSpreads(leadsOfDays(told, planFor, 'now', habits), share)
  return leadsOfDays(held, planFor, 'now', habits).map((lead) => {
    const half = usualHalfSeconds(lead)
    return { lead, spread: findSpread(spreads, lead) ?? [-half, half] }
  })
}

function leadsOfDays(
  days: readonly PlayedDay[],
  planFor: (day: PlayedDay) => Plan,
  estimate: Estimate,
  habits: EstimateHabits,
): Lead[] {
  return days.flatMap((day) => leadsOfRoutes(drivenRoutes(day, planFor(day), estimate), habits))
}

/** Mean width of the usual rule, never below twenty minutes, made as wide as it takes to hold this part. */
function usualWidth(leads: readonly Lead[], part: number): number {
  const scoreAt = (factor: number) =>
    computeScore(
      leads.map((lead) => {
        const half = Math.max(600, factor * usualHalfSeconds(lead))
        return { lead, spread: [-half, half] as const }
      }),
    )
  let [low, high] = [0, 8]
  for (let round = 0; round < 20; round++) {
    const factor = (low + high) / 2
    if (scoreAt(factor).kept < part * leads.length) low = factor
    else high = factor
  }
  return scoreAt(high).width
}

/** An estimate with the moments at which the driver may come, sorted, in seconds from the estimate. */
interface Foreseen {
  lead: Lead
  arrivals: Float64Array
}

/** Every estimate of the day with 300 ways in which it can go on, of which one is as likely as the next. */
function foresee(day: PlayedDay, plan: Plan): Foreseen[] {
  const luck = createRandom(4_711)
  const routes = drivenRoutes(day, plan, 'now')
  return routes.flatMap((route, at) => {
    const seen = day.routes[at]!
    const byStart = new Map<number, number[][]>()
    return listLeads(route, PLAIN_HABITS).map((lead) => {
      const last = lead.isStarted ? lead.stop - lead.stopsAhead - 1 : -1
      let ways = byStart.get(last)
      if (!ways) {
        const reported = last < 0 ? 0 : seen.stops[last]!.reportedAt
        const isEating = seen.pause !== undefined && last >= 0 && seen.pause.from <= reported
        const departure = isEating ? Math.max(reported, seen.pause!.to) : reported
        ways = Array.from({ length: futures }, () => day.oracle.goOn(at, last, departure, isEating, luck))
        byStart.set(last, ways)
      }
      const estimate = seen.stops[lead.stop]!.arrivedAt! - lead.secondsLate * 1_000
      const arrivals = Float64Array.from(ways, (way) => (way[lead.stop - last - 1]! - estimate) / 1_000).sort()
      return { lead, arrivals }
    })
  })
}

/** The fleet's plan with the means that an oracle knows, in place of those that days taught; of the same form. */
function oraclePlan(day: PlayedDay, knows: OracleKnows): Plan {
  return (route) => {
    const at = day.routes.indexOf(route)
    const midnight = Date.parse(route.day)
    const plannedStart = midnight + (7 * 60 + 20) * 60_000
    let now = plannedStart
    let rest: { from: number; to: number } | undefined
    const stops = route.stops.map((_, stop) => {
      if (!rest && now >= midnight + 11.5 * 3_600_000) {
        rest = { from: now, to: now + 1_800_000 }
        now = rest.to
      }
      now += 1_000 * day.oracle.travelSeconds(at, stop, now, knows)
      const plannedArrival = now
      now += 1_000 * day.oracle.serviceSeconds(at, stop, knows)
      return { plannedArrival, plannedDeparture: now }
    })
    return { plannedStart, rest, stops }
  }
}
