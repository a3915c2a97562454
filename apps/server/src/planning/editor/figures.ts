// Figures of plans: each route is computed once and cached until it, its stops or the settings change.

import { listIds } from '../../data/records.ts'
import { listRoutesOfPlan } from '../../data/routes.sql.ts'
import { listOrderPrints, listStopsOfRoutes } from '../../data/stops.sql.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { figuresOfPlan, figuresOfRoute, type RouteFigures } from '../modelling/route-figures.ts'
import { getPlan } from '../plans/plans.ts'
import { loadContexts, previewOrders } from '../sequence/sequence.ts'

interface Remembered {
  print: string
  figures: RouteFigures
}

const mostRemembered = 20_000

/** Cache of the figures of routes, one per process. */
export class FigureMemory {
  /** Entries by route id, which is unique across organizations; the least recently used entry comes first. */
  private readonly entries = new Map<string, Remembered>()

  find(routeId: string): Remembered | undefined {
    return this.entries.get(routeId)
  }

  /** Forgets the oldest entry when there are too many. */
  keep(routeId: string, entry: Remembered): void {
    this.entries.delete(routeId)
    this.entries.set(routeId, entry)
    if (this.entries.size <= mostRemembered) return
    const [oldest] = this.entries.keys()
    this.entries.delete(oldest!)
  }
}

/** Returns the figures of a plan as it is now. Reads only the stops of routes that changed since they were cached. */
export async function planFigures(scope: Scope, planId: string, memory: FigureMemory) {
  const plan = await getPlan(scope, planId)
  const routes = await listRoutesOfPlan(scope, planId)
  const context = (await loadContexts(scope, [planId])).get(planId)!
  const prints = await listOrderPrints(scope, planId)
  const common = JSON.stringify([context.settings, context.zones.length])
  const computePrint = (route: (typeof routes)[number]) =>
    [route.updated_at.toISOString(), prints.get(route.id) ?? '', common].join(' ')
  const stale = routes.filter((route) => memory.find(route.id)?.print !== computePrint(route))
  const ids = listIds(stale)
  const stops = Map.groupBy(await listStopsOfRoutes(scope, ids), (stop) => stop.route_id!)
  const orders = stale.map((route) => ({ route, stops: stops.get(route.id) ?? [] }))
  const times = await previewOrders(scope, planId, orders, context)
  const fresh = new Map(
    orders.map(({ route, stops: own }) => [route.id, figuresOfRoute(route, own, times.get(route.id)!)]),
  )
  const figures = routes.map((route) => {
    const own = fresh.get(route.id) ?? memory.find(route.id)!.figures
    memory.keep(route.id, { print: computePrint(route), figures: own })
    return own
  })
  const assigned = figures.reduce((sum, route) => sum + route.stops, 0)
  return figuresOfPlan(figures, Math.max(0, plan.total_stops - assigned))
}
