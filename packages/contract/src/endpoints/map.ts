// What the service's own applications need of the map: addresses as somebody types, the address at a point, the map itself.
import Type from 'typebox'
import { callsPerMinute } from '../limits.ts'
import { latitude, longitude, text } from '../schemas/fields.ts'
import { Location } from '../schemas/location.ts'
import { defineEndpoints } from './endpoint.ts'

export const addressEndpoints = defineEndpoints(
  { tag: 'Map', auth: 'api_key', visibility: 'internal' },
  {
    findAddresses: {
      method: 'GET',
      path: '/app/v1/addresses',
      summary: 'Places for an address that somebody types',
      description: 'Best first, also doubtful ones: a person chooses.',
      query: Type.Object({
        text: Type.String({ minLength: 1, maxLength: 500, description: 'Free text.' }),
        country: Type.Optional(text('Code or name of the country that is preferred.')),
      }),
      response: { 200: Type.Array(Location) },
      ratePerMinute: callsPerMinute.search,
      errors: ['highway.geocoding.error.unavailable'],
    },
    findAddressAt: {
      method: 'GET',
      path: '/app/v1/addresses/at',
      summary: 'The address at a point',
      description: 'A list of one, or of none where no address is near.',
      query: Type.Object({ lat: latitude(), lng: longitude() }),
      response: { 200: Type.Array(Location) },
      ratePerMinute: callsPerMinute.search,
      errors: ['highway.geocoding.error.unavailable'],
    },
  },
)
