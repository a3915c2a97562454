// What past days say of estimates under way: how much of a route's pace goes on, how far plans are too short, and when breaks really begin.
import { type EstimateHabits, PLAIN_HABITS } from '../modelling/pace.ts'
import { type DrivenRoute, type Lead, leadsOf } from './arrival-leads.ts'
import { FEWEST_DAYS, FEWEST_ROUTES, FOLDS } from './learn-spreads.ts'

export interface LearnedHabits {
  habits: EstimateHabits
  /** Mean errors of estimates under way in seconds, on days left out: as planned, and with the habits. */
  given: number
  learned: number
}

/** So many breaks say when they begin. */
const FEWEST_BREAKS = 20
/** Below so many seconds an error counts by its square, above by itself: what went wrong for an hour changes little. */
const SMALL_SECONDS = 60
const ROUNDS = 20
const MOST = { pace: 1.5, bias: 0.2 }

/**
 * Undefined where too few routes or days say anything, or where nothing is better than the plan. The delay of breaks is a median; pace and bias are found by least absolute errors
 * (iteratively reweighted: Schlossmacher, An iterative technique for absolute deviations curve fitting, 1973) and tried on days left out, a fifth at a time.
 * O(routes × stops²).
 */
export function learnHabits(routes: readonly DrivenRoute[]): LearnedHabits | undefined {
  const days = [...new Set(routes.map(({ day }) => day))].sort()
  const plain = underWay(routes, PLAIN_HABITS)
  if (days.length < FEWEST_DAYS || new Set(plain.map(({ routeId }) => routeId)).size < FEWEST_ROUTES) return undefined
  const given = meanError(plain, nothing)
  const breakDelay = delayOf(routes)
  const delayed = breakDelay === undefined ? plain : underWay(routes, { ...PLAIN_HABITS, breakDelay })
  const isDelayed = meanError(delayed, nothing) < given
  const leads = isDelayed ? delayed : plain
  const withPace = errorOnDaysLeftOut(leads, days)
  const isPaced = withPace < meanError(leads, nothing)
  if (!isDelayed && !isPaced) return undefined
  const habits = { ...(isPaced ? fit(leads) : nothing), breakDelay: isDelayed ? breakDelay : undefined }
  return { habits, given, learned: isPaced ? withPace : meanError(leads, nothing) }
}

type Slowness = Pick<EstimateHabits, 'pace' | 'bias'>

const nothing: Slowness = { pace: 0, bias: 0 }

function underWay(routes: readonly DrivenRoute[], habits: EstimateHabits): Lead[] {
  return routes.flatMap((route) => leadsOf(route, habits).filter(({ isStarted }) => isStarted))
}

/** How much later than planned breaks by the clock begin, in the middle. */
function delayOf(routes: readonly DrivenRoute[]): number | undefined {
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
  const foldOf = new Map(days.map((day, index) => [day, index % FOLDS]))
  let sum = 0
  for (let fold = 0; fold < FOLDS; fold++) {
    const isLeftOut = ({ day }: Lead) => foldOf.get(day) === fold
    const found = fit(leads.filter((lead) => !isLeftOut(lead)))
    sum += leads.filter(isLeftOut).reduce((errors, lead) => errors + Math.abs(errorOf(lead, found)), 0)
  }
  return sum / leads.length
}

/** Of the lateness per planned second of driving and work, what goes with the pace so far and what is always there. */
function fit(leads: readonly Lead[]): Slowness {
  let found = nothing
  for (let round = 0; round < ROUNDS; round++) {
    let [pp, pb, bb, py, by] = [0, 0, 0, 0, 0]
    for (const lead of leads) {
      const weight = 1 / Math.max(SMALL_SECONDS, Math.abs(errorOf(lead, found)))
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

function errorOf({ secondsLate, workSeconds, paceSoFar }: Lead, { pace, bias }: Slowness): number {
  return secondsLate - workSeconds * (bias + pace * paceSoFar)
}

function meanError(leads: readonly Lead[], found: Slowness): number {
  return leads.reduce((sum, lead) => sum + Math.abs(errorOf(lead, found)), 0) / Math.max(1, leads.length)
}
