// Mounts the operations on depots.

import { depotResource } from '../../data/resources/records.ts'
import { type App, mountChange, mountRead } from '../../frame/http/mount.ts'
import { depots } from './depots.ts'

export function mountDepots(app: App): void {
  mountRead(app, 'listDepots', (scope, { query }) => depots.list(scope, query))
  mountChange(
    app,
    'createDepot',
    async (scope, { query, body }) => (await depots.create(scope, query.project_id, [body], { isList: false }))[0],
  )
  mountChange(app, 'createDepots', (scope, { query, body }) =>
    depots.create(scope, query.project_id, body, { isList: true }),
  )
  mountRead(app, 'getDepot', async (scope, { params }) => depotResource(await depots.get(scope, params.depot_id)))
  mountChange(app, 'updateDepot', (scope, { params, body }) => depots.update(scope, params.depot_id, body))
  mountChange(app, 'deleteDepot', (scope, { params }) => depots.delete(scope, params.depot_id))
}
