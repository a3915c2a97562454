// Mounts what fetches files of orders.

import { getProject } from '../../../accounts/projects/projects.ts'
import { type App, mount, mountChange, mountRead } from '../../../frame/http/mount.ts'
import { mayTargetPrivate } from '../../../frame/platform/trial.ts'
import { createTableReader, getSetting } from '../intake.ts'
import { endFetching, fetchNow, getFetchingSource, listFiles, setFetching } from './order-files.ts'
import { tryFetching } from './round.ts'

export function mountOrderFiles(app: App): void {
  const readTables = createTableReader()
  const { secrets } = app.services
  mountChange(app, 'setOrderFetching', (scope, { params, body }) => {
    const allowPrivate = mayTargetPrivate(app.services, scope.organizationId)
    return setFetching(scope, params.order_source_id, body, { allowPrivate, secrets })
  })
  mountChange(app, 'endOrderFetching', (scope, { params }) => endFetching(scope, params.order_source_id))
  mountChange(app, 'fetchOrderFiles', (scope, { params }) => fetchNow(scope, params.order_source_id))
  mountRead(app, 'listOrderFiles', (scope, { params, query }) => listFiles(scope, params.order_source_id, query))
  mount(app, 'testOrderFetching', async ({ params }, { read, services }) => {
    const { source, setting } = await read(async (scope) => {
      const source = await getFetchingSource(scope, params.order_source_id)
      return { source, setting: getSetting(await getProject(scope, source.project_id)) }
    })
    return await tryFetching(services, readTables, source, setting)
  })
}
