// The rules of fleets of different sizes: asked for, told, and taken as a copy of the plan.
import type { FleetSizeChoice, FleetSizes, FleetSizesInput } from '@routewright/contract'
import { planResource } from '../../data/resources/records.ts'
import type { RouteRow } from '../../data/route-table.ts'
import { insertRouteRows, listRoutesOfPlan } from '../../data/routes.sql.ts'
import { listStopsOfPlanByRoute } from '../../data/stops.sql.ts'
import type { JsonObject } from '../../data/values.ts'
import type { WhatIfRow } from '../../data/what-if-table.ts'
import { listWhatIfs } from '../../data/what-ifs.sql.ts'
import { apiError, invalidPayload, notFound } from '../../frame/platform/api-error.ts'
import { createId } from '../../frame/platform/ids.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { copyPlan, type PlanCopy } from '../../planning/editor/editor.ts'
import { lockPlans, refreshPlans } from '../../planning/lifecycle/lifecycle.ts'
import { getPlan } from '../../planning/plans/plans.ts'
import { getNewRoute } from '../../planning/routes/routes.ts'
import { placeOnRoutes, recomputeRoutes } from '../../planning/sequence/sequence.ts'
import { getVehicle } from '../../planning/vehicles/vehicles.ts'
import { playedDays, requireSize, routeBefore } from './trial.ts'
import { type AskedSizes, type FoundOrder, type FoundSizes, readSizes } from './try-fleets.ts'
import { askWhatIf, discardWhatIf, getWhatIf, whatIfHead } from './what-if.ts'

const usual = { share: 0.95, fewer: 2, more: 2 } as const
/** More of one plan nobody looks at. */
const mostListed = 10

/**
 * Takes the question. Throws 404, 403, highway.trial.error.nothing_to_try for a plan without stops or vehicles, invalid_payload for
 * a route to copy that the plan does not have, highway.trial.error.{too_large, too_many}.
 */
export async function tryFleetSizes(scope: Scope, planId: string, input: FleetSizesInput): Promise<FleetSizes> {
  const plan = await getPlan(scope, planId)
  const asked: AskedSizes = { ...usual, ...input }
  const { day, pool, routes } = await readSizes(scope, plan.id, asked)
  const nothing = (reason: string) =>
    apiError('highway.trial.error.nothing_to_try', { what: `plan ${plan.id}`, reason })
  if (day.stops.length === 0) throw nothing('it has no stops outside of locked routes')
  if (pool.present.length === 0)
    throw nothing('it has no routes but locked ones, and the fleet has no vehicle for its day')
  requireSize(`Plan ${plan.id}`, day.stops.length, pool.present.length)
  const { copied_route_id: copied } = asked
  if (copied !== undefined && !routes.some(({ route }) => route.id === copied && !route.is_locked))
    throw invalidPayload('copied_route_id', `must be a route of the plan that is not locked, ${copied} is none`)
  return fleetSizesRecord(
    await askWhatIf(scope, {
      kind: 'fleet_sizes',
      project_id: plan.project_id,
      plan_id: plan.id,
      asked: asked as JsonObject,
    }),
  )
}

/** The latest first. Throws 404 or 403. */
export async function listFleetSizes(scope: Scope, planId: string): Promise<FleetSizes[]> {
  const { id: plan_id, project_id } = await getPlan(scope, planId)
  return (await listWhatIfs(scope, { kind: ['fleet_sizes'], project_id, plan_id }, mostListed)).map(fleetSizesRecord)
}

/** Throws 404 or 403. */
export async function getFleetSizes(scope: Scope, id: string): Promise<FleetSizes> {
  return fleetSizesRecord(await getWhatIf(scope, ['fleet_sizes'], id))
}

/** Throws 404 or 403. */
export async function discardFleetSizes(scope: Scope, id: string): Promise<FleetSizes> {
  return fleetSizesRecord(await discardWhatIf(scope, ['fleet_sizes'], id))
}

/**
 * Makes a draft of the plan with one of the fleets and the orders that were found; the plan itself stays. Throws 404, 403,
 * highway.trial.error.{not_ready, plan_changed}, invalid_payload for a size that was not tried.
 */
