// Plans played before they are driven: how often stops would be late and routes too long, on many days with the luck of each.
import type { PlanRisk, RouteRisk as RouteRiskAnswer, StopRisk } from '@routewright/contract'
import { type Quantiles, sumUpPlayed, usualSpreads } from '@routewright/solver'
import { listLastPromises } from '../../../data/arrival-promises.sql.ts'
import { listStopsOfPlanByRoute } from '../../../data/stops.sql.ts'
import { secondsOfPlanDay } from '../../../frame/platform/local-time.ts'
import type { Scope } from '../../../frame/platform/scope.ts'
import { byRoads, type RoadsAsker } from '../../../geography/travel/by-roads.ts'
import type { KeptAnswers } from '../../../planning/modelling/kept-answers.ts'
import type { RouteWithStops } from '../../../planning/modelling/plan-problem.ts'
import { getPlan } from '../../../planning/plans/plans.ts'
import { contextKey, loadContexts, type PlanContext } from '../../../planning/sequence/sequence.ts'
import { loadStopSpreads } from '../../learning/learning.ts'
import { type PlayFacts, playRoutes, type RouteRisk } from './play-routes.ts'
import { listRoutes, readProposal } from './proposed-routes.ts'

export { playRoutes, type RouteRisk }

/** The way plans are reached, in one moment, and where roads may be asked for. */
export interface RiskReader extends RoadsAsker {
  readAtOneMoment<T>(work: (scope: Scope) => Promise<T>): Promise<T>
}

const days = 200

/** Inputs for simulating a plan; `known` is the cached result. */
interface PlanToPlay {
  key: string
  now: Date
  known?: PlanRisk
  context: PlanContext
  routes: RouteWithStops[]
  facts: PlayFacts
}

/**
 * Returns the risk of the plan, or of the plan after a run's result. Simulates again only when the plan changed. Throws 404, 403,
 * highway.optimization.error.not_ready.
 */
export async function getPlanRisk(
  reader: RiskReader,
  store: KeptAnswers<PlanRisk>,
  planId: string,
  runId: string | undefined,
): Promise<PlanRisk> {
  const plan = await reader.readAtOneMoment((scope) => readPlan(scope, store, planId, runId))
  if (plan.known) return plan.known
  const played = await byRoads(reader, 'a plan is played', (travel) =>
    playRoutes(plan.routes, plan.context, plan.facts, travel),
  )
  const risk = getRisk(planId, played, plan.facts)
  store.keep(runId ?? planId, plan.key, plan.now, risk)
  return risk
}

async function readPlan(
  scope: Scope,
  store: KeptAnswers<PlanRisk>,
  planId: string,
  runId: string | undefined,
): Promise<PlanToPlay> {
  const plan = await getPlan(scope, planId)
  const proposal = runId === undefined ? undefined : await readProposal(scope, plan.id, runId)
  const context = (await loadContexts(scope, [plan.id], proposal?.config)).get(plan.id)!
  const promises = await listLastPromises(scope, plan.id)
  const { timeZone } = context.settings
  const deadlines = new Map(
    promises.map(({ stop_id, window_to }) => [stop_id, secondsOfPlanDay(window_to, plan.execution_date, timeZone)]),
  )
  const key = JSON.stringify([contextKey(plan.revision, context), ...deadlines])
  const known = store.find(runId ?? plan.id, key, scope.now)
  const base = { key, now: scope.now, context, ...(known && { known }) }
  const facts = { days, spreads: usualSpreads, stopSpreads: new Map<string, number>(), deadlines }
  if (known) return { ...base, routes: [], facts }
  const stops = await listStopsOfPlanByRoute(scope, plan.id)
  return {
    ...base,
    routes: await listRoutes(scope, plan.id, stops, proposal),
    facts: { ...facts, stopSpreads: await loadStopSpreads(scope, plan.project_id, stops, usualSpreads.service.stop) },
  }
}

function getRisk(planId: string, risks: readonly RouteRisk[], facts: PlayFacts): PlanRisk {
  const sum = sumUpPlayed(
    risks.map(({ played }) => played),
    facts.days,
  )
  const stops = risks.flatMap(({ stopRows }) => stopRows)
  return {
    plan_id: planId,
    days: facts.days,
    late_stops: sum.lateStops,
    all_kept_chance: sum.allKeptChance,
    kept_share: sum.keptShare,
    windows: risks.reduce((count, { played }) => count + played.windowCount, 0),
    overtime_seconds: Math.round(sum.overtimeSeconds),
    overtime_routes: sum.overtimeRoutes,
    stops: stops.length,
    learned_stops: stops.filter(({ id }) => facts.stopSpreads.has(id)).length,
    routes: risks.map(routeAnswer),
  }
}

function routeAnswer({ route, played, stopRows }: RouteRisk): RouteRiskAnswer {
  return {
    route_id: route.id,
    late_stops: played.stops.reduce((sum, { lateChance }) => sum + lateChance, 0),
    overtime_chance: played.overtimeChance,
    overtime_seconds: Math.round(played.overtimeSeconds),
    ends: band(played.ends),
    stops: played.stops.map(({ stop, lateChance, lateSeconds, begins, deadlineChance }): StopRisk => {
      const promised = deadlineChance === undefined ? {} : { promise_late_chance: deadlineChance }
      const stop_id = stopRows[stop]!.id
      return {
        stop_id,
        late_chance: lateChance,
        late_seconds: Math.round(lateSeconds),
        begins: band(begins),
        ...promised,
      }
    }),
  }
}

function band({ p10, p50, p90 }: Quantiles) {
  return { p10: Math.round(p10), p50: Math.round(p50), p90: Math.round(p90) }
}
