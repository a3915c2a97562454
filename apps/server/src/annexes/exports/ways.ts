// Routes for other maps and devices: their planned ways, what was driven and their stops as GeoJSON (RFC 7946), GPX 1.1 or KML 2.2.
import { addressLine } from '@routewright/contract/address-line'
import { escapeHtml } from '../../frame/platform/html.ts'
import { decodePolyline } from '../../geography/travel/polyline.ts'
import { nameOfPlan } from './plan-name.ts'
import type { RouteSheet, RouteSheets } from './route-sheets.ts'

export type WayFormat = 'geojson' | 'gpx' | 'kml'

/** A route with what other programs draw of it. */
interface Way {
  id: string
  name: string
  /** #rrggbb, where the route has one of its own. */
  color: string | undefined
  /** Longitude, latitude. */
  line: [number, number][]
  /** Recorded positions, in order of time. */
  driven: readonly { at: [number, number]; moment: Date }[]
  stops: { number: number; name: string; address: string; at: [number, number]; time: string | undefined }[]
}

/** A route with where its van was. */
export interface DrivenSheet extends RouteSheet {
  driven: readonly { lat: number; lng: number; recorded_at: Date }[]
}

type DrivenSheets = Omit<RouteSheets, 'sheets'> & { sheets: readonly DrivenSheet[] }

/** The file's text. A stop without a place is left out; a route without a way has its stops only. */
export function writeWays({ plan, sheets }: DrivenSheets, format: WayFormat): string {
  return { geojson: writeGeoJson, gpx: writeGpx, kml: writeKml }[format](nameOfPlan(plan), sheets.map(readWay))
}

/** A second line of the same route; the word is the same in every language. */
const drivenName = (route: string) => `${route} · GPS`

function readWay({ route, stops, driven }: DrivenSheet, index: number): Way {
  return {
    id: route.id,
    name: route.label ?? route.plate ?? `#${index + 1}`,
    color: /^#[0-9a-f]{6}$/i.test(route.color ?? '') ? route.color! : undefined,
    line: decodePolyline(route.planned_track ?? '').map(({ lng, lat }) => [lng, lat]),
    driven: driven.map(({ lat, lng, recorded_at }) => ({ at: [lng, lat], moment: recorded_at })),
    stops: stops.flatMap((stop, place) => {
      const { lat, lng } = stop.location ?? {}
      if (lat === undefined || lng === undefined) return []
      const address = addressLine(stop.location!) || (stop.location?.label ?? '')
      const seconds = stop.planned_arrival_time
      return {
        number: place + 1,
        name: stop.label ?? stop.external_id ?? address,
        address,
        at: [lng, lat],
        time: seconds === undefined ? undefined : getClock(seconds),
      }
    }),
  }
}

/** Hours and minutes of the plan's day. */
function getClock(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}

function writeGeoJson(name: string, ways: readonly Way[]): string {
  const features = ways.flatMap(({ id: route_id, name: route, color, line, driven, stops }) => [
    ...lineFeature(line, { route, route_id, track: 'planned', stroke: color }),
    ...lineFeature(
      driven.map(({ at }) => at),
      { route, route_id, track: 'driven', stroke: color, times: driven.map(({ moment }) => moment.toISOString()) },
    ),
    ...stops.map(({ at, time, ...stop }) =>
      makeFeature({ type: 'Point', coordinates: at }, { route, ...stop, planned_arrival: time, 'marker-color': color }),
    ),
  ])
  return JSON.stringify({ type: 'FeatureCollection', name, features })
}

/** Returns the line as a feature; empty where there is no line to draw. */
function lineFeature(coordinates: readonly [number, number][], properties: object): object[] {
  return coordinates.length > 1 ? [makeFeature({ type: 'LineString', coordinates }, properties)] : []
}

const makeFeature = (geometry: object, properties: object) => ({ type: 'Feature', geometry, properties })

function writeGpx(name: string, ways: readonly Way[]): string {
  const points = ways.flatMap(({ name: route, stops }) =>
    stops.map(
      ({ number, name: stop, address, at: [lng, lat], time }) =>
        `<wpt lat="${lat}" lon="${lng}"><name>${text(`${number}. ${stop}`)}</name><desc>${text(getNote(route, time, address))}</desc></wpt>`,
    ),
  )
  const tracks = ways.flatMap(({ name: route, line, driven }) => [
    ...gpxTrack(
      route,
      line.map(([lng, lat]) => `<trkpt lat="${lat}" lon="${lng}"/>`),
    ),
    ...gpxTrack(
      drivenName(route),
      driven.map(({ at: [lng, lat], moment }) => {
        return `<trkpt lat="${lat}" lon="${lng}"><time>${moment.toISOString()}</time></trkpt>`
      }),
    ),
  ])
  return `<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" creator="Routewright" xmlns="http://www.topografix.com/GPX/1/1">
<metadata><name>${text(name)}</name></metadata>
${[...points, ...tracks].join('\n')}
</gpx>
`
}

function gpxTrack(name: string, points: readonly string[]): string[] {
  return points.length < 2 ? [] : [`<trk><name>${text(name)}</name><trkseg>${points.join('')}</trkseg></trk>`]
}

function writeKml(name: string, ways: readonly Way[]): string {
  const folders = ways.map(({ name: route, color, line, driven, stops }) => {
    const style = color ? `<Style><LineStyle><color>${kmlColor(color)}</color></LineStyle></Style>` : ''
    const lines = [
      kmlLine(route, style, line),
      kmlLine(
        drivenName(route),
        style,
        driven.map(({ at }) => at),
      ),
    ]
    const pins = stops.map(
      ({ number, name: stop, address, at: [lng, lat], time }) =>
        `<Placemark><name>${text(`${number}. ${stop}`)}</name><description>${text(getNote(route, time, address))}</description><Point><coordinates>${lng},${lat}</coordinates></Point></Placemark>`,
    )
    return `<Folder><name>${text(route)}</name>${lines.join('')}${pins.join('')}</Folder>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>${text(name)}</name>
${folders.join('\n')}
</Document></kml>
`
}

function kmlLine(name: string, style: string, points: readonly [number, number][]): string {
  if (points.length < 2) return ''
  const path = points.map(([lng, lat]) => `${lng},${lat}`).join(' ')
  return `<Placemark><name>${text(name)}</name>${style}<LineString><tessellate>1</tessellate><coordinates>${path}</coordinates></LineString></Placemark>`
}

const getNote = (...parts: readonly (string | undefined)[]) => parts.filter(Boolean).join(' · ')

/** Escapes text for XML, without the control characters that XML cannot contain. */
function text(value: string): string {
  return escapeHtml([...value].filter((character) => character >= ' ' || character === '\n').join(''))
}

/** #rrggbb as aabbggrr. */
function kmlColor(color: string): string {
  const [, red, green, blue] = /^#(..)(..)(..)$/.exec(color)!
  return `ff${blue}${green}${red}`
}
