// Mounts the operations on depots.
import { type App, mountChange, mountRead } from '../http/mount.ts'
import { depotResource } from '../resources/records.ts'
import { createDepots, deleteDepot, getDepot, listDepots, updateDepot } from './depots.ts'

export function mountDepots(app: App): void {
  mountRead(app, 'listDepots', (scope, { query }) => listDepots(scope, query))
  mountChange(
    app,
    'createDepot',
    async (scope, { query, body }) => (await createDepots(scope, query.project_id, [body], { isList: false }))[0],
  )
  mountChange(app, 'createDepots', (scope, { query, body }) =>
    createDepots(scope, query.project_id, body, { isList: true }),
  )
  mountRead(app, 'getDepot', async (scope, { params }) => depotResource(await getDepot(scope, params.depot_id)))
  mountChange(app, 'updateDepot', (scope, { params, body }) => updateDepot(scope, params.depot_id, body))
  mountChange(app, 'deleteDepot', (scope, { params }) => deleteDepot(scope, params.depot_id))
}
