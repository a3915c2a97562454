// Areas that a vehicle reaches from a place within some minutes, and the stops or clients in them. Our extension.
import Type, { type Static } from 'typebox'
import * as limits from '../limits.ts'
import { optionalFields, record } from '../schema.ts'
import { flag, id, latitude, longitude, seconds, text } from './fields.ts'
import { TravelInput } from './travel.ts'

const minute = () => Type.Integer({ minimum: 1, maximum: limits.reach.minutes })

const start = {
  from: Type.Object(
    {
      lat: latitude(),
      lng: longitude(),
      ...optionalFields({ street: text('Of the address: the road of that name is left from.') }),
    },
    { description: 'Where the vehicle starts.' },
  ),
  ...optionalFields({
    vehicle_id: id('It travels as this vehicle of the project does.'),
    travel: TravelInput,
  }),
}

export const ReachRequest = record(
  'ReachRequest',
  'A start, and the minutes to drive. Without vehicle_id and travel the vehicle is the usual one of the project’s mode.',
  { ...start, minutes: Type.Array(minute(), { minItems: 1, maxItems: limits.reach.areas, uniqueItems: true }) },
)
export type ReachRequest = Static<typeof ReachRequest>

const position = Type.Array(Type.Number(), { minItems: 2, maxItems: 2 })
const ring = Type.Array(position, { description: 'Closed: the last position is the first.' })

export const ReachAreas = record(
  'ReachAreas',
  'The areas that a vehicle reaches, one for each of the minutes, in the order asked.',
  {
    type: Type.Literal('FeatureCollection'),
    features: Type.Array(
      Type.Object({
        type: Type.Literal('Feature'),
        properties: Type.Object({
          minutes: minute(),
          outline: Type.Array(position, {
            description:
              'The outer ring of the largest part with few corners, fit for the polygon of a zone; empty where nothing is reached.',
          }),
        }),
        geometry: Type.Object({
          type: Type.Literal('MultiPolygon'),
          coordinates: Type.Array(Type.Array(ring)),
        }),
      }),
    ),
    is_straight: flag('No roads are known there: the areas are circles of straight lines.'),
    tolerance: Type.Number({
      minimum: 0,
      description: 'Metres: a place on the wrong side of a border has one that belongs there within so much.',
    }),
  },
)
export type ReachAreas = Static<typeof ReachAreas>

export const ReachedRequest = record('ReachedRequest', 'A start, the minutes to drive, and whose places are meant.', {
  ...start,
  minutes: minute(),
  ...optionalFields({ plan_id: id('The stops of this plan; the clients of the project when it is missing.') }),
})
export type ReachedRequest = Static<typeof ReachedRequest>

export const ReachedPlaces = record('ReachedPlaces', 'Which stops or clients are reached in time, the nearest first.', {
  reached: Type.Array(Type.Object({ id: id(), seconds: seconds('Of driving.'), meters: Type.Integer({ minimum: 0 }) })),
  not_reached: Type.Integer({ minimum: 0, description: 'How many are farther, or unreachable.' }),
  without_place: Type.Integer({ minimum: 0, description: 'How many have no coordinates.' }),
  is_straight: flag('No roads are known there: the times are those of straight lines.'),
})
export type ReachedPlaces = Static<typeof ReachedPlaces>
