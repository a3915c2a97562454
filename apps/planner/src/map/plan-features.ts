// A plan as features of a map: stops as points, routes as lines. Pure functions.
import type { BareRoute as Route } from '@routewright/contract'
import { readPolyline } from '@routewright/ui/polyline'
import { routeColor, textOn } from '@routewright/ui/route-colors'
import { placeText } from '../forms/place.ts'
import { lateSeconds, type PlanData } from '../plan/plan-data.ts'
import { pinPlace } from './pin-places.ts'

export interface Feature<Geometry, Properties> {
  type: 'Feature'
  geometry: Geometry
  properties: Properties
}
export interface FeatureCollection<Geometry, Properties> {
  type: 'FeatureCollection'
  features: Feature<Geometry, Properties>[]
}
export interface Point {
  type: 'Point'
  coordinates: [number, number]
}
export interface LineString {
  type: 'LineString'
  coordinates: [number, number][]
}

export interface StopProperties {
  id: string
  /** Place on the route from 1; empty for unassigned stops. */
  number: string
  color: string
  textColor: string
  routeId: string
  /** Higher ones are drawn above: late or broken ones, then the earlier of a route. */
  rank: number
  isFlagged: boolean
  status: string
}

/** `lat` and `lng` once more, because the map rounds what it draws. */
interface DepotProperties {
  lat: number
  lng: number
  label: string
  /** A charging place on the way of a route. */
  isCharging?: true
}

export interface IndexedFeatures {
  stops: FeatureCollection<Point, StopProperties>
  routes: FeatureCollection<LineString, { id: string; color: string; isStraight: boolean }>
  depots: FeatureCollection<Point, DepotProperties>
}

/** Words upon pins of unassigned stops, which have no colour of a route. */
const OPEN_COLOR = '#5a6576'
/** Above more stops than a plan has, and a chosen route above these. */
const FLAGGED_RANK = 100_000
export const CHOSEN_RANK = 1_000_000

/** Tracks are decoded once: the same text gives the same points. */
const tracks = new WeakMap<Route, [number, number][]>()

/** `midnight` is when the plan's day begins, milliseconds since 1970. */
export function planFeatures(data: PlanData, midnight: number): IndexedFeatures {
  const stops: Feature<Point, StopProperties>[] = []
  const add = (id: string, number: string, color: string, routeId: string) => {
    const stop = data.stops.get(id)!
    const place = pinPlace(data, stop)
    if (!place) return
    const isFlagged = stop.optimization_warning || lateSeconds(stop, midnight) > 0
    stops.push({
      type: 'Feature',
      // No `id`: the map takes numbers only. It keeps its marks by the property that `promoteId` names.
      geometry: { type: 'Point', coordinates: place },
      properties: {
        id,
        number,
        color,
        textColor: number === '' ? OPEN_COLOR : textOn(color),
        routeId,
        rank: (isFlagged ? FLAGGED_RANK : 0) - stops.length,
        isFlagged: routeId !== '' && isFlagged,
        status: stop.status,
      },
    })
  }
  for (const id of data.unassigned) add(id, '', '#ffffff', '')
  for (const [index, route] of data.routes.entries()) {
    const color = routeColor(route, index)
    for (const [place, id] of (data.orders.get(route.id) ?? []).entries()) add(id, String(place + 1), color, route.id)
  }
  return {
    stops: { type: 'FeatureCollection', features: stops },
    routes: { type: 'FeatureCollection', features: data.routes.flatMap((route, index) => getLine(data, route, index)) },
    depots: { type: 'FeatureCollection', features: listDepots(data) },
  }
}

/** Several plans on one map. */
export function joinFeatures(plans: readonly IndexedFeatures[]): IndexedFeatures {
  return {
    stops: { type: 'FeatureCollection', features: plans.flatMap(({ stops }) => stops.features) },
    routes: { type: 'FeatureCollection', features: plans.flatMap(({ routes }) => routes.features) },
    depots: { type: 'FeatureCollection', features: plans.flatMap(({ depots }) => depots.features) },
  }
}

