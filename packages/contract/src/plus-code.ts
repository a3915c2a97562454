// Plus codes (Open Location Code), as people copy them from a map: in full, or the short form next to the name of a town. The algorithm is
// public: https://github.com/google/open-location-code, specification of version 1.

const DIGITS = '23456789CFGHJMPQRVWX'
/** Degrees of the first pair of digits; each further pair is a twentieth. */
const FIRST_STEP = 20
const PAIR_DIGITS = 10
const ROWS = 5
const COLUMNS = 4
const BEFORE_PLUS = 8
const CODE =
  /(?<![\p{L}\d])([23456789CFGHJMPQRVWX]{8}|[23456789CFGHJMPQRVWX]{4}|[23456789CFGHJMPQRVWX]{6})\+([23456789CFGHJMPQRVWX]{2,7})(?![\p{L}\d])/iu

interface Point {
  lat: number
  lng: number
}

/** A plus code in a text; a short one is relative to a place near by, which the rest of the text names. */
export interface WrittenPlusCode {
  code: string
  isShort: boolean
  /** The text without the code. */
  rest: string
}

export function findPlusCode(text: string): WrittenPlusCode | undefined {
  const found = CODE.exec(text)
  if (!found) return undefined
  const rest = `${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}`
  return {
    code: found[0].toUpperCase(),
    isShort: found[1]!.length < BEFORE_PLUS,
    rest: rest.replace(/\s+/g, ' ').replace(/^[\s,]+|[\s,]+$/g, ''),
  }
}

/** Centre of the area of a full code, degrees; undefined when it is beyond the poles. */
export function readPlusCode(code: string): Point | undefined {
  const digits = [...code.toUpperCase().replace('+', '')].map((digit) => DIGITS.indexOf(digit))
  let [lat, lng, height, width] = [-90, -180, FIRST_STEP * 20, FIRST_STEP * 20]
  for (let at = 0; at < Math.min(digits.length, PAIR_DIGITS); at += 2) {
    height /= 20
    width /= 20
    lat += digits[at]! * height
    lng += digits[at + 1]! * width
  }
  for (const digit of digits.slice(PAIR_DIGITS)) {
    height /= ROWS
    width /= COLUMNS
    lat += Math.floor(digit / COLUMNS) * height
    lng += (digit % COLUMNS) * width
  }
  if (lat >= 90 || lng >= 180) return undefined
  return { lat: round(lat + height / 2), lng: round(lng + width / 2) }
}

/** Centre of the full code nearest to a place that ends like a short one. */
export function readShortPlusCode(code: string, near: Point): Point | undefined {
  const missing = BEFORE_PLUS - code.indexOf('+')
  const step = FIRST_STEP / 20 ** (missing / 2 - 1)
  const found = readPlusCode(getPrefix(near, missing) + code)
  if (!found) return undefined
  const nearer = (value: number, wanted: number) => value + step * Math.round((wanted - value) / step)
  const lat = nearer(found.lat, near.lat)
  return { lat: Math.abs(lat) > 90 ? found.lat : round(lat), lng: round(nearer(found.lng, near.lng)) }
}

/** The first digits of a point's code. */
function getPrefix({ lat, lng }: Point, length: number): string {
  let text = ''
  let [north, east, step] = [Math.min(lat, 89.999_999) + 90, lng + 180, FIRST_STEP]
  while (text.length < length) {
    text += DIGITS[Math.floor(north / step)]! + DIGITS[Math.floor(east / step) % 20]!
    north %= step
    east %= step
    step /= 20
  }
  return text
}

/** Seven decimals are a centimetre. */
function round(degrees: number): number {
  return Math.round(degrees * 1e7) / 1e7
}
