// An entry of a project's address book; its defaults are copied to the stops made from it.
import type { Static } from 'typebox'
import { clearableFields, oneOf, optionalFields, record } from '../schema.ts'
import { customFields, email, id, label, recordTimes, seconds, text, timeWindows, url, words } from './fields.ts'
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
  default_location_details: text(),
  default_duration: seconds(),
  default_time_windows: timeWindows('When its stops may be served.'),
  default_requires: words('Skills that its stops need.'),
  default_type: oneOf(stopTypes, { 'x-message-id': 'highway.stop.error.invalid_type' }),
  default_cluster: text(),
  default_custom_fields: customFields('Copied to the stops.'),
}

export const Client = record('Client', 'An entry of the address book; default_x becomes x of a stop made from it.', {
  id: id(),
  organization_id: id(),
  project_id: id(),
  ...optionalFields({ created_by: id(), ...descriptive, default_location: Location }),
  ...recordTimes,
})
export type Client = Static<typeof Client>

export const ClientInput = record('ClientInput', 'A new entry, or what changes in one; null clears a field.', {
  ...clearableFields({ ...descriptive, default_location: LocationInput }),
})
export type ClientInput = Static<typeof ClientInput>