/** The same without some routes and their stops. */
export function withoutRoutes(features: IndexedFeatures, hidden: ReadonlySet<string>): IndexedFeatures {
  if (hidden.size === 0) return features
  const { stops, routes, depots } = features
  return {
    stops: { ...stops, features: stops.features.filter(({ properties }) => !hidden.has(properties.routeId)) },
    routes: { ...routes, features: routes.features.filter(({ properties }) => !hidden.has(properties.id)) },
    depots,
  }
}

function getLine(data: PlanData, route: Route, index: number): IndexedFeatures['routes']['features'] {
  const order = data.orders.get(route.id) ?? []
  if (order.length === 0) return []
  const coordinates = getTrack(data, route)
  if (coordinates.length < 2) return []
  return [
    {
      type: 'Feature',
      geometry: { type: 'LineString', coordinates },
      properties: { id: route.id, color: routeColor(route, index), isStraight: !route.planned_track },
    },
  ]
}

/** The planned way, or straight lines from place to place where there is none yet. */
export function getTrack(data: PlanData, route: Route): [number, number][] {
  if (route.planned_track) {
    const held = tracks.get(route)
    if (held) return held
    const read = readPolyline(route.planned_track)
    tracks.set(route, read)
    return read
  }
  const places = [
    route.start_location,
    ...(data.orders.get(route.id) ?? []).map((id) => data.stops.get(id)?.location),
    route.end_location,
  ]
  return listPoints(places)
}

function listPoints(places: readonly ({ lat?: number; lng?: number } | undefined)[]): [number, number][] {
  return places.flatMap((place) =>
    place?.lat !== undefined && place.lng !== undefined ? [[place.lng, place.lat] as [number, number]] : [],
  )
}

/** Where routes begin and end, and where they charge. */
function listDepots(data: PlanData): IndexedFeatures['depots']['features'] {
  const seen = new Map<string, Feature<Point, DepotProperties>>()
  for (const route of data.routes) {
    for (const place of [route.start_location, route.end_location]) {
      if (place?.lat === undefined || place.lng === undefined) continue
      seen.set(`${place.lng} ${place.lat}`, {
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [place.lng, place.lat] },
        properties: { lat: place.lat, lng: place.lng, label: placeText(place) },
      })
    }
  }
  for (const { planned_charge } of data.routes) {
    for (const { label, location } of planned_charge?.charging ?? []) {
      seen.set(`${location.lng} ${location.lat} charging`, {
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [location.lng, location.lat] },
        properties: { ...location, label, isCharging: true },
      })
    }
  }
  return [...seen.values()]
}

export interface Track {
  route_id: string
  stop_ids: readonly string[]
}

/** Orders that are only proposed, as straight lines from place to place. */
export function proposedFeatures(data: PlanData, tracks: readonly Track[]): IndexedFeatures['routes'] {
  const features = tracks.flatMap(({ route_id, stop_ids }, place) => {
    const index = data.routes.findIndex(({ id }) => id === route_id)
    const route = data.routes[index]
    const places = [route?.start_location, ...stop_ids.map((id) => data.stops.get(id)?.location), route?.end_location]
    const coordinates = listPoints(places)
    if (stop_ids.length === 0 || coordinates.length < 2) return []
    const color = routeColor(route ?? {}, index === -1 ? place : index)
    return [
      {
        type: 'Feature' as const,
        geometry: { type: 'LineString' as const, coordinates },
        properties: { id: route_id, color, isStraight: true },
      },
    ]
  })
  return { type: 'FeatureCollection', features }
}

/** Bounds of all stops and depots; undefined without any place. */
export function computeBounds({ stops, depots }: IndexedFeatures): [[number, number], [number, number]] | undefined {
  let west = Infinity
  let south = Infinity
  let east = -Infinity
  let north = -Infinity
  for (const { geometry } of [...stops.features, ...depots.features]) {
    const [lng, lat] = geometry.coordinates
    west = Math.min(west, lng)
    east = Math.max(east, lng)
    south = Math.min(south, lat)
    north = Math.max(north, lat)
  }
  return west === Infinity
    ? undefined
    : [
        [west, south],
        [east, north],
      ]
}
