// Reads a request as OSRM reads it, from an address or a JSON body, and refuses with the position that it names.
import { defaults, type OptionReader, type Options, optionsByService, type ServiceName } from './options.ts'
import { readPolyline } from './polylines.ts'
import { malformedQuery, malformedUrl, notImplemented, OsrmRefusal } from './refusal.ts'

export interface Coordinate {
  lat: number
  lng: number
}

export interface OsrmRequest {
  service: ServiceName
  profile: string
  coordinates: readonly Coordinate[]
  options: Options
}

/** The part of an address before the coordinates. */
interface Head {
  service: ServiceName
  profile: string
  /** Length of this part, from which positions in the rest count. */
  length: number
}

/** Reads `/route/v1/car/9.5,47.1;9.6,47.2?steps=true`, percent-encoded or not. Throws OsrmRefusal. */
export function readAddress(encoded: string): OsrmRequest {
  const url = decode(encoded)
  const match = /^\/(\w+)\/v(\d+)\/([\w-]+)\/(?=.)/s.exec(url)
  if (!match) throw malformedUrl(url, urlPosition(url))
  const head = knownHead(match[1] ?? '', match[2] ?? '', match[3] ?? '', match[0].length)
  return readRest(head, url.slice(head.length))
}

/** Reads a JSON body sent to `/route/v1/car`. Throws OsrmRefusal. */
export function readPosted(encoded: string, body: unknown): OsrmRequest {
  const url = decode(encoded)
  const match = /^\/(\w+)\/v(\d+)\/([\w-]+)\/?$/.exec(url)
  if (!match) throw malformedUrl(url, urlPosition(url))
  const head = knownHead(match[1] ?? '', match[2] ?? '', match[3] ?? '', match[0].length)
  if (head.service === 'nearest' || head.service === 'trip') {
    throw notImplemented(`Service ${head.service} does not support POST requests`)
  }
  return readBody(head, body)
}

function decode(encoded: string): string {
  try {
    return decodeURIComponent(encoded)
  } catch {
    return encoded
  }
}

/** Where an address stops being one. */
function urlPosition(url: string): number {
  const parts = [
    /^\//,
    /^\/\w+/,
    /^\/\w+\//,
    /^\/\w+\/v\d+/,
    /^\/\w+\/v\d+\//,
    /^\/\w+\/v\d+\/[\w-]+/,
    /^\/\w+\/v\d+\/[\w-]+\//,
  ]
  return Math.max(0, ...parts.map((part) => part.exec(url)?.[0].length ?? 0))
}

const services: readonly string[] = Object.keys(optionsByService)

function knownHead(service: string, version: string, profile: string, length: number): Head {
  if (!isService(service)) throw new OsrmRefusal('InvalidService', `Service ${service} not found!`)
  if (version !== '1') {
    throw new OsrmRefusal('InvalidVersion', `Version v${version} of service ${service} not found!`)
  }
  return { service, profile, length }
}

function isService(name: string): name is ServiceName {
  return services.includes(name)
}

function readRest({ service, profile, length }: Head, rest: string): OsrmRequest {
  const { coordinates, end } = readCoordinates(rest, length)
  const format = /^\.(json|flatbuffers)/.exec(rest.slice(end))
  if (format?.[1] === 'flatbuffers') throw notImplemented('The format flatbuffers is not supported, only json')
  const after = end + (format?.[0].length ?? 0)
  const options = { ...defaults }
  if (after < rest.length) {
    if (rest[after] !== '?') throw malformedQuery(length + after)
    readOptions(optionsByService[service], options, rest.slice(after + 1), length + after + 1)
  }
  return checked({ service, profile, coordinates, options })
}

/** OSRM keeps degrees in 32 bits with six decimals; larger numbers are no degrees to it. */
const mostDegrees = 2_147

const decimal = String.raw`[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?`

/** Reads coordinates up to the first character that belongs to none. */
function readCoordinates(text: string, before: number): { coordinates: Coordinate[]; end: number } {
  const encoded = /^polyline(6?)\(([^)]*)\)/.exec(text)
  if (encoded) {
    const coordinates = readPolyline(encoded[2] ?? '', encoded[1] === '6' ? 6 : 5)
    if (!coordinates) throw malformedQuery(before + encoded[0].length - 1, 'the polyline is cut off')
    return { coordinates, end: encoded[0].length }
  }
  const number = new RegExp(decimal, 'y')
  const coordinates: Coordinate[] = []
  for (let at = 0; ; ) {
    const lng = numberAt(number, text, at)
    // The pair is missing: the pairs before it are complete, but for the first.
    if (lng === undefined || Math.abs(lng.value) > mostDegrees) {
      if (coordinates.length > 0) return { coordinates, end: at - 1 }
      throw malformedQuery(before)
    }
    if (text[lng.end] !== ',') throw malformedQuery(before + lng.end)
    const lat = numberAt(number, text, lng.end + 1)
    if (!lat) throw malformedQuery(before + lng.end + 1)
    coordinates.push({ lat: lat.value, lng: lng.value })
    if (text[lat.end] !== ';') return { coordinates, end: lat.end }
    at = lat.end + 1
  }
}

