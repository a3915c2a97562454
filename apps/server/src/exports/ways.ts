// Routes for other maps and devices: their planned ways and their stops as GeoJSON (RFC 7946), GPX 1.1 or KML 2.2.
import { addressLine } from '@routewright/contract/address-line'
import { escapeHtml } from '../platform/html.ts'
import { decodePolyline } from '../travel/polyline.ts'
import { nameOfPlan } from './plan-name.ts'
import type { RouteSheet, RouteSheets } from './route-sheets.ts'

export type WayFormat = 'geojson' | 'gpx' | 'kml'

/** A route with what other programs draw of it. */
interface Way {
  name: string
  /** #rrggbb, where the route has one of its own. */
  color: string | undefined
  /** Longitude, latitude. */
  line: [number, number][]
  stops: { number: number; name: string; address: string; at: [number, number]; time: string | undefined }[]
}

/** The file's text. A stop without a place is left out; a route without a way has its stops only. */
export function writeWays({ plan, sheets }: RouteSheets, format: WayFormat): string {
  return { geojson: writeGeoJson, gpx: writeGpx, kml: writeKml }[format](nameOfPlan(plan), sheets.map(readWay))
}

function readWay({ route, stops }: RouteSheet, index: number): Way {
  return {
    name: route.label ?? route.plate ?? `#${index + 1}`,
    color: /^#[0-9a-f]{6}$/i.test(route.color ?? '') ? route.color! : undefined,
    line: decodePolyline(route.planned_track ?? '').map(({ lng, lat }) => [lng, lat]),
    stops: stops.flatMap((stop, place) => {
      const { lat, lng } = stop.location ?? {}
      if (lat === undefined || lng === undefined) return []
      const address = addressLine(stop.location!) || (stop.location?.label ?? '')
      const seconds = stop.planned_arrival_time
      return {
        ...{ number: place + 1, name: stop.label ?? stop.external_id ?? address, address, at: [lng, lat] },
        time: seconds === undefined ? undefined : clockOf(seconds),
      }
    }),
  }
}

/** Hours and minutes of the plan's day. */
function clockOf(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}

function writeGeoJson(name: string, ways: readonly Way[]): string {
  const features = ways.flatMap(({ name: route, color, line, stops }) => [
    ...(line.length > 1 ? [featureOf({ type: 'LineString', coordinates: line }, { route, stroke: color })] : []),
    ...stops.map(({ at, time, ...stop }) =>
      featureOf({ type: 'Point', coordinates: at }, { route, ...stop, planned_arrival: time, 'marker-color': color }),
    ),
  ])
  return JSON.stringify({ type: 'FeatureCollection', name, features })
}

const featureOf = (geometry: object, properties: object) => ({ type: 'Feature', geometry, properties })

function writeGpx(name: string, ways: readonly Way[]): string {
  const points = ways.flatMap(({ name: route, stops }) =>
    stops.map(
      ({ number, name: stop, address, at: [lng, lat], time }) =>
        `<wpt lat="${lat}" lon="${lng}"><name>${text(`${number}. ${stop}`)}</name><desc>${text(noteOf(route, time, address))}</desc></wpt>`,
    ),
  )
  const tracks = ways.flatMap(({ name: route, line }) => {
    if (line.length < 2) return []
    const segment = line.map(([lng, lat]) => `<trkpt lat="${lat}" lon="${lng}"/>`).join('')
    return `<trk><name>${text(route)}</name><trkseg>${segment}</trkseg></trk>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" creator="Routewright" xmlns="http://www.topografix.com/GPX/1/1">
<metadata><name>${text(name)}</name></metadata>
${[...points, ...tracks].join('\n')}
</gpx>
`
}

function writeKml(name: string, ways: readonly Way[]): string {
  const folders = ways.map(({ name: route, color, line, stops }) => {
    const style = color ? `<Style><LineStyle><color>${kmlColor(color)}</color></LineStyle></Style>` : ''
    const path = line.map(([lng, lat]) => `${lng},${lat}`).join(' ')
    const way = `<Placemark><name>${text(route)}</name>${style}<LineString><tessellate>1</tessellate><coordinates>${path}</coordinates></LineString></Placemark>`
    const pins = stops.map(
      ({ number, name: stop, address, at: [lng, lat], time }) =>
        `<Placemark><name>${text(`${number}. ${stop}`)}</name><description>${text(noteOf(route, time, address))}</description><Point><coordinates>${lng},${lat}</coordinates></Point></Placemark>`,
    )
    return `<Folder><name>${text(route)}</name>${line.length > 1 ? way : ''}${pins.join('')}</Folder>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>${text(name)}</name>
${folders.join('\n')}
</Document></kml>
`
}

const noteOf = (...parts: readonly (string | undefined)[]) => parts.filter(Boolean).join(' · ')

/** As text of XML, which has no room for most control characters. */
function text(value: string): string {
  return escapeHtml([...value].filter((character) => character >= ' ' || character === '\n').join(''))
}

/** #rrggbb as aabbggrr. */
function kmlColor(color: string): string {
  const [, red, green, blue] = /^#(..)(..)(..)$/.exec(color)!
  return `ff${blue}${green}${red}`
}
