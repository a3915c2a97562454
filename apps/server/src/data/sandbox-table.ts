// The table of mails and SMS that were not sent, because their organization is a sandbox.
import { messageChannels } from '@routewright/contract'
import { id, moment, oneOf, type RowOf, table, text } from './table.ts'

export const sandboxMessageTable = table('sandbox_messages', {
  given: {
    id,
    organization_id: id,
    channel: oneOf(messageChannels),
    recipient: text,
    /** Subject of a mail, text of an SMS. */
    title: text,
    body: text,
    created_at: moment,
  },
})

export type SandboxMessageRow = RowOf<typeof sandboxMessageTable>
