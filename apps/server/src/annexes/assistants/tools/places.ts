// Tools about places: finding an address, and how long it takes from one place to others.
import Type from 'typebox'
import { minutes, straightKilometers } from '../figures.ts'
import { latitude, longitude, oneOf, words } from '../inputs.ts'
import { quoteName } from '../quoted.ts'
import { refuseField, tool } from '../tool.ts'

export const searchAddress = tool({
  name: 'search_address',
  title: 'Search an address',
  description:
    'Places for an address as somebody writes it, best first, also doubtful ones; or the address at a point.',
  kind: 'reads',
  looks: ['findAddresses', 'findAddressAt'],
  input: Type.Object({
    text: Type.Optional(words('The address.', 500)),
    lat: Type.Optional(latitude()),
    lng: Type.Optional(longitude()),
  }),
  async run({ text, lat, lng }, { call }) {
    const isPoint = lat !== undefined && lng !== undefined
    if (!text && !isPoint) throw refuseField('text', 'write an address, or give lat and lng')
    const found = text
      ? await call('findAddresses', { query: { text } })
      : await call('findAddressAt', { query: { lat: lat!, lng: lng! } })
    return {
      places: found.slice(0, 8).map((place) => ({
        address: quoteName(place.label ?? [place.street, place.city].filter(Boolean).join(', ')),
        lat: place.lat,
        lng: place.lng,
        trust_percent: place.scoring === undefined ? undefined : Math.round(place.scoring * 100),
        ...(place.partial_match ? { only_a_part_was_found: true } : {}),
      })),
    }
  },
})

const point = (description: string) =>
  Type.Object({ lat: latitude(), lng: longitude() }, { additionalProperties: false, description })

/** Names under which the planning of problems without records knows the ways to travel. */
const profiles = { car: 'car', bicycle: 'bike', pedestrian: 'foot', truck: 'truck' } as const

export const travelTime = tool({
  name: 'travel_time',
  title: 'Travel time between places',
  description:
    'Minutes and kilometres from one place to up to twenty others, by the roads that plans use, without the traffic factor of a project.',
  kind: 'reads',
  looks: ['solveVroom'],
  input: Type.Object({
    from: point('Where the way begins.'),
    to: Type.Array(point('Where it ends.'), {
      minItems: 1,
      maxItems: 20,
      description: 'Each by itself, not one after the other.',
    }),
    by: Type.Optional(oneOf(Object.keys(profiles) as (keyof typeof profiles)[], 'car by default.')),
  }),
  async run({ from, to, by = 'car' }, { call }) {
    // A vehicle for each place, which alone may serve it: the way there is the whole of its route.
    const body = {
      vehicles: to.map((_, id) => ({ id, profile: profiles[by], start: [from.lng, from.lat], skills: [id + 1] })),
      jobs: to.map(({ lat, lng }, id) => ({ id, location: [lng, lat], skills: [id + 1] })),
      options: { g: true },
    }
    const answer = await call('solveVroom', { body })
    const routes = 'routes' in answer ? answer.routes : []
    const found = new Map(routes.map((route) => [route.vehicle, route]))
    return {
      ways: to.map(({ lat, lng }, id) => {
        const way = found.get(id)
        if (!way) return { lat, lng, unreachable: true }
        const km = way.distance === undefined ? undefined : Math.round(way.distance / 100) / 10
        return { lat, lng, minutes: minutes(way.duration), km, ...straightKilometers(way.distance, way) }
      }),
    }
  },
})
