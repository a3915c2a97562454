// What the applications are told about the map.
import Type, { type Static } from 'typebox'
import { text } from './fields.ts'

const MapPart = Type.Object({
  state: Type.Union([Type.Literal('opening'), Type.Literal('ready'), Type.Literal('failed')]),
  progress: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  reason: Type.Optional(text()),
})

export const MapInformation = Type.Object({
  attribution: text('Always shown with the map.'),
  online_style_url: Type.Optional(text('A style on another server, tried first.')),
  /** South-west and north-east, degrees. */
  bounds: Type.Optional(
    Type.Array(Type.Array(Type.Number(), { minItems: 2, maxItems: 2 }), { minItems: 2, maxItems: 2 }),
  ),
  tiles: Type.Optional(MapPart),
  addresses: Type.Optional(MapPart),
})
export type MapInformation = Static<typeof MapInformation>
