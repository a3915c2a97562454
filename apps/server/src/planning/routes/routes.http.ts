// Mounts the operations of routes; dispatch and optimization are mounted by their own slices.

import { type App, mountChange, mountSame, mountWholeRead } from '../../frame/http/mount.ts'
import { keepingPromisesOfRoute } from '../consent/consent.ts'
import { createRoutesInPlan, deleteRoute, routeRecord, searchRoutes, setRouteStops, updateRoute } from './routes.ts'

export function mountRoutes(app: App): void {
  mountWholeRead(app, 'getRoute', (scope, { params }) => routeRecord(scope, params.id))
  mountChange(app, 'createRoutes', (scope, { query, body }) => createRoutesInPlan(scope, query.plan_id, body))
  mountChange(app, 'updateRoute', (scope, { params, body }) =>
    // A sequence set by a program is flagged, not refused.
    body.stops
      ? updateRoute(scope, params.id, body)
      : keepingPromisesOfRoute(scope, params.id, () => updateRoute(scope, params.id, body)),
  )
  mountChange(app, 'setRouteStops', (scope, { params, body }) => setRouteStops(scope, params.id, body.stops))
  mountChange(app, 'deleteRoute', (scope, { params }) => deleteRoute(scope, params.id))

  mountWholeRead(app, 'searchDrivers', (scope, { query }) => searchRoutes(scope, query))
  mountSame(app, 'createDrivers', 'createRoutes')
  mountSame(app, 'getDriver', 'getRoute')
  mountSame(app, 'updateDriver', 'updateRoute')
  mountSame(app, 'deleteDriver', 'deleteRoute')
}
