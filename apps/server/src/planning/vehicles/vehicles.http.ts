// Mounts the operations of the fleet.

import { vehicleResource } from '../../data/resources/records.ts'
import { type App, mountChange, mountRead } from '../../frame/http/mount.ts'
import { getPerformance } from './vehicle-performance.ts'
import {
  createVehicles,
  deleteVehicle,
  getVehicle,
  listSessions,
  listVehiclePlaces,
  listVehicles,
  updateVehicle,
} from './vehicles.ts'

export function mountVehicles(app: App): void {
  mountRead(app, 'listVehicles', (scope, { query }) => listVehicles(scope, query))
  mountRead(app, 'getVehicle', async (scope, { params }) => vehicleResource(await getVehicle(scope, params.vehicle_id)))
  mountChange(
    app,
    'createVehicle',
    async (scope, { query, body }) => (await createVehicles(scope, query.project_id, [body]))[0],
  )

  mountChange(app, 'createVehicles', (scope, { query, body }) => createVehicles(scope, query.project_id, body))
  mountChange(app, 'createVehiclesAlias', (scope, { query, body }) => createVehicles(scope, query.project_id, body))
  mountChange(app, 'updateVehicle', (scope, { params, body }) => updateVehicle(scope, params.vehicle_id, body))
  mountChange(app, 'deleteVehicle', (scope, { params }) => deleteVehicle(scope, params.vehicle_id))
  mountRead(app, 'getVehicleSessions', (scope, { query, body }) =>
    listSessions(scope, query.project_id, body.vehicle_ids),
  )
  mountRead(app, 'listFlatVehicles', (scope, { query }) => listVehiclePlaces(scope, query.project_id))
  mountRead(app, 'getVehiclePerformance', (scope, { query, body }) => getPerformance(scope, query.project_id, body))
}
