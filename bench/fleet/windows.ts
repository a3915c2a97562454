// How often windows of arrival hold, and how wide they are: ten days to learn times from, ten whose estimates were told with these times to learn
// windows from, ten to be tried on.
import type { Lead } from '../../apps/server/src/annexes/learning/arrival-leads.ts'
import { leadsOfDays, learnHabits } from '../../apps/server/src/annexes/learning/learn-habits.ts'
import {
  computeScore,
  learnSpreads,
  type Tried,
  type WindowScore,
} from '../../apps/server/src/annexes/learning/learn-spreads.ts'
import { type ArrivalSpreads, findSpread } from '../../apps/server/src/planning/modelling/pace/arrival-spread.ts'
import { arrivalWindow, usualHalfSeconds } from '../../apps/server/src/planning/modelling/pace/arrival-window.ts'
import { type EstimateHabits, PLAIN_HABITS } from '../../apps/server/src/planning/modelling/pace/pace.ts'
import { drivenRoutes, type Plan, planWith } from './plans.ts'
import { learnTimes } from './taught.ts'
import type { PlayedDay } from './truth.ts'

const share = 0.8

/** `known` days teach the times that the fleet plans by, `told` days the windows; they are tried on `held`. */
export function scoreWindows(
  known: readonly PlayedDay[],
  told: readonly PlayedDay[],
  held: readonly PlayedDay[],
): void {
  const plan = planWith(learnTimes(known, true))
  const begin = process.cpuUsage()
  const routes = told.flatMap((day) => drivenRoutes(day, plan, 'now'))
  const habits = learnHabits(routes)
  const found = habits?.habits ?? PLAIN_HABITS
  const learned = learnSpreads(leadsOfDays(routes, found), share)
  const cpu = process.cpuUsage(begin)
  const tried = held.flatMap((day) => listPairs(day, plan, found, learned.spreads))
  const { leads, kept } = learned.trial
  console.log(
    `  windows, ${learned.leads} estimates of ${learned.routes} routes, ${learned.state}; the learner's own trial says ${percent(kept / leads)} hold; ${((cpu.user + cpu.system) / 1_000).toFixed(0)} ms of processor time`,
  )
  const { pace, bias, breakDelay } = found
  console.log(
    `    of the pace ${percent(pace)} goes on, plans are ${percent(bias)} too short, breaks begin ${breakDelay === undefined ? 'as planned' : `${minutes(breakDelay)} later than planned`}`,
  )
  reportErrors(tried)
  report('all', tried)
  reportHourByHour(tried)
  for (const isStarted of [false, true]) {
    const own = tried.filter(({ lead }) => lead.isStarted === isStarted)
    report(isStarted ? 'on the road' : 'before the start', own)
    for (const [hour, ofHour] of [...Map.groupBy(own, ({ lead }) => lead.hour)].sort((a, b) => a[0] - b[0]))
      if (ofHour.length >= 100) report(`  expected at ${hour}`, ofHour)
  }
}

/** An estimate with the window that it gets, and the one that the live estimate would have given before it knew of breaks. */
interface Pair extends Tried {
  before: Lead
  /** With the break that is ahead, and nothing learned. */
  withBreak: Lead
}

function listPairs(day: PlayedDay, plan: Plan, habits: EstimateHabits, spreads: ArrivalSpreads): Pair[] {
  const getKey = ({ routeId, stop, stopsAhead, isStarted }: Lead) => `${routeId} ${stop} ${stopsAhead} ${isStarted}`
  const leadsWith = (estimate: 'now' | 'before', own: EstimateHabits) =>
    leadsOfDays(drivenRoutes(day, plan, estimate), own)
  const [before, withBreak] = [leadsWith('before', PLAIN_HABITS), leadsWith('now', PLAIN_HABITS)].map(
    (leads) => new Map(leads.map((lead) => [getKey(lead), lead])),
  )
  return leadsWith('now', habits).flatMap((lead) => {
    const others = [before, withBreak].map((known) => known!.get(getKey(lead)))
    return others[0] && others[1]
      ? [{ lead, spread: getWindow(lead, spreads), before: others[0], withBreak: others[1] }]
      : []
  })
}

/** Mean absolute errors of estimates under way by how far ahead they were: as they were, with breaks ahead, and with what was learned. */
function reportErrors(pairs: readonly Pair[]): void {
  const computeMean = (leads: readonly Lead[]) =>
    (leads.reduce((sum, { secondsLate }) => sum + Math.abs(secondsLate), 0) / Math.max(1, leads.length) / 60).toFixed(1)
  const getErrors = (own: readonly Pair[]) =>
    [own.map(({ before }) => before), own.map(({ withBreak }) => withBreak), own.map(({ lead }) => lead)]
      .map(computeMean)
      .join(' → ')
  const bounds = [0, 15, 40, 90, 180, Number.POSITIVE_INFINITY].map((bound) => bound * 60)
  const started = pairs.filter(({ lead }) => lead.isStarted)
  const parts = bounds.slice(1).map((bound, at) => {
    const own = started.filter(({ before }) => before.secondsAhead >= bounds[at]! && before.secondsAhead < bound)
    return `${Number.isFinite(bound) ? `up to ${bound / 60} min ahead` : 'farther'} ${getErrors(own)}`
  })
  console.log(`    mean error of estimates under way in minutes: ${getErrors(started)}; ${parts.join(', ')}`)
}

