// Positions as trackers send them: query strings and forms, Traccar's forwarding, OwnTracks, the Traccar Client, or plain JSON.
import { limits } from '@routewright/contract'
import type { NewPosition } from '../../data/positions.sql.ts'
import { invalidPayload } from '../../frame/platform/api-error.ts'
import { readInstant, readNumber } from '../../frame/written-values/written-values.ts'

export interface DevicePosition {
  deviceId: string
  name?: string
  position: NewPosition
}

type Fields = Readonly<Record<string, unknown>>

const longestDeviceId = 200
const metersASecondPerKnot = 1_852 / 3_600

/** Reads a query string or a form: one position, or none without a fix. Throws invalid_payload. */
export function readFormPosition(form: URLSearchParams, now: Date): DevicePosition[] {
  return readPlain(Object.fromEntries(form), '', now)
}

/** Reads a JSON body; skips positions without a fix, and messages of another kind. Throws invalid_payload. */
export function readJsonPositions(body: unknown, headers: Fields, now: Date): DevicePosition[] {
  if (Array.isArray(body)) return readList(body, 'body', now)
  const fields = requireObject(body, 'body')
  if (Array.isArray(fields.positions)) return readList(fields.positions, 'positions', now)
  if (isObject(fields.position)) return readTraccar(fields.position, fields.device, now)
  if (typeof fields._type === 'string') return readOwnTracks(fields, headers, now)
  if (typeof fields.location === 'object' && fields.location) return readTraccarClient(fields, now)
  return readPlain(fields, '', now)
}

/** Returns whether the body is from OwnTracks, which expects a list of commands in response; there are none. */
export function isOwnTracks(body: unknown): boolean {
  return isObject(body) && typeof body._type === 'string'
}

function readList(list: readonly unknown[], place: string, now: Date): DevicePosition[] {
  if (list.length > limits.POSITIONS_PER_BATCH) {
    throw invalidPayload(place, `must have at most ${limits.POSITIONS_PER_BATCH} positions`)
  }
  return list.flatMap((entry, at) => {
    const itsPlace = `${place}[${at}]`
    return readPlain(requireObject(entry, itsPlace), `${itsPlace}.`, now)
  })
}

/** The form of docs/positions.md, under the names that trackers use for the same. */
function readPlain(fields: Fields, place: string, now: Date): DevicePosition[] {
  const speed = fields.knots === undefined ? fields.speed : multiplied(fields.knots, metersASecondPerKnot)
  return assemble(place, now, {
    device: ['id', fields.id ?? fields.deviceid ?? fields.device_id],
    name: fields.name,
    isValid: !['false', '0', false].includes(fields.valid as string),
    lat: ['lat', fields.lat ?? fields.latitude],
    lng: ['lon', fields.lon ?? fields.lng ?? fields.longitude],
    moment: ['timestamp', fields.timestamp ?? fields.time ?? fields.recorded_at],
    orientation: fields.bearing ?? fields.heading ?? fields.course ?? fields.orientation,
    speed,
    accuracy: fields.accuracy,
  })
}

/** Reads Traccar's format: the device with its own number, knots, and an accuracy of 0 where none is known. */
function readTraccar(position: Fields, device: unknown, now: Date): DevicePosition[] {
  const { uniqueId, name } = requireObject(device, 'device')
  return assemble('', now, {
    device: ['device.uniqueId', uniqueId],
    name,
    isValid: position.valid !== false,
    lat: ['position.latitude', position.latitude],
    lng: ['position.longitude', position.longitude],
    moment: ['position.fixTime', position.fixTime ?? position.deviceTime],
    orientation: position.course,
    speed: multiplied(position.speed, metersASecondPerKnot),
    accuracy: position.accuracy === 0 ? undefined : position.accuracy,
  })
}

