// Elements of OpenStreetMap on the base map: layer, kind and first zoom of areas, lines and points, by their tags.

import type { Tags } from '../pbf/primitive-block.ts'

export type LayerName =
  | 'landcover'
  | 'water'
  | 'waterways'
  | 'buildings'
  | 'roads'
  | 'boundaries'
  | 'places'
  | 'addresses'

export const LAYER_NAMES: readonly LayerName[] = [
  'landcover',
  'water',
  'waterways',
  'buildings',
  'roads',
  'boundaries',
  'places',
  'addresses',
]

export type Properties = Record<string, string | number | boolean>

export interface Kind {
  layer: LayerName
  /** First zoom at which it is drawn; small areas appear later. */
  minZoom: number
  properties: Properties
}

/** Values of a key, and the kinds they are drawn as. */
type KindTable = Readonly<Record<string, Readonly<Record<string, string>>>>

const LANDCOVER: KindTable = {
  natural: {
    wood: 'wood',
    scrub: 'grass',
    heath: 'grass',
    grassland: 'grass',
    fell: 'grass',
    wetland: 'wetland',
    bare_rock: 'rock',
    scree: 'rock',
    shingle: 'rock',
    glacier: 'ice',
    sand: 'sand',
    beach: 'sand',
  },
  landuse: {
    forest: 'wood',
    grass: 'grass',
    meadow: 'grass',
    village_green: 'park',
    recreation_ground: 'park',
    cemetery: 'park',
    allotments: 'farm',
    orchard: 'farm',
    vineyard: 'farm',
    farmland: 'farm',
    residential: 'urban',
    commercial: 'industrial',
    retail: 'industrial',
    industrial: 'industrial',
    railway: 'industrial',
  },
  leisure: { park: 'park', garden: 'park', golf_course: 'park', pitch: 'pitch', playground: 'park', stadium: 'pitch' },
  amenity: { school: 'campus', university: 'campus', hospital: 'campus' },
}

const WATER: KindTable = {
  natural: { water: 'water', bay: 'water' },
  waterway: { riverbank: 'water', dock: 'water', basin: 'water' },
  landuse: { reservoir: 'water', basin: 'water' },
}

/** Kind and first zoom of each class of road. */
const ROADS: Readonly<Record<string, readonly [kind: string, minZoom: number]>> = {
  motorway: ['motorway', 5],
  motorway_link: ['motorway', 10],
  trunk: ['trunk', 6],
  trunk_link: ['trunk', 10],
  primary: ['primary', 7],
  primary_link: ['primary', 11],
  secondary: ['secondary', 9],
  secondary_link: ['secondary', 11],
  tertiary: ['tertiary', 10],
  tertiary_link: ['tertiary', 11],
  unclassified: ['minor', 11],
  residential: ['minor', 12],
  living_street: ['minor', 12],
  road: ['minor', 12],
  pedestrian: ['pedestrian', 12],
  service: ['service', 13],
  track: ['path', 13],
  path: ['path', 13],
  footway: ['path', 13],
  cycleway: ['path', 13],
  bridleway: ['path', 13],
  steps: ['path', 14],
}

const RAILWAYS: Readonly<Record<string, number>> = {
  rail: 9,
  light_rail: 11,
  narrow_gauge: 11,
  funicular: 12,
  tram: 13,
}
const WATERWAYS: Readonly<Record<string, number>> = { river: 8, canal: 10, stream: 13, drain: 14, ditch: 14 }
const PLACES: Readonly<Record<string, number>> = {
  city: 5,
  town: 7,
  village: 10,
  suburb: 11,
  hamlet: 12,
  neighbourhood: 13,
  isolated_dwelling: 14,
}
const BOUNDARIES: Readonly<Record<string, number>> = { '2': 2, '4': 6, '6': 9, '8': 11 }

/** A way or relation must have one of these keys to be read. */
export const MAP_KEYS = [
  'natural',
  'landuse',
  'leisure',
  'amenity',
  'waterway',
  'building',
  'highway',
  'railway',
  'addr:housenumber',
]

/** Kind of a closed way or a multipolygon as an area. */
export function readArea(tags: Tags): Kind | undefined {
  const building = tags.get('building')
  if (building !== undefined && building !== 'no') return { layer: 'buildings', minZoom: 13, properties: {} }
  const water = lookUp(WATER, tags)
  if (water !== undefined) {
    return { layer: 'water', minZoom: 5, properties: named({ kind: water }, tags) }
  }
  const cover = lookUp(LANDCOVER, tags)
  return cover === undefined ? undefined : { layer: 'landcover', minZoom: 5, properties: { kind: cover } }
}

/** Kind of a way as a line. */
export function readLine(tags: Tags): Kind | undefined {
  const road = ROADS[tags.get('highway') ?? '']
  if (road && tags.get('area') !== 'yes') {
    const [kind, minZoom] = road
    const properties = named({ kind }, tags)
    const ref = tags.get('ref')
    if (ref !== undefined && minZoom <= 10) properties.ref = ref
    if (isSet(tags.get('tunnel'))) properties.tunnel = true
    if (isSet(tags.get('bridge'))) properties.bridge = true
    return { layer: 'roads', minZoom, properties }
  }
  const railway = RAILWAYS[tags.get('railway') ?? '']
  if (railway !== undefined) {
    // Sidings and yards only at close zooms.
    const minZoom = tags.has('service') ? 13 : railway
    return { layer: 'roads', minZoom, properties: { kind: 'rail', ...(isSet(tags.get('tunnel')) && { tunnel: true }) } }
  }
  const kind = tags.get('waterway') ?? ''
  const waterway = WATERWAYS[kind]
  if (waterway === undefined || isSet(tags.get('tunnel'))) return undefined
  return { layer: 'waterways', minZoom: waterway, properties: named({ kind }, tags) }
}

/** Kind of a node as a point. */
export function readPoint(tags: Tags): Kind | undefined {
  const kind = tags.get('place') ?? ''
  const isCapital = tags.get('capital') === 'yes'
  const minZoom = isCapital && kind in PLACES ? PLACES.city : PLACES[kind]
  const name = tags.get('name')
  if (minZoom === undefined || name === undefined) return undefined
  const population = Number.parseInt(tags.get('population') ?? '', 10)
  // Capitals win when labels collide, then larger places.
  const rank = minZoom * 10 - (population > 0 ? Math.min(9, Math.log10(population)) : 0)
  return { layer: 'places', minZoom, properties: { kind, name, rank: Math.round(rank * 10) / 10 } }
}

export function readHouseNumber(tags: Tags): Kind | undefined {
  const number = tags.get('addr:housenumber')
  if (number === undefined || number.length > 12) return undefined
  return { layer: 'addresses', minZoom: 14, properties: { number } }
}

/** Administrative level of the border that a relation draws, with its first zoom. */
export function readBoundary(tags: Tags): Kind | undefined {
  if (tags.get('boundary') !== 'administrative') return undefined
  const level = tags.get('admin_level') ?? ''
  const minZoom = BOUNDARIES[level]
  return minZoom === undefined ? undefined : { layer: 'boundaries', minZoom, properties: { level: Number(level) } }
}

function lookUp(table: KindTable, tags: Tags): string | undefined {
  for (const [key, kinds] of Object.entries(table)) {
    const kind = kinds[tags.get(key) ?? '']
    if (kind !== undefined) return kind
  }
  return undefined
}

function named(properties: Properties, tags: Tags): Properties {
  const name = tags.get('name')
  return name === undefined ? properties : { ...properties, name }
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== 'no'
}
