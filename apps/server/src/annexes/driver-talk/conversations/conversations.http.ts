// Mounts the messages of dispatchers and drivers.

import { getOwnRoute } from '../../../field/driver/own-route.ts'
import { uploadPicture } from '../../../field/reports/reports.ts'
import { type App, mount, mountChange, mountRead, withStatus } from '../../../frame/http/mount.ts'
import { readUpload } from '../../../frame/http/upload.ts'
import { getRoute } from '../../../planning/routes/routes.ts'
import {
  findNewest,
  listConversations,
  listMessages,
  notePicture,
  readMessages,
  sendMessage,
  takeMarks,
  takeMessage,
} from './conversations.ts'

export function mountConversations(app: App): void {
  mountRead(app, 'listConversations', (scope, { params, query }) =>
    listConversations(scope, params.project_id, query.plan_id),
  )
  mountRead(app, 'listRouteMessages', (scope, { params }) => listMessages(scope, params.route_id))
  mount(app, 'sendRouteMessage', async ({ params, body }, { transaction }) => {
    const { isRepeated, message } = await transaction((scope) => sendMessage(scope, params.route_id, body))
    return withStatus(isRepeated ? 200 : 201, message)
  })
  mount(app, 'uploadRouteMessageImage', ({ params: { route_id }, query }, context) =>
    uploadPicture(
      context,
      { route_id },
      {
        readBytes: () => readUpload(context.request),
        clientId: query.client_id,
        requireOwner: (scope) => getRoute(scope, route_id),
        onKept: (scope, reference) => notePicture(scope, route_id, reference),
      },
    ),
  )
  mountChange(app, 'readRouteMessages', (scope, { params, body }) =>
    readMessages(scope, params.route_id, body.message_ids),
  )
  mountDriverMessages(app)
}

/** The driver's side of the messages with dispatchers. */
function mountDriverMessages(app: App): void {
  mountRead(app, 'listDriverMessages', async (scope, _input, { principal }) =>
    findNewest(scope, (await getOwnRoute(scope, principal)).id),
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
