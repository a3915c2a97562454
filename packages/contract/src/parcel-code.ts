// Identifies the parcel of a code. The same parcel is written in many ways: bars with or without marks, print with blanks and brackets, a
// link, another case, a product's number with or without zeros. Codes are stored as given; only identifying parts are compared.
import { hasCheckDigit, plainCode, readGs1 } from './gs1.ts'

/** GS1 keys with the identifiers that narrow them, those most likely to identify a parcel first. */
const KEYS: readonly (readonly [key: string, qualifiers: readonly string[]])[] = [
  ['00', []],
  ['8006', ['22', '10', '21']],
  ['8003', []],
  ['8004', ['7040']],
  ['01', ['22', '10', '21', '235']],
  ['402', []],
  ['401', []],
  ['253', []],
  ['255', []],
  ['8010', ['8011']],
  ['8013', []],
  ['8017', ['8019']],
  ['8018', ['8019']],
  // Carriers' own numbers; those of the United States Postal Service begin with the identifier itself.
  ...['91', '92', '93', '94', '95', '96', '97', '98', '99'].map((key) => [key, []] as const),
]

/** A serial number distinguishes one item from all others, whatever other fields a label has. */
const SERIAL = '21'

/** Bars of the United States Postal Service: the postcode precedes the number known to people. */
const POSTCODE_BEFORE_NUMBER = /^420\d{5}(?:\d{4})?(?=9[1-5]\d{20}$)/
/** A data identifier (ANSI MH10.8.2) in brackets before the number, as printed by carriers: (J) JD01 4600 … */
const DATA_IDENTIFIER = /^\(\d{0,2}[A-Z]\)/i

interface Identity {
  key: string
  value: string
  qualifiers: ReadonlyMap<string, string>
}

interface ReadCode {
  identity: Identity | undefined
  /** Texts that are compared when no key is known. */
  texts: readonly string[]
}

/** Match of a scan with a stored code: the same parcel, or one that the stored code identifies less precisely. */
const FITS = { same: 2, loosely: 1, not: 0 } as const

/**
 * Lists parcels whose code means the same parcel as the scanned or typed one: exact matches, otherwise the best matches. Empty when
 * different codes match equally well.
 */
export function findByCode<Coded extends { identifier: string }>(parcels: readonly Coded[], code: string): Coded[] {
  const exact = parcels.filter(({ identifier }) => identifier === code)
  if (exact.length > 0) return exact
  const scanned = readCode(code)
  const fits = parcels.map(({ identifier }) => compareCodes(readCode(identifier), scanned))
  const best = Math.max(FITS.not, ...fits)
  if (best === FITS.not) return []
  const found = parcels.filter((_, index) => fits[index] === best)
  return found.every(({ identifier }) => identifier === found[0]!.identifier) ? found : []
}

/** Tells whether both codes mean the same parcel; the scanned one may contain more than the stored one. */
export function isSameParcel(stored: string, scanned: string): boolean {
  return findByCode([{ identifier: stored }], scanned).length > 0
}

/**
 * Returns the code in the form used by the index of codes: lower case without marks, brackets and blanks (`compact_code`, migration 0155).
 */
export function compactCode(code: string): string {
  return code
    .replace(/^\][A-Za-z][0-9]/, '')
    .replaceAll('\x1d', '')
    .replace(/[\s()]+/g, '')
    .toLowerCase()
}

/** Lists the compact codes under which this code's parcel may be stored; `isSameParcel` then decides. */
export function listSpellings(code: string): string[] {
  const { identity, texts } = readCode(code)
  const written = [code, ...texts, ...(identity ? spellIdentity(identity) : [])]
  return [...new Set(written.map((text) => compactCode(text.normalize('NFKC'))))].filter(Boolean)
}

function spellIdentity({ key, value, qualifiers }: Identity): string[] {
  const [serial, rest] = [qualifiers.get(SERIAL), [...qualifiers].map(([name, text]) => name + text).join('')]
  const whole = [`${key}${value}${rest}`, ...(serial ? [`${key}${value}${SERIAL}${serial}`] : []), key + value]
  if (key === '00') return [...whole, value]
  if (key !== '01') return whole
  return [
    ...whole,
    ...[14, 13, 12, 8].filter((length) => /^0*$/.test(value.slice(0, -length))).map((length) => value.slice(-length)),
  ]
}

