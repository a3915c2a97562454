// Mounts the operations of routes; dispatch and optimization are mounted by their own slices.
import { type App, mount } from '../http/mount.ts'
import { createRoutesInPlan, deleteRoute, routeRecord, setRouteStops, updateRoute } from './routes.ts'

export function mountRoutes(app: App): void {
  mount(app, 'getRoute', ({ params }, { read }) => read((scope) => routeRecord(scope, params.id)))

  mount(app, 'createRoutes', ({ query, body }, { transaction }) =>
    transaction((scope) => createRoutesInPlan(scope, query.plan_id, body)),
  )

  mount(app, 'updateRoute', ({ params, body }, { transaction }) =>
    transaction((scope) => updateRoute(scope, params.id, body)),
  )

  mount(app, 'setRouteStops', ({ params, body }, { transaction }) =>
    transaction((scope) => setRouteStops(scope, params.id, body.stops)),
  )

  mount(app, 'deleteRoute', ({ params }, { transaction }) => transaction((scope) => deleteRoute(scope, params.id)))
}
