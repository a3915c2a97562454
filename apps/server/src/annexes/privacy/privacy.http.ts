// Mounts the operations of data rights: how long things are kept, and what is known of one recipient.
import { type App, mount, mountChange, mountRead } from '../../frame/http/mount.ts'
import { sendFile } from '../../frame/http/send-file.ts'
import {
  changeRetention,
  describeRecipient,
  eraseRecipient,
  exportRecipient,
  getRetention,
  previewRetention,
} from './privacy.ts'

export function mountPrivacy(app: App): void {
  mountRead(app, 'getRetention', (scope) => getRetention(scope))
  mountChange(app, 'updateRetention', (scope, { body }) => changeRetention(scope, body))
  mountRead(app, 'previewRetention', (scope, { body }) => previewRetention(scope, body))
  mountRead(app, 'findRecipientData', (scope, { body }, { services }) => describeRecipient(services, scope, body))
  mount(app, 'exportRecipientData', async ({ body }, { services, read, transaction, reply }) => {
    const archive = await read((scope) => exportRecipient(services, scope, body, transaction))
    return sendFile(reply, 'recipient', 'zip', archive)
  })
  mount(app, 'eraseRecipientData', ({ body }, { services, caller }) => eraseRecipient(services, caller, body))
}
