// Reads an order out of a message, by the mapping of its source. Pure: the message goes in, what it says comes out.
import { limits, type OrderCondition, type OrderMapping, type OrderRule, type StopInput } from '@routewright/contract'
import { dateInZone } from '../platform/calendar.ts'
import { readInstant, readNumber } from '../written-values/written-values.ts'
import { valuesAt } from './json-paths.ts'
import { placeOf, readClock, readDay, readText } from './read-values.ts'

/** A message as it came. Names of headers are in small letters. */
export interface Incoming {
  body: unknown
  headers: Readonly<Record<string, string>>
}

export interface Problem {
  field: string
  reason: string
}

export interface MappedOrder {
  action: 'keep' | 'cancel' | 'ignore'
  orderId?: string
  changedAt?: Date
  /** 2026-01-31 */
  day?: string
  /** To be looked for; none where the message has coordinates. */
  address?: string
  /** Every field that the mapping reads; null where the message has nothing. */
  stop: StopInput
  problems: Problem[]
}

const textFields = ['label', 'phone', 'email', 'reference_person', 'comments', 'location_details', 'url'] as const
const numberFields = ['weight', 'volume', 'price', 'duration'] as const

/** What the message says. Nothing is thrown: what cannot be read stands among the problems. */
export function mapOrder(mapping: OrderMapping, incoming: Incoming, timeZone: string): MappedOrder {
  const reader = createReader(mapping.fields, incoming.body)
  const { lat, lng } = { lat: reader.number('lat'), lng: reader.number('lng') }
  const hasPoint = isPoint(lat, lng)
  const order: MappedOrder = {
    action: actionOf(mapping, incoming),
    stop: stopOf(reader, timeZone),
    problems: reader.problems,
  }
  const orderId = reader.text('order_id')?.slice(0, limits.textLength.label)
  if (orderId) {
    order.orderId = orderId
    order.stop.external_id = orderId
  } else order.problems.push({ field: 'order_id', reason: 'is missing in the message' })
  const changedAt = reader.parsed('updated_at', readInstant, 'is no moment')
  if (changedAt) order.changedAt = changedAt
  const day = reader.parsed('delivery_date', (text) => readDay(text, timeZone), 'is no day')
  if (day) order.day = day
  const address = placeOf(reader.text('address'))
  if (hasPoint) order.stop.location = { lat: lat!, lng: lng!, ...(address ? { label: address.slice(0, 500) } : {}) }
  else if (address) order.address = address
  return order
}

function isPoint(lat: number | undefined, lng: number | undefined): boolean {
  return lat !== undefined && lng !== undefined && Math.abs(lat) <= 90 && Math.abs(lng) <= 180
}

function actionOf({ cancel, accept }: OrderMapping, incoming: Incoming): MappedOrder['action'] {
  if (cancel.some((condition) => holds(condition, incoming))) return 'cancel'
  return accept.length === 0 || accept.some((condition) => holds(condition, incoming)) ? 'keep' : 'ignore'
}

function holds({ path, header, is }: OrderCondition, { body, headers }: Incoming): boolean {
  const values = header ? [headers[header.toLowerCase()] ?? ''] : path ? valuesAt(path, body).map(String) : []
  if (!is || is.length === 0) return values.some((value) => value !== '' && value !== 'false')
  const wanted = new Set(is.map((value) => value.toLowerCase()))
  return values.some((value) => wanted.has(value.trim().toLowerCase()))
}

function stopOf(reader: Reader, timeZone: string): StopInput {
  const stop: Record<string, unknown> = {}
  for (const field of textFields) {
    if (reader.has(field)) stop[field] = reader.text(field)?.slice(0, maxLength(field)) ?? null
  }
  for (const field of numberFields) {
    if (!reader.has(field)) continue
    const value = reader.number(field)
    stop[field] = value === undefined ? null : field === 'duration' ? Math.round(value) : value
  }
  if (reader.has('packages')) stop.packages = reader.list('packages').map((identifier) => ({ identifier }))
  if (reader.has('requires')) stop.requires = reader.list('requires')
  const window = windowOf(reader, timeZone)
  if (window) stop.time_windows = window
  const custom = reader.customFields()
  if (custom) stop.custom_fields = custom
  return stop as StopInput
}

