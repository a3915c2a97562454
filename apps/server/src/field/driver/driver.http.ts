// Mounts the calls of the driver application; its page is http/driver-app.ts.
import { newestOf, notePicture, takeMarks, takeMessage } from '../../annexes/driver-talk/conversations/conversations.ts'
import { pushKey, switchOff, switchOn } from '../../annexes/driver-talk/push/push.ts'
import {
  type App,
  mount,
  mountChange,
  mountRead,
  mountWholeRead,
  revocable,
  withStatus,
} from '../../frame/http/mount.ts'
import { readUpload } from '../../frame/http/upload.ts'
import { uploadPicture } from '../reports/reports.ts'
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
import { getOwnRoute } from './own-route.ts'

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

  // One wait for a connection instead of one for each statement: every phone asks this all day.
  mountChange(app, 'getDriverChanges', (scope, { query }, { principal }) => listChanges(scope, principal, query))
  mountRead(app, 'listLastVisits', (scope, _input, { principal }) => listLastVisits(scope, principal))

  mount(app, 'createDriverNote', async ({ body }, { principal, transaction }) => {
    const { isRepeated, note } = await transaction((scope) => takeNote(scope, principal, body))
    return withStatus(isRepeated ? 200 : 201, note)
  })

  mountRead(app, 'listDriverNotes', (scope, { params }) => listNotes(scope, params.plan_id))

  mountMessages(app)
  mountAlerts(app)
}

/** What was done at a stop, with its pictures. */
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

/** The driver's side of the messages with dispatchers. */
function mountMessages(app: App): void {
  mountRead(app, 'listDriverMessages', async (scope, _input, { principal }) =>
    newestOf(scope, (await getOwnRoute(scope, principal)).id),
  )
  mount(app, 'sendDriverMessage', async ({ body }, { principal, transaction }) => {
    const { isRepeated, message } = await transaction(async (scope) =>
      takeMessage(scope, await getOwnRoute(scope, principal), body),
    )
    return withStatus(isRepeated ? 200 : 201, message)
  })
  mount(app, 'uploadDriverMessageImage', ({ query }, context) => {
    const { principal } = context
    return uploadPicture(
      context,
      { route_id: principal.routeId },
      {
        readBytes: () => readUpload(context.request),
        clientId: query.client_id,
        requireOwner: (scope) => getOwnRoute(scope, principal),
        onKept: (scope, reference) => notePicture(scope, principal.routeId, reference),
      },
    )
  })
  mountChange(app, 'markDriverMessages', async (scope, { body }, { principal }) =>
    takeMarks(scope, await getOwnRoute(scope, principal), body),
  )
}

/** The switch of alerts to this phone. */
function mountAlerts(app: App): void {
  mount(app, 'getDriverPushKey', async (_input, { services }) => pushKey(services.secrets), revocable)
  mount(
    app,
    'setDriverPushDevice',
    ({ body }, { principal, services, transaction }) =>
      transaction(async (scope) => {
        const route = await getOwnRoute(scope, principal)
        return switchOn(scope, services, { route, linkId: principal.credentialId }, body)
      }),
    revocable,
  )
  mount(
    app,
    'endDriverPushDevice',
    ({ body }, { principal, transaction }) =>
      transaction((scope) => switchOff(scope, { link_id: principal.credentialId }, body.endpoint)),
    revocable,
  )
}