/**
 * Coverage and width; what the rule does that was used when the goal was set (the estimate of then), as it is, and once widened or narrowed by one factor
 * until as many hold; and the same rule around today's estimate.
 */
function report(name: string, pairs: readonly Pair[]): void {
  const own = computeScore(pairs)
  const leads = pairs.map(({ lead }) => lead)
  const before = pairs.map((pair) => pair.before)
  const usual = computeScore(before.map((lead) => ({ lead, spread: usualWindow(lead, 1) })))
  const part = (count: number) => percent(count / own.leads)
  const equal = [before, leads].map((all) => equalCoverage(all, own).width)
  console.log(
    `    ${name}: ${part(own.kept)} hold, ${part(own.early)} too early, ${part(own.late)} too late, ${minutes(own.width)} wide; usual rule of then ${part(usual.kept)} at ${minutes(usual.width)}, at equal coverage ${minutes(equal[0]!)}: ${percent(own.width / equal[0]!)} of it; around the estimate of now ${minutes(equal[1]!)}: ${percent(own.width / equal[1]!)}`,
  )
}

/** The same where the usual rule is to hold as often in each hour, before the start and under way, with a factor for each: what one promise for the whole day takes. */
function reportHourByHour(pairs: readonly Pair[]): void {
  const parts = [...Map.groupBy(pairs, ({ lead }) => `${lead.isStarted} ${lead.hour}`).values()]
  const computeSum = (widthOf: (part: Pair[]) => number) =>
    parts.reduce((sum, part) => sum + part.length * widthOf(part), 0) / pairs.length
  const own = computeSum((part) => computeScore(part).width)
  const then = computeSum(
    (part) =>
      equalCoverage(
        part.map(({ before }) => before),
        computeScore(part),
      ).width,
  )
  const now = computeSum(
    (part) =>
      equalCoverage(
        part.map(({ lead }) => lead),
        computeScore(part),
      ).width,
  )
  console.log(
    `    hour by hour at equal coverage: ${minutes(own)} wide; usual rule of then ${minutes(then)}: ${percent(own / then)} of it; around the estimate of now ${minutes(now)}: ${percent(own / now)}`,
  )
}

/** The usual rule times the one factor with which as many of its windows hold. */
function equalCoverage(leads: readonly Lead[], own: WindowScore): WindowScore {
  const scoreAt = (factor: number) => computeScore(leads.map((lead) => ({ lead, spread: usualWindow(lead, factor) })))
  let [low, high] = [0, 8]
  for (let round = 0; round < 30; round++) {
    const factor = (low + high) / 2
    if (scoreAt(factor).kept < own.kept) low = factor
    else high = factor
  }
  return scoreAt(high)
}

/** The usual rule told as it is: outward to whole steps, and never narrower than 20 minutes. */
function usualWindow(lead: Lead, factor: number): [number, number] {
  const { arrival, now } = getMoments(lead)
  const half = factor * usualHalfSeconds(lead)
  const step = lead.isStarted ? 300_000 : 900_000
  const earliest = lead.isStarted ? now.getTime() : Number.NEGATIVE_INFINITY
  const from = Math.floor(Math.max(arrival.getTime() - half * 1_000, earliest) / step) * step
  const to = Math.max(Math.ceil((arrival.getTime() + half * 1_000) / step) * step, from + 1_200_000)
  return [(from - arrival.getTime()) / 1_000, (to - arrival.getTime()) / 1_000]
}

const percent = (part: number) => `${(100 * part).toFixed(1)} %`
const minutes = (seconds: number) => `${(seconds / 60).toFixed(1)} min`

/** Estimates lie anywhere between the steps that windows are rounded to. */
function getMoments({ isStarted, secondsAhead }: Lead) {
  const arrival = new Date(36_000_000 + (Math.round(secondsAhead * 7_919) % 900_000))
  return { arrival, now: new Date(isStarted ? arrival.getTime() - secondsAhead * 1_000 : 0) }
}

/** Seconds from the estimate to both ends of the window that is told. */
function getWindow(lead: Lead, spreads: ArrivalSpreads): [number, number] {
  const { arrival, now } = getMoments(lead)
  const { isStarted } = lead
  const { from, to } = arrivalWindow({ arrival, isStarted, wished: [], spread: findSpread(spreads, lead) }, now)
  return [(from.getTime() - arrival.getTime()) / 1_000, (to.getTime() - arrival.getTime()) / 1_000]
}
