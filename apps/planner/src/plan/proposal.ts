// The plan as an optimization would leave it: what every view shows until the proposal is applied or thrown away. Pure but for
// the hooks at the end.
import type { ComparedRoute, PlanComparison, BareRoute as Route, Stop } from '@routewright/contract'
import type { PlanData } from './plan-data.ts'
import { currentPlan, usePlanData } from './plan-store.ts'
import { chosenComparison, useRunState } from './run-state.ts'

/** Stops that came to the plan since, or ended, stand where they are. Ways are drawn straight: nobody asked for roads yet. */
export function withProposal(data: PlanData, comparison: PlanComparison): PlanData {
  const stops = new Map(data.stops)
  const orders = new Map<string, readonly string[]>()
  const proposed = new Set(comparison.routes.flatMap(({ stop_ids }) => stop_ids))
  const reasons = new Map(comparison.unassigned.map(({ stop_id, warnings }) => [stop_id, warnings]))
  for (const [id, warnings] of reasons) {
    const stop = stops.get(id)
    if (stop) stops.set(id, { ...without(stop), optimization_warnings: warnings })
  }
  for (const route of comparison.routes) {
    const known = route.stop_ids.filter((id) => stops.has(id))
    orders.set(route.route_id, known)
    const times = new Map(route.stops?.map(({ stop_id, ...rest }) => [stop_id, rest]))
    for (const [order, id] of known.entries()) {
      const stop = stops.get(id)!
      const place = { route_id: route.route_id, order, ...times.get(id) }
      stops.set(id, stop.status === 'pending' ? { ...without(stop), ...place } : { ...stop, order })
    }
  }
  const routes = [...data.routes, ...newRoutes(data, comparison.routes)].map((route) => routeWith(route, comparison))
  for (const { id } of routes) {
    if (!orders.has(id))
      orders.set(
        id,
        (data.orders.get(id) ?? []).filter((stopId) => !proposed.has(stopId)),
      )
  }
  const placed = new Set([...orders.values()].flat())
  return { plan: data.plan, stops, routes, orders, unassigned: [...stops.keys()].filter((id) => !placed.has(id)) }
}

/** On no route, and with no times. */
function without(stop: Stop): Stop {
  const {
    route_id: _route,
    order: _order,
    planned_arrival_time: _arrival,
    planned_departure_time: _departure,
    estimated_arrival_time: _expected,
    estimated_departure_time: _left,
    ...rest
  } = stop
  return { ...rest, optimization_warnings: [], optimization_warning: false }
}

function newRoutes(data: PlanData, compared: readonly ComparedRoute[]): Route[] {
  const present = new Set(data.routes.map(({ id }) => id))
  return compared.flatMap(({ route }) => (route && !present.has(route.id) ? [route] : []))
}

function routeWith(route: Route, { routes }: PlanComparison): Route {
  const after = routes.find(({ route_id }) => route_id === route.id)?.after
  if (!after) return route
  const {
    planned_track: _track,
    planned_start_time: _start,
    planned_end_time: _end,
    break_stop: _break,
    breaks: _breaks,
    planned_charge: _charge,
    straight_distance: _straight,
    is_off_roads: _offRoads,
    ...rest
  } = route
  const { planned_start_time: start, planned_end_time: end, distance, straight_distance } = after
  return {
    ...rest,
    breaks: after.breaks ?? [],
    ...(after.planned_charge && { planned_charge: after.planned_charge }),
    planned_distance: distance,
    ...(straight_distance !== undefined && { straight_distance }),
    ...(start === undefined ? {} : { planned_start_time: start }),
    ...(end === undefined ? {} : { planned_end_time: end }),
  }
}

/** The proposal that the views show now; undefined where they show the plan itself. */
function shownComparison(data: PlanData, { run, side, goal }: ReturnType<typeof useRunState.getState>) {
  const isWaiting = run?.state === 'ready' && run.plan_id === data.plan.id && side === 'after'
  return isWaiting ? chosenComparison(run, goal) : undefined
}

/** Made once for all views. */
const made = new WeakMap<PlanData, { comparison: PlanComparison; shown: PlanData }>()

function shownFor(data: PlanData, comparison: PlanComparison | undefined): PlanData {
  if (!comparison) return data
  const held = made.get(data)
  if (held?.comparison === comparison) return held.shown
  const shown = withProposal(data, comparison)
  made.set(data, { comparison, shown })
  return shown
}

/** The plan, or what is proposed instead of it. Edits are made to the plan itself: `usePlanData`. */
export function useShownPlan(): PlanData {
  const data = usePlanData()
  return shownFor(
    data,
    useRunState((state) => shownComparison(data, state)),
  )
}

export function shownPlan(): PlanData {
  const data = currentPlan()
  return shownFor(data, shownComparison(data, useRunState.getState()))
}

/** A proposal cannot be dragged. */
export function isProposalShown(): boolean {
  return shownComparison(currentPlan(), useRunState.getState()) !== undefined
}

export function useIsProposalShown(): boolean {
  const data = usePlanData()
  return useRunState((state) => shownComparison(data, state) !== undefined)
}
