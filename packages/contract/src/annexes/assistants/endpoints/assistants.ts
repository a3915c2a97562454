// Assistants that sign in by OAuth: the page on which a person lets one in, and the list of those that are.
import Type from 'typebox'
import { defineEndpoints, get, post, remove } from '../../../endpoints/endpoint.ts'
import {
  AssistantAnswer,
  AssistantConnection,
  AssistantConsent,
  AssistantRequest,
  assistantRequestQuery,
} from '../schemas/assistant-connection.ts'

export const assistantEndpoints = defineEndpoints(
  { tag: 'Assistants', auth: 'session', visibility: 'internal' },
  {
    getAssistantRequest: get('/app/v1/assistant_request', 'Look at what an assistant asks for', AssistantRequest, {
      description: 'The request is good for ten minutes.',
      query: assistantRequestQuery,
    }),
    answerAssistantRequest: post('/app/v1/assistant_request', 'Let an assistant in, or turn it away', AssistantAnswer, {
      description: 'Where it is let in, the answer holds a code that only this assistant can exchange for tokens.',
      body: AssistantConsent,
    }),
    listAssistantConnections: get(
      '/app/v1/assistant_connections',
      'List the assistants that signed in',
      Type.Array(AssistantConnection),
      { description: 'Administrators see those of everybody in the organization, others their own.' },
    ),
    endAssistantConnection: remove(
      '/app/v1/assistant_connection/{assistant_connection_id}',
      'End the connection of an assistant',
      AssistantConnection,
      { description: 'Its tokens are refused from now on.' },
    ),
  },
)