/** Only locations are of interest: OwnTracks also tells of regions, waypoints and itself. */
function readOwnTracks(fields: Fields, headers: Fields, now: Date): DevicePosition[] {
  if (fields._type !== 'location') return []
  const own = [headers['x-limit-u'], headers['x-limit-d']].filter(Boolean).join('/')
  const topic = typeof fields.topic === 'string' ? fields.topic.replace(/^owntracks\//, '') : undefined
  return assemble('', now, {
    device: ['topic', topic || own || fields.tid],
    name: undefined,
    isValid: true,
    lat: ['lat', fields.lat],
    lng: ['lon', fields.lon],
    moment: ['tst', fields.tst],
    orientation: fields.cog,
    speed: multiplied(fields.vel, 1_000 / 3_600),
    accuracy: fields.acc,
  })
}

/** The Traccar Client of today: one location or several, in metres a second, with -1 for what it does not know. */
function readTraccarClient({ location, device_id }: Fields, now: Date): DevicePosition[] {
  const locations = Array.isArray(location) ? location : [location]
  return locations.slice(0, limits.POSITIONS_PER_BATCH).flatMap((other, at) => {
    const place = Array.isArray(location) ? `location[${at}].` : 'location.'
    const { coords, timestamp } = requireObject(other, place.slice(0, -1))
    const { latitude, longitude, heading, speed, accuracy } = requireObject(coords, `${place}coords`)
    return assemble(place, now, {
      device: ['device_id', device_id],
      name: undefined,
      isValid: true,
      lat: ['coords.latitude', latitude],
      lng: ['coords.longitude', longitude],
      moment: ['timestamp', timestamp],
      orientation: heading,
      speed,
      accuracy,
    })
  })
}

interface Parts {
  device: readonly [place: string, value: unknown]
  name: unknown
  isValid: boolean
  lat: readonly [place: string, value: unknown]
  lng: readonly [place: string, value: unknown]
  /** Now where it is missing. */
  moment: readonly [place: string, value: unknown]
  orientation: unknown
  speed: unknown
  accuracy: unknown
}

/** Assembles a position: unreadable required parts are refused, unreadable optional ones are left out. */
function assemble(place: string, now: Date, parts: Parts): DevicePosition[] {
  const { device, name, isValid, orientation, speed, accuracy } = parts
  const deviceId = readDeviceId(place + device[0], device[1])
  if (!isValid) return []
  const lat = readDegrees(place + parts.lat[0], parts.lat[1], 90)
  const lng = readDegrees(place + parts.lng[0], parts.lng[1], 180)
  // In the sea off Ghana are only trackers that do not know where they are.
  if (lat === 0 && lng === 0) return []
  const position: NewPosition = {
    lat,
    lng,
    recorded_at: readMoment(place + parts.moment[0], parts.moment[1], now),
    ...optional('orientation', orientation, 0, 360),
    ...optional('speed', speed, 0, 500),
    ...optional('accuracy', accuracy, 0, 1e6),
  }
  const called = typeof name === 'string' ? name.trim().slice(0, limits.textLength.label) : ''
  return [{ deviceId, position, ...(called ? { name: called } : {}) }]
}

function readDeviceId(place: string, value: unknown): string {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value).trim() : ''
  if (text === '' || text.length > longestDeviceId || hasControlCharacter(text)) {
    throw invalidPayload(place, `must name the device, in 1 to ${longestDeviceId} characters`)
  }
  return text
}

function hasControlCharacter(text: string): boolean {
  return [...text].some((character) => character < ' ')
}

function readDegrees(place: string, value: unknown, most: number): number {
  const degrees = findNumber(value)
  if (degrees !== undefined && Math.abs(degrees) <= most) return degrees
  throw invalidPayload(place, `must be a number from -${most} to ${most}`)
}

function readMoment(place: string, value: unknown, now: Date): string {
  if (value === undefined || value === null || value === '') return now.toISOString()
  const moment = readInstant(String(value))
  const time = moment?.getTime() ?? Number.NaN
  if (time > 0 && time < 1e13) return moment!.toISOString()
  throw invalidPayload(place, 'must be a moment: seconds or milliseconds since 1970, or 2026-01-31T08:00:00Z')
}

function optional(name: 'orientation' | 'speed' | 'accuracy', value: unknown, least: number, most: number) {
  const number = findNumber(value)
  return number === undefined || number < least || number > most ? {} : { [name]: number }
}

function multiplied(value: unknown, factor: number): number | undefined {
  const number = findNumber(value)
  return number === undefined ? undefined : Math.round(number * factor * 100) / 100
}

function findNumber(value: unknown): number | undefined {
  const number = typeof value === 'number' || typeof value === 'string' ? readNumber(value) : Number.NaN
  return Number.isFinite(number) ? number : undefined
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function requireObject(value: unknown, place: string): Fields {
  if (isObject(value)) return value
  throw invalidPayload(place, 'must be a JSON object')
}
