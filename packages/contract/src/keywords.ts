// Checks that JSON Schema cannot express, as extension keywords: pure functions for any Ajv.
import { findDecimals, toMinorUnits } from './currencies.ts'

/** A violation within the checked value: a JSON pointer relative to it, and what is wrong there. */
export interface Breach {
  pointer: string
  reason: string
}

interface Keyword {
  keyword: string
  type: 'array' | 'object' | 'string'
  check: (argument: unknown, data: unknown) => Breach[]
}

/** Argument of Ajv's addKeyword; declared here so that the contract needs no validator of its own. */
export interface AjvKeyword {
  keyword: string
  type?: 'array' | 'object' | 'string'
  errors?: boolean | 'full'
  validate?: AjvValidate
}
interface AjvValidate {
  (argument: unknown, data: unknown, parentSchema?: unknown, context?: { instancePath: string }): boolean
  errors?: { keyword: string; instancePath: string; message: string; params: object }[]
}

/** Gives the message_id for a violation of the schema (or of anything within it), in place of the general one. */
export const MESSAGE_ID_KEYWORD = 'x-message-id'

/** Gives message_ids for violations of single keywords of this schema: an object from keyword to message_id. */
export const MESSAGE_IDS_KEYWORD = 'x-message-ids'

/** Marks what the specification does not have: true for a field, a list of words for an enum. */
export const BEYOND_KEYWORD = 'x-beyond-interface'

const keywords: Keyword[] = [
  { keyword: 'x-ascending-pair', type: 'array', check: (kind, data) => checkPair(kind, data) },
  { keyword: 'x-ascending-windows', type: 'array', check: (_, data) => checkWindows(data) },
  { keyword: 'x-unique-by', type: 'array', check: (key, data) => checkUnique(String(key), data) },
  { keyword: 'x-all-or-none', type: 'object', check: (keys, data) => checkAllOrNone(keys as string[], data) },
  { keyword: 'x-pause', type: 'object', check: (_, data) => checkPause(data) },
  { keyword: 'x-json-limits', type: 'object', check: (limits, data) => checkJson(limits as JsonLimits, data) },
  { keyword: 'x-ring', type: 'array', check: (_, data) => checkRing(data) },
  { keyword: 'x-money', type: 'object', check: (kind, data) => checkMoney(kind, data) },
  { keyword: 'x-calendar', type: 'string', check: (kind, data) => checkCalendar(kind as Calendar, data) },
]

/** Keywords for `ajv.addKeyword`, one by one. They work with verbose and non-verbose Ajv of any draft. */
export const ajvKeywords: AjvKeyword[] = [
  { keyword: MESSAGE_ID_KEYWORD },
  { keyword: MESSAGE_IDS_KEYWORD },
  { keyword: BEYOND_KEYWORD },
  ...keywords.map(toAjvKeyword),
]

function toAjvKeyword({ keyword, type, check }: Keyword): AjvKeyword {
  const validate: AjvValidate = (argument, data, _parentSchema, context) => {
    const breaches = check(argument, data)
    validate.errors = breaches.map(({ pointer, reason }) => ({
      keyword,
      instancePath: (context?.instancePath ?? '') + pointer,
      message: reason,
      params: {},
    }))
    return breaches.length === 0
  }
  return { keyword, type, errors: true, validate }
}

/** Checks [start, end] with start < end; for kind `moments` the two may be equal: an appointment. */
function checkPair(kind: unknown, data: unknown): Breach[] {
  const [start, end] = data as unknown[]
  if (typeof start !== 'number' || typeof end !== 'number' || start < end) return []
  if (kind === 'moments' && start === end) return []
  return [{ pointer: '', reason: 'end must be after start' }]
}

/** The fields of a value that its keyword's type says is an object. */
function readFields(data: unknown): Record<string, unknown> {
  return data as Record<string, unknown>
}

/** Checks that a break of `duration` fits between `start` and `end`. */
function checkPause(data: unknown): Breach[] {
  const { start, end, duration } = readFields(data)
  if (typeof start !== 'number' || typeof end !== 'number' || typeof duration !== 'number') return []
  if (start + duration <= end) return []
  return [{ pointer: '', reason: 'duration must fit between start and end' }]
}

/** Checks that windows are in order and disjoint; one may begin at the second at which the previous one ends. */
function checkWindows(data: unknown): Breach[] {
  const breaches: Breach[] = []
  const windows = data as unknown[]
  for (let index = 1; index < windows.length; index += 1) {
    const before = windows[index - 1]
    const window = windows[index]
    if (!Array.isArray(before) || !Array.isArray(window)) continue
    if (Number(window[0]) < Number(before[1])) {
      breaches.push({ pointer: `/${index}`, reason: 'must begin after the window before it ends' })
    }
  }
  return breaches
}

