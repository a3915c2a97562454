// Explains a plan: what fills its routes, which vehicles it needs, what its windows cost, and the gain of more room.
import { availableParallelism } from 'node:os'
import type { PlanChange, PlanExplanation, PlanSaving, RouteLimitKind, RouteReasons } from '@routewright/contract'
import type { Difference, PlanReasons, RouteLimit, Violation } from '@routewright/solver'
import type { RouteRow } from '../../../data/route-table.ts'
import { apiError } from '../../../frame/platform/api-error.ts'
import type { Scope } from '../../../frame/platform/scope.ts'
import type { Caller } from '../../../frame/platform/services.ts'
import { byRoads, type RoadsAsker } from '../../../geography/travel/by-roads.ts'
import type { TravelMatrix } from '../../../geography/travel/travel.ts'
import { startExplaining } from '../../../optimizing/solving/solve-in-thread.ts'
import { createOrganizationTurns, type OrganizationTurns } from '../../../optimizing/solving/turns-by-organization.ts'
import { hasPrice } from '../../../planning/modelling/costs.ts'
import { KeptAnswers } from '../../../planning/modelling/kept-answers.ts'
import { createPlanProblem, type PlanProblem, withTravel } from '../../../planning/modelling/plan-problem.ts'
import { asDriven } from '../../../planning/modelling/route-drivers.ts'
import { violationWarning } from '../../../planning/modelling/warnings.ts'
import { getPlan } from '../../../planning/plans/plans.ts'
import { contextKey, loadContexts, loadPlanRows } from '../../../planning/sequence/sequence.ts'

interface ReasonsReader extends RoadsAsker {
  caller: Pick<Caller, 'organizationId'>
  readAtOneMoment<T>(work: (scope: Scope) => Promise<T>): Promise<T>
}

/** Somebody waits. Few stops need less. */
const mostSeconds = 8
const mostWindows = 20

interface PlanToExplain {
  key: string
  now: Date
  seed: number
  isPriced: boolean
  planProblem: PlanProblem
  /** Stop indices by vehicle, in driving order. */
  orders: number[][]
}

/** State that explanations share in a process. */
export interface Explaining {
  store: KeptAnswers<PlanExplanation>
  turns: OrganizationTurns
}

/** Plans of one organization that wait for a processor. */
const mostWaiting = 20

export function createExplaining(): Explaining {
  const most = availableParallelism()
  return {
    store: new KeptAnswers(({ routes, windows }) => routes.length + windows.length + 1),
    turns: createOrganizationTurns({ most, mostOfOne: Math.max(1, Math.floor(most / 2)), mostWaiting }),
  }
}

/**
 * Explained anew only when the plan changed. Empty where no route may be changed. Throws 404, 403, highway.trial.error.too_many where
 * too many plans of the organization wait.
 */
export async function explainPlanFor(
  reader: ReasonsReader,
  { store, turns }: Explaining,
  planId: string,
): Promise<PlanExplanation> {
  const plan = await reader.readAtOneMoment((scope) => readPlan(scope, store, planId))
  if ('plan_id' in plan) return plan
  const { planProblem, orders, seed } = plan
  if (!orders.some((order) => order.length > 0)) return getAnswer(planId, plan, emptyReasons)
  const problem = await byRoads(reader, 'a plan is explained', async (travel) => {
    const matrices: TravelMatrix[] = []
    for (const way of planProblem.ways) matrices.push(await travel.matrix(planProblem.points, way))
    return withTravel(planProblem, matrices)
  })
  const stops = planProblem.stops.length
  const order = { problem, orders, seed, seconds: Math.min(mostSeconds, 1 + stops / 100), steps: 5_000 + 20 * stops }
  const answer = await turns.run(reader.caller.organizationId, () => startExplaining(order).result)
  if (!answer) throw apiError('highway.trial.error.too_many', { count: mostWaiting, limit: mostWaiting })
  const explanation = getAnswer(planId, plan, answer.reasons)
  store.keep(planId, plan.key, plan.now, explanation)
  return explanation
}

const emptyReasons: PlanReasons = { routes: [], without: [], windows: [], changes: [], savings: [] }

