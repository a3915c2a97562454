// The look of the base map, light and dark, as a MapLibre style over our own tiles. It names no glyphs and no sprite: labels are
// drawn from the page's own font, so the map needs no other server. Beyond the extract the world is drawn from afar.
import { type Palette, palettes } from './map-palettes.ts'

export type Theme = 'light' | 'dark'

/** A layer of a style; its paint and layout are MapLibre's own language. */
export type StyleLayer = Record<string, unknown>

export interface MapStyle {
  version: 8
  name: string
  sources: Record<string, unknown>
  layers: StyleLayer[]
}

/** Addresses of PMTiles archives; what is absent is not drawn. */
interface MapSources {
  /** Tiles of the extract. */
  tiles?: string
  /** Tiles of the whole world at low zoom. */
  world?: string
  /** The extract's tiles draw land and sea within their bounds, so that the world's coasts may go on around them. */
  hasCoast?: boolean
  attribution: string
}

/** The font that our pages bring; MapLibre draws the labels with it itself. */
const FONT = ['Inter Variable']
const SOURCE = 'base'
const WORLD = 'world'
/** From here on the world's coarse coasts would be wrong by streets: the ground is land then. */
const WORLD_END = 7

/** The style; without any archive it is the plain ground alone. */
export function mapStyle(theme: Theme, { tiles, world, hasCoast = false, attribution }: MapSources): MapStyle {
  const palette = palettes[theme]
  const sources: MapStyle['sources'] = {}
  if (world !== undefined) sources[WORLD] = { type: 'vector', url: `pmtiles://${world}` }
  if (tiles !== undefined) sources[SOURCE] = { type: 'vector', url: `pmtiles://${tiles}`, attribution }
  const nearGround = hasCoast ? palette.water : palette.ground
  const ground = world === undefined ? palette.ground : ['step', ['zoom'], palette.water, WORLD_END, nearGround]
  return {
    version: 8,
    name: theme,
    sources,
    layers: [
      { id: 'ground', type: 'background', paint: { 'background-color': ground } },
      ...(world === undefined ? [] : worldLayers(palette, hasCoast)),
      ...(tiles === undefined ? [] : [...areaLayers(palette), ...roadLayers(palette), ...labelLayers(palette)]),
      ...(world === undefined ? [] : [countryNames(palette)]),
    ],
  }
}

function worldLayers(palette: Palette, isLandNear: boolean): StyleLayer[] {
  const far = { source: WORLD, maxzoom: WORLD_END }
  const land = layer('world-land', 'fill', 'land', { 'fill-color': palette.ground, 'fill-antialias': false })
  return [
    isLandNear ? { ...land, source: WORLD } : { ...land, ...far },
    { ...layer('world-borders', 'line', 'borders', { 'line-color': palette.boundary, 'line-width': 0.7 }), ...far },
  ]
}

function countryNames(palette: Palette): StyleLayer {
  const halo = { 'text-halo-color': palette.halo, 'text-halo-width': 1.5 }
  return {
    ...layer('country-names', 'symbol', 'countries', { 'text-color': palette.roadText, ...halo }),
    source: WORLD,
    maxzoom: WORLD_END,
    layout: {
      'text-field': ['get', 'name'],
      'text-font': FONT,
      'text-size': byZoom([1, 10], [6, 15]),
      'text-max-width': 7,
      'symbol-sort-key': ['get', 'rank'],
    },
  }
}

