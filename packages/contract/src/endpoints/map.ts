// What the service's own applications need of the map: addresses as somebody types, the address at a point, the map itself.
import Type from 'typebox'
import { callsPerMinute } from '../limits.ts'
import { mapPicture } from '../map-picture.ts'
import { id, latitude, longitude, text } from '../schemas/fields.ts'
import { Location } from '../schemas/location.ts'
import { MapInformation } from '../schemas/map.ts'
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
    locateAddresses: {
      method: 'POST',
      path: '/app/v1/addresses/locate',
      summary: 'The best place for each of many addresses',
      description: 'In their order; a miss has no coordinates. Creates nothing.',
      query: Type.Object({ project_id: id('Its operation_country is preferred.') }),
      body: Type.Object({
        addresses: Type.Array(Type.String({ minLength: 1, maxLength: 500 }), { minItems: 1, maxItems: 100 }),
      }),
      readsOnly: true,
      response: { 200: Type.Array(Location) },
      ratePerMinute: callsPerMinute.search,
      errors: ['highway.geocoding.error.unavailable'],
      examples: { body: { addresses: ['Städtle 32, 9490 Vaduz'] } },
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

const mostCells = (mapPicture.worldPixels * 2 ** mapPicture.maxZoom) / mapPicture.cellPixels
const middle = `Of the picture, in cells of ${mapPicture.cellPixels} pixels from the north-west corner of the world.`
const theme = Type.Union([Type.Literal('light'), Type.Literal('dark')], { default: 'light' })

export const mapEndpoints = defineEndpoints(
  { tag: 'Map', auth: 'none', visibility: 'internal' },
  {
    getMap: {
      method: 'GET',
      path: '/map/information.json',
      summary: 'What map there is',
      response: { 200: MapInformation },
    },
    getMapStyle: {
      method: 'GET',
      path: '/map/style.json',
      summary: 'The look of the map',
      description:
        'A MapLibre style over the own tiles; without any it is a plain ground. Labels use the font of the page.',
      query: Type.Object({ theme }),
      response: { 200: Type.Unknown() },
    },
    getMapPicture: {
      method: 'GET',
      path: '/map/picture.svg',
      summary: 'A still picture of the map',
      description: `Drawn of the own tiles, ${mapPicture.width} by ${mapPicture.height} pixels; plain ground without any. For pages that must be light.`,
      query: Type.Object({
        theme,
        zoom: Type.Integer({ minimum: mapPicture.minZoom, maximum: mapPicture.maxZoom }),
        x: Type.Integer({ minimum: 0, maximum: mostCells, description: middle }),
        y: Type.Integer({ minimum: 0, maximum: mostCells, description: middle }),
      }),
      produces: 'image/svg+xml',
      response: { 200: null },
    },
    getMapTiles: {
      method: 'GET',
      path: '/map/tiles.pmtiles',
      summary: 'The tiles of the map',
      description: 'A PMTiles archive; parts of it are asked for by Range.',
      produces: 'application/vnd.pmtiles',
      response: { 200: null, 206: null },
      isUncounted: true,
    },
    getWorldTiles: {
      method: 'GET',
      path: '/map/world.pmtiles',
      summary: 'The tiles of the world from afar',
      description: 'A PMTiles archive; parts of it are asked for by Range.',
      produces: 'application/vnd.pmtiles',
      response: { 200: null, 206: null },
      isUncounted: true,
    },
  },
)
