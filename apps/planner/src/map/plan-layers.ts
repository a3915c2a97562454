// The layers of a plan on the map, above any ground.
import type { MapTheme } from '@routewright/ui/map'
import type { ExpressionSpecification } from 'maplibre-gl'
import type { MapOverlay } from '../shell/map-ground.ts'
import type { IndexedFeatures } from './plan-features.ts'

export const EMPTY = { type: 'FeatureCollection' as const, features: [] }
export const STOPS = 'plan-stops'
export const ROUTES = 'plan-routes'
export const DEPOTS = 'plan-depots'
export const NUMBERS = 'plan-stop-number'
/** The direction of the chosen route. */
export const ARROWS = 'plan-route-arrows'
export const PROPOSED = 'plan-proposed'
export const ZONES = 'plan-zones'
export const ZONE_LINES = 'plan-zone-lines'
export const ROUTE_HALO = 'plan-route-halo'
export const DRIVEN = 'plan-driven'
export const REACH = 'plan-reach'

/** Layer of stops that are drawn together; its source is that of the stops. */
export const CLUSTERS = 'plan-clusters'
export const isOne: ExpressionSpecification = ['!', ['has', 'point_count']]

/** Whether a feature belongs to the route; none does without one. */
export const isRoute = (property: string, routeId: string | undefined): ExpressionSpecification => [
  '==',
  ['get', property],
  routeId ?? '-',
]

const isDimmed = ['boolean', ['feature-state', 'dimmed'], false]
const isSelected = ['boolean', ['feature-state', 'selected'], false]
/** Zoom and radius in pixels. */
const stopRadii = [
  [6, 4],
  [9, 8],
  [15, 12],
] as const
/** From nearer than this zoom pins are large enough for a number. */
const NUMBERED_FROM = 7.5
/** Radius of a pin that another route stands out against, pixels. */
const PALE_RADIUS = 3.5

/** Colours of a light and of a dark ground. */
const palettes = {
  light: { halo: '#ffffff', line: '#5a6576', accent: '#1f5fd6', depot: '#16202e', charging: '#1a7f4b' },
  dark: { halo: '#0f141b', line: '#a7b2c3', accent: '#76a7ff', depot: '#edf1f7', charging: '#4fd08a' },
} as const
type Palette = (typeof palettes)[MapTheme]

/** Sources with what they show now, and layers. */
export function planOverlay(theme: MapTheme, features: IndexedFeatures): MapOverlay {
  const palette = palettes[theme]
  return {
    sources: {
      [ROUTES]: { type: 'geojson', data: features.routes, promoteId: 'id', tolerance: 0.6 },
      [STOPS]: {
        type: 'geojson',
        data: features.stops,
        promoteId: 'id',
        buffer: 16,
        maxzoom: 14,
        cluster: isCrowded(features),
        clusterMaxZoom: CLUSTERED_TO,
        clusterRadius: CLUSTER_RADIUS,
      },
      [DEPOTS]: { type: 'geojson', data: features.depots },
      [PROPOSED]: { type: 'geojson', data: EMPTY },
      [ZONES]: { type: 'geojson', data: EMPTY },
      [DRIVEN]: { type: 'geojson', data: EMPTY, tolerance: 0.6 },
      [REACH]: { type: 'geojson', data: EMPTY },
    },
    layers: [
      ...reachLayers(),
      ...zoneLayers(),
      ...routeLayers(palette),
      drivenLayer(palette),
      depotLayer(palette),
      ...stopLayers(palette),
      ...clusterLayers(palette),
    ] as MapOverlay['layers'],
  }
}

/** More stops than this are drawn together where they lie close, from afar. */
const CROWDED_FROM = 400
/** From nearer than this zoom every stop has a pin of its own. */
const CLUSTERED_TO = 11
/** Pixels. */
const CLUSTER_RADIUS = 30

export function isCrowded({ stops }: IndexedFeatures): boolean {
  return stops.features.length > CROWDED_FROM
}

function routeLayers({ halo }: Palette) {
  return [
    {
      id: ROUTE_HALO,
      type: 'line',
      source: ROUTES,
      // From farther away lines lie so close that their edges would only hide each other.
      minzoom: 10,
      layout: { 'line-join': 'round' },
      paint: {
        'line-color': halo,
        'line-width': ['interpolate', ['linear'], ['zoom'], 8, 3, 14, 7],
        'line-opacity': ['case', isDimmed, 0.1, 0.7],
      },
    },
    {
      id: ROUTES,
      type: 'line',
      source: ROUTES,
      layout: { 'line-join': 'round' },
      paint: {
        'line-color': ['get', 'color'],
        'line-width': ['interpolate', ['linear'], ['zoom'], 8, 1.6, 14, 4],
        'line-opacity': ['case', isDimmed, 0.18, 0.9],
      },
    },
    arrowLayer(halo),
    {
      id: PROPOSED,
      type: 'line',
      source: PROPOSED,
      layout: { 'line-join': 'round' },
      paint: { 'line-color': ['get', 'color'], 'line-width': 2.5, 'line-dasharray': [2, 1.2] },
    },
  ]
}