function areaLayers(palette: Palette): StyleLayer[] {
  const cover = ['match', ['get', 'kind'], ...Object.entries(palette.landcover).flat(), palette.ground]
  return [
    layer('landcover', 'fill', 'landcover', { 'fill-color': cover, 'fill-antialias': false }),
    layer('water', 'fill', 'water', { 'fill-color': palette.water }),
    layer('waterways', 'line', 'waterways', {
      'line-color': palette.water,
      'line-width': byZoom(
        [8, 1],
        [12, ['match', ['get', 'kind'], 'river', 2, 1]],
        [18, ['match', ['get', 'kind'], 'river', 12, 4]],
      ),
    }),
    layer('buildings', 'fill', 'buildings', {
      'fill-color': palette.building,
      'fill-outline-color': palette.buildingEdge,
      'fill-opacity': byZoom([13, 0], [14.5, 1]),
    }),
    {
      ...layer('boundaries', 'line', 'boundaries', {
        'line-color': palette.boundary,
        'line-width': ['match', ['get', 'level'], 2, 1.6, 4, 1.1, 0.8],
        'line-dasharray': [4, 2, 1, 2],
      }),
      minzoom: WORLD_END,
      layout: { 'line-join': 'round' },
    },
  ]
}

/** Kinds of road from the least to the most important, with their width in pixels at zooms 8, 14 and 18. */
export const roadWidths: readonly (readonly [kind: string, at8: number, at14: number, at18: number])[] = [
  ['service', 0, 1.4, 9],
  ['pedestrian', 0, 2, 12],
  ['minor', 0, 3, 18],
  ['tertiary', 0.4, 4, 22],
  ['secondary', 0.7, 5, 24],
  ['primary', 1, 5.5, 26],
  ['trunk', 1.4, 6, 28],
  ['motorway', 1.8, 6.5, 30],
]

/** All casings below all fills, so that crossings look joined; bridges above everything else. */
function roadLayers(palette: Palette): StyleLayer[] {
  const level = (id: string, filter: unknown[], opacity: number) =>
    (['casing', 'fill'] as const).flatMap((part) =>
      roadWidths.map(([kind, at8, at14, at18]) => {
        const edge = part === 'casing' ? 1.5 : 0
        const color = part === 'casing' ? palette.roadEdge : (palette.road[kind] ?? palette.road.minor)
        return {
          ...layer(`road-${id}-${part}-${kind}`, 'line', 'roads', {
            'line-color': color,
            'line-opacity': opacity,
            'line-width': byZoom([8, at8 + (at8 > 0 ? edge / 2 : 0)], [14, at14 + edge], [18, at18 + 1.5 * edge]),
          }),
          filter: ['all', ['==', ['get', 'kind'], kind], filter],
          layout: { 'line-cap': id === 'bridge' ? 'butt' : 'round', 'line-join': 'round' },
        }
      }),
    )
  const isTunnel = ['==', ['get', 'tunnel'], true]
  const isBridge = ['==', ['get', 'bridge'], true]
  return [
    {
      ...layer('paths', 'line', 'roads', {
        'line-color': palette.path,
        'line-width': byZoom([13, 0.6], [18, 2.5]),
        'line-dasharray': [3, 1.5],
      }),
      minzoom: 13,
      filter: ['==', ['get', 'kind'], 'path'],
    },
    ...level('tunnel', isTunnel, 0.45),
    ...level('ground', ['all', ['!', isTunnel], ['!', isBridge]], 1),
    {
      ...layer('railways', 'line', 'roads', {
        'line-color': palette.rail,
        'line-width': byZoom([9, 0.6], [14, 1.4], [18, 3]),
      }),
      filter: ['all', ['==', ['get', 'kind'], 'rail'], ['!', isTunnel]],
    },
    {
      ...layer('railway-sleepers', 'line', 'roads', {
        'line-color': palette.rail,
        'line-width': byZoom([14, 4], [18, 9]),
        'line-dasharray': [0.25, 2.5],
      }),
      minzoom: 14,
      filter: ['all', ['==', ['get', 'kind'], 'rail'], ['!', isTunnel]],
    },
    ...level('bridge', isBridge, 1),
  ]
}

