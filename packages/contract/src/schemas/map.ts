// Map data for the applications.
import Type, { type Static } from 'typebox'
import { oneOf, optionalFields, record } from '../schema.ts'
import { id, label, text, timestamp } from './fields.ts'

const MapPart = Type.Object({
  state: Type.Union([Type.Literal('opening'), Type.Literal('ready'), Type.Literal('failed')]),
  progress: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  reason: Type.Optional(text()),
})

/** Source of an extract: shipped with the service, downloaded by the name of its region, or uploaded as a file. */
export const extractSources = ['shipped', 'region', 'file'] as const
export const extractStates = ['waiting', 'fetching', 'ready', 'failed'] as const

export const MapExtract = record('MapExtract', 'An OpenStreetMap extract that map, addresses and roads are made of.', {
  id: id(),
  source: oneOf(extractSources),
  name: label(),
  state: oneOf(extractStates, { description: 'An extract that was ready once is used until its successor is there.' }),
  created_at: timestamp(),
  updated_at: timestamp(),
  ...optionalFields({
    size_bytes: Type.Integer({ minimum: 0 }),
    progress: Type.Number({ minimum: 0, maximum: 1, description: 'Of the download.' }),
    reason: text('Why the last download failed.'),
  }),
})
export type MapExtract = Static<typeof MapExtract>

const corner = Type.Array(Type.Number(), { minItems: 2, maxItems: 2 })
/** South-west and north-east, degrees, longitude first. */
const box = Type.Array(corner, { minItems: 2, maxItems: 2 })

export const MapLook = record('MapLook', "Another look of the planner's map: pictures, or a style of another server.", {
  name: label(),
  attribution: text('Shown with the map.'),
  ...optionalFields({
    tiles: text('Of pictures: a template with {z}, {x} and {y}.'),
    tile_size: Type.Integer({ minimum: 128, maximum: 1_024, description: 'Pixels of a picture.' }),
    max_zoom: Type.Integer({ minimum: 1, maximum: 24, description: 'The last zoom of which there are pictures.' }),
    style: text('Address of a MapLibre style.'),
  }),
})
export type MapLook = Static<typeof MapLook>

export const MapInformation = Type.Object({
  attribution: text('Always shown with the map.'),
  online_style_url: Type.Optional(text('A style on another server, tried first.')),
  /** Bounds of all tiles. */
  bounds: Type.Optional(box),
  tiles: Type.Optional(MapPart),
  addresses: Type.Optional(MapPart),
  /** Roads of the mode of travel that is opened first. */
  roads: Type.Optional(MapPart),
  /** Extracts from which map, addresses and roads are made. */
  extracts: Type.Array(Type.Object({ name: text(), bounds: Type.Optional(box) })),
})
export type MapInformation = Static<typeof MapInformation>
