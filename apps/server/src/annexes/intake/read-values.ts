// Texts as shops write them: with line breaks of HTML, in several parts, addresses with telephone numbers among them.
import type { OrderRule } from '@routewright/contract'

type Scalar = string | number | boolean

/** The values as one text, or the part of it that the rule takes; undefined where nothing is left. */
export function readText({ join = ', ', split }: OrderRule, values: readonly Scalar[]): string | undefined {
  const text = values
    .map((value) => plainText(String(value)))
    .filter(Boolean)
    .join(join)
  if (!split) return text || undefined
  return text.split(split.by).at(split.take)?.trim() || undefined
}

/** Lines become parts of an address, marks of HTML go, and what it writes in signs of its own is written plainly. */
function plainText(text: string): string {
  const unmarked = text
    .replace(/<br\s*\/?>/gi, '\n')
    .replace(/<\/(p|div|li)>/gi, '\n')
    .replace(/<[^<>]{0,200}>/g, ' ')
  return withoutEntities(unmarked)
    .split(/[\r\n]+/)
    .map((line) => line.replace(/\s+/g, ' ').trim().replace(/,$/, ''))
    .filter(Boolean)
    .join(', ')
}

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  times: '×',
  ndash: '–',
  mdash: '—',
  auml: 'ä',
  ouml: 'ö',
  uuml: 'ü',
  Auml: 'Ä',
  Ouml: 'Ö',
  Uuml: 'Ü',
  szlig: 'ß',
  eacute: 'é',
  egrave: 'è',
  agrave: 'à',
  ccedil: 'ç',
  ntilde: 'ñ',
  rsquo: '’',
  lsquo: '‘',
  hellip: '…',
  deg: '°',
  euro: '€',
}

/** Decodes entities such as `&amp;` and `&#39;`; unknown ones stay. Decodes once: `&amp;lt;` becomes `&lt;`. */
function withoutEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,6})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi, (written, decimal, hex, name) => {
    if (name) return named[name] ?? written
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return code >= 32 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : written
  })
}

const contact = /^(t[eé]l[eé]?\p{L}*|phone|mobil\p{L}*|handy|fax|e-?mail)\.?\s*:/iu
const stateCode = /^state code\s*:/i
const postcodeLabel = /^(pin( code)?|postal code|post ?code|zip( code)?)\s*:\s*/i

/**
 * Returns the part of an address that can be looked up; undefined where nothing is left. ERPNext writes the output of its address
 * template: also "Phone: …" and "Email: …", which belong to no place, and "PIN: " before the postcode.
 */
export function findPlace(address: string | undefined): string | undefined {
  const parts = (address ?? '')
    .split(', ')
    .filter((part) => !contact.test(part) && !stateCode.test(part) && !part.includes('@'))
  return parts.map((part) => part.replace(postcodeLabel, '')).join(', ') || undefined
}
