// Mounts the calls of the driver app; its page is http/driver-app.ts.
import { type App, mount, mountChange, mountRead, mountWholeRead, withStatus } from '../../frame/http/mount.ts'
import { readUpload } from '../../frame/http/upload.ts'
import { fileAmendment } from './amendments.ts'
import {
  addPositions,
  arrive,
  chooseOrder,
  describeSession,
  driverRoute,
  handBack,
  listChanges,
  listLastVisits,
  reportCharging,
  scan,
  setVanPlace,
  startOwnRoute,
  takeBreak,
} from './driver.ts'
import { addEvidence, fileEvidence } from './evidence.ts'
import { listNotes, takeNote } from './notes.ts'

export function mountDriver(app: App): void {
  mountRead(app, 'getDriverSession', (scope, _input, { principal }) => describeSession(scope, principal))
  mountChange(app, 'startDriverRoute', (scope, { body }, { principal }) => startOwnRoute(scope, principal, body))
  mountWholeRead(app, 'getDriverRoute', (scope, _input, { principal }) => driverRoute(scope, principal))
  mountChange(app, 'addDriverPositions', (scope, { body }, { principal }) =>
    addPositions(scope, principal, body.positions),
  )
  mountChange(app, 'takeDriverBreak', (scope, { body }, { principal }) => takeBreak(scope, principal, body))
  mountChange(app, 'reportDriverCharging', (scope, { body }, { principal }) => reportCharging(scope, principal, body))
  mountChange(app, 'arriveAtStop', (scope, { params, body }, { principal }) =>
    arrive(scope, principal, params.stop_id, body),
  )
  mountChange(app, 'noteDriverReturn', (scope, { body }, { principal }) => handBack(scope, principal, body))
  mountChange(app, 'setVanPlace', (scope, { params, body }, { principal }) =>
    setVanPlace(scope, principal, params.stop_id, body),
  )
  mountChange(app, 'scanPackage', (scope, { body }, { principal }) => scan(scope, principal, body))
  mountReports(app)
  mountChange(app, 'setDriverOrder', (scope, { body }, { principal }) => chooseOrder(scope, principal, body))

  // One transaction waits for a connection once, not for each statement: every phone polls this all day.
  mountChange(app, 'getDriverChanges', (scope, { query }, { principal }) => listChanges(scope, principal, query))
  mountRead(app, 'listLastVisits', (scope, _input, { principal }) => listLastVisits(scope, principal))

  mount(app, 'createDriverNote', async ({ body }, { principal, transaction }) => {
    const { isRepeated, note } = await transaction((scope) => takeNote(scope, principal, body))
    return withStatus(isRepeated ? 200 : 201, note)
  })

  mountRead(app, 'listDriverNotes', (scope, { params }) => listNotes(scope, params.plan_id))
}

/** Mounts reports on stops, and their pictures. */
function mountReports(app: App): void {
  mount(app, 'createDriverReport', async ({ params, body }, context) => {
    const device = context.request.headers['user-agent']
    const reporting = { caller: context.principal, stopId: params.stop_id, device }
    const { status, record } = await fileEvidence(context, reporting, body)
    return withStatus(status, record)
  })

  mount(app, 'amendDriverReport', async ({ params, body }, context) => {
    const device = context.request.headers['user-agent']
    const reporting = { caller: context.principal, stopId: params.stop_id, device }
    const { status, record } = await fileAmendment(context, reporting, body)
    return withStatus(status, record)
  })

  mount(app, 'uploadDriverReportImage', ({ params, query }, context) =>
    addEvidence(context, context.principal, params.stop_id, {
      readBytes: () => readUpload(context.request),
      clientId: query.client_id,
    }),
  )
}
