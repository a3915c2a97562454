// Notifications to recipients: settings, previews, the log, and messages sent by hand. For the planner.
import Type from 'typebox'
import { getPage, pageParameters } from '../schemas/list.ts'
import {
  DispatchPreview,
  DispatchPreviewRequest,
  Message,
  MessageOrder,
  MessagePreview,
  MessagePreviewInput,
  messageLogFilters,
  RecipientSettings,
  RecipientSettingsInput,
  UnreachableStop,
} from '../schemas/message.ts'
import { create, defineEndpoints, get, post, put } from './endpoint.ts'

export const messageEndpoints = defineEndpoints(
  { tag: 'Messages', auth: 'session', visibility: 'internal' },
  {
    getRecipientSettings: get(
      '/app/v1/project/{project_id}/recipients',
      'Retrieve what recipients of a project are told and shown',
      RecipientSettings,
    ),
    updateRecipientSettings: put(
      '/app/v1/project/{project_id}/recipients',
      'Change what recipients of a project are told and shown',
      RecipientSettings,
      {
        description: 'Fields that are not sent stay, down to the single text of a template.',
        body: RecipientSettingsInput,
        errors: [
          'highway.message.error.unknown_variable',
          'highway.message.error.invalid_logo',
          'highway.message.error.invalid_font',
        ],
      },
    ),
    previewMessage: post(
      '/app/v1/project/{project_id}/messages/preview',
      'See a message with sample data',
      MessagePreview,
      { body: MessagePreviewInput, readsOnly: true, errors: ['highway.message.error.unknown_variable'] },
    ),
    previewDispatch: post(
      '/app/v1/plan/{plan_id}/dispatch_preview',
      'See who would hear what, and when, if routes were dispatched now',
      DispatchPreview,
      { description: 'Nothing is sent.', body: DispatchPreviewRequest, readsOnly: true },
    ),
    listUnreachable: get(
      '/app/v1/plan/{plan_id}/unreachable',
      'List the pending stops of a plan whose recipients no message reaches',
      Type.Array(UnreachableStop),
      { description: 'Of stops on routes; empty where the project tells recipients nothing by itself.' },
    ),
    listMessages: get(
      '/app/v1/project/{project_id}/messages',
      'List the messages to recipients, newest first',
      getPage('MessagePage', Message),
      { query: Type.Object({ ...messageLogFilters, ...pageParameters }) },
    ),
    sendMessage: create(
      '/app/v1/stop/{stop_id}/messages',
      'Send the recipient of a stop a message by hand',
      Type.Array(Message),
      {
        description: 'The handover code again, for instance. Also where the project does not send this kind by itself.',
        body: MessageOrder,
        ratePerMinute: 60,
        errors: [
          'highway.message.error.no_contact',
          'highway.message.error.channel_off',
          'highway.message.error.not_now',
          'highway.stop.error.not_in_plan',
          'highway.plan.error.draft',
        ],
      },
    ),
    retryMessage: post('/app/v1/stop/{stop_id}/messages/{message_id}/retry', 'Send a failed message again', Message, {
      description: 'To the address or number that the stop has now.',
      ratePerMinute: 60,
      errors: ['highway.message.error.not_now', 'highway.message.error.no_contact'],
    }),
  },
)
