// Mounts the planner's operations on messages to recipients.
import { type App, mount, mountChange, mountRead } from '../../frame/http/mount.ts'
import { getPage } from '../../frame/platform/paging.ts'
import {
  getRecipientSettings,
  listMessages,
  listUnreachable,
  prepareLogo,
  previewMessage,
  retryMessage,
  sendByHand,
  updateRecipientSettings,
} from './messages.ts'

export function mountMessages(app: App): void {
  const { sms, pictures } = app.services

  mountRead(app, 'getRecipientSettings', (scope, { params }) =>
    getRecipientSettings(scope, params.project_id, sms.isAvailableTo(scope.organizationId)),
  )
  mount(app, 'updateRecipientSettings', async ({ params, body }, { transaction }) => {
    const logo = await prepareLogo(pictures, body.branding?.logo)
    return transaction((scope) =>
      updateRecipientSettings(scope, params.project_id, body, logo, sms.isAvailableTo(scope.organizationId)),
    )
  })

  mountRead(app, 'previewMessage', (scope, { params, body }) => previewMessage(scope, params.project_id, body))

  mountRead(app, 'listUnreachable', (scope, { params }) =>
    listUnreachable(scope, params.plan_id, sms.isAvailableTo(scope.organizationId)),
  )
  mount(app, 'listMessages', async ({ params, query }, { read }) => {
    const { rows, total } = await read((scope) => listMessages(scope, params.project_id, query))
    return getPage(rows, total, query.limit, query.offset)
  })

  mountChange(app, 'sendMessage', (scope, { params, body }) =>
    sendByHand(scope, params.stop_id, body, sms.isAvailableTo(scope.organizationId)),
  )
  mountChange(app, 'retryMessage', (scope, { params }) => retryMessage(scope, params.stop_id, params.message_id))
}
