// Mounts the operation of dispatching.
import { type App, mountChange, mountRead } from '../http/mount.ts'
import { createLinkToShow, dispatchRoute, listDispatches, revokeRouteLinks } from './dispatch.ts'

export function mountDispatch(app: App): void {
  mountChange(app, 'dispatchRoute', (scope, { params }) => dispatchRoute(scope, params.id))
  mountRead(app, 'listDispatches', (scope, { params }) => listDispatches(scope, params.plan_id))
  mountChange(app, 'createRouteLink', (scope, { params }) => createLinkToShow(scope, params.route_id))
  mountChange(app, 'revokeDriverLinks', (scope, { params }) => revokeRouteLinks(scope, params.route_id))
}
