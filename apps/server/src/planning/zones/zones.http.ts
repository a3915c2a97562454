// Mounts the operations of zones.
import { type App, mountChange, mountRead } from '../../frame/http/mount.ts'
import { createZone, deleteZone, getZone, listZones, updateZone } from './zones.ts'

export function mountZones(app: App): void {
  mountRead(app, 'listZones', (scope, { params }) => listZones(scope, params.project_id))
  mountChange(app, 'createZone', (scope, { params, body }) => createZone(scope, params.project_id, body))
  mountRead(app, 'getZone', (scope, { params }) => getZone(scope, params.project_id, params.zone_id))
  mountChange(app, 'updateZone', (scope, { params, body }) =>
    updateZone(scope, params.project_id, params.zone_id, body),
  )
  mountChange(app, 'deleteZone', (scope, { params }) => deleteZone(scope, params.project_id, params.zone_id))
}
