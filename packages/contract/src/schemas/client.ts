// An entry of a project's address book; its defaults are copied to the stops made from it.
import type { Static } from 'typebox'
import { clearableFields, oneOf, optionalFields, record } from '../schema.ts'
import {
  customFields,
  email,
  id,
  label,
  maxAttempts,
  quantity,
  recordTimes,
  seconds,
  text,
  timeWindows,
  url,
  words,
} from './fields.ts'
import { Location, LocationInput } from './location.ts'
import { stopTypes } from './stop.ts'

const descriptive = {
  external_id: label("The caller's own identifier; it need not be unique."),
  label: label(),
  phone: text(),
  email: email(),
  url: url(),
  reference_person: text(),
  comments: text(),
  custom_fields: customFields(),
  location_details: text('Floor, door, gate.'),
  default_location_details: text('Another name of location_details.'),
  default_duration: seconds(),
  default_time_windows: timeWindows('When its stops may be served.'),
  default_requires: words('Skills that its stops need.'),
  default_type: oneOf(stopTypes, { 'x-message-id': 'highway.stop.error.invalid_type' }),
  default_cluster: text(),
  default_weight: quantity('Kilograms.'),
  default_volume: quantity('Cubic metres.'),
  default_max_delivery_time: seconds('Longest time from leaving the pickup (or the start) to the arrival.'),
  default_custom_fields: customFields('Copied to the stops.'),
  max_attempts: maxAttempts('Instead of the limit of the project.'),
}

export const Client = record(
  'Client',
  'An entry of the address book. A stop made from it has its place, its contact, and each default_x as x; location and default_location are two names of one place, and so are their details.',
  {
    id: id(),
    organization_id: id(),
    project_id: id(),
    ...optionalFields({
      created_by: id(),
      ...descriptive,
      location: Location,
      default_location: Location,
    }),
    ...recordTimes,
  },
)
export type Client = Static<typeof Client>

export const ClientInput = record(
  'ClientInput',
  'A new entry, or what changes in one; null clears a field. Where both location and default_location are sent, and likewise their details, default_location counts, unless it only repeats what is stored.',
  {
    ...clearableFields({ ...descriptive, location: LocationInput, default_location: LocationInput }),
  },
)
export type ClientInput = Static<typeof ClientInput>
