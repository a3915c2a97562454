// Mounts the operations on days that are tried otherwise than planned.
import { type App, mountChange, mountRead } from '../http/mount.ts'
import { copyFleetSize, discardFleetSizes, getFleetSizes, listFleetSizes, tryFleetSizes } from './fleet-sizes.ts'

export function mountWhatIfs(app: App): void {
  mountChange(app, 'tryFleetSizes', (scope, { params, body }) => tryFleetSizes(scope, params.plan_id, body ?? {}))
  mountRead(app, 'listFleetSizes', (scope, { params }) => listFleetSizes(scope, params.plan_id))
  mountRead(app, 'getFleetSizes', (scope, { params }) => getFleetSizes(scope, params.fleet_sizes_id))
  mountChange(app, 'copyFleetSize', (scope, { params, body }) => copyFleetSize(scope, params.fleet_sizes_id, body))
  mountChange(app, 'discardFleetSizes', (scope, { params }) => discardFleetSizes(scope, params.fleet_sizes_id))
}
