// Messages between dispatchers and the drivers of routes: dispatchers use their session or key, drivers their link.
import Type from 'typebox'
import { create, defineEndpoints, get, post } from '../../../endpoints/endpoint.ts'
import { bodyBytes } from '../../../limits.ts'
import { id } from '../../../schemas/fields.ts'
import { FileReference } from '../../../schemas/report.ts'
import {
  Conversation,
  DriverMessageInput,
  DriverMessageMarks,
  Marked,
  MessagesRead,
  RouteMessage,
  RouteMessageInput,
} from '../../../schemas/route-message.ts'

const repeated = 'A client_id that was sent before answers 200 with the stored message.'
const pictureErrors = ['highway.report.error.image_too_large', 'highway.report.error.invalid_image'] as const
const picture = {
  description: 'JPEG, PNG or WebP by content, 10 MB at most. A client_id that was sent before answers that picture.',
  query: Type.Object({ client_id: Type.String({ minLength: 1, maxLength: 100 }) }),
  upload: true,
  maxBodyBytes: bodyBytes.image,
  errors: pictureErrors,
} as const
const newest = 'The newest 500, in the order in which the service got them.'

export const conversationEndpoints = defineEndpoints(
  { tag: 'Driver', auth: 'api_key', visibility: 'internal', isStable: true },
  {
    listConversations: get(
      '/app/v1/project/{project_id}/conversations',
      'Which routes have messages, and how many of them nobody has read',
      Type.Array(Conversation),
      {
        description:
          'Of one plan, or of the plans of the last days and the next; the newest message first, 200 at most.',
        query: Type.Object({ plan_id: Type.Optional(id()) }),
      },
    ),
    listRouteMessages: get(
      '/app/v1/route/{route_id}/messages',
      'Read the messages of a route',
      Type.Array(RouteMessage),
      { description: newest },
    ),
    sendRouteMessage: create('/app/v1/route/{route_id}/messages', 'Write to the driver of a route', RouteMessage, {
      description: `Needs a text, a picture or the kind ping. ${repeated}`,
      body: RouteMessageInput,
      response: { 201: RouteMessage, 200: RouteMessage },
    }),
    uploadRouteMessageImage: create(
      '/app/v1/route/{route_id}/messages/image',
      'Upload a picture for a message to a driver',
      FileReference,
      picture,
    ),
    readRouteMessages: post('/app/v1/route/{route_id}/messages/read', 'Mark messages of a driver as read', Marked, {
      body: MessagesRead,
    }),
  },
)

export const driverMessageEndpoints = defineEndpoints(
  { tag: 'Driver', auth: 'driver', visibility: 'internal', isStable: true },
  {
    listDriverMessages: get('/driver/v1/messages', 'Read the messages of the route', Type.Array(RouteMessage), {
      description: newest,
    }),
    sendDriverMessage: create('/driver/v1/messages', 'Write to the dispatcher', RouteMessage, {
      description: `Needs a text or a picture. ${repeated}`,
      body: DriverMessageInput,
      response: { 201: RouteMessage, 200: RouteMessage },
    }),
    uploadDriverMessageImage: create(
      '/driver/v1/messages/image',
      'Upload a picture for a message to the dispatcher',
      FileReference,
      picture,
    ),
    markDriverMessages: post(
      '/driver/v1/messages/marks',
      'Tell which messages the phone has kept and the driver has read',
      Marked,
      { description: 'Sent again, it changes nothing.', body: DriverMessageMarks },
    ),
  },
)
