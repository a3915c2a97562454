// Requests and responses of the recipient's page; it never contains another recipient's data.
import Type, { type Static } from 'typebox'
import { defaultCancelReasons } from '../cancel-reasons.ts'
import { stopStatuses } from '../lifecycle.ts'
import { nullable, oneOf, optionalFields, record } from '../schema.ts'
import { count, flag, label, latitude, longitude, text, timestamp, timeWindows } from './fields.ts'
import { Location } from './location.ts'
import { Branding, messageLanguages } from './message.ts'
import { CashOnDelivery, Payment } from './money.ts'
import { FileReference, takers } from './report.ts'
import { Position } from './route.ts'
import { ShownChoice } from './slot-choice.ts'
import { stopTypes } from './stop.ts'

export const TrackingView = record('TrackingView', 'One delivery as its recipient sees it.', {
  status: oneOf(stopStatuses),
  type: oneOf(stopTypes),
  started: flag('Whether the driver is under way.'),
  timezone: Type.String(),
  time_windows: timeWindows(),
  can_edit: flag('Whether the place may still be corrected.'),
  can_rate: flag('Whether a rating is accepted now.'),
  can_instruct: flag('Whether a word for the driver may be left now.'),
  brand: Branding,
  language: oneOf(messageLanguages, { description: 'For browsers that name none of ours.' }),
  messages_off: flag('Whether the recipient asked for no more messages.'),
  server_time: timestamp('The moment of this answer.'),
  ...optionalFields({
    project_label: label(),
    label: label(),
    location: Location,
    location_details: text(),
    execution_date: timestamp(),
    estimated_arrival_time: timestamp(),
    planned_arrival_time: timestamp(),
    window_from: timestamp('From when it is expected; the window narrows as the driver comes nearer.'),
    window_to: timestamp('Until when it is expected.'),
    delay_minutes: Type.Integer({ description: 'How much later than first said; missing when it is on time.' }),
    arrived_at: timestamp('When the driver arrived.'),
    attempted_at: timestamp('The last attempt, when another one follows.'),
    stops_before: count('Stops that the driver makes first.'),
    last_position: Position,
    customer_text_field: text(),
    pin: Type.String({ description: 'The handover code to tell the driver.' }),
    cash_on_delivery: CashOnDelivery,
    payment_collected: Type.Object(
      { ...CashOnDelivery.properties, method: Payment.properties.method },
      { description: 'What was paid at the door; missing where nothing was.' },
    ),
    finished_at: timestamp(),
    taken_by: oneOf(takers, { description: 'Who took it; left: it was left in a place.' }),
    taker_name: Type.String({ description: 'The name of who took it, or the place where it was left.' }),
    cancel_reason: Type.String({
      description: 'Why it was not done, or not at the last attempt, in words of the project.',
    }),
    cancel_reason_id: oneOf(defaultCancelReasons, { description: 'The same where the words are ours, to translate.' }),
    next_step: text('What happens after a failed attempt.'),
    images: Type.Array(FileReference, {
      description: 'Photos of the delivery or of the attempt, where the sender shows them.',
    }),
    signature: FileReference,
    rating: Type.Integer(),
    rating_tag: Type.String(),
    rating_comments: text(),
    slot_choice: ShownChoice,
    parcels: count('How many parcels are delivered, where the sender tells it.'),
    parcel_codes: Type.Array(Type.String(), { description: 'The codes on them, where the sender tells them.' }),
    contents: text('What is delivered, in the words of the sender.'),
    driver_name: label('First name of who drives, on the day, where the sender tells it.'),
  }),
})
export type TrackingView = Static<typeof TrackingView>

export const TrackingInstructions = record('TrackingInstructions', 'What the driver should know.', {
  customer_text_field: nullable(text()),
})
export type TrackingInstructions = Static<typeof TrackingInstructions>

export const TrackingLocation = Type.Object(
  {
    ...optionalFields({
      lat: latitude(),
      lng: longitude(),
      location_details: text(),
      address: Type.String({
        description:
          'The right address in words. With coordinates it becomes the label of the place; without, the driver reads it.',
        minLength: 1,
        maxLength: 300,
      }),
    }),
  },
  {
    title: 'TrackingLocation',
    description: 'The place confirmed (nothing sent) or corrected.',
    'x-all-or-none': ['lat', 'lng'],
  },
)
export type TrackingLocation = Static<typeof TrackingLocation>

export const TrackingMessages = record('TrackingMessages', 'Whether messages are wanted.', {
  off: flag('True ends all messages to this address and number from this sender; false takes it back.'),
})
export type TrackingMessages = Static<typeof TrackingMessages>
