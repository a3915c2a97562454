// Values as shops write them: texts with line breaks of HTML, numbers with commas, days, moments, times of day.
import type { OrderRule } from '@routewright/contract'
import { dateInZone } from '../platform/calendar.ts'
import { readInstant } from '../written-values/written-values.ts'

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
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', times: '×', ndash: '–', mdash: '—' },
  ...{ auml: 'ä', ouml: 'ö', uuml: 'ü', Auml: 'Ä', Ouml: 'Ö', Uuml: 'Ü', szlig: 'ß', eacute: 'é', egrave: 'è' },
  ...{ agrave: 'à', ccedil: 'ç', ntilde: 'ñ', rsquo: '’', lsquo: '‘', hellip: '…', deg: '°', euro: '€' },
}

/** `&amp;` and `&#39;` as the signs that they stand for; one that is not known stays as it is. Read once: `&amp;lt;` is `&lt;`. */
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
 * An address as it is looked for. ERPNext writes what its template for addresses says: also "Phone: …" and "Email: …", which no
 * place is found by, and "PIN: " in front of the postcode. Undefined where nothing is left.
 */
export function placeOf(address: string | undefined): string | undefined {
  const parts = (address ?? '')
    .split(', ')
    .filter((part) => !contact.test(part) && !stateCode.test(part) && !part.includes('@'))
  return parts.map((part) => part.replace(postcodeLabel, '')).join(', ') || undefined
}

/** 2026-01-31, from that, 31.01.2026, 2026/01/31, or a moment: the day that it is then where the project works. */
export function readDay(text: string, timeZone: string): string | undefined {
  const isMoment = /[T ]\d\d:\d\d/.test(text) || /^\d{9,13}$/.test(text)
  const moment = isMoment ? readInstant(text) : undefined
  if (moment) return dateInZone(moment, timeZone)
  const german = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text.trim())
  const other = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/.exec(text.trim())
  const [year, month, day] = german ? [german[3], german[2], german[1]] : other ? other.slice(1) : []
  if (!year) return undefined
  const date = `${year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}`
  const known = new Date(`${date}T00:00:00Z`)
  return Number.isNaN(known.getTime()) || known.toISOString().slice(0, 10) !== date ? undefined : date
}

/** Seconds since midnight of 9:30, 09.30, 9h30, 9 am, or of a moment where the project works. */
export function readClock(text: string, timeZone: string): number | undefined {
  const moment = /\dT\d/.test(text) ? readInstant(text) : undefined
  if (moment) {
    const parts = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
    return readClock(parts.format(moment), timeZone)
  }
  const match = /(?:^|\s)(\d{1,2})(?:[:.h](\d\d)?)?(?::\d\d)?\s*([ap])?\.?m?\.?(?:\s|$)/i.exec(text.trim())
  if (!match) return undefined
  const half = match[3]?.toLowerCase()
  const written = Number(match[1])
  const hours = half === 'p' && written < 12 ? written + 12 : half === 'a' && written === 12 ? 0 : written
  const minutes = Number(match[2] ?? 0)
  return hours <= 24 && minutes < 60 ? hours * 3_600 + minutes * 60 : undefined
}