function maxLength(field: (typeof textFields)[number]): number {
  return field === 'label' ? limits.textLength.label : limits.textLength.text
}

const wholeDay = 86_400

/** Undefined where the mapping reads no times; none where the message has none. */
function windowOf(reader: Reader, timeZone: string): [number, number][] | undefined {
  if (!reader.has('time_from') && !reader.has('time_to')) return undefined
  const clock = (text: string) => readClock(text, timeZone)
  const from = reader.parsed('time_from', clock, 'is no time of day')
  const to = reader.parsed('time_to', clock, 'is no time of day')
  if (from === undefined && to === undefined) return []
  const [start, end] = [from ?? 0, to ?? wholeDay]
  if (start < end) return [[start, end]]
  reader.problems.push({ field: 'time_to', reason: 'must be later than time_from' })
  return []
}

type Reader = ReturnType<typeof createReader>

/** Odoo writes false where a field is empty, whatever its kind. */
function saysSomething(value: string | number | boolean): boolean {
  return value !== false && `${value}`.trim() !== ''
}

/** Reads fields by their rules; what is written wrong is noted once and counts as missing. */
function createReader(rules: readonly OrderRule[], document: unknown) {
  const byField = new Map(rules.map((rule) => [rule.field, rule]))
  const problems: Problem[] = []
  const said = (paths: readonly string[]) => paths.flatMap((path) => valuesAt(path, document)).filter(saysSomething)
  const valuesOf = (rule: OrderRule) => {
    const values = said(rule.paths)
    if (values.length > 0) return values
    const others = said(rule.otherwise ?? [])
    return others.length === 0 && rule.constant ? [rule.constant] : others
  }
  const text = (field: string) => {
    const rule = byField.get(field)
    return rule && readText(rule, valuesOf(rule))
  }
  return {
    problems,
    has: (field: string) => byField.has(field),
    text,
    /** The sum of its values. */
    number(field: string): number | undefined {
      const rule = byField.get(field)
      const values = rule ? valuesOf(rule) : []
      if (!rule || values.length === 0) return undefined
      const sum = values.reduce<number>((total, value) => total + readNumber(value), 0) * (rule.factor ?? 1)
      const isCoordinate = field === 'lat' || field === 'lng'
      if (Number.isFinite(sum) && (isCoordinate || (sum >= 0 && sum <= mostOf(field)))) return sum
      problems.push({ field, reason: `must be a number from 0 to ${mostOf(field)}` })
      return undefined
    },
    parsed<T>(field: string, parse: (text: string) => T | undefined, otherwise: string): T | undefined {
      const written = text(field)
      if (written === undefined) return undefined
      const value = parse(written)
      if (value === undefined) problems.push({ field, reason: `${otherwise}: ${written.slice(0, 60)}` })
      return value
    },
    list(field: string): string[] {
      const rule = byField.get(field)!
      const parts = valuesOf(rule).flatMap((value) =>
        rule.split ? String(value).split(rule.split.by) : [String(value)],
      )
      const words = parts.map((part) => part.trim().slice(0, limits.textLength.label)).filter(Boolean)
      return [...new Set(words)].slice(0, 50)
    },
    customFields: () => customFieldsOf(rules, valuesOf),
  }
}

/** Undefined where the mapping reads none. */
function customFieldsOf(
  rules: readonly OrderRule[],
  valuesOf: (rule: OrderRule) => (string | number | boolean)[],
): Record<string, string> | undefined {
  const own = rules.filter(({ field }) => field.startsWith('custom_fields.'))
  if (own.length === 0) return undefined
  const entries = own.flatMap((rule) => {
    const value = readText(rule, valuesOf(rule))?.slice(0, 1_000)
    return value === undefined ? [] : [[rule.field.slice('custom_fields.'.length), value]]
  })
  return Object.fromEntries(entries)
}

function mostOf(field: string): number {
  return field === 'duration' ? limits.MAX_DURATION_SECONDS : limits.MAX_QUANTITY
}

/** The day from which a plan is the next one. */
export function earliestDay(now: Date, timeZone: string, daysAhead: number): string {
  return dateInZone(new Date(now.getTime() + daysAhead * wholeDay * 1_000), timeZone)
}
