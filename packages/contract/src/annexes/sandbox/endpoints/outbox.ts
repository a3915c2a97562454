// Mails and SMS of a trial installation without a server to send them.
import Type from 'typebox'
import { defineEndpoints, get } from '../../../endpoints/endpoint.ts'
import { SentMessage, SentMessageContent } from '../../../schemas/sent-message.ts'

const whose =
  'For the demo organization only, asked from this machine: mails while no mail server is set, SMS while no gateway is set. Else 404.'

export const outboxEndpoints = defineEndpoints(
  { tag: 'Outbox', auth: 'session', visibility: 'internal' },
  {
    listSentMessages: get(
      '/app/v1/outbox',
      'List the mails and SMS that wait in the outbox, newest first',
      Type.Array(SentMessage),
      { description: whose },
    ),
    getSentMessage: get('/app/v1/outbox/message', 'Read a mail or an SMS in the outbox', SentMessageContent, {
      description: whose,
      query: Type.Object({ name: Type.String({ description: 'As the list names it.', minLength: 1, maxLength: 100 }) }),
    }),
  },
)
