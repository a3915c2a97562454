// What the recipient's page shows and sends; it never carries another recipient's data.
import Type, { type Static } from 'typebox'
import { stopStatuses } from '../lifecycle.ts'
import { nullable, oneOf, optionalFields, record } from '../schema.ts'
import { count, flag, label, latitude, longitude, text, timestamp, timeWindows } from './fields.ts'
import { Location } from './location.ts'
import { Position } from './route.ts'

export const TrackingView = record('TrackingView', 'One delivery as its recipient sees it.', {
  status: oneOf(stopStatuses),
  started: flag('Whether the driver is under way.'),
  timezone: Type.String(),
  time_windows: timeWindows(),
  can_edit: flag('Whether instructions and place may still be changed.'),
  can_rate: flag('Whether a rating is accepted now.'),
  ...optionalFields({
    project_label: label(),
    label: label(),
    location: Location,
    location_details: text(),
    execution_date: timestamp(),
    estimated_arrival_time: timestamp(),
    planned_arrival_time: timestamp(),
    stops_before: count('Stops that the driver makes first.'),
    last_position: Position,
    customer_text_field: text(),
    pin: Type.String({ description: 'The handover code to tell the driver.' }),
    finished_at: timestamp(),
    cancel_reason: Type.String(),
    rating: Type.Integer(),
    rating_tag: Type.String(),
    rating_comments: text(),
  }),
})
export type TrackingView = Static<typeof TrackingView>

export const TrackingInstructions = record('TrackingInstructions', 'What the driver should know.', {
  customer_text_field: nullable(text()),
})
export type TrackingInstructions = Static<typeof TrackingInstructions>

export const TrackingLocation = Type.Object(
  { ...optionalFields({ lat: latitude(), lng: longitude(), location_details: text() }) },
  {
    title: 'TrackingLocation',
    description: 'The place confirmed (nothing sent) or corrected.',
    'x-all-or-none': ['lat', 'lng'],
  },
)
export type TrackingLocation = Static<typeof TrackingLocation>
