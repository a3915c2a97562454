// Messages between the dispatcher and the driver of a route.
import Type, { type Static } from 'typebox'
import * as limits from '../limits.ts'
import { oneOf, optionalFields, record } from '../schema.ts'
import { count, flag, id, label, momentWithin, timestamp } from './fields.ts'
import { FileReference } from './report.ts'

export const messageSenders = ['dispatcher', 'driver'] as const
export const routeMessageKinds = ['text', 'ping'] as const

const words = Type.String({ minLength: 1, maxLength: limits.textLength.routeMessage })
const ownId = (description: string) => Type.String({ description, minLength: 1, maxLength: 100 })
const stopId = id('The stop of the route that it is about.')

export const RouteMessage = record('RouteMessage', 'A message between dispatcher and driver, as both read it.', {
  id: id(),
  plan_id: id(),
  route_id: id(),
  sender: oneOf(messageSenders),
  kind: oneOf(routeMessageKinds, { description: 'ping: a dispatcher asks for a sign of life.' }),
  created_at: timestamp('When it was written, by the clock of the device.'),
  received_at: timestamp('When the service got it; messages stand in this order.'),
  awaits_image: flag('The picture is still on its way; its address answers 404 until then.'),
  ...optionalFields({
    text: words,
    image: FileReference,
    stop_id: stopId,
    author: label('Name of the dispatcher who wrote it.'),
    client_id: ownId("The sender's own id of it."),
    delivered_at: timestamp("When the driver's phone kept it; only of a dispatcher's message."),
    read_at: timestamp('When the other side first read it.'),
  }),
})
export type RouteMessage = Static<typeof RouteMessage>

const written = optionalFields({
  text: words,
  stop_id: stopId,
  image_client_id: ownId("The sender's own id of a picture that was uploaded under it, or will be."),
  client_id: ownId("The sender's own id of the message: sent again, the stored one is answered."),
})

export const RouteMessageInput = record('RouteMessageInput', 'What a dispatcher writes to the driver of a route.', {
  ...written,
  kind: Type.Optional(oneOf(routeMessageKinds, { description: 'text by default; a ping needs no words.' })),
})
export type RouteMessageInput = Static<typeof RouteMessageInput>

export const DriverMessageInput = record('DriverMessageInput', 'What a driver writes to the dispatcher.', {
  ...written,
  at: Type.Optional(timestamp('The moment on the device, at most five minutes ahead; now without it.')),
  moment_within: momentWithin('at'),
})
export type DriverMessageInput = Static<typeof DriverMessageInput>

const messageIds = (description: string) =>
  Type.Array(id(), { description, maxItems: limits.listLength.routeMessages, uniqueItems: true })

export const DriverMessageMarks = record(
  'DriverMessageMarks',
  "Which of the dispatcher's messages have come through.",
  {
    ...optionalFields({
      delivered: messageIds('Kept by the phone.'),
      read: messageIds('Seen by the driver; delivered with that.'),
    }),
    at: Type.Optional(timestamp('The moment on the device, at most five minutes ahead; now without it.')),
    moment_within: momentWithin('at'),
  },
)
export type DriverMessageMarks = Static<typeof DriverMessageMarks>

export const MessagesRead = record('MessagesRead', "Which of the driver's messages a dispatcher has seen.", {
  message_ids: messageIds('Those that were read before stay as they are.'),
})

export const Marked = record('Marked', 'How many messages were marked.', { marked: count() })

export const Conversation = record('Conversation', 'How the messages of a route stand.', {
  route_id: id(),
  plan_id: id(),
  execution_date: timestamp('The day of the plan.'),
  unread: count('Messages of the driver that no dispatcher has read.'),
  latest: RouteMessage,
  ...optionalFields({
    plan_label: label(),
    route_label: label(),
    vehicle_label: label(),
    ping: RouteMessage,
    driver_wrote_at: timestamp("When the service got the driver's newest message."),
  }),
})
export type Conversation = Static<typeof Conversation>
