// Mounts the operations on orders that wait without a day.
import { type App, mountChange, mountRead } from '../../../frame/http/mount.ts'
import { countWaiting, createBacklogOrders, listBacklog, returnToBacklog, updateBacklogOrders } from './backlog.ts'

export function mountBacklog(app: App): void {
  mountRead(app, 'listBacklog', (scope, { params, query }) => listBacklog(scope, params.project_id, query))
  mountRead(app, 'countBacklog', (scope, { params }) => countWaiting(scope, params.project_id))
  mountChange(app, 'createBacklogOrders', (scope, { params, body }) =>
    createBacklogOrders(scope, params.project_id, body),
  )
  mountChange(app, 'updateBacklogOrders', (scope, { params, body }) =>
    updateBacklogOrders(scope, params.project_id, body),
  )
  mountChange(app, 'returnToBacklog', (scope, { params, body }) => returnToBacklog(scope, params.project_id, body))
}