function compareCodes(stored: ReadCode, scanned: ReadCode): number {
  if (stored.identity && scanned.identity) return compareIdentities(stored.identity, scanned.identity)
  const isSame = stored.texts.some((text) => scanned.texts.some((other) => isSameText(text, other)))
  return isSame ? FITS.same : FITS.not
}

function compareIdentities(stored: Identity, scanned: Identity): number {
  if (stored.key !== scanned.key || !isSameText(stored.value, scanned.value)) return FITS.not
  const [serial, otherSerial] = [stored.qualifiers.get(SERIAL), scanned.qualifiers.get(SERIAL)]
  if (serial !== undefined && otherSerial !== undefined) return isSameText(serial, otherSerial) ? FITS.same : FITS.not
  const fits = [...stored.qualifiers].every(([name, value]) => isSameText(value, scanned.qualifiers.get(name) ?? ''))
  if (!fits) return FITS.not
  return stored.qualifiers.size === scanned.qualifiers.size ? FITS.same : FITS.loosely
}

function readCode(code: string): ReadCode {
  const elements = readGs1(code)
  const bare = plainCode(code).replaceAll('\x1d', '')
  if (!elements) return { identity: readNumber(bare), texts: [bare, ...otherTexts(bare)] }
  const written = [...elements].map(([identifier, value]) => identifier + value).join('')
  const [key, names] = KEYS.find(([name]) => elements.has(name)) ?? ['', []]
  const value = elements.get(key)
  if (value === undefined) return { identity: undefined, texts: [written, bare, ...otherTexts(bare)] }
  const qualifiers = new Map(names.flatMap((name) => (elements.has(name) ? [[name, elements.get(name)!]] : [])))
  const isNumber = (key !== '00' && key !== '01') || hasCheckDigit(value)
  // A carrier's number is known with its identifier; a code with a wrong check digit is treated as any other text.
  const isText = key.startsWith('9') || !isNumber
  return { identity: isText ? undefined : { key, value, qualifiers }, texts: [isText ? key + value : written] }
}

function otherTexts(text: string): string[] {
  const short = text.replace(/\s+/g, '').replace(POSTCODE_BEFORE_NUMBER, '')
  const withoutIdentifier = text.replace(DATA_IDENTIFIER, '')
  return [
    ...(short === text.replace(/\s+/g, '') ? [] : [short]),
    ...(withoutIdentifier === text
      ? []
      : [withoutIdentifier, text.replace(DATA_IDENTIFIER, (found) => found.slice(1, -1))]),
  ]
}

/**
 * A number that identifies a parcel or a product without an identifier: SSCC, GTIN of 8, 12, 13 or 14 digits. Its check digit must be
 * correct.
 */
function readNumber(text: string): Identity | undefined {
  const digits = text.normalize('NFKC').replace(/\s+/g, '')
  if (!/^\d{8,18}$/.test(digits) || !hasCheckDigit(digits)) return undefined
  const none = new Map<string, string>()
  if (digits.length === 18) return { key: '00', value: digits, qualifiers: none }
  // Numbers of 12 digits or more never begin with this many zeros; otherwise they are somebody's own code.
  const isLong = digits.length >= 12 && digits.length <= 14 && !/^0+\d{0,8}$/.test(digits)
  return isLong || digits.length === 8 ? { key: '01', value: digits.padStart(14, '0'), qualifiers: none } : undefined
}

/**
 * Tells whether two texts are equal except for case and blanks. Two texts with blanks must have the same ones, and two in mixed case the
 * same case: otherwise different codes would become equal (A-1000 11/14 and A-10001 1/14; aB3 and Ab3).
 */
function isSameText(a: string, b: string): boolean {
  const [first, second] = [a, b].map((text) => text.normalize('NFKC').replace(/\s+/g, ' ').trim()) as [string, string]
  const areBothSpaced = first.includes(' ') && second.includes(' ')
  const [left, right] = areBothSpaced ? [first, second] : [first.replaceAll(' ', ''), second.replaceAll(' ', '')]
  if (left === '' || left === right) return left === right && left !== ''
  return left.toLowerCase() === right.toLowerCase() && (isOneCase(left) || isOneCase(right))
}

function isOneCase(text: string): boolean {
  return text === text.toLowerCase() || text === text.toUpperCase()
}
