// Where travel times come across a network: routes that were changed by hand get theirs a moment later, outside of the change.
import { setTimeout as wait } from 'node:timers/promises'
import { lockPlans } from '../lifecycle/lifecycle.ts'
import { waypointsOf } from '../modelling/evaluate-route.ts'
import { type Services, systemCaller, transactAs } from '../platform/services.ts'
import { type StandInRoute, takeStandIns } from '../travel/stand-ins.ts'
import { getTravel, type TravelMode, type TravelPoint } from '../travel/travel.ts'
import { listStopsOfRoutes, lockRoutes } from './sequence.sql.ts'
import { loadContexts, recomputeRoutes } from './sequence.ts'

/** So long after a change its transaction has ended, and others of the same route have joined it. */
const pauseMilliseconds = 1_000

/** Begins to look for routes that this process gave straight lines; answers how to end. */
export function startTravelRefresh(services: Services): () => Promise<void> {
  const stopping = new AbortController()
  const running = (async () => {
    while (await pause(stopping.signal)) {
      for (const route of takeStandIns()) {
        try {
          await refreshRoute(services, route, stopping.signal)
        } catch (error) {
          if (stopping.signal.aborted) return
          // The straight lines stay until the route is changed or optimized again.
          services.log.warn({ err: error, route: route.routeId }, 'a route keeps straight lines')
        }
      }
    }
  })()
  return async () => {
    stopping.abort()
    await running
  }
}

async function refreshRoute(
  services: Services,
  { organizationId, routeId }: StandInRoute,
  signal: AbortSignal,
): Promise<void> {
  const caller = systemCaller(organizationId)
  const way = await transactAs(services, caller, async (scope): Promise<Way | undefined> => {
    const [route] = await lockRoutes(scope, [routeId])
    if (!route) return undefined
    const stops = await listStopsOfRoutes(scope, [routeId])
    const { settings } = (await loadContexts(scope, [route.plan_id])).get(route.plan_id)!
    return { planId: route.plan_id, points: waypointsOf({ route, stops }), mode: settings.mode }
  })
  if (!way) return
  const travel = getTravel()
  await travel.matrix(way.points, way.mode, { signal })
  await travel.path(way.points, way.mode, { signal })
  await transactAs(services, caller, async (scope) => {
    await lockPlans(scope, [way.planId])
    await recomputeRoutes(scope, [routeId])
  })
}

interface Way {
  planId: string
  points: TravelPoint[]
  mode: TravelMode
}

/** Whether the pause ended by itself. */
async function pause(signal: AbortSignal): Promise<boolean> {
  try {
    await wait(pauseMilliseconds, undefined, { signal, ref: false })
    return true
  } catch {
    return false
  }
}
