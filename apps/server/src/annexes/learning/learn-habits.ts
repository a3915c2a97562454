// Learns corrections of estimates under way: how much of a route's pace persists, by how much plans are too short, and when
// breaks really begin.
import type { DayHabits } from '../../planning/modelling/pace/day-pace.ts'
import { type EstimateHabits, PLAIN_HABITS } from '../../planning/modelling/pace/pace.ts'
import { type DrivenRoute, type Lead, listLeads } from './arrival-leads.ts'
import { learnDays, PastDays } from './learn-days.ts'
import { FEWEST_DAYS, FEWEST_ROUTES } from './learn-spreads.ts'
import { daysLeftOut, listDays } from './trials.ts'

export interface LearnedHabits {
  habits: EstimateHabits
  /** Mean errors of estimates under way in seconds, on days left out: as planned, and with the habits. */
  given: number
  learned: number
}

/** Fewest reported breaks from which begins are learned. */
const FEWEST_BREAKS = 20
/** Errors below this count squared, larger ones linearly, so that single disasters change little. */
const SMALL_SECONDS = 60
const ROUNDS = 20
const MOST = { pace: 1.5, bias: 0.2 }

/** The driving of a day as a whole may make estimates of other days worse by so little, so that it is there when a day comes that differs. */
const AS_GOOD = 1.005
/** An improvement by less than a hundredth is luck. */
const BETTER = 0.99

/**
 * Undefined where too few routes or days say anything, or where nothing is better than the plan. The delay of breaks is a median; pace and bias are found by least absolute errors
 * (iteratively reweighted: Schlossmacher, An iterative technique for absolute deviations curve fitting, 1973) and tried on days left out, a fifth at a time; the effect of
 * days (learn-days.ts) counts unless estimates are worse with it. O(routes × stops²).
 */
export function learnHabits(routes: readonly DrivenRoute[], usesDays = true): LearnedHabits | undefined {
  const days = listDays(routes)
  const plain = underWay(routes, PLAIN_HABITS)
  if (days.length < FEWEST_DAYS || new Set(plain.map(({ routeId }) => routeId)).size < FEWEST_ROUTES) return undefined
  const given = meanError(plain, nothing)
  const delay = computeDelay(routes)
  const delayed = delay === undefined ? plain : underWay(routes, { ...PLAIN_HABITS, breakDelay: delay })
  const isDelayed = meanError(delayed, nothing) < given
  const breakDelay = isDelayed ? delay : undefined
  const alone = slownessOn(isDelayed ? delayed : plain, days)
  const together = usesDays ? followingDays(routes, days, breakDelay) : undefined
  if (together && together.error <= AS_GOOD * alone.error)
    return { habits: { ...together.found, breakDelay, days: together.days }, given, learned: together.error }
  if (!isDelayed && alone.found === nothing) return undefined
  return { habits: { ...alone.found, breakDelay, days: undefined }, given, learned: alone.error }
}

/** Learns the effect of the day: on driving, and on work, too, where that is better. */
function followingDays(routes: readonly DrivenRoute[], days: readonly string[], breakDelay: number | undefined) {
  const learned = learnDays(routes)
  if (!learned) return undefined
  const { driving } = learned
  const tried = (own: DayHabits) => ({
    days: own,
    ...slownessOn(underWay(routes, { ...PLAIN_HABITS, breakDelay, days: own }), days),
  })
  const [alone, both] = [tried({ driving }), tried(learned)]
  return both.error < BETTER * alone.error ? both : alone
}

type Slowness = Pick<EstimateHabits, 'pace' | 'bias'>

const nothing: Slowness = { pace: 0, bias: 0 }

/** Pace and bias as far as they are better than none, and the mean error on days left out. */
function slownessOn(leads: readonly Lead[], days: readonly string[]): { found: Slowness; error: number } {
  const [without, error] = [meanError(leads, nothing), errorOnDaysLeftOut(leads, days)]
  return error < without ? { found: fit(leads), error } : { found: nothing, error: without }
}

function underWay(routes: readonly DrivenRoute[], habits: EstimateHabits): Lead[] {
  return leadsOfDays(routes, habits).filter(({ isStarted }) => isStarted)
}

/** The estimates of these routes with habits, each with what was known of its day by then. */
export function leadsOfDays(routes: readonly DrivenRoute[], habits: EstimateHabits): Lead[] {
  const known = habits.days && new PastDays(routes, habits.days)
  return routes.flatMap((route) => listLeads(route, habits, known))
}

/** How much later than planned breaks by the clock begin, in the middle. */
function computeDelay(routes: readonly DrivenRoute[]): number | undefined {
  const delays = routes.flatMap(({ breaks }) =>
    breaks.flatMap(({ planned, within, told }) =>
      planned && within && told ? [(told.from - planned.from) / 1_000] : [],
    ),
  )
  if (delays.length < FEWEST_BREAKS) return undefined
  return Math.round(delays.sort((a, b) => a - b)[Math.floor(delays.length / 2)]!)
}

/** Habits of the other days, tried on each fifth of them. */
function errorOnDaysLeftOut(leads: readonly Lead[], days: readonly string[]): number {
  let sum = 0
  for (const { known, leftOut } of daysLeftOut(leads, days)) {
    const found = fit(known)
    sum += leftOut.reduce((errors, lead) => errors + Math.abs(getError(lead, found)), 0)
  }
  return sum / leads.length
}

/** Fits lateness per planned second of driving and work by the pace so far and a constant. */
function fit(leads: readonly Lead[]): Slowness {
  let found = nothing
  for (let round = 0; round < ROUNDS; round++) {
    let [pp, pb, bb, py, by] = [0, 0, 0, 0, 0]
    for (const lead of leads) {
      const weight = 1 / Math.max(SMALL_SECONDS, Math.abs(getError(lead, found)))
      const [p, b, y] = [lead.workSeconds * lead.paceSoFar, lead.workSeconds, lead.secondsLate]
      pp += weight * p * p
      pb += weight * p * b
      bb += weight * b * b
      py += weight * p * y
      by += weight * b * y
    }
    const scale = pp * bb - pb * pb
    // Routes that all went alike say nothing of what differs.
    const pace = scale > 1e-9 * pp * bb ? (py * bb - by * pb) / scale : 0
    const own = Math.min(MOST.pace, Math.max(0, pace))
    const bias = bb > 0 ? (by - own * pb) / bb : 0
    found = { pace: own, bias: Math.min(MOST.bias, Math.max(-MOST.bias, bias)) }
  }
  return found
}

function getError({ secondsLate, workSeconds, paceSoFar }: Lead, { pace, bias }: Slowness): number {
  return secondsLate - workSeconds * (bias + pace * paceSoFar)
}

function meanError(leads: readonly Lead[], found: Slowness): number {
  return leads.reduce((sum, lead) => sum + Math.abs(getError(lead, found)), 0) / Math.max(1, leads.length)
}