/** Returns the cached explanation, or the data to compute it from. */
async function readPlan(
  scope: Scope,
  store: KeptAnswers<PlanExplanation>,
  planId: string,
): Promise<PlanExplanation | PlanToExplain> {
  const plan = await getPlan(scope, planId)
  const context = (await loadContexts(scope, [plan.id])).get(plan.id)!
  const key = contextKey(plan.revision, context)
  const known = store.find(plan.id, key, scope.now)
  if (known) return known
  const { routes, withStops, unassigned, marks } = await loadPlanRows(scope, plan.id)
  const planProblem = createPlanProblem({
    ...context,
    ...marks,
    routes: withStops(routes),
    unassigned,
    freedom: 'rebuild',
  })
  const indexOf = new Map(planProblem.stopRows.map(({ id }, index) => [id, index]))
  return {
    key,
    now: scope.now,
    planProblem,
    seed: context.settings.seed,
    isPriced: routes.some((route) => hasPrice(asDriven(route, context.drivers))),
    orders: withStops(planProblem.routeRows).map((entry) => entry.stops.flatMap(({ id }) => indexOf.get(id) ?? [])),
  }
}

function getAnswer(planId: string, plan: PlanToExplain, reasons: PlanReasons): PlanExplanation {
  const { planProblem, orders, isPriced } = plan
  const { routeRows, stopRows } = planProblem
  const getId = (vehicle: number) => routeRows[vehicle]!.id
  const getStopId = (stop: number) => stopRows[stop]!.id
  const getRoute = (stop: number) => getId(orders.findIndex((order) => order.includes(stop)))
  return {
    plan_id: planId,
    routes: reasons.routes.map(
      ({ vehicle, limits, keptOut, lookedAt }): RouteReasons => ({
        route_id: getId(vehicle),
        limits: limits.map((limit) => getLimit(routeRows[vehicle]!, limit)),
        kept_out: keptOut.map(({ rule, stops }) => ({ rule: getCode(rule), stops })),
        looked_at: lookedAt,
      }),
    ),
    without: reasons.without.map(({ vehicle, ...rest }) => ({
      route_id: getId(vehicle),
      ...computeDifference(rest, isPriced),
    })),
    windows: reasons.windows.slice(0, mostWindows).map(({ stop, seconds, meters, cost }) => ({
      stop_id: getStopId(stop),
      route_id: getRoute(stop),
      time: Math.round(seconds),
      distance: Math.round(meters),
      ...(isPriced && { cost }),
    })),
    changes: reasons.changes.map(
      ({ change, ...rest }): PlanChange => ({ change, ...computeDifference(rest, isPriced) }),
    ),
    savings: reasons.savings.map(
      (saving): PlanSaving => ({
        change: saving.change,
        ...computeDifference(saving, isPriced),
        ...(saving.change === 'without_vehicle' && { route_id: getId(saving.vehicle) }),
        ...(saving.change === 'any_time' && { route_id: getRoute(saving.stop), stop_id: getStopId(saving.stop) }),
      }),
    ),
    ...(reasons.fewer && { fewer_vehicles: explainFewer(reasons.fewer, isPriced) }),
  }
}

function explainFewer(
  { vehicles, wouldDo, mostStops, wouldTake, ...rest }: NonNullable<PlanReasons['fewer']>,
  isPriced: boolean,
) {
  const counts = { vehicles, would_do: wouldDo, max_services: mostStops, would_take: wouldTake }
  return { ...counts, ...computeDifference(rest, isPriced) }
}

function computeDifference({ travelSeconds, meters, unassigned, money }: Difference, isPriced: boolean) {
  return {
    travel_time: Math.round(travelSeconds),
    distance: Math.round(meters),
    unassigned,
    ...(isPriced && { cost: money }),
  }
}

/** The word of warnings for a broken rule. */
function getCode(rule: Violation['code']) {
  return violationWarning({ code: rule, vehicle: 0, stop: null, amount: 1 }).code
}

/** Loads are counted in a unit of the problem's own: the share of what the vehicle may carry is the same in kilograms. */
function getLimit(route: RouteRow, { limit, dimension, used, of }: RouteLimit): RouteReasons['limits'][number] {
  if (limit !== 'capacity') return { limit: limitNames[limit], used: Math.round(used), of: Math.round(of) }
  const own = (dimension === 0 ? route.max_weight : route.max_volume) ?? of
  const amount = Math.round((used / of) * own * 1_000) / 1_000
  return { limit: dimension === 0 ? 'max_weight' : 'max_volume', used: amount, of: own }
}

const limitNames: Record<Exclude<RouteLimit['limit'], 'capacity'>, RouteLimitKind> = {
  shift: 'working_hours',
  max_time: 'max_time',
  max_distance: 'max_distance',
  max_services: 'max_services',
  driving: 'driving_time',
  work: 'work_time',
  span: 'duty_time',
  battery: 'battery',
}
