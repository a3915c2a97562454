// Mounts the operation of dispatching.
import { type App, mount } from '../http/mount.ts'
import { dispatchRoute, listDispatches, revokeRouteLinks } from './dispatch.ts'

export function mountDispatch(app: App): void {
  mount(app, 'dispatchRoute', async ({ params }, { transaction, services }) =>
    transaction((scope) => dispatchRoute(scope, services.jobs, params.id)),
  )

  mount(app, 'listDispatches', ({ params }, { read }) => read((scope) => listDispatches(scope, params.plan_id)))

  mount(app, 'revokeDriverLinks', async ({ params }, { transaction }) =>
    transaction((scope) => revokeRouteLinks(scope, params.route_id)),
  )
}