function labelLayers(palette: Palette): StyleLayer[] {
  const halo = { 'text-halo-color': palette.halo, 'text-halo-width': 1.5 }
  const along = (id: string, source: string, color: string, size: unknown) => ({
    ...layer(id, 'symbol', source, { 'text-color': color, ...halo }),
    layout: {
      'symbol-placement': 'line',
      'text-field': ['get', 'name'],
      'text-font': FONT,
      'text-size': size,
      'text-max-angle': 35,
      'symbol-spacing': 350,
    },
  })
  return [
    { ...along('waterway-names', 'waterways', palette.waterText, 11), minzoom: 12, filter: ['has', 'name'] },
    {
      ...along('road-names', 'roads', palette.roadText, byZoom([13, 10], [18, 14])),
      minzoom: 13,
      filter: ['all', ['has', 'name'], ['!=', ['get', 'kind'], 'path']],
    },
    {
      ...along('path-names', 'roads', palette.roadText, 10),
      minzoom: 16,
      filter: ['all', ['has', 'name'], ['==', ['get', 'kind'], 'path']],
    },
    {
      ...layer('house-numbers', 'symbol', 'addresses', {
        'text-color': palette.numberText,
        ...halo,
        'text-halo-width': 1,
      }),
      minzoom: 17,
      layout: {
        'text-field': ['get', 'number'],
        'text-font': FONT,
        'text-size': byZoom([17, 9.5], [20, 13]),
        'text-padding': 1,
      },
    },
    {
      ...layer('water-names', 'symbol', 'water', { 'text-color': palette.waterText, ...halo }),
      minzoom: 13,
      filter: ['has', 'name'],
      layout: { 'text-field': ['get', 'name'], 'text-font': FONT, 'text-size': 11, 'text-max-width': 7 },
    },
    ...placeLayers(palette, halo),
  ]
}

/** A value at a zoom level. */
type ZoomValue = readonly [zoom: number, value: number]

/** Kinds of place from small to large: the zooms at which they are named, and how large. */
export const placeSizes: readonly { kinds: readonly string[]; from: number; to: number; pixels: ZoomValue[] }[] = [
  { kinds: ['neighbourhood', 'isolated_dwelling'], from: 14, to: 18, pixels: [[14, 11]] },
  {
    kinds: ['hamlet', 'suburb'],
    from: 12,
    to: 17,
    pixels: [
      [12, 11],
      [16, 14],
    ],
  },
  {
    kinds: ['village'],
    from: 9.5,
    to: 17,
    pixels: [
      [10, 11.5],
      [14, 16],
    ],
  },
  {
    kinds: ['town', 'city'],
    from: 5,
    to: 17,
    pixels: [
      [6, 11],
      [10, 15],
      [14, 20],
    ],
  },
]

/** Layers of place names; those drawn last are placed first. */
function placeLayers(palette: Palette, halo: StyleLayer): StyleLayer[] {
  return placeSizes.map(({ kinds, from, to, pixels }) => ({
    ...layer(`places-${kinds[0]}`, 'symbol', 'places', { 'text-color': palette.placeText, ...halo }),
    minzoom: from,
    maxzoom: to,
    filter: ['in', ['get', 'kind'], ['literal', kinds]],
    layout: {
      'text-field': ['get', 'name'],
      'text-font': FONT,
      'text-size': byZoom(...pixels),
      'text-max-width': 8,
      'symbol-sort-key': ['get', 'rank'],
    },
  }))
}

function layer(id: string, type: string, sourceLayer: string, paint: StyleLayer): StyleLayer {
  return { id, type, source: SOURCE, 'source-layer': sourceLayer, paint }
}

const growth = 1.5

/** A number that grows with the zoom, as `byZoom` has MapLibre compute it; from zoom to zoom ascending. */
export function growing(zoom: number, ...stops: readonly ZoomValue[]): number {
  const next = stops.findIndex(([at]) => at > zoom)
  if (next === 0) return stops[0]![1]
  if (next < 0) return stops.at(-1)![1]
  const [[from, before], [to, after]] = [stops[next - 1]!, stops[next]!]
  const share = (growth ** (zoom - from) - 1) / (growth ** (to - from) - 1)
  return before + (after - before) * share
}

/** Grows with the zoom as maps do: doubling the scale, not adding to it. */
function byZoom(...stops: (readonly [zoom: number, value: unknown])[]): unknown[] {
  return ['interpolate', ['exponential', growth], ['zoom'], ...stops.flat()]
}