/** The direction of the chosen route, along its line. */
function arrowLayer(halo: string) {
  return {
    id: ARROWS,
    type: 'symbol',
    source: ROUTES,
    filter: isRoute('id', undefined),
    layout: {
      'symbol-placement': 'line',
      'symbol-spacing': 70,
      'text-field': '›',
      'text-font': ['Inter Variable'],
      'text-size': 26,
      'text-keep-upright': false,
      'text-allow-overlap': true,
      'text-ignore-placement': true,
    },
    paint: { 'text-color': ['get', 'color'], 'text-halo-color': halo, 'text-halo-width': 2 },
  }
}

/** The widest area first, so that the nearer ones lie upon it. */
function reachLayers() {
  const color = ['get', 'color']
  return [
    { id: REACH, type: 'fill', source: REACH, paint: { 'fill-color': color, 'fill-opacity': 0.2 } },
    { id: 'plan-reach-lines', type: 'line', source: REACH, paint: { 'line-color': color, 'line-width': 1.5 } },
  ]
}

function zoneLayers() {
  const color = ['get', 'color']
  return [
    { id: ZONES, type: 'fill', source: ZONES, paint: { 'fill-color': color, 'fill-opacity': 0.12 } },
    { id: ZONE_LINES, type: 'line', source: ZONES, paint: { 'line-color': color, 'line-width': 1.5 } },
  ]
}

/** Dashes upon the planned ways, in no route's colour: where both lie on one road, both are seen. */
function drivenLayer({ depot }: Palette) {
  return {
    id: DRIVEN,
    type: 'line',
    source: DRIVEN,
    layout: { 'line-join': 'round' },
    paint: { 'line-color': depot, 'line-width': 2, 'line-dasharray': [1.5, 1.5] },
  }
}

function depotLayer({ halo, depot, charging }: Palette) {
  const color = ['case', ['has', 'isCharging'], charging, depot]
  return {
    id: DEPOTS,
    type: 'circle',
    source: DEPOTS,
    paint: { 'circle-radius': 7, 'circle-color': color, 'circle-stroke-color': halo, 'circle-stroke-width': 3 },
  }
}

/** A step of the radius: small where another route stands out. */
function paleOrWhole([zoom, radius]: readonly [number, number]) {
  return [zoom, ['case', isDimmed, PALE_RADIUS, radius]]
}

/** The stops with their places on the routes. */
function stopLayers({ halo, line, accent }: Palette) {
  const isFlagged = ['get', 'isFlagged']
  const isUnassigned = ['==', ['get', 'routeId'], '']
  return [
    {
      id: STOPS,
      type: 'circle',
      source: STOPS,
      filter: isOne,
      layout: { 'circle-sort-key': ['get', 'rank'] },
      paint: {
        'circle-radius': ['interpolate', ['linear'], ['zoom'], ...stopRadii.flatMap(paleOrWhole)],
        'circle-color': ['get', 'color'],
        'circle-stroke-width': ['case', isSelected, 4, isFlagged, 2.5, 1.6],
        'circle-stroke-color': ['case', isSelected, accent, isFlagged, '#e0483c', isUnassigned, line, halo],
        'circle-opacity': ['case', isDimmed, 0.25, ['==', ['get', 'status'], 'pending'], 1, 0.55],
        'circle-stroke-opacity': ['case', isSelected, 1, isDimmed, 0.25, 1],
      },
    },
    {
      id: NUMBERS,
      type: 'symbol',
      source: STOPS,
      filter: isOne,
      minzoom: NUMBERED_FROM,
      layout: {
        'text-field': ['get', 'number'],
        'text-font': ['Inter Variable'],
        'text-size': ['interpolate', ['linear'], ['zoom'], 8, 9, 15, 12],
        // Pins that cover each other show the number of the uppermost, and names of the ground keep away from all of them.
        'text-padding': 0,
        'symbol-sort-key': ['-', ['get', 'rank']],
      },
      paint: { 'text-color': ['get', 'textColor'], 'text-opacity': ['case', isDimmed, 0.25, 1] },
    },
  ]
}

/** Several stops as one circle, the larger the more they are, with their number. */
function clusterLayers({ halo, line, depot }: Palette) {
  const count = ['get', 'point_count']
  return [
    {
      id: CLUSTERS,
      type: 'circle',
      source: STOPS,
      filter: ['has', 'point_count'],
      paint: {
        'circle-radius': ['step', count, 11, 20, 14, 100, 18],
        'circle-color': halo,
        'circle-stroke-width': 2,
        'circle-stroke-color': line,
        'circle-opacity': 0.92,
      },
    },
    {
      id: 'plan-cluster-number',
      type: 'symbol',
      source: STOPS,
      filter: ['has', 'point_count'],
      layout: {
        'text-field': ['get', 'point_count_abbreviated'],
        'text-font': ['Inter Variable'],
        'text-size': 11,
        'text-allow-overlap': true,
        'text-padding': 8,
      },
      paint: { 'text-color': depot },
    },
  ]
}

/** How large a stop is drawn, pixels. */
export function stopRadius(zoom: number): number {
  const [first, middle, last] = stopRadii
  const [from, to] = zoom < middle[0] ? [first, middle] : [middle, last]
  const share = Math.min(1, Math.max(0, (zoom - from[0]) / (to[0] - from[0])))
  return from[1] + share * (to[1] - from[1])
}
