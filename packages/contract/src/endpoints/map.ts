// Map data for the service's own applications: address suggestions while typing, the address at a point, the map itself.
import Type from 'typebox'
import { bodyBytes, callsPerMinute } from '../limits.ts'
import { mapPicture } from '../map-picture.ts'
import { CorrectedAddress, LocatedAddress } from '../schemas/corrected-address.ts'
import { id, latitude, longitude, text } from '../schemas/fields.ts'
import { getPage, pageParameters } from '../schemas/list.ts'
import { Location } from '../schemas/location.ts'
import { MapExtract, MapInformation, MapLook } from '../schemas/map.ts'
import { create, defineEndpoints, get, getFile, post, remove } from './endpoint.ts'

export const addressEndpoints = defineEndpoints(
  { tag: 'Map', auth: 'api_key', visibility: 'internal' },
  {
    findAddresses: get('/app/v1/addresses', 'Places for an address that somebody types', Type.Array(Location), {
      description: 'Best first, also doubtful ones: a person chooses.',
      query: Type.Object({
        text: Type.String({ minLength: 1, maxLength: 500, description: 'Free text.' }),
        country: Type.Optional(text('Code or name of the country that is preferred.')),
      }),
      ratePerMinute: callsPerMinute.search,
      errors: ['highway.geocoding.error.unavailable'],
    }),
    locateAddresses: post(
      '/app/v1/addresses/locate',
      'The best place for each of many addresses',
      Type.Array(LocatedAddress),
      {
        description:
          'In their order; a miss has no coordinates. A place that somebody put right comes before any that is found. Creates nothing.',
        query: Type.Object({ project_id: id('Its operation_country is preferred.') }),
        body: Type.Object({
          addresses: Type.Array(Type.String({ minLength: 1, maxLength: 500 }), { minItems: 1, maxItems: 100 }),
        }),
        readsOnly: true,
        ratePerMinute: callsPerMinute.search,
        errors: ['highway.geocoding.error.unavailable'],
        examples: { body: { addresses: ['Städtle 32, 9490 Vaduz'] } },
      },
    ),
    correctAddress: post('/app/v1/addresses/corrected', 'Put the place of an address right', CorrectedAddress, {
      description:
        'From then on this address has this place in the whole organization, however it is written in capitals, accents and commas.',
      body: Type.Object({
        address: Type.String({ minLength: 1, maxLength: 500, description: 'As it is written.' }),
        lat: latitude(),
        lng: longitude(),
      }),
      examples: { body: { address: 'Städtle 32, 9490 Vaduz', lat: 47.1393, lng: 9.5222 } },
    }),
    listCorrectedAddresses: get(
      '/app/v1/addresses/corrected',
      'The addresses that were put right, newest first',
      getPage('CorrectedAddressPage', CorrectedAddress),
      { query: Type.Object(pageParameters) },
    ),
    forgetCorrectedAddress: remove(
      '/app/v1/addresses/corrected/{corrected_address_id}',
      'Forget that an address was put right',
      CorrectedAddress,
      { description: 'The address is looked for again. Stops that exist stay where they are.' },
    ),
    findAddressAt: get('/app/v1/addresses/at', 'The address at a point', Type.Array(Location), {
      description: 'A list of one, or of none where no address is near.',
      query: Type.Object({ lat: latitude(), lng: longitude() }),
      ratePerMinute: callsPerMinute.search,
      errors: ['highway.geocoding.error.unavailable'],
    }),
  },
)

const mostCells = (mapPicture.worldPixels * 2 ** mapPicture.maxZoom) / mapPicture.cellPixels
const middle = `Of the picture, in cells of ${mapPicture.cellPixels} pixels from the north-west corner of the world.`
const theme = Type.Union([Type.Literal('light'), Type.Literal('dark')], { default: 'light' })

export const mapLookEndpoints = defineEndpoints(
  { tag: 'Map', auth: 'session', visibility: 'internal' },
  {
    listMapLooks: get('/app/v1/map_looks', "Other looks that the planner's map may have", Type.Array(MapLook), {
      description: 'As the settings of the service name them; none by default.',
    }),
  },
)