function numberAt(number: RegExp, text: string, at: number): { value: number; end: number } | undefined {
  number.lastIndex = at
  const match = number.exec(text)
  if (!match) return undefined
  // The dot before a format belongs to no number.
  const written = match[0].endsWith('.') ? match[0].slice(0, -1) : match[0]
  return { value: Number(written), end: at + written.length }
}

function readOptions(
  known: Readonly<Record<string, OptionReader>>,
  options: Options,
  text: string,
  before: number,
): void {
  let at = 0
  for (const option of text.split('&')) {
    const [name = '', value] = cutAt(option, '=')
    const reader = Object.hasOwn(known, name) ? known[name] : undefined
    if (!reader || value === undefined) {
      throw malformedQuery(
        before + Math.max(0, at - 1),
        reader ? `option ${name} has no value` : `option ${name} is not known`,
      )
    }
    const wrong = reader.readText(options, value)
    if (wrong !== undefined) throw malformedQuery(before + at + name.length + 1 + wrong, `option ${name}`)
    at += option.length + 1
  }
}

function cutAt(text: string, separator: string): [before: string, after: string | undefined] {
  const place = text.indexOf(separator)
  return place < 0 ? [text, undefined] : [text.slice(0, place), text.slice(place + 1)]
}

function readBody({ service, profile }: Head, body: unknown): OsrmRequest {
  const refuse = (reason: string) => new OsrmRefusal('InvalidQuery', reason)
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw refuse('request body must be a JSON object')
  }
  const members = new Map<string, unknown>(Object.entries(body))
  const [sent, format] = [members.get('coordinates'), members.get('format')]
  if (sent === undefined) throw refuse('missing required member: coordinates')
  if (format !== undefined && format !== 'json') throw notImplemented('Only the format json is supported')
  const known = optionsByService[service]
  const options = { ...defaults }
  for (const [name, value] of members) {
    if (name === 'coordinates' || name === 'format') continue
    const reader = Object.hasOwn(known, name) ? known[name] : undefined
    if (!reader) throw refuse(`unknown member: ${name}`)
    const wrong = reader.readJson(options, value)
    if (wrong !== undefined) throw refuse(`${name} ${wrong}`)
  }
  return checked({ service, profile, coordinates: sentCoordinates(sent), options })
}

function sentCoordinates(sent: unknown): Coordinate[] {
  const refuse = (reason: string) => new OsrmRefusal('InvalidQuery', reason)
  if (typeof sent === 'string') {
    const encoded = /^polyline(6?)\((.*)\)$/.exec(sent)
    const coordinates = encoded && readPolyline(encoded[2] ?? '', encoded[1] === '6' ? 6 : 5)
    if (!coordinates) throw refuse('coordinates string must be of the form polyline(...) or polyline6(...)')
    return coordinates
  }
  if (!Array.isArray(sent)) throw refuse('coordinates must be an array of [longitude, latitude] pairs')
  return sent.map((pair: unknown) => {
    const [lng, lat, ...others]: unknown[] = Array.isArray(pair) ? pair : []
    if (typeof lng === 'number' && typeof lat === 'number' && others.length === 0) return { lat, lng }
    throw refuse('each coordinate must be an array of two numbers [longitude, latitude]')
  })
}

/** Returns the request when its coordinates are places on earth and its lists have an entry for each. */
function checked(request: OsrmRequest): OsrmRequest {
  const { coordinates, options } = request
  if (coordinates.some(({ lat, lng }) => !(Math.abs(lat) <= 90 && Math.abs(lng) <= 180))) {
    throw new OsrmRefusal('InvalidValue', 'Invalid coordinate value.')
  }
  const { hints, bearings, radiuses, approaches, timestamps } = options
  for (const [name, { length }] of Object.entries({ hints, bearings, radiuses, approaches, timestamps })) {
    if (length === 0 || length === coordinates.length) continue
    const sizes = `Number of elements in ${name} size ${length} does not match coordinate size ${coordinates.length}`
    throw new OsrmRefusal('InvalidOptions', sizes)
  }
  return request
}
