// Reads the recorded points of a GPX file (1.0 and 1.1).
import { SaxesParser, type SaxesTagPlain } from 'saxes'
import type { NewPosition } from '../../data/positions.sql.ts'
import { invalidPayload } from '../../frame/platform/api-error.ts'
import { readInstant } from '../../frame/written-values/written-values.ts'

/** Loggers write every second; nobody drives so crookedly that more than this tells. */
const apartMilliseconds = 5_000
/** A day of driving, thinned so, is a fifth of it. */
const mostPoints = 50_000

/** The points with a place and a time, in order of time, at least five seconds apart. Throws invalid_payload for the field gpx. */
export function readGpx(text: string): NewPosition[] {
  const points = parse(text).sort((a, b) => Date.parse(a.recorded_at) - Date.parse(b.recorded_at))
  const kept: NewPosition[] = []
  let last = Number.NEGATIVE_INFINITY
  for (const point of points) {
    const moment = Date.parse(point.recorded_at)
    if (moment - last < apartMilliseconds) continue
    kept.push(point)
    last = moment
  }
  if (kept.length === 0) throw invalidPayload('gpx', 'has no track point with a place and a time')
  if (kept.length > mostPoints) throw invalidPayload('gpx', `has more than ${mostPoints} points five seconds apart`)
  return kept
}

/** The parser knows no entities but those of XML itself, so no file is larger than it looks. */
function parse(text: string): NewPosition[] {
  const parser = new SaxesParser()
  const reader = new TrackReader()
  parser.on('opentag', (tag) => reader.open(tag))
  parser.on('text', (piece) => reader.hear(piece))
  parser.on('closetag', (tag) => reader.close(tag))
  parser.on('error', (error) => {
    throw invalidPayload('gpx', `is no XML that can be read: ${error.message.slice(0, 200)}`)
  })
  parser.write(text).close()
  if (!reader.isGpx) throw invalidPayload('gpx', 'must be a GPX file: its first element is gpx')
  return reader.points
}

/** Hears the elements of a file; points of routes and waypoints are planned, not driven. */
class TrackReader {
  readonly points: NewPosition[] = []
  isGpx = false
  private depth = 0
  private place: { lat: number; lng: number } | undefined
  private text = ''
  private time = ''

  open({ name, attributes }: SaxesTagPlain): void {
    if (this.depth === 0) this.isGpx = localName(name) === 'gpx'
    this.depth += 1
    this.text = ''
    if (localName(name) === 'trkpt') {
      this.place = findPlace(attributes)
      this.time = ''
    }
  }

  hear(piece: string): void {
    this.text += piece
  }

  close({ name }: SaxesTagPlain): void {
    this.depth -= 1
    if (localName(name) === 'time') this.time = this.text.trim()
    if (localName(name) !== 'trkpt') return
    const moment = readInstant(this.time)
    if (this.place && moment) this.points.push({ ...this.place, recorded_at: moment.toISOString() })
    this.place = undefined
  }
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

function findPlace({ lat, lon }: Record<string, string>): { lat: number; lng: number } | undefined {
  const place = { lat: Number(lat || Number.NaN), lng: Number(lon || Number.NaN) }
  return Math.abs(place.lat) <= 90 && Math.abs(place.lng) <= 180 ? place : undefined
}
