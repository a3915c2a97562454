// A place: address and coordinates.
import type { Static } from 'typebox'
import Type from 'typebox'
import { clearableFields, optionalFields } from '../schema.ts'
import { flag, id, label, latitude, longitude, text } from './fields.ts'

const addressFields = {
  location_id: id(),
  label: label('The address in one line.'),
  country: text(),
  country_code: text('Two letters, ISO 3166-1.'),
  state: text(),
  county: text(),
  city: text(),
  street: text('Street, with the house number unless that stands in house_number.'),
  house_number: text(),
  postal_code: text(),
  comments: text(),
  main_text: text('First line of an address as shown in a list.'),
  secondary_text: text('Second line of an address as shown in a list.'),
  lat: latitude(),
  lng: longitude(),
}

export const Location = Type.Object(
  {
    ...optionalFields(addressFields),
    ...optionalFields({
      scoring: Type.Number({ description: 'Trust in a geocoded place, 0 to 1.', minimum: 0, maximum: 1 }),
      partial_match: flag('Whether the geocoder found only a part of the address.'),
    }),
  },
  { title: 'Location', description: 'A place: address and coordinates.' },
)
export type Location = Static<typeof Location>

export const LocationInput = Type.Object(clearableFields(addressFields), {
  title: 'LocationInput',
  description: 'A place. Latitude and longitude come together or not at all.',
  'x-all-or-none': ['lat', 'lng'],
})

/** Required coordinates. */
export const Coordinates = Type.Object(
  { lat: latitude(), lng: longitude() },
  { title: 'Coordinates', description: 'A point, degrees.' },
)

/** Its coordinates are required. */
export const Depot = Type.Object(
  { ...optionalFields(addressFields), lat: latitude(), lng: longitude() },
  {
    title: 'Depot',
    description: 'Where vehicles usually start and end: what the applications suggest for a new vehicle.',
  },
)
