// Mounts the operations of zones.
import { type App, mount } from '../http/mount.ts'
import { createZone, deleteZone, getZone, listZones, updateZone } from './zones.ts'

export function mountZones(app: App): void {
  mount(app, 'listZones', ({ params }, { read }) => read((scope) => listZones(scope, params.project_id)))

  mount(app, 'createZone', ({ params, body }, { transaction }) =>
    transaction((scope) => createZone(scope, params.project_id, body)),
  )

  mount(app, 'getZone', ({ params }, { read }) => read((scope) => getZone(scope, params.project_id, params.zone_id)))

  mount(app, 'updateZone', ({ params, body }, { transaction }) =>
    transaction((scope) => updateZone(scope, params.project_id, params.zone_id, body)),
  )

  mount(app, 'deleteZone', ({ params }, { transaction }) =>
    transaction((scope) => deleteZone(scope, params.project_id, params.zone_id)),
  )
}