export async function copyFleetSize(scope: Scope, id: string, choice: FleetSizeChoice) {
  const row = await getWhatIf(scope, ['fleet_sizes'], id)
  const found = row.found as FoundSizes | null
  if (!found) throw apiError('highway.trial.error.not_ready', { id, state: row.state })
  const fleet = found.fleets.find(({ vehicles }) => vehicles === choice.vehicles)
  if (!fleet) {
    const sizes = found.fleets.map(({ vehicles }) => vehicles).join(', ')
    throw invalidPayload('vehicles', `must be one of the sizes that were tried: ${sizes}`)
  }
  const [plan] = await lockPlans(scope, [row.plan_id!])
  if (!plan) throw notFound('plan', row.plan_id!)
  if (plan.revision !== found.revision) throw apiError('highway.trial.error.plan_changed', { id: plan.id })
  const own = new Set(fleet.orders.flatMap(({ route_id }) => route_id ?? []))
  const routes = await listRoutesOfPlan(scope, plan.id)
  const copy = await copyPlan(scope, plan.id, {
    label: choice.label ?? `${plan.label ?? 'Plan'} (${choice.vehicles})`.slice(-200),
    leave_out_routes: routes.filter((route) => !route.is_locked && !own.has(route.id)).map((route) => route.id),
  })
  await placeFleet(scope, copy, routes, fleet.orders)
  return planResource(await getPlan(scope, copy.plan.id))
}

/** Gives the copy its further vehicles, and every vehicle its stops in order. */
async function placeFleet(
  scope: Scope,
  { plan, routeIds, stopIds }: PlanCopy,
  origin: readonly RouteRow[],
  orders: readonly FoundOrder[],
): Promise<void> {
  await lockPlans(scope, [plan.id])
  const present = await listRoutesOfPlan(scope, plan.id)
  const added: RouteRow[] = []
  const placed: { route: RouteRow; stopIds: string[] }[] = []
  for (const one of orders) {
    const own = one.route_id === undefined ? undefined : present.find(({ id }) => id === routeIds.get(one.route_id!))
    const route = own ?? (await newRoute(scope, plan, origin, one, present.length + added.length))
    if (!own) added.push(route)
    placed.push({ route, stopIds: one.stop_ids.flatMap((stopId) => stopIds.get(stopId) ?? []) })
  }
  await insertRouteRows(scope, added)
  const wanted = new Set(placed.flatMap((entry) => entry.stopIds))
  // Stops of locked routes stay where they are.
  const locked = new Set(present.filter(({ is_locked }) => is_locked).map(({ id }) => id))
  const left = await listOpenStops(scope, plan.id, locked)
  await placeOnRoutes(
    scope,
    placed,
    left.filter((stopId) => !wanted.has(stopId)),
  )
  await recomputeRoutes(
    scope,
    placed.map(({ route }) => route.id),
  )
  await refreshPlans(scope, [plan.id])
}

async function listOpenStops(scope: Scope, planId: string, locked: ReadonlySet<string>): Promise<string[]> {
  const stops = await listStopsOfPlanByRoute(scope, planId)
  return stops.flatMap(({ id, route_id }) => (route_id !== null && locked.has(route_id) ? [] : id))
}

async function newRoute(
  scope: Scope,
  plan: PlanCopy['plan'],
  origin: readonly RouteRow[],
  { vehicle_id, copy_of, label }: FoundOrder,
  order: number,
): Promise<RouteRow> {
  if (vehicle_id !== undefined) return getNewRoute(scope, plan, await getVehicle(scope, vehicle_id), order)
  const like = origin.find(({ id }) => id === copy_of)
  if (!like) throw notFound('route', copy_of ?? '')
  const made = { id: createId(scope.now), plan_id: plan.id, created_at: scope.now, updated_at: scope.now }
  const name = { label: label ?? null, vehicle_label: label ?? null, external_id: null }
  return { ...routeBefore(like), ...made, ...name, vehicle_id: null, order }
}

function fleetSizesRecord(row: WhatIfRow): FleetSizes {
  const { share } = row.asked as AskedSizes
  const found = row.found as FoundSizes | null
  const smallest = found?.fleets.find(({ kept_share }) => kept_share >= share)?.vehicles
  return {
    ...whatIfHead(row),
    plan_id: row.plan_id!,
    share,
    days: playedDays,
    ...(found && {
      ...(found.now && { now: found.now }),
      fleets: found.fleets.map(({ orders: _orders, ...fleet }) => fleet),
      assumptions: found.assumptions,
    }),
    ...(smallest !== undefined && { smallest }),
  }
}
