// Parses GS1 labels: application identifiers with their values, from bars, print or a Digital Link. The lengths are facts of the GS1
// General Specifications; no library of the registry reads all three forms, handles missing separators, and is small enough for phones.

/** Values by application identifier, in the order of the label. */
export type Elements = ReadonlyMap<string, string>

/** Separates values of variable length (FNC1 in the symbol). */
const SEPARATOR = '\x1d'
/** Ways in which programs write the separator. */
const WRITTEN_SEPARATOR = /\u241d|\^\]|<(?:GS|FNC1)>|\{(?:GS|FNC1)\}|\[(?:GS|FNC1)\]/gi
/** Symbology identifiers (ISO/IEC 15424) of GS1 symbols: GS1-128, DataBar, Data Matrix, QR, DotCode. */
const GS1_SYMBOLOGY = /^\](?:C1|e[0-3]|d2|Q3|J1)/i
const ANY_SYMBOLOGY = /^\][A-Za-z]\d/

/** Digits of an application identifier, by its first two digits. */
const IDENTIFIER_DIGITS: readonly (readonly [RegExp, number])[] = [
  [/^(?:0[0-4]|1\d|2[0-2]|30|37|9\d)/, 2],
  [/^(?:2[3-5]|4[0-2]|71)/, 3],
  [/^(?:3[1-69]|43|7[02]|8[0-2])/, 4],
]
/** Lengths of fixed-length values, by the beginning of the identifier; all other values end at a separator. */
const FIXED_LENGTHS: readonly (readonly [RegExp, number])[] = [
  [/^00/, 18],
  [/^0[1-3]/, 14],
  [/^04/, 16],
  [/^1[1-9]/, 6],
  [/^20/, 2],
  [/^3[1-6]/, 6],
  [/^41/, 13],
]

/** Longest value of variable length. */
const LONGEST_VALUE = 90

/** Returns the code without the symbology identifier, and with separators as one character each. */
export function plainCode(code: string): string {
  return code.replace(WRITTEN_SEPARATOR, SEPARATOR).trim().replace(ANY_SYMBOLOGY, '')
}

/** Reads a GS1 label; undefined for a code of any other kind. */
export function readGs1(code: string): Elements | undefined {
  const text = code.replace(WRITTEN_SEPARATOR, SEPARATOR).trim()
  const body = plainCode(text)
  if (/^\(\d{2,4}\)/.test(body)) return readPrinted(body)
  if (/^https?:\/\//i.test(body)) return readDigitalLink(body)
  const isMarked = GS1_SYMBOLOGY.test(text) || body.startsWith(SEPARATOR)
  const bars = readBars(body.replace(/\s+/g, withoutBlanks))
  // Scanners that emulate a keyboard send neither mark nor, often, separators: then only keys with a check digit are accepted.
  return isMarked || (bars && hasCheckedKey(bars)) ? bars : undefined
}

/** Tells whether the last digit is the GS1 check digit of those before it. */
export function hasCheckDigit(digits: string): boolean {
  const sum = [...digits].reduceRight((total, digit, index) => {
    const place = digits.length - 1 - index
    return total + Number(digit) * (place % 2 === 1 ? 3 : 1)
  }, 0)
  return /^\d+$/.test(digits) && sum % 10 === 0
}

/** Removes blanks, which are only for readability; the separator matches blanks in patterns, and stays. */
function withoutBlanks(blanks: string): string {
  return blanks.includes(SEPARATOR) ? SEPARATOR : ''
}

function hasCheckedKey(elements: Elements): boolean {
  const [[identifier, value] = ['', '']] = elements
  return (identifier === '00' || identifier === '01') && hasCheckDigit(value)
}

/** Reads (01)04901234567894(21)A1, as printed below the bars. */
function readPrinted(text: string): Elements {
  const parts = text.split(/\((\d{2,4})\)/).slice(1)
  const elements = new Map<string, string>()
  for (let at = 0; at < parts.length; at += 2) elements.set(parts[at]!, parts[at + 1]!.replace(/\s+/g, ''))
  return elements
}

/** Reads https://example.com/01/04901234567894/21/A1, below any path; the query string identifies nothing. */
function readDigitalLink(text: string): Elements | undefined {
  const segments = text
    .replace(/[?#].*$/, '')
    .split('/')
    .slice(3)
    .filter(Boolean)
  const start = segments.findIndex((_, at) => isPath(segments.slice(at)))
  if (start === -1) return undefined
  const elements = new Map<string, string>()
  for (let at = start; at < segments.length; at += 2) elements.set(segments[at]!, decode(segments[at + 1]!))
  return elements
}

function isPath(segments: readonly string[]): boolean {
  return (
    segments.length >= 2 &&
    segments.length % 2 === 0 &&
    segments.every((segment, at) => at % 2 === 1 || identifierDigits(segment) === segment.length)
  )
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

function identifierDigits(text: string): number | undefined {
  return /^\d{2}/.test(text) ? IDENTIFIER_DIGITS.find(([pattern]) => pattern.test(text))?.[1] : undefined
}

/** Reads the characters in the bars: identifiers and values, concatenated. */
function readBars(text: string): Elements | undefined {
  const elements = new Map<string, string>()
  let rest = text
  while (rest !== '') {
    if (rest.startsWith(SEPARATOR)) {
      rest = rest.slice(1)
      continue
    }
    const digits = identifierDigits(rest)
    if (digits === undefined || !/^\d+$/.test(rest.slice(0, digits))) return undefined
    const identifier = rest.slice(0, digits)
    const value = takeValue(identifier, rest.slice(digits))
    if (value === undefined) return undefined
    elements.set(identifier, value)
    rest = rest.slice(digits + value.length)
  }
  return elements.size > 0 ? elements : undefined
}

/** Takes the value from the text after its identifier; undefined when it is too short or too long. */
function takeValue(identifier: string, rest: string): string | undefined {
  const fixed = FIXED_LENGTHS.find(([pattern]) => pattern.test(identifier))?.[1]
  const [value = ''] = rest.split(SEPARATOR, 1)
  if (fixed === undefined) return value !== '' && value.length <= LONGEST_VALUE ? value : undefined
  return value.length >= fixed ? value.slice(0, fixed) : undefined
}
