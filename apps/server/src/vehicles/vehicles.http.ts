// Mounts the operations of the fleet.
import { type App, mount } from '../http/mount.ts'
import { vehicleResource } from '../resources/records.ts'
import { getPerformance } from './vehicle-performance.ts'
import { createVehicles, deleteVehicle, getVehicle, listSessions, listVehicles, updateVehicle } from './vehicles.ts'

export function mountVehicles(app: App): void {
  mount(app, 'listVehicles', ({ query }, { read }) => read((scope) => listVehicles(scope, query)))

  mount(app, 'getVehicle', ({ params }, { read }) =>
    read(async (scope) => vehicleResource(await getVehicle(scope, params.vehicle_id))),
  )

  mount(app, 'createVehicle', ({ query, body }, { transaction }) =>
    transaction(async (scope) => (await createVehicles(scope, query.project_id, [body]))[0]),
  )

  mount(app, 'createVehicles', ({ query, body }, { transaction }) =>
    transaction((scope) => createVehicles(scope, query.project_id, body)),
  )

  mount(app, 'createVehiclesAlias', ({ query, body }, { transaction }) =>
    transaction((scope) => createVehicles(scope, query.project_id, body)),
  )

  mount(app, 'updateVehicle', ({ params, body }, { transaction }) =>
    transaction((scope) => updateVehicle(scope, params.vehicle_id, body)),
  )

  mount(app, 'deleteVehicle', ({ params }, { transaction }) =>
    transaction((scope) => deleteVehicle(scope, params.vehicle_id)),
  )

  mount(app, 'getVehicleSessions', ({ query, body }, { read }) =>
    read((scope) => listSessions(scope, query.project_id, body.vehicle_ids)),
  )

  mount(app, 'getVehiclePerformance', ({ query, body }, { read }) =>
    read((scope) => getPerformance(scope, query.project_id, body)),
  )
}
