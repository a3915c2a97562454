// Reads coordinates from one or two cells: decimal with points or commas, in degrees with compass letters, with names before them, in
// brackets.
import { readWrittenPoint } from '@routewright/contract/written-point'
import { readNumberText } from './numbers.ts'

export interface ReadPoint {
  lat: number
  lng: number
  /** Whether the pair may be in the other order, or its O may mean east or west. */
  isDoubtful?: boolean
}

const NAMED =
  /^\s*(?:lat|latitude|breite|breitengrad|latitud)\.?\s*[:=]?\s*(.+?)[\s,;/&]*(?:lon|lng|long|longitude|laenge|längengrad|länge|longitud)\.?\s*[:=]?\s*(.+)$/i
const JSON_PAIR = /^\{\s*"?lat(?:itude)?"?\s*:\s*([-\d.]+)\s*,\s*"?(?:lng|lon|long|longitude)"?\s*:\s*([-\d.]+)\s*\}$/i
/** Well-known text has the longitude first. */
const WELL_KNOWN = /^(?:srid=\d+;)?\s*point\s*(?:z\s*)?\(\s*([-\d.]+)\s+([-\d.]+)(?:\s+[-\d.]+)?\s*\)$/i
/** GeoJSON has the longitude first, but many write it the other way round. */
const BRACKETS = /^\[\s*([-+]?\d+(?:[.,]\d+)?)\s*[,;]\s*([-+]?\d+(?:[.,]\d+)?)\s*(?:,\s*[-\d.]+\s*)?\]$/

/** The point in a cell; undefined for any other text. `language` decides whether O is east or west. */
export function readPoint(text: string, language = ''): ReadPoint | undefined {
  const written = text.trim().normalize('NFKC')
  const wellKnown = WELL_KNOWN.exec(written)
  if (wellKnown) return toPoint(wellKnown[2]!, wellKnown[1]!)
  const bracketed = BRACKETS.exec(written)
  if (bracketed) return readBrackets(bracketed[1]!, bracketed[2]!)
  const named = JSON_PAIR.exec(written) ?? NAMED.exec(written)
  if (named) return makePair(readLatitude(named[1]!, language), readLongitude(named[2]!, language))
  const halves = written.split(/\s*[/|]\s*/)
  // 12/24 is a day.
  if (halves.length === 2 && halves.every((half) => /\d[.,]\d\d/.test(half)) && !/^https?:/i.test(written))
    return makePair(readLatitude(halves[0]!, language), readLongitude(halves[1]!, language))
  const plain = readWrittenPoint(written) ?? readCommaPair(written)
  if (plain) return plain
  return readLettered(written, language)
}

/** Reads 47,14, 9,52: a decimal comma in both, and a comma as separator. */
function readCommaPair(text: string): ReadPoint | undefined {
  const [, lat, lng] = /^([-+]?\d{1,2},\d{2,})\s*,\s*([-+]?\d{1,3},\d{2,})$/.exec(text) ?? []
  return lat === undefined ? undefined : toPoint(lat, lng!)
}

/** O is west in French, Spanish, Portuguese and Italian, east in German; Ö is east. */
function readLettered(text: string, language: string): ReadPoint | undefined {
  if (!/[OÖ]/i.test(text)) return undefined
  const isWest = /^(?:fr|es|pt|it|ca|gl)/.test(language)
  const asEnglish = text.replace(/ö/gi, 'E').replace(/o/gi, isWest ? 'W' : 'E')
  const point = readWrittenPoint(asEnglish)
  return point && { ...point, ...(/o/i.test(text) && { isDoubtful: true }) }
}

function readBrackets(first: string, second: string): ReadPoint | undefined {
  const [a, b] = [Number(first.replace(',', '.')), Number(second.replace(',', '.'))]
  // More than 90 degrees are a longitude.
  if (Math.abs(b) > 90) return toPoint(first, second)
  return Math.abs(a) > 90 ? toPoint(second, first) : withDoubt(toPoint(second, first))
}

function withDoubt(point: ReadPoint | undefined): ReadPoint | undefined {
  return point && { ...point, isDoubtful: true }
}

function toPoint(lat: string, lng: string): ReadPoint | undefined {
  return makePair(Number(lat.replace(',', '.')), Number(lng.replace(',', '.')))
}

function makePair(lat: number | undefined, lng: number | undefined): ReadPoint | undefined {
  if (lat === undefined || lng === undefined || Number.isNaN(lat) || Number.isNaN(lng)) return undefined
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lat, lng } : undefined
}

/** Degrees in a cell for the latitude; undefined when it is none, or more than 90. */
export function readLatitude(text: string, language = ''): number | undefined {
  return readDegrees(text, 90, language)
}

/** Degrees in a cell for the longitude; undefined when it is none, or more than 180. */
export function readLongitude(text: string, language = ''): number | undefined {
  return readDegrees(text, 180, language)
}

function readDegrees(text: string, most: number, language: string): number | undefined {
  const written = text
    .trim()
    .normalize('NFKC')
    .replace(/[,;]+$/, '')
  const value = /^[-+−]?[\d.,]+\s*°?$/.test(written) ? readDecimal(written) : readAngle(written, most, language)
  return value !== undefined && Math.abs(value) <= most ? value : undefined
}

/** Reads a number whose only sign is the decimal one, however many digits follow. */
function readDecimal(text: string): number | undefined {
  const digits = text.replace(/\s*°$/, '').replace('−', '-')
  if (!/^[-+]?\d{1,3}(?:[.,]\d+)?$/.test(digits)) return undefined
  return readNumberText(digits.replace(',', '.'), { decimal: '.', isSure: true })?.value
}

/** Reads a number with compass letters or degree signs, as half of a pair. */
function readAngle(text: string, most: number, language: string): number | undefined {
  const isLatitude = most === 90
  const bare = text.replace(/ö/gi, 'E').replace(/o/gi, /^(?:fr|es|pt|it|ca|gl)/.test(language) ? 'W' : 'E')
  const half = /[NSEW]/i.test(bare) ? bare : `${bare}${isLatitude ? 'N' : 'E'}`
  if (isLatitude !== /[NS]/i.test(half)) return undefined
  const marked = /°/.test(half)
    ? half
    : half.replace(/([\d.,]+)(\s*[NSEW])$/i, '$1°$2').replace(/^([NSEW]\s*)([\d.,]+)$/i, '$1$2°')
  const point =
    readWrittenPoint(isLatitude ? `${marked} 0°E` : `0°N ${marked}`) ??
    readWrittenPoint(isLatitude ? `${marked} E0°` : `N0° ${marked}`)
  return isLatitude ? point?.lat : point?.lng
}
