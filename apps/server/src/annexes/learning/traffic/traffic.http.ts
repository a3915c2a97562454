// Mounts the operations on traffic by the hour.
import { type App, mountChange, mountRead } from '../../../frame/http/mount.ts'
import { bringTrafficWeek, dropTrafficWeek, findRouteHours, findTrafficWeek, learnTrafficWeek } from './traffic.ts'

export function mountTraffic(app: App): void {
  mountRead(app, 'getTrafficWeek', (scope, { params }) => findTrafficWeek(scope, params.project_id))
  mountChange(app, 'bringTrafficWeek', (scope, { params, body }) =>
    bringTrafficWeek(scope, params.project_id, body.csv),
  )
  mountChange(app, 'deleteTrafficWeek', (scope, { params }) => dropTrafficWeek(scope, params.project_id))
  mountRead(app, 'learnTrafficWeek', (scope, { params }) => learnTrafficWeek(scope, params.project_id))
  mountRead(app, 'getRouteHours', (scope, { params }) => findRouteHours(scope, params.route_id))
}
