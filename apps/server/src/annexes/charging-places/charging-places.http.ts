// Mounts the operations on charging places.

import { chargingPlaceResource } from '../../data/resources/records.ts'
import { type App, mountChange, mountRead } from '../../frame/http/mount.ts'
import { chargingPlaces } from './charging-places.ts'

export function mountChargingPlaces(app: App): void {
  mountRead(app, 'listChargingPlaces', (scope, { query }) => chargingPlaces.list(scope, query))
  mountChange(app, 'createChargingPlace', async (scope, { query, body }) => {
    const [made] = await chargingPlaces.create(scope, query.project_id, [body], { isList: false })
    return made
  })
  mountChange(app, 'createChargingPlaces', (scope, { query, body }) =>
    chargingPlaces.create(scope, query.project_id, body, { isList: true }),
  )
  mountRead(app, 'getChargingPlace', async (scope, { params }) =>
    chargingPlaceResource(await chargingPlaces.get(scope, params.charging_place_id)),
  )
  mountChange(app, 'updateChargingPlace', (scope, { params, body }) =>
    chargingPlaces.update(scope, params.charging_place_id, body),
  )
  mountChange(app, 'deleteChargingPlace', (scope, { params }) => chargingPlaces.delete(scope, params.charging_place_id))
}
