// Mounts the operation on arrival windows that were told.
import { type App, mountRead } from '../../frame/http/mount.ts'
import { listStopPromises } from './promises.ts'

export function mountPromises(app: App): void {
  mountRead(app, 'listStopPromises', (scope, { params }) => listStopPromises(scope, params.stop_id))
}
