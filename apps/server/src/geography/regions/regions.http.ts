// Mounts the operations on the extracts that the map is made of.

import { type App, type Context, mount } from '../../frame/http/mount.ts'
import { createId } from '../../frame/platform/ids.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { extractFolder } from '../extracts/extract-set.ts'
import { receiveFile } from './receive-file.ts'
import {
  addFile,
  addRegion,
  addShipped,
  deleteExtract,
  listExtracts,
  locateRegion,
  nextVersion,
  renewExtract,
  replaceFile,
  requireMapRights,
} from './regions.ts'

export function mountRegions(app: App): void {
  const { config, trial } = app.services
  const folder = extractFolder(config)
  /** Looks at the rights first: what follows may take long. */
  const allowed = <T>({ transaction }: Pick<Context, 'transaction'>, work: (scope: Scope) => Promise<T>) =>
    transaction(async (scope) => {
      await requireMapRights(scope, trial.organizationId)
      return work(scope)
    })

  mount(app, 'listMapExtracts', async (_input, { read }) => read(listExtracts))

  mount(app, 'addMapRegion', async ({ body }, context) => {
    await allowed(context, async () => {})
    const url = await locateRegion(body.region, config.osmMirror)
    return allowed(context, (scope) => addRegion(scope, body.region, url))
  })

  mount(app, 'addMapFile', async (_input, context) => {
    await allowed(context, async () => {})
    const received = await receiveFile(context.request, folder, { id: createId(context.now), version: 1 })
    return allowed(context, (scope) => addFile(scope, received))
  })

  mount(app, 'addShippedMap', async (_input, context) => allowed(context, addShipped))

  mount(app, 'renewMapExtract', async ({ params }, context) =>
    allowed(context, (scope) => renewExtract(scope, params.extract_id)),
  )

  mount(app, 'replaceMapFile', async ({ params }, context) => {
    const id = params.extract_id
    const version = await allowed(context, (scope) => nextVersion(scope, id))
    const received = await receiveFile(context.request, folder, { id, version })
    return allowed(context, (scope) => replaceFile(scope, received))
  })

  mount(app, 'deleteMapExtract', async ({ params }, context) =>
    allowed(context, (scope) => deleteExtract(scope, params.extract_id)),
  )
}
