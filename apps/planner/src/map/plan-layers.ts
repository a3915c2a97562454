// The layers of a plan on the map, above any ground.
import type { MapTheme } from '@routewright/ui/map'
import type { GeoJSONSource } from 'maplibre-gl'
import type { PlannerMap } from './ground.ts'
import type { IndexedFeatures } from './plan-features.ts'

const EMPTY = { type: 'FeatureCollection' as const, features: [] }
export const STOPS = 'plan-stops'
export const ROUTES = 'plan-routes'
const DEPOTS = 'plan-depots'
const PROPOSED = 'plan-proposed'

/** Puts sources and layers on a style that has none of them yet. */
export function addPlanLayers(map: PlannerMap, theme: MapTheme): void {
  if (map.getSource(STOPS)) return
  const halo = theme === 'dark' ? '#0f141b' : '#ffffff'
  const line = theme === 'dark' ? '#a7b2c3' : '#5a6576'
  map.addSource(ROUTES, { type: 'geojson', data: EMPTY, promoteId: 'id', tolerance: 0.6 })
  map.addSource(STOPS, { type: 'geojson', data: EMPTY, promoteId: 'id', buffer: 16, maxzoom: 14 })
  map.addSource(DEPOTS, { type: 'geojson', data: EMPTY })
  map.addSource(PROPOSED, { type: 'geojson', data: EMPTY })
  const isDimmed = ['boolean', ['feature-state', 'dimmed'], false] as const
  map.addLayer({
    id: 'plan-route-halo',
    type: 'line',
    source: ROUTES,
    layout: { 'line-join': 'round' },
    paint: {
      'line-color': halo,
      'line-width': ['interpolate', ['linear'], ['zoom'], 8, 3, 14, 7],
      'line-opacity': ['case', isDimmed as never, 0.1, 0.7],
    },
  })
  map.addLayer({
    id: ROUTES,
    type: 'line',
    source: ROUTES,
    layout: { 'line-join': 'round' },
    paint: {
      'line-color': ['get', 'color'],
      'line-width': ['interpolate', ['linear'], ['zoom'], 8, 1.6, 14, 4],
      'line-opacity': ['case', isDimmed as never, 0.18, 0.9],
    },
  })
  map.addLayer({
    id: PROPOSED,
    type: 'line',
    source: PROPOSED,
    layout: { 'line-join': 'round' },
    paint: { 'line-color': ['get', 'color'], 'line-width': 2.5, 'line-dasharray': [2, 1.2] },
  })
  map.addLayer({
    id: DEPOTS,
    type: 'circle',
    source: DEPOTS,
    paint: {
      'circle-radius': 7,
      'circle-color': theme === 'dark' ? '#edf1f7' : '#16202e',
      'circle-stroke-color': halo,
      'circle-stroke-width': 3,
    },
  })
  const radius = ['interpolate', ['linear'], ['zoom'], 8, 3.5, 12, 8, 15, 12]
  const isSelected = ['boolean', ['feature-state', 'selected'], false]
  map.addLayer({
    id: 'plan-stop-ring',
    type: 'circle',
    source: STOPS,
    paint: {
      'circle-radius': ['interpolate', ['linear'], ['zoom'], 8, 7, 12, 12, 15, 17],
      'circle-color': theme === 'dark' ? '#76a7ff' : '#1f5fd6',
      'circle-opacity': ['case', isSelected as never, 0.95, ['boolean', ['feature-state', 'hovered'], false], 0.45, 0],
    },
  })
  map.addLayer({
    id: STOPS,
    type: 'circle',
    source: STOPS,
    layout: { 'circle-sort-key': ['get', 'rank'] },
    paint: {
      'circle-radius': radius as never,
      'circle-color': ['get', 'color'],
      'circle-stroke-width': ['case', ['get', 'isFlagged'], 2.5, 1.6],
      'circle-stroke-color': ['case', ['get', 'isFlagged'], '#e0483c', ['==', ['get', 'routeId'], ''], line, halo],
      'circle-opacity': ['case', isDimmed as never, 0.25, ['==', ['get', 'status'], 'pending'], 1, 0.55],
      'circle-stroke-opacity': ['case', isDimmed as never, 0.25, 1],
    },
  })
  map.addLayer({
    id: 'plan-stop-number',
    type: 'symbol',
    source: STOPS,
    minzoom: 11,
    layout: {
      'text-field': ['get', 'number'],
      'text-font': ['Inter Variable'],
      'text-size': ['interpolate', ['linear'], ['zoom'], 11, 8.5, 15, 12],
      'text-allow-overlap': true,
      'text-ignore-placement': true,
    },
    paint: { 'text-color': ['get', 'textColor'], 'text-opacity': ['case', isDimmed as never, 0.25, 1] },
  })
}

/** Gives the layers their data. Before the style is there nothing happens; the caller comes again then. */
export function setPlanData(map: PlannerMap, features: IndexedFeatures): void {
  ;(map.getSource(ROUTES) as GeoJSONSource | undefined)?.setData(features.routes)
  ;(map.getSource(STOPS) as GeoJSONSource | undefined)?.setData(features.stops)
  ;(map.getSource(DEPOTS) as GeoJSONSource | undefined)?.setData(features.depots)
}

/** Shows proposed orders instead of the planned ones, or with undefined the planned ones again. */
export function setProposed(map: PlannerMap, proposed: IndexedFeatures['routes'] | undefined): void {
  ;(map.getSource(PROPOSED) as GeoJSONSource | undefined)?.setData(proposed ?? EMPTY)
  const visibility = proposed ? 'none' : 'visible'
  for (const layer of ['plan-route-halo', ROUTES]) {
    if (map.getLayer(layer)) map.setLayoutProperty(layer, 'visibility', visibility)
  }
}

/** Marks features by a state, telling the map only what changed; answers what is marked now. */
export function markFeatures(
  map: PlannerMap,
  source: string,
  state: 'selected' | 'hovered' | 'dimmed',
  wanted: ReadonlySet<string>,
  marked: ReadonlySet<string>,
): ReadonlySet<string> {
  if (!map.getSource(source)) return new Set()
  for (const id of marked) if (!wanted.has(id)) map.setFeatureState({ source, id }, { [state]: false })
  for (const id of wanted) if (!marked.has(id)) map.setFeatureState({ source, id }, { [state]: true })
  return wanted
}