/** Checks that no two items have the same value for one key. */
function checkUnique(key: string, data: unknown): Breach[] {
  const seen = new Set<unknown>()
  const breaches: Breach[] = []
  for (const [index, item] of (data as unknown[]).entries()) {
    if (typeof item !== 'object' || item === null) continue
    const value = (item as Record<string, unknown>)[key]
    if (value === undefined) continue
    if (seen.has(value)) breaches.push({ pointer: `/${index}/${key}`, reason: `${String(value)} stands twice` })
    seen.add(value)
  }
  return breaches
}

/** Checks that latitudes are valid and that there are at least three distinct points. */
function checkRing(data: unknown): Breach[] {
  const points = (data as unknown[]).filter((point): point is number[] => Array.isArray(point))
  const index = points.findIndex((point) => Math.abs(Number(point[1])) > 90)
  if (index >= 0) return [{ pointer: `/${index}/1`, reason: 'must be a latitude in [-90, 90]' }]
  if (new Set(points.map(String)).size < 3) return [{ pointer: '', reason: 'must hold three different points' }]
  return []
}

/** Checks that either each of the keys has a value or none has. */
function checkAllOrNone(keys: string[], data: unknown): Breach[] {
  const values = readFields(data)
  const missing = keys.filter((key) => values[key] === undefined || values[key] === null)
  if (missing.length === 0 || missing.length === keys.length) return []
  return [
    { pointer: `/${missing[0]}`, reason: `is required beside ${keys.filter((key) => key !== missing[0]).join(', ')}` },
  ]
}

/** Checks that an amount has no more decimals than its currency. `kind` is `due` or `collected`: one that is due is more than 0, one that was collected says how. */
function checkMoney(kind: unknown, data: unknown): Breach[] {
  const { amount, currency, method } = readFields(data)
  if (typeof amount !== 'string' || typeof currency !== 'string') return []
  const decimals = findDecimals(currency)
  if (decimals === undefined) return [{ pointer: '/currency', reason: `${currency} is no code of ISO 4217 in use` }]
  // The pattern says what else is wrong.
  if (!Number.isFinite(Number(amount))) return []
  const units = toMinorUnits({ amount, currency })
  if (units === undefined) {
    return [{ pointer: '/amount', reason: `must have at most ${decimals} decimals: those of ${currency}` }]
  }
  if (kind === 'due' && units === 0) return [{ pointer: '/amount', reason: 'must be more than 0' }]
  if (kind === 'collected' && units > 0 && (method === undefined || method === null)) {
    return [{ pointer: '/method', reason: 'is required unless the amount is 0: cash, card or other' }]
  }
  return []
}

interface JsonLimits {
  maxBytes: number
  maxDepth: number
}

/** Checks free JSON for bytes and nesting. Depth comes first: it limits the recursion of everything after it. */
function checkJson({ maxBytes, maxDepth }: JsonLimits, data: unknown): Breach[] {
  if (isDeeper(data, maxDepth)) return [{ pointer: '', reason: `must not be nested deeper than ${maxDepth} levels` }]
  const bytes = new TextEncoder().encode(JSON.stringify(data)).length
  if (bytes > maxBytes) return [{ pointer: '', reason: `must not be larger than ${maxBytes} bytes` }]
  return []
}

function isDeeper(data: unknown, levels: number): boolean {
  if (typeof data !== 'object' || data === null) return false
  if (levels === 0) return true
  return Object.values(data).some((value) => isDeeper(value, levels - 1))
}

type Calendar = 'date' | 'timestamp' | 'date-or-timestamp'

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/
const TIMESTAMP =
  /^(\d{4}-\d{2}-\d{2})[Tt ]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?([Zz]|[+-]([01]\d|2[0-3]):?[0-5]\d)$/

/** Checks that a day, or the day of an instant, exists, from 1970 on (the range on which every database and Date agree). */
function checkCalendar(kind: Calendar, data: unknown): Breach[] {
  const text = String(data)
  if (kind !== 'timestamp' && isCalendarDate(text)) return []
  const day = TIMESTAMP.exec(text)?.[1]
  if (kind !== 'date' && day !== undefined && isCalendarDate(day)) return []
  const reasons: Record<Calendar, string> = {
    date: 'must be a calendar date (2026-01-31)',
    timestamp: 'must be a timestamp (2026-01-31T08:00:00.000Z)',
    'date-or-timestamp': 'must be a calendar date (2026-01-31) or a timestamp (2026-01-31T08:00:00.000Z)',
  }
  return [{ pointer: '', reason: reasons[kind] }]
}

function isCalendarDate(text: string): boolean {
  const match = DATE.exec(text)
  if (match === null) return false
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number]
  if (year < 1970 || month < 1 || month > 12 || day < 1) return false
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
}
