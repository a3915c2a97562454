// How often windows of arrival hold, and how wide they are: ten days to learn times from, ten whose estimates were told with these times to learn
// windows from, ten to be tried on.
import { type Lead, leadsOf } from '../../apps/server/src/learning/arrival-leads.ts'
import { learnService } from '../../apps/server/src/learning/learn-service.ts'
import { learnSpeeds } from '../../apps/server/src/learning/learn-speeds.ts'
import { learnSpreads, scoreOf, type Tried, type WindowScore } from '../../apps/server/src/learning/learn-spreads.ts'
import { predictSeconds } from '../../apps/server/src/learning/service-model.ts'
import { expectedSeconds } from '../../apps/server/src/learning/speed-model.ts'
import { sortOutVisits } from '../../apps/server/src/learning/visits.ts'
import { type ArrivalSpreads, findSpread } from '../../apps/server/src/modelling/arrival-spread.ts'
import { arrivalWindow, usualHalfSeconds } from '../../apps/server/src/modelling/arrival-window.ts'
import { TYPICAL_WEEK } from '../../packages/roads/src/traffic/typical-week.ts'
import { hourOfWeek, legsOf, visitsOf } from './seen.ts'
import type { PlayedDay, SeenRoute } from './truth.ts'

const share = 0.8

/** How long ways and work take, as the fleet plans them. */
type Plan = (route: SeenRoute) => {
  plannedStart: number
  stops: { plannedArrival: number; plannedDeparture: number }[]
}

/** `known` days teach the times that the fleet plans by, `told` days the windows; they are tried on `held`. */
export function scoreWindows(
  known: readonly PlayedDay[],
  told: readonly PlayedDay[],
  held: readonly PlayedDay[],
): void {
  const plan = planOf(known)
  const begin = process.cpuUsage()
  const learned = learnSpreads(
    told.flatMap((day) => leadsOfDay(day, plan)),
    share,
  )
  const cpu = process.cpuUsage(begin)
  const tried = held
    .flatMap((day) => leadsOfDay(day, plan))
    .map((lead) => ({ lead, spread: windowOf(lead, learned.spreads) }))
  const { leads, kept } = learned.trial
  console.log(
    `  windows, ${learned.leads} estimates of ${learned.routes} routes, ${learned.state}; the learner's own trial says ${percent(kept / leads)} hold; ${((cpu.user + cpu.system) / 1_000).toFixed(0)} ms of processor time`,
  )
  report('all', tried)
  for (const isStarted of [false, true]) {
    const own = tried.filter(({ lead }) => lead.isStarted === isStarted)
    report(isStarted ? 'under way' : 'before the start', own)
    for (const [hour, ofHour] of [...Map.groupBy(own, ({ lead }) => lead.hour)].sort((a, b) => a[0] - b[0]))
      if (ofHour.length >= 100) report(`  expected at ${hour}`, ofHour)
  }
}

/** Coverage and width, and what the usual rule does as it is, and once widened or narrowed by one factor until as many hold. */
function report(name: string, tried: readonly Tried[]): void {
  const own = scoreOf(tried)
  const usual = scoreOf(tried.map(({ lead }) => ({ lead, spread: usualWindow(lead, 1) })))
  const equal = equalCoverage(tried, own, usualWindow)
  const part = (count: number) => percent(count / own.leads)
  console.log(
    `    ${name}: ${part(own.kept)} hold, ${part(own.early)} too early, ${part(own.late)} too late, ${minutes(own.width)} wide; usual rule ${part(usual.kept)} at ${minutes(usual.width)}, at equal coverage ${minutes(equal.width)}: ${percent(own.width / equal.width)} of it`,
  )
}

type Rule = (lead: Lead, factor: number) => [number, number]

/** The rule times the one factor with which as many of its windows hold. */
function equalCoverage(tried: readonly Tried[], own: WindowScore, rule: Rule): WindowScore {
  const scoreAt = (factor: number) => scoreOf(tried.map(({ lead }) => ({ lead, spread: rule(lead, factor) })))
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
  const { arrival, now } = momentsOf(lead)
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
function momentsOf({ isStarted, secondsAhead }: Lead) {
  const arrival = new Date(36_000_000 + (Math.round(secondsAhead * 7_919) % 900_000))
  return { arrival, now: new Date(isStarted ? arrival.getTime() - secondsAhead * 1_000 : 0) }
}

/** Seconds from the estimate to both ends of the window that is told. */
function windowOf(lead: Lead, spreads: ArrivalSpreads): [number, number] {
  const { arrival, now } = momentsOf(lead)
  const { isStarted } = lead
  const { from, to } = arrivalWindow({ arrival, isStarted, wished: [], spread: findSpread(spreads, lead) }, now)
  return [(from.getTime() - arrival.getTime()) / 1_000, (to.getTime() - arrival.getTime()) / 1_000]
}

/** Plans with the times that these days teach. */
function planOf(days: readonly PlayedDay[]): Plan {
  const routes = days.flatMap((day) => day.routes)
  const visits = routes.flatMap(visitsOf)
  const service = learnService(visits)
  const counted = new Set(sortOutVisits(visits).visits.map(({ routeId, reportedAt }) => `${routeId} ${reportedAt}`))
  const speeds = learnSpeeds(
    routes.flatMap((route) => legsOf(route, (at) => counted.has(`${route.routeId} ${at}`))),
    TYPICAL_WEEK,
  )
  const better = new Map(service.clients.map((client) => [client.clientId, client.isBetter]))
  return (route) => {
    // Drivers leave between seven and twenty to eight.
    const plannedStart = Date.parse(route.day) + (7 * 60 + 20) * 60_000
    let now = plannedStart
    const stops = route.stops.map((stop) => {
      const leg = { day: '', vehicleId: '', plainSeconds: stop.way.seconds, mix: stop.way.mix, seconds: 0 }
      now += 1_000 * expectedSeconds(speeds.week, { ...leg, hour: hourOfWeek(now + stop.way.seconds * 500) })
      const plannedArrival = now
      const isLearned = better.get(stop.clientId) !== false
      now +=
        1_000 * (isLearned ? predictSeconds(service.model, { ...stop, driverId: null }, ['driver']) : stop.givenSeconds)
      return { plannedArrival, plannedDeparture: now }
    })
    return { plannedStart, stops }
  }
}

function leadsOfDay({ routes }: PlayedDay, plan: Plan): Lead[] {
  return routes.flatMap((route) => {
    const { plannedStart, stops } = plan(route)
    const visits = visitsOf(route)
    const told = new Set(sortOutVisits(visits).visits.map(({ reportedAt }) => reportedAt))
    const driven = route.stops.map(({ arrivedAt, reportedAt }, at) => ({
      ...stops[at]!,
      arrivedAt: told.has(reportedAt) ? arrivedAt : undefined,
      reportedAt: arrivedAt === undefined || told.has(reportedAt) ? reportedAt : undefined,
    }))
    const { routeId, day } = route
    return leadsOf(
      { routeId, day, plannedStart, pause: undefined, rested: route.pause, stops: driven },
      (moment) => hourOfWeek(moment) % 24,
    )
  })
}
