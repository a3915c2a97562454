// Parses coordinates as people write, copy and paste them: decimal, in degrees, minutes and seconds, with compass letters, as a geo:
// address, as a link to a map, as a plus code.

import { findPlusCode, readPlusCode } from './plus-code.ts'

interface Point {
  lat: number
  lng: number
}

const NUMBER = String.raw`[+-]?\d+(?:\.\d+)?`
const PAIR = String.raw`(${NUMBER})(?:,|%2C)\s*(${NUMBER})`
/** Patterns for the point in links of common maps; the selected place takes precedence over the centre of the view. */
const LINKS: readonly RegExp[] = [
  new RegExp(`!3d(${NUMBER})!4d(${NUMBER})`),
  new RegExp(`[?&]mlat=(${NUMBER})&mlon=(${NUMBER})`),
  new RegExp(`[?&](?:q|query|ll|daddr|destination|center|sll)=(?:loc:)?${PAIR}`, 'i'),
  new RegExp(`@${PAIR}`),
  new RegExp(String.raw`#(?:map=)?\d+(?:\.\d+)?/(${NUMBER})/(${NUMBER})`),
  new RegExp(`[?&]cp=(${NUMBER})~(${NUMBER})`),
]

/** The point in a text, in degrees; undefined for any other text, including a short plus code. */
export function readWrittenPoint(text: string): Point | undefined {
  const bare = text.trim().replace(/^\(|\)$/g, '')
  if (bare.length > 2_000) return undefined
  if (/^(?:geo:|https?:\/\/|(?:www\.|maps\.))/i.test(bare)) return readLink(bare)
  const code = findPlusCode(bare)
  if (code && !code.isShort && code.rest === '') return readPlusCode(code.code)
  return readDecimals(bare) ?? readAngles(bare)
}

function readLink(link: string): Point | undefined {
  const [, geoLat, geoLng] = new RegExp(`^geo:(${NUMBER}),(${NUMBER})`, 'i').exec(link) ?? []
  // geo:0,0?q=… names the place after the question mark.
  if (geoLat && geoLng && !(Number(geoLat) === 0 && Number(geoLng) === 0))
    return toPoint(Number(geoLat), Number(geoLng))
  for (const pattern of LINKS) {
    const found = pattern.exec(link)
    if (found) return toPoint(Number(found[1]), Number(found[2]))
  }
  const code = findPlusCode(decodeURI(link.replace(/%(?![\da-f]{2})/gi, '%25')))
  return code && !code.isShort ? readPlusCode(code.code) : undefined
}

/** Two numbers: 47.14, 9.52, or with decimal commas 47,14; 9,52. */
function readDecimals(text: string): Point | undefined {
  const parts = text.split(/[;\s]+|,(?=\s*[+-]?\d+\.)/).filter(Boolean)
  const numbers = parts.map((part) => part.replace(/,$/, '').replace(',', '.'))
  if (numbers.length !== 2 || numbers.some((number) => !/^[+-]?\d+(\.\d+)?$/.test(number))) return undefined
  return toPoint(Number(numbers[0]), Number(numbers[1]))
}

const LETTER_FIRST = /^([NSEW])\s*(.+?)[\s,;/]*([NSEW])\s*(.+)$/i
const LETTER_BEHIND = /^(.+?)\s*([NSEW])[\s,;/]*(.+?)\s*([NSEW])$/i
/** Separator of two angles without letters: a comma, or the start of the next number of degrees. */
const BETWEEN = /[,;]\s+|(?<=[°'"])\s*[,;]?\s*(?=[+-]?\d+(?:\.\d+)?\s*°)/

/** 47°08'24"N 9°31'12"E, N 47° 8.4' E 9° 31.2', 47.14° N, 9.52° E. O means east or west, depending on the language, and is not accepted. */
function readAngles(text: string): Point | undefined {
  const plain = text
    .replace(/[′’´]/g, "'")
    .replace(/[″”“]|''/g, '"')
    .replace(/º|deg\b/g, '°')
    .replace(/(\d),(\d)/g, '$1.$2')
  const first = LETTER_FIRST.exec(plain)
  const behind = LETTER_BEHIND.exec(plain)
  const parts = first
    ? [[first[2]!, first[1]!] as const, [first[4]!, first[3]!] as const]
    : behind
      ? [[behind[1]!, behind[2]!] as const, [behind[3]!, behind[4]!] as const]
      : plain.split(BETWEEN).map((part, at) => [part, at === 0 ? 'N' : 'E'] as const)
  if (parts.length !== 2 || (!first && !behind && !plain.includes('°'))) return undefined
  // `100 W 50 S` is an address in Utah.
  const isExact = plain.includes('°') || parts.every(([part]) => /\d\.\d\d|\d\s+\d/.test(part))
  if (!isExact) return undefined
  return turn(parts.map(([angle, letter]) => ({ degrees: readAngle(angle), letter: letter.toUpperCase() })))
}

/** Latitude and longitude, in the order given by their letters. */
function turn(angles: readonly { degrees: number | undefined; letter: string }[]): Point | undefined {
  const find = (letters: string) => {
    const found = angles.find(({ letter }) => letters.includes(letter))
    if (!found || found.degrees === undefined) return undefined
    return 'SW'.includes(found.letter) ? -found.degrees : found.degrees
  }
  const lat = find('NS')
  const lng = find('EW')
  return lat === undefined || lng === undefined ? undefined : toPoint(lat, lng)
}

/** Degrees from one to three numbers; undefined for any other text, and for 60 minutes and more. */
function readAngle(text: string): number | undefined {
  if (!/^[\d+\-.\s°'":]+$/.test(text)) return undefined
  const numbers = text.match(/[+-]?\d+(?:\.\d+)?/g)?.map(Number) ?? []
  const [degrees, minutes = 0, seconds = 0] = numbers
  if (degrees === undefined || numbers.length > 3) return undefined
  if (minutes < 0 || minutes >= 60 || seconds < 0 || seconds >= 60) return undefined
  const size = Math.abs(degrees) + minutes / 60 + seconds / 3_600
  return Math.round((text.trim().startsWith('-') ? -size : size) * 1e7) / 1e7
}

function toPoint(lat: number, lng: number): Point | undefined {
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lat, lng } : undefined
}
