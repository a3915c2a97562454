// State that the layers of a plan show: its data, the chosen route, overlays, a proposal, and marks.
import type { Zone } from '@routewright/contract'
import { routeColor } from '@routewright/ui/route-colors'
import type { ExpressionSpecification, GeoJSONSource } from 'maplibre-gl'
import type { ShownArea } from '../forms/reach-areas.ts'
import type { PlannerMap } from '../shell/map-ground.ts'
import { CHOSEN_RANK, type IndexedFeatures } from './plan-features.ts'
import {
  ARROWS,
  DEPOTS,
  DRIVEN,
  EMPTY,
  isCrowded,
  isOne,
  isRoute,
  NUMBERS,
  PROPOSED,
  REACH,
  ROUTE_HALO,
  ROUTES,
  STOPS,
  ZONE_LINES,
  ZONES,
} from './plan-layers.ts'

/** Overlays that a reader may add to the plan, or take away. */
export const mapLayers = ['depots', 'zones', 'driven'] as const
export type MapLayer = (typeof mapLayers)[number]
/** Layers of the style, by what they belong to. */
const layersOf: Record<MapLayer, readonly string[]> = {
  depots: [DEPOTS],
  zones: [ZONES, ZONE_LINES],
  driven: [DRIVEN],
}

/** Gives the layers other data. Before the style is there nothing happens: it begins with what there is then. */
export function setPlanData(map: PlannerMap, features: IndexedFeatures): void {
  map.getSource<GeoJSONSource>(ROUTES)?.setData(features.routes)
  map.getSource<GeoJSONSource>(STOPS)?.setData(features.stops)
  map.getSource<GeoJSONSource>(DEPOTS)?.setData(features.depots)
}

/** Puts one route in front: numbers and arrows are its own, and no stop is drawn together with others. */
export function setChosenRoute(map: PlannerMap, features: IndexedFeatures, routeId: string | undefined): void {
  const stops = map.getSource<GeoJSONSource>(STOPS)
  if (!stops) return
  const cluster = routeId === undefined && isCrowded(features)
  if (stops.getClusterOptions().cluster !== cluster) stops.setClusterOptions({ cluster })
  map.setFilter(NUMBERS, routeId === undefined ? isOne : isRoute('routeId', routeId))
  map.setFilter(ARROWS, isRoute('id', routeId))
  map.setLayoutProperty(ROUTES, 'line-sort-key', ['case', isRoute('id', routeId), 1, 0])
  const rank: ExpressionSpecification = ['get', 'rank']
  const raised: ExpressionSpecification = ['case', isRoute('routeId', routeId), ['+', rank, CHOSEN_RANK], rank]
  map.setLayoutProperty(STOPS, 'circle-sort-key', raised)
}

interface LaidUpon {
  chosen: readonly MapLayer[]
  zones: readonly Zone[]
  driven: object
}

/** Shows the chosen layers with these data, and hides the others. */
export function showLayers(map: PlannerMap, { chosen, zones, driven }: LaidUpon): void {
  const rings = zones.flatMap((zone, index) => {
    if (!zone.enabled) return []
    const coordinates = [[...zone.polygon, zone.polygon[0]!]]
    const properties = { color: routeColor(zone, index) }
    return [{ type: 'Feature' as const, geometry: { type: 'Polygon' as const, coordinates }, properties }]
  })
  map.getSource<GeoJSONSource>(ZONES)?.setData({ type: 'FeatureCollection', features: rings })
  map.getSource<GeoJSONSource>(DRIVEN)?.setData(driven as typeof EMPTY)
  for (const one of mapLayers) {
    const visibility = chosen.includes(one) ? 'visible' : 'none'
    for (const layer of layersOf[one]) if (map.getLayer(layer)) map.setLayoutProperty(layer, 'visibility', visibility)
  }
}

/** Shows what lies within some minutes, the widest area first; none takes them away. */
export function setReach(map: PlannerMap, areas: readonly ShownArea[]): void {
  const features = areas.map(({ color, geometry }) => ({ type: 'Feature', properties: { color }, geometry }))
  const source = map.getSource<GeoJSONSource>(REACH)
  source?.setData({ type: 'FeatureCollection', features } as unknown as typeof EMPTY)
}

/** Shows proposed orders instead of the planned ones, or with undefined the planned ones again. */
export function setProposed(map: PlannerMap, proposed: IndexedFeatures['routes'] | undefined): void {
  map.getSource<GeoJSONSource>(PROPOSED)?.setData(proposed ?? EMPTY)
  const visibility = proposed ? 'none' : 'visible'
  for (const layer of [ROUTE_HALO, ROUTES, ARROWS]) {
    if (map.getLayer(layer)) map.setLayoutProperty(layer, 'visibility', visibility)
  }
}

/** Marks features by a state, telling the map only what changed, and returns what is marked now. */
export function markFeatures(
  map: PlannerMap,
  source: string,
  state: 'selected' | 'dimmed',
  wanted: ReadonlySet<string>,
  marked: ReadonlySet<string>,
): ReadonlySet<string> {
  if (!map.getSource(source)) return new Set()
  for (const id of marked) if (!wanted.has(id)) map.setFeatureState({ source, id }, { [state]: false })
  for (const id of wanted) if (!marked.has(id)) map.setFeatureState({ source, id }, { [state]: true })
  return wanted
}
