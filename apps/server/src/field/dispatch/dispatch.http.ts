// Mounts the operation of dispatching.
import { type App, mount, mountChange, mountRead } from '../../frame/http/mount.ts'
import { createLinkToShow, dispatchRoute, listDispatches, revokeRouteLinks } from './dispatch.ts'
import { previewDispatch } from './preview.ts'

export function mountDispatch(app: App): void {
  mount(app, 'dispatchRoute', ({ params }, { transaction, services: { sms } }) =>
    transaction((scope) => dispatchRoute(scope, params.id, sms.isAvailableTo(scope.organizationId))),
  )
  mountRead(app, 'previewDispatch', (scope, { params, body }) =>
    previewDispatch(scope, params.plan_id, body.route_ids, app.services.sms.isAvailableTo(scope.organizationId)),
  )
  mountRead(app, 'listDispatches', (scope, { params }) => listDispatches(scope, params.plan_id))
  mountChange(app, 'createRouteLink', (scope, { params }) => createLinkToShow(scope, params.route_id))
  mountChange(app, 'revokeDriverLinks', (scope, { params }) => revokeRouteLinks(scope, params.route_id))
}
