// Prepares a plan for the optimizer: read in one transaction, with new routes where it has none.

import { usualSpreads } from '@routewright/solver'
import { listRoutesWithDrivers } from '../../data/driver-links.sql.ts'
import type { RunRow } from '../../data/optimization-tables.ts'
import type { PlanRow } from '../../data/plan-table.ts'
import { findPlanRow } from '../../data/plans.sql.ts'
import type { RouteRow } from '../../data/route-table.ts'
import { notFound } from '../../frame/platform/api-error.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { getFamiliarity, loadKnownPlaces } from '../../planning/drivers/drivers.ts'
import { createPlanProblem, type PlanProblem } from '../../planning/modelling/plan-problem.ts'
import type { DriversOfDay } from '../../planning/modelling/route-drivers.ts'
import type { PlanSettings } from '../../planning/modelling/settings.ts'
import { getNewRoute } from '../../planning/routes/routes.ts'
import { loadContexts, loadPlanRows } from '../../planning/sequence/sequence.ts'
import { listVehiclesForDay } from '../../planning/vehicles/vehicles.ts'

export interface PreparedPlan {
  plan: PlanRow
  settings: PlanSettings
  planProblem: PlanProblem
  /** Routes that the plan gets together with the solution, because it had none. */
  newRoutes: RouteRow[]
  /** Former place of each pending stop: its route id, or null. */
  places: ReadonlyMap<string, string | null>
  /** How well the driver of each vehicle knows the place of each stop, [stop][vehicle]; undefined where familiarity does not count. */
  knows: number[][] | undefined
  /** True when there are no stops or no vehicles, so that the plan stays unchanged. */
  isEmpty: boolean
}

/** Reads the plan for a run. Throws 404 when the plan is gone. */
export async function preparePlan(scope: Scope, run: RunRow): Promise<PreparedPlan> {
  const plan = await findPlanRow(scope, run.plan_id)
  if (!plan) throw notFound('plan', run.plan_id)
  const { settings, ...context } = (await loadContexts(scope, [plan.id], run.config ?? {})).get(plan.id)!
  const { stops, routes: present, withStops, unassigned, marks } = await loadPlanRows(scope, plan.id)
  const newRoutes = present.length === 0 && run.route_id === null ? await makeRoutes(scope, plan) : []
  const kept = run.after_bookings ? await listRoutesWithDrivers(scope, plan.id) : new Set<string>()
  const isWanted = ({ id }: RouteRow) => (run.route_id === null || id === run.route_id) && !kept.has(id)
  const wanted = [...present, ...newRoutes].filter(isWanted)
  const planProblem = createPlanProblem({
    ...context,
    ...marks,
    settings,
    routes: withStops(wanted),
    unassigned: run.route_id === null ? unassigned : [],
    freedom: run.mode === 'from_scratch' ? 'rebuild' : 'keep_assignment',
    isOneByOne: true,
    ...(settings.slack > 0 && {
      stopSpreads: await scope.ports.readStopSpreads?.(scope, plan.project_id, stops, usualSpreads.service.stop),
    }),
  })
  const pending = stops.filter((stop) => stop.status === 'pending')
  return {
    plan,
    settings,
    planProblem,
    newRoutes,
    places: new Map(pending.map((stop) => [stop.id, stop.route_id])),
    knows: await findWhoKnows(scope, plan, settings, planProblem, context.drivers),
    isEmpty: pending.length === 0 || wanted.length === 0,
  }
}

async function findWhoKnows(
  scope: Scope,
  plan: PlanRow,
  settings: PlanSettings,
  { stopRows, routeRows }: PlanProblem,
  drivers: DriversOfDay | undefined,
): Promise<number[][] | undefined> {
  if (settings.familiarSeconds === 0) return undefined
  return getFamiliarity(await loadKnownPlaces(scope, plan.project_id), stopRows, routeRows, drivers)
}

/** Returns one route for every enabled vehicle of the project that works on the weekday of the plan. */
async function makeRoutes(scope: Scope, plan: PlanRow): Promise<RouteRow[]> {
  const vehicles = await listVehiclesForDay(scope, plan.project_id, plan.execution_date)
  return vehicles.map((vehicle, order) => getNewRoute(scope, plan, vehicle, order))
}
