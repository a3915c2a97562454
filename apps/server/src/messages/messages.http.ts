// Mounts the planner's operations on messages to recipients.
import { type App, mount } from '../http/mount.ts'
import { pageOf } from '../platform/paging.ts'
import {
  getRecipientSettings,
  listMessages,
  previewMessage,
  retryMessage,
  sendByHand,
  updateRecipientSettings,
} from './messages.ts'

export function mountMessages(app: App): void {
  const { sms } = app.services

  mount(app, 'getRecipientSettings', ({ params }, { read }) =>
    read((scope) => getRecipientSettings(scope, params.project_id, sms.isAvailable)),
  )

  mount(app, 'updateRecipientSettings', ({ params, body }, { transaction }) =>
    transaction((scope) => updateRecipientSettings(scope, params.project_id, body, sms.isAvailable)),
  )

  mount(app, 'previewMessage', ({ params, body }, { read }) =>
    read((scope) => previewMessage(scope, params.project_id, body)),
  )

  mount(app, 'listMessages', async ({ params, query }, { read }) => {
    const { rows, total } = await read((scope) => listMessages(scope, params.project_id, query))
    return pageOf(rows, total, query.limit, query.offset)
  })

  mount(app, 'sendMessage', ({ params, body }, { transaction }) =>
    transaction((scope) => sendByHand(scope, params.stop_id, body, sms.isAvailable)),
  )

  mount(app, 'retryMessage', ({ params }, { transaction }) =>
    transaction((scope) => retryMessage(scope, params.stop_id, params.message_id)),
  )
}