export const mapEndpoints = defineEndpoints(
  { tag: 'Map', auth: 'none', visibility: 'internal' },
  {
    getMap: get('/map/information.json', 'What map there is', MapInformation),
    getMapStyle: get('/map/style.json', 'The look of the map', Type.Unknown(), {
      description:
        'A MapLibre style over the own tiles; without any it is a plain ground. Labels use the font of the page.',
      query: Type.Object({ theme }),
    }),
    getMapPicture: getFile('/map/picture.svg', 'A still picture of the map', 'image/svg+xml', {
      description: `Drawn of the own tiles, ${mapPicture.width} by ${mapPicture.height} pixels; plain ground without any. For pages that must be light.`,
      query: Type.Object({
        theme,
        zoom: Type.Integer({ minimum: mapPicture.minZoom, maximum: mapPicture.maxZoom }),
        x: Type.Integer({ minimum: 0, maximum: mostCells, description: middle }),
        y: Type.Integer({ minimum: 0, maximum: mostCells, description: middle }),
      }),
    }),
    getMapTiles: getFile('/map/tiles.pmtiles', 'The tiles of the map', 'application/vnd.pmtiles', {
      description: 'A PMTiles archive; parts of it are asked for by Range.',
      isUncounted: true,
      response: { 200: null, 206: null },
    }),
    getWorldTiles: getFile('/map/world.pmtiles', 'The tiles of the world from afar', 'application/vnd.pmtiles', {
      description: 'A PMTiles archive; parts of it are asked for by Range.',
      isUncounted: true,
      response: { 200: null, 206: null },
    }),
  },
)

const fileErrors = ['highway.map.error.invalid_extract', 'highway.request.error.payload_too_large'] as const
const sourceErrors = ['highway.map.error.region_unknown', 'highway.map.error.source_unreachable'] as const

/** Extracts belong to the whole service and are changed by the administrators of its only organization. */
export const extractEndpoints = defineEndpoints(
  { tag: 'Map', auth: 'session', visibility: 'internal' },
  {
    listMapExtracts: get('/app/v1/map/extracts', 'List the extracts that the map is made of', Type.Array(MapExtract)),
    addMapRegion: create('/app/v1/map/region', 'Add a region by its name', MapExtract, {
      description:
        'It is downloaded in the background from the source of extracts that the service names (OSM_MIRROR).',
      body: Type.Object({
        region: Type.String({
          minLength: 1,
          maxLength: 200,
          // Without the signs of ASCII that no name has; not by \\p{L}, which many programs that read the description do not know.
          pattern: '^[^\\u0000-\\u001f!-,:-@\\[-\\^`{-\\u007f]+$',
          description: 'A name (liechtenstein) or a path (europe/germany/bremen).',
        }),
      }),
      errors: sourceErrors,
    }),
    addMapFile: create('/app/v1/map/file', 'Add an extract from a file (.osm.pbf)', MapExtract, {
      upload: true,
      maxBodyBytes: bodyBytes.extract,
      errors: fileErrors,
    }),
    addShippedMap: create('/app/v1/map/shipped', 'Add the extract that comes with the service again', MapExtract, {
      examples: {
        response: {
          id: '691ef3b00000000000000001',
          source: 'shipped',
          name: 'liechtenstein',
          created_at: '2026-11-23T06:00:00.000Z',
          updated_at: '2026-11-23T06:00:00.000Z',
          state: 'waiting',
        },
      },
    }),
    renewMapExtract: post(
      '/app/v1/map/extract/{extract_id}/renew',
      'Download the newest version of a region',
      MapExtract,
      {
        description: 'Until it is there the version before is used.',
      },
    ),
    replaceMapFile: post(
      '/app/v1/map/extract/{extract_id}/file',
      'Put another file in the place of an extract',
      MapExtract,
      {
        upload: true,
        maxBodyBytes: bodyBytes.extract,
        errors: fileErrors,
      },
    ),
    deleteMapExtract: remove('/app/v1/map/extract/{extract_id}', 'Take an extract away', MapExtract),
  },
)
