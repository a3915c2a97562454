// Mounts the calls of the driver application; its page is http/driver-app.ts.
import { type App, mount, withStatus } from '../http/mount.ts'
import { readUpload } from '../http/upload.ts'
import { notFound } from '../platform/api-error.ts'
import { addPicture, fileReport } from '../reports/reports.ts'
import {
  addPositions,
  arrive,
  chooseOrder,
  describeSession,
  driverRoute,
  listChanges,
  listLastVisits,
  scan,
  startOwnRoute,
  takeBreak,
} from './driver.ts'
import { listNotes, takeNote } from './notes.ts'
import { getOwnRoute, getOwnStop, requireOwnRoute } from './own-route.ts'

export function mountDriver(app: App): void {
  mount(app, 'getDriverSession', async (_input, { principal, read }) =>
    read((scope) => describeSession(scope, principal)),
  )

  mount(app, 'startDriverRoute', async ({ body }, { principal, transaction }) =>
    transaction((scope) => startOwnRoute(scope, principal, body)),
  )

  mount(app, 'getDriverRoute', async (_input, { principal, read }) => read((scope) => driverRoute(scope, principal)))

  mount(app, 'addDriverPositions', async ({ body }, { principal, transaction }) =>
    transaction((scope) => addPositions(scope, principal, body.positions)),
  )

  mount(app, 'takeDriverBreak', async ({ body }, { principal, transaction }) =>
    transaction((scope) => takeBreak(scope, principal, body)),
  )

  mount(app, 'arriveAtStop', async ({ params, body }, { principal, transaction }) =>
    transaction((scope) => arrive(scope, principal, params.stop_id, body)),
  )

  mount(app, 'scanPackage', async ({ body }, { principal, transaction }) =>
    transaction((scope) => scan(scope, principal, body)),
  )

  mount(app, 'createDriverReport', async ({ params, body }, context) => {
    const { status, record } = await fileReport(context, params.stop_id, body, async (scope, { stop, route }) => {
      if (!route) throw notFound('stop', stop.id)
      await requireOwnRoute(scope, context.principal, route)
    })
    return withStatus(status, record)
  })

  mount(app, 'uploadDriverReportImage', async ({ params, query }, context) => {
    await context.read(async (scope) => {
      await getOwnStop(scope, await getOwnRoute(scope, context.principal), params.stop_id)
    })
    return addPicture(context, params.stop_id, () => readUpload(context.request), query.client_id)
  })

  mount(app, 'setDriverOrder', async ({ body }, { principal, transaction }) =>
    transaction((scope) => chooseOrder(scope, principal, body)),
  )

  // One wait for a connection instead of one for each statement: every phone asks this all day.
  mount(app, 'getDriverChanges', async ({ query }, { principal, transaction }) =>
    transaction((scope) => listChanges(scope, principal, new Date(query.since))),
  )

  mount(app, 'listLastVisits', async (_input, { principal, read }) => read((scope) => listLastVisits(scope, principal)))

  mount(app, 'createDriverNote', async ({ body }, { principal, transaction }) => {
    const { isRepeated, note } = await transaction((scope) => takeNote(scope, principal, body))
    return withStatus(isRepeated ? 200 : 201, note)
  })

  mount(app, 'listDriverNotes', async ({ params }, { read }) => read((scope) => listNotes(scope, params.plan_id)))
}
