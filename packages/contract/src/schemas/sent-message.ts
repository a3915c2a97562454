// Mails and SMS kept in the outbox, because there is no server that sends them.
import Type, { type Static } from 'typebox'
import { oneOf, record } from '../schema.ts'
import { timestamp } from './fields.ts'
import { messageChannels } from './message.ts'

export const SentMessage = record('SentMessage', 'A mail or an SMS in the outbox.', {
  name: Type.String({ description: 'Names it within the outbox.', maxLength: 100 }),
  channel: oneOf(messageChannels),
  to: Type.String({ description: 'Address or phone number.' }),
  title: Type.String({ description: 'The subject of a mail, or the text of an SMS.' }),
  date: timestamp('When it would have been sent.'),
})
export type SentMessage = Static<typeof SentMessage>

export const SentMessageContent = record('SentMessageContent', 'A mail or an SMS in the outbox with what it says.', {
  ...SentMessage.properties,
  text: Type.String({ description: 'Its text, without pictures.' }),
})
export type SentMessageContent = Static<typeof SentMessageContent>
