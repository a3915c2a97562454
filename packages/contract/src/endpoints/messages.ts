// What recipients are told: settings, previews, the log, and messages sent by hand. For the planner.
import Type from 'typebox'
import { pageOf, pageParameters } from '../schemas/list.ts'
import {
  Message,
  MessageOrder,
  MessagePreview,
  MessagePreviewInput,
  messageLogFilters,
  RecipientSettings,
  RecipientSettingsInput,
} from '../schemas/message.ts'
import { defineEndpoints } from './endpoint.ts'

export const messageEndpoints = defineEndpoints(
  { tag: 'Messages', auth: 'session', visibility: 'internal' },
  {
    getRecipientSettings: {
      method: 'GET',
      path: '/app/v1/project/{project_id}/recipients',
      summary: 'Retrieve what recipients of a project are told and shown',
      response: { 200: RecipientSettings },
    },
    updateRecipientSettings: {
      method: 'PUT',
      path: '/app/v1/project/{project_id}/recipients',
      summary: 'Change what recipients of a project are told and shown',
      description: 'Fields that are not sent stay, down to the single text of a template.',
      body: RecipientSettingsInput,
      response: { 200: RecipientSettings },
      errors: ['highway.message.error.unknown_variable', 'highway.message.error.invalid_logo'],
    },
    previewMessage: {
      method: 'POST',
      path: '/app/v1/project/{project_id}/messages/preview',
      summary: 'See a message with sample data',
      body: MessagePreviewInput,
      readsOnly: true,
      response: { 200: MessagePreview },
      errors: ['highway.message.error.unknown_variable'],
    },
    listMessages: {
      method: 'GET',
      path: '/app/v1/project/{project_id}/messages',
      summary: 'List the messages to recipients, newest first',
      query: Type.Object({ ...messageLogFilters, ...pageParameters }),
      response: { 200: pageOf('MessagePage', Message) },
    },
    sendMessage: {
      method: 'POST',
      path: '/app/v1/stop/{stop_id}/messages',
      summary: 'Send the recipient of a stop a message by hand',
      description: 'The handover code again, for instance. Also where the project does not send this kind by itself.',
      body: MessageOrder,
      response: { 201: Type.Array(Message) },
      ratePerMinute: 60,
      errors: [
        'highway.message.error.no_contact',
        'highway.message.error.channel_off',
        'highway.message.error.not_now',
        'highway.stop.error.not_in_plan',
        'highway.plan.error.draft',
      ],
    },
    retryMessage: {
      method: 'POST',
      path: '/app/v1/stop/{stop_id}/messages/{message_id}/retry',
      summary: 'Send a failed message again',
      response: { 200: Message },
      ratePerMinute: 60,
      errors: ['highway.message.error.not_now'],
    },
  },
)
