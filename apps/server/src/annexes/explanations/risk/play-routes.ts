// Routes as they are planned, each driven on the same days: the optimizer's own model of them, and its player.
import { setImmediate } from 'node:timers/promises'
import { type PlayedRoute, playPlan, type Spreads } from '@routewright/solver'
import type { RouteRow } from '../../../data/route-table.ts'
import type { StopRow } from '../../../data/stop-table.ts'
import type { TravelProvider } from '../../../geography/travel/travel.ts'
import { modelRoute, type RouteContext } from '../../../planning/modelling/evaluate-route.ts'
import { hasPlace } from '../../../planning/modelling/places.ts'
import type { RouteWithStops } from '../../../planning/modelling/plan-problem.ts'

/** Inputs of the simulation. */
export interface PlayFacts {
  days: number
  spreads: Spreads
  /** Spreads of service by stop id, where something is known. */
  stopSpreads: ReadonlyMap<string, number>
  /** Latest promised arrivals by stop id, seconds of the day. */
  deadlines: ReadonlyMap<string, number>
}

export interface RouteRisk {
  route: RouteRow
  played: PlayedRoute
  /** Stop rows by the simulation's stop index. */
  stopRows: readonly StopRow[]
}

/** Routes that have something left to drive. Others are answered between two of them. Throws TravelError. */
export async function playRoutes(
  routes: readonly RouteWithStops[],
  context: RouteContext,
  facts: PlayFacts,
  travel: TravelProvider,
): Promise<RouteRisk[]> {
  const risks: RouteRisk[] = []
  for (const one of routes) {
    if (one.route.status === 'finished' || !one.stops.some((stop) => stop.status === 'pending' && hasPlace(stop)))
      continue
    const { problem, stopRows, evaluated } = await modelRoute(one, context, travel)
    const { days, spreads, stopSpreads, deadlines } = facts
    const byStop = stopRows.map(({ id }) => stopSpreads.get(id))
    const [played] = playPlan(
      problem,
      [evaluated],
      { ...spreads, service: { ...spreads.service, byStop } },
      {
        days,
        stopKeys: stopRows.map(stopKey),
        vehicleKeys: [routeKey(one.route)],
        deadlines: stopRows.map(({ id }) => deadlines.get(id)),
      },
    ).routes
    if (played) risks.push({ route: one.route, played, stopRows })
    await setImmediate()
  }
  return risks
}

/** The number of a stop within its plan stays with copies of the plan, so that both have the same luck. */
function stopKey({ id, fixed_id }: StopRow): number {
  return getKey(fixed_id ?? id)
}

function routeKey({ id, vehicle_id, order }: RouteRow): number {
  return getKey(vehicle_id === null ? `${order ?? id}` : vehicle_id)
}

/** 32 bits of a name (Fowler, Noll and Vo). */
function getKey(name: string): number {
  let hash = 2_166_136_261
  for (const char of name) hash = Math.imul(hash ^ char.codePointAt(0)!, 16_777_619)
  return hash | 0
}
